import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.errors import CapsetError, GameError
from capset.game import MOST_CARDS, Game
from capset.notation import CONTEST, DIGITS, FINDSET, REAL_GAME, WORDS, digits_notation
from capset.recognition import recognised_digits, recognised_notation

DOUBT = "digits fit every larger number of values too; taken for"


def recognised(*lines, values=None, features=None):
    return recognised_notation(lines, values, features)


# what fits


@pytest.mark.parametrize("notation", [CONTEST, FINDSET, WORDS])
@given(cards=st.lists(st.integers(0, 80), min_size=1), joined=st.booleans())
def test_each_notation_of_the_real_deck_is_recognised_without_a_doubt(notation, cards, joined):
    lines = [notation.write(card) for card in cards]
    assert recognised(*([" ".join(lines)] if joined else lines)) == (notation, "")


def test_words_are_recognised_however_they_are_said():
    assert recognised("2 striped red ovals, 1 green clear squiggle") == (WORDS, "")


@given(
    st.sampled_from([(3, 1), (3, 4), (4, 3), (7, 2), (10, 5)]), st.lists(st.integers(0), min_size=1)
)
def test_digits_are_recognised_as_the_smallest_deck_that_has_them_and_the_doubt_is_told(
    deck, numbers
):
    game = Game(*deck)
    cards = [number % game.deck_size for number in numbers]
    notation, doubt = recognised(*map(digits_notation(game).write, cards))
    largest = max(max(game.digits(card)) for card in cards)
    expected = Game(max(3, largest + 1), game.features)
    assert notation == digits_notation(expected)
    assert doubt == f"{DOUBT} {expected.values} values and {expected.features} features"


@pytest.mark.parametrize(
    ("lines", "deck"),
    [
        (["3.14.2", "38.0.0"], (39, 3)),
        (["3.14.2", "1.1.1"], (37, 3)),  # dots are for more values than there are symbols
        (["99.0"], (100, 2)),
        (["999.0"], (1000, 2)),
    ],
)
def test_digits_with_dots_are_recognised_as_of_more_than_36_values(lines, deck):
    assert recognised(*lines).notation == digits_notation(Game(*deck))


def test_the_doubt_of_digits_goes_with_the_number_of_values():
    assert recognised("0211", "0000", values=3) == (DIGITS, "")
    assert recognised("0211", "0000", features=4).doubt.startswith(DOUBT)


@pytest.mark.parametrize("lines", [[], [""], ["  ", "\t"]])
def test_nothing_is_taken_for_contest_without_a_doubt(lines):
    assert recognised(*lines) == (CONTEST, "")
    assert recognised(*lines, values=4, features=2) == (digits_notation(Game(4, 2)), "")
    assert recognised(*lines, features=2).notation == digits_notation(Game(3, 2))
    assert recognised(*lines, values=4).notation == digits_notation(Game(4, 4))


# what fits in part, or more than once


def test_the_notation_that_most_cards_fit_is_taken_and_the_misfit_told():
    notation, doubt = recognised("S1PS", "D3PO", "S1PX", "1php")
    assert notation == CONTEST
    assert doubt == "not every card fits a notation; taken for contest"
    assert recognised("S1PS", "1php", "3pcd").notation == FINDSET


def test_of_what_fits_nothing_contest_is_taken():
    assert recognised("hello", "world") == (
        CONTEST,
        "not every card fits a notation; taken for contest",
    )


def test_a_tie_goes_to_contest_then_findset_then_words_then_digits():
    assert recognised("S1PS", "1php").notation == CONTEST
    assert recognised("1php", "half-one-red-oval").notation == FINDSET
    assert recognised("half-one-red-oval", "0211").notation == WORDS


@pytest.mark.parametrize("stray", ["999.1", "9.1.1", "12345", "1" * 39, "9" * 100_000, "x.1"])
def test_a_stray_number_does_not_decide_on_the_deck(stray):
    game = recognised("0211", "0000", stray, "1111").notation.game
    assert game == REAL_GAME


# what the caller says


def test_values_and_features_rule_out_notations_of_other_decks():
    assert recognised("S1PS", values=3, features=4) == (CONTEST, "")
    notation, doubt = recognised("S1PS", values=4)
    assert notation.name == "digits"
    assert doubt.startswith("not every card fits")


def test_letters_are_digits_where_the_number_of_values_says_so():
    assert recognised("a9", "0b", values=12) == (digits_notation(Game(12, 2)), "")
    assert recognised("zz9", values=36).notation == digits_notation(Game(36, 3))
    assert recognised("5", "38", values=40).notation == digits_notation(Game(40, 1))
    assert recognised("50000.99999", values=100_000).notation.game == Game(100_000, 2)


@pytest.mark.parametrize(
    ("values", "features"), [(2, 4), (3, 0), (10**7, 1), (3, 40), (1000, 7), (None, 64)]
)
def test_values_and_features_that_are_no_deck_are_refused(values, features):
    with pytest.raises(GameError):
        recognised("0000", values=values, features=features)


def test_digits_alone_are_recognised_where_they_are_asked_for():
    assert recognised_digits(["0123", "0000"]) == digits_notation(Game(4, 4))
    assert recognised_digits([]) == DIGITS
    assert recognised_digits(["S1PS"]) == DIGITS
    assert recognised_digits(["0123"], values=5).game == Game(5, 4)
    assert recognised_digits(["0123"], features=3).game == Game(3, 3)


# hostile input


@pytest.mark.parametrize(
    "line",
    [
        "1" * 10**5,
        "9" * 10**5,
        "9999999999.1",
        "9" * 10_000 + ".1",
        ".".join(["1"] * 10_000),
        ".".join(["999"] * 39),
        "." * 10_000,
        "1. .1 ..",
        "²³¹ ١٢٣ 1٢",
        "-" * 10_000,
        "," * 10_000,
        "\x00 \udcff \ufeff",
        "S1PS" * 25_000,
    ],
    ids=range(13),
)
@pytest.mark.parametrize("values", [None, 3, 36, 37, 1000])
def test_hostile_lines_are_taken_for_some_deck_in_little_memory(line, values):
    tracemalloc.start()
    try:
        notation, doubt = recognised(line, values=values)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert notation.game.deck_size <= MOST_CARDS
    assert doubt
    assert peak < 40 << 20


@given(
    st.lists(st.text("0123456789abcS1PDr.-, \x00é#", max_size=50), max_size=9),
    st.sampled_from([None, 2, 3, 4, 36, 37, 40]),
    st.sampled_from([None, 0, 1, 4, 12, 100]),
)
def test_any_lines_are_taken_for_some_deck_or_refused_because_of_what_was_asked_for(
    lines, values, features
):
    try:
        notation, _ = recognised(*lines, values=values, features=features)
    except CapsetError:
        assert (values, features) != (None, None)
        return
    assert values in (None, notation.game.values)
    assert features in (None, notation.game.features)
