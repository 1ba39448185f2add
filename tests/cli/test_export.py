"""``capset export``: the file that an outside solver gets, and what is refused."""

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from capset.caps.export import cnf_lines, opb_lines
from capset.caps.problem import Problem
from capset.game import Game
from capset.notation import CONTEST

from ..caps.oracle import is_set_free
from .running import capset, process


def model(text):
    """A model of a DIMACS file, as the package that reads it sees it; None where there is none."""
    with Solver("cadical195", bootstrap_with=CNF(from_string=text).clauses) as solver:
        return solver.get_model() if solver.solve() else None


def test_yes_to_the_question_is_a_collection_with_the_conditions():
    run = capset(
        "export", "--to", "cnf", "--at-least", 17,
        "--force", "S1PS", "--force", "D3PO", "--exclude", "O2GF",
    )  # fmt: skip
    assert (run.status, run.err) == (0, "")
    cards = [literal - 1 for literal in model(run.out) if 0 < literal <= 81]
    assert len(cards) >= 17
    assert is_set_free(cards, 3, 4)
    assert {CONTEST.read("S1PS"), CONTEST.read("D3PO")} <= {*cards}
    assert CONTEST.read("O2GF") not in cards


@pytest.mark.parametrize("extra", [(), ("--break-symmetry",)])
@pytest.mark.parametrize(("values", "features", "most"), [(3, 3, 9), (4, 2, 9), (6, 1, 5)])
def test_yes_up_to_the_maximum_and_no_beyond(values, features, most, extra):
    for at_least in (most, most + 1):
        run = capset(
            "export", "--to", "cnf", "--at-least", at_least,
            "--values", values, "--features", features, *extra,
        )  # fmt: skip
        assert run.status == 0
        assert (model(run.out) is not None) == (at_least == most)


@pytest.mark.parametrize(("to", "lines"), [("cnf", cnf_lines), ("opb", opb_lines)])
@pytest.mark.parametrize("extra", [(), ("--break-symmetry",)])
def test_both_formats_go_to_standard_output_or_to_a_file(tmp_path, to, lines, extra):
    question = ("export", "--to", to, "--at-least", 9, "--force", "0000", *extra)
    expected = "".join(f"{line}\n" for line in lines(Problem(Game(), [0]), 9, bool(extra)))
    assert capset(*question, "--notation", "digits") == (0, expected, "")
    assert capset(*question, "--out", "-").out == expected
    file = tmp_path / "question"
    assert capset(*question, "--out", file) == (0, "", "")
    assert file.read_text() == expected


def test_cards_are_read_in_the_notation_of_their_deck():
    run = capset("export", "--to", "opb", "--at-least", 5, "--values", 4, "--features", 2,
                 "--force", "13", "--exclude", "20 33")  # fmt: skip
    assert "* Forced: 13\n* Excluded: 20 33\n" in run.out
    run = capset("export", "--to", "opb", "--at-least", 5, "--force", "2 striped red ovals")
    assert run.status == 0
    assert run.out == "".join(
        f"{line}\n" for line in opb_lines(Problem(Game(), [CONTEST.read("O2RS")]), 5)
    )


def test_notation_of_ones_own_says_what_deck_it_is(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[[field]]\nsymbols = "abcd"\n[[field]]\nsymbols = "wxyz"\n')
    run = capset("export", "--to", "opb", "--at-least", 9, "--notation", own, "--force", "bz")
    assert run == (
        0,
        "".join(f"{line}\n" for line in opb_lines(Problem(Game(4, 2), [7]), 9)),
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at-least", "-1"], "-1 is not in the range"),
        (["--at-least", "many"], "'many' is not a valid integer"),
        ([], "Missing option '--at-least'"),
        (["--at-least", "9", "--force", "S9PS"], "S9PS"),
        (["--at-least", "9", "--exclude", "what"], "what"),
        (["--at-least", "9", "--force", "S1PS S2PS S3PS"], "the forced cards hold a set"),
        (["--at-least", "9", "--force", "S1PS", "--force", "S1PS"], "twice"),
        (["--at-least", "9", "--force", "S1PS", "--exclude", "S1PS"], "forced and excluded"),
        (["--at-least", "9", "--values", "2"], "2 is not in the range"),
        (["--at-least", "9", "--values", "12", "--features", "2"], "at most 100,000,000"),
        (["--at-least", "9", "--values", "1000", "--features", "1000"], "a deck has at most"),
        (["--at-least", "9", "--values", "4", "--force", "S1PS"], "S1PS"),
    ],
)
@pytest.mark.parametrize("to", ["cnf", "opb"])
def test_what_makes_no_question_is_told_and_nothing_written(tmp_path, to, arguments, message):
    file = tmp_path / "question"
    run = capset("export", "--to", to, "--out", file, *arguments)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert "Traceback" not in run.err
    assert not file.exists()


def test_format_must_be_a_known_one():
    assert capset("export", "--at-least", 3).status == 2
    run = capset("export", "--to", "smt", "--at-least", 3)
    assert run.status == 2
    assert "'cnf', 'opb'" in run.err


def test_file_that_cannot_be_written_is_told(tmp_path):
    run = process("export", "--to", "cnf", "--at-least", 3, "--out", tmp_path / "no" / "file")
    assert run.status == 1
    assert run.err.endswith("file: No such file or directory\n")


def test_command_is_among_the_others():
    assert "  export " in capset("--help").out
    assert "--break-symmetry" in capset("export", "--help").out
