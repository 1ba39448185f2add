"""Bar charts: well formed, to scale, with errors that can be seen."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.draw.chart import Series, bar_chart_svg
from capset.errors import DrawingError
from tests.draw.test_svg import SVG, parsed


@given(
    st.lists(st.floats(0, 1e9).filter(lambda value: value == 0 or value > 1e-9), max_size=30),
    st.integers(1, 4),
)
def test_bars_are_to_scale(values: list[float], number: int) -> None:
    labels = [str(place) for place in range(len(values))]
    series = [Series(f"<{turn}>", values) for turn in range(number)]
    root = parsed(bar_chart_svg("a & b", labels, series, across='"x"', unit=" %"))
    heights = [
        float(bar.get("height", ""))
        for group in root.findall(f"{SVG}g")
        for bar in group.findall(f"{SVG}rect")
    ]
    assert len(heights) == number * len(values)
    tallest = max(values, default=0)
    for place, value in enumerate(values):
        if tallest:
            share = value / tallest * max(heights)
            assert heights[place * number] == pytest.approx(share, abs=0.02)
    assert max(heights, default=0) <= 220
    assert tallest == 0 or max(heights) > 80
    assert root.findtext(f"{SVG}title") == "a & b"


def test_errors_are_drawn_where_they_can_be_seen() -> None:
    labels = ["0", "1"]
    drawing = bar_chart_svg("odds", labels, [Series("one", [5, 8], [0.5, 0.0001])])
    assert len(re.findall("<path", drawing)) == 1
    assert "one, 0: 5 ± 0.5" in drawing


def test_bad_series() -> None:
    with pytest.raises(DrawingError, match="'one' should have 2 values"):
        bar_chart_svg("odds", ["0", "1"], [Series("one", [1])])
    with pytest.raises(DrawingError, match="should have 2 values, and errors or none"):
        bar_chart_svg("odds", ["0", "1"], [Series("one", [1, 2], [1])])
    with pytest.raises(DrawingError, match="negative"):
        bar_chart_svg("odds", ["0"], [Series("one", [-1])])
