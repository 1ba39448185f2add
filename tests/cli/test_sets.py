import csv
import io
import json
import os
import select
import subprocess
import sys
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from capset.dealing import dealt_cards
from capset.notation import CONTEST, REAL_GAME, digits_notation
from capset.report import ContestReport
from capset.tableau import read_tableaus, text_lines

from .running import COMMAND, DATA, EXAMPLES, capset, environment, process

GOLDEN = (DATA / "contest-output.txt").read_text()
BAD = "S1PS\nS2PS\nS3PS\n\nS1PX\n\nD1GO\nD1GO\n\nO2GF\nS2GF\n"


# golden


@pytest.mark.parametrize(
    ("options", "file", "golden"),
    [
        (["--format", "contest"], EXAMPLES / "contest.txt", "contest-output.txt"),
        (
            ["--format", "contest", "--size", "12"],
            DATA / "contest-unseparated.txt",
            "contest-output.txt",
        ),
        (
            ["--format", "contest", "--spacing", "judge"],
            EXAMPLES / "contest.txt",
            "contest-judge.txt",
        ),
        (
            ["--format", "contest", "--spacing", "judge"],
            DATA / "many-sets.txt",
            "many-sets-judge.txt",
        ),
        (["--format", "findset"], EXAMPLES / "findset.txt", "findset-output.txt"),
    ],
)
def test_the_examples_give_just_what_is_printed_there(options, file, golden):
    text = file.read_text()
    for run in (
        process("sets", *options, file),
        capset("sets", *options, file),
        capset("sets", *options, stdin=text),
        capset("sets", *options, "-", stdin=text.replace("\n", "\r\n").lower()),
    ):
        assert run == (0, (DATA / golden).read_text(), "")


def test_the_thought_process_goes_to_standard_error():
    run = capset("sets", "--format", "findset", "--explain", EXAMPLES / "findset.txt")
    assert (run.status, run.out) == (0, (DATA / "findset-output.txt").read_text())
    assert run.err == (DATA / "findset-explained.txt").read_text()
    table = capset("sets", "--format", "findset", "--explain=table", EXAMPLES / "findset.txt")
    assert (table.status, table.out) == (0, run.out)
    assert table.err == (DATA / "findset-table.txt").read_text()


def test_explain_needs_no_value_wherever_it_stands():
    before = capset("sets", "--explain", EXAMPLES / "findset.txt")
    after = capset("sets", EXAMPLES / "findset.txt", "--explain")
    assert before == after
    assert capset("sets", "--explain=nope", EXAMPLES / "findset.txt").status == 2


def test_explain_speaks_of_other_decks_too():
    run = capset("sets", "--explain", "--values", "4", "--features", "2", stdin="00 11 12 22 33")
    assert "1:00 + 2:11 + 4:22 -> 33: on the table at 5\n" in run.err
    assert "1:00 + 2:11 + 3:12: dropped, feature 1 is neither" in run.err


def test_the_readable_format_is_the_default():
    run = capset("sets", stdin=(EXAMPLES / "contest.txt").read_text())
    golden = (DATA / "contest-text.txt").read_text()
    assert run.out == golden.replace("contest.txt", "<stdin>")


# for programs


def test_json_is_an_array_and_json_lines_are_its_elements():
    file = EXAMPLES / "contest.txt"
    whole = json.loads(capset("sets", "--json", file).out)
    assert whole == json.loads(capset("sets", "--format", "json", file).out)
    lines = capset("sets", "--format", "jsonl", file).out.splitlines()
    assert whole == list(map(json.loads, lines))
    assert [list(entry) for entry in whole] == [["file", "line", "cards", "sets", "error"]] * 2
    assert [entry["line"] for entry in whole] == [1, 14]
    assert whole[0]["sets"] == [[2, 7, 10], [8, 9, 10]]
    assert whole[0]["file"] == str(file)


def test_csv_is_read_by_csv():
    run = capset("sets", "--format", "csv", EXAMPLES / "contest.txt")
    rows = list(csv.DictReader(io.StringIO(run.out)))
    assert [row["positions"] for row in rows] == ["2 7 10", "8 9 10"]
    assert {row["tableau"] for row in rows} == {"1"}


# nothing


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
@pytest.mark.parametrize("form", ["text", "contest", "findset", "jsonl"])
def test_an_empty_input_gives_no_output(text, form):
    assert capset("sets", "--format", form, stdin=text) == (0, "", "")


