"""The exact search: events, bounds, questions, interruption and resumption."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from capset import Game
from capset.caps import tree
from capset.caps.checkpoint import read_checkpoint, write_checkpoint
from capset.caps.problem import Problem
from capset.caps.search import Search
from capset.caps.spread import thread_crew
from capset.caps.tree import Root, remaining, searched, whole
from capset.errors import CardError, ProblemError
from capset.kernels.branching import EXHAUSTED, FOUND, PAUSED


def solved(search: Search) -> Search:
    for _ in search:
        pass
    return search


def without_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave all to the exact search, which a quick heuristic would spare it."""
    monkeypatch.setattr("capset.caps.search.better_collections", lambda *_, **__: iter(()))


MAXIMA = [
    *((3, n, size) for n, size in enumerate([2, 4, 9, 20], 1)),
    *((v, 1, v - 1) for v in (4, 5, 9)),
    *((v, 2, (v - 1) ** 2) for v in (4, 5, 6, 7)),
    (4, 3, 28),
]


@pytest.mark.parametrize(
    ("values", "features", "size", "method"),
    [
        (v, n, size, method)
        for v, n, size in MAXIMA
        for method in ("auto", "plain", "slices")
        if (method != "slices" or n > 1) and (method != "plain" or n < 4)
    ],
)
def test_published_maxima(values: int, features: int, size: int, method: str) -> None:
    search = solved(Search(Problem(Game(values, features)), method=method))
    result = search.result
    assert result.is_optimal
    assert result.lower == result.upper == size
    assert not list(Game(values, features).sets_in(result.collection))


def test_events_bring_the_bounds_together() -> None:
    events = list(Search(Problem(Game(4, 3))))
    assert all(event.lower <= event.upper for event in events)
    for before, after in pairwise(events):
        assert after.lower >= before.lower
        assert after.upper <= before.upper
        assert after.nodes >= before.nodes
        assert 0 <= after.share <= 1
    assert (events[-1].lower, events[-1].upper) == (28, 28)


@pytest.mark.parametrize(("at_least", "lower", "upper"), [(20, True, None), (21, False, 20)])
def test_at_least_is_settled_either_way(at_least: int, lower: bool, upper: int | None) -> None:
    search = solved(Search(Problem(Game(3, 4)), at_least=at_least))
    assert search.is_settled
    assert (search.result.lower >= at_least) == lower
    assert upper is None or search.result.upper <= upper


def test_at_least_is_proved_by_search_where_no_theorem_says_it() -> None:
    search = solved(Search(Problem(Game(4, 3)), at_least=29))
    assert search.result.upper == 28
    assert search.result.nodes > 1000


@pytest.mark.parametrize(
    ("forced", "excluded", "error", "message"),
    [
        ([0, 1, 2], [], ProblemError, "0000, 0001, 0002"),
        ([0, 5], [5], ProblemError, "0012"),
        ([81], [], CardError, "0 to 80, not 81"),
        ([], [3, 3], CardError, "twice"),
    ],
)
def test_contradictory_problems_are_refused(
    forced: list[int], excluded: list[int], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Problem(Game(), forced, excluded)


def test_problem_is_a_value() -> None:
    problem = Problem(Game(4, 2), [3, 1], [7])
    assert eval(repr(problem)) == problem
    assert hash(Problem(Game(4, 2), [1, 3], [7])) == hash(problem)
    assert problem != Problem(Game(4, 2))


def test_unknown_method_is_refused() -> None:
    with pytest.raises(ProblemError, match="auto, plain, slices"):
        Search(Problem(Game()), method="magic")
    with pytest.raises(ProblemError, match="forced or excluded"):
        Search(Problem(Game(), [0]), method="slices")


def test_everything_excluded_leaves_nothing() -> None:
    game = Game(3, 2)
    assert solved(Search(Problem(game, [], game.deck))).result.upper == 0
    all_but_two = solved(Search(Problem(game, [4], [c for c in game.deck if c not in (4, 5)])))
    assert all_but_two.result.collection == (4, 5)


HARD = Problem(Game(3, 4), excluded=range(0, 81, 3))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_finds_the_same_bounds(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    without_collections(monkeypatch)
    monkeypatch.setattr(tree, "SITTING", 500)
    result = solved(Search(HARD, crew=thread_crew(workers))).result
    assert result.is_optimal
    assert result.lower == solved(Search(HARD)).result.lower


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_resumed_search_ends_as_an_unbroken_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, workers: int
) -> None:
    without_collections(monkeypatch)
    monkeypatch.setattr(tree, "SITTING", 300)
    unbroken = solved(
        Search(Problem(Game(4, 3)), method="plain", crew=thread_crew(workers), at_least=33)
    )
    path = str(tmp_path / "state")
    search = Search(Problem(Game(4, 3)), method="plain", at_least=33)
    breaks = 0
    while not search.is_settled:
        events = iter(search)
        for count, _ in enumerate(events):
            if count == 400:
                break
        events.close()
        breaks += 1
        write_checkpoint(search, path)
        search = read_checkpoint(path, crew=thread_crew(workers))
    assert breaks > 2
    assert search.result.upper == unbroken.result.upper == 32


def test_checkpoint_of_a_finished_search_is_finished(tmp_path: Path) -> None:
    path = str(tmp_path / "state")
    write_checkpoint(solved(Search(Problem(Game(4, 2), [0]))), path)
    search = read_checkpoint(path)
    assert search.is_settled
    assert search.result.lower == 9
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda state: state.pop("upper"),
        lambda state: state.update(format="other 9"),
        lambda state: state.update(values=2),
        lambda state: state.update(collection=[0, 1, 2, 3]),
        lambda state: state.update(forced=[99]),
        lambda state: state.update(upper="many"),
        lambda state: state["question"]["pieces"].append([9, [[], [0]], 1]),
        lambda state: state["question"]["pieces"].append([0, [[], [-1]], 1]),
        lambda state: state["question"].update(roots=[[1]]),
    ],
)
def test_damaged_checkpoint_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    damage,  # type: ignore[no-untyped-def]
) -> None:
    without_collections(monkeypatch)
    monkeypatch.setattr(tree, "SITTING", 50)
    search = Search(Problem(Game(4, 3)), method="plain")
    events = iter(search)
    for event in events:
        if event.kind == "progress":
            break
    events.close()
    path = tmp_path / "state"
    write_checkpoint(search, str(path))
    state = json.loads(path.read_text())
    damage(state)
    path.write_text(json.dumps(state))
    with pytest.raises(ProblemError, match="no checkpoint"):
        read_checkpoint(str(path))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\xff", '{"format": 1}', "[" * 5000])
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ProblemError, match="no checkpoint"):
        read_checkpoint(str(path))


def test_what_remains_of_a_tree_covers_it() -> None:
    game = Game(4, 3)
    root = Root((0,), (), 9)
    target = 33
    sitting = searched(game, root, whole(game, root), target, 2000)
    assert sitting.status == PAUSED
    assert sitting.stack is not None
    assert 0 < sitting.share < 1
    pieces = remaining(root, sitting.stack)
    assert len(pieces) > 1
    assert all(searched(game, root, cube, target, 1 << 40).status == EXHAUSTED for cube in pieces)
    found = [searched(game, root, cube, 28, 1 << 40) for cube in pieces]
    assert any(sitting.status == FOUND for sitting in found)
    for sitting in found:
        assert not list(game.sets_in(sitting.collection))
