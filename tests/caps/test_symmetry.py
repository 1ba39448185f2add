"""Stabilisers and canonical forms against the deck's symmetries tried one by one."""

from itertools import combinations, permutations, product
from math import prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset import Game
from capset.caps.symmetry import canonical_form, group_order, subgroup


def all_symmetries(game: Game) -> list[tuple[int, ...]]:
    """Every symmetry of a small deck as a permutation of its cards, listed naively."""
    rows = [game.digits(card) for card in game.deck]
    n, v = game.features, game.values
    found = []
    if v == 3:
        for matrix in product(product(range(3), repeat=n), repeat=n):
            images = [
                tuple(sum(a * x for a, x in zip(m, row, strict=True)) % 3 for m in matrix)
                for row in rows
            ]
            if len(set(images)) == len(rows):
                found += [
                    tuple(
                        game.card((x + t) % 3 for x, t in zip(image, shift, strict=True))
                        for image in images
                    )
                    for shift in rows
                ]
        return found
    orders = list(permutations(range(v)))
    for features in permutations(range(n)):
        for values in product(orders, repeat=n):
            found.append(
                tuple(
                    game.card(values[place][row[feature]] for place, feature in enumerate(features))
                    for row in rows
                )
            )
    return found


SMALL = [Game(3, 1), Game(3, 2), Game(4, 1), Game(4, 2), Game(5, 1)]
SYMMETRIES = {game: all_symmetries(game) for game in SMALL}


@pytest.mark.parametrize("game", SMALL)
def test_group_order_counts_the_symmetries(game: Game) -> None:
    assert len(set(SYMMETRIES[game])) == group_order(game)
    form = canonical_form(game, {})
    assert form is not None
    assert set(map(tuple, form.stabiliser.tolist())) == set(SYMMETRIES[game])


@pytest.mark.parametrize("game", [Game(3, 2), Game(4, 2)])
def test_symmetries_take_sets_to_sets(game: Game) -> None:
    sets = {frozenset(found) for found in game.sets_in(game.deck)}
    for symmetry in SYMMETRIES[game][:: max(1, len(SYMMETRIES[game]) // 50)]:
        assert {frozenset(symmetry[card] for card in found) for found in sets} == sets


@st.composite
def colourings(draw: st.DrawFn) -> tuple[Game, dict[int, int]]:
    game = draw(st.sampled_from(SMALL))
    cards = draw(st.lists(st.integers(0, game.deck_size - 1), unique=True, max_size=6))
    return game, {card: draw(st.integers(0, 2)) for card in cards}


def permuted(symmetry: tuple[int, ...], colouring: dict[int, int]) -> dict[int, int]:
    return {symmetry[card]: colour for card, colour in colouring.items()}


@given(colourings())
@settings(max_examples=40)
def test_stabiliser_is_what_keeps_every_colour(case: tuple[Game, dict[int, int]]) -> None:
    game, colouring = case
    form = canonical_form(game, colouring)
    assert form is not None
    colours = [colouring.get(card, 0) for card in game.deck]
    naive = {
        symmetry
        for symmetry in SYMMETRIES[game]
        if all(colours[symmetry[card]] == colours[card] for card in game.deck)
    }
    assert set(map(tuple, form.stabiliser.tolist())) == naive
    assert form.order == len(naive)
    assert form.stabiliser[0].tolist() == list(game.deck)


@given(colourings(), st.integers(0, 10**6))
@settings(max_examples=60)
def test_equivalent_colourings_have_one_form(
    case: tuple[Game, dict[int, int]], number: int
) -> None:
    game, colouring = case
    symmetry = SYMMETRIES[game][number % len(SYMMETRIES[game])]
    form, other = (
        canonical_form(game, colouring),
        canonical_form(game, permuted(symmetry, colouring)),
    )
    assert form is not None
    assert other is not None
    assert form.colours == other.colours


@pytest.mark.parametrize("game", [Game(3, 2), Game(4, 2)])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_inequivalent_collections_have_different_forms(game: Game, size: int) -> None:
    orbits = set()
    forms = set()
    for cards in combinations(game.deck, size):
        orbits.add(min(tuple(sorted(s[card] for card in cards)) for s in SYMMETRIES[game]))
        form = canonical_form(game, dict.fromkeys(cards, 1))
        assert form is not None
        forms.add(form.colours)
    assert len(forms) == len(orbits)


@pytest.mark.parametrize("seed", range(15))
def test_form_of_a_larger_deck_survives_a_random_symmetry(seed: int) -> None:
    random = Random(seed)
    game = random.choice([Game(3, 4), Game(4, 3), Game(5, 3)])
    cards = random.sample(range(game.deck_size), random.randint(8, 20))
    rows = np.array([game.digits(card) for card in game.deck])
    weights = game.values ** np.arange(game.features - 1, -1, -1)
    if game.values == 3:
        matrix = np.zeros((4, 4), int)
        while round(np.linalg.det(matrix)) % 3 == 0:
            matrix = np.array([[random.randrange(3) for _ in range(4)] for _ in range(4)])
        images = (rows @ matrix + [random.randrange(3) for _ in range(4)]) % 3
    else:
        order = random.sample(range(game.features), game.features)
        images = rows[:, order].copy()
        for place in range(game.features):
            values = np.array(random.sample(range(game.values), game.values))
            images[:, place] = values[images[:, place]]
    image = images @ weights
    form = canonical_form(game, dict.fromkeys(cards, 1))
    other = canonical_form(game, {int(image[card]): 1 for card in cards})
    assert form is not None
    assert other is not None
    assert (form.colours, form.order) == (other.colours, other.order)
    assert sum(form.colours) == len(cards)


def test_too_large_a_stabiliser_is_not_listed_but_a_part_of_it_is() -> None:
    game = Game(3, 4)
    assert canonical_form(game, {0: 1}) is None
    group = subgroup(game, {0: 1}, most=5000)
    assert 1 < len(group) <= 5000
    sets = {frozenset(found) for found in game.sets_in(game.deck)}
    for row in group[:: len(group) // 20]:
        assert row[0] == 0
        assert {frozenset(map(int, row[list(found)])) for found in sets} == sets
    assert len({tuple(row) for row in group.tolist()}) == len(group)


def test_decks_with_too_many_symmetries_have_the_identity() -> None:
    game = Game(12, 2)
    assert subgroup(game, {}).tolist() == [list(game.deck)]


def test_group_orders_are_the_published_ones() -> None:
    assert group_order(Game(3, 4)) == 81 * prod(81 - 3**i for i in range(4)) == 1_965_150_720
    assert group_order(Game(4, 3)) == 24**3 * 6
