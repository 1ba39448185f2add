"""Conjugacy classes of the affine maps, against all maps of small spaces moved one by one."""

from collections import Counter
from itertools import product
from math import prod
from random import Random

import numpy as np
import pytest

from capset import Game
from capset.caps.conjugacy import (
    AffineMaps,
    centraliser_order,
    classes_in_game,
    irreducible_polynomials,
    linear_classes,
    ranks,
)
from capset.caps.symmetry import canonical_form


def all_maps(n: int) -> AffineMaps:
    matrices = np.array(list(product(range(3), repeat=n * n))).reshape(-1, n, n)
    matrices = matrices[ranks(matrices) == n]
    shifts = np.array(list(product(range(3), repeat=n)))
    return AffineMaps(np.repeat(matrices, len(shifts), axis=0), np.tile(shifts, (len(matrices), 1)))


def naive_rank(matrix: list[list[int]]) -> int:
    """The rank as the logarithm of how many vectors the rows span."""
    sums = {
        tuple(sum(a * x for a, x in zip(factors, column, strict=True)) % 3
              for column in zip(*matrix, strict=True))
        for factors in product(range(3), repeat=len(matrix))
    }  # fmt: skip
    return [3**power for power in range(10)].index(len(sums))


def test_ranks() -> None:
    random = Random(2)
    for height, width in [(1, 1), (2, 3), (3, 2), (4, 4), (5, 5)]:
        matrices = [
            [[random.choice([0, 0, 1, 2]) for _ in range(width)] for _ in range(height)]
            for _ in range(40)
        ]
        assert ranks(np.array(matrices)).tolist() == list(map(naive_rank, matrices))


def test_irreducible_polynomials_have_no_root_and_the_right_number() -> None:
    # (1/d) sum of mu(d/e) 3^e: 3, 3, 8, 18, 48 of degree 1 to 5 (Gauss); x is left out
    degrees = Counter(len(polynomial) - 1 for polynomial in irreducible_polynomials(5))
    assert degrees == {1: 2, 2: 3, 3: 8, 4: 18, 5: 48}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_class_equation_of_the_linear_group(n: int) -> None:
    classes = linear_classes(n)
    assert sum(size for _, size in classes) == prod(3**n - 3**i for i in range(n))
    # Macdonald, The numbers of conjugacy classes in some finite classical groups
    assert len(classes) == [2, 8, 24, 78, 232][n - 1]
    maps = AffineMaps(np.array([m for m, _ in classes]), np.zeros((len(classes), n), np.int64))
    assert len(np.unique(maps.invariants(), axis=0)) == len(classes)


@pytest.mark.parametrize("n", [1, 2])
def test_invariants_tell_exactly_what_is_conjugate(n: int) -> None:
    maps = all_maps(n)
    invariants = list(map(tuple, maps.invariants().tolist()))
    points = np.array(list(product(range(3), repeat=n)))
    images = (points @ maps.matrices.transpose(0, 2, 1) + maps.shifts[:, None]) % 3
    permutations = images @ 3 ** np.arange(n - 1, -1, -1)
    number_of = {tuple(row): number for number, row in enumerate(permutations.tolist())}
    assert len(number_of) == len(invariants)
    inverses = np.argsort(permutations, axis=1)
    unseen = set(range(len(invariants)))
    classes = 0
    while unseen:
        first = min(unseen)
        conjugates = {
            number_of[tuple(g[permutations[first]][back].tolist())]
            for g, back in zip(permutations, inverses, strict=True)
        }
        assert {invariants[number] for number in conjugates} == {invariants[first]}
        assert len(conjugates) * centraliser_order(n, invariants[first]) == len(invariants)
        unseen -= conjugates
        classes += 1
    assert classes == len(set(invariants))


def test_class_equation_of_the_affine_group() -> None:
    maps = all_maps(3)
    sizes = Counter(map(tuple, maps.invariants().tolist()))
    whole = len(maps.shifts)
    assert whole == 27 * 26 * 24 * 18
    assert all(
        size * centraliser_order(3, invariants) == whole for invariants, size in sizes.items()
    )


@pytest.mark.parametrize("n", [1, 2, 3])
def test_classes_of_cards_under_the_game(n: int) -> None:
    """Pairs of cards by the number of features in which they differ; single cards are one."""
    game = Game(3, n)
    forms = [
        canonical_form(game, dict.fromkeys(cards, 1), within_span=True) for cards in ([0], [0, 1])
    ]
    assert classes_in_game(game, [form for form in forms if form is not None]) == [1, n]
