"""Stabilisers of coloured decks of any size, and symmetries that take one to another.

:mod:`capset.caps.symmetry` lists all elements of a stabiliser; a single card of the real deck has
24 million. Here are only generators, found as McKay does for graphs (Practical graph isomorphism,
1981), of the graph of cards and slices. Its automorphisms are the symmetries of the deck: for
v = 3, with all hyperplanes, those that keep lines; with the slices of features only, those that
permute features and values, for slices of one feature are those with no card in common.

**Refinement.** Cards that differ in how many cards of which colour their slices hold get
different colours, and so on until nothing changes. Colours are hashes of what they stand for, so
those of two decks can be compared: a symmetry keeps them. (Where two hashes agree by chance, too
little is told apart, and a candidate more is looked at; each map is checked in the end.)

**Chain.** Cards b_0, b_1, ... are fixed one after the other until refinement tells all cards
apart; then only the identity is left. The order of the stabiliser of b_0, ..., b_(i-1) is that
of the stabiliser of b_i in it, times the length of b_i's orbit (orbits and stabilisers). The
orbit consists of those c for which some symmetry fixes b_0, ..., b_(i-1) and takes b_i to c.
Such a symmetry is looked for by depth first, among the cards of equal colours; what was found
for later cards of the chain fixes b_0, ..., b_(i-1), too, and so decides for whole orbits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.symmetry import is_affine
from capset.caps.tree import directions
from capset.errors import ProblemError
from capset.game import Game

Array = NDArray[Any]

_MOST_CARDS = 3**7
_FIXED = np.uint64(0x9E3779B97F4A7C15)


class Stabiliser(NamedTuple):
    """The symmetries that keep a colouring: how many, and some that generate them all.

    A row of ``generators`` has the image of each card.
    """

    order: int
    generators: Array


class AffineMap(NamedTuple):
    """The map x -> Mx + t modulo 3 of the values of a card: ``matrix`` has the rows of M."""

    matrix: tuple[tuple[int, ...], ...]
    shift: tuple[int, ...]


class FeatureMap(NamedTuple):
    """A permutation of features and of their values.

    Feature i of the image comes from feature ``features[i]``, and its value a from there is
    ``values[i][a]``.
    """

    features: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]


class _Slices(NamedTuple):
    """``of_card[card]`` are the slices that a card lies in, ``cards[slice]`` what lies in one."""

    of_card: Array
    cards: Array

    def refined(self, colours: Array) -> Array:
        """Return the colours of cards, told apart as far as slices can."""
        kinds = 0
        while True:
            found = len(np.unique(colours))
            if found in (kinds, len(colours)):
                return colours
            kinds = found
            held = _mixed(_mixed(colours)[self.cards].sum(axis=1))
            colours = _mixed(colours + _mixed(held[self.of_card].sum(axis=1)))


def _mixed(numbers: Array) -> Array:
    """Return hashes of 64-bit numbers (the finaliser of splitmix64)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Array = numbers ^ (numbers >> np.uint64(31))
    return mixed


@lru_cache(maxsize=4)
def _slices(game: Game, affine: bool) -> _Slices:
    v, n, size = game.values, game.features, game.deck_size
    if size > _MOST_CARDS:
        raise ProblemError(
            f"stabilisers in a deck of {size:,} cards are out of reach; at most {_MOST_CARDS:,}"
        )
    ways = directions(game) if affine else np.eye(n, dtype=np.int64)
    of_card = _digits(game) @ ways.T % v + v * np.arange(len(ways))
    cards = np.argsort(of_card, axis=None, kind="stable") // len(ways)
    return _Slices(of_card, cards.reshape(len(ways) * v, -1))


def _digits(game: Game) -> Array:
    v, n = game.values, game.features
    return np.arange(game.deck_size)[:, None] // v ** np.arange(n - 1, -1, -1) % v


