"""Sets of many tableaus at once, against the naive oracle and known numbers."""

import numba
import numpy as np
import pytest

from capset.arrays import count_sets, list_sets, random_tableaus
from capset.errors import CardError, GameError
from capset.kernels import ternary
from tests.naive import sets_in

JIT = not numba.config.DISABLE_JIT

GAMES = [
    (3, 1), (3, 2), (3, 4), (3, 5), (3, 8), (3, 9), (3, 16), (3, 17), (3, 32), (3, 33),
    (4, 2), (4, 3), (4, 12), (5, 2), (7, 1), (10, 6), (1000, 2),
]  # fmt: skip
SIZES = [0, 1, 2, 3, 5, 9]


def crowded_tableaus(rng, values, features, count, size):
    """Cards that use only up to two features, anywhere in the card, so that sets are common."""
    places = rng.integers(features, size=2)
    cards = np.zeros((count, size), np.int64)
    for place in set(places.tolist()):
        cards += rng.integers(values, size=(count, size)) * values**place
    return cards


def assert_as_naive(cards, values, features):
    counts = count_sets(cards, values, features)
    offsets, positions = list_sets(cards, values, features)
    assert counts.dtype == offsets.dtype == np.int64
    assert positions.dtype == np.int32
    assert positions.shape == (counts.sum(), values)
    assert offsets.tolist() == [0, *np.cumsum(counts).tolist()]
    for row, tableau in enumerate(np.asarray(cards).tolist()):
        found = positions[offsets[row] : offsets[row + 1]].tolist()
        assert [tuple(places) for places in found] == sets_in(tableau, values, features)


