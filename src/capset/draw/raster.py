"""The symbols as characters: four quarters of a cell with Unicode, whole cells with ASCII.

A symbol's shape is cut into small squares, a square belonging to it where the shape covers half
of the square; a shading keeps some of them. Quarters of a block fit together without gaps and
are everywhere one cell wide, which braille dots and geometric characters are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from capset.draw import shapes

Squares = Sequence[Sequence[bool]]

_SCANLINES = 4  # a row of squares

# by the sum of 1 for the upper left quarter, 2 upper right, 4 lower left, 8 lower right
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

_ASCII = {
    "outlined": "o",
    "striped": "=",
    "filled": "#",
    "dotted": ":",
    "crosshatched": "x",
    "half-filled": "%",
    "slanted": "/",
    "barred": "|",
}


@cache
def symbol_rows(
    symbol: str, shading: str, columns: int, rows: int, *, unicode: bool
) -> tuple[str, ...]:
    """Return a symbol drawn in `rows` lines of `columns` characters each."""
    if not unicode:
        shape = _shape(symbol, columns, rows)
        kept = _edge(shape) if shading == "outlined" else shape
        return tuple(
            "".join(_ASCII[shading] if square else " " for square in line) for line in kept
        )
    squares = _shaded(_shape(symbol, 2 * columns, 2 * rows), shading)
    return tuple(
        "".join(
            _QUARTERS[
                squares[y][x]
                + 2 * squares[y][x + 1]
                + 4 * squares[y + 1][x]
                + 8 * squares[y + 1][x + 1]
            ]
            for x in range(0, 2 * columns, 2)
        )
        for y in range(0, 2 * rows, 2)
    )


def _shape(symbol: str, across: int, down: int) -> list[list[bool]]:
    """Return which of `across` by `down` squares the symbol covers by half or more."""
    polygon = shapes.outline(symbol)
    left, top = -shapes.WIDTH / 2, -shapes.HEIGHT / 2
    width, height = shapes.WIDTH / across, shapes.HEIGHT / down
    squares = []
    for row in range(down):
        covered = [0.0] * across
        for line in range(_SCANLINES):
            ends = shapes.crossings(polygon, top + (row + (line + 0.5) / _SCANLINES) * height)
            for start, end in zip(ends[::2], ends[1::2], strict=True):
                for column in range(across):
                    x = left + column * width
                    covered[column] += max(0.0, min(end, x + width) - max(start, x))
        # a little less than half: rounding must not make a symmetrical shape lopsided
        squares.append([cover >= 0.49 * width * _SCANLINES for cover in covered])
    return squares


def _edge(shape: Squares) -> list[list[bool]]:
    """Return the squares of `shape` beside which there is one that is not of it."""

    def inside(y: int, x: int) -> bool:
        return 0 <= y < len(shape) and 0 <= x < len(shape[y]) and shape[y][x]

    return [
        [
            square
            and not (
                inside(y - 1, x) and inside(y + 1, x) and inside(y, x - 1) and inside(y, x + 1)
            )
            for x, square in enumerate(line)
        ]
        for y, line in enumerate(shape)
    ]


def _shaded(shape: Squares, shading: str) -> list[list[bool]]:
    """Return the squares of `shape` that its shading keeps."""
    edge = _edge(shape)
    keeps: dict[str, Callable[[int, int], bool]] = {
        "outlined": lambda y, x: edge[y][x],
        # the lowest stripe would run into the edge
        "striped": lambda y, x: edge[y][x] or (y % 2 == 0 and y < len(shape) - 2),
        "filled": lambda y, x: True,
        "dotted": lambda y, x: (x + y) % 2 == 0,
        "crosshatched": lambda y, x: edge[y][x] or (x + y) % 2 == 0,
        "half-filled": lambda y, x: edge[y][x] or 2 * y >= len(shape),
        "slanted": lambda y, x: (x + y) % 3 != 0,
        "barred": lambda _, x: x % 2 == 0,
    }
    keep = keeps[shading]
    return [
        [square and keep(y, x) for x, square in enumerate(line)] for y, line in enumerate(shape)
    ]
