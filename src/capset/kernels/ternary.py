"""Sets of decks with three values: many tableaus in the lanes of a vector register.

A card is a *code* of two bits a feature, which hold its value plus one: 1, 2 or 3. Where two
cards differ in a feature, the third value is the exclusive or of theirs (1^2 = 3, 1^3 = 2,
2^3 = 1); where they agree, it is theirs. So the third card of a set is a handful of bit
operations with no table, and as all arrays here run over tableaus in the innermost loop, LLVM
does them for a whole vector of tableaus at once: 32 of them for codes of one byte (up to four
features) with AVX2. A code is never 0, which marks "no card".

Codes are unsigned integers of the same width as the cards: uint8 up to 4 features, uint16 up
to 8, uint32 up to 16, uint64 up to 32 (:func:`lane_type`).
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MOST_FEATURES = 32
MOST_CARDS = 256
"""The largest tableau: what one pair adds to a count must fit a lane of one byte."""

_TABLE_FEATURES = 8
_TABLE_CARDS = 3**_TABLE_FEATURES
_BLOCK = 1024  # tableaus: 12 columns of one byte are 12 KiB, well within the first cache


def lane_type(features: int) -> np.dtype[Any]:
    """Return the integer type of the cards and codes of a deck with `features` features."""
    return np.dtype(f"u{next(size for size in (1, 2, 4, 8) if features <= 4 * size)}")


def code_table(features: int) -> Array:
    """Return the codes of all cards of `features` features, or of the last 8 if there are more."""
    cards = np.arange(3 ** min(features, _TABLE_FEATURES))
    codes = np.zeros_like(cards)
    for place in range(min(features, _TABLE_FEATURES)):
        codes |= (cards // 3**place % 3 + 1) << 2 * place
    return codes.astype(lane_type(features))


def low_bits(features: int) -> Any:
    """Return the lower of the two bits of each feature of a lane, as a scalar of its type."""
    lane = lane_type(features)
    return lane.type(np.iinfo(lane).max // 3)


@numba.njit(cache=True, nogil=True)
def third_code(first: Any, second: Any, low_bits: Any) -> Any:
    """Return the code of the card that makes a set with two others; 0 where they are equal.

    Three equal cards are no set, so a card has no third card with itself.
    """
    if first == second:
        return first ^ second
    different = first ^ second
    fields = (different | (different >> 1)) & low_bits
    return different | (first & ~(fields | (fields << 1)))


@numba.njit(cache=True, nogil=True)
def _encode(cards: Array, codes: Array, features: int, columns: Array) -> None:
    """Write the codes of the cards (tableaus, size) to `columns` (size, at least tableaus)."""
    tableaus, size = cards.shape
    if features <= _TABLE_FEATURES:
        for j in range(size):
            for t in range(tableaus):
                columns[j, t] = codes[cards[t, j]]
        return
    for j in range(size):
        for t in range(tableaus):
            card = np.int64(cards[t, j])
            code = np.int64(0)
            shift = 0
            while shift < 2 * features:
                code |= np.int64(codes[card % _TABLE_CARDS]) << shift
                card //= _TABLE_CARDS
                shift += 2 * _TABLE_FEATURES
            columns[j, t] = code


@numba.njit(cache=True, nogil=True)
def count(cards: Array, codes: Array, features: int, low: Any, counts: Array) -> None:
    """Write the number of sets of each tableau of `cards` (tableaus, size) to `counts`.

    `codes` and `low` are what :func:`code_table` and :func:`low_bits` return for `features`.
    Every pair dictates its third card, which is then compared with each later column.
    """
    tableaus, size = cards.shape
    columns = np.zeros((size, _BLOCK), codes.dtype)
    third = np.zeros(_BLOCK, codes.dtype)
    found = np.zeros(_BLOCK, codes.dtype)
    for start in range(0, tableaus, _BLOCK):
        block = min(_BLOCK, tableaus - start)
        _encode(cards[start : start + block], codes, features, columns)
        counts[start : start + block] = 0
        room = 255  # what a lane of one byte holds before it must be emptied
        for i in range(size):
            for j in range(i + 1, size):
                for t in range(block):
                    third[t] = third_code(columns[i, t], columns[j, t], low)
                for k in range(j + 1, size):
                    for t in range(block):
                        found[t] += third[t] == columns[k, t]
                room -= size - 1 - j
                if room < size:
                    _empty(found, counts[start : start + block])
                    room = 255
        _empty(found, counts[start : start + block])


@numba.njit(cache=True, nogil=True)
def _empty(found: Array, counts: Array) -> None:
    for t in range(len(counts)):
        counts[t] += found[t]
        found[t] = 0


@numba.njit(cache=True, nogil=True)
def find(
    cards: Array, codes: Array, features: int, low: Any, cursors: Array, positions: Array
) -> None:
    """Write the sets of each tableau of `cards` (tableaus, size) to `positions` (sets, 3).

    Those of a tableau begin at its row in `cursors` and are in lexicographic order of
    position; the cursors are left where they end. `codes` and `low` are as in :func:`count`.

    Few of the pairs that a block holds have a third card on the table, and which ones is
    beyond any branch predictor; so their lanes are gathered without a branch.
    """
    tableaus, size = cards.shape
    columns = np.zeros((size, _BLOCK), codes.dtype)
    third = np.zeros(_BLOCK, codes.dtype)
    found = np.zeros(_BLOCK, codes.dtype)
    lanes = np.zeros(_BLOCK, np.int64)
    for start in range(0, tableaus, _BLOCK):
        block = min(_BLOCK, tableaus - start)
        _encode(cards[start : start + block], codes, features, columns)
        for i in range(size):
            for j in range(i + 1, size):
                for t in range(block):
                    third[t] = third_code(columns[i, t], columns[j, t], low)
                    found[t] = 0
                for k in range(j + 1, size):
                    for t in range(block):
                        found[t] |= third[t] == columns[k, t]
                hits = 0
                for t in range(block):
                    lanes[hits] = t
                    hits += int(found[t])
                for hit in range(hits):
                    t = lanes[hit]
                    for k in range(j + 1, size):
                        if columns[k, t] == third[t]:
                            row = cursors[start + t]
                            positions[row, 0] = i
                            positions[row, 1] = j
                            positions[row, 2] = k
                            cursors[start + t] = row + 1
