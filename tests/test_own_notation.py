import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.errors import CapsetError, NotationError, TextError
from capset.game import Game
from capset.own_notation import notation_from_toml
from capset.tableau import read_tableaus

BEADS = """
name = "beads"
values = 3
features = 2

[[field]]
feature = 2
name = "colour"
symbols = ["b", "y", "w"]
aliases = { n = 0 }

[[field]]
feature = 1
name = "size"
symbols = "sml"
"""


def test_a_described_notation_writes_the_fields_in_their_order():
    beads = notation_from_toml(BEADS)
    assert beads.name == "beads"
    assert beads.game == Game(3, 2)
    assert [beads.write(card) for card in range(9)] == [
        *("bs", "ys", "ws", "bm", "ym", "wm", "bl", "yl", "wl")
    ]
    assert beads.read("NS") == beads.read("bs") == 0
    with pytest.raises(TextError, match="'x' is no size; allowed: s m l"):
        beads.read("bx")


def test_numbers_of_values_and_features_places_and_names_may_be_left_out():
    notation = notation_from_toml('[[field]]\nsymbols = "abcd"\n[[field]]\nsymbols = "wxyz"\n')
    assert (notation.name, notation.game) == ("own", Game(4, 2))
    assert notation.write(6) == "by"
    assert [field.name for field in notation.fields] == ["digit 1", "digit 2"]


