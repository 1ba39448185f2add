"""Odds estimated from games and deals: against exact ones, a slow player, and laws."""

import numpy as np
import pytest

from capset import Game
from capset.arrays import random_tableaus
from capset.caps.odds import hand_odds
from capset.errors import CardError
from capset.play.odds import Deals, Estimate, PlayedGames
from tests import naive


def far(found: Estimate, expected: float) -> float:
    """By how many standard errors an estimate is off."""
    return abs(found.value - expected) / found.error


def test_deals_are_near_the_exact_odds() -> None:
    exact = hand_odds(Game(3, 4), 12)
    deals = Deals(Game(3, 4), 12, seed=5)
    deals.deal(30_000)
    deals.deal(10_500)
    assert deals.odds.tableaus == deals.deals == 40_500
    assert far(deals.odds.mean, float(exact.mean)) < 4
    for sets in range(7):
        assert far(deals.odds.chances[sets], exact.chances[sets]) < 4
    assert sum(chance.value for chance in deals.odds.chances) == pytest.approx(1)


def test_games_are_as_a_slow_player_plays_them() -> None:
    """Estimates and errors too, by the textbook's formula over games."""
    game, games = Game(3, 3), 60
    played = PlayedGames(game, 6, "first", seed=8)
    played.play(games)
    decks = random_tableaus(games, 27, 3, 3, np.random.default_rng([8, 1]))
    seen = [naive.game_played(deck, [0.0] * 9, 3, 3, 6) for deck in decks.tolist()]
    tableaus = np.array([sum(size == 6 for size, _ in one) for one in seen])
    without = np.array([sum(size == 6 and not sets for size, sets in one) for one in seen])
    sets = np.array([sum(sets for size, sets in one if size == 6) for one in seen])
    assert played.odds.tableaus == tableaus.sum()
    for found, sums in ((played.odds.none, without), (played.odds.mean, sets)):
        ratio = sums.sum() / tableaus.sum()
        error = np.sqrt(((sums - ratio * tableaus) ** 2).sum()) / tableaus.sum()
        assert found == pytest.approx((ratio, error))
    larger = {odds.cards: odds.tableaus for odds in played.larger}
    expected = [sum(size == cards for one in seen for size, _ in one) for cards in (9, 12)]
    assert [larger.get(9, 0), larger.get(12, 0)] == expected


def test_the_error_is_the_spread_of_many_runs() -> None:
    runs = []
    for seed in range(60):
        played = PlayedGames(Game(3, 3), 6, "random", seed)
        played.play(100)
        runs.append(played.odds.none)
    spread = np.std([run.value for run in runs], ddof=1)
    assert 0.7 < np.mean([run.error for run in runs]) / spread < 1.4


def test_taking_the_first_set_biases_the_odds() -> None:
    none = {}
    for policy in ("random", "first"):
        played = PlayedGames(Game(3, 4), 12, policy, seed=0)
        played.play(20_000)
        none[policy] = played.odds.none
    difference = none["random"].value - none["first"].value
    assert difference > 4 * (none["random"].error ** 2 + none["first"].error ** 2) ** 0.5
    exact = hand_odds(Game(3, 4), 12).chances[0]
    assert all(estimate.value > 1.8 * exact for estimate in none.values())


def test_seeds() -> None:
    one, same, other = (PlayedGames(Game(4, 2), 6, "random", seed) for seed in (1, 1, 2))
    for played in (one, same, other):
        played.play(50)
    assert one.odds == same.odds
    assert one.larger == same.larger
    assert one.odds != other.odds


def test_whole_decks_and_nothing() -> None:
    played = PlayedGames(Game(3, 2), 9)
    assert played.odds.tableaus == 0
    played.play(5)
    assert played.odds.mean.value > 0
    assert not played.larger
    deals = Deals(Game(3, 2), 0)
    assert deals.odds.none == (0, 0)
    deals.deal(3)
    assert deals.odds.none == (1, 0)


def test_bad_wishes() -> None:
    with pytest.raises(CardError, match="policies are random, first, not 'best'"):
        PlayedGames(Game(3, 4), 12, "best")
    for cards in (0, 82):
        with pytest.raises(CardError, match="the deck has 81"):
            PlayedGames(Game(3, 4), cards)
    with pytest.raises(CardError, match="too long"):
        PlayedGames(Game(3, 16), 12)
    with pytest.raises(CardError, match="the deck has 81"):
        Deals(Game(3, 4), 82)
