"""Exact odds of hands: published numbers, all hands of small decks, laws."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from capset import Game
from capset.caps import odds
from capset.caps.odds import HandOdds, hand_odds
from capset.caps.spread import thread_crew
from capset.errors import CardError, ProblemError
from tests import naive

# D. E. Knuth's program SETSET-RANDOM and others; the last ones by full enumeration
TWELVE_OF_81 = (
    *(2284535476080, 10266579666720, 18459179294400, 19278240770880, 12746054337120),
    *(5650817178240, 1649199670560, 330527433600, 48500063820, 8323838640),
    *(2091005280, 160729920, 86346000, 21340800, 3032640),
)


def test_twelve_cards_of_the_real_deck() -> None:
    found = hand_odds(Game(3, 4), 12)
    assert found.by_sets == TWELVE_OF_81
    assert found.hands == comb(81, 12)
    assert found.mean == Fraction(comb(12, 3), 79)


@pytest.mark.parametrize(
    ("values", "features", "cards"),
    [
        *((3, 1, cards) for cards in range(4)),
        *((3, 2, cards) for cards in range(10)),
        *((3, 3, cards) for cards in (3, 5, 23, 27)),
        *((4, 1, cards) for cards in range(5)),
        *((4, 2, cards) for cards in (0, 1, 4, 7, 8, 11, 12, 16)),
        *((5, 1, cards) for cards in (4, 5)),
        *((5, 2, cards) for cards in (5, 22)),
    ],
)
def test_all_hands_of_small_decks(values: int, features: int, cards: int) -> None:
    game = Game(values, features)
    sets = [frozenset(one) for one in combinations(range(game.deck_size), values)]
    sets = [one for one in sets if naive.is_set(sorted(one), values, features)]
    expected = [0] * (len(sets) + 1)
    for hand in combinations(range(game.deck_size), cards):
        inside = frozenset(hand)
        expected[sum(one <= inside for one in sets)] += 1
    while not expected[-1]:
        expected.pop()
    assert hand_odds(game, cards) == HandOdds(cards, tuple(expected))


@pytest.mark.parametrize(("values", "features"), [(3, 4), (4, 3), (5, 2), (3, 5)])
@pytest.mark.parametrize("left_out", [False, True])
def test_laws(values: int, features: int, left_out: bool) -> None:
    game = Game(values, features)
    for cards in range(values, 8):
        hand = game.deck_size - cards if left_out else cards
        found = hand_odds(game, hand)
        assert found.hands == comb(game.deck_size, hand)
        expected = Fraction(game.set_count * comb(hand, values), comb(game.deck_size, values))
        assert found.mean == expected
        assert sum(found.chances) == pytest.approx(1)


def test_every_plan_ends_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(3, 3)
    expected = hand_odds(game, 8)
    plan = odds._plan(game, 8)
    for listed in range(9):
        monkeypatch.setattr(odds, "_plan", lambda *_, at=listed: plan._replace(listed=at))
        assert hand_odds(game, 8) == expected


def test_pieces_and_workers_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(3, 4)
    expected = hand_odds(game, 9)
    monkeypatch.setattr(odds, "_PIECE", 1e-3)
    shown = []
    with thread_crew(2) as crew:
        assert hand_odds(game, 9, crew, lambda *step: shown.append(step)) == expected
    assert len(shown) > 10
    assert all(done <= total for _, done, total in shown)


def test_out_of_reach() -> None:
    with pytest.raises(ProblemError, match=r"about .* years"):
        hand_odds(Game(3, 4), 40)
    with pytest.raises(ProblemError, match="too many to count exactly"):
        hand_odds(Game(12, 2), 3)
    for cards in (-1, 82):
        with pytest.raises(CardError, match="the deck has 81"):
            hand_odds(Game(3, 4), cards)
