"""Set-free collections with a symmetry: whole orbits of a group are chosen instead of cards.

A collection that a group of symmetries keeps is a union of orbits. Orbits that hold a set are no
choice; the others are items, as heavy as they are long, and the sets modulo the group are groups
of items that may not all be chosen. Many of the largest collections known have large groups
(that of the 112 cards of (3,6) has order 40,320 * 2), and modulo a good subgroup a deck of
thousands of cards is a problem of some dozens of items. Which subgroup is good is left to chance.

The groups are drawn from the permutations of the features and of each feature's values. For
v >= 4 that is all the symmetry there is. For v = 3 it is the monomial part of the affine group;
with random affine maps less was found of (3,7) and (3,8) in the same time.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import exp, log
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.game import Game
from capset.kernels.climbing import Conflicts, conflicts
from capset.kernels.orbits import groups_of_keys, orbits, order, sets_of_orbits

Array = NDArray[Any]

_MOST_ENTRIES = 3_000_000  # cards in all sets listed: some 100 MB while a problem is built
_MOST_LISTED = 60_000_000  # sets looked at to list them: half a second
_MOST_CARDS = 200_000
_MOST_GENERATORS = 12
_FEWEST_ORBITS = 8


class Quotient(NamedTuple):
    """A deck modulo a group: what may be chosen.

    ``item_of`` has the item of each card, -1 for cards that cannot be chosen: the excluded ones,
    those in an orbit that holds a set (with the forced cards), and the forced ones.
    """

    problem: Conflicts
    item_of: Array

    def cards(self, chosen: Array) -> Array:
        """Return the cards of the chosen items, in order."""
        return np.flatnonzero(np.append(chosen, 0)[self.item_of])

    def items(self, cards: Array) -> Array:
        """Return the items of those of the cards that may be chosen, in the order given."""
        items = self.item_of[cards]
        return items[items >= 0]


def is_listable(game: Game) -> bool:
    """Return whether the deck and the sets through one of its cards fit in memory."""
    return (
        game.deck_size <= _MOST_CARDS
        and game.set_count * game.values // game.deck_size * game.values <= _MOST_ENTRIES
    )


@lru_cache(maxsize=16)
def sets_of_first_card(game: Game) -> Array:
    """Return the sets that contain card 0, as rows of their other cards in ascending order.

    In the first feature that is not all 0 the cards ascend; in each later one they are all 0 or
    all different, in any order.
    """
    values = game.values
    columns = np.zeros((1, values), np.int64)
    if game.features > 1:
        different = [(0, *rest) for rest in permutations(range(1, values))]
        columns = np.concatenate([columns, different])
    parts = []
    for later in range(game.features):
        rows = np.arange(values)[None, :]
        for _ in range(later):
            rows = (rows[:, None, :] * values + columns).reshape(-1, values)
        parts.append(rows[:, 1:])
    return np.concatenate(parts).astype(np.int32)


class Symmetry(NamedTuple):
    """A symmetry: digit i of an image is ``tables[i]`` of digit ``places[i]`` of the card."""

    places: Array
    tables: Array

    def images(self, cards: Array) -> Array:
        """Return the image of each card."""
        features, values = self.tables.shape
        result = np.zeros(len(cards), np.int64)
        for place, table in zip(self.places, self.tables, strict=True):
            result = result * values + table[cards // values ** (features - 1 - place) % values]
        return result

    def moved_to(self, card: int, target: int) -> Symmetry:
        """Return this symmetry followed by the shift of digits that takes `card` to `target`."""
        features, values = self.tables.shape
        weights = values ** np.arange(features - 1, -1, -1)
        image = self.images(np.array([card]))
        shifts = target // weights % values - image // weights % values
        return self._replace(tables=(self.tables + shifts[:, None]) % values)


def random_symmetry(game: Game, random: Random, *, fixes_first_card: bool = False) -> Symmetry:
    """Return a random symmetry; often one that moves little.

    It permutes the features and each feature's values; `fixes_first_card` leaves the values 0.
    """
    places = list(range(game.features))
    if random.random() < 0.6:
        random.shuffle(places)
    tables = np.tile(np.arange(game.values), (game.features, 1))
    stillness, first = random.random(), int(fixes_first_card)
    for table in tables:
        if random.random() > stillness:
            table[first:] = random.sample(range(first, game.values), game.values - first)
    return Symmetry(np.array(places), tables)


def _power_of_random_order(symmetry: Array, random: Random) -> Array:
    """Return a power of a symmetry; its order is any divisor, but 1, of that of the symmetry."""
    whole = order(symmetry)
    exponent = random.choice([part for part in range(1, max(whole, 2)) if whole % part == 0])
    power, square = np.arange(len(symmetry)), symmetry
    while exponent:
        if exponent & 1:
            power = square[power]
        square, exponent = square[square], exponent >> 1
    return power


def random_group(
    game: Game, random: Random, most_orbits: int, stabiliser: Array | None = None
) -> Array:
    """Return generators of a random group with at most so many orbits, if they are found.

    Symmetries are added until there are not more orbits. They come from the rows of `stabiliser`
    if given, from all otherwise, half the time from those that fix card 0. The generators are
    the rows; the first of them is the identity.
    """
    limit = exp(random.uniform(log(_FEWEST_ORBITS), log(max(most_orbits, _FEWEST_ORBITS))))
    fixes_first_card = random.random() < 0.5
    generators = np.arange(game.deck_size)[None, :]
    count = game.deck_size
    while count > limit and len(generators) <= _MOST_GENERATORS:
        if stabiliser is None:
            drawn = random_symmetry(game, random, fixes_first_card=fixes_first_card)
            symmetry = drawn.images(generators[0])
        else:
            symmetry = stabiliser[random.randrange(len(stabiliser))].astype(np.int64)
        generators = np.vstack([generators, _power_of_random_order(symmetry, random)])
        count, _ = orbits(generators)
    return generators


def quotient(game: Game, generators: Array, forced: Array, excluded: Array) -> Quotient | None:
    """Return the deck modulo a group, which must keep the forced and the excluded cards as wholes.

    ``None`` where nothing can be chosen, or the sets modulo the group are too many to list.
    """
    if not is_listable(game):
        return None
    values = game.values
    _, orbit_of = orbits(generators)
    orbit_of[forced] = -1
    orbit_of[excluded] = -1
    used, lowest = np.unique(orbit_of, return_index=True)
    lowest = lowest[used >= 0]
    free = len(lowest)
    others = sets_of_first_card(game)
    if not free or free * len(others) > _MOST_LISTED or (free + 1) ** values >= 2**63:
        return None
    number = np.full(game.deck_size + 1, -1)
    number[orbit_of[lowest]] = np.arange(free)
    item_of = number[orbit_of]
    item_of[forced] = free
    room = min(free * len(others), _MOST_ENTRIES // values + len(others))
    keys = np.empty(room, np.int64)
    written = sets_of_orbits((values, game.features), others, lowest, item_of, free, keys)
    if written < 0:
        return None
    members = groups_of_keys(keys[:written], values, free)
    usable = np.ones(free, np.bool_)
    usable[members[members[:, 1] < 0, 0]] = False
    if not usable.any():
        return None
    number = np.append(np.where(usable, np.cumsum(usable) - 1, -1), -1)  # the last for no item
    members = members[(np.append(usable, True)[members]).all(axis=1)]
    item_of[forced] = -1
    item_of = number[item_of]
    weights = np.bincount(item_of[item_of >= 0])
    return Quotient(conflicts(weights, number[members]), item_of)
