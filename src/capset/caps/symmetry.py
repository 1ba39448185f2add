"""The symmetry of a deck: its group, stabilisers and canonical forms of coloured decks.

A symmetry is a permutation of the cards that takes sets to sets. For v = 3 these are the affine
maps of AG(n,3), by the fundamental theorem of affine geometry (a permutation that takes lines
to lines; over the field of three elements it needs no semilinear part). For v >= 4 they are the
permutations of each feature's values, and of the features: two cards that differ in d features
lie in ((v-2)!)^(d-1) sets together, which for v >= 4 grows strictly with d, so that a symmetry
keeps the number of features in which cards differ, and the symmetries of that distance are
known to be these (the automorphism group of a Hamming graph).

Canonical forms
---------------
A *colouring* gives each card a small number. A flat is grown from a card, its origin, one
feature at a time: for v = 3 by two parallel copies of itself (translations by d and 2d), for
v >= 4 by changing one further feature to each of its other values, in some order. The sequence
of choices is a frame; each frame is a symmetry from the deck in standard coordinates, in which
card number x stands for the x-th card of the full flat. Of all frames those are kept, at each
step, whose colours so far are lexicographically greatest. Every step depends only on what a
symmetry preserves, so two colourings are equivalent exactly if their final colours agree; and
as only one frame takes the standard coordinates to a given full flat, the frames that are left
are the stabiliser, each once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.game import Game
from capset.kernels.flats import TOO_MANY, best_extensions

Array = NDArray[Any]

MOST_FRAMES = 200_000
"""How many frames are kept at most; a colouring with a larger stabiliser has no listed group."""

_MOST_OPTIONS = 50_000  # ways to grow a flat; beyond (v! for v >= 8) no symmetry is listed


class CanonicalForm(NamedTuple):
    """What is left of a colouring when the symmetry of the deck is taken away.

    ``colours`` are the colours in standard coordinates: equal for equivalent colourings, and
    for them only. ``frames`` has a row for each element of the stabiliser: the cards that stand
    at the standard coordinates 0, 1, 2, ...; any row takes the canonical form to the colouring.
    """

    colours: bytes
    frames: Array

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that have a colour other than 0, in standard coordinates."""
        return tuple(place for place, colour in enumerate(self.colours) if colour)

    @property
    def order(self) -> int:
        """The order of the colouring's stabiliser."""
        return len(self.frames)

    @property
    def stabiliser(self) -> Array:
        """The stabiliser as permutations: ``stabiliser[i, card]`` is the image of a card.

        Row 0 is the identity.
        """
        group = np.empty_like(self.frames)
        group[:, self.frames[0]] = self.frames
        return group


def group_order(game: Game) -> int:
    """Return the order of the deck's symmetry group.

    3^n * prod (3^n - 3^i) for v = 3 (the affine group AGL(n,3)), otherwise (v!)^n * n!.
    """
    v, n = game.values, game.features
    if v == 3:
        return int(3**n * prod(3**n - 3**i for i in range(n)))
    return int(factorial(v) ** n * factorial(n))


class _Frame(NamedTuple):
    """How flats grow: ``moves[move, card]``, and options, which are rows of moves."""

    moves: Array
    options: Array


@lru_cache(maxsize=8)
def _frame(game: Game) -> _Frame:
    v, n, size = game.values, game.features, game.deck_size
    weights = v ** np.arange(n - 1, -1, -1)
    digits = np.arange(size)[:, None] // weights % v
    if v == 3:
        # row d is the translation by d; the negative of d is 2d
        moves = np.zeros((size, size), np.int32)
        for place in range(n):
            column = digits[:, place]
            moves += ((column[:, None] + column) % 3 * weights[place]).astype(np.int32)
        double = (2 * digits % 3) @ weights
        options = np.column_stack((np.arange(1, size), double[1:]))
    else:
        # row place * v + value gives that value to that feature
        moves = np.array(
            [
                np.arange(size) + (value - digits[:, place]) * weights[place]
                for place in range(n)
                for value in range(v)
            ],
            np.int32,
        )
        orders = np.array(list(permutations(range(v), v - 1)))
        options = np.concatenate([place * v + orders for place in range(n)])
    return _Frame(moves, options.astype(np.int32))


def has_listed_symmetry(game: Game) -> bool:
    """Return whether canonical forms of this deck are within reach."""
    if game.values == 3:
        return game.deck_size <= 3**7
    return game.features * factorial(game.values) <= _MOST_OPTIONS and game.deck_size <= 2000


def canonical_form(
    game: Game, colouring: Mapping[int, int], most_frames: int = MOST_FRAMES
) -> CanonicalForm | None:
    """Return the canonical form of a colouring; cards not mentioned have colour 0.

    Colours are 0 to 255. ``None`` where at some step there were more than `most_frames` frames
    to keep, as there are when the stabiliser is larger than that.
    """
    colours = np.zeros(game.deck_size, np.int64)
    for card, colour in colouring.items():
        colours[card] = colour
    if not has_listed_symmetry(game):
        return None
    moves, options = _frame(game)
    flats = np.flatnonzero(colours == colours.max()).astype(np.int32)[:, None]
    if len(flats) > most_frames:
        return None
    kept = np.empty((most_frames, 2), np.int32)
    for _ in range(game.features):
        count = best_extensions(colours, moves, options, flats, kept)
        if count == TOO_MANY:
            return None
        grown = flats[kept[:count, 0]]
        steps = options[kept[:count, 1]]
        flats = np.concatenate(
            [grown, *(moves[steps[:, [step]], grown] for step in range(steps.shape[1]))], axis=1
        )
    return CanonicalForm(colours[flats[0]].astype(np.uint8).tobytes(), flats)


def subgroup(game: Game, colouring: Mapping[int, int], most: int = MOST_FRAMES) -> Array:
    """Return a group of symmetries that keep the colouring, as permutations, at most `most`.

    It is the whole stabiliser where that is small enough; otherwise the stabiliser of the
    colouring with some further cards fixed; the identity alone where nothing can be listed.
    """
    fixed = dict(colouring)
    next_colour = 1 + max(fixed.values(), default=0)
    while has_listed_symmetry(game):
        form = canonical_form(game, fixed, most)
        if form is not None:
            return form.stabiliser
        free = next((card for card in game.deck if fixed.get(card, 0) == 0), None)
        if free is None or next_colour > 255:
            break
        fixed[free] = next_colour
        next_colour += 1
    return np.arange(game.deck_size, dtype=np.int32)[None, :]
