"""Bounds by theorem, against the naive oracle and the values that are known."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.caps import geometry
from capset.caps.geometry import product_bound, theorem_bound
from capset.caps.moments import contradiction
from capset.errors import CapsetError
from capset.game import Game
from tests import strategies  # noqa: F401 - loads the settings for all tests


def largest_set_free(game):
    """The size of the largest set-free collection, by trying to add or leave out each card."""
    sets = [sum(1 << card for card in cards) for cards in game.sets_in(range(game.deck_size))]
    ending = [
        [cards for cards in sets if cards.bit_length() == card + 1]
        for card in range(game.deck_size)
    ]

    def best(card, chosen):
        if card == game.deck_size:
            return chosen.bit_count()
        added = chosen | 1 << card
        if all(cards & added != cards for cards in ending[card]):
            return max(best(card + 1, added), best(card + 1, chosen))
        return best(card + 1, chosen)

    return best(0, 0)


@pytest.mark.parametrize(("values", "features"), [(3, 1), (4, 1), (6, 1), (3, 2), (4, 2)])
def test_one_and_two_features_exactly(values, features):
    game = Game(values, features)
    assert theorem_bound(game).value == largest_set_free(game) == (values - 1) ** features


@pytest.mark.parametrize("values", [3, 4, 5])
def test_without_the_first_values_there_is_no_set(values):
    """The cards that attain the bound for two features, and their product for three."""
    for features in (2, 3):
        game = Game(values, features)
        cards = [card for card in range(game.deck_size) if 0 not in game.digits(card)]
        assert not any(game.sets_in(cards))
        assert len(cards) == product_bound(game).size


@pytest.mark.parametrize(
    ("values", "features", "value"),
    [(3, 2, 4), (3, 3, 9), (3, 4, 20), (3, 5, 48), (4, 3, 36), (5, 3, 80), (4, 4, 144), (9, 2, 64)],
)
def test_bounds_by_theorem_alone(values, features, value):
    bound = theorem_bound(Game(values, features))
    assert bound.value == value
    assert [step.game.features for step in bound.steps] == list(
        range(min(2, features), features + 1)
    )
    for step in bound.steps:
        if step.proof:
            step.proof.check()


@pytest.mark.parametrize(
    ("features", "slice_maximum", "value"),
    [(3, 4, 9), (4, 9, 20), (5, 20, 48), (6, 45, 114), (7, 112, 291), (8, 288, 764)],
)
def test_the_maximum_of_a_slice_gives_the_best_bound_of_the_moments(features, slice_maximum, value):
    bound = theorem_bound(Game(3, features), slice_maximum)
    assert bound.value == value
    assert bound.slices is None
    bound.proof.check()
    assert bound.proof[:3] == (features, value + 1, slice_maximum)
    sizes = range(value - 40 if features > 5 else 0, 3 * slice_maximum + 2)
    impossible = [contradiction(features, size, slice_maximum) is not None for size in sizes]
    assert impossible == [size > value for size in sizes]


def test_smaller_slices_are_used():
    assert theorem_bound(Game(3, 4), 6).value < 20
    assert theorem_bound(Game(3, 4), 0).value == 0
    assert theorem_bound(Game(3, 2), 1).value == 1
    assert theorem_bound(Game(3, 2), 2).value == 4
    assert theorem_bound(Game(4, 2), 2).value == 8
    assert theorem_bound(Game(4, 2), 4).value == 9
    assert theorem_bound(Game(4, 1), 0).value == 0
    assert theorem_bound(Game(4, 3), 8).value == 32


def test_bounds_of_enormous_decks():
    bound = theorem_bound(Game(3, 39))
    assert 2**39 <= bound.value < 3**39
    assert theorem_bound(Game(4, 31)).value == 9 * 4**29
    assert len(bound.steps) == 38


def test_a_bound_says_why():
    bound = theorem_bound(Game(3, 4))
    assert list(map(str, bound.steps)) == [
        "(3,2) has at most 4: the theorem of Frobenius and König",
        "(3,3) has at most 9: the moments of 10 points with sections of at most 4",
        "(3,4) has at most 20: the moments of 21 points with sections of at most 9",
    ]
    assert str(theorem_bound(Game(4, 3), 8)) == "(4,3) has at most 32: 4 slices of at most 8"
    with pytest.raises(CapsetError, match="not -1"):
        theorem_bound(Game(4, 3), -1)


def set_free(game):
    """Set-free collections of the game, from a greedy choice in a random order."""

    def choice(cards):
        chosen = []
        for card in cards:
            if not any(game.sets_in([*chosen, card])):
                chosen.append(card)
        return chosen

    return st.permutations(range(game.deck_size)).map(choice)


@given(st.sampled_from([(3, 1, 1), (3, 1, 2), (3, 2, 1), (4, 1, 1), (4, 2, 1)]), st.data())
def test_products_of_set_free_collections_are_set_free(decks, data):
    values, *features = decks
    first, second = (data.draw(set_free(Game(values, count))) for count in features)
    cards = geometry.product(first, second, Game(values, features[1]))
    assert len(set(cards)) == len(cards) == len(first) * len(second)
    game = Game(values, sum(features))
    assert [game.digits(card) for card in cards] == [
        Game(values, features[0]).digits(a) + Game(values, features[1]).digits(b)
        for a, b in product(first, second)
    ]
    assert not any(game.sets_in(cards))


def test_the_best_product_of_what_is_known():
    caps = {1: 2, 2: 4, 3: 9, 4: 20, 5: 45, 6: 112}
    assert product_bound(Game(3, 6), caps) == (112, (6,))
    assert product_bound(Game(3, 7), caps) == (224, (6, 1))
    assert product_bound(Game(3, 8), caps) == (448, (6, 2))
    assert product_bound(Game(3, 9), caps) == (1008, (6, 3))
    assert product_bound(Game(5, 4)) == (256, (1, 1, 1, 1))
    assert product_bound(Game(4, 4), {2: 9, 3: 28}) == (84, (3, 1))


@pytest.mark.parametrize(("values", "most"), [(3, 9), (4, 5), (7, 3)])
def test_bounds_are_no_worse_than_slices_alone(values, most):
    bounds = [theorem_bound(Game(values, features)).value for features in range(1, most + 1)]
    assert all(larger <= values * smaller for smaller, larger in pairwise(bounds))
