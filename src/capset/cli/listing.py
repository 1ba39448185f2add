"""All optimal collections, for ``capset max --all`` and ``--count``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from capset.cli.common import plural, tell
from capset.cli.progress import shown_steps

if TYPE_CHECKING:
    from capset.caps.optimal import OptimalClass
    from capset.caps.search import Result

_MANY = 10_000_000


def list_optimal(result: Result, what: str, as_json: bool, is_sure: bool) -> int:
    """Print the classes of optimal collections, each collection, or only their numbers.

    `what` is ``"classes"``, ``"each"`` or ``"count"``. Returns the exit status.
    """
    if not result.is_optimal:
        tell(f"not proved that {result.lower} cards are the most, so there is nothing to list")
        return 1
    classes = _classes(result)
    number = sum(found.copies for found in classes)
    summary = (
        f"{plural(result.lower, 'card')}: {plural(number, 'collection')}, "
        f"{len(classes):,} up to symmetry"
    )
    if what == "count":
        _print_numbers(result, len(classes), number, summary, as_json)
        return 0
    tell(summary)
    if what == "classes":
        _print_classes(result, classes)
    elif number > _MANY and not is_sure:
        tell(f"more than {_MANY:,}; --yes lists them all the same")
        return 1
    else:
        _print_each(result, classes)
    return 0


def _classes(result: Result) -> list[OptimalClass]:
    from capset.caps.optimal import optimal_classes

    steps = optimal_classes(result.problem, result.lower)
    nodes = 0
    with shown_steps() as show:
        while True:
            try:
                nodes += next(steps)
            except StopIteration as end:
                classes: list[OptimalClass] = end.value
                return classes
            show("all collections, nodes searched:", nodes, None)


def _print_numbers(
    result: Result, classes: int, collections: int, summary: str, as_json: bool
) -> None:
    from capset.report import json_text

    if as_json:
        numbers = {"size": result.lower, "collections": collections, "classes": classes}
        click.echo(json_text(numbers))
    else:
        click.echo(summary)


def _print_classes(result: Result, classes: list[OptimalClass]) -> None:
    from capset.report import digit_texts, json_text

    for cards, order, copies in classes:
        texts = digit_texts(result.problem.game, cards)
        click.echo(json_text({"cards": texts, "stabiliser": order, "copies": copies}))


def _print_each(result: Result, classes: list[OptimalClass]) -> None:
    from capset.caps.optimal import copies_of, remaining_symmetry
    from capset.report import digit_texts

    game = result.problem.game
    texts = [f'"{text}"' for text in digit_texts(game, game.deck)]
    symmetry = remaining_symmetry(result.problem)
    for found in classes:
        for block in copies_of(found.cards, symmetry):
            for cards in block.tolist():
                line = ", ".join([texts[card] for card in cards])
                sys.stdout.write(f'{{"cards": [{line}]}}\n')
