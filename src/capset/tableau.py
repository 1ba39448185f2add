"""Tableaus, and reading them from a stream of text one at a time.

A file holds one or more tableaus. Cards are set apart by blanks, tabs or ends of lines, and
tableaus by one or more blank lines. ``#`` begins a comment to the end of its line; a line that
holds nothing else is no blank line. What is wrong in one tableau concerns that tableau only.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from capset.errors import InputError, TextError
from capset.game import Game
from capset.notation import Notation


class Tableau:
    """The cards face up on a table, in order, as a value: immutable, hashable.

    >>> Tableau(Game(), [0, 40, 80, 1]).sets
    [(0, 1, 2)]

    With `keep_duplicates` a card may lie there twice, as two cards; equal cards are no set.

    Raises:
        CardError: where a card is not of the deck, or comes twice unasked.
    """

    __slots__ = ("_cards", "_game")

    def __init__(self, game: Game, cards: Iterable[int], *, keep_duplicates: bool = False) -> None:
        self._game = game
        self._cards = game.valid_cards(cards, distinct=not keep_duplicates)

    @classmethod
    def from_text(cls, text: str, notation: Notation | None = None) -> Tableau:
        """Return the one tableau that `text` holds; its notation is recognised if not given.

        Raises:
            InputError: where `text` is no tableau of that notation, or more than one.
        """
        stream = io.StringIO(text.removeprefix("\ufeff"), newline=None)
        lines = [line.removesuffix("\n") for line in stream]
        if notation is None:
            from capset.recognition import recognised_notation

            notation = recognised_notation(lines).notation
        readings = list(read_tableaus(lines, notation))
        for reading in readings:
            if reading.error is not None:
                raise reading.error
        if len(readings) > 1:
            raise InputError(
                "<text>", readings[1].line, 1, "", f"{len(readings)} tableaus, one was asked for"
            )
        return cls(notation.game, readings[0].cards if readings else ())

    @property
    def game(self) -> Game:
        """The deck that the cards are of."""
        return self._game

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, in the order in which they lie."""
        return self._cards

    @property
    def sets(self) -> list[tuple[int, ...]]:
        """Every set, as 0-based positions, in lexicographic order."""
        return list(self._game.sets_in(self._cards))

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[int]:
        return iter(self._cards)

    def __getitem__(self, position: int) -> int:
        return self._cards[position]

    def __repr__(self) -> str:
        kept = ", keep_duplicates=True" if len(set(self._cards)) < len(self._cards) else ""
        return f"Tableau({self._game!r}, {list(self._cards)}{kept})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tableau):
            return NotImplemented
        return (self._game, self._cards) == (other._game, other._cards)

    def __hash__(self) -> int:
        return hash((self._game, self._cards))

    def _repr_svg_(self) -> str:
        """The tableau drawn, its sets outlined: what a notebook shows."""
        from capset.draw.svg import tableau_svg

        return tableau_svg(self._game, self._cards, sets=self.sets)


class Reading(NamedTuple):
    """A tableau as it was read: where from, its cards, and what was wrong with it, if anything.

    ``source`` is the file's name, ``line`` the 1-based line of the first card. Where there is
    an ``error``, ``cards`` are those that could be read up to it.
    """

    source: str
    line: int
    notation: Notation
    cards: tuple[int, ...]
    error: InputError | None = None

    @property
    def sets(self) -> list[tuple[int, ...]]:
        """Every set, as 0-based positions, in lexicographic order; none in a bad tableau."""
        return [] if self.error else list(self.notation.game.sets_in(self.cards))


