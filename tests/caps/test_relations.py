"""What must hold between the answers to related problems, and against the slow oracle."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.random_problems import random_problem
from capset import Game
from capset.caps import tree
from capset.caps.problem import Problem
from capset.caps.search import Result, Search
from capset.caps.spread import thread_crew

from .oracle import is_set_free, largest, random_conditions

UP_TO_27 = [(3, 2), (3, 3), (4, 2), (5, 2), *((values, 1) for values in range(3, 28))]


def solved(problem: Problem, **options) -> Result:  # type: ignore[no-untyped-def]
    """The result of a search, each collection on the way looked at by the oracle."""
    search = Search(problem, **options)
    lower = -1
    for event in search:
        assert event.lower >= lower
        lower = event.lower
        checked(problem, search.collection)
    assert search.is_settled
    checked(problem, search.collection)
    return search.result


def checked(problem: Problem, collection: tuple[int, ...]) -> None:
    game = problem.game
    assert is_set_free(collection, game.values, game.features)
    assert {*problem.forced} <= {*collection}
    assert not {*problem.excluded} & {*collection}


@pytest.fixture
def _exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave all to the exact search, in more sittings than one."""
    monkeypatch.setattr("capset.caps.search.better_collections", lambda *_, **__: iter(()))
    monkeypatch.setattr(tree, "SITTING", 2000)


@pytest.mark.parametrize(("values", "features"), UP_TO_27)
def test_search_finds_the_true_maximum(values: int, features: int) -> None:
    random = Random(10 * values + features)
    for _ in range(5 if features == 1 else 25):
        forced, excluded = random_conditions(random, values, features)
        result = solved(Problem(Game(values, features), forced, excluded))
        most = largest(values, features, forced, excluded)
        assert (result.lower, result.upper) == (most, most), result.problem


@pytest.mark.usefixtures("_exact")
@pytest.mark.parametrize(("values", "features"), UP_TO_27)
def test_search_finds_it_with_no_collection_to_begin_with(values: int, features: int) -> None:
    random = Random(values + 30 * features)
    for place in range(3 if features == 1 else 15):
        forced, excluded = random_conditions(random, values, features) if place else ((), ())
        problem = Problem(Game(values, features), forced, excluded)
        most = largest(values, features, forced, excluded)
        result = solved(problem)
        assert (result.lower, result.upper) == (most, most), problem
        assert solved(problem, at_least=max(1, most)).lower >= most
        assert solved(problem, at_least=most + 1).upper == most


# symmetry


def random_symmetry(game: Game, random: Random) -> list[int]:
    """A symmetry as the image of each card, composed of steps that are each surely one.

    For three values: the translations, and adding a multiple of a feature to another one or to
    itself. Otherwise: the orders of the features and of the values of each.
    """
    v, n = game.values, game.features
    rows = [list(game.digits(card)) for card in game.deck]
    if v == 3:
        for _ in range(6 * n):
            source, target = random.randrange(n), random.randrange(n)
            shift = random.randrange(3)
            for row in rows:
                row[target] = (row[target] + row[source] + shift) % 3
        return list(map(game.card, rows))
    order = random.sample(range(n), n)
    values = [random.sample(range(v), v) for _ in range(n)]
    return [game.card(values[place][row[place]] for place in order) for row in rows]


