"""The symbols as geometry."""

import re
from math import pi

import pytest

from capset.draw.raster import symbol_rows
from capset.draw.shapes import (
    HEIGHT,
    SYMBOLS,
    WIDTH,
    contains,
    distance,
    dots,
    hatching,
    lower_half,
    outline,
    outline_path,
)
from capset.draw.style import SHADINGS


def points(path: str) -> list[tuple[float, float]]:
    """The ends of the lines in a path of M, L and H."""
    found = []
    for command, numbers in re.findall(r"([MLHh])([^MLHhZ]*)", path):
        values = [float(value) for value in numbers.split()]
        if command in "ML":
            found.append((values[0], values[1]))
        elif command == "H":
            found.append((values[0], found[-1][1]))
    return found


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_symbols_fill_their_box_and_stay_in_it(symbol: str) -> None:
    xs, ys = zip(*outline(symbol), strict=True)
    assert max(map(abs, xs)) <= WIDTH / 2 + 0.2
    assert max(map(abs, ys)) <= HEIGHT / 2 + 0.2
    assert max(ys) - min(ys) > HEIGHT / 2
    assert outline_path(symbol).startswith("M")
    assert outline_path(symbol).endswith("Z")


def test_the_squiggle_is_its_own_half_turn() -> None:
    corners = outline("squiggle")
    for x, y in corners:
        assert distance(corners, -x, -y) < 0.01


@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("angle", [0, pi / 4, -pi / 4, pi / 2])
def test_hatching_ends_at_the_edge(symbol: str, angle: float) -> None:
    polygon = outline(symbol)
    ends = points(hatching(polygon, 6, angle))
    assert ends
    assert all(distance(polygon, x, y) < 0.02 for x, y in ends)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_dots_lie_inside_and_a_half_lies_below(symbol: str) -> None:
    polygon = outline(symbol)
    found = points(dots(polygon, 7.5, 4.2))
    assert found
    assert all(contains(polygon, x, y) and distance(polygon, x, y) > 4.1 for x, y in found)
    assert all(y >= 0 for _, y in points(lower_half(polygon)))


@pytest.mark.parametrize(("unicode", "sizes"), [(True, (5, 4, 3)), (False, (5, 4))])
def test_the_real_symbols_differ_in_characters(unicode: bool, sizes: tuple[int, ...]) -> None:
    for size in sizes:
        drawn = {
            symbol_rows(symbol, shading, size, size, unicode=unicode)
            for symbol in SYMBOLS[:3]
            for shading in SHADINGS
        }
        assert len(drawn) == 3 * len(SHADINGS)
        for rows in drawn:
            assert len(rows) == size
            assert {len(row) for row in rows} == {size}


def test_symbols_of_characters_are_symmetrical() -> None:
    mirrored = str.maketrans("▘▝▌▐▖▗▛▜▙▟▞▚", "▝▘▐▌▗▖▜▛▟▙▚▞")
    for symbol in ("diamond", "oval"):
        for row in symbol_rows(symbol, "outlined", 5, 5, unicode=True):
            assert row == row[::-1].translate(mirrored)
