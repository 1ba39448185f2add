"""Sets of any deck, by partial agreement.

Two cards *agree* in the features in which they have the same value. The cards of a set agree
pairwise in the same features: in each feature either every pair agrees (all the same) or none
does (all different). So the first two cards fix the pattern, a further card belongs only if it
makes the same pattern with each card chosen, and a selection is dropped as soon as too few such
cards are left. The last card is determined by the others (a common value, or the one value not
used) and is looked up, by binary search among the tableau's cards in order.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@numba.njit(cache=True, nogil=True)
def _pattern(digits: Array, first: int, second: int) -> int:
    """Return the features in which two cards have the same value, as bits."""
    pattern = 0
    for feature in range(digits.shape[1]):
        pattern += pattern + int(digits[first, feature] == digits[second, feature])
    return pattern


@numba.njit(cache=True, nogil=True)
def _last_card(digits: Array, chosen: Array, values: int) -> int:
    """Return the card that completes the v-1 chosen ones, which agree pairwise alike."""
    card = 0
    for feature in range(digits.shape[1]):
        value = digits[chosen[0], feature]
        if value != digits[chosen[1], feature]:
            value = values * (values - 1) // 2  # the sum of all values, less those used
            for place in range(values - 1):
                value -= digits[chosen[place], feature]
        card = card * values + value
    return card


@numba.njit(cache=True, nogil=True)
def _write_digits(cards: Array, values: int, digits: Array) -> None:
    for position in range(len(cards)):
        card = cards[position]
        for feature in range(digits.shape[1] - 1, -1, -1):
            digits[position, feature] = card % values
            card //= values


@numba.njit(cache=True, nogil=True)
def _narrow(
    digits: Array, card: int, pattern: int, agreement: Array, candidates: Array, kept: Array
) -> int:
    """Write to `kept` the candidates that make `pattern` with the first card and with `card`."""
    count = 0
    for position in candidates:
        if agreement[position] == pattern and _pattern(digits, card, position) == pattern:
            kept[count] = position
            count += 1
    return count


@numba.njit(cache=True, nogil=True)
def _sort(cards: Array, order: Array) -> None:
    """Write to `order` the positions of the cards from the lowest card to the highest.

    By insertion, which keeps equal cards in order of position; the pairs cost more anyway.
    """
    for position in range(len(cards)):
        rank = position
        while rank > 0 and cards[order[rank - 1]] > cards[position]:
            order[rank] = order[rank - 1]
            rank -= 1
        order[rank] = position


@numba.njit(cache=True, nogil=True)
def _first_rank(cards: Array, order: Array, card: int) -> int:
    """Return how many of the cards are lower than `card`, by binary search."""
    low, high = 0, len(order)
    while low < high:
        middle = (low + high) // 2
        if cards[order[middle]] < card:
            low = middle + 1
        else:
            high = middle
    return low


@numba.njit(cache=True, nogil=True)
def find(cards: Array, game: tuple[int, int], cursors: Array, positions: Array) -> None:
    """Write the sets of each tableau of `cards` (tableaus, size) to `positions` (sets, v).

    Those of a tableau begin at its row in `cursors` and are in lexicographic order of
    position; the cursors are left where they end. Where `positions` has no row the sets are
    only counted: from cursors of zero come the counts. `game` is (values, features); the size
    must be at least v.
    """
    values, features = game
    tableaus, size = cards.shape
    every_feature = (1 << features) - 1
    digits = np.zeros((size, features), np.int64)
    order = np.zeros(size, np.int64)  # positions by card
    agreement = np.zeros(size, np.int64)  # of each position with the first card chosen
    chosen = np.zeros(values - 1, np.int64)
    # for each number of cards chosen: what may come next, and how far that was tried
    candidates = np.zeros((values - 1, size), np.int64)
    lengths = np.zeros(values - 1, np.int64)
    tried = np.zeros(values - 1, np.int64)
    for tableau in range(tableaus):
        table = cards[tableau]
        _write_digits(table, values, digits)
        _sort(table, order)
        for first in range(size):
            chosen[0] = first
            lengths[1] = tried[1] = 0
            for position in range(first + 1, size):
                agreement[position] = _pattern(digits, first, position)
                if agreement[position] != every_feature:  # no set has two equal cards
                    candidates[1, lengths[1]] = position
                    lengths[1] += 1
            depth = 1
            while depth > 0:
                here = tried[depth]
                if lengths[depth] - here < values - depth:
                    depth -= 1
                    continue
                tried[depth] = here + 1
                card = candidates[depth, here]
                chosen[depth] = card
                if depth < values - 2:
                    rest = candidates[depth, here + 1 : lengths[depth]]
                    depth += 1
                    lengths[depth] = _narrow(
                        digits, card, agreement[chosen[1]], agreement, rest, candidates[depth]
                    )
                    tried[depth] = 0
                    continue
                last = _last_card(digits, chosen, values)
                rank = _first_rank(table, order, last)
                while rank < size and table[order[rank]] == last:
                    if order[rank] > card:
                        row = cursors[tableau]
                        cursors[tableau] = row + 1
                        if len(positions) > 0:
                            for place in range(values - 1):
                                positions[row, place] = chosen[place]
                            positions[row, values - 1] = order[rank]
                    rank += 1
