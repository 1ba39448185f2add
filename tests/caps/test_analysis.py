"""What a collection is like, against slow and obvious answers."""

import re
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset import CardError, Game
from capset.caps.algebra import SYSTEMS, cycles, program_lines
from capset.caps.analysis import analysis, comparison
from capset.caps.slices import classes
from capset.caps.stabiliser import orbits, stabiliser
from capset.caps.symmetry import group_order
from tests import naive

DECKS = [Game(3, 1), Game(3, 2), Game(3, 3), Game(4, 1), Game(4, 2), Game(5, 2)]
GROUPS = ["full", "game"]


def naive_dimension(rows: list[list[int]]) -> int:
    """The dimension of all affine combinations of some points over GF(3), by listing them."""
    span = {tuple(rows[0])}
    while True:
        more = {
            tuple((x + f * (y - z)) % 3 for x, y, z in zip(one, row, rows[0], strict=True))
            for one, row, f in product(span, rows, range(3))
        }
        if more <= span:
            return [3**d for d in range(9)].index(len(span))
        span |= more


@given(
    st.sampled_from(DECKS).flatmap(
        lambda game: st.tuples(
            st.just(game), st.sets(st.sampled_from(game.deck), min_size=1, max_size=12)
        )
    ),
    st.sampled_from(GROUPS),
)
def test_against_the_oracle(drawn: tuple[Game, set[int]], group: str) -> None:
    game, chosen = drawn
    v, n = game.values, game.features
    cards = sorted(chosen)
    found = analysis(game, cards, group)
    rows = [naive.digits(card, v, n) for card in cards]
    assert found.cards == tuple(cards)
    assert list(found.sets) == [
        tuple(cards[place] for place in places) for places in naive.sets_in(cards, v, n)
    ]
    ruled_out = naive.forbidden(cards, v, n)
    assert list(found.free) == [
        card for card in game.deck if card not in ruled_out and card not in chosen
    ]
    assert found.is_set_free == (not found.sets)
    assert found.is_complete == (not found.free)
    assert found.dimension == (naive_dimension(rows) if v == 3 else None)
    assert found.order * found.copies == group_order(game, group)
    assert sorted(card for part in found.orbits for card in part) == cards
    assert sorted(card for part in found.orbits + found.other_orbits for card in part) == (
        list(game.deck)
    )
    for images in found.generators:
        for part in found.orbits + found.other_orbits:
            assert set(images[list(part)].tolist()) == set(part)
    assert found.by_feature == tuple(
        tuple(sum(row[place] == value for row in rows) for value in range(v)) for place in range(n)
    )
    ways = sum(number for _, number in found.sections)
    assert ways == ((3**n - 1) // 2 if v == 3 and group == "full" else n)
    assert all(sum(sizes) == len(cards) for sizes, _ in found.sections)


def test_published_collections() -> None:
    (cap,) = classes(Game(), 20)
    found = analysis(Game(), cap)
    assert (found.order, found.copies) == (2880, 682344)
    assert found.is_set_free
    assert found.is_complete
    assert found.sections == (((9, 9, 2), 10), ((8, 6, 6), 30))
    assert list(map(len, found.orbits)) == [20]
    assert list(map(len, found.other_orbits)) == [60, 1]
    # of 112 points, from a design: twice the Hill cap, whose group has order 40,320
    blocks = ["013", "014", "025", "024", "035", "123", "125", "145", "234", "345"]
    blocks = [[int(place) for place in block] for block in blocks]
    rows = [
        [signs[block.index(place)] if place in block else 0 for place in range(6)]
        for block in blocks
        for signs in product((1, 2), repeat=3)
    ]
    rows += [list(row) for row in product((1, 2), repeat=6) if row.count(2) % 2 == 0]
    game = Game(3, 6)
    large = analysis(game, [game.card(row) for row in rows])
    assert len(large.cards) == 112
    if large.is_set_free:
        assert large.order == 80640


def test_no_card_and_all_cards() -> None:
    game = Game(3, 2)
    nothing = analysis(game, [])
    assert nothing.dimension == -1
    assert nothing.order == 432
    assert nothing.free == tuple(game.deck)
    everything = analysis(game, game.deck)
    assert everything.order == 432
    assert len(everything.sets) == 12
    assert everything.free == ()
    with pytest.raises(CardError):
        analysis(game, [0, 0])


@given(st.sampled_from(DECKS), st.sampled_from(GROUPS), st.randoms(use_true_random=False))
def test_moved_collections_are_equivalent_and_alike(game: Game, group: str, random: Random) -> None:
    images = np.arange(game.deck_size)
    generators = list(stabiliser(game, {}, group).generators)
    for _ in range(20):
        images = random.choice(generators)[images]
    cards = random.sample(list(game.deck), random.randrange(game.deck_size + 1))
    moved = images[cards].tolist()
    found = comparison(game, cards, moved, group)
    assert found.images is not None
    assert set(found.images[cards].tolist()) == set(moved)
    one, two = analysis(game, cards, group), analysis(game, moved, group)
    assert (one.order, one.sections, one.canonical) == (two.order, two.sections, two.canonical)
    assert list(map(len, one.orbits)) == list(map(len, two.orbits))
    assert len(one.sets) == len(two.sets)
    assert len(one.free) == len(two.free)


def test_why_collections_are_not_equivalent() -> None:
    game = Game()
    assert comparison(game, [0], [1, 2]).reason == "one has 1 cards, the other 2"
    assert comparison(game, [0, 1, 2], [0, 1, 3]).reason == "the sections by slices differ"
    listed = classes(game, 18)
    reasons = {comparison(game, listed[0], other).reason for other in listed[1:]}
    assert all(reasons)
    # two cards that differ in one feature, or in two
    assert comparison(game, [0, 1], [0, 4], "full").images is not None
    assert comparison(game, [0, 1], [0, 4], "game").images is None


def parsed_cycles(text: str, size: int) -> list[int]:
    images = list(range(size))
    for cycle in re.findall(r"\(([\d, ]+)\)", text):
        points = [int(point) - 1 for point in cycle.replace(" ", "").strip(",").split(",")]
        for point, image in zip(points, points[1:] + points[:1], strict=True):
            images[point] = image
    return images


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("game", "cards"),
    [(Game(3, 2), [0, 1, 3, 4]), (Game(4, 2), [0, 5]), (Game(3, 3), [0, 1, 3, 9, 14, 22, 26])],
)
def test_exports_say_the_same(system: str, game: Game, cards: list[int]) -> None:
    found = analysis(game, cards)
    text = "\n".join(program_lines(found, system))
    assert f"{found.order}" in text
    listed = re.search(r"collection :?= \[(.*?)\]", text)
    assert listed is not None
    assert [int(point) - 1 for point in listed[1].split(",")] == sorted(cards)
    block = re.search(r"Group\(\[\n(.*?)\n\]", text, re.DOTALL)
    assert block is not None
    rows = [parsed_cycles(line, game.deck_size) for line in block[1].split("\n")]
    if found.order > 1:
        assert rows == found.generators.tolist()
    assert sorted(orbits(np.array(rows), game.deck_size).tolist()) == sorted(
        orbits(found.generators, game.deck_size).tolist()
    )
    if system == "sage":
        compile(text, "sage", "exec")
    assert text.count("[") == text.count("]")
    assert text.count("(") == text.count(")")


def test_cycles() -> None:
    assert cycles([1, 0, 2, 4, 5, 3]) == [(1, 2), (4, 5, 6)]
    assert cycles([0, 1]) == []
