import csv
import io
import json
from pathlib import Path

import pytest

from capset.errors import InputError, NotationError
from capset.game import Game
from capset.notation import CONTEST, DIGITS, FINDSET, WORDS, digits_notation
from capset.own_notation import notation_from_toml
from capset.report import (
    FORMATS,
    ContestReport,
    digit_texts,
    json_text,
    numbered_cells,
    report,
    spoken_notation,
)
from capset.tableau import Reading, read_tableaus

from . import naive

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"


def readings_of(path, notation, **options):
    lines = path.read_text().splitlines()
    return list(read_tableaus(lines, notation, source=path.name, **options))


def rendered(output, readings):
    body = "".join(output.tableau(reading, reading.sets) for reading in readings)
    return output.opening() + body + output.closing()


@pytest.fixture
def contest():
    return readings_of(EXAMPLES / "contest.txt", CONTEST)


@pytest.fixture
def bad(contest):
    error = InputError("contest.txt", 3, 4, "S2G\udcff", "is wrong", "allowed: O S F")
    return Reading("contest.txt", 1, CONTEST, (5, 6), error)


# golden


def test_contest_is_what_the_problem_prints(contest):
    assert rendered(report("contest"), contest) == (DATA / "contest-output.txt").read_text()


def test_contest_is_the_same_for_unseparated_input_cut_by_size():
    readings = readings_of(DATA / "contest-unseparated.txt", CONTEST, size=12)
    assert rendered(report("contest"), readings) == (DATA / "contest-output.txt").read_text()


def test_contest_in_judge_spacing_is_what_accepted_solutions_print(contest):
    assert rendered(ContestReport("judge"), contest) == (DATA / "contest-judge.txt").read_text()


def test_judge_spacing_indents_the_same_from_ten_sets_on():
    readings = readings_of(DATA / "many-sets.txt", CONTEST)
    assert rendered(ContestReport("judge"), readings) == (DATA / "many-sets-judge.txt").read_text()
    assert rendered(ContestReport(), readings) == (DATA / "many-sets-output.txt").read_text()


def test_judge_spacing_differs_from_plain_spacing_in_blanks_only():
    readings = readings_of(DATA / "many-sets.txt", CONTEST)
    plain, judge = (rendered(ContestReport(one), readings) for one in ("plain", "judge"))
    assert judge.split() == plain.split()
    assert len(naive.sets_in(readings[0].cards, 3, 4)) == 13
    lines = judge.splitlines()
    assert lines[0].startswith("CARDS:  O3RS O1PF ")
    assert lines[1].startswith("SETS:   1.  ")
    assert lines[2].startswith("        2.  ")
    assert lines[10].startswith("        10.  ")
    assert lines[14:] == [""]


def test_findset_is_what_the_program_prints():
    readings = readings_of(EXAMPLES / "findset.txt", FINDSET)
    assert rendered(report("findset"), readings) == (DATA / "findset-output.txt").read_text()


def test_findset_writes_words_whatever_was_read_and_a_blank_line_between_tableaus(contest):
    text = rendered(report("findset"), contest)
    first, second = text.split("\n\n")
    assert first.splitlines()[12:] == [
        "2:clear-three-purple-diamond, 7:solid-two-red-peanut, 10:half-one-green-oval",
        "8:half-three-green-peanut, 9:half-two-green-diamond, 10:half-one-green-oval",
    ]
    assert len(second.splitlines()) == 12  # no sets, no set lines
    assert all(line.startswith("on the table, we have ") for line in second.splitlines())


def test_text_numbers_the_cards_and_shows_each_set_by_its_cards(contest):
    assert rendered(report("text"), contest) == (DATA / "contest-text.txt").read_text()


def test_text_counts_in_words_that_fit():
    (one,) = read_tableaus(["S1PS"], CONTEST, source="f")
    (triple,) = read_tableaus(["000 111 222"], digits_notation(Game(3, 3)), source="f")
    assert rendered(report("text"), [one]) == "Tableau 1 (f:1): 1 card, no set\n  1 S1PS\n"
    assert "3 cards, 1 set\n" in rendered(report("text"), [triple])


# for programs


def test_json_lines_have_file_line_cards_sets_and_error(contest):
    first, second = map(json.loads, rendered(report("jsonl"), contest).splitlines())
    assert list(first) == ["file", "line", "cards", "sets", "error"]
    assert first == {
        "file": "contest.txt",
        "line": 1,
        "cards": digit_texts(Game(), contest[0].cards),
        "sets": [[2, 7, 10], [8, 9, 10]],
        "error": None,
    }
    assert first["cards"][:2] == ["0212", "2200"]
    assert (second["line"], second["sets"], second["error"]) == (14, [], None)


