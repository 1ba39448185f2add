"""What the moments of a cap's sections say: three equations for v = 3, and proofs from them.

The cards of a deck with three values are the points of AG(n,3), its sets are the lines, and a
set-free collection is a *cap*. The (3^n - 1)/2 directions of hyperplanes each cut the deck into
a *parallel class* of three hyperplanes; the numbers of a cap's points in them, a >= b >= c, are
the class's *type*, each of the three a *section*.

The three moment equations
--------------------------
For a cap of k points in AG(n,3), n >= 2, summed over all parallel classes::

    sum 1                                  = (3^n - 1)/2
    sum [C(a,2) + C(b,2) + C(c,2)]         = C(k,2) (3^(n-1) - 1)/2
    sum [C(a,3) + C(b,3) + C(c,3)]         = C(k,3) (3^(n-2) - 1)/2

Proof. A parallel class is a linear form other than 0, up to its sign: (3^n - 1)/2 of them. Two
points lie in one hyperplane of the class if their difference is in the form's kernel. The forms
that vanish on one vector other than 0 are a space of dimension n-1, which counts the classes
for each of the C(k,2) pairs. Three points of a cap are not on a line, so their differences span
a plane, and the forms that vanish on it are a space of dimension n-2: that many classes for
each of the C(k,3) triples. On the left the same pairs and triples are counted by class. ∎

So the types of a cap's classes are a solution in whole numbers of three linear equations, with
one unknown for each type. All proofs here are weights on the three equations: whole numbers
w = (w0, w1, w2), and w·t stands for w0 + w1 [C(a,2)+C(b,2)+C(c,2)] + w2 [C(a,3)+C(b,3)+C(c,3)].
Their ``check`` needs nothing but whole numbers and the list of all types.

Source of the equations: A. Potechin, Maximal caps in AG(6,3), Designs, Codes and Cryptography 46
(2008); B. Davis and D. Maclagan, The card game Set, Mathematical Intelligencer 25 (2003).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, comb, gcd, lcm
from typing import NamedTuple

from capset.caps.linear import minimum
from capset.errors import CapsetError

Triple = tuple[int, int, int]
"""A type, the sections of a parallel class; or the three moments; or weights on them."""

# the argument in whole numbers takes some hundredths of a second and a few megabytes
_MOST_TYPES = 10_000
_MOST_STEPS = 30_000  # on numbers of up to a thousand bits, fewer on longer ones


# the equations


def moments(sections: Iterable[int]) -> Triple:
    """Return (1, pairs, triples) of a parallel class: what it adds to the three equations."""
    pairs = triples = 0
    for section in sections:
        pairs += comb(section, 2)
        triples += comb(section, 3)
    return 1, pairs, triples


def moment_equations(features: int, size: int) -> Triple:
    """Return the right-hand sides of the three moment equations.

    They hold for each cap of `size` points in AG(features, 3), see the module's docstring.

    Raises:
        CapsetError: where there are fewer than 2 features or `size` is negative.
    """
    if features < 2 or size < 0:
        raise CapsetError(
            f"the moments are those of 0 or more points and 2 or more features, "
            f"not {size} and {features}"
        )
    return (
        (3**features - 1) // 2,
        comb(size, 2) * (3 ** (features - 1) - 1) // 2,
        comb(size, 3) * (3 ** (features - 2) - 1) // 2,
    )


def section_types(size: int, largest: int) -> Iterator[Triple]:
    """Yield all (a, b, c) with largest >= a >= b >= c >= 0 and a + b + c = size."""
    for a in range(-(-size // 3), min(size, largest) + 1):
        for b in range(-(-(size - a) // 2), min(a, size - a) + 1):
            yield a, b, size - a - b


def extreme_types(size: int, largest: int) -> list[Triple]:
    """Return some of the types, at most six, that decide an inequality for all of them.

    If w·t >= 0 for these types t then for all types with sections of at most `largest`.

    Proof. It is enough that each extreme point of the convex hull of all moments, seen as
    points of the plane (pairs, triples), comes from one of them. Fix one section; the others
    are x and y with x + y = s. As x^2 + y^2 = s^2 - 2xy and x^3 + y^3 = s^3 - 3sxy, both
    moments are linear in xy, the first strictly decreasing. So all types with that section
    lie on a segment, and only two of them may be extreme points: xy largest, where x and y
    differ by at most 1, or smallest, where one of the two is `largest` or 0. That holds for
    each pair of an extreme type's sections. If none of its sections is `largest` or 0, all
    differ by at most 1. Otherwise one is, and the rest is of one of the two kinds. ∎
    """
    candidates = [_evenly(size, 3)]
    for first in (largest, 0):
        rest = size - first
        candidates += [(first, *pair) for pair in (_evenly(rest, 2), (largest, rest - largest))]
        candidates.append((first, rest, 0))
    return sorted(
        {
            (a, b, c)
            for a, b, c in (sorted(sections, reverse=True) for sections in candidates)
            if largest >= a and c >= 0
        }
    )


def _evenly(size: int, parts: int) -> tuple[int, ...]:
    return tuple((size + place) // parts for place in range(parts))


def _product(first: Iterable[int], second: Iterable[int]) -> int:
    return sum(map(int.__mul__, first, second))


# no cap with all sections small


class Contradiction(NamedTuple):
    """A proof that AG(features, 3) has no cap of `size` points with all sections <= `largest`.

    The weights have w·t >= 0 for all types t allowed. So their sum over all classes, which is
    `total` by the moment equations, is not negative; if it is, that is the contradiction.

    Otherwise the contradiction is one of whole numbers. Call the types with w·t = 0 *free*. If
    the pairs C(a,2)+C(b,2)+C(c,2) of all free types leave the same rest r modulo d, then the
    classes that are not free have weights that sum to `total`, and their pairs, each less r,
    sum to (sum of all pairs) - r · (number of classes) modulo d. Only finitely many types have
    weights between 1 and `total`, and counting through their sums shows that none does both.
    """

    features: int
    size: int
    largest: int
    weights: Triple

    @property
    def total(self) -> int:
        """The sum of w·t over all classes of the cap, by the moment equations."""
        return _product(self.weights, moment_equations(self.features, self.size))

    def check(self) -> None:
        """Verify the proof, in whole numbers, over all types.

        Raises:
            CapsetError: where it proves nothing, and why.
        """
        for sections in section_types(self.size, self.largest):
            if _product(self.weights, moments(sections)) < 0:
                raise CapsetError(f"{self}: type {sections} has a negative weight")
        if self.total >= 0 and not _sums_fail(self):
            raise CapsetError(f"{self}: the weights sum to {self.total}, which may be")

    def __str__(self) -> str:
        return (
            f"no cap of {self.size} in AG({self.features},3) has all sections at most "
            f"{self.largest}, by the weights {self.weights}"
        )


def _sums_fail(proof: Contradiction) -> bool:
    """Whether no classes have both the weights and, modulo d, the pairs that they should.

    False, too, where counting through the sums would take long.
    """
    classes, pairs, _ = moment_equations(proof.features, proof.size)
    found = [moments(sections) for sections in section_types(proof.size, proof.largest)]
    weighted = [(_product(proof.weights, own), own[1]) for own in found]
    total = proof.total
    free = [own for weight, own in weighted if weight == 0]
    rest = free[0] if free else 0
    # with a single free type any modulus is right
    modulus = gcd(*(own - rest for own in free)) or 1 + max((own for _, own in weighted), default=0)
    steps = {(weight, (own - rest) % modulus) for weight, own in weighted if 0 < weight <= total}
    if total * len(steps) * (1000 + modulus) > 1000 * _MOST_STEPS:
        return False
    # the bits of sums[w] are the rests modulo d that classes of weight w in all may have
    sums, full = [1], (1 << modulus) - 1
    for weight in range(1, total + 1):
        reached = 0
        for own, shift in steps:
            if own <= weight:
                before = sums[weight - own]
                reached |= (before << shift | before >> (modulus - shift)) & full
        sums.append(reached)
    return not sums[-1] >> ((pairs - rest * classes) % modulus) & 1


def contradiction(
    features: int, size: int, largest: int, *, whole: bool = True
) -> Contradiction | None:
    """Return a proof that no cap of `size` points has all sections at most `largest`.

    ``None`` where there is none of this kind: then the three equations have a solution in
    rational numbers >= 0, though perhaps not in whole ones. The argument in whole numbers is
    tried if `whole` is true and it takes some hundredths of a second at most.

    Raises:
        CapsetError: where there are fewer than 2 features or `size` is negative.
    """
    moment_equations(features, size)  # refuses what cannot be
    points = [moments(sections)[1:] for sections in extreme_types(size, largest)]
    if not points:
        return Contradiction(features, size, largest, (-1, 0, 0))  # there is no type at all
    proofs = sorted(
        (Contradiction(features, size, largest, weights) for weights in _supporting_lines(points)),
        key=lambda proof: proof.total,
    )
    if proofs[0].total < 0:
        return proofs[0]
    if not whole or (3 * largest - size) ** 2 > 12 * _MOST_TYPES:
        return None
    return next(filter(_sums_fail, proofs), None)


def _supporting_lines(points: Iterable[tuple[int, ...]]) -> Iterator[Triple]:
    """Yield weights that are >= 0 on all points, those of the edges of their convex hull.

    And those of the smallest box around them: a hull without inside has too few edges.
    """
    points = sorted(set(points))
    for axis in (0, 1):
        ends = [point[axis] for point in points]
        for sign, end in ((1, min(ends)), (-1, max(ends))):
            yield (-sign * end, sign, 0) if axis == 0 else (-sign * end, 0, sign)
    for first in points:
        for second in points:
            across, up = second[0] - first[0], second[1] - first[1]
            if (scale := gcd(across, up)) == 0:
                continue
            across, up = across // scale, up // scale
            line = (up * first[0] - across * first[1], -up, across)
            if all(_product(line, (1, *point)) >= 0 for point in points):
                yield line


class LargestSection(NamedTuple):
    """Every cap as asked for has a section of `value` points or more: one less is impossible."""

    value: int
    proof: Contradiction


def least_largest_section(features: int, size: int, most: int) -> LargestSection:
    """Return the least M such that a cap of `size` points may have all sections at most M.

    So each such cap has a section of at least M points. The proof is for M - 1, and its weights
    prove all smaller ones too, since their types are among those of M - 1. Where no cap of
    `size` points has all sections at most `most`, M is more than `most`.

    Raises:
        CapsetError: as for :func:`contradiction`.
    """
    candidates = range(-(-size // 3), most + 1)
    value = candidates.start + bisect_left(
        candidates,
        True,
        key=lambda largest: contradiction(features, size, largest, whole=False) is None,
    )
    proof = contradiction(features, size, value - 1, whole=False)
    assert proof is not None  # it was found above, or 3 (value - 1) < size: no type at all
    while value <= most and (further := contradiction(features, size, value)):
        value, proof = value + 1, further
    return LargestSection(value, proof)


# many classes with large sections


class ClassBound(NamedTuple):
    """A proof that many parallel classes have large sections.

    Claim: in every cap of `size` points in AG(features, 3) with all sections at most `largest`
    there are `classes` or more of them whose largest section is at least `first`, whose second
    largest is at least `second`, and whose type is not `without`.

    The weights, over the common `denominator` d, have w·t <= d for the types t that count, and
    w·t <= 0 for all others. So d times the number of classes that count is at least the sum of
    w·t over all classes, which the moment equations give.
    """

    features: int
    size: int
    largest: int
    first: int
    second: int
    weights: Triple
    denominator: int
    without: Triple | None = None

    @property
    def bound(self) -> Fraction:
        """The number of classes that the weights prove, before it is rounded up."""
        equations = moment_equations(self.features, self.size)
        return Fraction(_product(self.weights, equations), self.denominator)

    @property
    def classes(self) -> int:
        """The least number of such classes, a whole number."""
        return max(0, ceil(self.bound))

    def counts(self, sections: Triple) -> bool:
        """Whether a class of this type is one of those that the claim is about."""
        large = sections[0] >= self.first and sections[1] >= self.second
        return large and sections != self.without

    def check(self) -> None:
        """Verify the proof, in whole numbers, over all types.

        Raises:
            CapsetError: where it does not prove its claim, and why.
        """
        if self.denominator <= 0:
            raise CapsetError(f"{self}: the denominator is not positive")
        for sections in section_types(self.size, self.largest):
            most = self.denominator * self.counts(sections)
            if _product(self.weights, moments(sections)) > most:
                raise CapsetError(f"{self}: type {sections} has a weight of more than {most}")

    def __str__(self) -> str:
        return (
            f"a cap of {self.size} in AG({self.features},3) with sections of at most "
            f"{self.largest} has {self.classes} or more classes with sections of at least "
            f"{self.first} and {self.second}"
            f"{f', not of type {self.without}' if self.without else ''}, "
            f"by the weights {self.weights}/{self.denominator}"
        )


def least_classes(
    features: int,
    size: int,
    largest: int,
    first: int,
    second: int = 0,
    without: Triple | None = None,
) -> ClassBound | None:
    """Return how many parallel classes have a section >= `first` and another >= `second`.

    And whose type is not `without`. The best bound that the moment equations give for a cap of
    `size` points with all sections at most `largest`, as a proof: the solution of a linear
    program with an unknown for each of the about (3 largest - size)^2 / 12 types. ``None`` where
    the equations have no solution, so that there is no such cap, see :func:`contradiction`.

    Raises:
        CapsetError: where there are fewer than 2 features, `size` is negative, or `second` is
            more than `first`.
    """
    if second > first:
        raise CapsetError(
            f"the second largest section is at most the largest, not {second} and {first}"
        )
    types = list(section_types(size, largest))
    counted = ClassBound(features, size, largest, first, second, (0, 0, 0), 1, without)
    costs = [int(counted.counts(sections)) for sections in types]
    solution = minimum([moments(t) for t in types], costs, moment_equations(features, size))
    if solution.cost is None:
        return None
    scale = lcm(*(multiplier.denominator for multiplier in solution.multipliers))
    one, pairs, triples = (int(multiplier * scale) for multiplier in solution.multipliers)
    return counted._replace(weights=(one, pairs, triples), denominator=scale)


def impossible_types(features: int, size: int, largest: int) -> Iterator[ClassBound]:
    """Yield a proof for each type that no parallel class of a cap can have.

    A cap of `size` points with all sections at most `largest`. As the moment equations tell it:
    more than all classes but one have another type, so all of them have.

    Raises:
        CapsetError: as for :func:`least_classes`.
    """
    classes = moment_equations(features, size)[0]
    for sections in section_types(size, largest):
        proof = least_classes(features, size, largest, 0, 0, sections)
        if proof is not None and proof.classes >= classes:
            yield proof
