import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.errors import CapsetError, CardError, InputError
from capset.game import Game
from capset.notation import CONTEST, DIGITS, FINDSET, REAL_GAME, WORDS, digits_notation
from capset.own_notation import notation_from_toml
from capset.tableau import Reading, Tableau, byte_blocks, read_tableaus, text_lines

from . import naive

A, B, C, D = (CONTEST.read(text) for text in ("S1PS", "D3PO", "O2GF", "S2GF"))


def lines_of(data, blocks=1):
    """The lines of some bytes, cut into so many blocks."""
    size = max(1, -(-len(data) // blocks))
    return list(text_lines(data[start : start + size] for start in range(0, len(data), size)))


def read(text, notation=CONTEST, **options):
    data = text if isinstance(text, bytes) else text.encode()
    return list(read_tableaus(lines_of(data), notation, source="f", **options))


def cards(text, notation=CONTEST, **options):
    readings = read(text, notation, **options)
    assert [str(reading.error) for reading in readings if reading.error] == []
    return [reading.cards for reading in readings]


def error(text, notation=CONTEST, **options):
    (reading,) = (reading for reading in read(text, notation, **options) if reading.error)
    return reading.error


# lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\rb\r", ["a", "b"]),
        (b"a\r\rb", ["a", "", "b"]),
        (b"a\n\rb", ["a", "", "b"]),
        (b"\n", [""]),
        (b"\n\n", ["", ""]),
        (b"\r\n\r\n", ["", ""]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb", ["a", "\ufeffb"]),
        (b"\xef\xbb\xbf", []),
        (b"a\x0bb\x0cc\x1cd\xc2\x85e\xe2\x80\xa8f", ["a\x0bb\x0cc\x1cd\x85e\u2028f"]),
        (b"\xff\xfea\x00", ["\udcff\udcfea\x00"]),
        (b"\xc3", ["\udcc3"]),
        (b"\xf0\x9f\x83\nx", ["\udcf0\udc9f\udc83", "x"]),
    ],
)
def test_lines_end_with_any_newline_and_drop_one_byte_order_mark(data, lines):
    assert [lines_of(data, blocks) for blocks in (1, 2, len(data) or 1)] == [lines] * 3


PIECES = st.sampled_from(
    [b"a", b"S1PS", b"\n", b"\r", b"\r\n", b"\xef\xbb\xbf", "é".encode(), "𝄞".encode(), b"\xff"]  # noqa: RUF005
    + [b"\xc3", b"\xf0\x9f", b"\x80", b" ", b"#", b"\x00", b"\xed\xa0\x80"]
)


@given(st.lists(PIECES).map(b"".join), st.lists(st.integers(0, 40)))
def test_lines_are_the_same_however_the_bytes_come_in(data, cuts):
    ends = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    blocks = [data[start:end] for start, end in pairwise(ends)]
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    expected = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if expected[-1] == "":
        expected.pop()
    assert list(text_lines(blocks)) == list(text_lines([data])) == expected


def test_a_byte_order_mark_in_front_of_a_later_part_is_kept():
    data = "\ufeffS1PS".encode()
    assert list(text_lines([data])) == ["S1PS"]
    assert list(text_lines([data], from_start=False)) == ["\ufeffS1PS"]


def test_a_line_is_there_as_soon_as_it_has_ended():
    came = []

    def blocks():
        for block in (b"one\ntw", b"o\nthree"):
            came.append(block)
            yield block

    lines = text_lines(blocks())
    assert (next(lines), len(came)) == ("one", 1)
    assert (next(lines), len(came)) == ("two", 2)


def test_blocks_are_read_when_asked_for_after_what_was_written_is_out():
    calls = []
    blocks = byte_blocks(io.BufferedReader(io.BytesIO(b"abc")), lambda: calls.append("flush"))
    assert calls == []
    assert next(blocks) == b"abc"
    assert calls == ["flush"]
    assert list(blocks) == []
    assert calls == ["flush"] * 2


# tableaus in a text


@pytest.mark.parametrize(
    "text",
    [
        "S1PS\nD3PO\n\nO2GF\n",
        "S1PS\nD3PO\n\nO2GF",
        "S1PS\r\nD3PO\r\n\r\nO2GF\r\n",
        "S1PS\rD3PO\r\rO2GF\r",
        "S1PS D3PO\n\nO2GF",
        "\ufeffS1PS\nD3PO\n\nO2GF\n",
        "\n\n \nS1PS\n  D3PO  \n\n\n \t \n\nO2GF\n\n\n",
        "S1PS\t\tD3PO\t\n\t\nO2GF",
        "s1ps\nd3Po\n\no2gf",
        "# one\nS1PS # two\n#three\nD3PO#four\n\n#five\n\nO2GF\n# six",
        "S1PS\x0bD3PO\n\x0c\nO2GF",
        "S1PS\u00a0D3PO\n\u2003\nO2GF",
    ],
)
def test_tableaus_are_read_however_they_are_laid_out(text):
    assert cards(text) == [(A, B), (C,)]


@pytest.mark.parametrize("text", ["", "\n", " \r\n\t\r\n", "#", "# only\n\n# comments\n", "\ufeff"])
def test_a_text_without_cards_has_no_tableau(text):
    assert read(text) == []


def test_a_comment_line_does_not_separate_and_blank_lines_around_it_separate_once():
    assert cards("S1PS\n# comment\nD3PO") == [(A, B)]
    assert cards("S1PS\n  # comment\nD3PO") == [(A, B)]
    assert cards("S1PS\n\n# comment\n\nD3PO") == [(A,), (B,)]


def test_each_tableau_has_its_source_and_the_line_of_its_first_card():
    readings = read("\n# comment\nS1PS\nD3PO\n\n\n# comment\nO2GF\n")
    assert [(reading.source, reading.line) for reading in readings] == [("f", 3), ("f", 8)]
    assert [one.line for one in read("S1PS\n\nD3PO", first_line=11)] == [11, 13]


@pytest.mark.parametrize("notation", [FINDSET, WORDS, DIGITS, digits_notation(Game(40, 2))])
def test_tableaus_are_read_in_each_notation(notation):
    first, second = (0, 5, 11), (7, 8)
    text = "\n\n".join("\n".join(map(notation.write, part)) for part in (first, second))
    assert cards(text, notation) == [first, second]
    assert cards(text.replace("\n", " "), notation) == [first + second]


def test_words_of_a_card_do_not_go_on_in_the_next_line():
    assert cards("2 striped red ovals\nhalf-two-red-diamond", WORDS) == [
        (WORDS.read("half-two-red-oval"), WORDS.read("half-two-red-diamond"))
    ]
    assert error("2 striped red\novals", WORDS).problem == "no shape"


def test_size_cuts_the_input_into_tableaus_of_so_many_cards():
    text = "S1PS\nD3PO\nO2GF\nS2GF\nS1PS\n"
    assert cards(text, size=2) == [(A, B), (C, D), (A,)]
    assert cards(text.replace("\n", " "), size=2) == [(A, B), (C, D), (A,)]
    assert cards("S1PS\n\nD3PO O2GF S2GF", size=2) == [(A,), (B, C), (D,)]
    assert [one.line for one in read(text, size=2)] == [1, 3, 5]


def test_size_counts_bad_cards_as_cards():
    readings = read("S1PS S1PX\nO2GF S2GF", size=2)
    assert [reading.cards for reading in readings] == [(A,), (C, D)]
    assert readings[0].error.column == 9


@given(
    st.lists(
        st.lists(st.integers(0, 80), min_size=1, max_size=9, unique=True), min_size=1, max_size=6
    ),
    st.sampled_from([CONTEST, FINDSET, WORDS, DIGITS]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.data(),
)
def test_whatever_is_written_is_read_back(tableaus, notation, newline, data):
    blank = st.sampled_from(["", " ", "\t", "   "])
    between = st.sampled_from([" ", "\t", "  ", newline, f" # comment{newline}", f" {newline}#x\n"])
    text = data.draw(st.sampled_from(["", "\ufeff"]))
    for number, tableau in enumerate(tableaus):
        if number:
            text += newline + data.draw(blank) + newline + data.draw(st.sampled_from(["", newline]))
        text += data.draw(between).join(map(notation.write, tableau))
    assert cards(text, notation) == [tuple(tableau) for tableau in tableaus]


def test_a_tableau_is_there_as_soon_as_the_blank_line_after_it():
    came = []

    def lines():
        for line in ("S1PS", "", "D3PO"):
            came.append(line)
            yield line

    readings = read_tableaus(lines(), CONTEST)
    assert next(readings).cards == (A,)
    assert came == ["S1PS", ""]


# what is wrong in a tableau


@pytest.mark.parametrize(
    ("text", "line", "column", "shown", "problem"),
    [
        ("S1PX", 1, 4, "S1PX", "'X' is no shading"),
        ("S1PS\n  D3XO\n", 2, 5, "D3XO", "'X' is no colour"),
        ("S1PS\tD3XO\n", 1, 8, "D3XO", "'X' is no colour"),
        ("\ufeffX1PS", 1, 1, "X1PS", "'X' is no symbol"),
        ("\n\n# c\nS1PS D3PO O9GF # X1PS", 4, 12, "O9GF", "'9' is no count"),
        ("S1PS\r\nD3XO\r\n", 2, 3, "D3XO", "'X' is no colour"),
        ("S1PS\rD3XO\r", 2, 3, "D3XO", "'X' is no colour"),
        ("é𝄞é S1PS", 1, 1, "é𝄞é", "3 characters, a card has 4"),
        ("S1P𝄞 S1PS", 1, 4, "S1P𝄞", "'𝄞' is no shading"),
        ("S1PS\u2003S1é𝄞", 1, 8, "S1é𝄞", "'é' is no colour"),
        ("S1PS\nS1P", 2, 1, "S1P", "3 characters, a card has 4"),
        ("S1PS\n\n\nS1PSS", 4, 1, "S1PSS", "5 characters, a card has 4"),
        (b"S1PS\nS1\xffS", 2, 3, "S1\udcffS", r"the byte '\xff' is no text, which is UTF-8"),
        (b"S1P\x00", 1, 4, "S1P\x00", r"'\x00' is no shading"),
        ("S1PS D3PO\nS1PS", 2, 1, "S1PS", "this card is in the tableau already, in line 1"),
        ("S1PS D3PO d3po", 1, 11, "d3po", "this card is in the tableau already, in line 1"),
        ("S1PS\n\ufeffD3PO", 2, 1, "\ufeffD3PO", "5 characters, a card has 4"),
    ],
)
def test_an_error_names_the_line_the_column_the_text_and_what_is_wrong(
    text, line, column, shown, problem
):
    caught = error(text)
    assert (caught.line, caught.column, caught.text) == (line, column, shown)
    assert caught.problem == problem
    assert caught.allowed
    assert str(caught).startswith(f"f:{line}:{column}: '")


def test_an_error_in_words_is_at_the_word():
    caught = error("half-one-red-oval, 2 strped red ovals", WORDS)
    assert (caught.column, caught.text) == (22, "2 strped red ovals")


def test_an_error_in_a_notation_with_separators_is_at_the_part():
    caught = error("3.14\n39.40", digits_notation(Game(40, 2)))
    assert (caught.line, caught.column) == (2, 4)


def test_a_bad_card_spoils_its_own_tableau_only_and_the_first_error_is_told():
    readings = read("S1PS\n\nD3PO\nX\nY\nO2GF\n\nO2GF\n")
    assert [reading.error is not None for reading in readings] == [False, True, False]
    bad = readings[1]
    assert (bad.line, bad.cards, bad.sets) == (3, (B,), [])
    assert (bad.error.line, bad.error.text) == (4, "X")
    assert readings[2].cards == (C,)


def test_the_same_card_may_be_in_two_tableaus():
    assert cards("S1PS\n\nS1PS") == [(A,), (A,)]


def test_duplicates_that_are_kept_are_two_cards_on_the_table_and_three_are_no_set():
    text = "S1PS S1PS S1PS\n\nS1PS D3PO S1PS O2RF O2RF"
    three, pairs = read(text, keep_duplicates=True)
    assert three.cards == (A, A, A)
    assert three.sets == []
    assert naive.sets_in(pairs.cards, 3, 4) == pairs.sets
    assert error("S1PS S1PS").problem.startswith("this card is in the tableau already")


def test_sets_of_a_reading_are_in_lexicographic_order():
    readings = read("D3PO\nS2RF\nO1GS\n\nS1PS", notation=CONTEST)
    assert [reading.sets for reading in readings] == [[(0, 1, 2)], []]


@given(
    st.one_of(st.binary(), st.lists(PIECES).map(b"".join)),
    st.sampled_from(
        [
            CONTEST,
            FINDSET,
            WORDS,
            DIGITS,
            digits_notation(Game(40, 2)),
            notation_from_toml('separator="→"\n[[field]]\nsymbols=["é","ß","a"]'),
        ]
    ),
    st.sampled_from([None, 1, 3]),
    st.booleans(),
)
def test_any_bytes_are_read_without_an_error_of_anyone_else(data, notation, size, keep):
    text = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for reading in read(data, notation, size=size, keep_duplicates=keep):
        caught = reading.error
        if caught is None:
            assert reading.cards
            assert size is None or len(reading.cards) <= size
        else:
            start = caught.column - 1
            assert rows[caught.line - 1][start : start + 1].strip()
            assert str(caught).isprintable()


def test_a_file_in_utf_16_is_refused_by_its_first_byte():
    caught = error("S1PS\nD3PO\n".encode("utf-16"))
    assert (caught.line, caught.column) == (1, 1)
    assert r"\xff" in str(caught) or "characters" in str(caught)


# tableaus as values


def test_a_tableau_from_text_recognises_its_notation():
    assert Tableau.from_text("S1PS\nD3PO\n") == Tableau(REAL_GAME, [A, B])
    assert Tableau.from_text("s1ps d3po", CONTEST).cards == (A, B)
    assert Tableau.from_text("1php # one\n3pcd").cards == (A, B)
    assert Tableau.from_text("012 333").game == Game(4, 3)
    assert Tableau.from_text("").cards == ()
    assert Tableau.from_text("\ufeffS1PS\r\nD3PO").cards == (A, B)
    assert Tableau.from_text("# 12 21 11\n\nS1PS").cards == (A,)
    assert Tableau.from_text("S1PS\x0bD3PO\u2028O2GF").cards == (A, B, C)


@pytest.mark.parametrize("text", ["S1PX", "S1PS S1PS", "S1PS\n\nD3PO", "S1PS\n\nD3PX"])
def test_a_text_that_is_no_single_tableau_is_refused(text):
    with pytest.raises(InputError, match="<text>:"):
        Tableau.from_text(text, CONTEST)


def test_a_tableau_is_a_value_that_its_repr_evaluates_to():
    names = {"Tableau": Tableau, "Game": Game}
    for tableau in (
        Tableau(REAL_GAME, [A, B, C]),
        Tableau(Game(4, 2), []),
        Tableau(REAL_GAME, [A, A], keep_duplicates=True),
    ):
        assert eval(repr(tableau), names) == tableau
        assert hash(eval(repr(tableau), names)) == hash(tableau)
    assert Tableau(REAL_GAME, [A, B]) != Tableau(REAL_GAME, [B, A])
    assert Tableau(Game(3, 5), [1]) != Tableau(REAL_GAME, [1])
    assert Tableau(REAL_GAME, [A]) != (A,)


def test_a_tableau_is_a_sequence_of_its_cards_with_their_sets():
    tableau = Tableau(REAL_GAME, [0, 40, 80, 1])
    assert (len(tableau), list(tableau), tableau[1]) == (4, [0, 40, 80, 1], 40)
    assert tableau.sets == [(0, 1, 2)]


@pytest.mark.parametrize("wrong", [[81], [-1], [0, 0], ["0"], [0.5]])
def test_a_tableau_of_what_are_no_different_cards_is_refused(wrong):
    with pytest.raises(CardError):
        Tableau(REAL_GAME, wrong)


def test_a_notebook_shows_a_tableau_as_svg():
    assert Tableau(REAL_GAME, [A, B, C])._repr_svg_().startswith("<svg")


def test_a_reading_keeps_the_error_of_its_tableau():
    (reading,) = read("X")
    assert isinstance(reading, Reading)
    assert isinstance(reading.error, CapsetError)
    assert reading.error.args == (
        *("f", 1, 1, "X", "1 character, a card has 4"),
        "symbol (D O S), count (1 2 3), colour (R G P), shading (O S F)",
    )
