"""Upper bounds to begin a search with, and what a slice of a deck can hold."""

from __future__ import annotations

from functools import lru_cache

from capset.caps.geometry import theorem_bound
from capset.caps.problem import Problem
from capset.game import Game

_QUICKLY_SOLVED = 3**5  # cards; for v >= 4 half a second at most with a quarter of them


def is_quickly_solved(game: Game) -> bool:
    """Return whether the largest collection, and lists of large ones, take a minute at most."""
    return game.deck_size <= (_QUICKLY_SOLVED if game.values == 3 else 64)


@lru_cache(maxsize=32)
def section_capacity(game: Game) -> int:
    """Return an upper bound for the set-free part of one slice of the deck.

    A slice is the deck with one feature less: its largest collection, searched for where that
    takes a moment, otherwise bounded by theorem.
    """
    if game.features == 1:
        return 1
    smaller = Game(game.values, game.features - 1)
    bound = free_bound(smaller)
    if game.features <= 3 or not is_quickly_solved(smaller):
        return bound
    from capset.caps.search import Search  # which needs the bounds of the smaller deck

    search = Search(Problem(smaller))
    for _ in search:
        pass
    return search.result.upper


@lru_cache(maxsize=32)
def free_bound(game: Game) -> int:
    """Return an upper bound for the deck under no condition, by theorem from its slices."""
    if game.features <= 2:
        return theorem_bound(game).value
    return theorem_bound(game, section_capacity(game)).value


def cards_left(problem: Problem) -> int:
    """Return how many cards are forced or may still be in, an upper bound as it stands."""
    game = problem.game
    return game.deck_size - len({*problem.excluded, *game.forbidden(problem.forced)})


def upper_bound(problem: Problem) -> int:
    """Return an upper bound to begin with: a theorem's, or the number of cards that are left."""
    return min(free_bound(problem.game), cards_left(problem))