def test_random_symmetries_take_sets_to_sets() -> None:
    for game in (Game(3, 3), Game(3, 4), Game(4, 2), Game(4, 3)):
        sets = {frozenset(found) for found in game.sets_in(game.deck)}
        image = random_symmetry(game, Random(1))
        assert sorted(image) == list(game.deck)
        assert image != list(game.deck)
        assert {frozenset(image[card] for card in found) for found in sets} == sets


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Problems of small decks, and of the real one with so many conditions that it is quick."""
    game = draw(st.sampled_from([Game(3, 3), Game(4, 2), Game(3, 4)]))
    cards = draw(st.permutations(game.deck))
    forced: list[int] = []
    for card in cards[: draw(st.integers(3, 8) if game == Game(3, 4) else st.integers(0, 5))]:
        if is_set_free([*forced, card], game.values, game.features):
            forced.append(card)
    least = 15 if game == Game(3, 4) else 0
    excluded = cards[10 : 10 + draw(st.integers(least, least + game.deck_size // 3))]
    return Problem(game, forced, [card for card in excluded if card not in forced])


@given(problems(), st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=50)
def test_relabelled_problem_has_the_same_answer(
    problem: Problem, random: Random, heuristic: bool
) -> None:
    image = random_symmetry(problem.game, random)
    relabelled = Problem(
        problem.game,
        [image[card] for card in problem.forced],
        [image[card] for card in problem.excluded],
    )
    with pytest.MonkeyPatch.context() as patch:
        if not heuristic:
            patch.setattr("capset.caps.search.better_collections", lambda *_, **__: iter(()))
        here, there = solved(problem), solved(relabelled)
    assert here.is_optimal
    assert (here.lower, here.upper) == (there.lower, there.upper)
    preimage = {there: here for here, there in enumerate(image)}
    checked(problem, tuple(preimage[card] for card in there.collection))


@given(problems(), st.data())
@settings(max_examples=40)
def test_card_is_in_some_largest_collection_or_it_may_be_left_out(
    problem: Problem, data: st.DataObject
) -> None:
    game, size = problem.game, solved(problem).lower
    out = {*problem.forced, *problem.excluded, *game.forbidden(problem.forced)}
    free = [card for card in game.deck if card not in out]
    if not free:
        assert size == len(problem.forced)
        return
    card = data.draw(st.sampled_from(free))
    without = solved(Problem(game, problem.forced, (*problem.excluded, card))).lower
    with_it = solved(Problem(game, (*problem.forced, card), problem.excluded)).lower
    assert size - 1 <= without
    assert max(with_it, without) == size


@given(problems())
@settings(max_examples=30)
def test_cards_that_cannot_be_in_may_as_well_be_excluded(problem: Problem) -> None:
    game = problem.game
    impossible = {*problem.excluded, *game.forbidden(problem.forced)}
    assert solved(problem).lower == solved(Problem(game, problem.forced, impossible)).lower


# ways to search


@pytest.mark.usefixtures("_exact")
@pytest.mark.parametrize(
    ("values", "features", "most"),
    [(3, 2, 4), (3, 3, 9), (4, 2, 9), (5, 2, 16), (4, 3, 28)],
)
def test_methods_answer_questions_alike(values: int, features: int, most: int) -> None:
    problem = Problem(Game(values, features))
    for target in range(max(1, most - 2), most + 3):
        # the first no takes millions of nodes without slices
        is_hard = values**features > 27 and target == most + 1
        for method in ["slices"] if is_hard else ["plain", "slices"]:
            result = solved(problem, at_least=target, method=method)
            assert (result.lower >= target) == (target <= most)
            assert (result.upper < target) == (target > most)


@pytest.mark.usefixtures("_exact")
@pytest.mark.parametrize("seed", range(8))
def test_two_workers_find_the_same_bounds_as_one(seed: int) -> None:
    problem = random_problem(seed)
    alone, together = (solved(problem, crew=thread_crew(workers)) for workers in (1, 2))
    assert alone.is_optimal
    assert (alone.lower, alone.upper) == (together.lower, together.upper)
    for at_least in (alone.lower, alone.lower + 1):
        answers = [
            solved(problem, crew=thread_crew(workers), at_least=at_least) for workers in (1, 2)
        ]
        assert [answer.lower >= at_least for answer in answers] == [at_least == alone.lower] * 2
        assert answers[0].upper == answers[1].upper


@pytest.mark.usefixtures("_exact")
@pytest.mark.parametrize(
    ("values", "features", "method"),
    [
        (3, 3, "plain"), (3, 3, "slices"), (5, 2, "plain"), (5, 2, "slices"),
        (4, 3, "slices"), (3, 4, "slices"),
    ],
)  # fmt: skip
def test_two_workers_agree_in_either_method(values: int, features: int, method: str) -> None:
    results = [
        solved(Problem(Game(values, features)), crew=thread_crew(workers), method=method)
        for workers in (1, 2)
    ]
    assert results[0].is_optimal
    assert len({(result.lower, result.upper) for result in results}) == 1