def test_an_empty_input_is_an_empty_array_and_a_table_without_rows():
    assert capset("sets", "--json", stdin="") == (0, "[]\n", "")
    assert capset("sets", "--format", "csv", stdin="") == (0, "tableau,set,positions,cards\n", "")


# bad input


def test_a_bad_tableau_is_told_and_left_out_and_all_others_are_solved():
    run = capset("sets", "--format", "contest", stdin=BAD)
    assert run.status == 2
    assert run.out == (
        "CARDS: S1PS S2PS S3PS\nSETS: 1. S1PS S2PS S3PS\n"
        "CARDS: O2GF S2GF\nSETS: *** None Found ***\n"
    )
    assert run.err.splitlines() == [
        "capset: not every card fits a notation; taken for contest; "
        "--notation, --values and --features say otherwise",
        "capset: <stdin>:5:4: 'S1PX': 'X' is no shading; allowed: O S F",
        "capset: <stdin>:8:1: 'D1GO': this card is in the tableau already, in line 7; "
        "each card of a tableau is there once",
    ]


def test_a_bad_tableau_stands_in_json_with_its_error():
    run = capset("sets", "--json", stdin=BAD)
    assert run.status == 2
    first, second, third, fourth = json.loads(run.out)
    assert (first["error"], fourth["error"]) == (None, None)
    assert (second["line"], second["sets"], second["cards"]) == (5, None, [])
    assert second["error"] == {
        "line": 5,
        "column": 4,
        "text": "S1PX",
        "message": "'S1PX': 'X' is no shading; allowed: O S F",
    }
    assert (third["line"], third["cards"], third["error"]["line"]) == (7, ["0100"], 8)


@pytest.mark.parametrize("form", ["text", "contest", "findset", "json", "jsonl", "csv"])
def test_strict_stops_at_the_first_bad_tableau(form):
    run = capset("sets", "--strict", "--notation", "contest", "--format", form, stdin=BAD)
    assert run.status == 2
    assert len(run.err.splitlines()) == 1
    assert "S2GF" not in run.out
    assert "1201" not in run.out
    if form == "json":
        assert [entry["line"] for entry in json.loads(run.out)] == [1, 5]
    if form == "contest":
        assert run.out == "CARDS: S1PS S2PS S3PS\nSETS: 1. S1PS S2PS S3PS\n"


def test_duplicates_are_kept_on_request():
    text = "S1PS\nS2PS\nS3PS\nS3PS\n"
    run = capset("sets", "--duplicates", "keep", "--format", "contest", stdin=text)
    assert run == (
        0,
        "CARDS: S1PS S2PS S3PS S3PS\nSETS: 1. S1PS S2PS S3PS\n2. S1PS S2PS S3PS\n",
        "",
    )
    three = capset(
        "sets", "--duplicates", "keep", "--format", "contest", stdin="S1PS\nS1PS\nS1PS\n"
    )
    assert three.out == "CARDS: S1PS S1PS S1PS\nSETS: *** None Found ***\n"


def test_size_leaves_a_smaller_tableau_at_the_end():
    text = "\n".join(map(CONTEST.write, range(7)))
    run = capset("sets", "--size", "3", "--format", "jsonl", stdin=text)
    assert [len(json.loads(line)["cards"]) for line in run.out.splitlines()] == [3, 3, 1]


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_solved(tmp_path):
    run = capset(
        "sets", "--format", "contest", tmp_path / "none", tmp_path, EXAMPLES / "contest.txt"
    )
    assert (run.status, run.out) == (2, GOLDEN)
    assert run.err == (
        f"capset: {tmp_path}/none: No such file or directory\ncapset: {tmp_path}: Is a directory\n"
    )
    strict = capset("sets", "--strict", tmp_path / "none", EXAMPLES / "contest.txt")
    assert (strict.status, strict.out) == (2, "")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("S1PS\nD3PO\n".encode("utf-16"), r"<stdin>:1:1: "),
        (b"S1PS\nS1\xffS\n", r"<stdin>:2:3: 'S1\xffS': the byte '\xff' is no text"),
        (b"S1PS\nS1\x00S\n", r"<stdin>:2:3: 'S1\x00S': '\x00' is no colour"),
        ("\ufeffS1PS\r\n\u00e9 S1PX".encode(), "<stdin>:2:1: 'é': 1 character"),
    ],
)
@pytest.mark.parametrize("form", ["text", "contest"])
def test_bytes_that_are_no_cards_are_told_with_their_place(data, message, form):
    run = capset("sets", "--notation", "contest", "--format", form, stdin=data)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert run.err.count("\n") == 1


