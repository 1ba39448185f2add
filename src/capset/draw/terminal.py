"""Cards and tableaus in the terminal.

:func:`tableau_text` returns a :class:`rich.text.Text`, whose lines are never wider than asked
for; :func:`print_tableau` prints one as a console can show it. The cards are drawn in the
largest of a few sizes with which all columns fit; where not even one column does, each card
stands in words.

With colour, cards are white whatever the terminal's background, so that the palettes look as on
paper. Without colour a text has no style at all and each card names its colour. Without Unicode
all is ASCII. A value of a shading or symbol beyond the real deck's is named as well: a dozen
squares do not make a clear moon.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text

from capset.draw.layout import MOST_LISTED, SET_COLOURS, default_columns, set_letters, valid_sets
from capset.draw.style import colour_of, describe, look
from capset.draw.terminal_card import (
    FACE,
    PALE_INK,
    Canvas,
    Line,
    Mark,
    Size,
    card_lines,
    card_sizes,
)
from capset.errors import DrawingError

if TYPE_CHECKING:
    from rich.console import Console

    from capset.game import Game


def print_tableau(
    console: Console,
    game: Game,
    cards: Iterable[int],
    *,
    sets: Iterable[Iterable[int]] = (),
    palette: str = "standard",
) -> None:
    """Print a tableau on `console`, as wide and as colourful as it is.

    Without colour where the console has none or the environment sets NO_COLOR, in ASCII where
    the encoding has no block characters. The rest is as in :func:`tableau_text`.
    """
    text = tableau_text(
        game,
        cards,
        sets=sets,
        width=console.width,
        colour=has_colour(console),
        unicode=has_unicode(console),
        palette=palette,
    )
    console.print(text, no_wrap=True, overflow="ignore", crop=False, highlight=False)


def has_colour(console: Console) -> bool:
    """Return whether `console` shows colours; not where the environment sets NO_COLOR."""
    return console.color_system is not None and not console.no_color


def has_unicode(console: Console) -> bool:
    """Return whether `console` has the characters of boxes and blocks."""
    try:
        "█▚╭╏".encode(console.encoding)
    except (UnicodeError, LookupError):
        return False
    return True


def tableau_text(
    game: Game,
    cards: Iterable[int],
    *,
    sets: Iterable[Iterable[int]] = (),
    width: int = 80,
    height: int | None = None,
    colour: bool = True,
    unicode: bool = True,
    palette: str = "standard",
) -> Text:
    """Return the drawing of `cards` in rows, in lines of at most `width` >= 20 characters.

    `sets` are 0-based positions. The sets are lettered in their order and listed beneath; their
    cards have their letters in the upper edge and, with `colour`, the edge in the colour of the
    first. There are as many columns as make three rows, fewer where they would not fit. With
    `height`, a smaller size, more columns or words are taken to need no more lines, where
    possible. Beyond 60 sets the legend says how many are left out.

    Raises:
        CardError: where the deck has no such card.
        DrawingError: where there is no such palette, a set has a position that is not in the
            tableau, or `width` is less than 20.
    """
    cards = tuple(cards)
    sets = valid_sets(sets, len(cards))
    if width < 20:
        raise DrawingError(f"a drawing is 20 or more characters wide, not {width}")
    canvas = Canvas(colour, unicode, palette)
    marks = _marks(sets, len(cards))
    legend = _legend(sets, width)
    wanted = default_columns(len(cards))
    room = None if height is None else height - len(legend)
    layout = _layout(card_sizes(game, cards, canvas), len(cards), wanted, width, room)
    if layout is None:
        lines = _worded(game, cards, marks, width, canvas)
    else:
        lines = _drawn(game, cards, marks, layout, canvas)
    return _text([*lines, *legend], canvas)


def card_text(
    game: Game,
    card: int,
    *,
    colour: bool = True,
    unicode: bool = True,
    palette: str = "standard",
) -> Text:
    """Return the drawing of one card at its largest size.

    Raises:
        CardError: where the deck has no such card.
        DrawingError: where there is no such palette.
    """
    canvas = Canvas(colour, unicode, palette)
    lines = card_lines(game, card, "", (), card_sizes(game, [card], canvas)[0], canvas)
    return _text(lines, canvas)


def _text(lines: Iterable[Line], canvas: Canvas) -> Text:
    text = Text(no_wrap=True, overflow="ignore", end="")
    for place, line in enumerate(lines):
        text.append("\n" if place else "")
        for characters, style in line:
            text.append(characters, style if canvas.colour else "")
    return text


def _marks(sets: Sequence[Sequence[int]], count: int) -> list[list[Mark]]:
    marks: list[list[Mark]] = [[] for _ in range(count)]
    for place, positions in enumerate(sets):
        for position in dict.fromkeys(positions):
            marks[position].append(_mark(place))
    return marks


def _mark(place: int) -> Mark:
    return Mark(set_letters(place), SET_COLOURS[place % len(SET_COLOURS)])


def _layout(
    sizes: Sequence[Size], count: int, wanted: int, width: int, room: int | None
) -> tuple[Size, int] | None:
    """Return the size of the cards and the number of columns; nothing where words are better."""

    def lines(size: Size, columns: int) -> int:
        return -(-count // columns) * size.height

    fitting = [(size, (width + 1) // (size.width + 1)) for size in sizes]
    fitting = [(size, most) for size, most in fitting if most]
    for size, most in fitting:
        if most >= wanted and (room is None or lines(size, wanted) <= room):
            return size, wanted
    if room is not None:
        for size, most in fitting:
            if lines(size, most) <= room:
                return size, most
        if count <= room:
            return None
    narrowed = [(size, min(most, wanted)) for size, most in fitting]
    return min(narrowed, key=lambda layout: lines(*layout), default=None)


def _drawn(
    game: Game,
    cards: Sequence[int],
    marks: Sequence[Sequence[Mark]],
    layout: tuple[Size, int],
    canvas: Canvas,
) -> list[Line]:
    size, columns = layout
    drawn = [
        card_lines(game, card, str(place + 1), marks[place], size, canvas)
        for place, card in enumerate(cards)
    ]
    lines = []
    for first in range(0, len(drawn), columns):
        for parts in zip(*drawn[first : first + columns], strict=True):
            line: Line = []
            for part in parts:
                line += [(" ", ""), *part] if line else part
            lines.append(line)
    return lines


def _worded(
    game: Game,
    cards: Sequence[int],
    marks: Sequence[Sequence[Mark]],
    width: int,
    canvas: Canvas,
) -> list[Line]:
    """Return the cards in words, a card on a line of its own or on a few."""
    indent = len(str(len(cards))) + 1
    lines: list[Line] = []
    for place, card in enumerate(cards):
        words = describe(game, card)
        if marks[place]:
            words += f" [{' '.join(mark.letters for mark in marks[place])}]"
        ink = f"{colour_of(look(game, card), canvas.palette)} {FACE}"
        number = str(place + 1).rjust(indent - 1) + " "
        for part in wrap(words, width - indent):
            lines.append([(number, PALE_INK), (part.ljust(width - indent), ink)])
            number = " " * indent
    return lines


def _legend(sets: Sequence[Sequence[int]], width: int) -> list[Line]:
    """Return the list of the sets, in as many columns as fit."""
    if not sets:
        return []
    listed = sets[:MOST_LISTED]
    texts = [", ".join(str(position + 1) for position in positions) for positions in listed]
    letters = len(set_letters(len(listed) - 1))
    column = min(width, letters + 2 + max(map(len, texts)))
    columns = (width + 3) // (column + 3)
    lines: list[Line] = []
    for place, text in enumerate(texts):
        mark = _mark(place)
        head, *tail = wrap(text, column - letters - 2)
        if place % columns == 0:
            lines.append([])
        else:
            lines[-1].append(("   ", ""))
        lines[-1].append((mark.letters.rjust(letters) + "  ", f"bold {mark.colour}"))
        last = place % columns == columns - 1 or place == len(texts) - 1
        lines[-1].append((head if last else head.ljust(column - letters - 2), ""))
        lines += [[(" " * (letters + 2) + part, "")] for part in tail]
    if len(sets) > len(listed):
        lines.append([(f"and {len(sets) - len(listed)} more", "")])
    return lines
