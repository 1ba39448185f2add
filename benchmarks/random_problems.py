"""Random problems on the real deck: some cards forced, some excluded."""

from __future__ import annotations

from itertools import islice
from random import Random

from capset.caps.problem import Problem
from capset.game import Game

MOST_FORCED, MOST_EXCLUDED = 12, 40


def random_problem(seed: int, game: Game | None = None) -> Problem:
    """Return a problem with 0 to 12 forced cards, without a set, and 0 to 40 excluded ones."""
    game = game or Game()
    random = Random(seed)
    wanted = random.randint(0, min(MOST_FORCED, game.deck_size // 3))
    forced: list[int] = []
    shuffled = random.sample(game.deck, game.deck_size)
    while len(forced) < wanted:
        ruled_out = {*forced, *game.forbidden(forced)}
        card = next((card for card in shuffled if card not in ruled_out), None)
        if card is None:
            break
        forced.append(card)
    others = [card for card in random.sample(game.deck, game.deck_size) if card not in forced]
    excluded = list(islice(others, random.randint(0, min(MOST_EXCLUDED, game.deck_size // 2))))
    return Problem(game, forced, excluded)
