"""``capset sets``: every set of every tableau."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from capset.cli.common import Input, json_option, tableau_options
from capset.cli.contest import write_contest_report
from capset.report import FORMATS, ContestReport, report, spoken_notation
from capset.tableau import Reading


class _BareExplain(click.Command):
    """Lets ``--explain`` stand without a value, whatever comes after it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(
            ctx, ["--explain=pairs" if argument == "--explain" else argument for argument in args]
        )


@click.command(
    "sets",
    cls=_BareExplain,
    short_help="List every set of every tableau.",
    epilog="""\b
Examples:
  capset sets tableaus.txt
  capset sets --format contest --spacing judge < tableaus.txt
  capset sets --size 12 --json unseparated.txt
  capset sets --format findset --explain tableau.txt
  capset sets --values 4 --features 3 --notation digits collection.txt""",
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    help="What is printed: readable text (the default), the programming contest's or the findset "
    "program's format, JSON, JSON lines, or CSV.",
)
@json_option
@click.option(
    "--spacing",
    type=click.Choice(["plain", "judge"]),
    default="plain",
    help="Contest format as in the problem's sample, or aligned as most accepted solutions do.",
)
@click.option(
    "--explain",
    type=click.Choice(["pairs", "table"]),
    metavar="[=table]",
    help="Show on standard error how the sets are found, pair by pair or as a table of pairs.",
)
@tableau_options
def command(
    files: tuple[str, ...],
    form: str,
    as_json: bool,
    spacing: str,
    explain: str | None,
    **options: Any,
) -> int:
    """List every set of every tableau in each FILE, or on standard input.

    Cards are set apart by blanks or ends of lines, tableaus by blank lines; '#' begins a
    comment. Sets come in the order of the positions of their cards. A bad tableau is told on
    standard error and left out; all others are solved, and the exit status is 2.
    """
    tableaus = Input(**options)
    output = report("json" if as_json else form)
    if spacing != "plain":
        if not isinstance(output, ContestReport):
            raise click.UsageError("--spacing goes with --format contest")
        output = ContestReport(spacing)
    if isinstance(output, ContestReport) and not explain:
        for source in tableaus.sources(files):
            write_contest_report(tableaus, source, output, spacing)
        return tableaus.status
    sys.stdout.write(output.opening())
    for reading in tableaus.all_readings(files):
        sets = reading.sets
        if explain and reading.error is None:
            sys.stdout.flush()
            for line in _explanation(reading, explain):
                click.echo(line, err=True)
        sys.stdout.write(output.tableau(reading, sets))
    sys.stdout.write(output.closing())
    return tableaus.status


def _explanation(reading: Reading, form: str) -> Iterator[str]:
    from capset.explain import pair_table, thoughts

    if form == "table":
        return pair_table(reading.cards, reading.notation.game)
    return thoughts(reading.cards, spoken_notation(reading.notation))
