"""Good set-free collections fast: lower bounds for the search, answers where none is proved.

A local search over the cards that may be in: each set is a conflict, a group of cards that may
not all be chosen. See :mod:`capset.kernels.climbing` for the moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from capset.caps.tree import MOST_SETS, sets_of_deck
from capset.game import Game
from capset.kernels.climbing import best_weight, climb, conflicts, start

_ROUNDS, _STEPS = 8, 2000
_TENURE, _PATIENCE = 2, 500


def _product(game: Game) -> Iterator[int]:
    """The cards without the last value in any feature: the product of n collections of v-1.

    A set is all different in some feature, where it would have that value. So is each part.
    """
    return map(game.card, product(range(game.values - 1), repeat=game.features))


def better_collections(
    game: Game, forced: Iterable[int] = (), excluded: Iterable[int] = (), *, seed: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield ever larger set-free collections, each as a sorted tuple of cards.

    The same for the same `seed`; it ends after a fixed effort. The forced cards, which must
    hold no set, are in each of them, and none of the excluded ones.
    """
    forced = tuple(sorted(forced))
    out = {*excluded, *forced, *game.forbidden(forced)}
    best = len(forced)
    if not forced:
        collection = tuple(card for card in _product(game) if card not in out)
        best = len(collection)
        yield collection
    if game.set_count > MOST_SETS:
        return
    free = np.array([card for card in game.deck if card not in out], np.int64)
    if not len(free):
        return
    # a set with a card that cannot be in is no conflict; forced cards are in without a choice
    item = np.full(game.deck_size, -2, np.int64)
    item[list(forced)] = -1
    item[free] = np.arange(len(free))
    members = item[sets_of_deck(game)]
    members = -np.sort(-members[(members > -2).all(axis=1)], axis=1)
    problem = conflicts(np.ones(len(free), np.int64), members)
    for round_ in range(_ROUNDS):
        state = start(problem, seed * _ROUNDS + round_)
        climb(problem, state, _STEPS, _TENURE, _PATIENCE)
        if len(forced) + best_weight(state) > best:
            best = len(forced) + best_weight(state)
            yield tuple(sorted((*forced, *map(int, free[state.best.astype(bool)]))))
