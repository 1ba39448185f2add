"""Hands extended in every way, against counting them one by one: with and without the JIT."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from capset import Game
from capset.caps.odds import extended
from tests import naive


@pytest.mark.parametrize(
    ("values", "features", "before", "more"),
    [
        *((3, 2, 0, 3), (3, 2, 2, 1), (3, 2, 3, 3), (3, 3, 3, 2)),
        *((4, 1, 0, 4), (4, 2, 3, 2), (5, 1, 1, 2)),
    ],
)
@pytest.mark.parametrize("is_inside", [True, False])
def test_extensions(values: int, features: int, before: int, more: int, is_inside: bool) -> None:
    game = Game(values, features)
    rng = Random(before)
    deck = range(game.deck_size)
    hands = [rng.sample(deck, before) for _ in range(3)]
    kinds = [0, 1, 0]
    expected = np.zeros((2, game.set_count + 1), np.int64)
    for hand, kind in zip(hands, kinds, strict=True):
        for added in combinations([card for card in deck if card not in hand], more):
            inside = {*hand, *added}
            counted = [card for card in deck if (card in inside) == is_inside]
            expected[kind, len(naive.sets_in(counted, values, features))] += 1
    numbers = extended(
        game, np.array(hands, np.int64).reshape(3, before), np.array(kinds), more,
        values if is_inside else 0,
    )  # fmt: skip
    assert numbers.tolist() == expected[:, : numbers.shape[1]].tolist()
    assert not expected[:, numbers.shape[1] :].any()
