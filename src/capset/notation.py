"""Cards as text and back, in the notations that people use and in a user's own.

========  =========================  ==========================================================
name      a card                     written as
========  =========================  ==========================================================
contest   ``S1PS``                   symbol D O S, count 1 2 3, colour R G P, shading O F S
findset   ``1phs``                   number 1 2 3, colour r g p, fill c h s, shape o p d
words     ``half-one-purple-oval``   fill, number, colour, shape; also read: ``2 red striped ovals``
digits    ``0211``                   the card's digits; past 9 as letters, past z as ``3.14.2``
========  =========================  ==========================================================

Contest, findset and words are notations of the real deck, digits is one of every deck. A
notation of one's own is described in a TOML file, see :mod:`capset.own_notation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from capset.errors import NotationError, TextError, printable
from capset.game import Game

REAL_GAME = Game()
"""The real deck: three values in each of four features."""

DIGIT_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of the values of a deck with at most 36 of them."""


class Field(NamedTuple):
    """One part of a written card.

    ``feature`` is the 0-based feature whose value it shows, ``name`` what people call it,
    ``symbols`` how the values 0, 1, 2, ... are written and ``aliases`` what else is read, as
    pairs of a symbol and a value.
    """

    feature: int
    name: str
    symbols: tuple[str, ...]
    aliases: tuple[tuple[str, int], ...] = ()

    @property
    def allowed(self) -> str:
        """The symbols, for a message."""
        if len(self.symbols) <= 12:
            return " ".join(self.symbols)
        return f"{self.symbols[0]} {self.symbols[1]} … {self.symbols[-1]}"


