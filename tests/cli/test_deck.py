import json
from itertools import islice

import pytest

from capset.game import Game
from capset.notation import CONTEST, REAL_GAME, digits_notation
from capset.tableau import read_tableaus

from .. import naive
from .running import capset, shell

DEAL = "O1GO\nS3GS\nS3RF\nO1PS\nD2GF\nD2GS\nD3RO\nS3GO\nS1GS\nS1GO\nD3GF\nS2GS\n"


def test_the_deck_is_listed_in_order():
    run = capset("deck")
    assert run.out.splitlines() == [CONTEST.write(card) for card in REAL_GAME.deck]
    other = capset("deck", "--values", "4", "--features", "2")
    assert other.out.split() == [digits_notation(Game(4, 2)).write(card) for card in range(16)]


@pytest.mark.parametrize(
    ("notation", "first"), [("words", "clear-one-red-diamond"), ("findset", "1rcd")]
)
def test_the_deck_is_listed_in_another_notation(notation, first):
    assert capset("deck", "--notation", notation).out.splitlines()[0] == first


def test_the_deck_is_listed_on_one_line_or_in_json():
    assert capset("deck", "--join").out.split() == capset("deck").out.splitlines()
    assert json.loads(capset("deck", "--json").out)[:2] == ["0000", "0001"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ([], "81 cards, 1,080 sets\n"),
        (["--values", "4", "--features", "3"], "64 cards, 912 sets\n"),
        (["--values", "5", "--features", "2"], "25 cards, 130 sets\n"),
        (["--values", "4", "--features", "4"], "256 cards, 25,600 sets\n"),
        (["--values", "3", "--features", "1"], "3 cards, 1 set\n"),
        (["--without", "S1PS"], "80 cards, 1,040 sets\n"),
        (["--without", "S1PS", "--without", "s1ps"], "80 cards, 1,040 sets\n"),
        (["--deal", "81", "--seed", "1"], "81 cards, 1,080 sets\n"),
        (["--deal", "2", "--seed", "1"], "2 cards, 0 sets\n"),
    ],
)
def test_cards_and_sets_are_counted(options, text):
    assert capset("deck", "--count", *options) == (0, text, "")


def test_counts_are_in_json_too():
    run = capset("deck", "--count", "--json", "--values", "4", "--features", "3")
    assert json.loads(run.out) == {"values": 4, "features": 3, "cards": 64, "sets": 912}


@pytest.mark.parametrize(("values", "features"), [(3, 3), (4, 2), (5, 1)])
@pytest.mark.parametrize("removed", [1, 2, 5, 12])
def test_the_sets_left_without_some_cards_are_counted(values, features, removed):
    game = Game(values, features)
    write = digits_notation(game).write
    gone = [card * 7 % game.deck_size for card in range(min(removed, game.deck_size - 1))]
    left = [card for card in game.deck if card not in gone]
    options = [part for card in gone for part in ("--without", write(card))]
    run = capset("deck", "--json", "--values", values, "--features", features, *options)
    assert json.loads(run.out) == list(map(write, left))
    count = capset(
        "deck", "--count", "--json", "--values", values, "--features", features, *options
    )
    expected = len(list(game.sets_in(left)))
    assert (json.loads(count.out)["cards"], json.loads(count.out)["sets"]) == (len(left), expected)


@pytest.mark.parametrize(
    "options",
    [
        ["--count"],
        ["--deal", "3", "--seed", "1"],
        ["--tableaus", "2", "--size", "3", "--seed", "1"],
    ],
)
def test_an_enormous_deck_is_no_burden(options):
    deck = ["--values", "3", "--features", "39"]
    without = [] if "--tableaus" in options else ["--without", "0" * 39, "--without", "1" * 39]
    run = capset("deck", *deck, *options, *without)
    assert (run.status, run.err) == (0, "")
    assert run.out


def test_an_enormous_deck_is_listed_as_far_as_one_reads():
    run = shell(f"capset deck --values 3 --features 39 --without {'0' * 39} | head -2")
    assert (run.out.splitlines(), run.err) == (["0" * 38 + "1", "0" * 38 + "2"], "")


# seeds


def test_a_seed_gives_the_same_cards_everywhere():
    assert capset("deck", "--deal", "12", "--seed", "1") == (0, DEAL, "")
    shuffled = capset("deck", "--shuffle", "--seed", "1").out
    assert shuffled.startswith(DEAL)
    assert sorted(shuffled.split()) == sorted(capset("deck").out.split())
    assert capset("deck", "--tableaus", "1", "--size", "12", "--seed", "1").out == DEAL


def test_a_seed_that_was_not_given_is_told_and_repeats_the_cards():
    run = capset("deck", "--deal", "12")
    assert run.err.startswith("capset: --seed ")
    seed = run.err.split()[2]
    assert capset("deck", "--deal", "12", "--seed", seed) == (0, run.out, "")


def test_dealing_leaves_out_what_is_to_be_left_out():
    options = [part for card in DEAL.split()[:6] for part in ("--without", card)]
    dealt = capset("deck", "--shuffle", "--seed", "1", *options).out.split()
    assert len(dealt) == 75
    assert set(dealt).isdisjoint(DEAL.split()[:6])


# tableaus


def test_tableaus_are_made_for_the_solver():
    run = capset("deck", "--tableaus", "3", "--size", "15", "--seed", "8")
    readings = list(read_tableaus(run.out.splitlines(), CONTEST))
    assert [(len(reading.cards), reading.error) for reading in readings] == [(15, None)] * 3
    joined = capset("deck", "--tableaus", "3", "--size", "15", "--seed", "8", "--join").out
    assert [line.split() for line in joined.splitlines() if line] == [
        list(map(CONTEST.write, reading.cards)) for reading in readings
    ]
    lines = capset("deck", "--tableaus", "3", "--size", "15", "--seed", "8", "--json").out
    write = digits_notation(REAL_GAME).write
    assert [json.loads(line) for line in lines.splitlines()] == [
        list(map(write, reading.cards)) for reading in readings
    ]


@pytest.mark.parametrize("sets", [0, 1, 6, 14])
def test_tableaus_have_just_so_many_sets(sets):
    run = capset("deck", "--tableaus", "2", "--size", "12", "--with-sets", sets, "--seed", "1")
    readings = read_tableaus(run.out.splitlines(), CONTEST)
    assert [len(naive.sets_in(one.cards, 3, 4)) for one in islice(readings, 3)] == [sets] * 2


def test_a_number_of_sets_that_cannot_be_is_a_failure_that_is_told():
    run = capset("deck", "--tableaus", "1", "--size", "2", "--with-sets", "1", "--seed", "1")
    assert (run.status, run.out) == (1, "")
    assert "no tableau 1 with that number of sets was found; there may be none" in run.err


def test_no_tableaus_are_no_output():
    assert capset("deck", "--tableaus", "0", "--seed", "1") == (0, "", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--deal", "82", "--seed", "1"], "82 cards cannot be dealt from 81"),
        (["--tableaus", "1", "--size", "82", "--seed", "1"], "82 cards cannot be dealt from 81"),
        (["--without", "S1PX"], "'S1PX': 'X' is no shading"),
        (["--notation", "contest", "--values", "4"], "digits writes every deck"),
        (["--values", "1000", "--features", "7"], "a deck has at most"),
        (["--deal", "-1"], "-1 is not in the range"),
    ],
)
def test_what_cannot_be_is_wrong_usage(options, message):
    run = capset("deck", *options)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
