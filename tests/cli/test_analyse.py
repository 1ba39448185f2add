"""``capset analyse``: texts, JSON, two files, exports, bad input."""

import json

import pytest

from tests.cli.running import capset

SQUARE = "00 01 10 11\n"


def write(folder, name, text):
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_text():
    run = capset("analyse", "-", "--values", 3, "--features", 2, stdin=SQUARE)
    assert run.status == 0
    assert run.err == ""
    lines = run.out.splitlines()
    assert lines[0] == "4 cards of 9 (3 values, 2 features): no set, no card can be added"
    assert "stabiliser     order 8 in the full group" in lines
    assert "copies         54" in lines
    assert "orbits         4" in lines
    assert "canonical form 00 01 10 11" in lines


def test_json():
    run = capset("analyse", "-", "--json", "--values", 3, "--features", 2, stdin="00 11 22 01")
    found = json.loads(run.out)
    assert found["set_free"] is False
    assert found["sets"] == [["00", "11", "22"]]
    assert found["size"] == 4
    assert found["source"] == "<stdin>"
    assert found["line"] == 1
    assert found["dimension"] == 2
    assert {len(one["matrix"]) for one in found["generators"]} == {2}
    assert sum(section["ways"] for section in found["sections"]) == 4
    game = json.loads(
        capset("analyse", "-", "--json", "--group", "game", "--values", 3, "--features", 2,
               stdin="00 11 22 01").out
    )  # fmt: skip
    assert game["stabiliser"] * game["copies"] == 72
    assert all(set(one) == {"features", "values"} for one in game["generators"])


def test_output_of_max_is_understood(tmp_path):
    largest = capset("max").out.splitlines()[-1]
    # carriage returns, a comment, no last newline, a byte-order mark
    path = write(tmp_path, "cap.txt", b"\xef\xbb\xbf# found\r\n" + largest.encode())
    run = capset("analyse", path)
    assert "order 2,880" in run.out
    other = capset("max", "--seed", 3).out.splitlines()[-1]
    same = capset("analyse", path, write(tmp_path, "other.txt", other))
    assert same.status == 0
    assert same.out.startswith("Equivalent; this takes the first to the second:\n  y1 = ")


def test_two_that_are_not_equivalent(tmp_path):
    one = write(tmp_path, "one", "000 001\n")
    two = write(tmp_path, "two", "000 011\n")
    deck = ["--values", 3, "--features", 3]
    assert capset("analyse", one, two, *deck).status == 0
    run = capset("analyse", one, two, *deck, "--group", "game")
    assert run.status == 1
    assert run.out == "Not equivalent: the sections by slices differ.\n"
    run = capset("analyse", one, two, *deck, "--group", "game", "--json")
    assert run.status == 1
    assert json.loads(run.out) == {
        "equivalent": False, "reason": "the sections by slices differ",
    }  # fmt: skip
    run = capset("analyse", one, "-", *deck, "--json", stdin="222 012")
    assert json.loads(run.out)["equivalent"] is True
    assert set(json.loads(run.out)["map"]) == {"matrix", "shift"}


def test_several_collections_and_a_bad_one(tmp_path):
    path = write(tmp_path, "many", "S1PS D3PO\n\nS1PS S1PX\n\nO2PF\n")
    run = capset("analyse", path)
    assert run.status == 2
    assert "many:3:9: 'S1PX'" in run.err
    assert run.out.count("cards of 81") + run.out.count("card of 81") == 2
    assert capset("analyse", path, path).status == 2


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["", ""], "no collection"),
        (["000 001\n\n002", "000"], "more than one collection"),
        (["000 001", "00"], "both must be of one deck"),
    ],
)
def test_files_that_cannot_be_compared(tmp_path, texts, message):
    paths = [write(tmp_path, f"{number}", text) for number, text in enumerate(texts)]
    run = capset("analyse", *paths)
    assert run.status == 2
    assert message in run.err
    assert run.out == ""


def test_wrong_usage(tmp_path):
    path = write(tmp_path, "a", SQUARE)
    assert capset("analyse").status == 2
    assert capset("analyse", tmp_path / "missing").status == 2
    assert "missing" in capset("analyse", tmp_path / "missing").err
    assert capset("analyse", "-", "-").status == 2
    assert capset("analyse", path, path, "--to", "gap").status == 2
    assert capset("analyse", write(tmp_path, "empty", "")).status == 2


@pytest.mark.parametrize(("system", "word"), [("gap", "Size(stabiliser) = 8;"),
                                              ("sage", "stabiliser.order() == 8")])  # fmt: skip
def test_programs(tmp_path, system, word):
    path = write(tmp_path, "a", SQUARE)
    run = capset("analyse", path, "--to", system, "--values", 3, "--features", 2)
    assert run.status == 0
    assert word in run.out