def test_json_is_an_array_of_the_same_objects(contest):
    lines = rendered(report("jsonl"), contest).splitlines()
    assert json.loads(rendered(report("json"), contest)) == list(map(json.loads, lines))
    assert json.loads(rendered(report("json"), contest[:1])) == [json.loads(lines[0])]
    assert rendered(report("json"), []) == "[]\n"


def test_json_has_a_bad_tableau_with_its_error(bad):
    (entry,) = json.loads(rendered(report("json"), [bad]))
    assert entry == {
        "file": "contest.txt",
        "line": 1,
        "cards": digit_texts(Game(), (5, 6)),
        "sets": None,
        "error": {
            "line": 3,
            "column": 4,
            "text": "S2G?",
            "message": r"'S2G\xff': is wrong; allowed: O S F",
        },
    }
    assert json.loads(rendered(report("jsonl"), [bad])) == entry


def test_csv_has_a_row_for_each_set(contest):
    rows = list(csv.reader(io.StringIO(rendered(report("csv"), contest))))
    assert rows == [
        ["tableau", "set", "positions", "cards"],
        ["1", "1", "2 7 10", "2200 1022 0111"],
        ["1", "2", "8 9 10", "2112 1110 0111"],
    ]


def test_csv_counts_tableaus_without_sets_and_bad_ones(contest, bad):
    rows = list(csv.reader(io.StringIO(rendered(report("csv"), [contest[1], bad, contest[0]]))))
    assert [row[0] for row in rows[1:]] == ["3", "3"]


@pytest.mark.parametrize("name", ["text", "contest", "findset", "csv"])
def test_bad_tableaus_leave_no_trace_in_the_other_formats(name, contest, bad):
    with_bad = rendered(report(name), [bad, *contest])
    without = rendered(report(name), contest)
    if name == "text":
        without = without.replace("Tableau 2", "Tableau 3").replace("Tableau 1", "Tableau 2")
    if name == "csv":
        without = without.replace("\n1,", "\n2,")
    assert with_bad == without
    assert rendered(report(name), [bad]) == report(name).opening()


# other decks


def test_other_decks_are_written_as_they_were_read():
    own = notation_from_toml('[[field]]\nsymbols = "xyz"\n[[field]]\nsymbols = "klm"')
    (reading,) = read_tableaus(["xk yl zm"], own, source="f")
    assert rendered(report("contest"), [reading]) == "CARDS: xk yl zm\nSETS: 1. xk yl zm\n"
    assert rendered(report("findset"), [reading]).splitlines() == [
        "on the table, we have xk",
        "on the table, we have yl",
        "on the table, we have zm",
        "1:xk, 2:yl, 3:zm",
    ]
    assert json.loads(rendered(report("jsonl"), [reading]))["cards"] == ["00", "11", "22"]


def test_the_real_deck_in_any_notation_is_written_as_the_formats_do():
    for notation, line in ((FINDSET, "1phs"), (WORDS, "half-one-purple-oval"), (DIGITS, "0211")):
        (reading,) = read_tableaus([line.replace("phs", "pho")], notation, source="f")
        assert rendered(report("contest"), [reading]) == ("CARDS: O1PS\nSETS: *** None Found ***\n")
        assert rendered(report("findset"), [reading]) == (
            "on the table, we have half-one-purple-oval\n"
        )


def test_decks_of_many_values_are_written_with_dots_for_programs():
    assert digit_texts(Game(40, 2), [0, 1599]) == ["0.0", "39.39"]
    assert spoken_notation(digits_notation(Game(40, 2))) == digits_notation(Game(40, 2))


# details


def test_every_format_has_its_name_and_no_other_does():
    assert [type(report(name)).__name__ for name in FORMATS] == [
        *("TextReport", "ContestReport", "FindsetReport"),
        *("JsonReport", "JsonLinesReport", "CsvReport"),
    ]
    with pytest.raises(NotationError, match="no format is called 'xml'; there are text, contest"):
        report("xml")


def test_reports_of_two_outputs_do_not_touch_each_other(contest):
    for name in FORMATS:
        assert rendered(report(name), contest) == rendered(report(name), contest)


def test_cells_are_numbered_and_of_one_width():
    assert numbered_cells([]) == []
    assert numbered_cells(["a"] * 9 + ["bbb"])[8:] == [" 9 a  ", "10 bbb"]


def test_json_is_plain_text_on_one_line():
    assert json_text({"file": "é\n\udcff"}) == '{"file": "\\u00e9\\n\\udcff"}'
