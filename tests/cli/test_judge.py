import json

import pytest

from .running import DATA, EXAMPLES, capset, shell

INPUT = EXAMPLES / "contest.txt"
OUTPUT = DATA / "contest-output.txt"


@pytest.mark.parametrize(
    ("source", "output", "tell"),
    [
        (INPUT, OUTPUT, "right: 2 tableaus, 2 sets\n"),
        (INPUT, DATA / "contest-judge.txt", "right: 2 tableaus, 2 sets\n"),
        (DATA / "many-sets.txt", DATA / "many-sets-judge.txt", "right: 1 tableau, 13 sets\n"),
        (DATA / "many-sets.txt", DATA / "many-sets-output.txt", "right: 1 tableau, 13 sets\n"),
        ("/dev/null", "/dev/null", "right: 0 tableaus, 0 sets\n"),
    ],
)
def test_a_right_output_is_accepted(source, output, tell):
    assert capset("judge", source, output) == (0, tell, "")


def test_a_wrong_output_is_refused_with_its_lines(tmp_path):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(OUTPUT.read_text().replace("2. S3GS D2GS O1GS", "2. S3GS D2GS O1GF"))
    assert capset("judge", INPUT, wrong) == (
        1,
        f"{wrong}:3: missing: the set S3GS D2GS O1GS of the tableau at {INPUT}:1\n"
        f"{wrong}:3: no set: shading neither all the same nor all different\n"
        "wrong: 2 faults in 2 tableaus, 2 sets\n",
        "",
    )
    run = capset("judge", "--json", INPUT, wrong)
    assert run.status == 1
    verdict = json.loads(run.out)
    assert {key: verdict[key] for key in ("correct", "tableaus", "sets")} == {
        "correct": False,
        "tableaus": 2,
        "sets": 2,
    }
    assert [fault["line"] for fault in verdict["faults"]] == [3, 3]


def test_either_may_come_on_standard_input_but_not_both():
    assert capset("judge", INPUT, "-", stdin=OUTPUT.read_text()).status == 0
    assert capset("judge", "-", OUTPUT, stdin=INPUT.read_text()).status == 0
    assert capset("judge", INPUT, "-", stdin="").out.startswith("<stdin>:1: missing: ")
    run = capset("judge", "-", "-")
    assert run.status == 2
    assert "cannot both be standard input" in run.err


def test_unseparated_input_is_judged_with_its_size():
    unseparated = DATA / "contest-unseparated.txt"
    assert capset("judge", "--size", "12", unseparated, OUTPUT).status == 0
    assert capset("judge", unseparated, OUTPUT).status == 2


def test_a_bad_tableau_of_the_input_is_told_with_status_2(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("S1PX\n\n" + INPUT.read_text())
    run = capset("judge", "--notation", "contest", source, OUTPUT)
    assert (run.status, run.out) == (2, "right: 2 tableaus, 2 sets\n")
    assert run.err.startswith(f"capset: {source}:1:4: 'S1PX'")


@pytest.mark.parametrize("which", [0, 1])
def test_a_file_that_cannot_be_read_is_wrong_usage(which):
    files = [INPUT, OUTPUT]
    files[which] = "/nonexistent"
    run = capset("judge", *files)
    assert (run.status, run.out) == (2, "")
    assert run.err == "capset: /nonexistent: No such file or directory\n"


@pytest.mark.parametrize(
    "output",
    [b"\xff\xfe\x00", b"CARDS: S1PS\nSETS: " + b"9" * 5000 + b". S1PS S1PS S1PS\n", b"\x1b"],
)
def test_a_hostile_output_is_refused_in_printable_words(output):
    run = capset("judge", INPUT, "-", stdin=output)
    assert run.status == 1
    assert all(line.isprintable() for line in run.out.splitlines())


@pytest.mark.parametrize("spacing", ["plain", "judge"])
def test_what_the_solver_prints_of_made_tableaus_is_right(spacing):
    run = shell(
        "set -o pipefail; file=$(mktemp); capset deck --tableaus 50 --seed 4 > $file; "
        f"capset sets --format contest --spacing {spacing} $file | capset judge $file -; "
        "echo $?; rm $file"
    )
    assert run.out.splitlines()[0].startswith("right: 50 tableaus, ")
    assert run.out.splitlines()[1] == "0"
    assert run.err == ""
