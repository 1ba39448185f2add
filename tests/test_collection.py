"""A collection that grows and shrinks, against one computed anew after every step."""

import copy
import pickle
import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from capset.collection import Collection
from capset.errors import CardError
from capset.game import Game
from tests import naive
from tests.strategies import games, tableaus

COMPLETE = [
    (3, 1, [0, 1]),
    (3, 2, [0, 1, 3, 4]),
    (3, 4, [0, 2, 5, 6, 9, 10, 13, 14, 22, 28, 30, 31, 33, 38, 46, 47, 48, 50, 66, 72]),
    (4, 2, [0, 5, 6, 8, 9, 10, 12, 13, 14]),
    (4, 2, [0, 1, 2, 4, 5, 7, 10, 14]),
    (7, 1, [0, 1, 2, 4, 5, 6]),
]
"""Collections without a set to which no card can be added: values, features, cards."""


def state(collection):
    """All that a collection keeps."""
    return {
        slot: copy.deepcopy(getattr(collection, slot))
        for slot in ("_game", "_cards", "_dictated_by", "_selections")
    }


class CollectionAgainstTheRules(RuleBasedStateMachine):
    """Random adds and removes; after each the collection is what a fresh one would be."""

    @initialize(game=st.sampled_from([Game(3, 2), Game(3, 3), Game(4, 2), Game(5, 1), Game(5, 2)]))
    def start(self, game):
        self.game = game
        self.cards = []
        self.collection = Collection(game)

    @precondition(lambda self: len(self.cards) < min(9, self.game.deck_size))
    @rule(data=st.data())
    def add(self, data):
        outside = [card for card in self.game.deck if card not in self.cards]
        card = data.draw(st.sampled_from(outside))
        self.collection.add(card)
        self.cards.append(card)

    @precondition(lambda self: self.game.deck_size > len(self.cards) > 1)
    @rule(data=st.data())
    def add_what_makes_a_set(self, data):
        forbidden = sorted(self.collection.forbidden)
        if forbidden and len(self.cards) < 9:
            card = data.draw(st.sampled_from(forbidden))
            self.collection.add(card)
            self.cards.append(card)

    @precondition(lambda self: self.cards)
    @rule(data=st.data())
    def remove(self, data):
        card = data.draw(st.sampled_from(self.cards))
        self.collection.remove(card)
        self.cards.remove(card)

    @precondition(lambda self: self.cards)
    @rule(data=st.data())
    def refuse_a_card_that_is_there(self, data):
        card = data.draw(st.sampled_from(self.cards))
        with pytest.raises(CardError):
            self.collection.add(card)

    @precondition(lambda self: len(self.cards) < self.game.deck_size)
    @rule(data=st.data())
    def refuse_a_card_that_is_not_there(self, data):
        outside = [card for card in self.game.deck if card not in self.cards]
        with pytest.raises(CardError):
            self.collection.remove(data.draw(st.sampled_from(outside)))

    @invariant()
    def is_what_a_fresh_collection_would_be(self):
        fresh = Collection(self.game, sorted(self.cards, reverse=True))
        assert state(self.collection) == state(fresh)
        assert self.collection == fresh

    @invariant()
    def forbids_what_the_rules_forbid(self):
        values, features = self.game.values, self.game.features
        forbidden = self.collection.forbidden
        expected = naive.forbidden(self.cards, values, features)
        assert forbidden == {card: tuple(reasons) for card, reasons in expected.items()}
        assert list(forbidden) == sorted(forbidden)
        assert forbidden == self.game.forbidden(self.cards)
        free = [card for card in self.game.deck if card not in {*self.cards, *expected}]
        assert list(self.collection.free) == free

    @invariant()
    def knows_its_sets(self):
        values, features = self.game.values, self.game.features
        ordered = sorted(self.cards)
        sets = naive.completions([], ordered, values, features)
        assert self.collection.sets == sets
        assert self.collection.is_set_free == (not sets)
        nothing_free = next(self.collection.free, None) is None
        assert self.collection.is_complete == (not sets and nothing_free)
        for card in ordered:
            assert self.collection.ruled_out_by(card) == tuple(
                sorted(tuple(c for c in found if c != card) for found in sets if card in found)
            )

    @invariant()
    def holds_its_cards(self):
        assert list(self.collection) == sorted(self.cards)
        assert len(self.collection) == len(self.cards)
        assert [card for card in self.game.deck if card in self.collection] == sorted(self.cards)


CollectionAgainstTheRules.TestCase.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None
)
TestCollectionAgainstTheRules = CollectionAgainstTheRules.TestCase


@given(st.data())
def test_removing_is_the_exact_inverse_of_adding(data):
    game = data.draw(games(10**5, 5))
    before = data.draw(tableaus(game, 8))
    collection = Collection(game, before)
    untouched = state(collection)
    added = [card for card in data.draw(tableaus(game, 5)) if card not in before]
    for card in added:
        collection.add(card)
    for card in data.draw(st.permutations(added)):
        collection.remove(card)
    assert state(collection) == untouched