class _Chain:
    """The cards that are fixed one after the other, and the colours of all at each step."""

    def __init__(self, slices: _Slices, colours: Array) -> None:
        self.slices = slices
        self.fixed: list[int] = []
        self.colours = [slices.refined(colours)]
        while True:
            now = self.colours[-1]
            kinds, firsts, counts = np.unique(now, return_index=True, return_counts=True)
            if len(kinds) == len(now):
                break
            # of a small cell few candidates must be looked at
            card = int(firsts[np.where(counts > 1, counts, len(now) + 1).argmin()])
            self.fixed.append(card)
            self.colours.append(self._with_fixed(now, card))
        self._sorted = [np.sort(now) for now in self.colours]

    def _with_fixed(self, colours: Array, card: int) -> Array:
        changed = colours.copy()
        changed[card] ^= _FIXED
        return self.slices.refined(changed)

    def symmetry(self, step: int, colours: Array, candidates: Array | None = None) -> Array | None:
        """Return a symmetry from the colours of a step to some others, or ``None``.

        With `candidates`, one that takes the card fixed next to one of them.
        """
        if not np.array_equal(np.sort(colours), self._sorted[step]):
            return None
        if step == len(self.fixed):
            images = np.empty(len(colours), np.int64)
            images[np.argsort(self.colours[step])] = np.argsort(colours)
            return images if self._keeps_slices(images) else None
        if candidates is None:
            candidates = np.flatnonzero(colours == self.colours[step][self.fixed[step]])
        for card in candidates.tolist():
            found = self.symmetry(step + 1, self._with_fixed(colours, card))
            if found is not None:
                return found
        return None

    def _keeps_slices(self, images: Array) -> bool:
        """Whether the cards of each slice come to lie in a slice."""
        of_card, cards = self.slices
        for held in cards:
            moved = of_card[images[held]]
            if not (moved == moved[0]).all(axis=0).any():
                return False
        return True


def orbits(generators: Array, size: int) -> Array:
    """Return for each of `size` cards the least card that the generators take it to or from."""
    least = np.arange(size)
    while True:
        before = least
        for images in generators:
            low = np.minimum(least, least[images])
            low[images] = np.minimum(low[images], low)
            least = low[low]
        if np.array_equal(before, least):
            return least


def _colours(game: Game, colouring: Mapping[int, int]) -> Array:
    colours = np.zeros(game.deck_size, np.uint64)
    colours[list(colouring.keys())] = list(colouring.values())
    return colours


def stabiliser(game: Game, colouring: Mapping[int, int], group: str = "full") -> Stabiliser:
    """Return the symmetries that keep a colouring; cards not mentioned have colour 0.

    `group` is one of :data:`capset.caps.symmetry.GROUPS`.

    Raises:
        ProblemError: where the deck is too large.
    """
    slices = _slices(game, is_affine(game, group))
    chain = _Chain(slices, _colours(game, colouring))
    generators: list[Array] = []
    lengths = []
    for step in reversed(range(len(chain.fixed))):
        card, colours = chain.fixed[step], chain.colours[step]
        candidates = np.flatnonzero(colours == colours[card])
        least = orbits(np.array(generators), game.deck_size)
        refused: set[int] = set()
        for candidate in candidates:
            if least[candidate] == least[card] or int(least[candidate]) in refused:
                continue
            found = chain.symmetry(step, colours, np.array([candidate]))
            if found is None:
                refused.add(int(least[candidate]))
                continue
            generators.append(found)
            least = orbits(np.array(generators), game.deck_size)
            refused = {int(least[other]) for other in refused}
        lengths.append(int(np.count_nonzero(least == least[card])))
    shape = (len(generators), game.deck_size)
    return Stabiliser(prod(lengths), np.array(generators, np.int64).reshape(shape))


def isomorphism(
    game: Game, first: Mapping[int, int], second: Mapping[int, int], group: str = "full"
) -> Array | None:
    """Return a symmetry that takes one colouring to another, as the image of each card.

    ``None`` where there is none.

    Raises:
        ProblemError: where the deck is too large.
    """
    slices = _slices(game, is_affine(game, group))
    chain = _Chain(slices, _colours(game, first))
    colours = slices.refined(_colours(game, second))
    if not chain.fixed:
        return chain.symmetry(0, colours)
    # of an orbit of the second one's stabiliser one card decides for all
    least = orbits(stabiliser(game, second, group).generators, game.deck_size)
    here = np.flatnonzero(colours == chain.colours[0][chain.fixed[0]])
    return chain.symmetry(0, colours, here[least[here] == here])


def affine_map(game: Game, images: Array) -> AffineMap:
    """Return a symmetry of three values as an affine map of the values of a card."""
    digits = _digits(game)
    n = game.features
    units = 3 ** np.arange(n - 1, -1, -1)
    shift = digits[images[0]]
    matrix = (digits[images[units]] - shift).T % 3
    return AffineMap(tuple(map(tuple, matrix.tolist())), tuple(shift.tolist()))


def feature_map(game: Game, images: Array) -> FeatureMap:
    """Return a symmetry of the game as permutations of features and values."""
    digits = _digits(game)
    v, n = game.values, game.features
    units = v ** np.arange(n - 1, -1, -1)
    zero = digits[images[0]]
    features, values = [0] * n, [()] * n
    for feature in range(n):
        lines = digits[images[np.arange(v) * units[feature]]]
        place = int(np.flatnonzero(lines[1] != zero)[0])
        features[place] = feature
        values[place] = tuple(lines[:, place].tolist())
    return FeatureMap(tuple(features), tuple(values))
