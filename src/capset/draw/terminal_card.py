"""A card in the terminal: its sizes and its lines, as characters with their styles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from capset.draw.raster import striped_cells, symbol_rows
from capset.draw.style import (
    BORDERS,
    CHANNELS,
    Look,
    border_of,
    colour_of,
    look,
    palette_colours,
    shading_of,
    symbol_of,
    tag_text,
    value_name,
)

if TYPE_CHECKING:
    from capset.game import Game

FACE = "on #FFFFFF"
_EDGE = "#B4B4BE"
_FRAME = "#3F3F46"
PALE_INK = "#8A8A94"

# corners from the upper left to the lower right, then the horizontal and the vertical line
_FRAMES = {
    "plain": "╭╮╰╯─│",
    "heavy": "┏┓┗┛━┃",
    "double": "╔╗╚╝═║",
    "dashed": "┏┓┗┛╍╏",
    "dotted": "┌┐└┘┈┊",
    "cornered": "┏┓┗┛  ",
}
_ASCII_FRAMES = {
    "plain": "++++-|",
    "heavy": "#####H",
    "double": "++++=I",
    "dashed": "++++~!",
    "dotted": "....::",
    "cornered": "++++  ",
}

_SIZES = ((5, 5), (4, 4), (3, 3))
_ASCII_SIZES = ((5, 5), (4, 4))  # with fewer characters an oval is no longer one
_MOST_DRAWN = 4  # symbols side by side; beyond, a numeral and one symbol
_CLEAR_VALUES = 3  # of a shading or a symbol

Segment = tuple[str, str]
Line = list[Segment]


class Canvas(NamedTuple):
    """What the terminal can show."""

    colour: bool
    unicode: bool
    palette: str


class Size(NamedTuple):
    """The size of a symbol and of a card around it, in characters."""

    symbol_width: int
    symbol_height: int
    width: int
    height: int


class Mark(NamedTuple):
    """A set that a card is in: its letters and its colour."""

    letters: str
    colour: str


def card_sizes(game: Game, cards: Iterable[int], canvas: Canvas) -> list[Size]:
    """Return the sizes in which `cards` may be drawn, the largest first."""
    labels = (_label(game, look(game, card), canvas) for card in cards)
    longest = max(map(len, labels), default=0)
    sizes = []
    for symbol_width, symbol_height in _SIZES if canvas.unicode else _ASCII_SIZES:
        if game.values <= _MOST_DRAWN:
            content = game.values * (symbol_width + 1) - 1
        else:
            content = len(str(game.values)) + 2 + symbol_width
        inner = max(content, longest + 4 if longest else 0, len(str(game.deck_size)) + 6)
        sizes.append(Size(symbol_width, symbol_height, inner + 2, symbol_height + 2))
    return sizes


def card_lines(
    game: Game,
    card: int,
    number: str,
    marks: Sequence[Mark],
    size: Size,
    canvas: Canvas,
) -> list[Line]:
    """Return the lines of a card, all of the card's width."""
    shown = look(game, card)
    inner = size.width - 2
    frame = (_FRAMES if canvas.unicode else _ASCII_FRAMES)[border_of(shown)]
    upper_left, upper_right, lower_left, lower_right, across, down = tuple(frame)
    edge = f"{_FRAME if border_of(shown) != 'plain' else _EDGE} {FACE}"
    if marks:
        edge = f"bold {marks[0].colour} {FACE}"
    lines = [[(upper_left, edge), *_top(number, marks, inner, across, edge), (upper_right, edge)]]
    for row in _content(game, shown, size, canvas):
        spare = inner - sum(len(characters) for characters, _ in row)
        left, right = " " * (spare // 2), " " * (spare - spare // 2)
        lines.append([(down + left, edge), *row, (right + down, edge)])
    bottom = _bottom(_label(game, shown, canvas), inner, across, edge)
    lines.append([(lower_left, edge), *bottom, (lower_right, edge)])
    return lines


def _bottom(label: str, inner: int, across: str, edge: str) -> Line:
    """Return the lower edge between the corners, with the label in its middle."""
    if not label:
        return [(across * inner, edge)]
    left = (inner - len(label) - 2) // 2
    right = inner - len(label) - 2 - left
    return [
        (across * left, edge),
        (f" {label} ", f"{_FRAME} {FACE}"),
        (across * right, edge),
    ]


def _top(number: str, marks: Sequence[Mark], inner: int, across: str, edge: str) -> Line:
    """Return the upper edge between the corners: the position, then the letters of the sets.

    A plus stands for letters that find no room.
    """
    start = across + number + " " if number else across
    room = inner - len(start) - 1
    letters: Line = []
    for place, mark in enumerate(marks):
        rest = len(marks) - place - 1
        if len(mark.letters) + 1 + (2 if rest else 0) > room:
            letters += [(" ", edge), ("+", edge)]
            break
        room -= len(mark.letters) + 1
        letters += [(" ", edge), (mark.letters, f"bold {mark.colour} {FACE}")]
    if letters:
        letters.append((" ", edge))
    used = len(start) + sum(len(characters) for characters, _ in letters)
    return [(start, edge), (across * (inner - used), edge), *letters]


def _content(game: Game, shown: Look, size: Size, canvas: Canvas) -> Iterator[Line]:
    """Yield the lines between a card's upper and lower edge, without the space beside them."""
    ink = f"{colour_of(shown, canvas.palette)} {FACE}"
    gap = (" ", FACE)
    for place, row in enumerate(_symbol(shown, size, canvas)):
        if game.values <= _MOST_DRAWN:
            yield [*row, *[gap, *row] * (shown.number - 1)]
        else:
            numeral = str(shown.number) if place == (size.symbol_height - 1) // 2 else ""
            yield [(numeral.rjust(len(str(game.values))), f"bold {ink}"), gap, gap, *row]


def _symbol(shown: Look, size: Size, canvas: Canvas) -> list[Line]:
    symbol, shading = symbol_of(shown), shading_of(shown)
    width, height = size.symbol_width, size.symbol_height
    colour = colour_of(shown, canvas.palette)
    if shading == "striped" and canvas.colour and canvas.unicode:
        tint = _tint(colour)
        return [
            [
                (character, f"{colour if inked else tint} {f'on {tint}' if tinted else FACE}")
                for character, inked, tinted in row
            ]
            for row in striped_cells(symbol, width, height)
        ]
    rows = symbol_rows(symbol, shading, width, height, unicode=canvas.unicode)
    return [[(row, f"{colour} {FACE}")] for row in rows]


def _tint(colour: str) -> str:
    """Return `colour` thinned with white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - 0.3 * (255 - part)):02X}" for part in parts)


def _label(game: Game, shown: Look, canvas: Canvas) -> str:
    """Return what stands in a card's lower edge: all that its picture does not show clearly."""
    own = {
        "shading": _CLEAR_VALUES,
        "colour": len(palette_colours(canvas.palette)) if canvas.colour else 0,
        "symbol": _CLEAR_VALUES,
        "border": len(BORDERS),
    }
    words = [
        value_name(channel, getattr(shown, channel))
        for channel in own
        if channel in CHANNELS[: game.features] and getattr(shown, channel) >= own[channel]
    ]
    if shown.tag:
        words.append(tag_text(game, shown.tag))
    return " ".join(words)
