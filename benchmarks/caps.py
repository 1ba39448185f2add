"""The largest set-free collections, proved: capset beside the seed's search and CP-SAT.

``python -m benchmarks.caps [--quick] [--limit S] [--compare N]``

First deck by deck: capset's search; the search of seeds/set-programm.txt, as its text describes
it and with a simple size bound (seed_search.py); OR-Tools CP-SAT with 2 threads, on the plain
model and on one strengthened with planes, hyperplanes and the total (cp_sat.py). The capacities
of those are the bounds that capset begins with, so both know the same theorems. Each has so
many seconds a deck; who fails at one deck is not asked for a larger one of its family. Then
200 random problems on the real deck, N of them also by CP-SAT, strengthened.

capset's seconds are those of the whole search, in Python and in kernels, with empty caches but
compiled kernels, one worker; the median of three where they are short.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from statistics import median
from typing import NamedTuple

import numpy as np

from benchmarks.common import machine, print_table
from benchmarks.cp_sat import largest_collection
from benchmarks.random_problems import random_problem
from benchmarks.seed_search import get_max_ohne_set
from capset.caps.bounds import free_bound, section_capacity
from capset.caps.problem import Problem
from capset.caps.search import Search
from capset.caps.slices import classes
from capset.game import Game

FAMILIES = (
    [(3, features) for features in range(1, 6)],
    [(values, 2) for values in range(4, 13)],
    [(4, 3)],
)
PROBLEMS = 200
MOST_SETS = 100_000  # for CP-SAT: larger models are not even built in the time


class Outcome(NamedTuple):
    """What a contender has after so many seconds; proved if the bounds agree."""

    seconds: float
    lower: int
    upper: int


Contender = Callable[[Problem, float], Outcome | None]


def by_capset(problem: Problem, limit: float) -> Outcome:
    _forget()
    search = Search(problem)
    start = time.perf_counter()
    for _ in search:
        if time.perf_counter() - start > limit:
            break
    result = search.result
    return Outcome(time.perf_counter() - start, result.lower, result.upper)


def _forget() -> None:
    """Empty all caches of capset, so that no run profits from those before it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("capset."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def by_seed(bounded: bool) -> Contender:
    """The seed's search, in a process that is ended when its time is up."""

    def outcome(problem: Problem, limit: float) -> Outcome:
        game, fork = problem.game, get_context("fork")
        best = np.frombuffer(fork.RawArray("q", 2), np.int64)
        found = np.frombuffer(fork.RawArray("q", game.deck_size), np.int64)
        seconds = fork.RawArray("d", [limit])

        def run() -> None:
            start = time.perf_counter()
            forced, excluded = (
                np.array(cards, np.int64) for cards in (problem.forced, problem.excluded)
            )
            get_max_ohne_set(game.values, game.features, forced, excluded, bounded, best, found)
            seconds[0] = time.perf_counter() - start

        process = fork.Process(target=run)
        process.start()
        process.join(limit)
        process.kill()
        process.join()
        lower, done = int(best[0]), bool(best[1])
        if done:  # otherwise it may have been ended while it wrote down a better collection
            assert not any(game.sets_in(map(int, found[:lower])))
        return Outcome(seconds[0], lower, lower if done else game.deck_size)

    return outcome


def by_cp_sat(strengthened: bool) -> Contender:
    def outcome(problem: Problem, limit: float) -> Outcome | None:
        game = problem.game
        if game.set_count > MOST_SETS:
            return None
        start = time.perf_counter()
        answer = largest_collection(
            game.values,
            game.features,
            problem.forced,
            problem.excluded,
            flats=capacities(game) if strengthened else None,
            seconds=limit,
        )
        return Outcome(time.perf_counter() - start, answer.lower, answer.upper)

    return outcome


def capacities(game: Game) -> dict[int, int]:
    """How many cards planes, hyperplanes and the deck can hold, by theorem or a quick search."""
    known = {game.features - 1: section_capacity(game), game.features: free_bound(game)}
    known.setdefault(2, free_bound(Game(game.values, 2)))
    return {dimension: most for dimension, most in known.items() if 1 <= dimension <= game.features}


CONTENDERS: dict[str, Contender] = {
    "seed": by_seed(bounded=False),
    "seed, bound": by_seed(bounded=True),
    "CP-SAT": by_cp_sat(strengthened=False),
    "CP-SAT, flats": by_cp_sat(strengthened=True),
}


def decks(limit: float, rounds: int) -> None:
    """Print what each contender needs for each deck, and how many times as long as capset."""
    rows = []
    for family in FAMILIES:
        failed: set[str] = set()
        for values, features in family:
            problem = Problem(Game(values, features))
            runs = [by_capset(problem, 6 * limit)]
            while runs[0].seconds < 1 and len(runs) < rounds:
                runs.append(by_capset(problem, 6 * limit))
            ours = runs[0]._replace(seconds=median(run.seconds for run in runs))
            row = [f"({values},{features})", _bounds(ours), _milliseconds(ours)]
            for name, contender in CONTENDERS.items():
                theirs = None if name in failed else contender(problem, limit)
                if theirs is None:
                    row += ["–", ""]
                    continue
                agreed = ours.lower <= theirs.upper and theirs.lower <= ours.upper
                assert agreed, (problem, name, ours, theirs)
                if theirs.lower < theirs.upper:
                    failed.add(name)
                row += [_milliseconds(theirs), f"{theirs.seconds / ours.seconds:,.1f}"]
            rows.append(row)
    head = ["deck", "largest", "capset, ms"]
    for name in CONTENDERS:
        head += [f"{name}, ms", "x"]
    print_table("Decks: milliseconds, and times as long as capset", head, rows)
    print(
        f"  > for not proved in {limit:g} s, with the largest found and the bound; – for not tried"
    )


def _bounds(outcome: Outcome) -> str:
    if outcome.lower == outcome.upper:
        return str(outcome.lower)
    return f"{outcome.lower}..{outcome.upper}"


def _milliseconds(outcome: Outcome) -> str:
    if outcome.lower == outcome.upper:
        return f"{1e3 * outcome.seconds:,.2f}"
    return f"> ({_bounds(outcome)})"


def random_problems(compared: int, limit: float) -> None:
    """Print how long the random problems on the real deck take."""
    ours, theirs, ratios, unproved = [], [], [], 0
    for seed in range(PROBLEMS):
        problem = random_problem(seed)
        outcome = by_capset(problem, limit)
        ours.append(outcome.seconds)
        unproved += outcome.lower < outcome.upper
        if seed < compared:
            other = CONTENDERS["CP-SAT, flats"](problem, limit)
            assert other is not None
            assert outcome.lower <= other.upper, (seed, outcome, other)
            assert other.lower <= outcome.upper, (seed, outcome, other)
            theirs.append(other.seconds)
            ratios.append(other.seconds / outcome.seconds)
    rows = [_row("capset", ours)]
    if theirs:
        rows += [
            _row(f"capset, first {compared}", ours[:compared]),
            _row(f"CP-SAT, flats, first {compared}", theirs),
        ]
    print_table(
        f"{PROBLEMS} random problems on the real deck, {PROBLEMS - unproved} proved",
        ("", "median ms", "worst ms", "total s"),
        rows,
    )
    if ratios:
        print(
            f"  CP-SAT takes {median(ratios):,.0f} times as long in the median, "
            f"{min(ratios):,.1f} to {max(ratios):,.0f} times"
        )


def _row(name: str, seconds: list[float]) -> list[str]:
    milliseconds = [1e3 * time for time in seconds]
    return [
        name,
        f"{median(milliseconds):.1f}",
        f"{max(milliseconds):.1f}",
        f"{sum(seconds):.2f}",
    ]


def largest_classes() -> None:
    """Print how long all largest caps of AG(5,3) take, up to symmetry."""
    _forget()
    start = time.perf_counter()
    found = classes(Game(3, 5), 45)
    seconds = time.perf_counter() - start
    print(f"\nCaps of 45 points in AG(5,3) up to symmetry: {len(found)}, in {seconds:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.caps")
    parser.add_argument("--quick", action="store_true", help="less than two minutes")
    parser.add_argument("--limit", type=float, help="seconds a contender has for a deck")
    parser.add_argument("--compare", type=int, metavar="N", help="random problems for CP-SAT too")
    options = parser.parse_args()
    limit = options.limit or (3 if options.quick else 20)
    compared = options.compare if options.compare is not None else (10 if options.quick else 40)
    # compiles all kernels, the seed's search in this process and not in those that are ended
    nothing, best, found = (np.zeros(size, np.int64) for size in (0, 2, 3))
    get_max_ohne_set(3, 1, nothing, nothing, True, best, found)
    for game in (Game(3, 3), Game(4, 2)):
        for contender in (by_capset, *CONTENDERS.values()):
            contender(Problem(game, [0]), limit)
    print(machine())
    decks(limit, 3)
    random_problems(min(compared, PROBLEMS), max(limit, 20))
    if not options.quick:
        largest_classes()


if __name__ == "__main__":
    main()
