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
Cell = tuple[str, bool, bool]

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
            _quarters(squares[y][x : x + 2], squares[y + 1][x : x + 2])
            for x in range(0, 2 * columns, 2)
        )
        for y in range(0, 2 * rows, 2)
    )


@cache
def striped_cells(symbol: str, columns: int, rows: int) -> tuple[tuple[Cell, ...], ...]:
    """Return a striped symbol whose stripes are of ink and the space between them of a tint.

    A cell is a character, then whether it is of ink rather than the tint, then whether it
    stands on the tint. A cell has two colours only: where ink, tint and face meet, the face
    gives way to the tint, or the tint to the face.
    """
    shape = _shape(symbol, 2 * columns, 2 * rows)
    return tuple(
        tuple(
            _striped_cell(shape[y][x : x + 2], shape[y + 1][x : x + 2])
            for x in range(0, 2 * columns, 2)
        )
        for y in range(0, 2 * rows, 2)
    )


def _striped_cell(upper: Sequence[bool], lower: Sequence[bool]) -> Cell:
    nothing = (False, False)
    if all(lower) and any(upper):
        return _quarters(upper, nothing), True, True
    if any(upper):
        return _quarters(upper, nothing), True, False
    return _quarters(nothing, lower), False, False


def _quarters(upper: Sequence[bool], lower: Sequence[bool]) -> str:
    """Return the character with these quarters, each pair from left to right."""
    return _QUARTERS[upper[0] + 2 * upper[1] + 4 * lower[0] + 8 * lower[1]]


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
        "striped": lambda y, _: y % 2 == 0,
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
