"""``capset export``: a question about set-free collections for a SAT or pseudo-Boolean solver."""

from __future__ import annotations

import sys

import click

from capset.cli.common import cards_given, chosen_notation, notation_options
from capset.notation import BUILT_IN, REAL_GAME


@click.command(
    "export",
    short_help="Ask a SAT solver whether so many cards without a set exist.",
    epilog="""\b
Examples:
  capset export --to cnf --at-least 20 > caps.cnf         satisfiable: 20 cards without a set
  capset export --to cnf --at-least 21 --break-symmetry   unsatisfiable, and much easier so
  capset export --to opb --at-least 28 --values 4 --features 3 --out caps.opb
  capset export --to opb --at-least 18 --force S1PS --force D3PO --exclude O2GF""",
)
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice(["cnf", "opb"]),
    help="DIMACS clauses for SAT solvers, or OPB inequalities for pseudo-Boolean ones.",
)
@click.option(
    "--at-least", required=True, type=click.IntRange(0), metavar="K", help="How many cards."
)
@click.option(
    "--force", multiple=True, metavar="CARD", help="A card that must be in (may be repeated)."
)
@click.option(
    "--exclude", multiple=True, metavar="CARD", help="A card that must not (may be repeated)."
)
@click.option(
    "--break-symmetry",
    is_flag=True,
    help="Admit only some of the collections that are alike, but one if there is any.",
)
@click.option("--out", metavar="FILE", help="Write to this file instead of standard output.")
@notation_options
def command(
    target: str,
    at_least: int,
    force: tuple[str, ...],
    exclude: tuple[str, ...],
    break_symmetry: bool,
    out: str | None,
    notation: str,
    values: int | None,
    features: int | None,
) -> int:
    """Write the question "are there K cards without a set?" for an outside solver.

    It is satisfiable exactly if there are. Comments in the file say which variable is which
    card: variable i + 1 is true if card i is in the collection.
    """
    from capset.caps.export import cnf_lines, opb_lines
    from capset.caps.problem import Problem
    from capset.files import written_whole

    if notation == "auto" or notation in BUILT_IN:  # one of one's own says what deck it writes
        values, features = values or REAL_GAME.values, features or REAL_GAME.features
    how = chosen_notation(notation, values, features, [*force, *exclude])
    problem = Problem(how.game, cards_given(force, how), cards_given(exclude, how), how)
    lines = (cnf_lines if target == "cnf" else opb_lines)(problem, at_least, break_symmetry)

    if out in (None, "-"):
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        with written_whole(out) as file:
            file.writelines(f"{line}\n".encode("ascii") for line in lines)
    return 0
