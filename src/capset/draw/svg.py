"""Cards and tableaus as whole SVG documents.

In a tableau each set is outlined in a style of its own: a ring around each of its cards, with
the set's letter on it. Rings around one card are nested, so however sets overlap no ring hides
another. A legend lists the sets. Its parts, for web pages, are in :mod:`capset.draw.parts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from capset.draw.layout import MOST_LISTED, SET_COLOURS, default_columns, set_letters, valid_sets
from capset.draw.parts import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CORNER,
    PALE_INK,
    card_group,
    definitions,
    document,
    escaped,
    text_at,
)
from capset.draw.shapes import number
from capset.draw.style import describe
from capset.errors import DrawingError

if TYPE_CHECKING:
    from capset.game import Game

__all__ = ["card_group", "card_svg", "definitions", "tableau_svg"]

_DASHES = ("", "9 5", "0.01 5.5")  # for each further round of the colours

_CARD_GAP = 12.0
_FIRST_RING, _RING_STEP, _RING_WIDTH = 5.5, 5.0, 2.6
_MOST_RINGS = 6  # around one card; more would push the cards too far apart

_CAPTION_HEIGHT = 18.0
_LEGEND_SIZE, _LEGEND_ROW = 13.0, 21.0


class _Outline(NamedTuple):
    """How a set is marked: its letters, its colour, its dashes."""

    letters: str
    colour: str
    dashes: str


def card_svg(game: Game, card: int, *, width: float = 150, palette: str = "standard") -> str:
    """Return a whole SVG document that shows `card`, `width` pixels wide.

    Raises:
        CardError: where the deck has no such card.
        DrawingError: where there is no such palette.
    """
    name = describe(game, card)
    # half a unit around the card, for the line along its edge
    return document(
        (-0.5, -0.5, CARD_WIDTH + 1, CARD_HEIGHT + 1),
        width / (CARD_WIDTH + 1),
        [
            f"<title>{escaped(name)}</title>",
            definitions(game, [card], palette=palette),
            card_group(game, card, palette=palette, title=False),
        ],
    )


def tableau_svg(
    game: Game,
    cards: Iterable[int],
    *,
    sets: Iterable[Iterable[int]] = (),
    columns: int | None = None,
    card_width: float = 150,
    palette: str = "standard",
    captions: Sequence[str] = (),
    positions: bool = True,
) -> str:
    """Return a whole SVG document that shows `cards` in rows, each `card_width` pixels wide.

    `sets` are 0-based positions. The sets are lettered and outlined in their order; one that
    would be the seventh around some card is only listed, and the legend ends at 60 sets with
    the number of those left out. `columns` is by default such that there are three rows.
    `captions` are texts beneath the cards, the first card's first. `positions` are the cards'
    1-based numbers, in their corners.

    Raises:
        CardError: where the deck has no such card.
        DrawingError: where there is no such palette, a set has a position that is not in the
            tableau, or there are fewer than one column.
    """
    cards = tuple(cards)
    sets = valid_sets(sets, len(cards))
    if columns is not None and columns < 1:
        raise DrawingError(f"a tableau has 1 or more columns, not {columns}")
    columns = min(columns or default_columns(len(cards)), max(1, len(cards)))
    rings = _rings(sets, len(cards))
    margin = _margin(max(map(len, rings), default=0))
    gap = max(_CARD_GAP, 2 * margin - 2)
    row_height = CARD_HEIGHT + gap + (_CAPTION_HEIGHT if captions else 0)
    parts = []
    for place, card in enumerate(cards):
        x = margin + place % columns * (CARD_WIDTH + gap)
        y = margin + place // columns * row_height
        mark = str(place + 1) if positions else ""
        parts.append(card_group(game, card, x=x, y=y, palette=palette, mark=mark))
        parts.append(_rings_group(rings[place], x, y))
        if place < len(captions):
            parts.append(
                text_at(
                    captions[place],
                    x + CARD_WIDTH / 2,
                    y + CARD_HEIGHT + margin + 12,
                    12,
                    f'text-anchor="middle" fill="{PALE_INK}"',
                )
            )
    rows = -(-len(cards) // columns)
    width = columns * (CARD_WIDTH + gap) - gap + 2 * margin
    height = max(1.0, rows * row_height - gap + 2 * margin)
    if sets:
        outlined = {outline for around in rings for outline in around}
        legend, width, legend_height = _legend(sets, outlined, margin, height + 10, width)
        parts.append(legend)
        height += 10 + legend_height
    return document(
        (0, 0, width, height),
        card_width / CARD_WIDTH,
        [
            f"<title>Tableau of {len(cards)} cards</title>",
            f"<desc>{escaped(_description(game, cards, sets))}</desc>",
            definitions(game, cards, palette=palette),
            *filter(None, parts),
        ],
    )


def _description(game: Game, cards: Sequence[int], sets: Sequence[Sequence[int]]) -> str:
    lines = [f"{place}: {describe(game, card)}." for place, card in enumerate(cards, 1)]
    lines += [
        f"Set {set_letters(place)}: {_positions(positions, ', ')}."
        for place, positions in enumerate(sets)
    ]
    return " ".join(lines)


def _positions(positions: Iterable[int], joint: str) -> str:
    return joint.join(str(position + 1) for position in positions)


def _outline(place: int) -> _Outline:
    turn, colour = divmod(place, len(SET_COLOURS))
    return _Outline(set_letters(place), SET_COLOURS[colour], _DASHES[turn % len(_DASHES)])


def _rings(sets: Sequence[Sequence[int]], count: int) -> list[list[_Outline]]:
    """Return the outlines around each card, the innermost first."""
    rings: list[list[_Outline]] = [[] for _ in range(count)]
    for place, positions in enumerate(sets[:MOST_LISTED]):
        if all(len(rings[position]) < _MOST_RINGS for position in positions):
            for position in dict.fromkeys(positions):
                rings[position].append(_outline(place))
    return rings


def _ring_offset(ring: int) -> float:
    """Return how far outside the card the ring of a 0-based number runs."""
    return _FIRST_RING + _RING_STEP * ring


def _margin(most_rings: int) -> float:
    """Return the space around the cards that the rings take, with the letters on them."""
    return _ring_offset(most_rings - 1) + 7 if most_rings else 1.0


def _rings_group(outlines: Sequence[_Outline], x: float, y: float) -> str:
    if not outlines:
        return ""
    rings = "".join(_ring(outline, _ring_offset(ring)) for ring, outline in enumerate(outlines))
    # the letters stand side by side, so that each lies on its own ring and hides no other
    letters = "".join(
        _letters(outline, 30 + 18 * ring, -_ring_offset(ring), solid=True)
        for ring, outline in enumerate(outlines)
    )
    return f'<g transform="translate({number(x)} {number(y)})" fill="none">{rings}{letters}</g>'


def _ring(outline: _Outline, offset: float) -> str:
    dashes = f' stroke-dasharray="{outline.dashes}" stroke-linecap="round"'
    return (
        f'<rect class="capset-outline" x="{number(-offset)}" y="{number(-offset)}"'
        f' width="{number(CARD_WIDTH + 2 * offset)}" height="{number(CARD_HEIGHT + 2 * offset)}"'
        f' rx="{number(CORNER + offset)}" stroke="{outline.colour}"'
        f' stroke-width="{number(_RING_WIDTH)}"{dashes if outline.dashes else ""}/>'
    )


def _letters(outline: _Outline, x: float, y: float, *, solid: bool) -> str:
    """Return a set's letters on a plate around (x, y), a hollow one unless `solid`."""
    width = 14.0 + 5 * (len(outline.letters) - 1)
    fill, ink = (outline.colour, "#FFFFFF") if solid else ("none", PALE_INK)
    return (
        f'<rect x="{number(x - width / 2)}" y="{number(y - 6)}" width="{number(width)}"'
        f' height="12" rx="6" fill="{fill}" stroke="{outline.colour if solid else PALE_INK}"/>'
        + text_at(
            outline.letters,
            x,
            y + 3.3,
            9.2,
            f'fill="{ink}" text-anchor="middle" font-weight="700"',
        )
    )


