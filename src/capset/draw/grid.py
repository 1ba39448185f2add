"""A whole deck as a nested grid, with some of its cards marked.

The last feature runs along the columns, the one before it along the rows, and so on in turn:
the real deck is the well-known square of three by three blocks of three by three cards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from capset.draw.parts import escaped
from capset.draw.shapes import number
from capset.game import Game

CHOSEN, FORCED, EXCLUDED, OTHER = "chosen", "forced", "excluded", "other"

_MARKS = {CHOSEN: "●", FORCED: "◉", EXCLUDED: "×", OTHER: "·"}
_ASCII_MARKS = {CHOSEN: "O", FORCED: "@", EXCLUDED: "x", OTHER: "."}


class GridPlace(NamedTuple):
    """Where a card stands: its 0-based row and column, and the gaps before them.

    Between blocks of v there is one gap, between blocks of blocks two, and so on.
    """

    row: int
    column: int
    row_gaps: int
    column_gaps: int


def grid_place(game: Game, card: int) -> GridPlace:
    """Return where `card` stands in the grid of its deck.

    Raises:
        CardError: where the deck has no such card.
    """
    digits = game.digits(card)[::-1]
    column, column_gaps = _line_place(digits[::2], game.values)
    row, row_gaps = _line_place(digits[1::2], game.values)
    return GridPlace(row, column, row_gaps, column_gaps)


def _line_place(digits: tuple[int, ...], values: int) -> tuple[int, int]:
    """The place along a line, and the gaps before it; the first digit changes fastest."""
    place = gaps = 0
    for level, digit in enumerate(digits):
        place += digit * values**level
    for level in range(1, len(digits)):
        gaps += place // values**level
    return place, gaps


def card_marks(
    collection: Collection[int], forced: Collection[int] = (), excluded: Collection[int] = ()
) -> dict[int, str]:
    """Return the mark of each card that is not just another one."""
    return (
        dict.fromkeys(excluded, EXCLUDED)
        | dict.fromkeys(collection, CHOSEN)
        | dict.fromkeys(forced, FORCED)
    )


def grid_text(
    game: Game, marks: Mapping[int, str], *, width: int = 80, unicode: bool = True
) -> list[str]:
    """Return the grid in lines of at most `width` characters, none where it does not fit.

    `marks` are those of :func:`card_marks`.
    """
    last = grid_place(game, game.deck_size - 1)
    columns = 2 * (last.column + last.column_gaps) + 1
    if columns > width:
        return []
    signs = _MARKS if unicode else _ASCII_MARKS
    lines = [[" "] * columns for _ in range(last.row + last.row_gaps + 1)]
    for card in game.deck:
        place = grid_place(game, card)
        line = lines[place.row + place.row_gaps]
        line[2 * (place.column + place.column_gaps)] = signs[marks.get(card, OTHER)]
    return ["".join(line).rstrip() for line in lines]


_CELL, _GAP, _EDGE = 16.0, 8.0, 12.0  # pixels


def grid_svg(game: Game, marks: Mapping[int, str], *, title: str = "") -> str:
    """Return the grid as a whole SVG document: a dot a card, those that are marked larger.

    Chosen cards are discs, forced ones have a ring around them, excluded ones are crosses.
    """
    last = grid_place(game, game.deck_size - 1)

    def along(place: int, gaps: int) -> float:
        return _EDGE + _CELL * (place + 0.5) + _GAP * gaps

    width = along(last.column, last.column_gaps) + _CELL / 2 + _EDGE
    height = along(last.row, last.row_gaps) + _CELL / 2 + _EDGE
    parts = []
    for card in game.deck:
        place = grid_place(game, card)
        x = number(along(place.column, place.column_gaps))
        y = number(along(place.row, place.row_gaps))
        mark = marks.get(card, OTHER)
        parts.append(f'<use href="#{mark}" xlink:href="#{mark}" x="{x}" y="{y}"/>')
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" role="img">',
            f"<title>{escaped(title)}</title>" if title else "",
            "<defs>",
            '<circle id="other" r="1.6" fill="#B4B4BE"/>',
            '<circle id="chosen" r="6" fill="#1769D2"/>',
            '<g id="forced"><circle r="4" fill="#1769D2"/>'
            '<circle r="6.5" fill="none" stroke="#1769D2" stroke-width="1.6"/></g>',
            '<path id="excluded" d="M-4 -4 4 4M4 -4-4 4" stroke="#E3223F" stroke-width="2"/>',
            "</defs>",
            f'<rect width="100%" height="100%" rx="{number(_EDGE)}" fill="#FFFFFF"/>',
            *parts,
            "</svg>\n",
        ]
    )
