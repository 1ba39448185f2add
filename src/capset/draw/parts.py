"""The parts of SVG drawings: symbols, defined once, and cards that use them.

A card is landscape, 150 by 100 units, its symbols upright side by side: twelve of them in three
columns fill half of a telephone's screen and in four columns suit a page, where upright cards
would do neither. Drawings stand on any background and use no script, style sheet, pattern,
clip path or outside resource.

A document defines each symbol once and its cards use it: put :func:`definitions` into a page
once and as many :func:`card_group` as wanted. An identifier says all of what it defines, so
that two drawings in one page cannot get in each other's way. The parts have the classes
``capset-card``, ``capset-face``, ``capset-symbols``, ``capset-text`` for a page's style sheet.
Links are ``xlink:href``, which a file of XML has to declare: Inkscape knows no other before 1.3.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import pi
from typing import TYPE_CHECKING

from capset.draw import shapes
from capset.draw.layout import MOST_PIPS, symbol_places, symbol_scale
from capset.draw.shapes import number
from capset.draw.style import (
    CHANNELS,
    Look,
    border_of,
    colour_of,
    describe,
    look,
    notes,
    shading_of,
    symbol_of,
)

if TYPE_CHECKING:
    from capset.game import Game

CARD_WIDTH, CARD_HEIGHT = 150.0, 100.0
"""The size of a card in drawing units."""

CORNER = 9.0
"""The radius of a card's corners in drawing units."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

_INK = "#3F3F46"
PALE_INK = "#8A8A94"
"""The colour of small text: readable on a white page and on a dark one."""

_STROKE = 'stroke-linejoin="round" stroke-linecap="round"'

_TAG_STRIP = 20.0
_SYMBOL_SHRINKAGE = 0.8  # of a card that also has a tag


def escaped(text: str) -> str:
    """Return `text` as it stands in XML, also within double quotes."""
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )


def definitions(game: Game, cards: Iterable[int], *, palette: str = "standard") -> str:
    """Return the ``<defs>`` element with the symbols that `cards` use, each once.

    In a page, keep the SVG element around it rendered (of no size, not ``display: none``).

    Raises:
        CardError: where the deck has no such card.
        DrawingError: where there is no such palette.
    """
    symbols = {}
    for card in cards:
        shown = look(game, card)
        scale = _scale(game, shown, palette)
        symbols[symbol_id(game, shown, palette)] = (symbol_of(shown), shading_of(shown), scale)
    drawn = "".join(
        f'\n<g id="{name}" {_STROKE}>{_symbol(*symbols[name])}</g>' for name in sorted(symbols)
    )
    return f"<defs>{drawn}\n</defs>"


def symbol_id(game: Game, shown: Look, palette: str = "standard") -> str:
    """Return the identifier under which :func:`definitions` has the symbol of a card.

    The symbol is centred on the origin and takes ``fill`` and ``stroke`` from where it is used.
    """
    size = round(100 * _scale(game, shown, palette))
    return f"capset-{shading_of(shown)}-{symbol_of(shown)}-{size}"


def _scale(game: Game, shown: Look, palette: str) -> float:
    scale = symbol_scale(game.values)
    return scale * _SYMBOL_SHRINKAGE if _has_tag(game, palette) else scale


def _has_tag(game: Game, palette: str) -> bool:
    """Return whether some card of the deck has a tag, so that all are laid out alike."""
    return bool(notes(game, look(game, game.deck_size - 1), palette))


def _symbol(symbol: str, shading: str, scale: float) -> str:
    polygon = shapes.outline(symbol, scale)
    line = 3.0 if scale > 0.7 else 2.4
    edge = f'<path d="{shapes.outline_path(symbol, scale)}" stroke-width="{number(line)}"'
    if shading == "filled":
        return f"{edge}/>"
    return f'{_shading(polygon, shading)}{edge} fill="none"/>'


def _shading(polygon: list[shapes.Point], shading: str) -> str:
    """Return the inside of a symbol that is neither outlined nor filled."""
    if shading == "outlined":
        return ""
    if shading == "half-filled":
        return f'<path d="{shapes.lower_half(polygon)}" stroke="none"/>'
    if shading == "dotted":
        return _lines(shapes.dots(polygon, 7.5, 4.2), 3.8)
    hatchings = {
        "striped": shapes.hatching(polygon, 6),
        "crosshatched": shapes.hatching(polygon, 6.4, pi / 4)
        + shapes.hatching(polygon, 6.4, -pi / 4),
        "slanted": shapes.hatching(polygon, 6.4, pi / 4),
        "barred": shapes.hatching(polygon, 6.4, pi / 2),
    }
    return _lines(hatchings[shading], 1.9)


