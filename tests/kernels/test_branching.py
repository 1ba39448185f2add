"""The search kernel and the growing of flats, against the slow oracle: with and without the JIT."""

from random import Random

import numba
import numpy as np
import pytest

from capset import Game
from capset.caps.slices import finished, plain_roots, slice_roots
from capset.caps.symmetry import canonical_form
from capset.caps.tree import Root, all_collections, proof_log, remaining, searched, whole
from capset.kernels import bits, branching
from capset.kernels.branching import EXHAUSTED, FOUND, PAUSED
from tests.caps import oracle

DECKS = [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1)]


def most(game, root, upper):
    """The size of the largest collection below a root, asked from above."""
    for target in range(upper, 0, -1):
        sitting = searched(game, root, whole(game, root), target, 1 << 40)
        if sitting.status == FOUND:
            assert len(sitting.collection) == target
            return target
        assert sitting.status == EXHAUSTED
    return 0


@pytest.mark.parametrize(("values", "features"), DECKS)
@pytest.mark.parametrize("seed", range(4))
def test_search_finds_the_true_maximum(values, features, seed):
    game = Game(values, features)
    forced, excluded = oracle.random_conditions(Random(seed), values, features)
    capacity = 1 if features == 1 else values - 1
    (root,) = plain_roots(game, tuple(forced), tuple(excluded), capacity)
    expected = oracle.largest(values, features, tuple(forced), tuple(excluded))
    assert most(game, root, expected + 2) == expected


def test_slices_of_three_values():
    game = Game(3, 2)
    assert [root.capacity for root in finished(slice_roots(game, 4, 2))] == [2]
    assert max(most(game, root, 6) for root in finished(slice_roots(game, 4, 2))) == 4


def test_a_search_put_aside_and_one_in_pieces_end_alike():
    game, root = Game(4, 2), Root((0,), (), 3)
    sitting = searched(game, root, whole(game, root), 10, 5)
    assert sitting.status == PAUSED
    assert sitting.nodes == 5
    pieces = remaining(root, sitting.stack)
    assert all(searched(game, root, piece, 10, 1 << 40).status == EXHAUSTED for piece in pieces)
    while sitting.status == PAUSED:
        sitting = searched(game, root, whole(game, root), 10, 5, sitting.stack)
    assert sitting.status == EXHAUSTED


def test_log_tells_the_tree():
    game, root = Game(4, 2), Root((0,), (), 3)
    rows = np.concatenate([log for log, _ in proof_log(game, root, 10)])
    kinds = rows[:, 0].tolist()
    assert kinds.count(branching.BOUNDS) == kinds.count(branching.TAKES) + 1
    assert branching.MIRRORS in kinds
    assert kinds[-1] == branching.BOUNDS


def test_all_collections_up_to_symmetry():
    game = Game(3, 2)
    forms = {
        canonical_form(game, dict.fromkeys(cards, 1)).colours
        for cards in all_collections(game, Root((0,), (), 2), 4)
    }
    assert len(forms) == 1


@pytest.mark.parametrize(
    ("game", "cards", "order"),
    [(Game(3, 2), (), 432), (Game(3, 2), (0, 1, 3, 4), 8), (Game(4, 1), (2,), 6),
     (Game(4, 2), (0, 5), 16)],
)  # fmt: skip
def test_orders_of_stabilisers(game, cards, order):
    assert canonical_form(game, dict.fromkeys(cards, 1)).order == order


@numba.njit
def counted(word, card):
    return bits.bit_count(word), bits.lowest_bit(word), bits.bit(card)


def test_bits():
    random = Random(3)
    for card in (0, 5, 63, 64, 130):
        word = 1 + random.getrandbits(63) >> random.randrange(60)
        count, lowest, bit = map(int, counted(np.uint64(word), card))
        assert count == word.bit_count()
        assert lowest == (word & -word).bit_length() - 1
        assert bit == 1 << card % 64
