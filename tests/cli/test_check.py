import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.game import Game
from capset.notation import CONTEST, REAL_GAME, digits_notation

from .. import naive
from .running import capset


def test_a_set_is_explained_feature_by_feature():
    assert capset("check", "S3RO", "D3GS", "O3PF") == (
        0,
        "count    all the same: 3\n"
        "colour   all different: red, green, purple\n"
        "shading  all different: outlined, striped, filled\n"
        "symbol   all different: squiggle, diamond, oval\n"
        "S3RO D3GS O3PF: a set\n",
        "",
    )


def test_what_is_no_set_is_explained_feature_by_feature():
    assert capset("check", "S1RF", "D2RF", "O3RS") == (
        1,
        "count    all different: 1, 2, 3\n"
        "colour   all the same: red\n"
        "shading  neither: S1RF and D2RF filled, O3RS striped\n"
        "symbol   all different: squiggle, diamond, oval\n"
        "S1RF D2RF O3RS: no set\n",
        "",
    )


def test_json_has_each_feature_with_the_cards_that_agree_and_differ():
    run = capset("check", "--json", "S1RF", "D2RF", "O3RS")
    assert run.status == 1
    assert json.loads(run.out) == {
        "is_set": False,
        "features": [
            {"feature": "count", "agree": [], "differs": ["0022", "1020", "2011"]},
            {"feature": "colour", "agree": ["0022", "1020", "2011"], "differs": []},
            {"feature": "shading", "agree": ["0022", "1020"], "differs": ["2011"]},
            {"feature": "symbol", "agree": [], "differs": ["0022", "1020", "2011"]},
        ],
    }
    assert capset("check", "--json", "S1RF", "D2RF", "O3RF").out.startswith('{"is_set": true, ')


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["2 striped red ovals", "2 striped green ovals", "2 striped purple ovals"], 0),
        (["2 striped red ovals, 2 striped green ovals", "2 striped purple oval"], 0),
        (["S1PS S2PS", "S3PS"], 0),
        (["1phd", "2phd", "3php"], 1),
        (["000", "111", "222"], 0),
        (["000", "111", "222", "333"], 0),
        (["00", "11", "22", "33", "43"], 1),
        ([str(digit) for digit in range(10)], 0),
        ([f"{digit}.{digit}" for digit in range(40)], 0),
        (["--notation", "digits", "00", "11", "22", "33"], 0),
        (["--values", "12", *"0123456789ab"], 0),
        (["--features", "2", "00", "11", "22", "33"], 0),
    ],
)
def test_cards_may_be_in_any_notation_and_of_any_deck(arguments, status):
    run = capset("check", *arguments)
    assert (run.status, run.err) == (status, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["S1PS", "S2PS"], "a set of the deck with 3 values has 3 cards; 2 were given"),
        (["S1PS", "S2PS", "S3PS", "D1RO"], "has 3 cards; 4 were given"),
        (["000", "111"], "has 3 cards; 2 were given"),
        (["S1PS", "S2PS", "S1PS"], "'S1PS': this card comes twice"),
        (["S1PS", "S2PX", "S1PS"], "'S2PX': 'X' is no shading; allowed: O S F"),
        (["S1PS", "S2P", "S1PS"], "'S2P': 3 characters, a card has 4"),
        (["", "", ""], "0 were given"),
        (["S1PS", "S2P\x1b[31m", "S3PS"], r"'S2P\x1b[31m'"),
    ],
)
def test_other_cards_than_a_set_has_are_wrong_usage(arguments, message):
    run = capset("check", *arguments)
    assert (run.status, run.out) == (2, "")
    assert message in run.err


def test_cards_may_come_on_standard_input():
    stdin = b"\xef\xbb\xbf# three of them\r\nS1PS\tS2PS # two\r\n\r\nS3PS"
    assert capset("check", "-", stdin=stdin) == capset("check", "S1PS", "S2PS", "S3PS")
    assert capset("check", "-", stdin="").status == 2


@given(st.lists(st.integers(0, 80), min_size=3, max_size=3, unique=True))
def test_the_verdict_is_that_of_the_rules(cards):
    run = capset("check", *map(CONTEST.write, cards))
    is_set = naive.is_set(cards, 3, 4)
    assert run.status == (0 if is_set else 1)
    assert run.out.count("neither: ") == sum(
        len({row[place] for row in (naive.digits(card, 3, 4) for card in cards)}) == 2
        for place in range(4)
    )


def test_a_set_of_more_values_than_there_are_letters_is_checked():
    game = Game(37, 1)
    notation = digits_notation(game)
    cards = [notation.write(card) for card in game.deck]
    assert capset("check", "--values", "37", "--features", "1", *cards).status == 0
    assert REAL_GAME.deck_size == 81
