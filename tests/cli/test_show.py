from xml.etree import ElementTree

import pytest

from .running import EXAMPLES, capset, process

CONTEST = EXAMPLES / "contest.txt"


def test_tableaus_are_drawn_one_after_the_other():
    run = process("show", CONTEST, NO_COLOR="1", COLUMNS="100")
    assert (run.status, run.err) == (0, "")
    assert "\x1b[3" not in run.out
    one = process("show", "--tableau", "1", CONTEST, NO_COLOR="1", COLUMNS="100")
    other = process("show", "--tableau", "2", CONTEST, NO_COLOR="1", COLUMNS="100")
    assert run.out == f"{one.out}\n{other.out}"
    assert one.out != other.out


def test_a_narrow_terminal_is_not_overrun():
    run = process("show", CONTEST, NO_COLOR="1", COLUMNS="40")
    assert run.status == 0
    assert max(map(len, run.out.splitlines())) <= 40


def test_a_tableau_is_drawn_as_svg(tmp_path):
    target = tmp_path / "out.svg"
    run = capset("show", "--svg", target, CONTEST)
    assert (run.status, run.out) == (0, "")
    assert run.err == f"capset: {target}: the tableau at {CONTEST}:1\n"
    drawing = target.read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert capset("show", "--svg", "-", CONTEST).out.strip() == drawing.strip()
    assert capset("show", "--svg", "-", "--tableau", "2", CONTEST).out.strip() != drawing.strip()
    assert capset("show", "--svg", "-", "--no-sets", CONTEST).out.strip() != drawing.strip()


@pytest.mark.parametrize("palette", ["standard", "okabe-ito", "high-contrast"])
def test_every_palette_draws(palette):
    assert capset("show", "--palette", palette, "--svg", "-", CONTEST).out.startswith("<svg")
    assert capset("show", "--palette", palette, CONTEST).status == 0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--values", "4"], "0000 1230 3333 0123"),
        (["--values", "5", "--features", "6"], "012340 444444"),
        (["--values", "40", "--features", "2"], "39.0 0.39"),
        (["--values", "3", "--features", "1"], "0 1 2"),
        (["--duplicates", "keep"], "S1PS S1PS"),
    ],
)
def test_other_decks_are_drawn(options, text):
    run = capset("show", *options, stdin=text)
    assert run.status == 0
    assert run.out.strip()
    svg = capset("show", "--svg", "-", *options, stdin=text)
    assert ElementTree.fromstring(svg.out).tag.endswith("svg")


def test_a_tableau_that_is_not_there_is_told():
    run = capset("show", "--tableau", "3", CONTEST)
    assert (run.status, run.out, run.err) == (2, "", "capset: there is no tableau 3 to draw\n")
    assert capset("show", stdin="") == (0, "", "")


def test_a_bad_tableau_is_told_and_not_drawn():
    run = capset("show", "--notation", "contest", stdin="S1PX\n\nS1PS\n")
    assert run.status == 2
    assert run.out == capset("show", stdin="S1PS\n").out
    assert run.err.startswith("capset: <stdin>:1:4: 'S1PX'")


def test_a_drawing_that_cannot_be_written_is_a_failure(tmp_path):
    target = tmp_path / "no" / "out.svg"
    run = process("show", "--svg", target, CONTEST)
    assert run == (1, "", f"capset: {target}: No such file or directory\n")
