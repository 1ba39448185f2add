import copy
import pickle
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset.errors import CardError, NotationError, TextError
from capset.game import Game
from capset.notation import (
    BUILT_IN,
    CONTEST,
    DIGITS,
    FINDSET,
    REAL_GAME,
    REAL_NOTATIONS,
    WORDS,
    Field,
    Notation,
    digits_notation,
    notation_named,
)

REAL_CARDS = st.integers(0, 80)
SMALL_DECKS = [(3, 1), (3, 4), (3, 9), (3, 39), (4, 3), (7, 2), (10, 3), (11, 2), (36, 2)]
LARGE_DECKS = [(37, 1), (37, 2), (40, 2), (40, 4), (100, 3), (1000, 2)]


# what the four notations write


@pytest.mark.parametrize(
    ("digits", "contest", "findset", "words"),
    [
        ((0, 2, 1, 2), "S1PS", "1php", "half-one-purple-peanut"),
        ((2, 2, 0, 0), "D3PO", "3pcd", "clear-three-purple-diamond"),
        ((1, 1, 2, 1), "O2GF", "2gso", "solid-two-green-oval"),
        ((0, 2, 1, 0), "D1PS", "1phd", "half-one-purple-diamond"),
        ((1, 0, 1, 1), "O2RS", "2rho", "half-two-red-oval"),
    ],
)
def test_the_real_notations_name_the_same_card(digits, contest, findset, words):
    card = REAL_GAME.card(digits)
    texts = ["".join(map(str, digits)), contest, findset, words]
    notations = (DIGITS, CONTEST, FINDSET, WORDS)
    assert [one.write(card) for one in notations] == texts
    assert [one.read(text) for one, text in zip(notations, texts, strict=True)] == [card] * 4


@pytest.mark.parametrize(
    ("values", "features", "digits", "text"),
    [
        (3, 4, (0, 2, 1, 1), "0211"),
        (11, 2, (10, 9), "a9"),
        (36, 3, (35, 10, 0), "za0"),
        (37, 3, (3, 14, 2), "3.14.2"),
        (40, 2, (39, 0), "39.0"),
        (40, 1, (7,), "7"),
    ],
)
def test_digits_write_the_digits_of_every_deck(values, features, digits, text):
    game = Game(values, features)
    assert digits_notation(game).write(game.card(digits)) == text
    assert digits_notation(game).read(text) == game.card(digits)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_card_of_the_real_deck_has_its_own_text_in_each_notation(name):
    notation = notation_named(name)
    texts = [notation.write(card) for card in REAL_GAME.deck]
    assert len(set(texts)) == 81
    assert [notation.read(text) for text in texts] == list(REAL_GAME.deck)


# round trips


@pytest.mark.parametrize(("values", "features"), SMALL_DECKS + LARGE_DECKS)
@settings(max_examples=50)
@given(data=st.data())
def test_a_card_in_digits_is_read_back(values, features, data):
    game = Game(values, features)
    notation = digits_notation(game)
    cards = st.one_of(st.integers(0, game.deck_size - 1), st.sampled_from([0, game.deck_size - 1]))
    card = data.draw(cards)
    text = notation.write(card)
    assert notation.read(text) == card
    assert notation.read(text.upper()) == card


@given(REAL_CARDS, st.sampled_from(BUILT_IN), st.data())
def test_upper_and_lower_case_are_read_alike(card, name, data):
    notation = notation_named(name)
    text = notation.write(card)
    upper = data.draw(st.lists(st.booleans(), min_size=len(text), max_size=len(text)))
    mixed = "".join(
        letter.upper() if up else letter.lower() for letter, up in zip(text, upper, strict=True)
    )
    assert notation.read(mixed) == card


@given(st.lists(REAL_CARDS, min_size=1), st.sampled_from(BUILT_IN), st.sampled_from(" \t\v"))
def test_several_cards_on_a_line_are_found_with_their_places(cards, name, blank):
    notation = notation_named(name)
    line = blank + (2 * blank).join(map(notation.write, cards)) + blank
    found = list(notation.cards_in(line))
    assert [notation.read(text) for _, text in found] == cards
    assert all(line[offset:].startswith(text) for offset, text in found)


SPOKEN = (
    {0: ("1", "one"), 1: ("2", "two"), 2: ("3", "three")},
    {0: ("red",), 1: ("green",), 2: ("purple",)},
    {
        0: ("clear", "outlined", "outline", "open", "empty"),
        1: ("half", "striped", "shaded"),
        2: ("solid", "filled", "full"),
    },
    {
        0: ("diamond", "diamonds"),
        1: ("oval", "ovals"),
        2: ("peanut", "peanuts", "squiggle", "squiggles"),
    },
)


