"""Solved tableaus as text: for people, for judges, for the next program.

=========  ====================================================================================
text       readable: each tableau with its cards numbered, then its sets
contest    as the programming contest prints it, in plain or in ``judge`` spacing
findset    as the findset program prints it
json       an array of objects, see :class:`JsonLinesReport`
jsonl      an object a line
csv        a line a set: tableau, set, positions, cards
=========  ====================================================================================

The formats for people leave bad tableaus out; JSON has them with their error. Those for
programs write a card as its digits, whatever notation it was read in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from capset.errors import NotationError
from capset.game import Game
from capset.notation import CONTEST, REAL_GAME, WORDS, Notation, digits_notation
from capset.tableau import Reading

Positions = list[tuple[int, ...]]
"""The sets of a tableau, each as 0-based positions."""


class Report:
    """A format: an opening, a text for each tableau in order, a closing."""

    def opening(self) -> str:
        """Return what stands before the first tableau."""
        return ""

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return the text of one tableau, the next in order."""
        raise NotImplementedError

    def closing(self) -> str:
        """Return what stands after the last tableau."""
        return ""


class TextReport(Report):
    """The readable format; a tableau is named by its number, its file and its line."""

    _WIDTH = 80

    def __init__(self) -> None:
        self._number = 0
        self._separator = ""

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return the cards of the tableau, numbered, and its sets."""
        self._number += 1
        if reading.error is not None:
            return ""
        texts = [reading.notation.write(card) for card in reading.cards]
        cells = numbered_cells(texts)
        columns = max(1, (self._WIDTH - 2) // (len(cells[0]) + 3))
        if len(cells) == 12:
            columns = min(columns, 4)
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        found = f"{len(sets)} set{'' if len(sets) == 1 else 's'}" if sets else "no set"
        count = f"{len(cells)} card{'' if len(cells) == 1 else 's'}"
        width = len(str(len(sets)))
        lines = [
            f"Tableau {self._number} ({reading.source}:{reading.line}): {count}, {found}",
            *("  " + "   ".join(row) for row in rows),
            *(
                f"  set {number:>{width}}: " + "   ".join(cells[place] for place in positions)
                for number, positions in enumerate(sets, 1)
            ),
        ]
        separator, self._separator = self._separator, "\n"
        return separator + "\n".join(lines) + "\n"


def numbered_cells(texts: list[str]) -> list[str]:
    """Return each text behind its 1-based number, all of the same width."""
    digits, width = len(str(len(texts))), max(map(len, texts), default=0)
    return [f"{number:>{digits}} {text:<{width}}" for number, text in enumerate(texts, 1)]


class ContestReport(Report):
    """The programming contest's format.

    ``"plain"`` spacing is that of the problem's sample output; ``"judge"`` is the aligned
    layout that most accepted solutions print.
    """

    def __init__(self, spacing: str = "plain") -> None:
        self._judge = spacing == "judge"

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return the CARDS and SETS lines."""
        if reading.error is not None:
            return ""
        notation = CONTEST if reading.notation.game == REAL_GAME else reading.notation
        texts = [notation.write(card) for card in reading.cards]
        found = [" ".join(texts[place] for place in positions) for positions in sets]
        if self._judge:
            numbered = [f"{number}.  {text}" for number, text in enumerate(found, 1)]
            first, indent, end = "  ", " " * 8, "\n\n"
        else:
            numbered = [f"{number}. {text}" for number, text in enumerate(found, 1)]
            first, indent, end = " ", "", "\n"
        after_sets = " " * 3 if self._judge else " "
        shown = f"\n{indent}".join(numbered or ["*** None Found ***"])
        return f"CARDS:{first}{' '.join(texts)}\nSETS:{after_sets}{shown}{end}"


class FindsetReport(Report):
    """The findset program's format: the tableau in words, then its sets, numbered by position."""

    def __init__(self) -> None:
        self._separator = ""

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return the tableau in words and its sets, after a blank line unless it is the first."""
        if reading.error is not None:
            return ""
        words = spoken_notation(reading.notation)
        texts = [words.write(card) for card in reading.cards]
        lines = [f"on the table, we have {text}" for text in texts]
        for positions in sets:
            lines.append(", ".join(f"{place + 1}:{texts[place]}" for place in positions))
        separator, self._separator = self._separator, "\n"
        return separator + "\n".join(lines) + "\n"


def spoken_notation(notation: Notation) -> Notation:
    """Return the notation in words for the real deck, otherwise `notation` itself."""
    return WORDS if notation.game == REAL_GAME else notation


class JsonLinesReport(Report):
    """An object a line: file, line, cards, sets (1-based positions), error.

    A bad tableau has an ``error`` of line, column, text and message, ``sets`` of null and those
    cards that could be read before it.
    """

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return one line of JSON."""
        return json_text(self._object(reading, sets)) + "\n"

    def _object(self, reading: Reading, sets: Positions) -> dict[str, Any]:
        error = reading.error
        return {
            "file": reading.source,
            "line": reading.line,
            "cards": digit_texts(reading.notation.game, reading.cards),
            "sets": None if error else [[place + 1 for place in found] for found in sets],
            "error": error
            and {
                "line": error.line,
                "column": error.column,
                "text": error.text.encode("utf-8", "replace").decode(),
                "message": error.explanation,
            },
        }


class JsonReport(JsonLinesReport):
    """An array of the objects of :class:`JsonLinesReport`, one a line."""

    def __init__(self) -> None:
        self._empty = True

    def opening(self) -> str:
        """Return the array's opening bracket."""
        return "["

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return the next element."""
        separator, self._empty = "\n" if self._empty else ",\n", False
        return separator + json_text(self._object(reading, sets))

    def closing(self) -> str:
        """Return the array's closing bracket."""
        return "]\n" if self._empty else "\n]\n"


class CsvReport(Report):
    """A line a set; tableaus, sets and positions are numbered from 1, bad tableaus counted."""

    def __init__(self) -> None:
        self._number = 0

    def opening(self) -> str:
        """Return the names of the columns."""
        return "tableau,set,positions,cards\n"

    def tableau(self, reading: Reading, sets: Positions) -> str:
        """Return a line for each set."""
        self._number += 1
        texts = digit_texts(reading.notation.game, reading.cards)
        return "".join(
            f"{self._number},{number},{' '.join(str(place + 1) for place in positions)},"
            f"{' '.join(texts[place] for place in positions)}\n"
            for number, positions in enumerate(sets, 1)
        )


_FORMATS: dict[str, Callable[[], Report]] = {
    "text": TextReport,
    "contest": ContestReport,
    "findset": FindsetReport,
    "json": JsonReport,
    "jsonl": JsonLinesReport,
    "csv": CsvReport,
}

FORMATS = tuple(_FORMATS)
"""The names of the formats."""


def report(name: str) -> Report:
    """Return the format called `name`, one of :data:`FORMATS`, to be used for one output.

    Raises:
        NotationError: where there is no such format.
    """
    if name not in _FORMATS:
        raise NotationError(f"no format is called {name!r}; there are {', '.join(FORMATS)}")
    return _FORMATS[name]()


def digit_texts(game: Game, cards: Iterable[int]) -> list[str]:
    """Return each card as its digits, which is how a card is written for programs."""
    digits = digits_notation(game)
    return [digits.write(card) for card in cards]


def json_text(value: object) -> str:
    """Return `value` as JSON on one line."""
    import json

    return json.dumps(value)
