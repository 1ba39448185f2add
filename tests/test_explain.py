import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.explain import pair_table, thoughts, verdict_text
from capset.game import Game
from capset.notation import CONTEST, FINDSET, REAL_GAME, WORDS, digits_notation

from . import naive

ROOT = Path(__file__).parent.parent
FINDSET_CARDS = [
    FINDSET.read(line)
    for line in (ROOT / "examples" / "findset.txt").read_text().splitlines()
    if not line.startswith("#")
]


def explained(game, *texts):
    notation = digits_notation(game)
    return list(thoughts([notation.read(text) for text in texts], notation))


def test_the_thought_process_is_the_third_card_of_every_pair():
    golden = (ROOT / "tests" / "data" / "findset-explained.txt").read_text()
    assert list(thoughts(FINDSET_CARDS, WORDS)) == golden.splitlines()


def test_a_third_card_is_on_the_table_or_not():
    cards = [CONTEST.read(text) for text in ("D3PO", "S2RF", "O1GS", "D1RO")]
    lines = list(thoughts(cards, WORDS))
    assert lines[0] == (
        "1:clear-three-purple-diamond + 2:solid-two-red-peanut -> half-one-green-oval: "
        "on the table at 3"
    )
    assert lines[2] == (
        "1:clear-three-purple-diamond + 4:clear-one-red-diamond -> clear-two-green-diamond: "
        "not on the table"
    )
    assert len(lines) == 6


def test_a_card_that_lies_there_twice_is_no_pair_and_completes_at_both_places():
    assert explained(Game(3, 1), "0", "0", "1", "2", "2") == [
        "1:0 + 2:0: dropped, the same card twice",
        "1:0 + 3:1 -> 2: on the table at 4 and 5",
        "1:0 + 4:2 -> 1: on the table at 3",
        "1:0 + 5:2 -> 1: on the table at 3",
        "2:0 + 3:1 -> 2: on the table at 4 and 5",
        "2:0 + 4:2 -> 1: on the table at 3",
        "2:0 + 5:2 -> 1: on the table at 3",
        "3:1 + 4:2 -> 0: on the table at 1 and 2",
        "3:1 + 5:2 -> 0: on the table at 1 and 2",
        "4:2 + 5:2: dropped, the same card twice",
    ]


def test_beyond_three_values_a_selection_grows_until_it_is_dropped():
    assert explained(Game(4, 2), "00", "01", "11", "03", "02") == [
        "1:00 + 2:01: may grow",
        "1:00 + 2:01 + 3:11: dropped, feature 1 is neither all the same nor all different",
        "1:00 + 2:01 + 4:03 -> 02: on the table at 5",
        "1:00 + 2:01 + 5:02 -> 03: on the table at 4",
        "1:00 + 3:11: may grow",
        "1:00 + 3:11 + 4:03: dropped, feature 1 is neither all the same nor all different",
        "1:00 + 3:11 + 5:02: dropped, feature 1 is neither all the same nor all different",
        "1:00 + 4:03: may grow",
        "1:00 + 4:03 + 5:02 -> 01: on the table at 2",
        "1:00 + 5:02: may grow",
        "2:01 + 3:11: may grow",
        "2:01 + 3:11 + 4:03: dropped, feature 1 is neither all the same nor all different",
        "2:01 + 3:11 + 5:02: dropped, feature 1 is neither all the same nor all different",
        "2:01 + 4:03: may grow",
        "2:01 + 4:03 + 5:02 -> 00: on the table at 1",
        "2:01 + 5:02: may grow",
        "3:11 + 4:03: may grow",
        "3:11 + 4:03 + 5:02: dropped, feature 1 is neither all the same nor all different",
        "3:11 + 5:02: may grow",
        "4:03 + 5:02: may grow",
    ]


@pytest.mark.parametrize("texts", [[], ["0000"]])
def test_fewer_than_two_cards_give_nothing_to_think_about(texts):
    assert explained(REAL_GAME, *texts) == []


@pytest.mark.parametrize(("values", "features"), [(3, 2), (3, 4), (4, 2), (5, 1), (5, 2)])
@given(data=st.data())
def test_the_sets_are_those_whose_last_card_is_on_the_table(values, features, data):
    game = Game(values, features)
    cards = data.draw(st.lists(st.integers(0, game.deck_size - 1), max_size=8, unique=True))
    found = set()
    for line in thoughts(cards, digits_notation(game)):
        chosen, at, last = line.partition(": on the table at ")
        if at:
            places = re.findall(r"(\d+):", chosen)
            found.add(tuple(sorted(int(place) - 1 for place in (*places, last))))
    assert sorted(found) == naive.sets_in(cards, values, features)


# the table of pairs


def test_the_table_has_the_third_card_of_each_pair():
    golden = (ROOT / "tests" / "data" / "findset-table.txt").read_text()
    assert list(pair_table(FINDSET_CARDS, REAL_GAME)) == golden.splitlines()


def test_the_table_beyond_three_values_counts_the_sets_of_each_pair():
    game = Game(4, 2)
    cards = [
        game.card(digits) for digits in [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (2, 2), (3, 3)]
    ]
    assert list(pair_table(cards, game)) == [
        "   1 2 3 4 5 6 7",
        "",
        "1    1 1 1 1 1 1",
        "2      1 1 . . .",
        "3        1 . . .",
        "4          . . .",
        "5            1 1",
        "6              1",
        "7",
    ]


def test_the_table_names_the_first_of_two_equal_third_cards():
    assert list(pair_table([0, 1, 2, 2], Game(3, 1))) == [
        "   1 2 3 4",
        "",
        "1    3 2 2",
        "2      1 1",
        "3        .",
        "4",
    ]


def test_the_table_of_one_card_is_empty():
    assert list(pair_table([0], Game())) == ["   1", "", "1"]


@given(st.lists(st.integers(0, 80), min_size=1, max_size=15, unique=True))
def test_every_number_in_the_table_makes_a_set_and_every_set_is_there(cards):
    lines = list(pair_table(cards, REAL_GAME))[2:]
    width = len(str(len(cards)))
    found = set()
    for row, line in enumerate(lines):
        for column in range(row + 1, len(cards)):
            start = (column + 1) * (width + 1) + 1
            cell = line[start : start + width].strip()
            if cell != ".":
                found.add(tuple(sorted((row, column, int(cell) - 1))))
    assert sorted(found) == naive.sets_in(cards, 3, 4)


# verdicts


def test_verdicts_say_how_each_feature_stands():
    def verdicts(*texts, notation=CONTEST):
        cards = [notation.read(text) for text in texts]
        names = dict(zip(cards, texts, strict=True))
        game = notation.game
        return [verdict_text(game, verdict, names) for verdict in game.why_not(cards)]

    assert verdicts("S3RO", "D3GS", "O3PF") == [
        "all the same: 3",
        "all different: red, green, purple",
        "all different: outlined, striped, filled",
        "all different: squiggle, diamond, oval",
    ]
    # as the problem explains: two cards are filled and one is striped
    assert verdicts("S1RF", "D2RF", "O3RS")[2] == "neither: S1RF and D2RF filled, O3RS striped"
    assert verdicts("0011", "1012", "2223", "3312", notation=digits_notation(Game(4, 4))) == [
        "all different: 0, 1, 2, 3",
        "neither: 0011 and 1012 0, 2223 2, 3312 3",
        "neither: 0011 and 1012 and 3312 1, 2223 2",
        "neither: 1012 and 3312 2, 0011 1, 2223 3",
    ]
