"""Where things go: the cards of a tableau, the symbols of a card, the letters of the sets."""

from __future__ import annotations

from collections.abc import Iterable

from capset.errors import DrawingError

Position = tuple[float, float]

SET_COLOURS = (
    *("#2F7DE1", "#E8821A", "#12A182", "#D6409F"),
    *("#8A63D2", "#B39B00", "#DD4A3C", "#64829A"),
)
"""The colours of sets, one after the other, to be seen on white and on dark pages."""

MOST_LISTED = 60
"""The most sets that a legend lists."""

MOST_PIPS = 10
"""The most symbols that are drawn one by one; decks with more values show a numeral."""

# for 5 values and more the symbols stand in columns of one or two, as on dice
_PIP_COLUMNS = {
    1: (1,),
    2: (1, 1),
    3: (1, 1, 1),
    4: (2, 2),
    5: (2, 1, 2),
    6: (2, 2, 2),
    7: (1, 2, 1, 2, 1),
    8: (2, 2, 2, 2),
    9: (2, 2, 1, 2, 2),
    10: (2, 2, 2, 2, 2),
}


def symbol_scale(values: int) -> float:
    """Return the size of the symbols of a deck, 1 on the real cards, so that `values` fit."""
    if values <= 3 or values > MOST_PIPS:
        return 1.0
    return 0.76 if values == 4 else 0.54


def symbol_places(count: int, values: int) -> list[Position]:
    """Return the centres of `count` <= 10 symbols around the middle of the card.

    `values` is the number of values of the deck, hence its largest count.
    """
    if values <= 4:
        pitch = 43.0 if values == 3 else 33.0
        return [((place - (count - 1) / 2) * pitch, 0.0) for place in range(count)]
    pitch = 32.0 if values <= 6 else 27.0
    columns = _PIP_COLUMNS[count]
    return [
        ((place - (len(columns) - 1) / 2) * pitch, y)
        for place, height in enumerate(columns)
        for y in ((0.0,) if height == 1 else (-22.0, 22.0))
    ]


def default_columns(count: int) -> int:
    """Return in how many columns `count` cards are laid out: three rows, as in the game.

    Up to four cards stand in one row, and more than 21 in about as many rows as columns.
    """
    if count <= 4:
        return max(1, count)
    if count <= 21:
        return -(-count // 3)
    columns = 1
    while columns * columns < count:
        columns += 1
    return columns


def set_letters(place: int) -> str:
    """Return the letters of the set at 0-based `place` of a list: A to Z, then AA and so on.

    Sets have letters because positions have numbers.
    """
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def valid_sets(sets: Iterable[Iterable[int]], count: int) -> tuple[tuple[int, ...], ...]:
    """Return `sets` as tuples, checked to be 0-based positions of a tableau of `count` cards.

    Raises:
        DrawingError: where one is not.
    """
    checked = tuple(map(tuple, sets))
    for positions in checked:
        for position in positions:
            if not 0 <= position < count:
                raise DrawingError(
                    f"positions in a tableau of {count} cards are 0 to {count - 1}, not {position}"
                )
    return checked
