"""What lies on the table while the game is played, estimated from many games.

The odds of a fresh deal are exact (:mod:`capset.caps.odds`); in play they differ, as sets have
been taken from what lies there, and as tableaus without one have been made larger. They depend
on which set is taken: the first that is found, by someone who always looks in the same order,
is not one at random.

**Errors.** The tableaus of one game depend on each other, so a chance is a ratio of sums over
games, sum x / sum m, x tableaus of m having what is asked; its standard error is that of the sum
of x - p m over the games, which are independent, divided by sum m (the linearised ratio
estimator: W. G. Cochran, Sampling Techniques, section 2.11).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb, factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.arrays import count_sets, random_tableaus
from capset.errors import CardError
from capset.game import Game
from capset.kernels.dealing import play_games

Array = NDArray[Any]

POLICIES = ("random", "first")
"""Which set is taken: one at random, or the first in order of position."""

_BATCH = 1000  # games or deals at a time
_LAYERS = 4
_MOST_SETS = 1000
_MOST_CARDS = 10_000_000  # in a batch
_MOST_IN_TABLE = 3**7


class Estimate(NamedTuple):
    """A value and its standard error."""

    value: float
    error: float


class Odds(NamedTuple):
    """The odds of so many ``cards``, from a number of ``tableaus`` seen.

    ``chances`` are those of 0, 1, 2, ... sets, up to the most that were seen, and ``mean`` is the
    number of sets on average.
    """

    cards: int
    tableaus: int
    chances: tuple[Estimate, ...]
    mean: Estimate

    @property
    def none(self) -> Estimate:
        """The chance of no set."""
        return self.chances[0]


class _Sums:
    """Sums over samples of x and m, and of their products."""

    def __init__(self, columns: int) -> None:
        self.x, self.xx, self.xm = np.zeros((3, columns), np.int64)
        self.m = self.mm = 0

    def add(self, x: Array, m: Array) -> None:
        """Add samples: x (samples, columns), m (samples,)."""
        self.x += x.sum(axis=0)
        self.xx += (x * x).sum(axis=0)
        self.xm += m @ x
        self.m += int(m.sum())
        self.mm += int(m @ m)

    def estimates(self) -> list[Estimate]:
        """Return x / m, column by column."""
        ratio = self.x / self.m
        error = np.sqrt(np.maximum(self.xx - 2 * ratio * self.xm + ratio * ratio * self.mm, 0))
        return list(map(Estimate, ratio.tolist(), (error / self.m).tolist()))


class _Seen:
    """The numbers of sets seen on tableaus of one size."""

    def __init__(self, cards: int, columns: int) -> None:
        self.cards = cards
        self.sums = _Sums(columns + 1)  # the last is of the sets themselves

    def add(self, seen: Array) -> None:
        """Add what was seen: (samples, columns)."""
        sets = seen @ np.arange(seen.shape[1])
        self.sums.add(np.column_stack([seen, sets]), seen.sum(axis=1))

    def odds(self) -> Odds:
        """Return the odds of what was seen."""
        if not self.sums.m:
            return Odds(self.cards, 0, (Estimate(0.0, 0.0),), Estimate(0.0, 0.0))
        *chances, mean = self.sums.estimates()
        most = int(np.flatnonzero(self.sums.x[:-1])[-1])
        return Odds(self.cards, self.sums.m, tuple(chances[: most + 1]), mean)


def _columns(game: Game, cards: int) -> int:
    """Return for how many numbers of sets there is a column: more than any tableau has.

    The first two cards of a set and the features in which they differ leave (v - 2)! orders of
    the other values in each of these, of which one is given by the order of the cards; so each
    pair is in at most (v - 2)!^(n - 1) sets, and a set has v (v - 1) / 2 pairs.
    """
    pairs = cards * (cards - 1) * factorial(game.values - 2) ** (game.features - 1)
    most = min(pairs // (game.values * (game.values - 1)), comb(cards, game.values))
    return int(min(most, _MOST_SETS)) + 1


class PlayedGames:
    """Games played by one policy, more and more of them, and the odds of what was seen in them.

    `cards` are dealt; v more where there is no set; a set is replaced while the deck lasts and
    no more than `cards` are left. The same seed and the same calls of :meth:`play` give the same
    games. More than 1,000 sets on a table are taken for 1,000.

    Raises:
        CardError: where the deck has fewer cards or is too large, or there is no such policy.
    """

    def __init__(self, game: Game, cards: int, policy: str = "random", seed: int = 0) -> None:
        if not 1 <= cards <= game.deck_size:
            raise CardError(f"{cards} cards cannot be dealt: the deck has {game.deck_size:,}")
        if game.deck_size > _MOST_CARDS:
            raise CardError(f"games with a deck of {game.deck_size:,} cards are too long")
        if policy not in POLICIES:
            raise CardError(f"policies are {', '.join(POLICIES)}, not {policy!r}")
        self.game, self.cards, self.policy = game, cards, policy
        self.games = 0
        self._generator = np.random.default_rng([seed, POLICIES.index(policy)])
        sizes = range(cards, cards + _LAYERS * game.values, game.values)
        self._columns = _columns(game, sizes[-1])
        self._seen = [_Seen(size, self._columns) for size in sizes]

    def play(self, games: int) -> None:
        """Play so many games more."""
        values, features = self.game.values, self.game.features
        batch = max(1, min(_BATCH, _MOST_CARDS // self.game.deck_size))
        for start in range(0, games, batch):
            number = min(batch, games - start)
            decks = random_tableaus(number, self.game.deck_size, values, features, self._generator)
            picks = np.zeros((number, self.game.deck_size // values + 1))
            if self.policy == "random":
                picks = self._generator.random(picks.shape)
            seen = np.zeros((number, _LAYERS, self._columns), np.int64)
            play_games(
                decks.astype(np.int64),
                picks,
                (values, features),
                _third(self.game),
                self.cards,
                seen,
            )
            for layer, part in enumerate(self._seen):
                part.add(seen[:, layer])
            self.games += number

    @property
    def odds(self) -> Odds:
        """The odds of the cards dealt, whenever there were so many on the table."""
        return self._seen[0].odds()

    @property
    def larger(self) -> tuple[Odds, ...]:
        """The same of larger tableaus, those that were seen; the last stands for all larger."""
        return tuple(part.odds() for part in self._seen[1:] if part.sums.m)


@lru_cache(maxsize=1)
def _third(game: Game) -> Array:
    if game.values != 3 or game.deck_size > _MOST_IN_TABLE:
        return np.zeros((0, 0), np.int16)
    from capset.caps.tree import tables

    return tables(game)[0].astype(np.int16)


class Deals:
    """Random hands, more and more of them, and the odds of what was seen in them.

    Raises:
        CardError: where the deck has fewer cards.
    """

    def __init__(self, game: Game, cards: int, seed: int = 0) -> None:
        if not 0 <= cards <= game.deck_size:
            raise CardError(f"{cards} cards cannot be dealt: the deck has {game.deck_size:,}")
        self.game, self.cards = game, cards
        self.deals = 0
        self._generator = np.random.default_rng(seed)
        self._sets: Counter[int] = Counter()

    def deal(self, deals: int) -> None:
        """Deal so many hands more."""
        game = self.game
        for start in range(0, deals, _BATCH):
            number = min(_BATCH, deals - start)
            hands = random_tableaus(number, self.cards, game.values, game.features, self._generator)
            self._sets.update(count_sets(hands, game.values, game.features).tolist())
            self.deals += number

    @property
    def odds(self) -> Odds:
        """The odds of the hands dealt."""
        if not self.deals:
            return Odds(self.cards, 0, (Estimate(0.0, 0.0),), Estimate(0.0, 0.0))
        chances = np.array([self._sets[number] for number in range(max(self._sets) + 1)])
        chances = chances / self.deals
        errors = np.sqrt(chances * (1 - chances) / self.deals)
        sets = np.arange(len(chances))
        mean = float(chances @ sets)
        spread = float(chances @ (sets - mean) ** 2)
        return Odds(
            self.cards,
            self.deals,
            tuple(map(Estimate, chances.tolist(), errors.tolist())),
            Estimate(mean, (spread / self.deals) ** 0.5),
        )
