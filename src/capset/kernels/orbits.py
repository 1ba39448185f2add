"""Symmetries of a deck as permutations of its cards, and the sets of the deck modulo a group.

A permutation is an array: card c goes to ``permutation[c]``. A group is given by generators, the
rows of an array.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@numba.njit(cache=True, nogil=True)
def order(permutation: Array) -> int:
    """Return how often a permutation must be repeated to move nothing: the lcm of its cycles."""
    seen = np.zeros(len(permutation), np.bool_)
    result = 1
    for start in range(len(permutation)):
        length, card = 0, start
        while not seen[card]:
            seen[card] = True
            card = permutation[card]
            length += 1
        if length > 1 and result % length:
            larger, smaller = result, length
            while smaller:
                larger, smaller = smaller, larger % smaller
            result *= length // larger
    return result


@numba.njit(cache=True, nogil=True)
def orbits(generators: Array) -> tuple[int, Array]:
    """Return the number of orbits and each card's orbit, numbered by their lowest cards."""
    count, cards = generators.shape
    orbit_of = np.full(cards, -1, np.int64)
    pending = np.zeros(cards, np.int64)
    found = 0
    for start in range(cards):
        if orbit_of[start] < 0:
            orbit_of[start] = found
            pending[0] = start
            length = 1
            while length > 0:
                length -= 1
                card = pending[length]
                for row in range(count):
                    image = generators[row, card]
                    if orbit_of[image] < 0:
                        orbit_of[image] = found
                        pending[length] = image
                        length += 1
            found += 1
    return found, orbit_of


@numba.njit(cache=True, nogil=True)
def _translate(card: int, game: tuple[int, int], translated: Array) -> None:
    """Write to `translated[t]` the card whose digits are those of `card` and t added, modulo v.

    Feature by feature: from the images of all beginnings of a card to those one digit longer.
    """
    values, features = game
    translated[0] = 0
    beginnings = 1
    place = values**features
    for _ in range(features):
        place //= values
        digit = card // place % values
        for beginning in range(beginnings - 1, -1, -1):
            image = translated[beginning] * values
            for value in range(values):
                translated[beginning * values + value] = image + (value + digit) % values
        beginnings *= values


@numba.njit(cache=True, nogil=True)
def _key(row: Array, free: int) -> int:
    """Return the different free items of a row as one number: digits in base `free` + 1.

    The row is sorted; the items come in ascending order, then `free` for each place left.
    """
    for place in range(1, len(row)):
        item, at = row[place], place
        while at > 0 and row[at - 1] > item:
            row[at] = row[at - 1]
            at -= 1
        row[at] = item
    key, different = 0, 0
    for place in range(len(row)):
        if row[place] < free and (place == 0 or row[place] != row[place - 1]):
            key = key * (free + 1) + row[place]
            different += 1
    for _ in range(len(row) - different):
        key = key * (free + 1) + free
    return key


@numba.njit(cache=True, nogil=True)
def sets_of_orbits(
    game: tuple[int, int],
    others: Array,
    lowest: Array,
    item_of: Array,
    free: int,
    keys: Array,
) -> int:
    """Write the sets of the deck to `keys`, as groups of items; return how many there are.

    Args:
        game: (values, features).
        others: the sets that contain card 0, as rows of their other cards. Those of card c are
            the same with c added, digit by digit modulo v, which is a symmetry.
        lowest: a card of each orbit that is an item, in the order of the items.
        item_of: for each card the item that its orbit is: 0 to `free` - 1, or `free` if it is
            forced, or -1 if it is excluded.
        free: the number of items that may be chosen or not.
        keys: room for the groups, each as one number, see :func:`groups_of_keys`. Sets with an
            excluded card are left out, and so are forced cards. For each set some image contains
            `lowest` of the lowest item in it, and only there it is written; so equal keys come
            from the same orbit and each key is written once.

    Returns:
        The number of groups, or -1 where the room may not do: it has to take, beyond the groups
        of all cards before, the sets of one card.
    """
    values = game[0]
    translated = np.zeros(len(item_of), np.int64)
    row = np.zeros(values, np.int64)
    written = 0
    for card in lowest:
        item = item_of[card]
        _translate(card, game, translated)
        begin = written
        if len(keys) - written < len(others):
            return -1
        for number in range(len(others)):
            row[0] = item
            filled = 1
            while filled < values:
                row[filled] = item_of[translated[others[number, filled - 1]]]
                if row[filled] < item:
                    break
                filled += 1
            if filled == values:
                keys[written] = _key(row, free)
                written += 1
        new = np.unique(keys[begin:written])
        keys[begin : begin + len(new)] = new
        written = begin + len(new)
    return written


def groups_of_keys(keys: Array, values: int, free: int) -> Array:
    """Return the groups of items written by :func:`sets_of_orbits`, a row each, -1 for no item."""
    groups = np.empty((len(keys), values), np.int32)
    rest = keys
    for place in range(values - 1, -1, -1):
        rest, groups[:, place] = np.divmod(rest, free + 1)
    groups[groups == free] = -1
    return groups
