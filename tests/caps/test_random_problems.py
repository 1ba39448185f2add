"""Random problems on the real deck: the search beside OR-Tools CP-SAT, which knows no Set."""

from itertools import islice

import pytest

from benchmarks.cp_sat import all_flats, largest_collection, sets
from benchmarks.random_problems import MOST_EXCLUDED, MOST_FORCED, random_problem
from capset import Game
from capset.caps.search import Search

from .. import naive
from .oracle import is_set_free, largest

# what a plane, a hyperplane and the whole deck hold at most, published long ago
FLATS = {2: 4, 3: 9, 4: 20}

# of the 200, some that CP-SAT proves in seconds: maxima from 16 to 20, few conditions and many
SEEDS = [0, 2, 3, 6, 7, 12, 17, 20, 21, 25, 29, 36, 40, 41, 42, 44, 45, 51, 57, 196]


@pytest.mark.parametrize("seed", SEEDS)
def test_search_and_cp_sat_agree(seed: int) -> None:
    problem = random_problem(seed)
    search = Search(problem)
    for _ in search:
        pass
    result = search.result
    answer = largest_collection(3, 4, problem.forced, problem.excluded, flats=FLATS, workers=1)
    assert answer.lower == answer.upper == result.lower == result.upper
    for collection in (result.collection, answer.collection):
        assert is_set_free(collection, 3, 4)
        assert {*problem.forced} <= {*collection}
        assert not {*problem.excluded} & {*collection}


def test_problems_are_what_they_are_called() -> None:
    problems = list(map(random_problem, range(200)))
    assert len(set(problems)) == 200
    assert problems == list(map(random_problem, range(200)))
    for problem in problems:
        assert is_set_free(problem.forced, 3, 4)
        assert not {*problem.forced} & {*problem.excluded}
    for count, most in (("forced", MOST_FORCED), ("excluded", MOST_EXCLUDED)):
        assert {len(getattr(problem, count)) for problem in problems} == {*range(most + 1)}


@pytest.mark.parametrize(("values", "features"), [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 2)])
def test_cp_sat_is_told_every_set_once(values: int, features: int) -> None:
    game = Game(values, features)
    naively = naive.sets_in(game.deck, values, features)
    told = [tuple(sorted(map(game.card, cards))) for cards in sets(values, features)]
    assert sorted(told) == naively


@pytest.mark.parametrize(
    ("features", "dimension", "count"),
    # 3^(n-d) times the Gaussian binomial coefficient
    [(2, 1, 12), (3, 1, 117), (3, 2, 39), (4, 1, 1080), (4, 2, 1170), (4, 3, 120), (4, 4, 1)],
)
def test_flats_are_closed_and_all_there(features: int, dimension: int, count: int) -> None:
    game = Game(3, features)
    flats = [frozenset(map(game.card, flat)) for flat in all_flats(3, features, dimension)]
    assert len(flats) == len(set(flats)) == count
    for flat in islice(flats, 0, None, 7):
        assert len(flat) == 3**dimension
        assert all(game.completion([a, b]) in flat for a in flat for b in flat if a != b)


@pytest.mark.parametrize("features", [2, 3])
def test_slices_of_four_values_are_the_cards_that_share_one(features: int) -> None:
    game = Game(4, features)
    slices = [{*map(game.card, flat)} for flat in all_flats(4, features, features - 1)]
    assert len(slices) == 4 * features
    for place in range(features):
        for value in range(4):
            assert {card for card in game.deck if game.digits(card)[place] == value} in slices


def test_cp_sat_out_of_time_claims_nothing() -> None:
    answer = largest_collection(3, 4, seconds=1e-6)
    assert answer.lower <= 20 <= answer.upper


def test_impossible_conditions_are_refused() -> None:
    with pytest.raises(ValueError, match="a set"):
        largest_collection(3, 2, [0, 1, 2])
    assert largest_collection(3, 2, [0, 1]).lower == largest(3, 2, (0, 1)) == 4
