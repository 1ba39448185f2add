import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.game import Game
from capset.notation import CONTEST, digits_notation

from .. import naive
from .running import EXAMPLES, capset

FINDSET = str(EXAMPLES / "findset.txt")


def answer(*arguments, **options):
    run = capset("complete", "--json", *arguments, **options)
    assert run.status == 0
    return json.loads(run.out)


def test_two_cards_of_the_real_deck_need_one_more():
    assert capset("complete", "S1PS", "S2PS") == (
        0,
        "1 set with S1PS S2PS\n"
        "  S1PS S2PS + S3PS\n"
        "cards that are in one: S3PS\n"
        "1 card ruled out\n"
        "  S3PS by S1PS S2PS\n",
        "",
    )


def test_json_has_the_selection_the_sets_the_cards_and_what_is_ruled_out():
    assert answer("S1PS", "S2PS") == {
        "selection": ["0212", "1212"],
        "sets": [["0212", "1212", "2212"]],
        "cards": ["2212"],
        "ruled_out": [{"card": "2212", "by": [["0212", "1212"]]}],
        "count": 1,
    }


def test_one_card_is_in_forty_sets_and_rules_out_none():
    found = answer("S1PS")
    assert (found["count"], len(found["sets"]), len(found["cards"])) == (40, 40, 80)
    assert found["ruled_out"] == []


def test_no_card_is_in_every_set_of_the_deck():
    found = answer("--limit", "7")
    assert (found["selection"], found["count"], len(found["sets"])) == ([], 1080, 7)


def test_more_cards_than_a_set_has_rule_out_others():
    found = answer("S1PS", "S2PS", "D1RO", "D2RO")
    assert (found["sets"], found["cards"], found["count"]) == ([], [], 0)
    cards = [CONTEST.read(text) for text in ("S1PS", "S2PS", "D1RO", "D2RO")]
    expected = naive.forbidden(cards, 3, 4)
    write = digits_notation(Game()).write
    assert found["ruled_out"] == [
        {"card": write(card), "by": [list(map(write, chosen)) for chosen in expected[card]]}
        for card in sorted(expected)
    ]


def test_a_set_is_completed_by_nothing():
    found = answer("S1PS", "S2PS", "S3PS")
    assert (found["count"], found["cards"]) == (1, [])
    assert capset("complete", "S1PS", "S2PS", "S3PS").out.splitlines()[:2] == [
        "1 set with S1PS S2PS S3PS",
        "  S1PS S2PS S3PS",
    ]


def test_most_selections_of_other_decks_are_completed_by_nothing():
    found = answer("000", "012", "--values", "4", "--features", "3")
    assert found["count"] == 2
    assert found["sets"] == [["000", "012", "021", "033"], ["000", "012", "023", "031"]]
    assert answer("000", "001", "012", "--values", "4", "--features", "3")["sets"] == []


# within a tableau


def test_within_a_tableau_only_its_cards_count():
    run = capset("complete", "1phd", "--in", FINDSET)
    assert run == (
        0,
        "1 set with 1phd\n  1phd + 2pcd 3psd\ncards that are in one: 2pcd 3psd\n"
        "0 cards ruled out\n",
        "",
    )
    found = answer("1phd", "3psd", "--in", FINDSET)
    assert (found["count"], found["cards"]) == (1, ["1200"])
    assert [entry["card"] for entry in found["ruled_out"]] == ["1200"]
    assert answer("1phd", "2php", "--in", FINDSET)["ruled_out"] == []


def test_without_cards_the_sets_of_the_tableau_are_listed():
    assert answer("--in", FINDSET)["count"] == 6


def test_the_first_tableau_of_a_file_is_taken():
    run = capset("complete", "D3PO", "--in", str(EXAMPLES / "contest.txt"))
    assert run.status == 0
    assert "more than one tableau; the first is taken" in run.err
    assert run.out.startswith("1 set with D3PO\n  D3PO + O1GS S2RF\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        ("", "no tableau"),
        ("1phx", "'x' is no shape"),
        ("1phd 1phd", "already"),
    ],
)
def test_a_tableau_that_cannot_be_read_is_told(tmp_path, content, message):
    file = tmp_path / "table.txt"
    if content is not None:
        file.write_text(content)
    run = capset("complete", "1phd", "--notation", "findset", "--in", file)
    assert (run.status, run.out) == (2, "")
    assert message in run.err


# wrong cards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["S1PX"], "'S1PX': 'X' is no shading"),
        (["S1PS", "s1ps"], "'s1ps': this card comes twice"),
        (["S1PS", "s1ps", "--in", str(EXAMPLES / "contest.txt")], "'s1ps': this card comes twice"),
        (["S1PS", "--values", "4"], "'S1PS'"),
        (["S1PS", "--limit", "-1"], "-1 is not in the range"),
    ],
)
def test_wrong_cards_are_told(arguments, message):
    run = capset("complete", *arguments)
    assert (run.status, run.out) == (2, "")
    assert message in run.err


def test_cards_may_come_on_standard_input():
    expected = capset("complete", "S1PS", "S2PS")
    assert capset("complete", "-", stdin="S1PS # one\n#\nS2PS\n") == expected


# large decks


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["000000000000", "--values", "3", "--features", "12"], (3**12 - 1) // 2),
        (["0" * 39, "--values", "3", "--features", "39"], (3**39 - 1) // 2),
        (["--values", "3", "--features", "20"], 3**19 * (3**20 - 1) // 2),
        (["0.0.0", "1.1.1", "--values", "100"], Game(100, 3).completion_count([0, 10101])),
        (["0000", "1111", "--values", "20"], Game(20, 4).completion_count([0, 8421])),
    ],
)
def test_an_enormous_deck_is_counted_by_formula_and_listed_in_part(arguments, count):
    found = answer(*arguments, "--limit", "3")
    assert found["count"] == count
    assert len(found["sets"]) == len(found["cards"]) == 3
    run = capset("complete", *arguments, "--limit", "2")
    assert run.out.startswith(f"{count:,} sets with ")
    assert f"  … and {count - 2:,} more; --limit lists more\n" in run.out


@given(st.lists(st.integers(0, 26), max_size=3, unique=True))
def test_what_is_told_is_what_the_rules_say(cards):
    write = digits_notation(Game(3, 3)).write
    found = answer("--values", "3", "--features", "3", *map(write, cards))
    expected = naive.completions(cards, range(27), 3, 3)
    assert sorted(map(sorted, found["sets"])) == sorted(
        sorted(map(write, completed)) for completed in expected
    )
    partners = {card for completed in expected for card in completed} - set(cards)
    assert found["cards"] == [write(card) for card in sorted(partners)]
    forbidden = naive.forbidden(cards, 3, 3)
    assert [entry["card"] for entry in found["ruled_out"]] == list(map(write, sorted(forbidden)))