def _legend(
    sets: Sequence[Sequence[int]],
    outlined: Iterable[_Outline],
    left: float,
    top: float,
    width: float,
) -> tuple[str, float, float]:
    """Return the list of the sets, the drawing's width, widened if need be, and its height."""
    texts = [_positions(positions, " · ") for positions in sets[:MOST_LISTED]]
    longest = max(map(len, texts))
    column = 34 + 0.52 * _LEGEND_SIZE * longest
    columns = max(1, int((width - 2 * left + 12) / column))
    parts = []
    for place, text in enumerate(texts):
        x, y = left + place % columns * column, top + place // columns * _LEGEND_ROW
        outline = _outline(place)
        parts.append(_letters(outline, x + 9, y + 9, solid=outline in outlined))
        parts.append(text_at(text, x + 22, y + 13.5, _LEGEND_SIZE, f'fill="{PALE_INK}"'))
    rows = -(-len(texts) // columns)
    if len(sets) > len(texts):
        more = f"and {len(sets) - len(texts)} more sets"
        y = top + rows * _LEGEND_ROW + 13.5
        parts.append(text_at(more, left + 1, y, _LEGEND_SIZE, f'fill="{PALE_INK}"'))
        rows += 1
    legend = f'<g class="capset-legend">{"".join(parts)}</g>'
    return legend, max(width, column + 2 * left), rows * _LEGEND_ROW
