"""The exact chances that a hand of cards holds 0, 1, 2, ... sets.

All hands are listed up to symmetry, with how many copies each has (:mod:`capset.caps.classify`);
the sets of one of each class are counted.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.arrays import count_sets
from capset.caps.classify import Classification
from capset.caps.symmetry import group_order
from capset.errors import ProblemError
from capset.game import Game

Array = NDArray[Any]

MOST_CLASSES = 100_000_000
"""More classes of hands than about so many are not listed: hours, and gigabytes on disk."""


class HandOdds(NamedTuple):
    """How many hands of so many ``cards`` hold 0, 1, 2, ... sets, up to the most that any does."""

    cards: int
    by_sets: tuple[int, ...]

    @property
    def hands(self) -> int:
        """How many hands there are."""
        return sum(self.by_sets)

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances of 0, 1, 2, ... sets."""
        return tuple(number / self.hands for number in self.by_sets)

    @property
    def mean(self) -> Fraction:
        """The number of sets in a hand on average."""
        return Fraction(sum(sets * number for sets, number in enumerate(self.by_sets)), self.hands)


def listed_cards(game: Game, cards: int) -> int:
    """Return of how many cards hands are listed for those of `cards`: these, or the others.

    Raises:
        ProblemError: where the deck has fewer cards, or the classes are too many.
    """
    if not 0 <= cards <= game.deck_size:
        raise ProblemError(f"{cards} cards cannot be dealt: the deck has {game.deck_size:,}")
    smaller = min(cards, game.deck_size - cards)
    # there are at least so many classes, and of large hands hardly more
    classes = comb(game.deck_size, smaller) // group_order(game)
    if classes > MOST_CLASSES:
        raise ProblemError(
            f"the hands of {cards} of {game.deck_size:,} cards make up more than {classes:,} "
            "classes, too many to list"
        )
    return smaller


def hand_odds(classification: Classification, cards: int) -> HandOdds:
    """Return the odds of hands of `cards`, whose classes were found.

    The `classification` is one with sets inside, and has the classes of hands of
    :func:`listed_cards`.

    >>> from capset.caps.levels import Family
    >>> with Classification(Family(Game(3, 2), with_sets=True)) as classification:
    ...     for _ in classification.steps(4):
    ...         pass
    ...     hand_odds(classification, 4)
    HandOdds(cards=4, by_sets=(54, 72))

    Raises:
        ProblemError: where they are out of reach.
    """
    game = classification.family.game
    listed = listed_cards(game, cards)
    if listed == 0:
        return HandOdds(cards, (*(0,) * (game.set_count if cards else 0), 1))
    numbers: Counter[int] = Counter()
    for block in classification.classes(listed):
        hands = block["cards"].astype(np.int64)
        if listed != cards:
            hands = _others(hands, game.deck_size)
        sets = count_sets(hands, game.values, game.features)
        kinds = np.stack([sets, block["order"]], axis=1)
        rows, times = np.unique(kinds, axis=0, return_counts=True)
        for (number, order), time in zip(rows.tolist(), times.tolist(), strict=True):
            numbers[number] += classification.order // order * time
    return HandOdds(cards, tuple(numbers[sets] for sets in range(max(numbers) + 1)))


def _others(hands: Array, deck_size: int) -> Array:
    """Return the cards of the deck that are not in each hand."""
    is_other = np.ones((len(hands), deck_size), bool)
    np.put_along_axis(is_other, hands, False, axis=1)
    return np.nonzero(is_other)[1].reshape(len(hands), -1)
