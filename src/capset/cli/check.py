"""``capset check``: are these cards a set, and why?"""

from __future__ import annotations

from collections.abc import Sequence

import click

from capset.cli.common import (
    cards_given,
    chosen_notation,
    given_lines,
    json_option,
    notation_options,
)
from capset.errors import CardError
from capset.notation import DIGIT_SYMBOLS


@click.command(
    "check",
    short_help="Say whether cards are a set, feature by feature.",
    epilog="""\b
Examples:
  capset check S1PS D3PO O2GF
  capset check "2 striped red ovals" "2 striped green ovals" "2 striped purple ovals"
  capset check --json 0000 1111 2222""",
)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@json_option
@notation_options
def command(
    cards: tuple[str, ...],
    as_json: bool,
    notation: str,
    values: int | None,
    features: int | None,
) -> int:
    """Say whether the cards are a set, explained feature by feature.

    As many cards as the deck has values are needed. The exit status is 0 for a set, 1 for no
    set. A lone - reads the cards from standard input.
    """
    from capset.report import digit_texts, json_text

    lines = given_lines(cards)
    if values is None and notation in ("auto", "digits"):
        values = _values_in_digits(lines, notation, features)
    how = chosen_notation(notation, values, features, lines)
    game, chosen = how.game, cards_given(lines, how)
    if len(chosen) != game.values:
        raise CardError(
            f"a set of the deck with {game.values} values has {game.values} cards; "
            f"{len(chosen)} were given"
        )
    verdicts = game.why_not(chosen)
    is_set = game.is_set(chosen)
    if as_json:
        click.echo(
            json_text(
                {
                    "is_set": is_set,
                    "features": [
                        {
                            "feature": verdict.name,
                            "agree": digit_texts(game, verdict.agree),
                            "differs": digit_texts(game, verdict.differs),
                        }
                        for verdict in verdicts
                    ],
                }
            )
        )
    else:
        from capset.explain import verdict_text

        names = {card: how.write(card) for card in chosen}
        width = max(len(verdict.name) for verdict in verdicts)
        for verdict in verdicts:
            click.echo(f"{verdict.name:<{width}}  {verdict_text(game, verdict, names)}")
        click.echo(f"{' '.join(names.values())}: {'a set' if is_set else 'no set'}")
    return 0 if is_set else 1


def _values_in_digits(lines: Sequence[str], notation: str, features: int | None) -> int | None:
    """The number of values of cards in digits, which is that of the cards, if it can be."""
    from capset.recognition import recognised_digits, recognised_notation

    if notation == "auto" and recognised_notation(lines, None, features).notation.name != "digits":
        return None
    least = recognised_digits(lines, None, features).game.values
    number = sum(len(line.split()) for line in lines)
    fits = least <= number and (number <= len(DIGIT_SYMBOLS) or least > len(DIGIT_SYMBOLS))
    return number if fits else None