@pytest.mark.parametrize(("values", "features", "number"), [(3, 9, 80), (4, 6, 60), (10, 2, 30)])
def test_many_cards_of_a_large_deck(values, features, number):
    game = Game(values, features)
    diagonal = [game.card([value] * features) for value in range(values)]
    cards = list(dict.fromkeys(diagonal + random.Random(9).sample(game.deck, number)))
    collection = Collection(game, cards)
    assert collection.forbidden == game.forbidden(cards)
    assert collection.sets == [
        tuple(sorted(cards)[position] for position in positions)
        for positions in game.sets_in(sorted(cards))
    ]
    assert tuple(diagonal) in collection.sets
    for card in cards[number // 2 :]:
        collection.remove(card)
    assert state(collection) == state(Collection(game, cards[: number // 2]))


@pytest.mark.parametrize(("values", "features", "cards"), COMPLETE)
def test_a_collection_is_complete_until_a_card_is_taken_out(values, features, cards):
    game = Game(values, features)
    collection = Collection(game, cards)
    assert naive.completions([], cards, values, features) == []
    assert len(naive.forbidden(cards, values, features)) == game.deck_size - len(cards)
    assert collection.is_set_free
    assert collection.is_complete
    assert list(collection.free) == []
    collection.remove(cards[0])
    assert collection.is_set_free
    assert not collection.is_complete
    assert cards[0] in collection.free


def test_a_collection_with_a_set_is_not_complete_though_nothing_is_free():
    everything = Collection(Game(3, 2), range(9))
    assert list(everything.free) == []
    assert everything.forbidden == {}
    assert len(everything.sets) == 12
    assert not everything.is_set_free
    assert not everything.is_complete


def test_an_empty_collection_forbids_nothing():
    collection = Collection(Game())
    assert len(collection) == 0
    assert collection.forbidden == {}
    assert list(collection.free) == list(range(81))
    assert collection.sets == []
    assert collection.is_set_free
    assert not collection.is_complete


def test_free_cards_of_a_large_deck_come_at_once():
    collection = Collection(Game(3, 39), [0, 1])
    assert list(islice(collection.free, 2)) == [3, 4]
    assert not collection.is_complete


def test_free_cards_are_those_at_the_time_of_asking():
    collection = Collection(Game(3, 1), [0])
    free = collection.free
    collection.add(1)
    assert list(free) == [1, 2]


def test_a_collection_says_by_whom_a_card_is_ruled_out():
    collection = Collection(Game(3, 2), [0, 1, 4, 6])
    assert collection.ruled_out_by(2) == ((0, 1), (4, 6))
    assert collection.ruled_out_by(0) == ()
    collection.remove(1)
    assert collection.ruled_out_by(2) == ((4, 6),)
    collection.remove(4)
    assert collection.ruled_out_by(2) == ()


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (1, "card 1 is in the collection already"),
        (81, "cards of Game(values=3, features=4) are 0 to 80, not 81"),
        (-1, "cards of Game(values=3, features=4) are 0 to 80, not -1"),
        ("2", "a card is a whole number, not '2'"),
        ([2], "a card is a whole number, not [2]"),
    ],
)
def test_a_card_that_cannot_be_added_changes_nothing(card, message):
    collection = Collection(Game(), [0, 1])
    before = state(collection)
    with pytest.raises(CardError) as refused:
        collection.add(card)
    assert str(refused.value) == message
    assert state(collection) == before


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (2, "card 2 is not in the collection"),
        (81, "cards of Game(values=3, features=4) are 0 to 80, not 81"),
        ("1", "a card is a whole number, not '1'"),
        ([1], "a card is a whole number, not [1]"),
    ],
)
def test_a_card_that_cannot_be_removed_changes_nothing(card, message):
    collection = Collection(Game(), [0, 1])
    before = state(collection)
    with pytest.raises(CardError) as refused:
        collection.remove(card)
    assert str(refused.value) == message
    assert state(collection) == before


def test_a_collection_begins_with_different_cards():
    with pytest.raises(CardError, match=r"card 5 of .* comes twice"):
        Collection(Game(), [5, 6, 5])
    with pytest.raises(CardError, match="not 81"):
        Collection(Game(), [81])


def test_what_is_no_card_is_not_in_a_collection():
    collection = Collection(Game(), [0, 1])
    assert 0 in collection
    assert 2 not in collection
    assert 81 not in collection
    assert "0" not in collection


def test_numpy_integers_are_kept_as_plain_ones():
    numpy = pytest.importorskip("numpy")
    collection = Collection(Game(), numpy.array([0, 1]))
    collection.add(numpy.int64(3))
    collection.remove(numpy.int64(1))
    assert [type(card) for card in collection] == [int, int]
    assert state(collection) == state(Collection(Game(), [0, 3]))


def test_collections_are_equal_when_deck_and_cards_are():
    assert Collection(Game(), [0, 1]) == Collection(Game(), [1, 0])
    assert Collection(Game(), [0, 1]) != Collection(Game(), [0, 2])
    assert Collection(Game(3, 4), [0, 1]) != Collection(Game(3, 5), [0, 1])
    assert Collection(Game(), [0, 1]) != {0, 1}
    assert Collection(Game()).game == Game()


def test_a_collection_has_no_hash():
    with pytest.raises(TypeError):
        hash(Collection(Game()))


@given(st.data())
def test_repr_evaluates_back(data):
    game = data.draw(games(10**5, 5))
    collection = Collection(game, data.draw(tableaus(game)))
    assert eval(repr(collection)) == collection


def test_collections_survive_pickling_and_deep_copies():
    collection = Collection(Game(4, 2), [0, 1, 2, 5, 10])
    for twin in (pickle.loads(pickle.dumps(collection)), copy.deepcopy(collection)):
        assert state(twin) == state(collection)
        twin.add(15)
        assert 15 not in collection
        assert twin.sets == [(0, 5, 10, 15)]
