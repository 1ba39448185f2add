"""The contest report on a source of any length: what is short at once, what is long fast."""

from __future__ import annotations

import sys
from itertools import chain

from capset.cli.common import Input, Source
from capset.notation import CONTEST, REAL_GAME
from capset.report import ContestReport
from capset.tableau import end_of_last_tableau, line_count

_LONG = 1 << 17
"""Bytes from which on the compiled kernel saves more time than it takes to load."""

_PATIENCE = 1 << 20  # bytes without a blank line, after which lines are read one by one


def write_contest_report(
    tableaus: Input, source: Source, report: ContestReport, spacing: str
) -> None:
    """Write the report on all tableaus of `source`, each as soon as it has ended.

    A long file goes to the compiled kernel; what comes through a pipe does once it proves long.
    """
    may_be_fast = (
        source.notation.is_fixed_width
        and source.notation.game.values == 3
        and tableaus.size is None
        and not tableaus.keep_duplicates
    )
    unfinished, line, solved = bytearray(), 1, 0
    while may_be_fast and len(unfinished) <= _PATIENCE:
        if max(solved, source.length) >= _LONG:
            from capset import fast

            if not fast.supports(source.notation):
                break
            rest = source._replace(blocks=chain([bytes(unfinished)], source.blocks))
            _write_fast(tableaus, rest, line, report, spacing)
            return
        block = next(source.blocks, b"")
        unfinished += block
        end = end_of_last_tableau(unfinished) if block else len(unfinished)
        ended = bytes(unfinished[:end])
        sys.stdout.write(_report_on(tableaus, source, ended, line, report))
        if not block or tableaus.is_stopped:
            return
        line += line_count(ended)
        solved += end
        del unfinished[:end]
    for reading in tableaus.readings(
        source._replace(blocks=chain([bytes(unfinished)], source.blocks)), line
    ):
        sys.stdout.write(report.tableau(reading, reading.sets))


def _report_on(
    tableaus: Input, source: Source, text: bytes, line: int, report: ContestReport
) -> str:
    """The report on the tableaus of `text`, whose first line is number `line` of the source."""
    readings = tableaus.readings(source._replace(blocks=iter([text])), line)
    return "".join(report.tableau(reading, reading.sets) for reading in readings)


def _write_fast(
    tableaus: Input, source: Source, first_line: int, report: ContestReport, spacing: str
) -> None:
    from capset import fast

    def careful(text: bytes, line: int) -> bytes:
        shown = _report_on(tableaus, source, text, line, report)
        return shown.encode(sys.stdout.encoding, "backslashreplace")

    sys.stdout.flush()
    written_in = CONTEST if source.notation.game == REAL_GAME else source.notation
    for piece in fast.solve(
        source.blocks,
        source.notation,
        careful,
        written_in=written_in,
        spacing=spacing,
        first_line=first_line,
    ):
        sys.stdout.buffer.write(piece.output)
        if tableaus.is_stopped:
            return
