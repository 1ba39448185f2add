"""The exact chances that a hand of cards holds 0, 1, 2, ... sets.

Hands of fewer cards are listed up to symmetry, with how many copies each class has
(:mod:`capset.caps.classify`), and extended by all choices of the cards that are missing. A hand
of k cards is so made from each of its choices of j cards, C(k, j) times: by this the sums over
all classes, a class counting as often as it has copies, are divided. Of more than half a deck
the cards that are not dealt are counted, and the sets that they leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.classify import Classification
from capset.caps.levels import Family
from capset.caps.spread import Crew
from capset.caps.symmetry import group_order
from capset.caps.tree import sets_of_deck, tables
from capset.errors import CardError, ProblemError
from capset.game import Game
from capset.kernels.hands import count_extensions

Array = NDArray[Any]

Show = Callable[[str, int, int | None], None]

MOST_SECONDS = 3600
"""Hands that would take longer, by a rough estimate on one core, are not counted."""

_MOST_SETS = 1_000_000
# seconds, measured on the real deck
_A_CLASS = 1e-4
_A_CHANGE, _A_HAND = 5e-9, 1e-9
_PIECE = 3.0


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


class _Plan(NamedTuple):
    """List hands of ``listed`` cards and extend them to ``counted``; an estimate of seconds."""

    listed: int
    counted: int
    seconds: float
    extension: float  # seconds for a class


def _plan(game: Game, cards: int) -> _Plan:
    deck = game.deck_size
    if not 0 <= cards <= deck:
        raise CardError(f"{cards} cards cannot be dealt: the deck has {deck:,}")
    if game.set_count > _MOST_SETS:
        raise ProblemError(
            f"{game.set_count:,} sets of {game.values} cards are too many to count exactly"
        )
    counted = min(cards, deck - cards)
    a_change = _A_CHANGE * (counted if game.values == 3 else 4 * game.set_count / deck)
    plans = []
    for listed in range(min(1, counted), counted + 1):
        # at least so many, and of large hands hardly more
        classes = -(-comb(deck, listed) // group_order(game))
        more = max(1, counted - listed)
        extension = comb(deck - listed, more) * _A_HAND
        extension += comb(deck - listed, more - 1) * a_change
        plans.append(_Plan(listed, counted, classes * (_A_CLASS + extension), extension))
    return min(plans, key=lambda plan: plan.seconds)


def estimated_seconds(game: Game, cards: int) -> float:
    """Return about how long :func:`hand_odds` takes on one core.

    Raises:
        CardError: where the deck has fewer cards.
        ProblemError: where it has too many sets.
    """
    return _plan(game, cards).seconds


def hand_odds(
    game: Game, cards: int, crew: Crew | None = None, show: Show = lambda what, done, total: None
) -> HandOdds:
    """Return the odds of hands of `cards`, counted by a crew, without one by one worker.

    `show` is told what is being done, how much of it is done, and of how much.

    >>> hand_odds(Game(3, 2), 4)
    HandOdds(cards=4, by_sets=(54, 72))

    Raises:
        CardError: where the deck has fewer cards.
        ProblemError: where they are out of reach.
    """
    plan = _plan(game, cards)
    if plan.seconds > MOST_SECONDS:
        raise ProblemError(
            f"the hands of {cards} of {game.deck_size:,} cards are too many: to count them takes "
            f"about {_duration(plan.seconds)}"
        )
    wanted = game.values if plan.counted == cards else 0
    if plan.counted == 0:
        return HandOdds(cards, (*(0,) * (game.set_count if wanted == 0 else 0), 1))
    more = plan.counted - plan.listed
    if more == 0:  # the kernel adds one at least
        plan, more = plan._replace(listed=plan.listed - 1), 1
    sums: Array = np.zeros(game.set_count + 1, object)
    with Classification(Family(game, with_sets=True), crew=crew) as classification:
        for step in classification.steps(plan.listed):
            what = f"hands of {step.size} of {plan.listed} cards, {step.doing} classes"
            show(what, step.done, step.total)
        total = len(classification.levels.classes(plan.listed)) if plan.listed else 1
        done = 0
        pieces = _pieces(classification, plan, more, wanted)
        for (orders, number), numbers in classification.crew.unordered(extended, pieces):
            for order, row in zip(orders, numbers, strict=True):
                sums[: len(row)] += classification.order // order * row.astype(object)
            done += number
            show(f"hands of {plan.listed} cards, {more} added,", done, total)
    times = comb(plan.counted, plan.listed)
    by_sets = [number // times for number in sums.tolist()]
    while not by_sets[-1]:
        by_sets.pop()
    return HandOdds(cards, tuple(by_sets))


def extended(game: Game, hands: Array, kinds: Array, more: int, wanted: int) -> Array:
    """Return by kind and value how many hands there are with `more` cards added.

    As :func:`capset.kernels.hands.count_extensions` counts them; to be pickled with what it is
    given.
    """
    deck = _deck(game)
    numbers = np.zeros((int(kinds.max()) + 1, game.set_count + 1), np.int64)
    if game.values == 3:
        count_extensions(hands, kinds, more, 3, deck, numbers)
        if wanted == 0:
            # of S sets each card is in r and each two in one: by inclusion and exclusion k cards,
            # which hold s, leave S - k r + C(k, 2) - s
            cards = hands.shape[1] + more
            most = game.set_count - cards * (game.deck_size - 1) // 2 + comb(cards, 2)
            numbers[:, : most + 1] = numbers[:, most::-1].copy()
            numbers[:, most + 1 :] = 0
    else:
        count_extensions(hands, kinds, more, wanted, deck, numbers)
    return numbers[:, : 1 + int(np.flatnonzero(numbers.any(axis=0))[-1])]


def _pieces(
    classification: Classification, plan: _Plan, more: int, wanted: int
) -> Iterator[tuple[tuple[list[int], int], tuple[Any, ...]]]:
    """Yield hands in parts that take seconds: the orders of their stabilisers, and a piece."""
    game = classification.family.game
    if plan.listed == 0:
        hands, kinds = np.zeros((1, 0), np.int64), np.zeros(1, np.int64)
        yield ([classification.order], 1), (game, hands, kinds, more, wanted)
        return
    most = max(1, int(_PIECE / plan.extension))
    for block in classification.classes(plan.listed):
        for start in range(0, len(block), most):
            part = block[start : start + most]
            orders, kinds = np.unique(part["order"], return_inverse=True)
            hands = part["cards"].astype(np.int64)
            yield (orders.tolist(), len(part)), (game, hands, kinds, more, wanted)


@lru_cache(maxsize=2)
def _deck(game: Game) -> tuple[Array, Array, Array]:
    sets = sets_of_deck(game)
    incidence = (np.argsort(sets, axis=None, kind="stable") // game.values).astype(np.int32)
    return sets, incidence.reshape(game.deck_size, -1), tables(game)[0]


def _duration(seconds: float) -> str:
    for unit, length in (("years", 31_557_600.0), ("days", 86_400.0)):
        if seconds > 2 * length:
            return f"{seconds / length:,.0f} {unit}" if seconds < 1e12 else "an age"
    return f"{seconds / 3600:.0f} hours"
