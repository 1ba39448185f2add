"""What capset is measured against gives the right answers, and the benchmarks run."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import caps, classify
from benchmarks.cp_sat import largest_collection
from benchmarks.random_problems import random_problem
from benchmarks.seed_search import get_max_ohne_set
from capset import Game
from capset.caps.problem import Problem

from .caps.oracle import SMALL, is_set_free, largest, random_conditions

ROOT = Path(__file__).parents[1]


def seed_search(
    values: int,
    features: int,
    forced: tuple[int, ...],
    excluded: tuple[int, ...],
    bounded: bool,
) -> tuple[int, ...]:
    best, found = np.zeros(2, np.int64), np.zeros(values**features, np.int64)
    taken, left_out = (np.array(cards, np.int64) for cards in (forced, excluded))
    get_max_ohne_set(values, features, taken, left_out, bounded, best, found)
    assert best[1] == 1
    return tuple(map(int, found[: best[0]]))


@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize(("values", "features"), SMALL)
def test_search_of_the_seed_is_right(values: int, features: int, bounded: bool) -> None:
    random = Random(values * features)
    for place in range(12):
        forced, excluded = random_conditions(random, values, features) if place else ((), ())
        if not bounded and values > 3 and values**features - len(forced + excluded) > 16:
            continue  # without a bound it tries all of the set-free collections, far too many
        found = seed_search(values, features, forced, excluded, bounded)
        assert len(found) == largest(values, features, forced, excluded)
        assert is_set_free(found, values, features)
        assert {*forced} <= {*found}
        assert not {*excluded} & {*found}


@pytest.mark.parametrize("strengthened", [False, True])
@pytest.mark.parametrize(("values", "features"), SMALL)
def test_models_for_cp_sat_are_right(values: int, features: int, strengthened: bool) -> None:
    random = Random(values + 10 * features)
    flats = caps.capacities(Game(values, features)) if strengthened else None
    for place in range(6):
        forced, excluded = random_conditions(random, values, features) if place else ((), ())
        answer = largest_collection(values, features, forced, excluded, flats=flats, workers=1)
        assert answer.lower == answer.upper == largest(values, features, forced, excluded)
        assert is_set_free(answer.collection, values, features)
        assert {*forced} <= {*answer.collection}
        assert not {*excluded} & {*answer.collection}


@pytest.mark.parametrize("game", [Game(3, 2), Game(4, 2)])
def test_all_contenders_agree(game: Game) -> None:
    problem = random_problem(5, game)
    most = largest(game.values, game.features, problem.forced, problem.excluded)
    for contender in (caps.by_capset, *caps.CONTENDERS.values()):
        outcome = contender(problem, 60)
        assert outcome is not None
        assert (outcome.lower, outcome.upper) == (most, most)


def test_contender_that_is_ended_claims_no_proof() -> None:
    outcome = caps.by_seed(bounded=False)(Problem(Game()), 0.5)
    assert outcome is not None
    assert outcome.lower <= 20
    assert outcome.upper == 81


def test_model_that_is_too_large_is_not_built() -> None:
    assert caps.by_cp_sat(strengthened=False)(Problem(Game(9, 2)), 1) is None


def test_tables_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(caps, "FAMILIES", ([(3, 1), (3, 2)], [(4, 1)]))
    monkeypatch.setattr(caps, "PROBLEMS", 3)
    monkeypatch.setattr(sys, "argv", ["benchmarks.caps", "--limit", "30", "--compare", "1"])
    caps.main()
    out = capsys.readouterr().out
    assert re.search(r"\(3,2\) +4 ", out)
    assert re.search(r"\(4,1\) +3 ", out)
    assert "3 random problems on the real deck, 3 proved" in out
    assert "CP-SAT, flats, first 1" in out


def test_benchmarks_are_called_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "dreams"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 1
    assert "no benchmark is called dreams" in done.stderr
    names = import_module("benchmarks.__main__").NAMES
    assert "caps" in names
    for name in names:
        assert callable(import_module(f"benchmarks.{name}").main)
        assert name in done.stderr


def test_graphs_and_capset_find_the_same_classes() -> None:
    assert list(classify.graph_counts(6)) == list(classify.capset_counts(6))
