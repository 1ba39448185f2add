"""The errors: one tree, messages fit for a terminal, fit to travel between processes."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset import errors
from capset.errors import (
    CapsetError,
    CardError,
    GameError,
    InputError,
    NotationError,
    TextError,
    printable,
)

TEXT_ERROR = TextError("S1PX", 3, "'X' is no shading", "shadings are O, F, S")
INPUT_ERROR = InputError("game.txt", 12, 4, "S1PX", "'X' is no shading", "shadings are O, F, S")


@pytest.mark.parametrize("error", [GameError, CardError, NotationError, TextError, InputError])
def test_every_error_is_a_capset_error_and_a_value_error(error):
    assert issubclass(error, CapsetError)
    assert issubclass(error, ValueError)


def test_all_errors_of_the_module_belong_to_the_tree():
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    assert INPUT_ERROR.__class__ in classes
    assert all(issubclass(error, CapsetError) for error in classes)


def test_an_input_error_is_a_text_error():
    assert isinstance(INPUT_ERROR, TextError)


def test_a_text_error_names_the_text_the_problem_and_what_is_allowed():
    assert str(TEXT_ERROR) == "'S1PX': 'X' is no shading; shadings are O, F, S"


def test_a_text_error_keeps_its_parts():
    assert (TEXT_ERROR.text, TEXT_ERROR.offset) == ("S1PX", 3)
    assert TEXT_ERROR.problem == "'X' is no shading"
    assert TEXT_ERROR.allowed == "shadings are O, F, S"


def test_a_text_error_without_text_or_allowance_says_the_problem_only():
    assert str(TextError("", 0, "no card")) == "no card"
    assert str(TextError("x", 0, "no card")) == "'x': no card"
    assert str(TextError("", 0, "no card", "give one")) == "no card; give one"


def test_an_input_error_begins_with_file_line_and_column():
    assert str(INPUT_ERROR) == "game.txt:12:4: 'S1PX': 'X' is no shading; shadings are O, F, S"
    assert (INPUT_ERROR.source, INPUT_ERROR.line, INPUT_ERROR.column) == ("game.txt", 12, 4)


def test_the_explanation_of_an_input_error_leaves_out_the_place():
    assert INPUT_ERROR.explanation == TEXT_ERROR.explanation


@pytest.mark.parametrize("error", [TEXT_ERROR, INPUT_ERROR, CardError("no card"), GameError("no")])
def test_errors_survive_pickling(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("S1PO", "'S1PO'"),
        ("", "''"),
        ("é…♦", "'é…♦'"),
        ("a\nb\tc", r"'a\nb\tc'"),
        ("\x1b[31m", r"'\x1b[31m'"),
        ("\u202e", r"'\u202e'"),
        (b"\xff\x80".decode("utf-8", "surrogateescape"), r"'\xff\x80'"),
        ("\ud800", r"'\ud800'"),
        ("\udc7f\udd00", r"'\udc7f\udd00'"),
        ("x" * 60, "'" + "x" * 60 + "'"),
        ("x" * 61, "'" + "x" * 60 + "…'"),
    ],
)
def test_printable_escapes_what_a_terminal_would_obey_and_cuts_what_is_long(text, shown):
    assert printable(text) == shown


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=[]), max_size=200))
def test_printable_fits_one_line_of_any_terminal(text):
    shown = printable(text)
    assert shown.isprintable()
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert len(shown) <= 60 * len(r"\U0010ffff") + 3
