"""What a card shows and how it is called."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.draw.layout import default_columns, set_letters, symbol_places, symbol_scale
from capset.draw.style import (
    COLOURS,
    PALETTES,
    describe,
    look,
    notes,
    palette_colours,
)
from capset.errors import CapsetError, CardError, DrawingError
from capset.game import Game

SMALL_DECKS = [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (4, 3), (4, 4), (5, 2), (7, 1)]
LARGE_VALUES = [(9, 3), (13, 3), (36, 2), (40, 2)]


@pytest.mark.parametrize(
    ("digits", "name"),
    [
        ((0, 0, 0, 0), "1 outlined red diamond"),
        ((1, 0, 1, 1), "2 striped red ovals"),
        ((2, 2, 2, 2), "3 filled purple squiggles"),
        ((1, 1, 0, 2), "2 outlined green squiggles"),
    ],
)
def test_real_cards_have_their_usual_names(digits: tuple[int, ...], name: str) -> None:
    game = Game()
    assert describe(game, game.card(digits)) == name


@pytest.mark.parametrize(
    ("game", "digits", "name"),
    [
        (Game(3, 1), (1,), "2 ovals"),
        (Game(3, 2), (0, 1), "1 green oval"),
        (Game(3, 3), (2, 1, 1), "3 striped green ovals"),
        (Game(8, 4), (7, 6, 4, 7), "8 crosshatched yellow crosses"),
        (Game(3, 5), (0, 0, 0, 0, 2), "1 outlined red diamond with double border"),
        (Game(3, 7), (0, 0, 0, 0, 0, 2, 1), "1 outlined red diamond with plain border and tag 21"),
        (Game(40, 2), (22, 39), "23 colour-39 ovals"),
        (
            Game(13, 6),
            (0, 0, 0, 12, 0, 12),
            "1 outlined red symbol-12 with plain border and tag 12",
        ),
    ],
)
def test_cards_of_other_decks_have_sensible_names(
    game: Game, digits: tuple[int, ...], name: str
) -> None:
    assert describe(game, game.card(digits)) == name


@pytest.mark.parametrize(("values", "features"), SMALL_DECKS + LARGE_VALUES)
def test_no_two_cards_have_one_name(values: int, features: int) -> None:
    game = Game(values, features)
    assert len({describe(game, card) for card in game.deck}) == game.deck_size


@given(st.integers(3, 50), st.integers(1, 9), st.data())
def test_any_two_cards_have_different_names(
    values: int, features: int, data: st.DataObject
) -> None:
    game = Game(values, features)
    cards = st.integers(0, game.deck_size - 1)
    one, other = data.draw(cards), data.draw(cards)
    assert (describe(game, one) == describe(game, other)) == (one == other)


def test_no_card_no_look() -> None:
    with pytest.raises(CardError):
        look(Game(), 81)


def test_palettes_have_distinct_colours_and_names_for_them() -> None:
    for palette in PALETTES:
        colours = palette_colours(palette)
        assert len(set(colours)) == len(colours) <= len(COLOURS)


def test_an_unknown_palette_is_refused_with_the_known_ones() -> None:
    with pytest.raises(DrawingError, match="standard, okabe-ito, high-contrast, not 'pastel'"):
        palette_colours("pastel")
    assert issubclass(DrawingError, CapsetError)


def test_a_colour_that_a_palette_lacks_is_noted() -> None:
    game = Game(12, 2)
    brown = look(game, game.card((0, 9)))
    assert notes(game, brown, "standard") == []
    assert notes(game, brown, "okabe-ito") == ["brown"]


def luminance(colour: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_high_contrast_is_high() -> None:
    lights = [luminance(colour) for colour in palette_colours("high-contrast")]
    assert all(1.05 / (light + 0.05) >= 4 for light in lights)
    real = sorted(lights[:3])
    for darker, lighter in pairwise(real):
        assert (lighter + 0.05) / (darker + 0.05) > 1.5, "told apart in grey as well"


@pytest.mark.parametrize(
    ("count", "columns"), [(0, 1), (1, 1), (3, 3), (9, 3), (12, 4), (15, 5), (21, 7), (81, 9)]
)
def test_columns_are_those_of_the_game(count: int, columns: int) -> None:
    assert default_columns(count) == columns


def test_sets_have_letters() -> None:
    assert [set_letters(place) for place in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


@pytest.mark.parametrize("values", range(3, 11))
def test_symbols_lie_on_the_card_and_apart(values: int) -> None:
    width, height = 34 * symbol_scale(values) + 2.4, 68 * symbol_scale(values) + 2.4
    for count in range(1, values + 1):
        places = symbol_places(count, values)
        assert len(places) == count
        for x, y in places:
            assert abs(x) + width / 2 <= 75 - 6
            assert abs(y) + height / 2 <= 50 - 5
        for place, (x, y) in enumerate(places):
            for other_x, other_y in places[:place]:
                assert abs(x - other_x) >= width or abs(y - other_y) >= height