class Notation:
    """How the cards of one deck are written: a field for each feature, in some order.

    Fields stand side by side, a character each, or are joined by `separator`. With `loose`, the
    fields of a card that is read may come in any order and be separate words, which needs each
    word to belong to one field only. Upper and lower case are the same but for symbols of
    one field that differ in nothing else.

    Immutable and hashable; ``repr`` evaluates back.

    Raises:
        NotationError: where the fields do not describe every card of the deck in just one way.
    """

    __slots__ = ("_fields", "_game", "_known", "_loose", "_name", "_separator", "_tables")

    def __init__(
        self,
        name: str,
        game: Game,
        fields: Iterable[Field],
        separator: str = "",
        *,
        loose: bool = False,
    ) -> None:
        self._name = name
        self._game = game
        self._fields = tuple(fields)
        self._separator = separator
        self._loose = loose
        if sorted(field.feature for field in self._fields) != list(range(game.features)):
            raise NotationError(
                f"notation {name}: the fields must show each of the {game.features} features once"
            )
        if separator and not _can_be_written(separator, ""):
            raise NotationError(
                f"notation {name}: {printable(separator)} can be no separator; blanks and '#' "
                "set cards apart"
            )
        self._tables = tuple(map(self._table, self._fields))
        if loose and len(set().union(*self._tables)) < sum(map(len, self._tables)):
            raise NotationError(f"notation {name}: a word stands for values of two features")
        self._known: dict[str, int] = {}

    def _table(self, field: Field) -> dict[str, int]:
        """What each text that can stand in `field` adds to the number of the card."""
        game, where = self._game, f"notation {self._name}, {field.name}"
        if len(field.symbols) != game.values:
            raise NotationError(
                f"{where}: {game.values} symbols are needed, not {len(field.symbols)}"
            )
        weight = game.values ** (game.features - 1 - field.feature)
        table: dict[str, int] = {}
        for symbol, value in [*zip(field.symbols, range(game.values), strict=True), *field.aliases]:
            if self._separator == "" and len(symbol) != 1:
                raise NotationError(
                    f"{where}: {printable(symbol)} is not one character; "
                    "longer symbols need a separator"
                )
            if not _can_be_written(symbol, self._separator):
                raise NotationError(
                    f"{where}: {printable(symbol)} can be no symbol; blanks, '#' and the "
                    "separator set cards apart"
                )
            if symbol in table:
                raise NotationError(f"{where}: {printable(symbol)} stands for two values")
            if not 0 <= value < game.values:
                raise NotationError(f"{where}: there is no value {value}")
            table[symbol] = value * weight
        amounts: dict[str, set[int]] = {}
        for symbol, amount in table.items():
            amounts.setdefault(symbol.lower(), set()).add(amount)
        return {
            symbol if len(amounts[symbol.lower()]) > 1 else symbol.lower(): amount
            for symbol, amount in table.items()
        }

    @property
    def name(self) -> str:
        """What the notation is called."""
        return self._name

    @property
    def game(self) -> Game:
        """The deck whose cards it writes."""
        return self._game

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of a written card, in order."""
        return self._fields

    @property
    def separator(self) -> str:
        """What stands between the fields, often nothing."""
        return self._separator

    @property
    def is_fixed_width(self) -> bool:
        """Whether every card is one character a field, and nothing else is read."""
        return self._separator == "" and not self._loose

    @property
    def tables(self) -> tuple[Mapping[str, int], ...]:
        """For each field, what each text that can stand there adds to the card's number.

        Keys are lower case where case does not matter. What fast readers are built from.
        """
        return self._tables

    def __repr__(self) -> str:
        loose = ", loose=True" if self._loose else ""
        return (
            f"Notation({self._name!r}, {self._game!r}, {self._fields!r}, "
            f"{self._separator!r}{loose})"
        )

    def _key(self) -> tuple[object, ...]:
        return (self._name, self._game, self._fields, self._separator, self._loose)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Notation):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    # cards to text

    def write(self, card: int) -> str:
        """Return `card` as text.

        Raises:
            CardError: where the deck has no such card.
        """
        digits = self._game.digits(card)
        return self._separator.join(field.symbols[digits[field.feature]] for field in self._fields)

    # text to cards

    def read(self, text: str) -> int:
        """Return the card that `text` writes.

        Raises:
            TextError: where it is no card of the deck, with the place and what is allowed.
        """
        known = self._known.get(text)
        if known is not None:
            return known
        card = self._read_loosely(text) if self._loose else self._read_in_order(text)
        if len(self._known) < _MOST_KNOWN:
            self._known[text] = card
        return card

    def _read_in_order(self, text: str) -> int:
        parts = list(_parts(text, self._separator))
        if len(parts) != len(self._fields):
            raise TextError(text, 0, self._wrong_length(len(parts)), self.description)
        card = 0
        for (offset, part), field, table in zip(parts, self._fields, self._tables, strict=True):
            amount = _looked_up(table, part)
            if amount is None:
                raise TextError(
                    text, offset, _unknown(part, field.name), f"allowed: {field.allowed}"
                )
            card += amount
        return card

    def _wrong_length(self, length: int) -> str:
        part = "part" if self._separator else "character"
        return f"{length} {part}{'' if length == 1 else 's'}, a card has {len(self._fields)}"

    def _read_loosely(self, text: str) -> int:
        words = [
            (offset + inner, word)
            for offset, whole in _words(text)
            for inner, word in _parts(whole, self._separator)
            if word
        ]
        found: dict[int, int] = {}
        for offset, word in words:
            for place, table in enumerate(self._tables):
                amount = _looked_up(table, word)
                if amount is None:
                    continue
                if place in found:
                    raise TextError(text, offset, f"a second {self._fields[place].name}", "")
                found[place] = amount
                break
            else:
                raise TextError(
                    text, offset, _unknown(word, "word of a card"), f"a card is {self.description}"
                )
        if len(found) < len(self._fields):
            missing = [field.name for place, field in enumerate(self._fields) if place not in found]
            raise TextError(text, 0, f"no {' and no '.join(missing)}", self.description)
        return sum(found.values())

    def cards_in(self, line: str) -> Iterator[tuple[int, str]]:
        """Yield each card text of a line with its 0-based place, without reading it.

        Cards are set apart by blanks; where a card may be several words, also by commas.
        """
        if not self._loose:
            yield from _words(line, commas=False)
            return
        start = end = count = 0
        for offset, word in _words(line):
            whole = self._separator in word
            if count and (whole or count == len(self._fields) or "," in line[end:offset]):
                yield start, line[start:end]
                count = 0
            if not count:
                start = offset
            end = offset + len(word)
            count = len(self._fields) if whole else count + 1
        if count:
            yield start, line[start:end]

    @property
    def description(self) -> str:
        """What a card consists of, for a message."""
        joined = f" {self._separator} " if self._separator else ", "
        return joined.join(f"{field.name} ({field.allowed})" for field in self._fields)


_MOST_KNOWN = 4096  # texts remembered: more than the deck of any table, little memory


def _can_be_written(symbol: str, separator: str) -> bool:
    return (
        symbol.isprintable()
        and symbol != ""
        and not any(character.isspace() or character == "#" for character in symbol)
        and (separator == "" or (symbol + separator).index(separator) == len(symbol))
    )


def _looked_up(table: Mapping[str, int], text: str) -> int | None:
    amount = table.get(text)
    return table.get(text.lower()) if amount is None else amount


def _unknown(text: str, name: str) -> str:
    if any("\udc80" <= character <= "\udcff" for character in text):
        return f"the byte {printable(text)} is no text, which is UTF-8"
    return f"{printable(text)} is no {name}"


def _parts(text: str, separator: str) -> Iterator[tuple[int, str]]:
    if not separator:
        yield from enumerate(text)
        return
    offset = 0
    for part in text.split(separator):
        yield offset, part
        offset += len(part) + len(separator)


def _words(line: str, *, commas: bool = True) -> Iterator[tuple[int, str]]:
    """Yield the words of a line with their places; commas count as blanks unless told."""
    offset = 0
    for word in (line.replace(",", " ") if commas else line).split():
        offset = line.index(word, offset)
        yield offset, word
        offset += len(word)


CONTEST = Notation(
    "contest",
    REAL_GAME,
    (
        Field(3, "symbol", ("D", "O", "S")),
        Field(0, "count", ("1", "2", "3")),
        Field(1, "colour", ("R", "G", "P")),
        Field(2, "shading", ("O", "S", "F")),
    ),
)
"""The programming contest's: ``S1PS`` is one striped purple squiggle."""

