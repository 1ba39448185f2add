"""The kernels of classification against all collections of tiny decks: with and without the JIT."""

import numpy as np
import pytest

from capset import Game
from capset.caps.classify import Classification, children, weights_in
from capset.caps.counts import SizeCount, counts
from capset.caps.levels import Family, class_type
from tests.caps import naive_classes

# hashes wrap around, as they do when compiled
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


@pytest.mark.parametrize(("values", "features"), [(3, 1), (3, 2), (4, 1), (4, 2)])
@pytest.mark.parametrize("group", ["full", "game"])
def test_every_level(values: int, features: int, group: str) -> None:
    last = 4 if values == 4 else 9
    with Classification(Family(Game(values, features), group)) as classification:
        found = list(counts(classification, 0, last))
    moves = naive_classes.generators(values, features, group)
    for count, level in zip(found, naive_classes.set_free_levels(values, features), strict=False):
        labels = naive_classes.orbits(level, moves)
        complete = naive_classes.complete(level, values, features)
        assert count == SizeCount(
            count.size, len(level), len(np.unique(labels)), int(complete.sum()),
            len(np.unique(labels[complete])),
        )  # fmt: skip


@pytest.mark.parametrize(("values", "features"), [(3, 2), (4, 2)])
def test_weights_go_with_the_cards(values: int, features: int) -> None:
    game = Game(values, features)
    generator = np.random.default_rng(1)
    cards = generator.permuted(np.tile(np.arange(game.deck_size), (5, 1)), axis=1)[:, :4]
    weights = weights_in(Family(game), cards)
    for move in naive_classes.generators(values, features, "full"):
        assert weights_in(Family(game), np.array(move)[cards]).tolist() == weights.tolist()


def test_children_that_are_wanted_are_told_apart() -> None:
    """Of three cards without a set of nine all are equivalent, and so are their children."""
    family = Family(Game(3, 2))
    parents = np.zeros(1, class_type(3))
    parents["cards"], parents["order"], parents["free"] = [0, 1, 3], 6, 3
    first = children(family, parents, np.array([6]))
    assert len(first) == 1
    again = children(family, parents, np.array([6]), first["hash"])
    assert again["share"].tolist() == first["share"].tolist() == [18]
