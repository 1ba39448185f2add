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

IRREGULAR = -1

_TAB, _LF, _CR, _BLANK = 9, 10, 13, 32
_DOT, _ZERO = ord("."), ord("0")


@numba.njit(cache=True, nogil=True)
def solve(
    text: Array,
    reading: Array,
    writing: Array,
    low: Any,
    layout: tuple[Array, Array, Array, Array, Array, Array],
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
    before_cards, before_first, before_next, after_number, no_sets, after_tableau = layout
    features = len(reading)
    width = writing.shape[1]
    longest_line = 32 + 3 * (width + 1) + len(before_next) + len(no_sets) + len(after_tableau)
    codes = np.zeros(len(writing), np.int64)
    place_of = np.zeros(len(writing), np.int32)  # by code: 1 + its place in the tableau, or 0
    read = written = tableaus = sets = lines = 0
    while read < len(text):
        at, size, feeds = _read_tableau(text, read, reading, codes, place_of)
        if at == IRREGULAR:
            break
        found = 0
        end = written
        if size > 0:
            room = len(before_cards) + size * (width + 1) + len(before_first) + longest_line
            if end + room > len(output):
                break
            end = _copy(before_cards, output, end)
            for i in range(size):
                end = _write_card(writing, codes[i], output, end)
                output[end] = _BLANK
                end += 1
            output[end - 1] = _LF
            end = _copy(before_first, output, end)
            for i in range(size):
                for j in range(i + 1, size):
                    k = place_of[third_code(codes[i], codes[j], low)] - 1
                    if k <= j:
                        continue
                    if end + longest_line > len(output):
                        return read, written, tableaus, sets, lines
                    if found > 0:
                        end = _copy(before_next, output, end)
                    found += 1
                    end = _write_number(found, output, end)
                    end = _copy(after_number, output, end)
                    end = _write_card(writing, codes[i], output, end)
                    output[end] = _BLANK
                    end = _write_card(writing, codes[j], output, end + 1)
                    output[end] = _BLANK
                    end = _write_card(writing, codes[k], output, end + 1)
                    output[end] = _LF
                    end += 1
            if found == 0:
                end = _copy(no_sets, output, end)
            end = _copy(after_tableau, output, end)
            tableaus += 1
        for i in range(size):
            place_of[codes[i]] = 0
        read, written = at, end
        sets += found
        lines += feeds
    return read, written, tableaus, sets, lines


@numba.njit(cache=True, nogil=True)
def _read_tableau(
    text: Array, start: int, reading: Array, codes: Array, place_of: Array
) -> tuple[int, int, int]:
    """Read a tableau: return where it ends, its size and its line ends; or IRREGULAR first.

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
            return IRREGULAR, size, feeds
        code = 0
        wrong = 0
        for feature in range(features):
            amount = reading[feature, text[at + feature]]
            wrong |= amount
            code += amount
        at += features
        if wrong < 0 or place_of[code] != 0:
            return IRREGULAR, size, feeds
        if at < len(text) and text[at] not in (_LF, _BLANK, _TAB, _CR):
            return IRREGULAR, size, feeds
        codes[size] = code
        size += 1
        place_of[code] = size
        blank_line = False
    return at, size, feeds


@numba.njit(cache=True, nogil=True)
def _copy(text: Array, output: Array, at: int) -> int:
    for byte in text:
        output[at] = byte
        at += 1
    return at


@numba.njit(cache=True, nogil=True)
def _write_card(writing: Array, code: int, output: Array, at: int) -> int:
    for place in range(writing.shape[1]):
        output[at + place] = writing[code, place]
    return at + writing.shape[1]


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
