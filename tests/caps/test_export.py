"""Exported questions: solvers from elsewhere say yes exactly up to the largest collection."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from random import Random
from typing import NamedTuple

import pytest
from ortools.sat.python import cp_model
from pysat.solvers import Solver

from capset import Game
from capset.caps.export import cnf_lines, opb_lines, symmetry_breaking
from capset.caps.problem import Problem
from capset.errors import ProblemError
from capset.notation import digits_notation

from .oracle import SMALL, is_set_free, largest, random_conditions


class Clauses(NamedTuple):
    variables: int
    clauses: list[list[int]]


def parsed_cnf(lines: Iterable[str]) -> Clauses:
    """Read DIMACS strictly: comments, the header, and as many clauses as it says."""
    lines = [line for line in lines if not re.fullmatch(r"c( .*)?", line)]
    header = re.fullmatch(r"p cnf (\d+) (\d+)", lines[0])
    assert header is not None
    variables, count = map(int, header.groups())
    assert len(lines) - 1 == count
    clauses = []
    for line in lines[1:]:
        assert re.fullmatch(r"(-?[1-9]\d* )+0", line)
        clauses.append([int(literal) for literal in line.split()[:-1]])
    assert all(abs(literal) <= variables for clause in clauses for literal in clause)
    return Clauses(variables, clauses)


class Inequality(NamedTuple):
    terms: list[tuple[int, int]]  # coefficient, variable
    least: int


def parsed_opb(lines: Iterable[str]) -> tuple[int, list[Inequality]]:
    """Read OPB strictly: the header, comments, and as many inequalities as it says."""
    first, *lines = lines
    header = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", first)
    assert header is not None
    variables, count = map(int, header.groups())
    inequalities = []
    for line in lines:
        if re.fullmatch(r"\* .*", line):
            continue
        whole = re.fullmatch(r"((?:[+-]\d+ x[1-9]\d* )+)>= (-?\d+) ;", line)
        assert whole is not None
        terms = [(int(a), int(x)) for a, x in re.findall(r"([+-]\d+) x(\d+)", whole[1])]
        inequalities.append(Inequality(terms, int(whole[2])))
        assert all(x <= variables for _, x in terms)
    assert len(inequalities) == count
    return variables, inequalities


def checked_model(model: list[int], problem: Problem, at_least: int) -> None:
    """See that a solver's yes is a collection as it was asked for."""
    game = problem.game
    cards = [literal - 1 for literal in model if 0 < literal <= game.deck_size]
    assert len(cards) >= at_least
    assert {*problem.forced} <= {*cards}
    assert not {*problem.excluded} & {*cards}
    assert is_set_free(cards, game.values, game.features)


def sat_says_yes(problem: Problem, at_least: int, break_symmetry: bool) -> bool:
    formula = parsed_cnf(cnf_lines(problem, at_least, break_symmetry))
    with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        if not solver.solve():
            return False
        checked_model(solver.get_model(), problem, at_least)
        return True


def cp_sat_says_yes(problem: Problem, at_least: int, break_symmetry: bool) -> bool:
    variables, inequalities = parsed_opb(opb_lines(problem, at_least, break_symmetry))
    model = cp_model.CpModel()
    x = [model.new_bool_var(str(number)) for number in range(1 + variables)]
    for terms, least in inequalities:
        model.add(sum(factor * x[number] for factor, number in terms) >= least)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return False
    assert status == cp_model.OPTIMAL
    checked_model(
        [number for number in range(1, 1 + variables) if solver.value(x[number])], problem, at_least
    )
    return True


def small_problems(values: int, features: int, count: int) -> Iterator[tuple[Problem, int]]:
    """The problem without a condition, and some with random ones, with the true maximum."""
    random = Random(values * 100 + features)
    game = Game(values, features)
    for forced, excluded in [
        ((), ()),
        *(random_conditions(random, values, features) for _ in range(count)),
    ]:
        yield Problem(game, forced, excluded), largest(values, features, forced, excluded)


@pytest.mark.parametrize("break_symmetry", [False, True])
@pytest.mark.parametrize(("values", "features"), SMALL)
def test_clauses_can_be_met_exactly_up_to_the_maximum(
    values: int, features: int, break_symmetry: bool
) -> None:
    for problem, most in small_problems(values, features, 12):
        for at_least in {0, 1, *range(most - 3, most + 4), values**features, values**features + 1}:
            if at_least >= 0:
                answer = sat_says_yes(problem, at_least, break_symmetry)
                assert answer == (at_least <= most), (problem, at_least)


@pytest.mark.parametrize("break_symmetry", [False, True])
@pytest.mark.parametrize(("values", "features"), SMALL)
def test_inequalities_can_be_met_exactly_up_to_the_maximum(
    values: int, features: int, break_symmetry: bool
) -> None:
    for problem, most in small_problems(values, features, 4):
        for at_least in (most, most + 1):
            answer = cp_sat_says_yes(problem, at_least, break_symmetry)
            assert answer == (at_least <= most), (problem, at_least)


@pytest.mark.parametrize("values", [4, 9])
def test_totalizer_counts_every_choice_of_cards(values: int) -> None:
    game = Game(values, 1)  # its only set is the deck: nearly all choices are set-free
    for forced, excluded in [((), ()), ((1,), ()), ((), (0, 2)), ((1,), (0, 2))]:
        problem = Problem(game, forced, excluded)
        for at_least in range(values + 2):
            formula = parsed_cnf(cnf_lines(problem, at_least))
            with Solver("minisat22", bootstrap_with=formula.clauses) as solver:
                for choice in product((False, True), repeat=values):
                    is_fit = (
                        values > sum(choice) >= at_least
                        and all(choice[card] for card in forced)
                        and not any(choice[card] for card in excluded)
                    )
                    literals = [card if taken else -card for card, taken in enumerate(choice, 1)]
                    assert solver.solve(assumptions=literals) == is_fit


