"""Which notation a sample of text is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from capset.errors import TextError
from capset.game import MOST_CARDS, Game
from capset.notation import DIGIT_SYMBOLS, REAL_GAME, REAL_NOTATIONS, Notation, digits_notation

_MOST_VALUES = 1000  # that digits alone are taken to mean: a larger deck must be asked for


class Recognition(NamedTuple):
    """The notation that a sample of text is in.

    ``doubt`` says what else it might be, or what did not fit; it is empty where there is none.
    """

    notation: Notation
    doubt: str


def recognised_notation(
    lines: Sequence[str], values: int | None = None, features: int | None = None
) -> Recognition:
    """Return the notation in which most of the cards in `lines` can be read.

    Of several that fit as well the first of contest, findset, words, digits is taken, and
    ``doubt`` says so. `values` and `features`, where given, rule out notations of other decks.
    The number of values of a deck in digits is the smallest that the sample allows, at least 3.

    Raises:
        GameError: where `values` and `features` are no deck.
    """
    lines = _contents(lines)
    notations = list(_candidates(lines, values, features))
    shares = [_readable_share(notation, lines) for notation in notations]
    best = max(shares)
    notation, *others = (
        notation for notation, share in zip(notations, shares, strict=True) if share == best
    )
    taken = f"taken for {notation.name}"
    if best < 1:
        return Recognition(notation, f"not every card fits a notation; {taken}")
    if others and lines:
        return Recognition(
            notation, f"{' and '.join(other.name for other in others)} would fit too; {taken}"
        )
    if notation.name == "digits" and values is None and lines:
        game = notation.game
        return Recognition(
            notation,
            "digits fit every larger number of values too; taken for "
            f"{game.values} values and {game.features} features",
        )
    return Recognition(notation, "")


def _contents(lines: Sequence[str]) -> list[str]:
    """The lines that hold anything, without their comments."""
    return [content for line in lines if (content := line.partition("#")[0]).strip()]


def _readable_share(notation: Notation, lines: Sequence[str]) -> float:
    if not lines:
        return 1.0
    texts = [text for line in lines for _, text in notation.cards_in(line)]
    return sum(_is_readable(notation, text) for text in texts) / max(1, len(texts))


def _is_readable(notation: Notation, text: str) -> bool:
    try:
        notation.read(text)
    except TextError:
        return False
    return True


def _candidates(
    lines: Sequence[str], values: int | None, features: int | None
) -> Iterator[Notation]:
    for notation in REAL_NOTATIONS.values():
        game = notation.game
        if values in (None, game.values) and features in (None, game.features):
            yield notation
    if _digit_rows(lines, values, features) or (values, features) != (None, None):
        yield recognised_digits(lines, values, features)


def recognised_digits(
    lines: Sequence[str], values: int | None = None, features: int | None = None
) -> Notation:
    """Return the notation by digits of the smallest deck, at least v = 3, that `lines` allow.

    Raises:
        GameError: where `values` and `features` are no deck.
    """
    rows = _digit_rows(_contents(lines), values, features)
    least, length = REAL_GAME.values, REAL_GAME.features
    if rows:
        kinds = Counter(map(_kind, rows))
        usual = max(kinds, key=kinds.__getitem__)  # a row unlike most is no card of their deck
        least = max(row.least_values for row in rows if _kind(row) == usual)
        _, length = usual
    return digits_notation(
        Game(least if values is None else values, length if features is None else features)
    )


class _Row(NamedTuple):
    """What may be a card in digits, joined by dots or side by side."""

    digits: tuple[int, ...]
    dotted: bool

    @property
    def least_values(self) -> int:
        """The values of the smallest deck that can have the card."""
        return max(len(DIGIT_SYMBOLS) + 1 if self.dotted else 3, *(one + 1 for one in self.digits))


def _kind(row: _Row) -> tuple[bool, int]:
    return row.dotted, len(row.digits)


def _digit_rows(lines: Sequence[str], values: int | None, features: int | None) -> list[_Row]:
    """The texts in `lines` that may be cards of a deck in digits."""
    rows = (_digits(text, values) for line in lines for text in line.split())
    return [
        row
        for row in rows
        if row.digits
        and features in (None, len(row.digits))
        and len(row.digits) < MOST_CARDS.bit_length()
        and (row.least_values if values is None else values) ** len(row.digits) <= MOST_CARDS
    ]


def _digits(text: str, values: int | None) -> _Row:
    """The digits that `text` writes, or none where it cannot be a card in digits.

    Letters are digits only where `values` calls for them: nearly every text would fit.
    """
    most = len(DIGIT_SYMBOLS)
    dotted = "." in text if values is None else values > most
    digits: tuple[int, ...] = ()
    if not text.isascii():
        pass
    elif dotted:
        parts = text.split(".")
        largest = (_MOST_VALUES if values is None else values) - 1
        if all(part.isdecimal() and len(part) <= len(str(largest)) for part in parts):
            digits = tuple(map(int, parts))
    elif text.isdecimal() or (values is not None and text.isalnum()):
        digits = tuple(int(character, most) for character in text)
    return _Row(digits, dotted)