# any input, and the two ways to a contest report

PIECES = (
    b"S1PS s1ps D3PO O2GF S2PS S3PS 1php 0211 red # \xef\xbb\xbf \xff \x00 \xe2\x80\xa8 X ,".split()
)
BLANKS = [
    b"\n",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"\r",
    b" ",
    b"\t",
    b"\x0b",
    b"\xc2\x85",
    b"\xc2\xa0",
    b"\x1a",
]
TEXTS = st.lists(st.sampled_from(PIECES + BLANKS), max_size=30).map(b"".join)


@settings(max_examples=100)
@given(
    st.one_of(st.binary(max_size=60), TEXTS),
    st.sampled_from(["text", "contest", "findset", "json", "jsonl", "csv"]),
    st.sampled_from([[], ["--strict"], ["--size", "2"], ["--duplicates", "keep"], ["--explain"]]),
)
def test_any_bytes_are_solved_or_refused(data, form, options):
    run = capset("sets", "--format", form, *options, stdin=data)
    assert run.status in (0, 2)
    assert (run.status == 2) == ("<stdin>:" in run.err)
    if form == "json":
        assert (run.status == 2) == any(entry["error"] for entry in json.loads(run.out))


@pytest.mark.parametrize("fast", [False, True])
@settings(max_examples=150)
@given(
    TEXTS,
    st.sampled_from(["plain", "judge"]),
    st.sampled_from([[], ["--strict"], ["--size", "2"], ["--duplicates", "keep"]]),
    st.integers(1, 9),
)
@example(data=b"S1PS\n\n\xef\xbb\xbfD3PO\n", spacing="plain", options=[], times=1)
@example(data=b"\xef\xbb\xbf\n\n\xef\xbb\xbfD3PO\n", spacing="plain", options=[], times=1)
def test_a_contest_report_is_that_of_the_library_however_it_is_made(
    fast, data, spacing, options, times
):
    """Long input is solved by a kernel, and what that leaves by careful reading."""
    data = data * times
    readings = read_tableaus(
        text_lines([data]),
        CONTEST,
        source="<stdin>",
        size=2 if "--size" in options else None,
        keep_duplicates="keep" in options,
    )
    report, out, errors = ContestReport(spacing), "", []
    for reading in readings:
        out += report.tableau(reading, reading.sets)
        if reading.error is not None:
            errors.append(f"capset: {reading.error}\n")
            if "--strict" in options:
                break
    with patch("capset.cli.contest._LONG", 0 if fast else 1 << 30):
        run = capset(
            *("sets", "--notation", "contest", "--format", "contest", "--spacing", spacing),
            *options,
            stdin=data,
        )
    assert run == (2 if errors else 0, out, "".join(errors))


def long_input(tableaus, seed, spoil=False):
    random, parts = Random(seed), []
    for number in range(tableaus):
        cards = list(map(CONTEST.write, dealt_cards(REAL_GAME.deck, 12, random)))
        if spoil and number % 997 == 5:
            cards[number % 12] = random.choice(["S1PX", "é", cards[number % 12 - 1], "#", "# x"])
        newline = "\r\n" if spoil and number % 501 == 7 else "\n"
        parts.append(newline.join(cards) + newline)
    return "\n".join(parts).encode()


@pytest.mark.parametrize(
    ("spacing", "spoil", "piped"),
    [("plain", False, False), ("judge", True, False), ("plain", True, True)],
)
def test_a_long_file_is_solved_as_a_short_one(tmp_path, spacing, spoil, piped):
    data = long_input(3000, 3, spoil)
    file = tmp_path / "long.txt"
    file.write_bytes(data)
    report, out, errors = ContestReport(spacing), [], []
    name = "<stdin>" if piped else str(file)
    for reading in read_tableaus(text_lines([data]), CONTEST, source=name):
        out.append(report.tableau(reading, reading.sets))
        if reading.error is not None:
            errors.append(f"capset: {reading.error}")
    options = ("sets", "--format", "contest", "--spacing", spacing)
    run = process(*options, stdin=data) if piped else process(*options, file)
    assert run.status == (2 if errors else 0)
    assert run.err.splitlines() == errors
    assert run.out == "".join(out)