def test_a_separator_lets_symbols_be_words():
    notation = notation_from_toml(
        'separator = "/"\n'
        '[[field]]\nsymbols = ["tall", "grande", "venti"]\n'
        '[[field]]\nsymbols = ["oat", "soy", "no milk"]\n'.replace("no milk", "none")
    )
    assert notation.write(5) == "grande/none"
    assert notation.read("GRANDE/None") == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at least one"),
        ("field = []", "at least one"),
        ("field = 3", "field must be a list of tables, not 3"),
        ("field = [3]", "at least one"),
        ("field = [[]]", "at least one"),
        ("x = ", "no TOML"),
        ("[[field]]\nsymbols = 3", "field 1: symbols must be a text or a list of texts"),
        ("[[field]]\nsymbols = [1, 2, 3]", "field 1: symbols must be"),
        ("[[field]]", "field 1: symbols must be"),
        ('[[field]]\nsymbols = "ab"', "3 or more values, not 2"),
        ('[[field]]\nsymbols = ""', "3 or more values, not 0"),
        ('values = 4\n[[field]]\nsymbols = "abc"', "4 symbols are needed, not 3"),
        ('features = 2\n[[field]]\nsymbols = "abc"', "each of the 2 features once"),
        ('values = true\n[[field]]\nsymbols = "abc"', "values must be a whole number"),
        ('values = "3"\n[[field]]\nsymbols = "abc"', "values must be a whole number, not '3'"),
        ('values = 3.0\n[[field]]\nsymbols = "abc"', "values must be a whole number"),
        ('separator = 1\n[[field]]\nsymbols = "abc"', "separator must be a text"),
        ('name = 1\n[[field]]\nsymbols = "abc"', "name must be a text"),
        ('colour = 1\n[[field]]\nsymbols = "abc"', "'colour' is not known"),
        ('[[field]]\nsymbols = "abc"\ncolour = 1', "'colour' is not known"),
        ('[[field]]\nsymbols = "abc"\nfeature = 0', "each of the 1 features once"),
        ('[[field]]\nsymbols = "abc"\nfeature = 2', "each of the 1 features once"),
        ('[[field]]\nsymbols = "abc"\nfeature = "1"', "feature must be a whole number"),
        ('[[field]]\nsymbols = "abc"\naliases = "d"', "aliases must be a table"),
        ('[[field]]\nsymbols = "abc"\naliases = { d = "a" }', "field 1: aliases name values"),
        ('[[field]]\nsymbols = "abc"\naliases = { d = true }', "field 1: aliases name values"),
        ('[[field]]\nsymbols = "abc"\naliases = { d = 3 }', "there is no value 3"),
        ('[[field]]\nsymbols = "aab"', "'a' stands for two values"),
        ('separator = " "\n[[field]]\nsymbols = "abc"', "can be no separator"),
        ("values = " + "9" * 5000, "mine.toml"),
        ("a = " + "[" * 100_000, "no TOML"),
    ],
)
def test_what_describes_no_notation_is_refused_with_the_file_and_the_reason(text, message):
    with pytest.raises(NotationError, match=message) as caught:
        notation_from_toml(text, "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert len(str(caught.value)) < 1000


@given(st.text())
def test_any_text_is_a_notation_or_a_notation_error(text):
    for document in (text, f'[[field]]\nsymbols = "{text}"', f"[[field]]\nsymbols = {text}"):
        try:
            notation_from_toml(document)
        except CapsetError:
            continue


# random notations


def symbol_characters(**options):
    return st.characters(exclude_categories=("C", "Z"), exclude_characters="#", **options)


def toml_string(text):
    return '"' + "".join(f"\\U{ord(character):08x}" for character in text) + '"'


@st.composite
def documents(draw):
    """A TOML text that describes a notation, and its deck and symbols by feature."""
    values, features = draw(st.integers(3, 7)), draw(st.integers(1, 5))
    separator = draw(
        st.one_of(st.just(""), st.text(st.sampled_from("-_/.:→"), min_size=1, max_size=2))
    )
    characters = symbol_characters()
    symbol = (
        st.text(characters, min_size=1, max_size=3).filter(
            lambda text: not set(text) & set(separator)
        )
        if separator
        else characters
    )
    order = draw(st.permutations(range(features)))
    symbols = [
        draw(st.lists(symbol, min_size=values, max_size=values, unique=True))
        for _ in range(features)
    ]
    lines = [f"separator = {toml_string(separator)}"]
    for feature in order:
        lines += [
            "[[field]]",
            f"feature = {feature + 1}",
            f"symbols = [{', '.join(map(toml_string, symbols[feature]))}]",
        ]
    return "\n".join(lines), Game(values, features), separator, order, symbols


@given(documents(), st.data())
def test_a_card_in_any_notation_of_ones_own_is_written_as_described_and_read_back(document, data):
    text, game, separator, order, symbols = document
    notation = notation_from_toml(text)
    assert notation.game == game
    cards = data.draw(
        st.lists(st.integers(0, game.deck_size - 1), min_size=1, max_size=9, unique=True)
    )
    for card in cards:
        digits = game.digits(card)
        written = separator.join(symbols[feature][digits[feature]] for feature in order)
        assert notation.write(card) == written
        assert notation.read(written) == card
    lines = " ".join(map(notation.write, cards)), "", *map(notation.write, cards)
    assert [reading.cards for reading in read_tableaus(lines, notation)] == [tuple(cards)] * 2


@given(
    st.lists(
        symbol_characters().filter(lambda one: unicodedata.category(one) == "Lu"),
        min_size=2,
        max_size=9,
        unique_by=str.lower,
    )
)
def test_case_is_told_apart_where_the_symbols_do(capitals):
    symbols = [text for one in capitals for text in (one, one.lower())]
    if len(set(symbols)) < len(symbols):
        return
    quoted = ", ".join(map(toml_string, symbols))
    notation = notation_from_toml(f'separator = "-"\n[[field]]\nsymbols = [{quoted}]')
    assert [notation.read(text) for text in symbols] == list(range(len(symbols)))


@given(
    st.lists(st.sampled_from("abcdefghäéøżбгдеαβγδ"), min_size=3, max_size=9, unique=True),
    st.data(),
)
def test_case_is_not_told_apart_where_the_symbols_do_not(letters, data):
    notation = notation_from_toml(f'[[field]]\nsymbols = "{"".join(letters)}"')
    assert [notation.read(letter.upper()) for letter in letters] == list(range(len(letters)))
