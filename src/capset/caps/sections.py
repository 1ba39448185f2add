"""Which slices can be the largest one of a collection: how many cards it has, and how they lie.

For v = 3 (v >= 4 knows only that v slices hold all cards) let a cap of k points have all sections
at most M, and A, of M points, be its section with a hyperplane H.

**Directions of A.** Take three parallel hyperplanes of H, which meet A in s0, s1, s2 points. Three
more parallel classes of the whole space meet H in them; each such hyperplane meets H in one of
the three. So those nine hyperplanes are a 3 x 3 square: its rows are the classes, each of a
*type* that is possible; its columns are the hyperplanes through one of the three, and together
with H those through column j cover all points once, but the s_j four times: the column's sections
sum to k - M + 3 s_j. If there is no such square, A is not the largest section of such a cap. ∎

The types that are possible come from the moment equations. For k = 45 and M = 18 only (18,18,9)
and (15,15,15) are, and of the 20 classes of 18-caps in AG(4,3) 8 are left.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from capset.caps.moments import (
    ClassBound,
    Contradiction,
    Triple,
    impossible_types,
    least_largest_section,
    section_types,
)
from capset.caps.tree import directions
from capset.game import Game

_MOST_TYPES = 60  # with a linear program each, and each two of them tried: a second in all


class LeastSlice(NamedTuple):
    """The largest slice has `size` cards or more; for v = 3 by a proof from the moments."""

    size: int
    proof: Contradiction | None = None


def least_slice(game: Game, target: int, capacity: int) -> LeastSlice:
    """Return how many cards the largest slice of `target` cards has, at most `capacity`.

    More than `capacity` where there is no such collection at all.
    """
    if game.values == 3:
        return LeastSlice(*least_largest_section(game.features, target, capacity))
    return LeastSlice(-(-target // game.values))


@lru_cache(maxsize=64)
def types_ruled_out(game: Game, target: int, largest: int) -> tuple[ClassBound, ...]:
    """Return a proof for each type that no parallel class has, for v = 3.

    The classes of a cap of `target` points with all sections at most `largest`.
    """
    if len(list(section_types(target, largest))) > _MOST_TYPES:
        return ()
    return tuple(impossible_types(game.features, target, largest))


def blocked_direction(
    game: Game, largest_slice: tuple[int, ...], target: int
) -> tuple[int, ...] | None:
    """Return a direction in which a slice cannot be the largest of `target` cards, if any.

    The slice is given as cards of the deck with one feature less, and the direction is one of
    that deck. ``None``, too, where v >= 4 or where nothing can be said.
    """
    if game.values > 3 or game.features < 3 or len(largest_slice) >= target:
        return None
    smaller, size = Game(3, game.features - 1), len(largest_slice)
    weights = 3 ** np.arange(smaller.features - 1, -1, -1)
    points = np.array(largest_slice, np.int64).reshape(-1, 1) // weights % 3
    for direction in directions(smaller):
        sections = np.bincount(points @ direction % 3, minlength=3)
        if not _has_square(game, target, size, tuple(sorted(map(int, sections)))):
            return tuple(map(int, direction))
    return None


@lru_cache(maxsize=4096)
def _has_square(game: Game, target: int, largest: int, sections: Triple) -> bool:
    """Whether there is a square for three parallel sections of the largest one."""
    types = set(section_types(target, largest))
    if len(types) > _MOST_TYPES:
        return True
    types -= {proof.without for proof in types_ruled_out(game, target, largest)}
    rows = {
        order
        for row in types
        for order in permutations(row)
        if all(map(int.__ge__, order, sections))
    }
    a, b, c = (target - largest + 3 * section for section in sections)
    return any(
        (a - first[0] - second[0], b - first[1] - second[1], c - first[2] - second[2]) in rows
        for first in rows
        for second in rows
    )