@st.composite
def spoken_cards(draw):
    """A card and words for it, in any order."""
    card = draw(REAL_CARDS)
    digits = REAL_GAME.digits(card)
    words = [
        draw(st.sampled_from(names[digit])) for names, digit in zip(SPOKEN, digits, strict=True)
    ]
    return card, draw(st.permutations(words))


@given(st.lists(spoken_cards(), min_size=1, max_size=5), st.sampled_from([" ", ", ", ",", " , "]))
def test_cards_in_words_are_read_in_any_order_of_words_with_or_without_commas(spoken, between):
    line = between.join(" ".join(words) for _, words in spoken)
    found = list(WORDS.cards_in(line))
    assert [WORDS.read(text) for _, text in found] == [card for card, _ in spoken]
    assert all(line[offset:].startswith(text) for offset, text in found)


def test_words_are_also_read_as_people_say_them():
    striped_red_ovals = REAL_GAME.card((1, 0, 1, 1))
    assert WORDS.read("2 striped red ovals") == striped_red_ovals
    assert WORDS.read("red ovals 2 STRIPED") == striped_red_ovals
    assert WORDS.read("half-two-red-oval") == striped_red_ovals
    line = "half-two-red-oval 2 striped red ovals,half-two-red-oval"
    assert [offset for offset, _ in WORDS.cards_in(line)] == [0, 18, 38]


# what cannot be read


@pytest.mark.parametrize(
    ("notation", "text", "offset", "words"),
    [
        (CONTEST, "S1PX", 3, ["'X' is no shading", "allowed: O S F"]),
        (CONTEST, "X1PS", 0, ["'X' is no symbol", "D O S"]),
        (CONTEST, "S4PS", 1, ["'4' is no count", "1 2 3"]),
        (CONTEST, "S1P", 0, ["3 characters, a card has 4", "symbol (D O S)"]),
        (CONTEST, "S1PSS", 0, ["5 characters, a card has 4"]),
        (CONTEST, "S", 0, ["1 character, a card has 4"]),
        (CONTEST, "S1P\x00", 3, [r"'\x00' is no shading"]),
        (CONTEST, "S1P\udcff", 3, [r"the byte '\xff' is no text, which is UTF-8"]),
        (FINDSET, "1phx", 3, ["'x' is no shape", "d o p"]),
        (DIGITS, "0213", 3, ["'3' is no symbol", "0 1 2"]),
        (DIGITS, "٠211", 0, ["is no count"]),
        (digits_notation(Game(40, 2)), "3.40", 2, ["'40' is no digit 2", "0 1 … 39"]),
        (digits_notation(Game(40, 2)), "3.4.5", 0, ["3 parts, a card has 2"]),
        (digits_notation(Game(40, 2)), "03.4", 0, ["'03' is no digit 1"]),
        (WORDS, "half-one-mauve-oval", 9, ["'mauve' is no word of a card", "red green purple"]),
        (WORDS, "half one red", 0, ["no shape"]),
        (WORDS, "red", 0, ["no fill and no number and no shape"]),
        (WORDS, "red half red oval", 9, ["a second colour"]),
        (WORDS, "", 0, ["no fill and no number and no colour and no shape"]),
    ],
)
def test_an_error_says_where_the_text_is_wrong_and_what_is_allowed(notation, text, offset, words):
    with pytest.raises(TextError) as caught:
        notation.read(text)
    assert caught.value.offset == offset
    assert caught.value.text == text
    for part in words:
        assert part in str(caught.value)


def card_or_error(notation, text):
    try:
        return notation.read(text)
    except TextError as error:
        return error


@given(st.sampled_from([CONTEST, FINDSET, WORDS, DIGITS, digits_notation(Game(40, 2))]), st.text())
def test_any_text_is_a_card_or_a_text_error_with_a_place_in_it(notation, text):
    for offset, part in notation.cards_in(text):
        assert text[offset : offset + len(part)] == part
        result = card_or_error(notation, part)
        if isinstance(result, TextError):
            assert 0 <= result.offset <= len(part)
            assert str(result).isprintable()
        else:
            assert 0 <= result < notation.game.deck_size


@pytest.mark.parametrize("notation", [CONTEST, WORDS, digits_notation(Game(40, 2))])
def test_a_very_long_text_is_refused_in_a_short_message(notation):
    with pytest.raises(TextError) as caught:
        notation.read("1" * 10**6)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("card", [-1, 81, 10**30, "0", 1.0, None])
def test_what_is_no_card_of_the_deck_is_not_written(card):
    with pytest.raises(CardError):
        CONTEST.write(card)


# names


def test_notations_have_their_names():
    assert [notation_named(name).name for name in BUILT_IN] == list(BUILT_IN)
    assert notation_named("digits", Game(5, 2)) == digits_notation(Game(5, 2))


def test_an_unknown_notation_is_told_with_those_that_there_are():
    with pytest.raises(NotationError, match=r"'nope'.*contest, findset, words, digits"):
        notation_named("nope")


