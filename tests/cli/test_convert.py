import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.notation import BUILT_IN, REAL_GAME, notation_named

from .running import DATA, EXAMPLES, capset

BEADS = '[[field]]\nsymbols = "xyz"\n[[field]]\nsymbols = "klm"\n'


def test_tableaus_are_rewritten_a_card_a_line_with_a_blank_line_between():
    run = capset("convert", "--to", "findset", EXAMPLES / "contest.txt")
    assert (run.status, run.err) == (0, "")
    first, second = run.out.split("\n\n")
    assert first.splitlines()[:2] == ["1php", "3pcd"]
    assert len(second.splitlines()) == 12


def test_the_example_in_words_is_what_the_findset_program_calls_the_cards():
    run = capset("convert", "--to", "words", EXAMPLES / "findset.txt")
    golden = (DATA / "findset-output.txt").read_text().splitlines()[:12]
    assert run.out.splitlines() == [line.removeprefix("on the table, we have ") for line in golden]


def test_a_tableau_on_one_line():
    run = capset("convert", "--to", "contest", "--join", stdin="1php\n3pcd\n\n2gso\n")
    assert run == (0, "S1PS D3PO\n\nO2GF\n", "")


def test_unseparated_input_becomes_separated():
    run = capset("convert", "--to", "contest", "--size", "12", DATA / "contest-unseparated.txt")
    assert run == (0, (EXAMPLES / "contest.txt").read_text(), "")


def test_a_notation_of_ones_own_is_read_and_written(tmp_path):
    toml = tmp_path / "beads.toml"
    toml.write_text(BEADS)
    assert capset("convert", "--to", toml, "--values", "3", stdin="00 12") == (0, "xk\nym\n", "")
    assert capset("convert", "--to", "digits", "--notation", toml, stdin="xk YM").out == "00\n12\n"


def test_bad_tableaus_are_told_and_left_out():
    run = capset(
        "convert", "--to", "digits", "--notation", "contest", stdin="S1PX\n\nS1PS\n\nD1RO D1RO\n"
    )
    assert (run.status, run.out) == (2, "0212\n")
    assert [line.partition("'")[0] for line in run.err.splitlines()] == [
        "capset: <stdin>:1:4: ",
        "capset: <stdin>:5:6: ",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "nope"], "--notation nope: none of contest"),
        (["--to", "contest", "--values", "4"], "digits writes every deck"),
    ],
)
def test_a_notation_that_cannot_write_the_deck_is_told(options, message):
    run = capset("convert", *options, stdin="000")
    assert (run.status, run.out) == (2, "")
    assert message in run.err


@given(
    st.lists(
        st.lists(st.integers(0, 80), min_size=1, max_size=6, unique=True), min_size=1, max_size=3
    ),
    st.sampled_from(BUILT_IN),
    st.sampled_from(BUILT_IN),
    st.booleans(),
)
def test_there_and_back_is_the_same(tableaus, one, other, joined):
    write = notation_named(one, REAL_GAME).write
    text = "\n\n".join("\n".join(map(write, cards)) for cards in tableaus) + "\n"
    options = ["--values", "3", "--features", "4"]
    join = ["--join"] if joined else []
    there = capset("convert", "--notation", one, "--to", other, *options, *join, stdin=text)
    back = capset("convert", "--notation", other, "--to", one, *options, stdin=there.out)
    assert (there.status, back.status) == (0, 0)
    assert back.out == text
