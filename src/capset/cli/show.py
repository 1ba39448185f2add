"""``capset show``: tableaus drawn, in the terminal or as SVG."""

from __future__ import annotations

from typing import Any

import click

from capset.cli.common import Input, tableau_options, tell
from capset.errors import CardError
from capset.tableau import Reading


@click.command(
    "show",
    short_help="Draw tableaus, their sets outlined.",
    epilog="""\b
Examples:
  capset show tableaus.txt
  capset show --no-sets < tableau.txt
  capset show --svg tableau.svg tableaus.txt
  NO_COLOR=1 capset show tableaus.txt""",
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--svg", metavar="OUT", help="Write a tableau as SVG to this file, or to - for standard output."
)
@click.option(
    "--tableau",
    type=click.IntRange(1),
    metavar="N",
    help="Only the N-th tableau (with --svg the first, if not said otherwise).",
)
@click.option("--sets/--no-sets", "with_sets", default=True, help="Outline the sets, or do not.")
@click.option(
    "--palette",
    type=click.Choice(["standard", "okabe-ito", "high-contrast"]),
    default="standard",
    help="The colours; the others are for all kinds of colour vision.",
)
@tableau_options
def command(
    files: tuple[str, ...],
    svg: str | None,
    tableau: int | None,
    with_sets: bool,
    palette: str,
    **options: Any,
) -> int:
    """Draw the tableaus of each FILE, or of standard input, in the terminal or as SVG."""
    tableaus = Input(**options)
    wanted = 1 if svg is not None and tableau is None else tableau
    drawn = 0
    for number, reading in enumerate(tableaus.all_readings(files), 1):
        if reading.error is not None or wanted not in (None, number):
            continue
        if svg is not None:
            _write_svg(reading, svg, with_sets, palette)
        else:
            click.echo("\n" if drawn else "", nl=False)
            _show(reading, with_sets, palette)
        drawn += 1
        if wanted is not None:
            break
    if wanted is not None and not drawn and not tableaus.status:
        raise CardError(f"there is no tableau {wanted} to draw")
    return tableaus.status


def _show(reading: Reading, with_sets: bool, palette: str) -> None:
    from rich.console import Console

    from capset.draw.terminal import print_tableau

    console = Console(highlight=False)
    print_tableau(
        console,
        reading.notation.game,
        reading.cards,
        sets=reading.sets if with_sets else (),
        palette=palette,
    )


def _write_svg(reading: Reading, target: str, with_sets: bool, palette: str) -> None:
    from capset.draw.svg import tableau_svg
    from capset.files import written_whole

    drawing = tableau_svg(
        reading.notation.game,
        reading.cards,
        sets=reading.sets if with_sets else (),
        palette=palette,
    )
    if target == "-":
        click.echo(drawing)
        return
    with written_whole(target) as file:
        file.write(drawing.encode())
    tell(f"{target}: the tableau at {reading.source}:{reading.line}")
