from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.dealing import dealt_cards, tableau_with_sets
from capset.errors import CardError
from capset.game import REAL_VALUES, Game
from capset.notation import CONTEST, REAL_GAME

from . import naive


def test_a_seed_gives_the_same_cards_everywhere():
    # written down once; a change of these values breaks every seed that anyone noted
    texts = " ".join(map(CONTEST.write, dealt_cards(REAL_GAME.deck, 12, Random(1))))
    assert texts == "O1GO S3GS S3RF O1PS D2GF D2GS D3RO S3GO S1GS S1GO D3GF S2GS"
    tableau = [10, 68, 17, 22, 42, 23, 54, 15, 14, 0, 69, 41]
    assert tableau_with_sets(REAL_GAME, 12, 6, Random(1)) == tableau


@given(st.integers(0, 100), st.integers(0, 2**64), st.data())
def test_dealt_cards_are_different_cards_of_those_given(number, seed, data):
    size = data.draw(st.integers(number, 200))
    cards = range(1000, 1000 + size)
    dealt = dealt_cards(cards, number, Random(seed))
    assert len(set(dealt)) == len(dealt) == number
    assert set(dealt) <= set(cards)
    assert dealt == dealt_cards(list(cards), number, Random(seed))
    # the first cards of a longer deal are those of a shorter one
    assert dealt_cards(cards, size, Random(seed))[:number] == dealt


def test_a_whole_deck_is_shuffled():
    assert sorted(dealt_cards(REAL_GAME.deck, 81, Random(3))) == list(REAL_GAME.deck)


def test_a_few_cards_of_an_enormous_deck_take_little():
    game = Game(3, 39)
    assert len(set(dealt_cards(game.deck, 12, Random(5)))) == 12


@pytest.mark.parametrize("number", [82, -1])
def test_more_cards_than_there_are_cannot_be_dealt(number):
    with pytest.raises(CardError, match="cannot be dealt from 81"):
        dealt_cards(REAL_GAME.deck, number, Random(1))


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def test_every_ordered_deal_is_as_likely():
    random, deals = Random(20), 60_000
    counts = Counter(tuple(dealt_cards("abcde", 3, random)) for _ in range(deals))
    assert set(counts) == set(permutations("abcde", 3))
    assert chi_square(counts.values(), deals / 60) < 98.3  # 59 degrees of freedom, p = 0.001


def test_every_card_is_as_likely_at_every_place():
    random, deals = Random(21), 8_100
    places = [Counter() for _ in range(12)]
    for _ in range(deals):
        for place, card in enumerate(dealt_cards(REAL_GAME.deck, 12, random)):
            places[place][card] += 1
    for counts in places:
        assert chi_square([counts[card] for card in REAL_GAME.deck], deals / 81) < 134.0
        # 80 degrees of freedom; 12 tests at p = 0.0001 each


@pytest.mark.parametrize("sets", range(15))
def test_a_tableau_of_twelve_with_any_possible_number_of_sets_is_found(sets):
    for seed in range(2 if sets < 12 else 1):
        cards = tableau_with_sets(REAL_GAME, 12, sets, Random(seed))
        assert len(set(cards)) == len(cards) == 12
        assert len(naive.sets_in(cards, 3, 4)) == sets


@pytest.mark.parametrize(
    ("values", "features", "size", "sets"), [(4, 2, 8, 2), (5, 1, 5, 1), (3, 1, 3, 1), (3, 4, 1, 0)]
)
def test_other_decks_and_sizes_have_their_tableaus_too(values, features, size, sets):
    cards = tableau_with_sets(Game(values, features), size, sets, Random(2))
    assert len(set(cards)) == size
    assert len(naive.sets_in(cards, values, features)) == sets


def test_a_number_of_sets_that_is_not_found_gives_none():
    assert tableau_with_sets(REAL_GAME, 12, 15, Random(1), steps=300) is None
    assert tableau_with_sets(REAL_GAME, 2, 1, Random(1), steps=300) is None
    assert tableau_with_sets(REAL_GAME, 81, 0, Random(1), steps=3) is None


def test_a_tableau_of_more_cards_than_the_deck_has_is_refused():
    with pytest.raises(CardError):
        tableau_with_sets(Game(3, 1), 4, 0, Random(1))


def test_the_real_deck_has_its_names():
    assert [len(names) for names in REAL_VALUES] == [3, 3, 3, 3]
