"""Two sections placed against each other: against all linear maps, and on AG(4,3)."""

from itertools import permutations, product

import numpy as np
import pytest

from capset import Game
from capset.caps.placement import first_vectors, image, placements, richest_flag, sums_of_points
from capset.caps.slices import classes


def linear_maps(features: int) -> list[list[int]]:
    """All linear maps, as images of all points, by trying all images of the unit vectors."""
    points = list(product(range(3), repeat=features))
    number = {point: place for place, point in enumerate(points)}
    maps = []
    for columns in permutations(points[1:], features):
        images = [
            number[tuple(sum(x * c for x, c in zip(point, row, strict=True)) % 3
                         for row in zip(*columns, strict=True))]
            for point in points
        ]  # fmt: skip
        if len(set(images)) == len(points):
            maps.append(images)
    return maps


@pytest.mark.parametrize(
    ("features", "first", "second"),
    [
        (2, [0, 1, 3, 4], [0, 1, 3, 4]),
        (2, [0, 1, 3, 4], [2, 4, 5]),
        (2, [0, 1, 5], [8, 7, 4]),
        (1, [0, 1], [1, 2]),
    ],
)
@pytest.mark.parametrize("most", range(3, 10))
def test_all_linear_maps(features: int, first: list[int], second: list[int], most: int) -> None:
    add = sums_of_points(features)
    flag = richest_flag(features, second)
    minus = add[flag.base, flag.base]
    moved = [int(add[card, minus]) for card in second]
    expected = []
    for images in linear_maps(features):
        placed = [images[point] for point in moved]
        if len({int(add[one, other]) for one in first for other in placed}) <= most:
            expected.append(tuple(sorted(placed)))
    every = range(1, 3**features)
    found = placements(features, first, second, most, every)
    got = [image(features, flag, basis) for basis in found.bases.tolist()]
    assert sorted(got) == sorted(expected)
    # up to the automorphisms of the first cap nothing is lost
    fewer = placements(features, first, second, most)
    times = dict(zip(*first_vectors(features, first), strict=True))
    assert sum(times[basis[0]] for basis in fewer.bases.tolist()) == len(expected)


def test_flags() -> None:
    for cards in ([0], [0, 1, 3, 4, 9, 10, 12], list(range(1, 9))):
        flag = richest_flag(3, cards)
        assert flag.base in cards
        assert len(flag.parts) == len(cards) - 1
        assert image(3, flag, flag.basis) == tuple(
            sorted(int(sums_of_points(3)[card, sums_of_points(3)[flag.base, flag.base]])
                   for card in cards)
        )  # fmt: skip


def test_no_cap_of_21_in_four_features_has_two_sections_of_nine() -> None:
    """21 = 9 + 9 + 3, and of 20 there is one with sections 9, 9 and 2."""
    (cap,) = classes(Game(3, 3), 9)
    assert not len(placements(3, cap, cap, 27 - 3).bases)
    found = placements(3, cap, cap, 27 - 2)
    assert len(found.bases)
    add = sums_of_points(3)
    for basis in found.bases.tolist():
        placed = image(3, found.flag, basis)
        sums = np.unique(add[np.ix_(cap, placed)])
        assert len(sums) <= 25
