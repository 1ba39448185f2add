"""Whole games played by one rule, for the odds of what lies on the table."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from capset.kernels import partial

Array = NDArray[Any]


@numba.njit(cache=True, nogil=True)
def play_games(
    decks: Array, picks: Array, game: tuple[int, int], third: Array, cards: int, seen: Array
) -> None:
    """Play a game with each of the shuffled `decks` (games, deck), and count what is `seen`.

    `cards` are dealt. A set is taken where there is one, and replaced while the deck lasts and
    no more than `cards` are left; otherwise v more cards are dealt. `game` is (values, features).

    The n-th set to be taken is the one at the share ``picks[g, n]``, in [0, 1), of the list of
    all sets in order of position; so picks of zero take the first. New cards come to the places
    of those that were taken, in order, or behind all others; gaps are closed by the last cards.

    `seen` (games, layers, columns) counts how often there were `cards`, v more, 2v more, ... on
    the table, and how many sets in them; both end with "or more". The rest of a deck whose cards
    do not come out even is not counted. `third` (deck, deck) has for
    three values the card that completes each two; it is empty where that takes too much room.
    """
    values = game[0]
    deck_size = decks.shape[1]
    place_of = np.full(deck_size, -1, np.int64)
    table = np.zeros(deck_size, np.int64)
    # of three values each pair of cards is in one set, which has three pairs
    rows = np.zeros((deck_size * (deck_size - 1) // 6 if len(third) else 1, values), np.int32)
    for number in range(len(decks)):
        place_of[:] = -1
        size = dealt = taken = 0
        while True:
            wanted = cards if dealt == 0 else values
            for _ in range(min(wanted, deck_size - dealt)):
                table[size] = decks[number, dealt]
                place_of[table[size]] = size
                size += 1
                dealt += 1
            while True:
                if len(third):
                    count = _list_thirds(table[:size], place_of, third, rows)
                else:
                    rows, count = _listed(table[:size], game, rows)
                if size >= cards and (size - cards) % values == 0:
                    layer = min((size - cards) // values, seen.shape[1] - 1)
                    seen[number, layer, min(count, seen.shape[2] - 1)] += 1
                if count == 0:
                    break
                positions = rows[int(picks[number, taken] * count)]
                taken += 1
                new = max(0, min(cards - size + values, deck_size - dealt))
                for place in positions:
                    place_of[table[place]] = -1
                for place in positions[new:][::-1]:
                    size -= 1
                    table[place] = table[size]
                    if place < size:
                        place_of[table[place]] = place
                for place in positions[:new]:
                    table[place] = decks[number, dealt]
                    place_of[table[place]] = place
                    dealt += 1
            if dealt == deck_size:
                break


@numba.njit(cache=True, nogil=True)
def _list_thirds(table: Array, place_of: Array, third: Array, rows: Array) -> int:
    """Write the sets of three cards on the table to `rows`, and return their number."""
    count = 0
    for first in range(len(table)):
        for second in range(first + 1, len(table)):
            place = place_of[third[table[first], table[second]]]
            if place > second:
                rows[count, 0], rows[count, 1], rows[count, 2] = first, second, place
                count += 1
    return count


@numba.njit(cache=True, nogil=True)
def _listed(table: Array, game: tuple[int, int], rows: Array) -> tuple[Array, int]:
    """Return the sets of v cards on the table, in rows that may be reused, and their number."""
    cursors = np.zeros(1, np.int64)
    if len(table) < game[0]:
        return rows, 0
    tableau = table.reshape(1, -1)
    partial.find(tableau, game, cursors, rows[:0])
    count = cursors[0]
    if count > len(rows):
        rows = np.zeros((count, game[0]), np.int32)
    cursors[0] = 0
    partial.find(tableau, game, cursors, rows)
    return rows, count
