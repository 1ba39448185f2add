"""``capset convert``: tableaus from one notation to another."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

import click

from capset.cli.common import Input, tableau_options, written_notation
from capset.notation import BUILT_IN


@click.command(
    "convert",
    short_help="Rewrite tableaus in another notation.",
    epilog="""\b
Examples:
  capset convert --to findset tableaus.txt
  capset convert --to digits --join < tableaus.txt
  capset convert --to mine.toml tableaus.txt""",
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--to",
    "target",
    required=True,
    metavar="NAME",
    help=f"The notation to write: {', '.join(BUILT_IN)}, or a TOML file of your own.",
)
@click.option("--join", is_flag=True, help="Write each tableau on one line.")
@tableau_options
def command(files: tuple[str, ...], target: str, join: bool, **options: Any) -> int:
    """Rewrite the tableaus of each FILE, or of standard input, in another notation.

    A card a line, a blank line between tableaus; bad tableaus are told and left out.
    """
    tableaus = Input(**options)
    first = True
    notation_for = lru_cache(written_notation)  # one of one's own is read from its file once
    for reading in tableaus.all_readings(files):
        if reading.error is not None:
            continue
        notation = notation_for(target, reading.notation.game)
        texts = [notation.write(card) for card in reading.cards]
        sys.stdout.write("" if first else "\n")
        sys.stdout.write((" " if join else "\n").join(texts) + "\n")
        first = False
    return tableaus.status
