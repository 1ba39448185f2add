"""Drawings in the terminal: never too wide, never ambiguous, plain where asked."""

import io
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from capset.draw.style import describe
from capset.draw.terminal import card_text, print_tableau, tableau_text
from capset.errors import CardError, DrawingError
from capset.game import Game

DECKS = [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (4, 3), (5, 2), (7, 1), (36, 2), (40, 2)]


def printed(text: object, width: int = 200) -> str:
    """What a terminal with all colours is sent."""
    console = Console(
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=width,
        no_color=False,
    )
    console.print(text, no_wrap=True, crop=False)
    output = console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue()


@pytest.mark.parametrize(("values", "features"), DECKS)
@pytest.mark.parametrize("unicode", [True, False])
def test_no_two_cards_look_alike_without_colour(values: int, features: int, unicode: bool) -> None:
    game = Game(values, features)
    cards = range(0, game.deck_size, max(1, game.deck_size // 400))
    drawn = {card_text(game, card, colour=False, unicode=unicode).plain for card in cards}
    assert len(drawn) == len(cards)


@pytest.mark.parametrize(("values", "features"), DECKS)
def test_no_two_cards_look_alike_with_colour(values: int, features: int) -> None:
    game = Game(values, features)
    cards = range(0, game.deck_size, max(1, game.deck_size // 100))
    drawn = {printed(card_text(game, card)) for card in cards}
    assert len(drawn) == len(cards)


@pytest.mark.parametrize("width", [20, 27, 30, 40, 56, 60, 79, 80, 120])
@pytest.mark.parametrize("unicode", [True, False])
def test_real_cards_differ_at_every_width(width: int, unicode: bool) -> None:
    game = Game()
    drawn = {
        tableau_text(game, [card] * 4, width=width, colour=False, unicode=unicode).plain
        for card in game.deck
    }
    assert len(drawn) == 81


@settings(max_examples=80, deadline=None)
@given(
    st.integers(3, 40),
    st.integers(1, 8),
    st.integers(20, 130),
    st.one_of(st.none(), st.integers(1, 50)),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_lines_are_never_too_wide(
    values: int,
    features: int,
    width: int,
    height: int | None,
    colour: bool,
    unicode: bool,
    data: st.DataObject,
) -> None:
    game = Game(values, features)
    cards = data.draw(st.lists(st.integers(0, game.deck_size - 1), max_size=15))
    places = st.lists(st.integers(0, max(0, len(cards) - 1)), min_size=1, max_size=values)
    sets = data.draw(st.lists(places, max_size=8)) if cards else []
    text = tableau_text(
        game, cards, sets=sets, width=width, height=height, colour=colour, unicode=unicode
    )
    assert all(cell_len(line) <= width for line in text.plain.split("\n"))
    if not colour:
        assert "\x1b" not in printed(text)
    if not unicode:
        assert text.plain.isascii()


def test_a_real_tableau_fits_an_ordinary_terminal() -> None:
    lines = tableau_text(Game(), range(12), sets=[(0, 1, 2)], width=80, height=24).plain.split("\n")
    assert len(lines) == 22
    assert max(map(cell_len, lines)) == 79


@pytest.mark.parametrize("count", [12, 15, 18, 21])
def test_later_tableaus_fit_an_ordinary_terminal_too(count: int) -> None:
    assert tableau_text(Game(), range(count), width=80, height=24).plain.count("\n") < 24


def test_a_low_terminal_gets_words() -> None:
    text = tableau_text(Game(), range(12), width=60, height=12, colour=False)
    assert text.plain.split("\n")[0].rstrip() == f" 1 {describe(Game(), 0)}"
    assert text.plain.count("\n") == 11


def test_sizes_shrink_with_the_width() -> None:
    heights = [
        tableau_text(Game(), range(12), width=width).plain.count("\n") for width in (80, 75, 55)
    ]
    assert all(more > fewer for more, fewer in pairwise(heights))


def test_sets_are_lettered_on_their_cards_and_listed() -> None:
    game = Game()
    cards = [0, 1, 2, 5, 8]
    sets = list(game.sets_in(cards))
    assert sets == [(0, 1, 2), (2, 3, 4)]
    plain = tableau_text(game, cards, sets=sets, colour=False, width=120).plain
    assert [plain.count(letter) for letter in "AB"] == [4, 4], "three cards and the legend"
    assert plain.split("\n")[-1] == "A  1, 2, 3   B  3, 4, 5"
    words = tableau_text(game, cards, sets=sets, colour=False, width=31, height=7).plain
    assert "3 1 outlined red squiggle [A B]" in words


def test_more_sets_than_fit_on_an_edge_are_marked() -> None:
    sets = [(0, place) for place in range(1, 12)]
    plain = tableau_text(Game(), range(12), sets=sets, width=60, colour=False).plain
    assert " + " in plain.split("\n")[0]
    assert "K  1, 12" in plain


def test_very_many_sets_are_listed_in_part_and_that_is_said() -> None:
    game = Game(3, 3)
    text = tableau_text(game, game.deck, sets=game.sets_in(game.deck), colour=False)
    assert text.plain.endswith("\nand 57 more")


def test_no_colour_in_the_environment_means_no_escape_sequences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = io.StringIO()
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=output, force_terminal=True, width=80)
    print_tableau(console, Game(), range(12), sets=[(0, 1, 2)])
    assert "\x1b" not in output.getvalue()
    assert output.getvalue().count(" red ") == 9


def test_colours_where_the_console_has_them() -> None:
    output = io.StringIO()
    console = Console(
        file=output, force_terminal=True, color_system="truecolor", width=80, no_color=False
    )
    print_tableau(console, Game(), [0])
    assert "\x1b[" in output.getvalue()
    assert "red" not in output.getvalue()


def test_ascii_where_the_encoding_has_no_blocks() -> None:
    raw = io.BytesIO()
    console = Console(file=io.TextIOWrapper(raw, encoding="iso8859-1"), width=80)
    print_tableau(console, Game(), range(12), sets=[(0, 1, 2)])
    console.file.flush()
    assert raw.getvalue().isascii()
    assert b"#####" in raw.getvalue()


def test_an_empty_tableau_is_nothing() -> None:
    assert tableau_text(Game(), []).plain == ""


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(DrawingError, match="20 or more characters"):
        tableau_text(Game(), [0], width=19)
    with pytest.raises(DrawingError, match="0 to 1, not 2"):
        tableau_text(Game(), [0, 1], sets=[(0, 2)])
    with pytest.raises(DrawingError, match="palettes are"):
        card_text(Game(), 0, palette="pastel")
    with pytest.raises(CardError):
        card_text(Game(), 81)
