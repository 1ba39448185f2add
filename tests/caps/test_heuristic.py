"""Good collections without proof: local search, symmetry, products, images."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, permutations
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset import Game
from capset.caps import heuristic
from capset.caps.heuristic import better_collections, patient_collections
from capset.caps.invariant import (
    quotient,
    random_group,
    random_symmetry,
    sets_of_first_card,
)
from capset.kernels.climbing import best_weight, climb, conflicts, place, start
from capset.kernels.orbits import groups_of_keys, orbits, order, sets_of_orbits
from tests import naive
from tests.strategies import games

NOTHING = np.zeros(0, np.int64)
SMALL = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2)]


def sets_of(cards: Sequence[int], values: int, features: int) -> Iterator[list[int]]:
    """All sets, card by card: what is neither all the same nor all different goes no further."""
    digits = {card: naive.digits(card, values, features) for card in cards}

    def grown(chosen: list[int], rest: Sequence[int]) -> Iterator[list[int]]:
        if len(chosen) == values:
            yield chosen
            return
        for number, card in enumerate(rest):
            columns = zip(*(digits[c] for c in [*chosen, card]), strict=True)
            if all(len(set(column)) in (1, len(chosen) + 1) for column in columns):
                yield from grown([*chosen, card], rest[number + 1 :])

    return grown([], sorted(cards))


def random_conditions(game: Game, seed: int, most_excluded: int) -> tuple[list[int], list[int]]:
    """A few forced cards without a set, and some excluded ones."""
    random = Random(seed)
    cards = random.sample(game.deck, min(game.deck_size, 6 + most_excluded))
    forced: list[int] = []
    for card in cards[: random.randrange(6)]:
        if not any(sets_of([*forced, card], game.values, game.features)):
            forced.append(card)
    return forced, cards[6 : 6 + random.randrange(most_excluded)]


def check(
    game: Game,
    found: Sequence[tuple[int, ...]],
    forced: Sequence[int] = (),
    excluded: Sequence[int] = (),
) -> None:
    """Every collection keeps the conditions and has no set; each is larger than the one before."""
    for collection in found:
        assert list(collection) == sorted(set(collection))
        assert all(type(card) is int and card in game.deck for card in collection)
        assert set(forced) <= set(collection)
        assert not set(excluded) & set(collection)
        # of more the oracle would have no end of partial sets to look at
        if game.values <= 8 and len(collection) <= 300:
            assert not any(sets_of(collection, game.values, game.features))
    assert all(len(before) < len(after) for before, after in pairwise(map(list, found)))


@given(games(), st.integers(0, 1000))
def test_oracle_of_sets_agrees_with_the_naive_one(game: Game, seed: int) -> None:
    cards = sorted(Random(seed).sample(game.deck, min(game.deck_size, 12)))
    expected = [
        [cards[place] for place in places]
        for places in naive.sets_in(cards, game.values, game.features)
    ]
    assert list(sets_of(cards, game.values, game.features)) == expected


# collections


@pytest.mark.parametrize(
    ("values", "features", "size"),
    [
        *((3, n, size) for n, size in enumerate([2, 4, 9, 20, 45, 112], 1)),
        *((v, 1, v - 1) for v in (4, 7, 1000)),
        *((v, 2, (v - 1) ** 2) for v in (4, 6, 8)),
        (4, 3, 28),
        (4, 4, 88),
        (5, 3, 65),
        (10, 3, 729),
    ],
)
def test_quick_collections_of_whole_decks(values: int, features: int, size: int) -> None:
    game = Game(values, features)
    found = list(better_collections(game))
    assert len(found[-1]) >= size
    check(game, found)


@pytest.mark.parametrize(("values", "features"), [(3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_quick_collections_keep_conditions(values: int, features: int, seed: int) -> None:
    game = Game(values, features)
    forced, excluded = random_conditions(game, seed, game.deck_size // 3 + 1)
    found = list(better_collections(game, forced, excluded, seed=seed))
    check(game, found, forced, excluded)
    assert found == list(better_collections(game, forced, excluded, seed=seed))


@pytest.mark.parametrize(
    ("values", "features", "forced", "excluded", "size"),
    [
        (3, 6, [100], [], 112),
        (3, 5, [], range(0, 243, 3), 36),
        (4, 3, [0, 1], [63], 26),
        (4, 3, [], [], 28),
    ],
)
def test_patient_collections(
    values: int, features: int, forced: list[int], excluded: list[int], size: int
) -> None:
    game = Game(values, features)
    first = list(islice(patient_collections(game, forced, excluded, seed=5), 110))
    assert first == list(islice(patient_collections(game, forced, excluded, seed=5), 110))
    found = [collection for collection in first if collection is not None]
    assert len(found[-1]) >= size
    assert len(found) < len(first) == 110
    check(game, found, forced, excluded)


@pytest.mark.parametrize(
    ("values", "features", "forced", "excluded", "size"),
    [(3, 1, [], [], 2), (3, 2, [], [], 4), (30, 3, [], [], 29**3), (3, 1, [0], [1, 2], None)],
)
def test_patience_ends_where_nothing_is_left_to_try(
    values: int, features: int, forced: list[int], excluded: list[int], size: int | None
) -> None:
    calls = islice(patient_collections(Game(values, features), forced, excluded), 200)
    found = [collection for collection in calls if collection]
    assert [len(collection) for collection in found] == ([size] if size else [])


@pytest.mark.parametrize("find", [better_collections, patient_collections])
def test_huge_decks_yield_a_part_of_a_product(
    monkeypatch: pytest.MonkeyPatch, find: type[better_collections]
) -> None:
    monkeypatch.setattr(heuristic, "MOST_CARDS", 1000)
    found = list(islice(find(Game(3, 39)), 1))
    assert 500 <= len(found[0]) <= 1000
    check(Game(3, 39), [found[0][:100]])
    found = list(islice(find(Game(3, 39), [3**38, 7], [9]), 60))
    check(Game(3, 39), [cards for cards in found if cards], [3**38, 7], [9])


def test_everything_excluded_leaves_the_forced_cards() -> None:
    game = Game(3, 3)
    assert list(better_collections(game, [], game.deck)) == []
    assert list(better_collections(game, [0], range(1, 27))) == []
    assert list(better_collections(game, [0], range(2, 27))) == [(0, 1)]
    assert set(islice(patient_collections(game, [], game.deck), 300)) == {None}


# symmetries and quotients


@given(games(), st.randoms(use_true_random=False), st.booleans())
def test_random_symmetry_takes_sets_to_sets(game: Game, random: Random, fixes: bool) -> None:
    symmetry = random_symmetry(game, random, fixes_first_card=fixes)
    image = symmetry.images(np.arange(game.deck_size))
    assert sorted(image) == list(game.deck)
    assert not fixes or image[0] == 0
    card, target = random.randrange(game.deck_size), random.randrange(game.deck_size)
    moved = symmetry.moved_to(card, target).images(np.arange(game.deck_size))
    assert moved[card] == target
    for chosen in (image, moved):
        for cards in islice(sets_of(game.deck, game.values, game.features), 100):
            assert naive.is_set(chosen[cards].tolist(), game.values, game.features)


@pytest.mark.parametrize(("values", "features"), SMALL)
def test_sets_of_first_card(values: int, features: int) -> None:
    rows = sets_of_first_card(Game(values, features)).tolist()
    expected = [cards[1:] for cards in sets_of(range(values**features), values, features)
                if cards[0] == 0]  # fmt: skip
    assert sorted(rows) == sorted(expected)


@given(st.permutations(range(9)))
def test_order_of_a_permutation(permutation: list[int]) -> None:
    power, times = list(permutation), 1
    while power != list(range(9)):
        power, times = [permutation[card] for card in power], times + 1
    assert order(np.array(permutation)) == times
    assert lcm(times, 2520) == 2520


@given(st.lists(st.permutations(range(8)), min_size=1, max_size=3))
def test_orbits_are_the_components(generators: list[list[int]]) -> None:
    count, orbit_of = orbits(np.array(generators))
    component = list(range(8))
    for _ in range(8):
        for permutation in generators:
            for card, image in enumerate(permutation):
                lower = min(component[card], component[image])
                component[card] = component[image] = lower
    names = sorted(set(component))
    assert count == len(names)
    assert orbit_of.tolist() == [names.index(name) for name in component]


@given(games(), st.integers(0, 10**6), st.integers(8, 40))
def test_sets_modulo_a_group_are_the_images_of_all_sets(
    game: Game, seed: int, most_orbits: int
) -> None:
    random = Random(seed)
    generators = random_group(game, random, most_orbits)
    _, orbit_of = orbits(generators)
    kinds = [random.choice("citem") for _ in range(orbit_of.max() + 1)]
    forced = {orbit for orbit, kind in enumerate(kinds) if kind == "c"}
    excluded = {orbit for orbit, kind in enumerate(kinds) if kind == "e"}
    items = [orbit for orbit in range(len(kinds)) if orbit not in forced | excluded]
    expected = {
        tuple(sorted({items.index(orbit) for orbit in touched if orbit in items}))
        for cards in sets_of(game.deck, game.values, game.features)
        for touched in [set(orbit_of[cards].tolist())]
        if not touched & excluded
    } - {()}
    item_of = np.array(
        [items.index(o) if o in items else len(items) if o in forced else -1 for o in orbit_of]
    )
    lowest = np.array([orbit_of.tolist().index(orbit) for orbit in items], np.int64)
    others = sets_of_first_card(game)
    for room in (len(items) * len(others), max(0, len(others) - 1)):
        keys = np.zeros(room, np.int64)
        written = sets_of_orbits(
            (game.values, game.features), others, lowest, item_of, len(items), keys
        )
        if room < len(items) * len(others):
            assert written == (-1 if items else 0)
            continue
        groups = groups_of_keys(keys[:written], game.values, len(items)).tolist()
        assert len(groups) == len(expected)
        assert {tuple(item for item in group if item >= 0) for group in groups} == expected


@given(games(), st.integers(0, 10**6))
def test_choices_without_conflict_are_the_set_free_unions_of_orbits(game: Game, seed: int) -> None:
    random = Random(seed)
    generators = random_group(game, random, 8)
    count, orbit_of = orbits(generators)
    parts = [np.flatnonzero(orbit_of == orbit).tolist() for orbit in range(count)]
    forced = parts[0] if not any(sets_of(parts[0], game.values, game.features)) else []
    excluded = parts[-1] if count > 1 else []
    deck = quotient(game, generators, np.array(forced, np.int64), np.array(excluded, np.int64))
    others = [part for part in parts if part not in (forced, excluded)]
    if deck is None:
        for part in others:
            assert any(sets_of([*forced, *part], game.values, game.features))
        return
    weights = deck.problem.weights
    for _ in range(10):
        chosen = np.array([random.random() < 0.4 for _ in weights], np.int8)
        cards = deck.cards(chosen).tolist()
        assert len(cards) == weights[chosen.astype(bool)].sum()
        complete = any(
            all(chosen[item] for item in row if item >= 0) for row in deck.problem.members
        )
        assert complete == any(sets_of([*forced, *cards], game.values, game.features))
    assert set(deck.items(np.array(game.deck)).tolist()) == set(range(len(weights)))


def test_unlistable_decks_have_no_quotient() -> None:
    for game in (Game(3, 12), Game(10, 3)):
        assert quotient(game, np.zeros((1, 0), np.int64), NOTHING, NOTHING) is None
    identity = np.arange(3**8)[None, :]
    assert quotient(Game(3, 8), identity, NOTHING, NOTHING) is None


# local search


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=9),
    st.lists(st.sets(st.integers(0, 8), min_size=2, max_size=3), max_size=12),
    st.permutations(range(9)),
    st.integers(0, 100),
)
def test_local_search_finds_the_heaviest_of_few_items(
    weights: list[int], groups: list[set[int]], begin: list[int], seed: int
) -> None:
    items = range(len(weights))
    groups = [group for group in groups if max(group) < len(weights)]
    rows = np.full((len(groups), 3), -1, np.int32)
    for row, group in zip(rows, groups, strict=True):
        row[: len(group)] = sorted(group)
    heaviest = max(
        sum(weights[item] for item in choice)
        for size in range(len(weights) + 1)
        for choice in combinations(items, size)
        if not any(group <= set(choice) for group in groups)
    )
    problem = conflicts(np.array(weights), rows)
    state = start(problem, seed)
    place(problem, state, np.array([item for item in begin if item in items], np.int64))
    for _ in range(2):
        for choice in (state.chosen, state.best):
            kept = set(np.flatnonzero(choice).tolist())
            assert not any(group <= kept for group in groups)
        assert best_weight(state) == sum(weights[item] for item in np.flatnonzero(state.best))
        climb(problem, state, 500, 2, 50)
    assert best_weight(state) == heaviest


def test_permutations_of_a_feature_are_all_drawn() -> None:
    random = Random(1)
    drawn = {
        tuple(random_symmetry(Game(3, 1), random).images(np.arange(3)).tolist()) for _ in range(200)
    }
    assert drawn == set(permutations(range(3)))
