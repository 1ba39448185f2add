"""Pairs of parallel sections of a cap, placed against each other.

Let a cap of AG(n,3) have the sections A, B and C with three parallel hyperplanes, seen as caps of
AG(n-1,3). A line that is in none of the three has a point in each, and a + b + c = 0. So C avoids
-(A + B), and |A + B| <= 3^(n-1) - |C|. A shear, which moves the second hyperplane by a vector and
the third by its negative, is a symmetry of the space: so B is given up to translation only, and
A likewise. If A and B are equivalent to known caps, A may be the known one and B an image of
the other under a linear map; an automorphism of A, with linear part M, takes a linear image L(B)
to M L(B), up to translations. So the image of the first basis vector need be only one of each
orbit of these linear parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.stabiliser import orbits, stabiliser
from capset.caps.tree import directions
from capset.game import Game
from capset.kernels.placing import place

Array = NDArray[Any]


class Flag(NamedTuple):
    """A cap in coordinates of a basis whose first vectors span flats with many of its points.

    ``base`` is the point of the cap at the origin, ``basis`` the vectors as points. The cap's
    points in the flat of the first j + 1 vectors but not of the first j have in it the indices
    ``parts[ends[j - 1] : ends[j]]``, as :func:`capset.kernels.placing.place` reads them.
    """

    base: int
    basis: tuple[int, ...]
    parts: tuple[int, ...]
    ends: tuple[int, ...]


class Placements(NamedTuple):
    """The linear images of a cap that have few sums with another, and the nodes searched.

    ``bases`` (placements, d) has the images of the flag's basis, ``nodes`` (d,) how many images
    of each vector were tried.
    """

    flag: Flag
    bases: Array
    nodes: tuple[int, ...]


@lru_cache(maxsize=4)
def _digits(features: int) -> Array:
    return np.arange(3**features)[:, None] // 3 ** np.arange(features - 1, -1, -1) % 3


@lru_cache(maxsize=4)
def sums_of_points(features: int) -> Array:
    """Return the table of sums of points of AG(features, 3), as vectors."""
    digits = _digits(features)
    weights = 3 ** np.arange(features - 1, -1, -1)
    return ((digits[:, None] + digits) % 3 @ weights).astype(np.int64)


def shifted(features: int, cards: Sequence[int]) -> Array:
    """Return a cap moved by each point, a row of bits in 64-bit words each."""
    moved = sums_of_points(features)[:, list(cards)]
    size = 3**features
    bits = np.zeros((size, -(-size // 64) * 64), np.uint8)
    np.put_along_axis(bits, moved, 1, axis=1)
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def richest_flag(features: int, cards: Sequence[int]) -> Flag:
    """Return a flag that meets a cap in many points, the largest hyperplane section first.

    Each flat is the one within the flat before that holds the most of the cap's points there.
    """
    cards = sorted(cards)
    digits = _digits(features)
    ways = directions(Game(3, features))
    sides = digits @ ways.T % 3
    chain = [frozenset(range(3**features))]
    for _ in range(features):
        inside = [card for card in cards if card in chain[-1]]
        best: tuple[int, frozenset[int]] = (-1, frozenset())
        for way in range(len(ways)):
            for value in range(3):
                flat = frozenset(np.flatnonzero(sides[:, way] == value).tolist()) & chain[-1]
                held = sum(card in flat for card in inside)
                if 0 < len(flat) < len(chain[-1]) and held > best[0]:
                    best = (held, flat)
        chain.append(best[1])
    chain.reverse()
    (base,) = chain[0]
    add = sums_of_points(features)
    minus = int(add[base, base])
    moved = [int(add[card, minus]) for card in cards]
    points, basis, parts, ends = [0], [], [], []
    for flat in chain[1:]:
        vectors = {int(add[point, minus]) for point in flat}
        vector = min(vectors - set(points))
        basis.append(vector)
        double = int(add[vector, vector])
        points = [
            *points,
            *(int(add[point, vector]) for point in points),
            *(int(add[point, double]) for point in points),
        ]
        index = {point: number for number, point in enumerate(points)}
        parts += [index[card] for card in moved if card in index and 3 * index[card] >= len(points)]
        ends.append(len(parts))
    return Flag(int(base), tuple(basis), tuple(parts), tuple(ends))


def first_vectors(features: int, cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return one vector of each orbit of the linear parts of a cap's automorphisms, and sizes."""
    game = Game(3, features)
    add = sums_of_points(features)
    maps = stabiliser(game, dict.fromkeys(cards, 1)).generators
    # x -> Mx + t has M x = (Mx + t) - t, and -t = 2t
    linear = [add[np.asarray(one), add[one[0], one[0]]] for one in maps]
    least = orbits(np.array(linear).reshape(-1, game.deck_size), game.deck_size)
    firsts, sizes = np.unique(least[1:], return_counts=True)
    return firsts.tolist(), sizes.tolist()


def placements(
    features: int,
    first: Sequence[int],
    second: Sequence[int],
    most: int,
    firsts: Sequence[int] | None = None,
) -> Placements:
    """Return the linear images of the cap `second` that have at most `most` sums with `first`.

    They are given up to the automorphisms of `first`, as far as the first vector goes; with
    `firsts` its images are these. The linear maps are those of AG(features, 3).
    """
    flag = richest_flag(features, second)
    if firsts is None:
        firsts, _ = first_vectors(features, first)
    nodes = np.zeros(features, np.int64)
    tables = (shifted(features, first), sums_of_points(features), np.array(firsts, np.int64))
    parts, ends = np.array(flag.parts, np.int64), np.array(flag.ends, np.int64)
    room = 1024
    while True:
        nodes[:] = 0
        found = np.zeros((room, features), np.int64)
        count = place(*tables, parts, ends, most, found, nodes)
        if count <= room:
            return Placements(flag, found[:count], tuple(nodes.tolist()))
        room = count


def image(features: int, flag: Flag, basis: Sequence[int]) -> tuple[int, ...]:
    """Return a flag's cap with the base at the origin, mapped so that its basis is `basis`."""
    add = sums_of_points(features)
    points = [0]
    for vector in basis:
        double = int(add[vector, vector])
        points = [
            *points,
            *(int(add[point, vector]) for point in points),
            *(int(add[point, double]) for point in points),
        ]
    return tuple(sorted([0, *(points[index] for index in flag.parts)]))