def _lines(path: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke-width="{number(width)}"/>'


def card_group(
    game: Game,
    card: int,
    *,
    x: float = 0,
    y: float = 0,
    palette: str = "standard",
    mark: str = "",
    title: bool = True,
) -> str:
    """Return a ``<g>`` element that shows `card` with its top left corner at (x, y).

    It needs the :func:`definitions` of the card in the same document. `mark` is a short text
    for the top left corner, such as a position; `title` adds the spoken name.

    Raises:
        CardError: where the deck has no such card.
        DrawingError: where there is no such palette.
    """
    shown = look(game, card)
    return "".join(
        [
            f'<g class="capset-card" transform="translate({number(x)} {number(y)})">',
            f"<title>{escaped(describe(game, card))}</title>" if title else "",
            _rectangle(0, 'class="capset-face" fill="#FFFFFF" stroke="#D4D4DA" stroke-width="1"'),
            _border(border_of(shown)) if game.features > CHANNELS.index("border") else "",
            _symbols(game, shown, palette),
            _tag(" · ".join(notes(game, shown, palette))),
            text_at(mark, 6.5, 14.5, 10, f'fill="{PALE_INK}"') if mark else "",
            "</g>",
        ]
    )


def _rectangle(inset: float, attributes: str) -> str:
    radius = max(2.0, CORNER - inset)
    place = f'x="{number(inset)}" y="{number(inset)}" ' if inset else ""
    return (
        f'<rect {place}width="{number(CARD_WIDTH - 2 * inset)}"'
        f' height="{number(CARD_HEIGHT - 2 * inset)}" rx="{number(radius)}" {attributes}/>'
    )


def _border(border: str) -> str:
    def line(inset: float, width: float, more: str = "") -> str:
        paint = f'fill="none" stroke="{_INK}" stroke-width="{number(width)}"'
        return _rectangle(inset, f"{paint} {more}".rstrip())

    if border == "heavy":
        return line(4, 4)
    if border == "double":
        return line(2.7, 1.4) + line(6.2, 1.4)
    if border == "dashed":
        return line(4, 3, 'stroke-dasharray="12 6.6"')
    if border == "dotted":
        return line(4, 3.4, 'stroke-linecap="round" stroke-dasharray="0.01 7.6"')
    if border == "cornered":
        corner = "M4 22V9A5 5 0 0 1 9 4H22"
        turns = ((1, 1, 0, 0), (-1, 1, CARD_WIDTH, 0), (1, -1, 0, CARD_HEIGHT))
        every = (*turns, (-1, -1, CARD_WIDTH, CARD_HEIGHT))
        return "".join(
            f'<path d="{corner}" transform="translate({number(right)} {number(down)})'
            f' scale({across} {along})" fill="none" stroke="{_INK}" stroke-width="4"/>'
            for across, along, right, down in every
        )
    return ""


def _symbols(game: Game, shown: Look, palette: str) -> str:
    scale, middle = 1.0, CARD_HEIGHT / 2
    if _has_tag(game, palette):
        scale, middle = _SYMBOL_SHRINKAGE, (CARD_HEIGHT - _TAG_STRIP) / 2 + 4
    places = [(0.0, 0.0)]
    numeral = ""
    if game.values > MOST_PIPS:
        places = [(30.0, 0.0)]
        numeral = text_at(
            str(shown.number),
            CARD_WIDTH / 2,
            middle + 15 * scale,
            42 * scale,
            'text-anchor="end" font-weight="600" stroke="none"',
        )
    else:
        places = symbol_places(shown.number, game.values)
    name = symbol_id(game, shown, palette)
    uses = "".join(
        f'<use xlink:href="#{name}" x="{number(CARD_WIDTH / 2 + x * scale)}"'
        f' y="{number(middle + y * scale)}"/>'
        for x, y in places
    )
    colour = colour_of(shown, palette)
    return f'<g class="capset-symbols" fill="{colour}" stroke="{colour}">{numeral}{uses}</g>'


def _tag(text: str) -> str:
    if not text:
        return ""
    # a bold letter of a wide font is some 0.68 of the size wide
    size = min(17.0, (CARD_WIDTH - 24) / (0.68 * len(text)))
    return text_at(
        text,
        CARD_WIDTH / 2,
        CARD_HEIGHT - 11,
        size,
        f'fill="{_INK}" text-anchor="middle" font-weight="600" letter-spacing="0.5"',
    )


def text_at(text: str, x: float, y: float, size: float, attributes: str) -> str:
    """Return a ``<text>`` element with its baseline at (x, y), in the drawings' font."""
    return (
        f'<text class="capset-text" x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        f' font-family="{FONT}" {attributes}>{escaped(text)}</text>'
    )


def document(
    box: tuple[float, float, float, float], pixels_a_unit: float, lines: Iterable[str]
) -> str:
    """Return a whole SVG document of the lines, which shows the box (x, y, width, height)."""
    *_, width, height = box
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' width="{number(width * pixels_a_unit)}"'
            f' height="{number(height * pixels_a_unit)}"'
            f' viewBox="{" ".join(map(number, box))}" role="img">',
            *lines,
            "</svg>\n",
        ]
    )