@pytest.mark.parametrize(("values", "features", "at_least"), [(3, 2, 3), (3, 2, 0), (4, 1, 2)])
def test_models_are_all_set_free_collections(values: int, features: int, at_least: int) -> None:
    game = Game(values, features)
    naively = {
        cards
        for size in range(at_least, game.deck_size + 1)
        for cards in combinations(game.deck, size)
        if is_set_free(cards, values, features)
    }
    by_symmetry = []
    for break_symmetry in (False, True):
        formula = parsed_cnf(cnf_lines(Problem(game), at_least, break_symmetry))
        found = set()
        with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
            while solver.solve():
                cards = solver.get_model()[: game.deck_size]
                found.add(tuple(literal - 1 for literal in cards if literal > 0))
                solver.add_clause([-literal for literal in cards])
        by_symmetry.append(found)
        _, inequalities = parsed_opb(opb_lines(Problem(game), at_least, break_symmetry))
        assert found == {
            cards
            for cards in naively
            if all(sum(a * (x - 1 in cards) for a, x in terms) >= k for terms, k in inequalities)
        }
    assert by_symmetry[0] == naively
    assert by_symmetry[1] < naively


@pytest.mark.parametrize("at_least", range(7))
def test_inequalities_say_no_more_and_no_less(at_least: int) -> None:
    problem = Problem(Game(3, 2), [0, 5], [4])
    _, inequalities = parsed_opb(opb_lines(problem, at_least))
    for choice in product((0, 1), repeat=9):
        cards = [card for card in range(9) if choice[card]]
        is_met = all(sum(a * choice[x - 1] for a, x in terms) >= k for terms, k in inequalities)
        assert is_met == (
            len(cards) >= at_least
            and is_set_free(cards, 3, 2)
            and {0, 5} <= {*cards}
            and 4 not in cards
        )


def test_real_deck_has_20_cards_without_a_set() -> None:
    assert sat_says_yes(Problem(Game()), 20, break_symmetry=True)
    assert sat_says_yes(Problem(Game()), 18, break_symmetry=False)
    assert cp_sat_says_yes(Problem(Game()), 18, break_symmetry=True)


def test_conditions_on_the_real_deck_are_kept() -> None:
    problem = Problem(Game(), [0, 40, 79], [1, 3, 7, 77])
    assert sat_says_yes(problem, 18, break_symmetry=True)
    assert not sat_says_yes(Problem(Game(), [], range(27, 81)), 10, break_symmetry=True)


def test_larger_decks() -> None:
    assert sat_says_yes(Problem(Game(4, 3)), 27, break_symmetry=True)
    assert not sat_says_yes(Problem(Game(6, 2)), 26, break_symmetry=True)


@pytest.mark.parametrize(
    ("game", "at_least", "taken"),
    [
        (Game(3, 4), 0, []),
        (Game(3, 4), 1, ["0000"]),
        (Game(3, 4), 2, ["0000", "0001"]),
        (Game(3, 4), 3, ["0000", "0001", "0010"]),
        (Game(3, 4), 5, ["0000", "0001", "0010", "0100"]),
        (Game(3, 4), 9, ["0000", "0001", "0010", "0100"]),
        (Game(3, 4), 10, ["0000", "0001", "0010", "0100", "1000"]),
        (Game(4, 3), 16, ["000"]),
        (Game(4, 3), 17, ["000", "111"]),
        (Game(5, 2), 16, ["00", "11", "22", "33"]),
    ],
)
def test_cards_taken_by_symmetry(game: Game, at_least: int, taken: list[str]) -> None:
    added = symmetry_breaking(Problem(game), at_least)
    assert list(map(digits_notation(game).write, added.taken)) == taken


def test_nothing_is_taken_beyond_what_is_forced() -> None:
    added = symmetry_breaking(Problem(Game(), [80], [40]), 20)
    assert added.taken == ()
    assert added.implications
    assert not {80, 40, 0} & set(chain.from_iterable(added.implications))


def test_conditions_without_symmetry_leave_nothing_to_break() -> None:
    random = Random(1)
    problem = Problem(Game(), [], random.sample(range(81), 40))
    assert symmetry_breaking(problem, 10) == ((), "", ())
    for lines in (cnf_lines, opb_lines):
        assert any("Symmetry: none is left" in line for line in lines(problem, 10, True))


@pytest.mark.parametrize(("lines", "mark"), [(cnf_lines, "c"), (opb_lines, "*")])
def test_comments_say_what_is_asked_and_which_variable_is_which_card(lines, mark) -> None:  # type: ignore[no-untyped-def]
    game = Game(4, 2)
    text = list(lines(Problem(game, [0, 5], [15]), 8, True))
    assert f"{mark} Forced: 00 11" in text
    assert f"{mark} Excluded: 33" in text
    for card in game.deck:
        assert f"{mark} variable {card + 1} card {digits_notation(game).write(card)}" in text
    assert f"{mark} Symmetry: not broken" in list(lines(Problem(game), 8))


@pytest.mark.parametrize("lines", [cnf_lines, opb_lines])
@pytest.mark.parametrize(
    ("game", "at_least", "message"),
    [
        (Game(), -1, "0 or more cards, not -1"),
        (Game(12, 2), 3, "479,001,624 sets; at most 100,000,000"),
        (Game(3, 30), 3, "sets; at most"),
        (Game(30, 3), 3, "far more sets; at most"),
    ],
)
def test_what_cannot_be_exported_is_refused_at_the_call(lines, game, at_least, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ProblemError, match=message):
        lines(Problem(game), at_least)
