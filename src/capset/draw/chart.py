"""Bar charts as whole SVG documents: numbers with their errors, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import NamedTuple

from capset.draw.layout import SET_COLOURS
from capset.draw.parts import PALE_INK, document, escaped, text_at
from capset.draw.shapes import number
from capset.errors import DrawingError

_BAR_WIDTH, _GAP, _HEIGHT = 15.0, 12.0, 220.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 14.0, 66.0, 52.0
_TEXT = 12.0
_NEEDED_ERROR = 0.1  # units above which an error is drawn


class Series(NamedTuple):
    """The bars of one colour: a name, values from 0, and their errors, 0 where there are none."""

    name: str
    values: Sequence[float]
    errors: Sequence[float] = ()


def bar_chart_svg(
    title: str,
    labels: Sequence[str],
    series: Iterable[Series],
    *,
    across: str = "",
    unit: str = "",
    width: float | None = None,
) -> str:
    """Return an SVG document with a group of bars, one of each of the `series`, for each label.

    The line on a bar reaches one error up and down. `across` says what the labels are; `unit`
    follows the numbers of the scale. The drawing is `width` pixels wide, by default as many as
    it has units.

    Raises:
        DrawingError: where there are not as many values or errors as labels, or a value is
            negative.
    """
    series = list(series)
    for name, values, errors in series:
        if len(values) != len(labels) or (errors and len(errors) != len(labels)):
            raise DrawingError(f"{name!r} should have {len(labels)} values, and errors or none")
        if min(values, default=0) < 0:
            raise DrawingError(f"{name!r} has a negative value: bars begin at 0")
    step = len(series) * _BAR_WIDTH + _GAP
    inside = max(240.0, len(labels) * step + _GAP, 62 + 6.6 * len(title) - _LEFT)
    whole = (_LEFT + inside + _RIGHT, _TOP + _HEIGHT + _BOTTOM)
    top, marks = _scale(max((max(one.values, default=0) for one in series), default=0))
    parts = [text_at(title, _LEFT, 22, 14.5, f'fill="{PALE_INK}" font-weight="600"')]
    parts += [_mark(mark, mark / top, unit, inside) for mark in marks]
    parts.append(_legend([one.name for one in series]))
    for place, label in enumerate(labels):
        left = _LEFT + _GAP + place * step
        middle = left + len(series) * _BAR_WIDTH / 2
        parts.append(_middle_text(label, middle, _TOP + _HEIGHT + 17))
        for turn, one in enumerate(series):
            error = one.errors[place] if one.errors else 0.0
            text = f"{one.name}, {label}: {one.values[place]:.4g}{unit}"
            text += f" ± {error:.2g}" if error else ""
            bar = _bar(left + turn * _BAR_WIDTH, one.values[place] / top, error / top, turn)
            parts.append(f"<g><title>{escaped(text)}</title>{bar}</g>")
    if across:
        parts.append(_middle_text(across, _LEFT + inside / 2, _TOP + _HEIGHT + 40))
    return document(
        (0, 0, *whole),
        1 if width is None else width / whole[0],
        [f"<title>{escaped(title)}</title>", *parts],
    )


def _scale(most: float) -> tuple[float, list[float]]:
    """Return where the scale ends and its marks: four to eight of them, at round numbers."""
    if most <= 0:
        return 1.0, [0.0, 1.0]
    power = 10.0 ** floor(log10(most))
    step = next(step for step in (0.2, 0.5, 1, 2) if most <= 8 * step * power) * power
    marks = [0.0]
    while marks[-1] < most:
        marks.append(len(marks) * step)
    return marks[-1], marks


def _mark(mark: float, share: float, unit: str, width: float) -> str:
    y = _TOP + _HEIGHT * (1 - share)
    line = (
        f'<line x1="{number(_LEFT)}" y1="{number(y)}" x2="{number(_LEFT + width)}"'
        f' y2="{number(y)}" stroke="{PALE_INK}" stroke-width="{1 if mark == 0 else 0.3}"/>'
    )
    text = f'fill="{PALE_INK}" text-anchor="end"'
    return line + text_at(f"{mark:.4g}{unit}", _LEFT - 6, y + 4, _TEXT - 1, text)


def _legend(names: Sequence[str]) -> str:
    parts, x = [], _LEFT
    for turn, name in enumerate(names):
        parts.append(
            f'<rect x="{number(x)}" y="37" width="11" height="11" rx="2"'
            f' fill="{SET_COLOURS[turn % len(SET_COLOURS)]}"/>'
        )
        parts.append(text_at(name, x + 16, 47, _TEXT, f'fill="{PALE_INK}"'))
        x += 34 + 6.4 * len(name)
    return "".join(parts)


def _bar(x: float, share: float, error: float, turn: int) -> str:
    height = _HEIGHT * share
    y = _TOP + _HEIGHT - height
    bar = (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(_BAR_WIDTH - 1)}"'
        f' height="{number(height)}" fill="{SET_COLOURS[turn % len(SET_COLOURS)]}"/>'
    )
    reach = _HEIGHT * error
    if reach < _NEEDED_ERROR:
        return bar
    middle, low = x + (_BAR_WIDTH - 1) / 2, min(y + reach, _TOP + _HEIGHT)
    path = f"M{number(middle)} {number(y - reach)}V{number(low)}"
    for end in (y - reach, low):
        path += f"M{number(middle - 3)} {number(end)}h6"
    return bar + f'<path d="{path}" fill="none" stroke="{PALE_INK}" stroke-width="1.4"/>'


def _middle_text(text: str, x: float, y: float) -> str:
    return text_at(text, x, y, _TEXT, f'fill="{PALE_INK}" text-anchor="middle"')
