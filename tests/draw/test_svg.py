"""SVG drawings: well formed, unambiguous, whole."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset.draw.parts import card_group, definitions
from capset.draw.style import PALETTES, describe
from capset.draw.svg import card_svg, tableau_svg
from capset.errors import CardError, DrawingError
from capset.game import Game

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"

DECKS = [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (4, 3), (5, 2), (7, 1), (36, 2), (40, 2)]


def parsed(document: str) -> ElementTree.Element:
    """The root of a document, checked: well formed, every link has its one target."""
    root = ElementTree.fromstring(document)
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(names)) == len(names)
    links = {use.get(f"{XLINK}href") for use in root.iter(f"{SVG}use")}
    assert links == {f"#{name}" for name in names}
    return root


def picture(document: str) -> str:
    """A document without what is not seen."""
    return re.sub(r"<(title|desc)>[^<]*</\1>", "", document)


@pytest.mark.parametrize(("values", "features"), DECKS)
def test_no_two_cards_look_alike(values: int, features: int) -> None:
    game = Game(values, features)
    cards = range(0, game.deck_size, max(1, game.deck_size // 400))
    for palette in PALETTES:
        drawn = {picture(card_svg(game, card, palette=palette)) for card in cards}
        assert len(drawn) == len(cards)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 45), st.integers(1, 8), st.sampled_from(sorted(PALETTES)), st.data())
def test_every_card_of_every_deck_is_drawn(
    values: int, features: int, palette: str, data: st.DataObject
) -> None:
    game = Game(values, features)
    one, other = data.draw(st.tuples(*[st.integers(0, game.deck_size - 1)] * 2))
    document = card_svg(game, one, palette=palette)
    assert parsed(document).findtext(f"{SVG}title") == describe(game, one)
    assert document == card_svg(game, one, palette=palette)
    same = picture(document) == picture(card_svg(game, other, palette=palette))
    assert same == (one == other)


@pytest.mark.parametrize("width", [60, 120, 300])
def test_a_card_is_as_wide_as_asked(width: int) -> None:
    root = parsed(card_svg(Game(), 40, width=width))
    assert float(root.get("width", "")) == width
    assert float(root.get("height", "")) == pytest.approx(width * 2 / 3, rel=0.01)


def test_nothing_is_loaded_or_run() -> None:
    document = tableau_svg(Game(3, 6), range(0, 729, 31), captions=["x"] * 24)
    assert not re.search(r"<script|<style|<image|<pattern|clip-path|url\(|@import", document)
    assert set(re.findall(r'https?://[^"]*', document)) == {SVG[1:-1], XLINK[1:-1]}


def test_a_tableau_shows_each_card_once_and_numbered() -> None:
    cards = [0, 40, 80, 7, 7]
    root = parsed(tableau_svg(Game(), cards))
    groups = root.findall(f".//{SVG}g[@class='capset-card']")
    assert [group.findtext(f"{SVG}title") for group in groups] == [
        describe(Game(), card) for card in cards
    ]
    assert [group.findtext(f"{SVG}text") for group in groups] == ["1", "2", "3", "4", "5"]
    assert "capset-text" not in tableau_svg(Game(), cards, positions=False)


def test_sets_are_outlined_lettered_and_listed() -> None:
    game = Game(3, 2)
    sets = list(game.sets_in(game.deck))
    assert len(sets) == 12
    root = parsed(tableau_svg(game, game.deck, sets=sets))
    outlines = root.findall(f".//{SVG}rect[@class='capset-outline']")
    assert len(outlines) == 36
    styles = {(ring.get("stroke"), ring.get("stroke-dasharray")) for ring in outlines}
    assert len(styles) == 12, "each set has a style of its own"
    legend = root.find(f"{SVG}g[@class='capset-legend']")
    assert legend is not None
    texts = [text.text for text in legend.iter(f"{SVG}text")]
    assert texts[:4] == ["A", "1 · 2 · 3", "B", "1 · 4 · 7"]
    assert texts[-2:] == ["L", "7 · 8 · 9"]


def test_rings_around_a_card_are_nested_and_stay_in_the_drawing() -> None:
    game = Game(3, 2)
    root = parsed(tableau_svg(game, game.deck, sets=game.sets_in(game.deck)))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    boxes = []
    for group in root.findall(f"{SVG}g"):
        rings = group.findall(f"{SVG}rect[@class='capset-outline']")
        if not rings:
            continue
        offsets = [-float(ring.get("x", "")) for ring in rings]
        assert offsets == sorted(set(offsets))
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform", "")))
        outer = offsets[-1] + 6.5
        assert outer <= x <= width - 150 - outer
        assert outer <= y <= height - 100 - outer
        boxes.append((x - offsets[-1], y - offsets[-1], 150 + 2 * offsets[-1], 100))
    assert len(boxes) == 9
    for place, (x, y, across, down) in enumerate(boxes):
        for other_x, other_y, *_ in boxes[:place]:
            assert abs(x - other_x) > across or abs(y - other_y) > down


def test_very_many_sets_are_drawn_in_part_and_that_is_said() -> None:
    game = Game(3, 3)
    document = tableau_svg(game, game.deck, sets=game.sets_in(game.deck))
    parsed(document)
    assert "and 57 more sets" in document


def test_text_is_escaped() -> None:
    root = parsed(tableau_svg(Game(), [0], captions=['<b> & "c"']))
    assert '<b> & "c"' in [text.text for text in root.iter(f"{SVG}text")]


def test_an_empty_tableau_is_drawn() -> None:
    parsed(tableau_svg(Game(), []))


@pytest.mark.parametrize("bad", [(0, 1, 12), (-1, 0, 1)])
def test_a_set_outside_the_tableau_is_refused(bad: tuple[int, ...]) -> None:
    with pytest.raises(DrawingError, match="0 to 11"):
        tableau_svg(Game(), range(12), sets=[bad])


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(DrawingError, match="1 or more columns"):
        tableau_svg(Game(), range(12), columns=0)
    with pytest.raises(DrawingError, match="palettes are"):
        card_svg(Game(), 0, palette="pastel")
    with pytest.raises(CardError):
        card_svg(Game(), 81)


def test_pages_define_symbols_once_and_use_them_often() -> None:
    game = Game()
    page = (
        f'<svg xmlns="{SVG[1:-1]}" xmlns:xlink="{XLINK[1:-1]}">{definitions(game, game.deck)}'
        + "".join(card_group(game, card, x=160 * card) for card in game.deck)
        + "</svg>"
    )
    root = parsed(page)
    assert len(list(root.iter(f"{SVG}defs"))) == 1
    assert len([element for element in root.iter() if element.get("id")]) == 9
    assert len(list(root.iter(f"{SVG}use"))) == 27 * (1 + 2 + 3)
