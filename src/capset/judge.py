"""Is this output right for that input? The contest format, in either spacing, judged.

The sets of a tableau may come in any order, and so may the cards of a set. A tableau's CARDS
line must show its cards in their order. Each line must be spaced as the first CARDS line says,
plain or judge; blank lines and blanks at the end of a line do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from capset.errors import TextError, printable
from capset.notation import CONTEST, REAL_GAME, Notation
from capset.tableau import Reading


class Fault(NamedTuple):
    """What is wrong in an output: the 1-based line, and a sentence."""

    line: int
    fault: str


class Judgement(NamedTuple):
    """What was judged, and every fault, in the order of the lines."""

    tableaus: int
    sets: int
    faults: tuple[Fault, ...]

    @property
    def is_correct(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class _Line(NamedTuple):
    number: int
    text: str


class _Block(NamedTuple):
    """What an output says of one tableau."""

    cards: _Line
    sets: list[_Line]


_NONE_FOUND = "*** None Found ***"
_SPACINGS = {
    "plain": (
        re.compile(r"CARDS: (?! )(.*)"),
        re.compile(r"SETS: (?! )(.*)"),
        re.compile(r"()(\d+)\. (?! )(.*)"),
    ),
    "judge": (
        re.compile(r"CARDS:  (?! )(.*)"),
        re.compile(r"SETS:   (?! )(.*)"),
        re.compile(r"( {8}|)(\d+)\.  (?! )(.*)"),
    ),
}
_LOOK_AHEAD = 20  # tableaus that an output may leave out before it counts as another output


def judgement(readings: Iterable[Reading], output: Iterable[str]) -> Judgement:
    """Return what is missing, wrong or there twice in an output of the contest format.

    `readings` are the tableaus of the input, of which bad ones are passed over; `output` are
    the lines of the output.
    """
    judge = _Judge(readings, output)
    judge.compare()
    return Judgement(judge.tableaus, judge.set_count, tuple(sorted(judge.faults)))


class _Judge:
    def __init__(self, readings: Iterable[Reading], output: Iterable[str]) -> None:
        self._expected = (reading for reading in readings if reading.error is None)
        self._ahead: list[Reading] = []
        self._spacing = ""
        self._blocks = self._read_blocks(output)
        self._last_line = 0
        self.tableaus = 0
        self.set_count = 0
        self.faults: list[Fault] = []

    def compare(self) -> None:
        for block in self._blocks:
            reading = self._expected_for(block)
            if reading is None:
                self._blame(block.cards, "no tableau of the input is left for these cards")
                continue
            self.tableaus += 1
            self._compare_cards(block, reading)
            self._compare_sets(block, reading)
        for reading in self._rest():
            self.tableaus += 1
            self.faults.append(Fault(self._last_line + 1, f"missing: {_named(reading)}"))

    def _blame(self, line: _Line, fault: str) -> None:
        self.faults.append(Fault(line.number, fault))

    def _rest(self) -> Iterator[Reading]:
        while self._ahead or self._look_ahead():
            yield self._ahead.pop(0)

    def _look_ahead(self) -> bool:
        reading = next(self._expected, None)
        if reading is not None:
            self._ahead.append(reading)
        return reading is not None

    def _expected_for(self, block: _Block) -> Reading | None:
        """The tableau that a block answers: the next with its cards, otherwise just the next."""
        place = 0
        while place < len(self._ahead) or (place < _LOOK_AHEAD and self._look_ahead()):
            reading = self._ahead[place]
            if sorted(_written(reading)) == sorted(block.cards.text.split()):
                for missing in self._ahead[:place]:
                    self.tableaus += 1
                    self._blame(block.cards, f"missing before it: {_named(missing)}")
                del self._ahead[: place + 1]
                return reading
            place += 1
        return self._ahead.pop(0) if self._ahead else None

    def _compare_cards(self, block: _Block, reading: Reading) -> None:
        shown, expected = block.cards.text.split(), _written(reading)
        if block.cards.text != " ".join(shown):
            self._blame(block.cards, "CARDS: not one blank between cards")
        if shown == expected:
            return
        for card in sorted({*shown, *expected}):
            difference = shown.count(card) - expected.count(card)
            if difference:
                what = "is not in" if difference > 0 else "is missing of"
                self._blame(block.cards, f"CARDS: {printable(card)} {what} {_named(reading)}")
        if sorted(shown) == sorted(expected):
            self._blame(block.cards, f"CARDS: not in the order of {_named(reading)}")

    def _compare_sets(self, block: _Block, reading: Reading) -> None:
        notation, cards = _notation(reading), list(reading.cards)
        shown = [tuple(cards[place] for place in positions) for positions in reading.sets]
        expected = [tuple(sorted(found)) for found in shown]
        self.set_count += len(expected)
        seen: dict[tuple[int, ...], list[int]] = {}
        if not block.sets:
            self._blame(block.cards, f"no SETS line for {_named(reading)}")
            return
        for number, line in enumerate(block.sets, 1):
            if line.text == _NONE_FOUND:
                if expected:
                    self._blame(line, f"None Found, but {_named(reading)} has {len(expected)}")
                elif len(block.sets) > 1:
                    self._blame(line, "None Found beside sets")
                continue
            found = self._set_shown(line, number, notation)
            if found is None:
                continue
            earlier = seen.setdefault(found, [])
            if found not in expected:
                self._blame(line, _why_wrong(found, cards, notation))
            elif len(earlier) >= expected.count(found):
                self._blame(line, f"this set is in line {earlier[0]} already")
            earlier.append(line.number)
        if [line.text for line in block.sets] == [_NONE_FOUND]:
            return
        for found, in_order in dict(zip(expected, shown, strict=True)).items():
            for _ in range(expected.count(found) - len(seen.get(found, ()))):
                texts = " ".join(map(notation.write, in_order))
                self._blame(block.sets[-1], f"missing: the set {texts} of {_named(reading)}")

    def _set_shown(self, line: _Line, number: int, notation: Notation) -> tuple[int, ...] | None:
        """The set that a line shows, sorted, after judging its number and spacing."""
        match = _SPACINGS[self._spacing][2].fullmatch(line.text)
        if match is None or bool(match[1]) != (number > 1 and self._spacing == "judge"):
            self._blame(line, f"not spaced as a set in {self._spacing} spacing")
            match = re.fullmatch(r"(\s*)(\d+)\.\s*(.*)", line.text)
            if match is None:
                return None
        if match[2] != str(number):
            self._blame(line, f"numbered {printable(match[2])}, it is number {number}")
        try:
            cards = [notation.read(text) for text in match[3].split()]
        except TextError as error:
            self._blame(line, error.explanation)
            return None
        written = " ".join(map(notation.write, cards))
        if match[3] != written:
            self._blame(line, f"{printable(match[3])} should be written {printable(written)}")
        return tuple(sorted(cards))

    def _read_blocks(self, output: Iterable[str]) -> Iterator[_Block]:
        block: _Block | None = None
        for number, raw in enumerate(output, 1):
            self._last_line = number
            line = _Line(number, raw.rstrip())
            if not line.text:
                continue
            if line.text.startswith("CARDS:"):
                if block is not None:
                    yield block
                block = _Block(self._after(line, 0, "CARDS:"), [])
            elif block is None:
                self._blame(line, f"{printable(line.text)} stands before the first CARDS line")
            elif line.text.startswith("SETS:"):
                if block.sets:
                    self._blame(line, "a second SETS line")
                block.sets.append(self._after(line, 1, "SETS:"))
            elif block.sets:
                block.sets.append(line)
            else:
                self._blame(line, f"{printable(line.text)} stands where a SETS line should")
        if block is not None:
            yield block

    def _after(self, line: _Line, kind: int, label: str) -> _Line:
        """What stands after a label; the first label of the output decides on the spacing."""
        if not self._spacing:
            self._spacing = "judge" if line.text.startswith("CARDS:  ") else "plain"
        match = _SPACINGS[self._spacing][kind].fullmatch(line.text)
        if match is not None:
            return _Line(line.number, match[1])
        self._blame(line, f"not spaced as a {label[:-1]} line in {self._spacing} spacing")
        return _Line(line.number, line.text[len(label) :].strip())


def _notation(reading: Reading) -> Notation:
    return CONTEST if reading.notation.game == REAL_GAME else reading.notation


def _written(reading: Reading) -> list[str]:
    return list(map(_notation(reading).write, reading.cards))


def _named(reading: Reading) -> str:
    return f"the tableau at {reading.source}:{reading.line}"


def _why_wrong(found: tuple[int, ...], cards: list[int], notation: Notation) -> str:
    game = notation.game
    absent = [notation.write(card) for card in found if card not in cards]
    if absent:
        return f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} not on the table"
    if len(found) != game.values:
        return f"{len(found)} card{'' if len(found) == 1 else 's'}, a set has {game.values}"
    if len(set(found)) < len(found):
        return "a card twice in a set"
    features = [v.name for v in game.why_not(found) if v.kind == "neither"]
    return f"no set: {' and '.join(features)} neither all the same nor all different"
