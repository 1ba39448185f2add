"""``capset judge``: is this output right for that input?"""

from __future__ import annotations

from typing import Any

import click

from capset.cli.common import Input, json_option, opened, plural, tableau_options
from capset.tableau import byte_blocks, text_lines


@click.command(
    "judge",
    short_help="Judge another program's output in contest format.",
    epilog="""\b
Examples:
  capset judge tableaus.txt output.txt
  ./solution < tableaus.txt | capset judge tableaus.txt -""",
)
@click.argument("source", metavar="INPUT")
@click.argument("output")
@json_option
@tableau_options
def command(source: str, output: str, as_json: bool, **options: Any) -> int:
    """Say whether OUTPUT is right for the tableaus of INPUT; either may be - for standard input.

    Sets may be in any order, and so may the cards of a set; the spacing is that of the sample
    output or the aligned one. What is missing, wrong or there twice is printed with its line.
    The exit status is 0 for a right output, 1 for a wrong one, 2 where INPUT is bad.
    """
    from capset.judge import judgement
    from capset.report import json_text

    if source == output == "-":
        raise click.UsageError("INPUT and OUTPUT cannot both be standard input")
    tableaus = Input(**options)
    if source != "-":
        opened(source).close()  # without an input there is nothing to judge
    with opened(output) as stream:
        judged = judgement(tableaus.all_readings([source]), text_lines(byte_blocks(stream)))
    if as_json:
        faults = [fault._asdict() for fault in judged.faults]
        click.echo(
            json_text(
                {
                    "correct": judged.is_correct,
                    "tableaus": judged.tableaus,
                    "sets": judged.sets,
                    "faults": faults,
                }
            )
        )
    else:
        name = "<stdin>" if output == "-" else output
        for fault in judged.faults:
            click.echo(f"{name}:{fault.line}: {fault.fault}")
        sum_up = f"{plural(judged.tableaus, 'tableau')}, {plural(judged.sets, 'set')}"
        wrong = plural(len(judged.faults), "fault")
        click.echo(f"right: {sum_up}" if judged.is_correct else f"wrong: {wrong} in {sum_up}")
    return tableaus.status or (0 if judged.is_correct else 1)
