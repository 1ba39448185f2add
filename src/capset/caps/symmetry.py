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

Where few cards have a colour other than 0, most of a frame is no choice. A flat that holds them
all need not grow: whatever extends it does so with colours 0, and as the symmetries that fix
the flat card by card move any extension to any other, there are as many of them as extensions.
And for v >= 4 the values of a feature that no such card has may stand last, in any order.
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

GROUPS = ("full", "game")
"""The symmetries: all of the deck, or those that permute the values and the features."""

_MOST_OPTIONS = 50_000  # ways to grow a flat; beyond (v! for v >= 8) no symmetry is listed
_MOST_CARDS = 2000


class CanonicalForm(NamedTuple):
    """What is left of a colouring when the symmetry of the deck is taken away.

    ``colours`` are the colours in standard coordinates: equal for equivalent colourings, and
    for them only. A row of ``frames`` has the cards that stand at the standard coordinates 0,
    1, 2, ..., and takes the canonical form to the colouring. There is a row for each element of
    the stabiliser; or, of a form within the span, for each of its actions on the span, which
    ``fixing`` symmetries share.
    """

    colours: bytes
    frames: Array
    fixing: int = 1

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that have a colour other than 0, in standard coordinates."""
        return tuple(place for place, colour in enumerate(self.colours) if colour)

    @property
    def order(self) -> int:
        """The order of the colouring's stabiliser."""
        return len(self.frames) * self.fixing

    @property
    def stabiliser(self) -> Array:
        """The stabiliser as permutations: ``stabiliser[i, card]`` is the image of a card.

        Row 0 is the identity. Not of a form within the span.
        """
        group = np.empty_like(self.frames)
        group[:, self.frames[0]] = self.frames
        return group


def group_order(game: Game, group: str = "full") -> int:
    """Return the order of the deck's symmetry group, or of the smaller one of the game.

    `group` is one of :data:`GROUPS`. 3^n * prod (3^n - 3^i) for v = 3 (the affine group
    AGL(n,3)), otherwise and for the game (v!)^n * n!.
    """
    v, n = game.values, game.features
    if is_affine(game, group):
        return int(3**n * prod(3**n - 3**i for i in range(n)))
    return int(factorial(v) ** n * factorial(n))


def is_affine(game: Game, group: str = "full") -> bool:
    """Return whether the group is that of all affine maps of AGL(n,3)."""
    return game.values == 3 and group == "full"


@lru_cache(maxsize=8)
def _moves(game: Game, affine: bool) -> Array:
    """Return how flats grow: ``moves[move, card]``.

    Affine: row d is the translation by d. Otherwise row place * v + value gives that value to
    that feature.
    """
    v, n, size = game.values, game.features, game.deck_size
    weights = v ** np.arange(n - 1, -1, -1)
    digits = np.arange(size)[:, None] // weights % v
    if not affine:
        return np.array(
            [
                np.arange(size) + (value - digits[:, place]) * weights[place]
                for place in range(n)
                for value in range(v)
            ],
            np.int32,
        )
    moves = np.zeros((size, size), np.int32)
    for place in range(n):
        column = digits[:, place]
        moves += ((column[:, None] + column) % 3 * weights[place]).astype(np.int32)
    return moves


@lru_cache(maxsize=8)
def _translations(game: Game) -> Array:
    """Return the ways to grow a flat of AGL(n,3): translations by d and by 2d, its negative."""
    moves = _moves(game, True)
    everything = np.arange(game.deck_size)
    return np.column_stack((everything[1:], moves[everything, everything][1:])).astype(np.int32)


@lru_cache(maxsize=1024)
def _orders(values: int, place: int, used: tuple[int, ...]) -> Array:
    """Return the ways to grow a flat by a feature: orders of all its values but one.

    The values not `used` stand last, in one order.
    """
    rest = [value for value in range(values) if value not in used]
    rows = [[*order[1:], *rest] for order in permutations(used)]
    return np.array(rows, np.int32) + place * values


def has_listed_symmetry(game: Game) -> bool:
    """Return whether canonical forms of this deck are within reach."""
    if game.values == 3:
        return game.deck_size <= 3**7
    return _is_listable(game, [game.values] * game.features)


def canonical_form(
    game: Game,
    colouring: Mapping[int, int],
    most_frames: int = MOST_FRAMES,
    *,
    group: str = "full",
    within_span: bool = False,
) -> CanonicalForm | None:
    """Return the canonical form of a colouring; cards not mentioned have colour 0.

    Colours are 0 to 255. With `within_span` frames are no larger than they must be, see above.
    ``None`` where at some step there were more than `most_frames` frames to keep, as there are
    when the stabiliser, on the span, is larger than that.
    """
    v, n, affine = game.values, game.features, is_affine(game, group)
    colours = np.zeros(game.deck_size, np.int64)
    colours[list(colouring.keys())] = list(colouring.values())
    coloured = np.flatnonzero(colours)
    fixing = 1
    if affine:
        if game.deck_size > 3**7:
            return None
        options = _translations(game)
    elif within_span and len(coloured):
        digits = coloured[:, None] // v ** np.arange(n - 1, -1, -1) % v
        used = [tuple(np.flatnonzero(np.bincount(digits[:, place]))) for place in range(n)]
        if not _is_listable(game, [len(values) for values in used]):
            return None
        options = np.concatenate([_orders(v, place, values) for place, values in enumerate(used)])
        # of a feature with a single value used, the others have been fixed in the end
        fixing = prod(factorial(v - len(values)) for values in used)
    elif _is_listable(game, [v] * n):
        options = np.concatenate([_orders(v, place, tuple(range(v))) for place in range(n)])
    else:
        return None
    moves = _moves(game, affine)
    flats = np.flatnonzero(colours == colours.max()).astype(np.int32)[:, None]
    if len(flats) > most_frames:
        return None
    kept = np.empty((most_frames, 2), np.int32)
    for grown_before in range(n):
        if within_span and affine and np.count_nonzero(colours[flats[0]]) == len(coloured):
            fixing = prod(3**n - 3**i for i in range(grown_before, n))
            break
        count = best_extensions(colours, moves, options, flats, kept)
        if count == TOO_MANY:
            return None
        grown = flats[kept[:count, 0]]
        steps = options[kept[:count, 1]]
        flats = np.concatenate(
            [grown, *(moves[steps[:, [step]], grown] for step in range(steps.shape[1]))], axis=1
        )
    standard = np.zeros(game.deck_size, np.uint8)
    standard[: flats.shape[1]] = colours[flats[0]]
    return CanonicalForm(standard.tobytes(), flats, fixing)


def _is_listable(game: Game, used: list[int]) -> bool:
    """Whether the orders of so many used values of each feature can be listed."""
    return sum(map(factorial, used)) <= _MOST_OPTIONS and game.deck_size <= _MOST_CARDS


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
