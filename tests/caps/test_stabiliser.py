"""Stabilisers by generators, against the symmetries of small decks tried one by one."""

from functools import cache
from math import factorial
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset import Game, ProblemError
from capset.caps.stabiliser import (
    affine_map,
    feature_map,
    isomorphism,
    orbits,
    stabiliser,
)
from capset.caps.symmetry import canonical_form, group_order, is_affine

SMALL = [Game(3, 1), Game(3, 2), Game(4, 1), Game(4, 2), Game(5, 1)]
MIDDLE = [Game(3, 3), Game(3, 4), Game(4, 3), Game(5, 2), Game(6, 2), Game(3, 5)]
GROUPS = ["full", "game"]


@cache
def symmetries(game: Game, group: str) -> np.ndarray:
    """All symmetries; that these are right is tested with :mod:`capset.caps.symmetry`."""
    form = canonical_form(game, {}, group=group)
    assert form is not None
    return form.stabiliser


@st.composite
def colourings(draw: st.DrawFn, games: list[Game]) -> tuple[Game, dict[int, int]]:
    game = draw(st.sampled_from(games))
    return game, draw(st.dictionaries(st.sampled_from(game.deck), st.integers(0, 3)))


def colours_of(game: Game, colouring: dict[int, int]) -> np.ndarray:
    return np.array([colouring.get(card, 0) for card in game.deck])


def generated(generators: np.ndarray, size: int) -> set[tuple[int, ...]]:
    """All products, by trying until nothing new comes."""
    found = {tuple(range(size))}
    new = list(found)
    while new:
        new = list({tuple(step[list(one)].tolist()) for step in generators for one in new} - found)
        found.update(new)
    return found


@given(colourings(SMALL), st.sampled_from(GROUPS))
def test_generators_generate_the_stabiliser(
    coloured: tuple[Game, dict[int, int]], group: str
) -> None:
    game, colouring = coloured
    colours = colours_of(game, colouring)
    keeping = {
        tuple(images)
        for images in symmetries(game, group).tolist()
        if np.array_equal(colours[images], colours)
    }
    answer = stabiliser(game, colouring, group)
    assert answer.order == len(keeping)
    assert generated(answer.generators, game.deck_size) == keeping


@given(colourings(MIDDLE), st.sampled_from(GROUPS))
def test_order_is_that_of_the_listed_stabiliser(
    coloured: tuple[Game, dict[int, int]], group: str
) -> None:
    game, colouring = coloured
    form = canonical_form(game, colouring, group=group, within_span=True)
    answer = stabiliser(game, colouring, group)
    colours = colours_of(game, colouring)
    for images in answer.generators:
        assert np.array_equal(colours[images], colours)
        assert_is_symmetry(game, images, group)
    assert form is None or form.order == answer.order


def assert_is_symmetry(game: Game, images: np.ndarray, group: str) -> None:
    """The map in words is the permutation of the cards."""
    rows = [game.digits(card) for card in game.deck]
    if is_affine(game, group):
        matrix, shift = affine_map(game, images)
        expected = [
            [(sum(a * x for a, x in zip(line, row, strict=True)) + t) % 3
             for line, t in zip(matrix, shift, strict=True)]
            for row in rows
        ]  # fmt: skip
    else:
        features, values = feature_map(game, images)
        assert sorted(features) == list(range(game.features))
        assert all(sorted(order) == list(range(game.values)) for order in values)
        expected = [
            [order[row[feature]] for feature, order in zip(features, values, strict=True)]
            for row in rows
        ]
    assert images.tolist() == [game.card(row) for row in expected]


@pytest.mark.parametrize(
    "game", [*SMALL, *MIDDLE, Game(3, 6), Game(7, 2), Game(12, 1), Game(27, 1), Game(10, 2)]
)
@pytest.mark.parametrize("group", GROUPS)
def test_the_whole_group(game: Game, group: str) -> None:
    answer = stabiliser(game, {}, group)
    assert answer.order == group_order(game, group)
    assert set(orbits(answer.generators, game.deck_size)) == {0}


def test_stabilisers_too_large_to_be_listed() -> None:
    assert stabiliser(Game(), {0: 1}).order == 80 * 78 * 72 * 54
    assert stabiliser(Game(20, 1), dict.fromkeys(range(7), 1)).order == (
        factorial(7) * factorial(13)
    )
    # the cards without one value in both features
    collection = [card for card in Game(9, 2).deck if 0 not in Game(9, 2).digits(card)]
    assert stabiliser(Game(9, 2), dict.fromkeys(collection, 1)).order == 2 * factorial(8) ** 2


@given(colourings(SMALL + MIDDLE), st.sampled_from(GROUPS), st.randoms(use_true_random=False))
def test_isomorphism_of_moved_colourings(
    coloured: tuple[Game, dict[int, int]], group: str, random: Random
) -> None:
    game, colouring = coloured
    images = np.arange(game.deck_size)
    generators = stabiliser(game, {}, group).generators
    for _ in range(20):
        images = random.choice(list(generators))[images]
    moved = {int(images[card]): colour for card, colour in colouring.items()}
    found = isomorphism(game, colouring, moved, group)
    assert found is not None
    assert_is_symmetry(game, found, group)
    assert np.array_equal(colours_of(game, moved)[found], colours_of(game, colouring))


@given(colourings([Game(3, 2), Game(4, 2), Game(3, 3)]), st.sampled_from(GROUPS), st.data())
def test_isomorphism_where_canonical_forms_agree(
    coloured: tuple[Game, dict[int, int]], group: str, data: st.DataObject
) -> None:
    game, first = coloured
    order = data.draw(st.permutations(sorted(first)))
    second = dict(zip(order, first.values(), strict=True))
    forms = [
        canonical_form(game, colouring, group=group, within_span=True)
        for colouring in (first, second)
    ]
    assert forms[0] is not None
    assert forms[1] is not None
    found = isomorphism(game, first, second, group)
    assert (found is not None) == (forms[0].colours == forms[1].colours)


def test_collections_with_the_same_sections_that_are_not_equivalent() -> None:
    from capset.caps.slices import classes

    game = Game()
    listed = classes(game, 18)
    pairs = [
        (first, second)
        for first in range(len(listed))
        for second in range(first)
        if isomorphism(game, dict.fromkeys(listed[first], 1), dict.fromkeys(listed[second], 1))
        is not None
    ]
    assert len(listed) == 20
    assert pairs == []


def test_orbits() -> None:
    assert orbits(np.zeros((0, 4), np.int64), 4).tolist() == [0, 1, 2, 3]
    assert orbits(np.array([[1, 2, 0, 3, 4], [0, 1, 2, 4, 3]]), 5).tolist() == [0, 0, 0, 3, 3]


def test_too_large_a_deck() -> None:
    with pytest.raises(ProblemError, match="out of reach"):
        stabiliser(Game(3, 8), {})
