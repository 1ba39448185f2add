"""The symbols as geometry: one source for the SVG drawings and for the terminal's.

A symbol lives in a box of 34 by 68 units around the origin, x to the right and y downwards,
its outline given as straight lines and cubic Bézier curves. Shadings are worked out from the
outline, as lines and dots that end at it, so that a drawing needs no patterns or clip paths,
which renderers disagree about.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, floor, hypot, pi, sin

Point = tuple[float, float]
Curve = tuple[float, ...]
"""What leads on from a point: (x, y) a straight line there, or six numbers a Bézier curve."""

WIDTH, HEIGHT = 34.0, 68.0

_CURVE_STEPS = 16


def _polygon(*corners: Point) -> tuple[Point, tuple[Curve, ...]]:
    return corners[0], corners[1:]


def _star() -> tuple[Point, tuple[Curve, ...]]:
    corners = []
    for tip in range(10):
        reach = 1.0 if tip % 2 == 0 else 0.44
        angle = pi * tip / 5
        corners.append((17.9 * reach * sin(angle), 2.4 - 27.0 * reach * cos(angle)))
    return _polygon(*corners)


# the oval's ends are half circles; a cubic curve follows a quarter circle closest with its
# control points 0.5523 of the radius along
_BEND = 17 * 0.5523

_OUTLINES: dict[str, tuple[Point, tuple[Curve, ...]]] = {
    "diamond": _polygon((0, -34), (17, 0), (0, 34), (-17, 0)),
    "oval": (
        (-17, -17),
        (
            (-17, -17 - _BEND, -_BEND, -34, 0, -34),
            (_BEND, -34, 17, -17 - _BEND, 17, -17),
            (17, 17),
            (17, 17 + _BEND, _BEND, 34, 0, 34),
            (-_BEND, 34, -17, 17 + _BEND, -17, 17),
        ),
    ),
    "squiggle": (
        (-16.6, -26.6),
        (
            (-16.2, -34.2, -1.6, -36.4, 7.4, -30.2),
            (16.4, -24.0, 18.4, -13.0, 13.6, -2.6),
            (10.6, 3.8, 8.6, 7.2, 8.6, 11.6),
            (8.6, 18.8, 17.0, 19.8, 16.6, 26.6),
            (16.2, 34.2, 1.6, 36.4, -7.4, 30.2),
            (-16.4, 24.0, -18.4, 13.0, -13.6, 2.6),
            (-10.6, -3.8, -8.6, -7.2, -8.6, -11.6),
            (-8.6, -18.8, -17.0, -19.8, -16.6, -26.6),
        ),
    ),
    "triangle": _polygon((0, -31), (17, 29), (-17, 29)),
    "star": _star(),
    "heart": (
        (0, -14),
        (
            (-2, -29, -17, -29, -17, -11),
            (-17, 6, -6, 14, 0, 27),
            (6, 14, 17, 6, 17, -11),
            (17, -29, 2, -29, 0, -14),
        ),
    ),
    "hexagon": _polygon((0, -33), (17, -19), (17, 19), (0, 33), (-17, 19), (-17, -19)),
    "cross": _polygon(
        *((-7, -28), (7, -28), (7, -8), (17, -8), (17, 8), (7, 8)),
        *((7, 28), (-7, 28), (-7, 8), (-17, 8), (-17, -8), (-7, -8)),
    ),
    "moon": (
        (11, -32),
        (
            (-7, -34, -17, -18, -17, 0),
            (-17, 18, -7, 34, 11, 32),
            (1, 26, -3, 14, -3, 0),
            (-3, -14, 1, -26, 11, -32),
        ),
    ),
    "arrow": _polygon((0, -33), (17, -6), (7, -6), (7, 32), (-7, 32), (-7, -6), (-17, -6)),
    "hourglass": _polygon((-17, -31), (17, -31), (4, 0), (17, 31), (-17, 31), (-4, 0)),
    "bolt": _polygon((7, -34), (-17, 7), (-3, 7), (-7, 34), (17, -9), (3, -9)),
}

SYMBOLS = tuple(_OUTLINES)
"""The symbols with a shape of their own, in the order of a feature's values."""


