"""Text in, text out: the fast path for long files of tableaus with three values.

The kernel reads bytes, finds the sets and writes bytes, all in one pass, by tables that the
caller makes from the notations, so it knows none of them: any with one byte a feature will do.
It understands regular tableaus only. At the first that is in any way irregular (a byte that no
card has there, a comment, a wrong length, a card that comes twice, a CR without LF, too little
room for the output) it stops *before* that tableau, and says where. A slow and careful reader
can then take that one, explain what is wrong with it, and resume the kernel behind it.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from capset.kernels.ternary import third_code

Array = NDArray[Any]

STOP = -1  # in place of where something ends

_TAB, _LF, _CR, _BLANK = 9, 10, 13, 32
_DOT, _ZERO = ord("."), ord("0")


@numba.njit(cache=True, nogil=True)
def solve(
    text: Array,
    reading: Array,
    writing: Array,
    low: Any,
    layout: tuple[Array, ...],
    output: Array,
) -> tuple[int, int, int, int, int]:
    """Solve the tableaus of `text` from its start, and write their reports to `output`.

    Args:
        text: bytes that begin and end between tableaus (the last needs no blank line).
        reading: (features, 256), what a byte at a place of a card adds to the card's code;
            negative where that byte cannot stand there.
        writing: (codes, width), the bytes of the card with a code.
        low: the lower of the two bits of each feature, as in :mod:`capset.kernels.ternary`.
        layout: what stands before the cards of a tableau, before its first set, before each
            further set, between the number of a set and its cards (after a dot), in place of
            the sets where there are none, and after a tableau.
        output: bytes, to be written.

    Returns:
        How many bytes were read and written, and the numbers of tableaus and sets in them and
        of LF bytes read. All of `text` was read, or it stopped at the first byte behind the
        blank line of the last tableau solved.
    """
    codes = np.zeros(len(writing), np.int64)
    place_of = np.zeros(len(writing), np.int32)  # by code: 1 + its place in the tableau, or 0
    read = written = tableaus = sets = lines = 0
    while read < len(text):
        at, size, feeds = _read_tableau(text, read, reading, codes, place_of)
        if at == STOP:
            break
        if size > 0:
            end, found = _write_report(
                codes[:size], place_of, writing, low, layout, output, written
            )
            if end == STOP:
                break
            for i in range(size):
                place_of[codes[i]] = 0
            written = end
            tableaus += 1
            sets += found
        read = at
        lines += feeds
    return read, written, tableaus, sets, lines


@numba.njit(cache=True, nogil=True)
def _read_tableau(
    text: Array, start: int, reading: Array, codes: Array, place_of: Array
) -> tuple[int, int, int]:
    """Read a tableau: return where it ends, its size and its line ends; or STOP first.

    It ends behind its blank line. Of a regular tableau each card's place is left in `place_of`.
    """
    features = len(reading)
    at = start
    size = feeds = 0
    blank_line = False  # no card in this line so far, and one in a line before
    while at < len(text):
        byte = text[at]
        if byte == _LF:
            at += 1
            feeds += 1
            if blank_line:
                break
            blank_line = size > 0
            continue
        if byte in (_BLANK, _TAB) or (byte == _CR and at + 1 < len(text) and text[at + 1] == _LF):
            at += 1
            continue
        if at + features > len(text):
            return STOP, size, feeds
        code = 0
        wrong = 0
        for feature in range(features):
            amount = reading[feature, text[at + feature]]
            wrong |= amount
            code += amount
        at += features
        if wrong < 0 or place_of[code] != 0:
            return STOP, size, feeds
        if at < len(text) and text[at] not in (_LF, _BLANK, _TAB, _CR):
            return STOP, size, feeds
        codes[size] = code
        size += 1
        place_of[code] = size
        blank_line = False
    return at, size, feeds


@numba.njit(cache=True, nogil=True)
def _write_report(
    codes: Array,
    place_of: Array,
    writing: Array,
    low: Any,
    layout: tuple[Array, ...],
    output: Array,
    at: int,
) -> tuple[int, int]:
    """Write the report on a tableau: return where it ends and the number of sets.

    The end is STOP where there is too little room, whatever was written by then.
    """
    before_cards, before_first, before_next, after_number, no_sets, after_tableau = layout
    size = len(codes)
    card_width = writing.shape[1] + 1
    numbered = len(before_next) + 20 + len(after_number) + 3 * card_width
    line_room = numbered + len(no_sets) + len(after_tableau)  # a line of sets, and an end
    if at + len(before_cards) + size * card_width + len(before_first) + line_room > len(output):
        return STOP, 0
    at = _copy(before_cards, output, at)
    for i in range(size):
        at = _write_card(writing, codes[i], output, at)
    output[at - 1] = _LF
    at = _copy(before_first, output, at)
    found = 0
    for i in range(size):
        for j in range(i + 1, size):
            k = place_of[third_code(codes[i], codes[j], low)] - 1
            if k <= j:
                continue
            if at + line_room > len(output):
                return STOP, 0
            if found > 0:
                at = _copy(before_next, output, at)
            found += 1
            at = _write_number(found, output, at)
            at = _copy(after_number, output, at)
            at = _write_card(writing, codes[i], output, at)
            at = _write_card(writing, codes[j], output, at)
            at = _write_card(writing, codes[k], output, at)
            output[at - 1] = _LF
    if found == 0:
        at = _copy(no_sets, output, at)
    return _copy(after_tableau, output, at), found


@numba.njit(cache=True, nogil=True)
def _copy(text: Array, output: Array, at: int) -> int:
    for place in range(len(text)):
        output[at + place] = text[place]
    return at + len(text)


@numba.njit(cache=True, nogil=True)
def _write_card(writing: Array, code: int, output: Array, at: int) -> int:
    """Write a card and a blank."""
    width: int = writing.shape[1]
    for place in range(width):
        output[at + place] = writing[code, place]
    output[at + width] = _BLANK
    return at + width + 1


@numba.njit(cache=True, nogil=True)
def _write_number(number: int, output: Array, at: int) -> int:
    """Write a number with its dot."""
    end = at
    power = 1
    while power <= number // 10:
        power *= 10
    while power > 0:
        output[end] = _ZERO + number // power % 10
        end += 1
        power //= 10
    output[end] = _DOT
    return end + 1
