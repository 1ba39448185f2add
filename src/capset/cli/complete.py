"""``capset complete``: what other cards do to these."""

from __future__ import annotations

from itertools import islice
from typing import Any

import click

from capset.cli.common import (
    Input,
    cards_given,
    chosen_notation,
    given_lines,
    json_option,
    notation_options,
    plural,
    tell,
)
from capset.errors import CardError
from capset.notation import Notation
from capset.tableau import Reading


@click.command(
    "complete",
    short_help="Say which cards make sets with these, and which are ruled out.",
    epilog="""\b
Examples:
  capset complete S1PS D3PO                 the card that makes a set with these two
  capset complete S1PS D3PO --in table.txt  is it on the table?
  capset complete 000 012 --values 4 --features 3
  capset complete S1PS D3PO O1GF --json     more cards: which may not be added, and why""",
)
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--in", "tableau", metavar="FILE", help="Take the other cards from this tableau.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="List at most so many sets; their number is always exact.",
)
@json_option
@notation_options
def command(
    cards: tuple[str, ...],
    tableau: str | None,
    limit: int,
    as_json: bool,
    notation: str,
    values: int | None,
    features: int | None,
) -> int:
    """Say which sets contain all the cards, which cards they need, and which are ruled out.

    A card is ruled out when it makes a set with some of the cards given: it could not join a
    collection without a set. A lone - reads the cards from standard input.
    """
    from capset.report import digit_texts, json_text

    lines = given_lines(cards)
    within = None if tableau is None else _tableau(tableau, notation, values, features)
    how = within.notation if within else chosen_notation(notation, values, features, lines)
    chosen = cards_given(lines, how)
    game = how.game
    others = None if within is None else within.cards
    ruled_out = game.forbidden(chosen)
    if others is not None:
        ruled_out = {card: reasons for card, reasons in ruled_out.items() if card in others}
    too_many = len(chosen) > game.values
    completions = game.completions([] if too_many else chosen, others)
    count = 0 if too_many else completions.count
    sets = [] if too_many else list(islice(completions, limit))
    partners = [] if too_many else list(islice(completions.cards, limit))
    if as_json:
        click.echo(
            json_text(
                {
                    "selection": digit_texts(game, chosen),
                    "sets": [digit_texts(game, found) for found in sets],
                    "cards": digit_texts(game, partners),
                    "ruled_out": [
                        {
                            "card": digit_texts(game, [card])[0],
                            "by": [digit_texts(game, reason) for reason in reasons],
                        }
                        for card, reasons in ruled_out.items()
                    ],
                    "count": count,
                }
            )
        )
        return 0
    click.echo("\n".join(_lines(how, chosen, sets, partners, ruled_out, count)))
    return 0


def _tableau(name: str, notation: str, values: int | None, features: int | None) -> Reading:
    options: dict[str, Any] = {"size": None, "duplicates": "refuse", "strict": True}
    tableaus = Input(notation=notation, values=values, features=features, **options)
    readings = list(islice(tableaus.all_readings([name]), 2))
    if tableaus.status:
        raise click.exceptions.Exit(tableaus.status)
    if not readings:
        raise CardError(f"{name}: no tableau")
    if len(readings) > 1:
        tell(f"{name}: more than one tableau; the first is taken")
    return readings[0]


def _lines(
    how: Notation,
    chosen: list[int],
    sets: list[tuple[int, ...]],
    partners: list[int],
    ruled_out: dict[int, tuple[tuple[int, ...], ...]],
    count: int,
) -> list[str]:
    def text(cards: tuple[int, ...] | list[int]) -> str:
        return " ".join(map(how.write, cards))

    lines = [f"{plural(count, 'set')} with {text(chosen) or 'any cards'}"]
    others = ([card for card in found if card not in chosen] for found in sets)
    lines += ["  " + " + ".join(map(text, filter(None, (chosen, missing)))) for missing in others]
    if count > len(sets):
        lines.append(f"  … and {count - len(sets):,} more; --limit lists more")
    if partners:
        lines.append(f"cards that are in one: {text(partners)}")
    lines.append(f"{plural(len(ruled_out), 'card')} ruled out")
    lines += [
        f"  {how.write(card)} by {' and by '.join(text(reason) for reason in reasons)}"
        for card, reasons in ruled_out.items()
    ]
    return lines