def read_tableaus(
    lines: Iterable[str],
    notation: Notation,
    *,
    source: str = "<text>",
    first_line: int = 1,
    size: int | None = None,
    keep_duplicates: bool = False,
) -> Iterator[Reading]:
    """Yield each tableau of `lines` as soon as its last line, or the blank one after it, is read.

    A tableau ends before a blank line, at the end of the input and, with `size`, after that
    many cards. A bad card, or one that comes twice unless `keep_duplicates`, makes its tableau
    bad and no other. `first_line` is the number of the first of the lines.
    """
    tableau = _Unfinished(source, notation, keep_duplicates)
    for number, line in enumerate(lines, first_line):
        content, comment, _ = line.partition("#")
        if not content.strip():
            if not comment and tableau.texts:
                yield tableau.finished()
            continue
        for offset, text in notation.cards_in(content):
            tableau.add(text, number, offset + 1)
            if tableau.texts == size:
                yield tableau.finished()
    if tableau.texts:
        yield tableau.finished()


class _Unfinished:
    """A tableau while its cards are being read."""

    def __init__(self, source: str, notation: Notation, keep_duplicates: bool) -> None:
        self._source = source
        self._notation = notation
        self._keep_duplicates = keep_duplicates
        self._start()

    def _start(self) -> None:
        self.texts = 0
        self._line = 0
        self._cards: list[int] = []
        self._lines: dict[int, int] = {}
        self._error: InputError | None = None

    def add(self, text: str, line: int, column: int) -> None:
        self.texts += 1
        self._line = self._line or line
        if self._error is not None:
            return
        try:
            card = self._notation.read(text)
        except TextError as error:
            place = column + error.offset
            self._error = InputError(self._source, line, place, text, error.problem, error.allowed)
            return
        if card in self._lines and not self._keep_duplicates:
            self._error = InputError(
                self._source,
                line,
                column,
                text,
                f"this card is in the tableau already, in line {self._lines[card]}",
                "each card of a tableau is there once",
            )
            return
        self._lines.setdefault(card, line)
        self._cards.append(card)

    def finished(self) -> Reading:
        reading = Reading(self._source, self._line, self._notation, tuple(self._cards), self._error)
        self._start()
        return reading


def byte_blocks(
    stream: BinaryIO, before_waiting: Callable[[], object] = lambda: None
) -> Iterator[bytes]:
    """Yield the bytes of a buffered binary stream in blocks, each as soon as it is there.

    `before_waiting` is called before each read, when what was written so far should not wait
    in a buffer.
    """
    while True:
        before_waiting()
        block = stream.read1(_BLOCK)  # type: ignore[attr-defined]
        if not block:
            return
        yield block


_BLOCK = 1 << 16


def end_of_last_tableau(text: bytes | bytearray, start: int = 0) -> int:
    """Return the place behind the last blank line of `text` that ends behind `start`, or 0.

    Blank lines are those that LF ends; they may hold blanks. What comes before the place are
    whole tableaus, so that a text can be cut there.
    """
    end = text.rfind(b"\n", start)
    while end > start:
        begin = text.rfind(b"\n", 0, end)
        if begin < 0:
            return 0
        if not text[begin + 1 : end].strip(b" \t\r"):
            return end + 1
        end = begin
    return 0


def line_count(text: bytes) -> int:
    """Return how many lines end in `text`, by LF, CRLF or CR."""
    return text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")


def text_lines(blocks: Iterable[bytes], *, from_start: bool = True) -> Iterator[str]:
    """Yield the lines of a text in blocks of bytes, without their ends, as soon as they end.

    The text is UTF-8, a byte-order mark at its start is dropped, and LF, CRLF and CR all end a
    line. A byte that is no text stands as a lone surrogate, which no notation takes, so that
    the reader of the card can say where it is. Where the blocks are a later part of a text, not
    `from_start`, a mark in front of them is no such mark.
    """
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder("utf-8-sig" if from_start else "utf-8")("surrogateescape"),
        translate=True,
    )
    unfinished: list[str] = []
    for block, is_last in chain(((block, False) for block in blocks), [(b"", True)]):
        *ended, rest = decoder.decode(block, final=is_last).split("\n")
        for line in ended:
            yield "".join((*unfinished, line))
            unfinished.clear()
        if rest:
            unfinished.append(rest)
    if unfinished:
        yield "".join(unfinished)