@pytest.mark.parametrize(("values", "features"), GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_agrees_with_the_oracle(values, features, size):
    rng = np.random.default_rng([values, features, size])
    assert_as_naive(crowded_tableaus(rng, values, features, 12, size), values, features)
    assert_as_naive(rng.integers(values**features, size=(3, size)), values, features)


@pytest.mark.parametrize(("values", "features"), [(3, 2), (3, 4), (4, 2), (5, 1), (5, 2)])
def test_cards_that_come_more_than_once(values, features):
    rng = np.random.default_rng(5)
    cards = rng.integers(min(values**features, 7), size=(20, values + 4))
    assert_as_naive(cards, values, features)


def test_each_copy_of_a_card_makes_its_own_sets():
    assert count_sets([[0, 40, 0, 80], [7, 7, 7, 7]]).tolist() == [2, 0]


@pytest.mark.parametrize(
    ("values", "features", "sets"), [(3, 4, 1080), (3, 3, 117), (4, 2, 32), (4, 3, 912)]
)
def test_whole_decks(values, features, sets):
    deck = np.arange(values**features)[None]
    assert count_sets(deck, values, features).tolist() == [sets]
    offsets, positions = list_sets(deck, values, features)
    assert offsets.tolist() == [0, sets]
    assert positions.tolist() == sorted(positions.tolist())


@pytest.mark.skipif(not JIT, reason="large")
def test_more_cards_than_the_lanes_can_count():
    deck = np.arange(3**6)[None]
    assert count_sets(deck, 3, 6).tolist() == [((6 + 3) ** 6 - 3**6) // 6]
    most = ternary.MOST_CARDS
    for size in (most, most + 1):  # the most that a lane of one byte may have to hold
        cards = np.zeros((1, size), np.int64)
        cards[0, :2] = 1, 2
        assert count_sets(cards).tolist() == [size - 2]
        cards[0, : size // 2], cards[0, size // 2 : -1], cards[0, -1] = 1, 2, 0
        assert count_sets(cards).tolist() == [(size // 2) * (size - size // 2 - 1)]


@pytest.mark.parametrize("count", [0, 1, 31, 1023, 1024, 1025, 2049])
def test_blocks_of_any_length(count):
    size = 12 if JIT else 3
    cards = random_tableaus(count, size, 3, 3, seed=count)
    counts = count_sets(cards, 3, 3)
    offsets, positions = list_sets(cards, 3, 3)
    assert np.diff(offsets).tolist() == counts.tolist()
    for row in {0, count // 2, count - 1} & set(range(count)):
        found = positions[offsets[row] : offsets[row + 1]].tolist()
        assert [tuple(places) for places in found] == sets_in(cards[row].tolist(), 3, 3)


@pytest.mark.parametrize("dtype", "bBhHiIlLqQ")
def test_any_integer_type(dtype):
    cards = random_tableaus(5, 12, seed=1)
    assert count_sets(cards.astype(dtype)).tolist() == count_sets(cards).tolist()


def test_any_layout():
    cards = random_tableaus(30, 12, seed=2)
    expected = count_sets(cards).tolist()
    backwards = cards[::-1, ::-1]
    assert count_sets(backwards).tolist() == expected[::-1]
    assert count_sets(np.asfortranarray(cards)).tolist() == expected
    assert count_sets(np.repeat(cards, 2, axis=1)[:, ::2]).tolist() == expected
    assert count_sets(cards.astype(">i4")).tolist() == expected
    read_only = cards.copy()
    read_only.flags.writeable = False
    assert count_sets(read_only).tolist() == expected
    assert list_sets(read_only)[0].tolist() == [0, *np.cumsum(expected)]
    packed = np.zeros(30, [("pad", "u1"), ("cards", ">u2", 12)])
    packed["cards"] = cards
    assert count_sets(packed["cards"]).tolist() == expected
    assert count_sets(cards.tolist()).tolist() == expected


def test_the_input_is_left_alone():
    cards = random_tableaus(40, 12, seed=3)
    copy = cards.copy()
    list_sets(cards)
    assert (cards == copy).all()


def test_no_tableau_and_no_card():
    assert count_sets(np.empty((0, 12), int)).tolist() == []
    assert count_sets(np.empty((3, 0), int)).tolist() == [0, 0, 0]
    assert count_sets([[], []]).tolist() == [0, 0]
    offsets, positions = list_sets(np.empty((0, 12), int), 4, 3)
    assert offsets.tolist() == [0]
    assert positions.shape == (0, 4)


@pytest.mark.parametrize(
    ("cards", "values", "features", "message"),
    [
        ([[0, 1], [2, 81]], 3, 4, "row 1, column 1: there is no card 81.*are 0 to 80"),
        ([[0, -1, 90]], 3, 4, "row 0, column 1: there is no card -1"),
        ([[64]], 4, 3, r"row 0, column 0: there is no card 64; .*\(4 values, 3 features\).* 63"),
        ([[2**64 - 1]], 3, 33, "row 0, column 0: there is no card 18446744073709551615"),
        ([0, 1, 2], 3, 4, r"not \(3,\); a single tableau is a row"),
        (5, 3, 4, r"shape \(tableaus, size\), not \(\)"),
        ([[[1]]], 3, 4, r"not \(1, 1, 1\)$"),
        ([[1.0, 2.0]], 3, 4, "whole numbers, not of type float64"),
        ([[True]], 3, 4, "whole numbers, not of type bool"),
        ([["S1PS"]], 3, 4, "whole numbers, not of type <U4"),
    ],
)
def test_what_is_refused(cards, values, features, message):
    for function in (count_sets, list_sets):
        with pytest.raises(CardError, match=message):
            function(cards, values, features)


def test_the_place_of_a_bad_card_far_down():
    cards = np.zeros((60_000, 12), np.uint8)
    cards[55_555, 7] = 200
    with pytest.raises(CardError, match="row 55555, column 7: there is no card 200"):
        count_sets(cards)


def test_no_such_deck():
    for function in (count_sets, list_sets):
        with pytest.raises(GameError):
            function([[0]], 2, 4)
    with pytest.raises(GameError):
        random_tableaus(1, 1, 3, 0)


@pytest.mark.parametrize(
    ("values", "features", "size"), [(3, 4, 12), (3, 4, 81), (3, 4, 0), (10, 6, 20), (3, 17, 5)]
)
def test_random_tableaus_have_different_cards(values, features, size):
    cards = random_tableaus(50, size, values, features, seed=4)
    assert cards.shape == (50, size)
    assert cards.dtype == np.min_scalar_type(values**features - 1)
    assert all(len(set(row)) == size for row in cards.tolist())
    assert cards.size == 0 or cards.max() < values**features
    assert (cards == random_tableaus(50, size, values, features, seed=4)).all()
    other = random_tableaus(50, size, values, features, seed=5)
    assert size == 0 or (cards != other).any()


def test_random_tableaus_in_pieces():
    generator = np.random.default_rng(6)
    first = random_tableaus(10, 12, seed=generator)
    assert (first != random_tableaus(10, 12, seed=generator)).any()


@pytest.mark.parametrize(("size", "features"), [(3, 2), (2, 2), (9, 2)])
def test_random_cards_are_uniform_at_every_place(size, features):
    cards = random_tableaus(9000, size, 3, features, seed=7)
    for place in range(size):
        often = np.bincount(cards[:, place], minlength=9)
        assert ((often - 1000) ** 2 / 1000).sum() < 8 + 5 * 4  # five standard deviations


@pytest.mark.parametrize(("count", "size"), [(1, 82), (1, -1), (-1, 12)])
def test_random_tableaus_that_cannot_be(count, size):
    with pytest.raises(CardError, match="cannot be drawn"):
        random_tableaus(count, size)


# C(81,12) deals by their number of sets, from a classification of all 12-subsets (SEARCH.md)
DEALS = [
    2284535476080, 10266579666720, 18459179294400, 19278240770880, 12746054337120,
    5650817178240, 1649199670560, 330527433600, 48500063820, 8323838640, 2091005280,
    160729920, 86346000, 21340800, 3032640,
]  # fmt: skip


def test_twelve_random_cards():
    count = 400_000 if JIT else 400
    counts = count_sets(random_tableaus(count, 12, seed=8))
    assert abs(counts.mean() - 220 / 79) < 5 * counts.std() / count**0.5
    share = np.array(DEALS) / sum(DEALS)
    pooled = 9 if JIT else 6  # the rare ones together
    expected = count * np.append(share[:pooled], share[pooled:].sum())
    observed = np.bincount(np.minimum(counts, pooled), minlength=pooled + 1)
    assert ((observed - expected) ** 2 / expected).sum() < pooled + 5 * (2 * pooled) ** 0.5
