"""Good set-free collections fast: lower bounds for the search, answers where none is proved.

Three methods work together.

**Local search** over cards, or over the orbits of a random group of symmetries: see
:mod:`capset.caps.invariant` and, for the moves, :mod:`capset.kernels.climbing`.

**Products** of what was found for smaller decks, f(v,m+n) >= f(v,m) f(v,n), with the proof in
:mod:`capset.caps.bounds`. All decks with fewer features are searched along, by the same means.

**Images.** Where cards are forced or excluded, a good collection of the whole deck is moved by
a random symmetry, and mended.

No collection is stored here. On one core a second gives 112 cards of (3,6) and 90 of (4,4),
some seconds give 236 of (3,7) and 66 of (5,3), some minutes at most 512 of (3,8).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import count, islice
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from capset.caps.invariant import Quotient, is_listable, quotient, random_group, random_symmetry
from capset.caps.symmetry import has_listed_symmetry, subgroup
from capset.game import Game
from capset.kernels.climbing import climb, place, start

Array = NDArray[Any]

MOST_CARDS = 1 << 20
"""No larger collections are built; of huge decks only a part of a product is."""

_NOTHING = np.zeros(0, np.int64)

_TENURE, _PATIENCE = 2, 500
_STEPS, _FEWEST_STEPS, _STEPS_PER_ITEM = 2000, 100, 15
_SLICE_WORK = 10**8  # look-ups in a slice of local search: some tenths of a second
_ORBITS = 64
_QUICK_ROUNDS, _QUICK_SLICES = 24, 8
_QUICK_SETS = 30_000  # decks with more are not searched card by card in a hurry
_SLICES_PER_IMAGE = 2
_MOST_MENDED_POINTS, _MOST_MENDED = 4000, 300  # for v = 3, where sets are told by two, and v >= 4
_MOST_GROUP_BYTES = 1 << 24


def better_collections(
    game: Game, forced: Iterable[int] = (), excluded: Iterable[int] = (), *, seed: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield ever larger set-free collections, each as a sorted tuple of cards.

    The same for the same `seed`; it ends after a fixed effort of about a second, much less for
    small decks. The forced cards, which must hold no set, are in each of them, and none of the
    excluded ones.
    """
    methods = _Methods(game, forced, excluded, seed)
    return (found for found in _growing(methods.quick(), methods.forced) if found)


def patient_collections(
    game: Game, forced: Iterable[int] = (), excluded: Iterable[int] = (), *, seed: int = 0
) -> Iterator[tuple[int, ...] | None]:
    """Yield ever larger set-free collections with growing effort, for decks beyond proof.

    Between them comes ``None``, so that the caller has control about twice a second. There is
    no end, except where no method has anything to try: for one or two features, of which the
    first collection is one of the largest, and for decks with sets too many to list. In all
    else as :func:`better_collections`.
    """
    methods = _Methods(game, forced, excluded, seed)
    return _growing(methods.patient(), methods.forced)


def _growing(
    collections: Iterator[Array | None], forced: Array
) -> Iterator[tuple[int, ...] | None]:
    """Replace all collections that are no larger than an earlier one by ``None``."""
    best = len(forced)
    for cards in collections:
        if cards is not None and len(cards) > best:
            best = len(cards)
            yield tuple(cards.tolist())
        else:
            yield None