# streaming


SHOWN = {
    "text": b"set 1: 1 S1PS",
    "contest": b"1. S1PS S2PS S3PS",
    "findset": b"1:half-one-purple-peanut, 2:",
    "json": b"[[1, 2, 3]]",
    "jsonl": b"[[1, 2, 3]]",
    "csv": b",1 2 3,",
}


@pytest.mark.parametrize("form", SHOWN)
@pytest.mark.parametrize("text", ["S1PS\nS2PS\nS3PS\n\n", "# x\r\nS1PS S2PS S3PS\r\n\r\n"])
def test_a_tableau_is_answered_before_the_input_ends(form, text):
    with subprocess.Popen(
        [*COMMAND, "sets", "--format", form],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as running:
        for number in (1, 2):
            running.stdin.write(text.encode())
            running.stdin.flush()
            answer = b""
            while SHOWN[form] not in answer:
                ready, _, _ = select.select([running.stdout], [], [], 20)
                assert ready, f"no answer to tableau {number} while the input is open"
                answer += os.read(running.stdout.fileno(), 1 << 16)
        running.stdin.close()
        assert running.wait(timeout=30) == 0


WATCH = """
import gc, sys, tracemalloc
from capset import report
from capset.cli import main

form, numbers = getattr(report, sys.argv.pop(1)), iter(range(1, 10_000))
written = form.tableau

def watched(self, reading, sets):
    if next(numbers) in (200, 1200):
        gc.collect()
        print(tracemalloc.get_traced_memory()[0], file=sys.stderr)
    return written(self, reading, sets)

form.tableau = watched
tracemalloc.start()
main()
"""


@pytest.mark.parametrize(
    ("form", "name"),
    [("text", "TextReport"), ("jsonl", "JsonLinesReport"), ("findset", "FindsetReport")],
)
def test_memory_does_not_grow_with_the_file(tmp_path, form, name):
    """Between the 200th and the 1,200th tableau, several reads from the file later."""
    file = tmp_path / "long.txt"
    comment = b"\n#" + b" comment" * 30 + b"\n\n"
    file.write_bytes(long_input(1_300, 1).replace(b"\n\n", comment))
    done = subprocess.run(
        [sys.executable, "-c", WATCH, name, "sets", "--format", form, file],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        check=True,
        timeout=120,
    )
    early, late = map(int, done.stderr.split())
    assert late < early + 100_000


# other decks


def test_other_decks_are_solved_in_their_digits():
    run = capset("sets", "--format", "contest", "--values", "4", stdin="00 11 22 33 01 02 03")
    assert run.out == ("CARDS: 00 11 22 33 01 02 03\nSETS: 1. 00 11 22 33\n2. 00 01 02 03\n")


def test_a_deck_of_forty_values_is_solved():
    notation = digits_notation(REAL_GAME.__class__(40, 2))
    text = " ".join(notation.write(41 * value) for value in range(40)) + " 0.1"
    run = capset("sets", "--json", stdin=text)
    assert json.loads(run.out)[0]["sets"] == [list(range(1, 41))]
    assert "taken for 40 values and 2 features" in run.err


def test_a_set_of_very_many_values_is_found():
    text = "\n".join(map(str, range(1500)))
    options = ("--notation", "digits", "--values", "1500", "--features", "1")
    run = capset("sets", "--json", *options, stdin=text)
    assert (run.status, run.err) == (0, "")
    assert json.loads(run.out)[0]["sets"] == [list(range(1, 1501))]


def test_a_notation_of_ones_own_is_read(tmp_path):
    toml = tmp_path / "beads.toml"
    toml.write_text('\ufeff[[field]]\nsymbols = "xyz"\n[[field]]\nsymbols = "klm"\n', "utf-8")
    run = capset("sets", "--notation", toml, "--format", "contest", stdin="xk YL zm")
    assert run == (0, "CARDS: xk yl zm\nSETS: 1. xk yl zm\n", "")
    wrong = capset("sets", "--notation", toml, "--values", "4", stdin="xk")
    assert wrong.status == 2
    assert "describes the deck of 3 values and 2 features" in wrong.err
