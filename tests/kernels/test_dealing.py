"""Whole games in the kernel, against the slow player: with and without the JIT."""

import numpy as np
import pytest

from capset import Game
from capset.caps.tree import tables
from capset.kernels.dealing import play_games
from tests import naive


@pytest.mark.parametrize(
    ("values", "features", "cards"),
    [(3, 2, 4), (3, 3, 6), (3, 3, 7), (3, 3, 27), (3, 1, 1), (4, 2, 7), (5, 1, 2), (4, 2, 16)],
)
@pytest.mark.parametrize("first", [False, True])
def test_games(values: int, features: int, cards: int, first: bool) -> None:
    game = Game(values, features)
    generator = np.random.default_rng(cards)
    decks = generator.permuted(np.tile(np.arange(game.deck_size), (6, 1)), axis=1)
    picks = generator.random((6, game.deck_size)) * (not first)
    tables_of_three = tables(game)[0]
    ways = [tables_of_three, tables_of_three[:0]] if values == 3 else [tables_of_three]
    for third in ways:
        seen = np.zeros((6, 3, 6), np.int64)
        play_games(decks, picks, (values, features), third, cards, seen)
        for number in range(6):
            expected = np.zeros((3, 6), np.int64)
            for size, sets in naive.game_played(
                decks[number].tolist(), picks[number].tolist(), values, features, cards
            ):
                if size >= cards and (size - cards) % values == 0:
                    expected[min((size - cards) // values, 2), min(sets, 5)] += 1
            assert seen[number].tolist() == expected.tolist()
