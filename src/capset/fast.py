"""Long files of tableaus, solved by a compiled kernel on all cores.

For notations of decks with three values in which each feature is one ASCII character
(:func:`supports` tells), from bytes to bytes. What the kernel does not take, because something
in the text is unusual or wrong, goes to a careful reader that the caller supplies, in order.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.errors import CapsetError, NotationError
from capset.kernels import contest, ternary
from capset.notation import Notation
from capset.tableau import end_of_last_tableau, line_count

Array = NDArray[Any]

MOST_FEATURES = 8
"""The kernel's tables have an entry for each of the 4^n codes of cards with n features."""

_CHUNK = 1 << 19  # bytes of input solved in one go
_OUTPUT = 1 << 22  # bytes of output that the kernel gets room for; untouched ones cost nothing
_LONGEST = 1 << 22  # bytes without a blank line that are waited for
_MOST_THREADS = 8  # more only wait for whoever reads the output
_CONTENT = re.compile(rb"[^ \t\r\n]")
_BLANK_LINE = re.compile(rb"\n[ \t\r]*\n")

_LAYOUTS = {
    "plain": (b"CARDS: ", b"SETS: ", b"", b" ", b"*** None Found ***\n", b""),
    "judge": (b"CARDS:  ", b"SETS:   ", b" " * 8, b"  ", b"*** None Found ***\n", b"\n"),
}
SPACINGS = tuple(_LAYOUTS)
"""The names of the two ways to space a contest report."""


class Piece(NamedTuple):
    """A piece of the report, in order: its bytes and how many tableaus and sets it is about.

    ``tableaus`` and ``sets`` are 0 where the bytes come from the careful reader, which may
    count its own.
    """

    output: bytes | memoryview
    tableaus: int = 0
    sets: int = 0


class _Irregular(NamedTuple):
    """A stretch for the careful reader; ``line`` is its first, counted from 0 in the chunk."""

    text: bytes
    line: int


class _Solved(NamedTuple):
    """What became of a chunk and how many lines it has; an endless one was left alone."""

    parts: list[Piece | _Irregular]
    lines: int
    endless: bool = False


def supports(notation: Notation) -> bool:
    """Tell whether :func:`solve` can read and write `notation`."""
    return (
        notation.is_fixed_width
        and notation.game.values == 3
        and notation.game.features <= MOST_FEATURES
        and all(symbol.isascii() for field in notation.fields for symbol in field.symbols)
    )


def solve(
    blocks: Iterable[bytes],
    notation: Notation,
    careful: Callable[[bytes, int], bytes],
    *,
    written_in: Notation | None = None,
    spacing: str = "plain",
    first_line: int = 1,
) -> Iterator[Piece]:
    """Yield the contest report on all tableaus of a text, piece by piece.

    `blocks` are the bytes of the text, cut anywhere. Cards are read in `notation` and written
    in `written_in` (the same if not given); :func:`supports` must hold for both, and they must
    be of one deck. `spacing` is one of :data:`SPACINGS`.

    ``careful(text, line)`` is called, on the thread that iterates and in the order of the text,
    with each stretch that the kernel does not take and the number of its first line (the text
    begins with line `first_line`); it returns the bytes to write in its place. A stretch begins
    and ends between tableaus. It holds one of them, or several where single CRs end the lines.

    Memory stays bounded: at most two chunks more than there are threads are on their way.

    Raises:
        NotationError: where a notation is not supported.
        CapsetError: where 4 MiB go by without a blank line; no tableau is that long.
    """
    for needed in (notation, written_in or notation):
        if not supports(needed):
            raise NotationError(f"notation {needed.name}: not one the fast path can read or write")
    tables = _Tables(notation, written_in or notation, spacing)
    threads = min(os.cpu_count() or 1, _MOST_THREADS)
    line = first_line
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[_Solved]] = deque()
        for chunk in _chunks(blocks):
            waiting.append(pool.submit(tables.solved, chunk))
            if len(waiting) > threads + 1:
                line += yield from _finished(waiting.popleft(), line, careful)
        while waiting:
            line += yield from _finished(waiting.popleft(), line, careful)


def _finished(
    future: Future[_Solved], line: int, careful: Callable[[bytes, int], bytes]
) -> Generator[Piece, None, int]:
    """Yield the pieces of a chunk that begins in `line`, and return its number of lines."""
    solved = future.result()
    if solved.endless:
        raise CapsetError(
            f"line {line}: no blank line in {_LONGEST >> 20} MiB from here; no tableau is so long"
        )
    for part in solved.parts:
        if isinstance(part, _Irregular):
            yield Piece(careful(part.text, line + part.line))
        else:
            yield part
    return solved.lines


class _Tables:
    """What the kernel reads and writes by."""

    def __init__(self, notation: Notation, written_in: Notation, spacing: str) -> None:
        game = notation.game
        self._reading = np.full((game.features, 256), -1, np.int64)
        for place, (field, table) in enumerate(zip(notation.fields, notation.tables, strict=True)):
            from_last = game.features - 1 - field.feature
            for byte in range(128):
                amount = table.get(chr(byte), table.get(chr(byte).lower()))
                if amount is not None:  # a digit times a power of 3, in the card's number
                    self._reading[place, byte] = amount // 3**from_last + 1 << 2 * from_last
        self._writing = np.zeros((4**game.features, game.features), np.uint8)
        for card, code in enumerate(ternary.code_table(game.features)):
            self._writing[code] = list(written_in.write(card).encode("ascii"))
        self._low = np.int64(ternary.low_bits(game.features))
        self._layout = tuple(np.frombuffer(part, np.uint8) for part in _LAYOUTS[spacing])

    def solved(self, chunk: bytes) -> _Solved:
        """Run the kernel over a chunk, around what is irregular."""
        if len(chunk) > _LONGEST:
            return _Solved([], 0, endless=True)
        text = np.frombuffer(chunk, np.uint8)
        parts: list[Piece | _Irregular] = []
        start = lines = 0
        while start < len(chunk):
            output = np.empty(_OUTPUT, np.uint8)
            read, written, tableaus, sets, feeds = contest.solve(
                text[start:], self._reading, self._writing, self._low, self._layout, output
            )
            start += read
            lines += feeds
            if written:
                parts.append(Piece(output[:written].data, tableaus, sets))
            # A stop with nothing read is at something irregular; any other may be for room.
            if read == 0:
                end = _end_of_tableau(chunk, start)
                parts.append(_Irregular(chunk[start:end], lines))
                lines += line_count(chunk[start:end])
                start = end
        return _Solved(parts, lines)


def _end_of_tableau(text: bytes, start: int) -> int:
    """Return the place behind the blank line after the tableau at `start` or later."""
    content = _CONTENT.search(text, start)
    blank = _BLANK_LINE.search(text, content.start()) if content else None
    return blank.end() if blank else len(text)


def _chunks(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the text in chunks that begin and end between tableaus.

    A chunk longer than _LONGEST does not end there, and is the last.
    """
    text = bytearray()
    searched = 0
    for block in blocks:
        for start in range(0, len(block), _CHUNK):
            text += block[start : start + _CHUNK]
            if len(text) < _CHUNK:
                continue
            end = end_of_last_tableau(text, searched)
            if end == 0 and len(text) <= _LONGEST:
                searched = max(searched, text.rfind(b"\n"))
                continue
            yield bytes(text[: end or len(text)])
            if end == 0:
                return
            del text[:end]
            searched = 0
    if text:
        yield bytes(text)