@pytest.mark.parametrize("name", REAL_NOTATIONS)
def test_the_notations_of_the_real_deck_are_refused_for_another(name):
    with pytest.raises(NotationError, match="digits writes every deck"):
        notation_named(name, Game(4, 4))


# as values


@pytest.mark.parametrize("notation", [CONTEST, WORDS, DIGITS, digits_notation(Game(40, 2))])
def test_a_notation_is_a_value_that_its_repr_evaluates_to(notation):
    names = {"Notation": Notation, "Game": Game, "Field": Field}
    again = eval(repr(notation), names)
    assert again == notation
    assert hash(again) == hash(notation)
    assert pickle.loads(pickle.dumps(notation)).write(5) == notation.write(5)
    assert copy.deepcopy(notation) == notation


def test_notations_that_differ_are_not_equal():
    assert len({CONTEST, FINDSET, WORDS, DIGITS, digits_notation(Game(3, 5))}) == 5
    assert CONTEST != "contest"


# descriptions that are no notation


def described(*symbols, separator="", game=None, aliases=(), loose=False):
    fields = [Field(place, f"f{place}", one, aliases) for place, one in enumerate(symbols)]
    return Notation("x", game or Game(3, len(symbols)), fields, separator, loose=loose)


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ({"symbols": [("a", "b")]}, "3 symbols are needed, not 2"),
        ({"symbols": [("a", "b", "c", "d")]}, "3 symbols are needed, not 4"),
        ({"symbols": [("a", "b", "a")]}, "'a' stands for two values"),
        ({"symbols": [("a", "b", "cc")]}, "'cc' is not one character"),
        ({"symbols": [("a", "b", "")]}, "'' is not one character"),
        ({"symbols": [("a", "b", "")], "separator": "-"}, "'' can be no symbol"),
        ({"symbols": [("a", "b", " ")]}, "' ' can be no symbol"),
        ({"symbols": [("a", "b", "#")]}, "'#' can be no symbol"),
        ({"symbols": [("a", "b", "\n")]}, "can be no symbol"),
        ({"symbols": [("a", "b", "\ufeff")]}, "can be no symbol"),
        ({"symbols": [("a", "b", "c-d")], "separator": "-"}, "'c-d' can be no symbol"),
        ({"symbols": [("a", "b", "c-")], "separator": "--"}, "'c-' can be no symbol"),
        ({"symbols": [("a", "b", "c")], "separator": " "}, "' ' can be no separator"),
        ({"symbols": [("a", "b", "c")], "separator": "#"}, "'#' can be no separator"),
        ({"symbols": [("a", "b", "c")], "separator": "-\n"}, "can be no separator"),
        ({"symbols": [("a", "b", "c")], "aliases": (("d", 3),)}, "there is no value 3"),
        ({"symbols": [("a", "b", "c")], "aliases": (("d", -1),)}, "there is no value -1"),
        ({"symbols": [("a", "b", "c")], "aliases": (("a", 1),)}, "'a' stands for two values"),
        ({"symbols": [("a", "b", "c")], "game": Game(3, 2)}, "each of the 2 features once"),
        ({"symbols": [("a", "b", "c")] * 2, "game": Game(3, 1)}, "each of the 1 features once"),
        (
            {"symbols": [("a", "b", "c"), ("c", "d", "e")], "separator": "-", "loose": True},
            "stands for values of two features",
        ),
    ],
)
def test_a_description_that_is_no_notation_is_refused(description, message):
    with pytest.raises(NotationError, match=message):
        described(*description.pop("symbols"), **description)


def test_case_counts_only_where_two_values_differ_in_nothing_else():
    sensitive, insensitive = described(("a", "A", "B")), described(("a", "b", "c"))
    assert [sensitive.read(text) for text in "aAbB"] == [0, 1, 2, 2]
    assert [insensitive.read(text) for text in "aAbBcC"] == [0, 0, 1, 1, 2, 2]


def test_an_alias_that_differs_in_case_only_leaves_case_without_meaning():
    notation = described(("a", "b", "c"), aliases=(("A", 0), ("x", 2)))
    assert [notation.read(text) for text in "aAbBcCxX"] == [0, 0, 1, 1, 2, 2, 2, 2]


def test_texts_that_were_read_are_remembered_within_bounds():
    # each mixture of upper and lower case is a text of its own
    game = Game(3, 16)
    notation = Notation("x", game, [Field(place, "f", ("a", "b", "c")) for place in range(16)])
    texts = {"".join("Aa"[number >> place & 1] for place in range(16)) for number in range(10_000)}
    before = sys.getsizeof(notation._known)
    assert {notation.read(text) for text in texts} == {0}
    assert before < sys.getsizeof(notation._known) < 1 << 20