FINDSET = Notation(
    "findset",
    REAL_GAME,
    (
        Field(0, "number", ("1", "2", "3")),
        Field(1, "colour", ("r", "g", "p")),
        Field(2, "fill", ("c", "h", "s")),
        Field(3, "shape", ("d", "o", "p")),
    ),
)
"""The findset program's: ``1phd`` is one half-filled (striped) purple diamond."""

WORDS = Notation(
    "words",
    REAL_GAME,
    (
        Field(
            2,
            "fill",
            ("clear", "half", "solid"),
            (
                *(("outlined", 0), ("outline", 0), ("open", 0), ("empty", 0)),
                *(("striped", 1), ("shaded", 1)),
                *(("filled", 2), ("full", 2)),
            ),
        ),
        Field(0, "number", ("one", "two", "three"), (("1", 0), ("2", 1), ("3", 2))),
        Field(1, "colour", ("red", "green", "purple")),
        Field(
            3,
            "shape",
            ("diamond", "oval", "peanut"),
            (
                *(("diamonds", 0), ("ovals", 1), ("peanuts", 2)),
                *(("squiggle", 2), ("squiggles", 2)),
            ),
        ),
    ),
    separator="-",
    loose=True,
)
"""``half-one-purple-diamond``; ``2 striped red ovals`` is read as well."""


def digits_notation(game: Game) -> Notation:
    """Return the notation of any deck by the digits of its cards.

    Up to 36 values a digit is one of ``0-9a-z``; beyond, decimal numbers are joined by dots.
    """
    if game.values <= len(DIGIT_SYMBOLS):
        symbols, separator = tuple(DIGIT_SYMBOLS[: game.values]), ""
    else:
        symbols, separator = tuple(map(str, range(game.values))), "."
    fields = (
        Field(place, name if game == REAL_GAME else f"digit {place + 1}", symbols)
        for place, name in enumerate(game.feature_names)
    )
    return Notation("digits", game, fields, separator)


DIGITS = digits_notation(REAL_GAME)
"""The digits of the real deck: ``0211`` is count 1, purple, striped, oval."""

BUILT_IN = ("contest", "findset", "words", "digits")
"""The names of the built-in notations, in the order in which ``auto`` prefers them."""

REAL_NOTATIONS = {"contest": CONTEST, "findset": FINDSET, "words": WORDS}
"""The notations of the real deck only, by name, in that order."""


def notation_named(name: str, game: Game = REAL_GAME) -> Notation:
    """Return the built-in notation `name` for the cards of `game`.

    Raises:
        NotationError: where there is none of that name, or it does not write that deck.
    """
    if name == "digits":
        return digits_notation(game)
    notation = REAL_NOTATIONS.get(name)
    if notation is None:
        raise NotationError(
            f"no notation is called {printable(name)}; there are {', '.join(BUILT_IN)}"
        )
    if game != REAL_GAME:
        raise NotationError(
            f"the notation {name} writes the deck of 3 values and 4 features, not that of "
            f"{game.values} and {game.features}; digits writes every deck"
        )
    return notation
