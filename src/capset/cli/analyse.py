"""``capset analyse``: what a collection is like, and whether two are equivalent."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from capset.cli.common import (
    Input,
    json_option,
    plural,
    tableau_options,
)
from capset.errors import CardError
from capset.game import Game
from capset.notation import Notation
from capset.tableau import Reading

if TYPE_CHECKING:
    from capset.caps.analysis import Analysis

_SHOWN = 8  # sets, and orbits, in text


@click.command(
    "analyse",
    short_help="Say what a collection is like: sets, symmetry, sections; compare two.",
    epilog="""\b
Examples:
  capset max | tail -1 | capset analyse -       one of the largest collections
  capset analyse cap.txt --json
  capset analyse cap.txt other.txt              equivalent? exit status 0, or 1 if not
  capset analyse cap.txt --to gap > cap.g       its stabiliser, for GAP; or --to sage
  capset analyse cap.txt --group game           up to permuted values and features only""",
)
@click.argument("file", metavar="FILE")
@click.argument("other", metavar="[FILE2]", required=False)
@click.option(
    "--group",
    type=click.Choice(["full", "game"]),
    default="full",
    show_default=True,
    help="The symmetry: all of the deck (for three values affine maps), or that of the game, by "
    "which values and features are permuted.",
)
@click.option(
    "--to",
    "system",
    type=click.Choice(["gap", "sage"]),
    help="Write the collection and its stabiliser as a program for GAP or Sage.",
)
@json_option
@tableau_options
def command(
    file: str,
    other: str | None,
    group: str,
    system: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Say what a collection is like; sets may be in it.

    Is there a set, and can a card be added? Which symmetries keep it, what orbits do they have,
    how many copies has it, and how many cards lie in the slices? Of two collections: is there a
    symmetry that takes the first to the second? Every tableau of FILE is a collection; of two
    files each must have one.
    """
    if other is not None:
        if system is not None:
            raise click.UsageError("--to writes one collection")
        return _compare(file, other, group, as_json, options)
    tableaus = Input(**options)
    is_first = True
    for reading in tableaus.all_readings([file]):
        if reading.error is not None:
            continue
        if not (is_first or as_json):
            click.echo()
        _analyse(reading, group, system, as_json)
        is_first = False
    if is_first and not tableaus.status:
        raise CardError(f"{file}: no collection")
    return tableaus.status


def _analyse(reading: Reading, group: str, system: str | None, as_json: bool) -> None:
    from capset.caps.algebra import program_lines
    from capset.caps.analysis import analysis

    found = analysis(reading.notation.game, reading.cards, group)
    if system is not None:
        for line in program_lines(found, system):
            click.echo(line)
    elif as_json:
        from capset.report import json_text

        place = {"source": reading.source, "line": reading.line}
        click.echo(json_text(place | _object(found)))
    else:
        for line in _lines(found, reading.notation):
            click.echo(line)


def _only_reading(name: str, options: dict[str, Any]) -> Reading:
    tableaus = Input(**options)
    readings = list(islice(tableaus.all_readings([name]), 2))
    if tableaus.status:
        raise click.exceptions.Exit(tableaus.status)
    if len(readings) != 1:
        many = "more than one collection" if readings else "no collection"
        raise CardError(f"{name}: {many}; there must be one, without blank lines in it")
    return readings[0]


def _compare(file: str, other: str, group: str, as_json: bool, options: dict[str, Any]) -> int:
    from capset.caps.analysis import comparison

    if file == other == "-":
        raise click.UsageError("only one of the two can be standard input")
    first, second = (_only_reading(name, options) for name in (file, other))
    game = first.notation.game
    if second.notation.game != game:
        raise CardError(
            f"{file} has cards of {game!r}, {other} of {second.notation.game!r}; "
            "both must be of one deck"
        )
    found = comparison(game, first.cards, second.cards, group)
    if as_json:
        from capset.report import json_text

        answer = {"equivalent": found.images is not None}
        rest = (
            {"reason": found.reason}
            if found.images is None
            else {"map": _map(game, group, found.images)}
        )
        click.echo(json_text(answer | rest))
    elif found.images is None:
        click.echo(f"Not equivalent: {found.reason}.")
    else:
        click.echo("Equivalent; this takes the first to the second:")
        for line in _map_lines(game, group, found.images):
            click.echo(f"  {line}")
    return 1 if found.images is None else 0


