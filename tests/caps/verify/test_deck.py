"""The deck of the checker, against the slow oracle and against the deck's own rules."""

from itertools import combinations, product
from random import Random

import pytest

from capset import Game
from capset.caps.symmetry import canonical_form
from capset.caps.verify.deck import Deck, bits
from tests import naive

SMALL = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2), (6, 1)]


def cards_of(collection):
    return [card for card in range(collection.bit_length()) if collection >> card & 1]


@pytest.mark.parametrize(("values", "features"), SMALL)
def test_sets_are_those_of_the_rule_book(values, features):
    deck = Deck(values, features)
    if values ** (features * values) > 10**7 and features > 1:
        expected = {bits(cards) for cards in Game(values, features).sets_in(range(deck.size))}
    else:
        expected = {
            bits(cards)
            for cards in combinations(range(deck.size), values)
            if naive.is_set(cards, values, features)
        }
    found = deck.sets()
    for card in range(deck.size):
        assert len(set(found[card])) == len(found[card])
        assert set(found[card]) == {cards for cards in expected if cards >> card & 1}


@pytest.mark.parametrize(("values", "features"), [*SMALL, (3, 4), (4, 3)])
def test_dictated_cards_and_sets_held(values, features):
    random = Random(values * 10 + features)
    deck, game = Deck(values, features), Game(values, features)
    for _ in range(60):
        chosen = random.sample(range(deck.size), random.randint(0, min(deck.size, 3 * values)))
        assert deck.holds_set(chosen) == (next(game.sets_in(sorted(chosen)), None) is not None)
        if deck.holds_set(chosen) or not chosen:
            continue
        dictated = 0
        for card in chosen:
            dictated |= deck.dictated(card, chosen, bits(chosen))
        new = dictated & ~bits(chosen)
        assert set(cards_of(new)) == set(game.forbidden(chosen))


def test_cards_have_names():
    assert Deck(3, 2).names()["21"] == 7
    assert Deck(36, 1).names()["z"] == 35
    assert Deck(40, 2).names()["39.0"] == 1560


@pytest.mark.parametrize(("values", "features"), [(3, 3), (3, 4), (4, 2), (5, 2)])
def test_slices(values, features):
    deck = Deck(values, features)
    found = {}
    for digits in product("012", repeat=features):
        direction = "".join(digits)
        slices = deck.slices(direction)
        if slices is None:
            continue
        found[direction] = slices
        assert len(slices) == values
        assert sum(part.bit_count() for part in slices) == deck.size
        for value, part in enumerate(slices):
            for card in cards_of(part):
                row = naive.digits(card, values, features)
                assert sum(int(d) * a for d, a in zip(digits, row, strict=True)) % values == value
    assert len(found) == (3**features - 1 if values == 3 else features)
    for direction in ("", "0", "0" * features, "1" * (features + 1), "1x" * features, "3", "é"):
        assert deck.slices(direction) is None


@pytest.mark.parametrize(("values", "features"), [(3, 2), (3, 3), (4, 2), (5, 2), (4, 3)])
def test_symmetries_follow_from_the_images_of_a_frame(values, features):
    game, deck = Game(values, features), Deck(values, features)
    random = Random(1)
    step = range(1, 2 if values == 3 else values)
    frame = [0] + [value * values**place for place in reversed(range(features)) for value in step]
    form = canonical_form(game, {0: 1})
    assert form is not None
    for images in random.sample(form.stabiliser.tolist(), 20):
        assert deck.symmetry([images[card] for card in frame]) == images
        wrong = [images[card] for card in frame]
        wrong[-1] = wrong[0]
        assert deck.symmetry(wrong) is None
    for _ in range(300):
        drawn = random.sample(range(deck.size), len(frame))
        images = deck.symmetry(drawn)
        if images is not None:
            assert [images[card] for card in frame] == drawn
            for _ in range(20):
                cards = random.sample(range(deck.size), values)
                assert game.is_set(cards) == game.is_set([images[card] for card in cards])
    assert deck.symmetry(frame) == list(range(deck.size))
    assert deck.symmetry(frame[:-1]) is None
    assert deck.symmetry([*frame, 0]) is None
