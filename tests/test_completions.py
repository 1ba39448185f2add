"""The sets that contain a selection: which, in which order, how many, and how soon."""

import math
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset.completions import Completions
from capset.game import Game
from tests import naive
from tests.strategies import games, selections, tableaus


def completing(found, selection):
    """The cards of each set that are not selected."""
    return [tuple(card for card in cards if card not in selection) for cards in found]


@given(st.data())
def test_completions_in_a_tableau_are_those_of_the_rule_book_in_order(data):
    game = data.draw(games(10**5))
    tableau = data.draw(tableaus(game, 9))
    size = data.draw(st.integers(0, game.values))
    selection = data.draw(
        st.one_of(st.just(tableau[:size]), selections(game, st.integers(0, game.values)))
    )
    completions = game.completions(selection, within=tableau)
    expected = naive.completions(selection, tableau, game.values, game.features)
    assert list(completions) == expected
    assert completions.count == len(expected)
    assert list(completions.cards) == sorted({*sum(expected, ())} - set(selection))


@settings(max_examples=20)
@given(st.data())
def test_completions_in_a_tableau_of_decks_with_many_values(data):
    game = data.draw(st.sampled_from([Game(10, 2), Game(36, 2), Game(40, 2)]))
    tableau = data.draw(tableaus(game, game.values + 3))
    missing = data.draw(st.integers(0, 2))
    selection = data.draw(
        st.one_of(
            st.just(tableau[: game.values - missing]),
            selections(game, st.just(game.values - missing)),
        )
    )
    expected = naive.completions(selection, tableau, game.values, game.features)
    assert list(game.completions(selection, within=tableau)) == expected


@given(st.data())
def test_completions_in_the_deck_are_those_of_the_rule_book_in_order(data):
    game = data.draw(games(27, 7))
    fewest = 0 if game.deck_size <= 16 or game.values == 3 else 2
    selection = data.draw(selections(game, st.integers(fewest, game.values)))
    completions = game.completions(selection)
    expected = naive.completions(selection, game.deck, game.values, game.features)
    assert list(completions) == expected
    assert completions.count == len(expected)
    assert list(completions.cards) == sorted({*sum(expected, ())} - set(selection))


@pytest.mark.parametrize(("values", "features"), [(3, 1), (3, 3), (4, 2), (5, 2), (7, 1), (40, 1)])
def test_all_sets_of_a_small_deck_are_listed_in_order(values, features):
    game = Game(values, features)
    found = list(game.completions(()))
    assert found == naive.completions((), game.deck, values, features)
    assert list(game.completions((), within=game.deck)) == found


@pytest.mark.parametrize(
    ("values", "features"), [(3, 4), (4, 3), (4, 4), (5, 2), (5, 3), (6, 2), (7, 1), (1200, 1)]
)
def test_the_sets_of_a_whole_deck_are_complete_distinct_and_in_order(values, features):
    game = Game(values, features)
    completions = game.completions(())
    found = list(completions)
    assert len(found) == completions.count == game.set_count
    assert all(one < other for one, other in pairwise(found))
    assert all(list(cards) == sorted(cards) for cards in found)
    assert all(naive.is_set(cards, values, features) for cards in found)
    if features > 1:
        assert found == list(game.sets_in(game.deck))


@settings(max_examples=40)
@given(st.data())
def test_the_listing_has_as_many_sets_as_the_formula_says(data):
    game = data.draw(games(10**5, 40))
    # up to 6 different features of up to 3 missing cards
    fewest = {3: 1, 4: 1 if game.features <= 3 else 2}.get(game.values, game.values - 3)
    selection = data.draw(selections(game, st.integers(fewest, game.values)))
    found = list(game.completions(selection))
    assert len(found) == game.completions(selection).count == game.completion_count(selection)
    assert all(set(selection) <= set(cards) for cards in found)
    assert all(list(cards) == sorted(cards) for cards in found)
    assert all(naive.is_set(cards, game.values, game.features) for cards in found)
    missing = completing(found, selection)
    assert all(one < other for one, other in pairwise(missing))
    assert list(game.completions(selection).cards) == sorted({*sum(missing, ())})


@pytest.mark.parametrize(("values", "features"), [(3, 4), (4, 3), (6, 2)])
@pytest.mark.parametrize("card", [0, 5, 7, 35])
def test_the_sets_of_one_card_are_its_share_of_the_deck_in_order_of_the_others(
    values, features, card
):
    game = Game(values, features)
    containing = [cards for cards in game.completions(()) if card in cards]
    containing.sort(key=lambda cards: [other for other in cards if other != card])
    assert list(game.completions([card])) == containing


def test_a_whole_set_completes_to_itself_and_any_other_selection_of_v_cards_to_nothing():
    game = Game()
    assert list(game.completions([80, 0, 40])) == [(0, 40, 80)]
    assert list(game.completions([80, 0, 40], within=[])) == [(0, 40, 80)]
    assert list(game.completions([0, 1, 3])) == []
    assert list(game.completions([0, 1, 3], within=game.deck)) == []
    assert list(game.completions([80, 0, 40]).cards) == []


def test_the_selection_need_not_be_on_the_table():
    assert list(Game().completions([0, 40], within=[80, 1, 2])) == [(0, 40, 80)]
    assert list(Game().completions([0], within=[0, 40, 80, 1])) == [(0, 40, 80)]
    assert list(Game().completions([0], within=[40, 1])) == []


@pytest.mark.parametrize(
    ("values", "features", "first"),
    [
        (3, 12, [(0, 1, 2), (0, 3, 6), (0, 4, 8), (0, 5, 7)]),
        (3, 39, [(0, 1, 2), (0, 3, 6), (0, 4, 8), (0, 5, 7)]),
        (10, 6, [(*range(10),), (*range(0, 100, 10),), (*range(0, 100, 11),)]),
        (40, 2, [(*range(40),), (*range(0, 1600, 40),), (*range(0, 1600, 41),)]),
    ],
)
def test_the_first_sets_of_an_endless_list_come_at_once(values, features, first):
    assert list(islice(Game(values, features).completions(()), len(first))) == first


def test_the_first_cards_of_an_endless_list_come_at_once():
    assert list(islice(Game(3, 39).completions(()).cards, 3)) == [0, 1, 2]
    assert list(islice(Game(10, 6).completions([0, 111_111]).cards, 2)) == [222_222, 222_223]


def test_the_number_of_sets_of_a_large_deck_needs_no_listing():
    assert Game(3, 12).completions(()).count == 3**11 * (3**12 - 1) // 2
    assert Game(10, 6).completions([0, 111_111]).count == math.factorial(8) ** 5
    assert Game(40, 2).completions([]).count == (
        ((math.factorial(40) + 40) ** 2 - 40**2) // math.factorial(40)
    )


def test_completions_can_be_iterated_again_and_side_by_side():
    completions = Game(4, 2).completions([0])
    once = list(completions)
    assert list(completions) == once
    assert list(zip(completions, completions, strict=True)) == [(found, found) for found in once]


@pytest.mark.parametrize("within", [None, [0, 40, 80, 1]])
def test_repr_evaluates_back(within):
    completions = Game().completions([0, 40], within)
    again = eval(repr(completions))
    assert isinstance(again, Completions)
    assert repr(again) == repr(completions)
    assert list(again) == list(completions) == [(0, 40, 80)]
