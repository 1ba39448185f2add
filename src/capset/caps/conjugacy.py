"""Collections up to the symmetry of the game, counted from those up to all affine maps (v = 3).

The game's own symmetries H, permutations of values and features, are few among the affine maps
G of AGL(n,3), so that there are too many classes under H to make. But they can be counted: the
copies of a collection under G are the cosets of its stabiliser S, and the orbits of H on them
are the double cosets, by Burnside's lemma

    sum over the conjugacy classes c of G of |H in c| |S in c| |C(c)|  /  (|H| |S|),

with C(c) the centraliser of an element of c: h fixes the coset of g if g⁻¹hg is in S, and if h
and s are conjugate, there are |C(c)| elements g with g⁻¹hg = s.

**Conjugacy classes of AGL(n,3).** Let x go to Mx + t. M is known up to conjugacy by the ranks of
the p(M)^j for all irreducible polynomials p (the rational canonical form); if for p the parts of
the partition are m_i times i, and λ' is the conjugate partition, and q = 3^deg p, then p
contributes q^(sum λ'_i²) times the product of the (1 - q^-j), j <= m_i, to the order of the
centraliser in GL(n,3) (Macdonald, Symmetric Functions and Hall Polynomials, chapter IV.2).
Given M, conjugation by translations changes t by the image of M - 1, that by the centraliser
of M permutes what is left, the cokernel, with a coordinate for each Jordan block of eigenvalue
1. If t has its largest block at size j, then in the extended matrix [[M, t], [0, 1]] a block of
size j becomes one of j + 1; by homomorphisms from larger blocks to smaller ones, and among
blocks of equal size, all t with the same j are conjugate. So the ranks of the powers of the
extended matrix less 1 complete the invariants, and they give the orders.

**Stabilisers.** On the span W of the collection, of dimension d, S acts by the affine maps
(A, a) of a canonical form's frames; any extension (A B; 0 D) of it is in S, with D in
GL(n-d,3). Conjugation by maps that keep W shows that only the conjugacy classes of (A, a) and
of D matter, and B up to what shears (1 C; 0 1) change it by: CD - AC.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.symmetry import CanonicalForm, group_order
from capset.game import Game

Array = NDArray[Any]
Polynomial = tuple[int, ...]  # coefficients modulo 3, the constant one first, the last one 1


def _product(first: Polynomial, second: Polynomial) -> Polynomial:
    return tuple(int(number) for number in np.convolve(first, second) % 3)


@lru_cache(maxsize=8)
def irreducible_polynomials(degree: int) -> tuple[Polynomial, ...]:
    """Return the irreducible polynomials over GF(3) up to a degree, monic, without x itself."""
    polynomials = [(*rest, 1) for d in range(1, degree + 1) for rest in product(range(3), repeat=d)]
    composite = {
        _product(first, second)
        for first in polynomials
        for second in polynomials
        if len(first) + len(second) - 2 <= degree
    }
    return tuple(p for p in polynomials if p not in composite and p != (0, 1))


def ranks(matrices: Array) -> Array:
    """Return the ranks of matrices over GF(3), ``matrices[i, row, column]``."""
    rows = np.array(matrices, np.int8) % 3
    count, height, width = rows.shape
    rank = np.zeros(count, np.int64)
    every = np.arange(count)
    for column in range(width):
        usable = (rows[:, :, column] != 0) & (np.arange(height) >= rank[:, None])
        pivot = np.where(usable.any(axis=1), usable.argmax(axis=1), -1)
        having = every[pivot >= 0]
        if not len(having):
            continue
        top, low = rank[having], pivot[having]
        row = rows[having, low]
        rows[having, low] = rows[having, top]
        rows[having, top] = 0
        rows[having] -= (rows[having, :, column] * row[:, [column]])[:, :, None] * row[:, None]
        rows[having] %= 3
        rank[having] += 1
    return rank


class AffineMaps(NamedTuple):
    """Maps of AGL(n,3), x to Mx + t: ``matrices[i]`` is M and ``shifts[i]`` is t."""

    matrices: Array
    shifts: Array

    def invariants(self) -> Array:
        """Return a row of ranks for each map, the same for conjugate maps and for them only."""
        count, n = self.shifts.shape
        found = []
        powers = [np.broadcast_to(np.eye(n, dtype=np.int64), (count, n, n))]
        for _ in range(n):
            powers.append(powers[-1] @ self.matrices % 3)
        for polynomial in irreducible_polynomials(n):
            value = sum(
                coefficient * power for coefficient, power in zip(polynomial, powers, strict=False)
            )
            found += _ranks_of_powers(np.asarray(value) % 3, n // (len(polynomial) - 1))
        extended = np.zeros((count, n + 1, n + 1), np.int64)
        extended[:, :n, :n] = self.matrices - np.eye(n, dtype=np.int64)
        extended[:, :n, n] = self.shifts
        found += _ranks_of_powers(extended % 3, n + 1)
        return np.stack(found, axis=1)


def _ranks_of_powers(matrices: Array, most: int) -> list[Array]:
    power, found = matrices, []
    for _ in range(most):
        found.append(ranks(power))
        power = power @ matrices % 3
    return found


def _at_least(dimension: int, degree: int, found: list[int]) -> list[int]:
    """Return how many parts are at least 1, 2, ..., from the ranks of powers: λ'."""
    kernels = [0, *((dimension - rank) // degree for rank in found)]
    return [after - before for before, after in pairwise(kernels)]


def _linear_centraliser(degree: int, at_least: list[int]) -> int:
    """Return what a polynomial of such a degree, with λ', contributes to a centraliser."""
    q = 3**degree
    times = [many - more for many, more in zip(at_least, [*at_least[1:], 0], strict=True)]
    exponent = sum(many * many for many in at_least)
    exponent -= sum(time * (time + 1) // 2 for time in times)
    return int(q**exponent * prod(q**j - 1 for time in times for j in range(1, time + 1)))


def centraliser_order(n: int, invariants: tuple[int, ...]) -> int:
    """Return the order of the centraliser in AGL(n,3) of a map with these invariants."""
    order, place, unipotent = 1, 0, [0]
    for polynomial in irreducible_polynomials(n):
        degree = len(polynomial) - 1
        at_least = _at_least(n, degree, list(invariants[place : place + n // degree]))
        place += n // degree
        order *= _linear_centraliser(degree, at_least)
        if polynomial == (2, 1):  # x - 1
            unipotent = at_least
    extended = _at_least(n + 1, 1, list(invariants[place:]))
    grown = next(j for j, more in enumerate(extended) if more > [*unipotent, 0][j])
    blocks = unipotent[0]
    larger = [*unipotent, 0][grown]  # blocks of more than `grown`
    conjugate = 3 ** (blocks - larger) - 3 ** (blocks - unipotent[grown - 1]) if grown else 1
    return order * int(3**blocks) // int(conjugate)


@lru_cache(maxsize=8)
def linear_classes(n: int) -> tuple[tuple[Array, int], ...]:
    """Return a matrix of each conjugacy class of GL(n,3), with the size of the class.

    Each is a diagonal of companion matrices of powers of irreducible polynomials.
    """
    whole = prod(3**n - 3**i for i in range(n))
    found = []
    polynomials = irreducible_polynomials(n)

    def extend(first: int, room: int, blocks: list[Array], centraliser: int) -> None:
        if room == 0:
            found.append((_diagonal(blocks, n), whole // centraliser))
            return
        for place in range(first, len(polynomials)):
            polynomial = polynomials[place]
            degree = len(polynomial) - 1
            for size in range(1, room // degree + 1):
                for parts in _partitions(size, size):
                    at_least = [sum(part >= i for part in parts) for i in range(1, size + 1)]
                    extend(
                        place + 1,
                        room - degree * size,
                        [*blocks, *(_companion(polynomial, part) for part in parts)],
                        centraliser * _linear_centraliser(degree, at_least),
                    )

    extend(0, n, [], 1)
    return tuple(found)


def _partitions(number: int, most: int) -> list[tuple[int, ...]]:
    if number == 0:
        return [()]
    return [
        (part, *rest)
        for part in range(min(number, most), 0, -1)
        for rest in _partitions(number - part, part)
    ]


def _companion(polynomial: Polynomial, power: int) -> Array:
    whole: Polynomial = (1,)
    for _ in range(power):
        whole = _product(whole, polynomial)
    size = len(whole) - 1
    matrix = np.eye(size, k=-1, dtype=np.int64)
    matrix[:, -1] = -np.array(whole[:-1]) % 3
    return matrix


def _diagonal(blocks: list[Array], n: int) -> Array:
    matrix, place = np.zeros((n, n), np.int64), 0
    for block in blocks:
        end = place + len(block)
        matrix[place:end, place:end] = block
        place = end
    return matrix


@lru_cache(maxsize=8)
def _game_classes(n: int) -> dict[tuple[int, ...], int]:
    """Return how many of the game's symmetries have which invariants.

    Classes of a wreath product: for each cycle of features, its length and the class of the
    product of the values' permutations along it, here x, 2x or x + 1 (James and Kerber, The
    Representation Theory of the Symmetric Group, section 4.2).
    """
    kinds = ((1, 0, 6), (2, 0, 2), (1, 1, 3))  # factor, shift, order of the centraliser
    matrices, shifts, sizes = [], [], []
    for lengths in _partitions(n, n):
        for chosen in {
            tuple(sorted(zip(lengths, choice, strict=True)))
            for choice in product(range(3), repeat=len(lengths))
        }:
            shift, blocks, centraliser = [], [], 1
            for length, kind in chosen:
                block = np.roll(np.eye(length, dtype=np.int64), 1, axis=0)
                block[0] *= kinds[kind][0]
                blocks.append(block)
                shift += [kinds[kind][1], *[0] * (length - 1)]
            for (length, kind), times in Counter(chosen).items():
                centraliser *= factorial(times) * (length * kinds[kind][2]) ** times
            matrices.append(_diagonal(blocks, n))
            shifts.append(shift)
            sizes.append(6**n * factorial(n) // centraliser)
    counts: Counter[tuple[int, ...]] = Counter()
    maps = AffineMaps(np.array(matrices), np.array(shifts))
    for row, size in zip(maps.invariants().tolist(), sizes, strict=True):
        counts[tuple(row)] += size
    return dict(counts)


def _maps_on_span(form: CanonicalForm) -> AffineMaps:
    """Return what the stabiliser does on the span, in its standard coordinates."""
    frames = form.frames
    place = np.zeros(frames.max() + 1, np.int64)
    place[frames[0]] = np.arange(frames.shape[1])
    powers = [3**i for i in range(20) if 3**i < frames.shape[1]]
    images = place[frames[:, [0, *powers]]][:, :, None] // np.array(powers, np.int64) % 3
    shifts = images[:, 0]
    matrices = (images[:, 1:] - images[:, :1]).transpose(0, 2, 1) % 3
    return AffineMaps(matrices, shifts)


def classes_in_game(game: Game, forms: list[CanonicalForm]) -> list[int]:
    """Return how many classes under the game's symmetries each class under all maps makes up.

    `forms` are canonical forms of collections of at least one card, within their spans, of a
    deck with three values.
    """
    n = game.features
    inside = [_maps_on_span(form) for form in forms]
    found = [0] * len(forms)
    for d in {maps.shifts.shape[1] for maps in inside}:
        places = [place for place, maps in enumerate(inside) if maps.shifts.shape[1] == d]
        joined = AffineMaps(
            np.concatenate([inside[place].matrices for place in places]),
            np.concatenate([inside[place].shifts for place in places]),
        )
        owner = np.repeat(places, [len(inside[place].shifts) for place in places])
        rows, firsts, kinds = np.unique(
            joined.invariants(), axis=0, return_index=True, return_inverse=True
        )
        pairs = [
            _pairs(n, tuple(row), joined.matrices[first], joined.shifts[first])
            for row, first in zip(rows.tolist(), firsts, strict=True)
        ]
        for place, kind in zip(owner.tolist(), kinds.ravel().tolist(), strict=True):
            found[place] += pairs[kind]
    whole = group_order(game, "game")
    for place, form in enumerate(forms):
        found[place], left = divmod(found[place], whole * form.order)
        assert not left
    return found


_pairs_known: dict[tuple[int, int, tuple[int, ...]], int] = {}


def _pairs(n: int, invariants: tuple[int, ...], inner: Array, shift: Array) -> int:
    """Return the sum of |H in c| |C(c)| over all extensions to the deck of a map on a span."""
    d = len(shift)
    if (n, d, invariants) not in _pairs_known:
        rest, of_game = n - d, _game_classes(n)
        matrices, weights = [], []
        for outer, size in linear_classes(rest):
            for mixed, times in _mixed_blocks(inner, outer):
                matrix = np.zeros((n, n), np.int64)
                matrix[:d, :d], matrix[:d, d:], matrix[d:, d:] = inner, mixed, outer
                matrices.append(matrix)
                weights.append(size * times)
        shifts = np.tile(np.append(shift, np.zeros(rest, np.int64)), (len(matrices), 1))
        rows = map(tuple, AffineMaps(np.array(matrices), shifts).invariants().tolist())
        _pairs_known[n, d, invariants] = sum(
            weight * of_game[row] * centraliser_order(n, row)
            for row, weight in zip(rows, weights, strict=True)
            if row in of_game
        )
    return _pairs_known[n, d, invariants]


def _mixed_blocks(inner: Array, outer: Array) -> list[tuple[Array, int]]:
    """Return the blocks B of (A B; 0 D) up to CD - AC, each with how many it stands for."""
    d, rest = len(inner), len(outer)
    if not d or not rest:
        return [(np.zeros((d, rest), np.int64), 1)]
    units = np.eye(d * rest, dtype=np.int64).reshape(-1, d, rest)
    changes = ((units @ outer - inner @ units) % 3).reshape(len(units), -1)
    kept, rank = [], 0
    for place in range(d * rest):  # a coordinate whose prefix gains no rank is free
        now = int(ranks(changes[None, :, : place + 1])[0])
        if now == rank:
            kept.append(place)
        rank = now
    blocks = []
    for choice in product(range(3), repeat=len(kept)):
        block = np.zeros(d * rest, np.int64)
        block[kept] = choice
        blocks.append((block.reshape(d, rest), 3**rank))
    return blocks