def number(value: float) -> str:
    """Return `value` as SVG writes it shortest: two decimals at most, never ``-0``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def outline_path(symbol: str, scale: float = 1.0) -> str:
    """Return the outline of `symbol` as the data of an SVG path, curves kept as curves."""
    start, curves = _OUTLINES[symbol]
    steps = [f"M{_joined(start, scale)}"]
    steps += [f"{'L' if len(curve) == 2 else 'C'}{_joined(curve, scale)}" for curve in curves]
    return "".join(steps) + "Z"


def _joined(numbers: Curve, scale: float) -> str:
    return " ".join(number(value * scale) for value in numbers)


def outline(symbol: str, scale: float = 1.0) -> list[Point]:
    """Return the outline of `symbol` as the corners of a polygon that follows its curves."""
    start, curves = _OUTLINES[symbol]
    corners = [start]
    for curve in curves:
        if len(curve) == 2:
            corners.append((curve[0], curve[1]))
        else:
            corners += _flattened(corners[-1], curve)
    return [(x * scale, y * scale) for x, y in corners]


def _flattened(start: Point, curve: Curve) -> Iterator[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, curve
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def contains(polygon: list[Point], x: float, y: float) -> bool:
    """Return whether the point (x, y) lies inside `polygon`."""
    return sum(crossing > x for crossing in crossings(polygon, y)) % 2 == 1


def distance(polygon: list[Point], x: float, y: float) -> float:
    """Return how far the point (x, y) is from the edge of `polygon`."""
    nearest = float("inf")
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        along = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
        along = min(1.0, max(0.0, along))
        nearest = min(nearest, hypot(x - x0 - along * dx, y - y0 - along * dy))
    return nearest


def crossings(polygon: list[Point], y: float) -> list[float]:
    """Return, in order, where the horizontal line at `y` crosses the edge of `polygon`.

    The first and second, third and fourth, … are the ends of what lies inside.
    """
    return sorted(
        x0 + (y - y0) / (y1 - y0) * (x1 - x0)
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
        if (y0 <= y) != (y1 <= y)
    )


def hatching(polygon: list[Point], spacing: float, angle: float = 0.0) -> str:
    """Return parallel lines inside `polygon` as the data of an SVG path.

    They are `spacing` apart, symmetrical about the origin, and rise at `angle` radians.
    """
    c, s = cos(angle), sin(angle)
    turned = [(x * c - y * s, x * s + y * c) for x, y in polygon]
    lowest, highest = min(y for _, y in turned), max(y for _, y in turned)
    steps = []
    for line in range(ceil(lowest / spacing - 0.5), floor(highest / spacing - 0.5) + 1):
        y = (line + 0.5) * spacing
        ends = crossings(turned, y)
        for left, right in zip(ends[::2], ends[1::2], strict=True):
            start = _joined((left * c + y * s, y * c - left * s), 1)
            if angle == 0:
                steps.append(f"M{start}H{number(right)}")
            else:
                steps.append(f"M{start}L{_joined((right * c + y * s, y * c - right * s), 1)}")
    return "".join(steps)


def dots(polygon: list[Point], spacing: float, margin: float) -> str:
    """Return points inside `polygon` as the data of an SVG path to be stroked with round caps.

    They stand `spacing` apart, in rows shifted by half, and keep `margin` from the edge.
    """
    rows = ceil(HEIGHT / spacing)
    steps = []
    for row in range(-rows, rows + 1):
        y = row * spacing * 0.87
        for place in range(-rows, rows + 1):
            x = (place + row % 2 / 2) * spacing
            if contains(polygon, x, y) and distance(polygon, x, y) >= margin:
                # a line of no length has no cap in some renderers
                steps.append(f"M{_joined((x, y), 1)}h.01")
    return "".join(steps)


def lower_half(polygon: list[Point]) -> str:
    """Return the part of `polygon` below the origin as the data of an SVG path."""
    corners: list[Point] = []
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if y0 >= 0:
            corners.append((x0, y0))
        if (y0 >= 0) != (y1 >= 0):
            corners.append((x0 + y0 / (y0 - y1) * (x1 - x0), 0.0))
    return "M" + "L".join(_joined(corner, 1) for corner in corners) + "Z"
