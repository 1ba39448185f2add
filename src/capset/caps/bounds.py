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


def section_capacity(game: Game) -> int:
    """Return an upper bound for the set-free part of one slice of the deck.

    A slice is the deck with one feature less, or a single card.
    """
    return 1 if game.features == 1 else known_bound(Game(game.values, game.features - 1))


@lru_cache(maxsize=32)
def known_bound(game: Game) -> int:
    """Return an upper bound for the deck under no condition.

    The size of its largest collection, searched for where that takes a moment; otherwise the
    bound by theorem.
    """
    if game.features <= 2 or not is_quickly_solved(game):
        return free_bound(game)
    from capset.caps.search import Search  # which needs the bounds of the smaller deck

    search = Search(Problem(game))
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
    """Return an upper bound to begin with: the whole deck's, or the number of cards left.

    Under conditions the whole deck is solved first, where that takes a moment: often there is
    a collection just as large.
    """
    of_deck = free_bound if problem.is_free else known_bound
    return min(of_deck(problem.game), cards_left(problem))