def _map(game: Game, group: str, images: Any) -> dict[str, Any]:
    from capset.caps.stabiliser import affine_map, feature_map
    from capset.caps.symmetry import is_affine

    if is_affine(game, group):
        return dict(affine_map(game, images)._asdict())
    return dict(feature_map(game, images)._asdict())


def _object(found: Analysis) -> dict[str, Any]:
    from capset.report import digit_texts

    game = found.game

    def lists(parts: tuple[tuple[int, ...], ...]) -> list[list[str]]:
        return [digit_texts(game, part) for part in parts]

    return {
        "values": game.values,
        "features": game.features,
        "size": len(found.cards),
        "cards": digit_texts(game, found.cards),
        "set_free": found.is_set_free,
        "sets": lists(found.sets),
        "complete": found.is_complete,
        "free": digit_texts(game, found.free),
        "dimension": found.dimension,
        "group": found.group,
        "stabiliser": found.order,
        "copies": found.copies,
        "generators": [_map(game, found.group, images) for images in found.generators],
        "orbits": lists(found.orbits),
        "other_orbits": lists(found.other_orbits),
        "sections": [{"sizes": sizes, "ways": ways} for sizes, ways in found.sections],
        "by_feature": found.by_feature,
        "canonical": None if found.canonical is None else digit_texts(game, found.canonical),
    }


def _lines(found: Analysis, how: Notation) -> list[str]:
    game = found.game

    def written(cards: tuple[int, ...]) -> str:
        return " ".join(map(how.write, cards))

    state = "no set" if found.is_set_free else plural(len(found.sets), "set")
    more = "no card can be added" if found.is_complete else f"{len(found.free):,} can be added"
    lines = [
        f"{plural(len(found.cards), 'card')} of {game.deck_size:,} "
        f"({game.values} values, {plural(game.features, 'feature')}): {state}, {more}"
    ]

    def add(name: str, *texts: str) -> None:
        lines.extend(
            f"{name if not place else '':<14} {text}".rstrip() for place, text in enumerate(texts)
        )

    sets = [written(cards) for cards in found.sets]
    left = len(sets) - _SHOWN
    add("sets", *sets[:_SHOWN], *([f"… and {left:,} more; --json lists all"] if left > 0 else []))
    if found.free:
        shown = written(found.free[: 4 * _SHOWN])
        add("can be added", shown + (" …" if len(found.free) > 4 * _SHOWN else ""))
    if found.dimension is not None:
        add("affine span", f"dimension {found.dimension}")
    add("stabiliser", f"order {found.order:,} in the {found.group} group")
    add("copies", f"{found.copies:,}")
    generators = [" | ".join(_map_lines(game, found.group, images)) for images in found.generators]
    add("generators", *generators)
    add("orbits", _lengths(found.orbits), f"others: {_lengths(found.other_orbits)}")
    ways = [f"{ways} × {' '.join(map(str, sizes))}" for sizes, ways in found.sections]
    add("sections", *ways)
    add(
        "by feature",
        *(" ".join(map(str, sizes)) for sizes in found.by_feature),
    )
    if found.canonical is not None:
        add("canonical form", written(found.canonical))
    return lines


def _lengths(parts: tuple[tuple[int, ...], ...]) -> str:
    return " ".join(str(len(part)) for part in parts) or "none"


def _map_lines(game: Game, group: str, images: Any) -> list[str]:
    """Return a symmetry in words, in a few lines."""
    found = _map(game, group, images)
    if "matrix" in found:
        terms = []
        for place, (row, shift) in enumerate(zip(found["matrix"], found["shift"], strict=True), 1):
            parts = [
                f"{'' if factor == 1 else factor}x{other}"
                for other, factor in enumerate(row, 1)
                if factor
            ]
            terms.append(f"y{place} = {' + '.join([*parts, *([str(shift)] if shift else [])])}")
        return terms
    return [
        f"y{place} = x{feature + 1}"
        + (
            ""
            if list(order) == list(range(game.values))
            else f" by {' '.join(map(str, range(game.values)))} -> {' '.join(map(str, order))}"
        )
        for place, (feature, order) in enumerate(
            zip(found["features"], found["values"], strict=True), 1
        )
    ]