def _slices(deck: Quotient, seed: int, begin: Array = _NOTHING) -> Iterator[Array]:
    """Search without end, from the choice of some items; yield the best cards now and then."""
    problem = deck.problem
    items = len(problem.weights)
    work_of_step = items + 3 * len(problem.of_item) // items  # about three items move
    steps = min(_STEPS, _STEPS_PER_ITEM * items, _SLICE_WORK // work_of_step)
    state = start(problem, seed)
    place(problem, state, begin)
    while True:
        climb(problem, state, max(steps, _FEWEST_STEPS), _TENURE, _PATIENCE)
        yield deck.cards(state.best)


def _attempts(
    game: Game, forced: Array, excluded: Array, seed: int, stabiliser: Array | None = None
) -> Iterator[Array | None]:
    """Search for collections with a random symmetry, without end, with growing effort.

    Every second attempt is a small one, every second of the others may be twice as large, and
    so on, so that all sizes have the same share of the time; when there are as many items as
    cards, attempts grow longer.
    """
    random = Random(seed)
    for attempt in count(1):
        most_orbits = _ORBITS * (attempt & -attempt)
        generators = random_group(game, random, most_orbits, stabiliser)
        deck = quotient(game, generators, forced, excluded)
        if deck is None:
            yield None
            continue
        slices = _slices(deck, random.getrandbits(31))
        for cards in islice(slices, 1 + most_orbits // game.deck_size):
            yield np.union1d(forced, cards)


class _Ladder:
    """The best collections known of the decks with 1, 2, ... features, up to those of a game.

    For one feature and for two, products of the v-1 first values are largest, by the theorems
    of :mod:`capset.caps.bounds`; the other decks are searched.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._values = game.values
        self._best = [np.zeros(1, np.int64), np.arange(min(game.values - 1, MOST_CARDS))]
        for features in range(2, game.features + 1):
            self._best.append(self._product(features - 1, 1))
        decks = [Game(game.values, features) for features in range(game.features, 2, -1)]
        self._searches = {
            deck.features: _attempts(deck, _NOTHING, _NOTHING, seed)
            for deck in decks
            if is_listable(deck)
        }

    @property
    def best(self) -> Array:
        """The best collection known of the game itself."""
        return self._best[-1]

    def _product(self, features: int, others: int) -> Array:
        first, second = self._best[features], self._best[others]
        second = second[: max(1, MOST_CARDS // len(first))]
        cards: Array = first[:, None] * self._values**others + second
        return cards.ravel()

    def _learn(self, features: int, cards: Array) -> None:
        """Keep a collection, and its products, where it is larger than the one known."""
        if len(cards) <= len(self._best[features]):
            return
        self._best[features] = cards
        for larger in range(features + 1, len(self._best)):
            for part in range(1, larger):
                size = len(self._best[part]) * len(self._best[larger - part])
                if min(size, MOST_CARDS) > len(self._best[larger]):
                    self._learn(larger, self._product(part, larger - part))

    def _searched(self, features: int) -> Array:
        """Search a deck a little; return the best collection of the game."""
        cards = next(self._searches[features])
        if cards is not None:
            self._learn(features, cards)
        return self.best

    def quick(self) -> Iterator[Array]:
        """Search each deck for a short while."""
        for _ in range(_QUICK_ROUNDS):
            yield from map(self._searched, self._searches)

    def grow(self) -> Iterator[Array]:
        """Search without end, the largest deck and the others in turn."""
        if not self._searches:
            return
        largest, *others = self._searches
        for number in count():
            yield self._searched(largest)
            if others:
                yield self._searched(others[number % len(others)])


class _Methods:
    """The methods for one problem; each yields collections and, where it has none, ``None``."""

    def __init__(
        self, game: Game, forced: Iterable[int], excluded: Iterable[int], seed: int
    ) -> None:
        self.game = game
        self.forced = np.array(sorted(forced), np.int64)
        self.excluded = np.array(sorted(excluded), np.int64)
        self.seed = seed

    def quick(self) -> Iterator[Array | None]:
        """Those for a second or less."""
        ladder = _Ladder(self.game, self.seed)
        if self._is_free():
            yield ladder.best
            yield from ladder.quick()
        else:
            yield self._without_excluded(ladder)
        if self.game.set_count <= _QUICK_SETS:
            yield from islice(self._over_cards(self._deck()), _QUICK_SLICES)
        elif not self._is_free():
            deque(ladder.quick(), maxlen=0)
            yield from islice(self._images(ladder, self._deck()), _QUICK_SLICES)

    def patient(self) -> Iterator[Array | None]:
        """All of them, in turn, without end."""
        ladder = _Ladder(self.game, self.seed)
        if self._is_free():
            yield ladder.best
            yield from ladder.quick()
            yield from ladder.grow()
            return
        yield self._without_excluded(ladder)
        yield from (None for _ in ladder.quick())
        deck = self._deck()
        methods: list[Iterator[Array | None]] = [
            self._over_cards(deck),
            self._images(ladder, deck),
            self._symmetric(),
            (None for _ in ladder.grow()),
        ]
        ended = object()
        while methods:
            for method in methods.copy():
                found: Any = next(method, ended)
                if found is ended:
                    methods.remove(method)
                else:
                    yield found

    def _is_free(self) -> bool:
        return not len(self.forced) and not len(self.excluded)

    def _without_excluded(self, ladder: _Ladder) -> Array | None:
        return None if len(self.forced) else np.setdiff1d(ladder.best, self.excluded)

    def _deck(self) -> Quotient | None:
        """The deck card by card, if its sets can be listed."""
        game = self.game
        if not is_listable(game):
            return None
        identity = np.arange(game.deck_size)[None, :]
        return quotient(game, identity, self.forced, self.excluded)

    def _over_cards(self, deck: Quotient | None) -> Iterator[Array]:
        """Local search over the cards."""
        for cards in _slices(deck, self.seed) if deck else ():
            yield np.union1d(self.forced, cards)

    def _symmetric(self) -> Iterator[Array | None]:
        """Collections that are kept by symmetries of the problem."""
        game = self.game
        if has_listed_symmetry(game):
            colouring = dict.fromkeys(self.forced.tolist(), 1)
            colouring |= dict.fromkeys(self.excluded.tolist(), 2)
            most = max(1, _MOST_GROUP_BYTES // (4 * game.deck_size))
            stabiliser = subgroup(game, colouring, most)
            if len(stabiliser) > 1:
                yield from _attempts(game, self.forced, self.excluded, self.seed, stabiliser)

    def _images(self, ladder: _Ladder, deck: Quotient | None) -> Iterator[Array | None]:
        """Images of a good collection, with the excluded cards dropped and the forced ones put in.

        Some card of it goes to a forced one, so that nothing is lost where only one is forced.
        """
        random = Random(self.seed)
        while True:
            symmetry = random_symmetry(self.game, random)
            if len(self.forced):
                card, target = random.choice(ladder.best), random.choice(self.forced)
                symmetry = symmetry.moved_to(card, target)
            cards = np.setdiff1d(symmetry.images(ladder.best), self.excluded)
            if deck is None:
                yield self._mended(cards)
                continue
            slices = _slices(deck, random.getrandbits(31), deck.items(cards))
            for found in islice(slices, _SLICES_PER_IMAGE):
                yield np.union1d(self.forced, found)

    def _mended(self, cards: Array) -> Array | None:
        """Put the forced cards in, and drop a card of each set that they make; if that is quick."""
        others = np.setdiff1d(cards, self.forced)
        if len(others) + len(self.forced) == len(cards):
            return cards
        if len(cards) > (_MOST_MENDED_POINTS if self.game.values == 3 else _MOST_MENDED):
            return None
        from capset.arrays import list_sets

        together = np.concatenate([self.forced, others])
        _, sets = list_sets(together[None, :], self.game.values, self.game.features)
        dropped: set[int] = set()
        for places in sets.tolist():
            if dropped.isdisjoint(places):
                dropped.add(places[-1])
        return np.sort(np.delete(together, sorted(dropped)))
