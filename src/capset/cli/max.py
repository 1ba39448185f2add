"""``capset max``: the largest collection without a set, with proof."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

import click

from capset.cli.common import (
    UnreadableFileError,
    cards_given,
    chosen_notation,
    json_option,
    notation_options,
    plural,
    tell,
)
from capset.cli.crews import chosen_crew, crew_options, load
from capset.cli.listing import list_optimal
from capset.errors import WorkerError
from capset.game import Game
from capset.notation import REAL_GAME, Notation

if TYPE_CHECKING:
    from collections.abc import Callable

    from capset.caps.search import Event, Result, Search

_PART = 60.0  # seconds


@click.command(
    "max",
    short_help="Find the largest collection without a set, and prove it.",
    epilog="""\b
Examples:
  capset max                                    the real deck: 20 cards
  capset max --values 4 --features 3            64 cards: 28 without a set
  capset max --force S1PS --exclude D3PO        one card must be in, another must not
  capset max --features 5 --at-least 46         are there 46? no: exit status 1
  capset max --values 4 --features 3 --certificate 28.txt   with a proof for capset verify
  capset max --all                              all collections of 20, up to symmetry
  capset max --values 5 --features 3 --time 60  the best bounds that a minute gives""",
)
@click.option("--force", multiple=True, metavar="CARD", help="This card must be in (repeatable).")
@click.option(
    "--exclude", multiple=True, metavar="CARD", help="This card must not be in (repeatable)."
)
@click.option(
    "--at-least",
    type=click.IntRange(1),
    metavar="K",
    help="Only find out whether there are K cards without a set.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0),
    metavar="S",
    help="Stop after S seconds with the best bounds.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="For what is random.")
@click.option(
    "--method",
    type=click.Choice(["auto", "plain", "slices"]),
    default="auto",
    help="How to search; all lead to the same size.",
)
@click.option("--resume", metavar="FILE", help="Go on with an interrupted search.")
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Keep the search here, once a minute and where Ctrl-C or --time stop it; without it, "
    "Ctrl-C leaves it in capset-max.checkpoint.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    help="Write what is claimed and why, for capset verify; compressed if FILE ends in .gz.",
)
@click.option("--svg", metavar="FILE", help="Draw the collection on the grid of its deck.")
@click.option(
    "--all",
    "listed",
    is_flag=False,
    flag_value="classes",
    type=click.Choice(["classes", "each"]),
    help="List all optimal collections as JSON lines: one of each class up to the symmetry that "
    "forced and excluded cards leave, with the order of its stabiliser and the number of its "
    "copies; or with --all=each every single one.",
)
@click.option("--count", is_flag=True, help="Only say how many optimal collections there are.")
@click.option("--yes", is_flag=True, help="With --all=each: even if they are over 10,000,000.")
@crew_options
@json_option
@notation_options
def command(
    force: tuple[str, ...],
    exclude: tuple[str, ...],
    at_least: int | None,
    seconds: float | None,
    seed: int,
    method: str,
    resume: str | None,
    checkpoint: str | None,
    certificate: str | None,
    svg: str | None,
    listed: str | None,
    count: bool,
    yes: bool,
    workers: int | None,
    dask: str | None,
    as_json: bool,
    notation: str,
    values: int | None,
    features: int | None,
) -> int:
    """Find the largest collection of cards with no set inside, and prove that none is larger.

    The real deck is taken unless --values and --features say otherwise. With --at-least the
    exit status is 0 where there are so many cards, and 1 where there are not or where the time
    was too short to know.
    """
    from capset.caps.checkpoint import read_checkpoint
    from capset.caps.problem import Problem
    from capset.caps.search import Search

    if listed and count:
        raise click.UsageError("--all and --count exclude each other")
    if at_least is not None and (listed or count):
        raise click.UsageError("--all and --count are about the largest, not about --at-least")
    if resume is not None:
        if force or exclude or at_least or values or features:
            raise click.UsageError("--resume takes the question from the file")
        try:
            search = read_checkpoint(resume, seconds=seconds)
        except OSError as error:
            raise UnreadableFileError(f"{resume}: {error.strerror}") from None
        how = chosen_notation("digits", *_deck(search.problem.game), ())
    else:
        game = Game(values or REAL_GAME.values, features or REAL_GAME.features)
        how = chosen_notation(notation, *_deck(game), [*force, *exclude])
        game = how.game
        problem = Problem(game, cards_given(force, how), cards_given(exclude, how), how)
        search = Search(problem, at_least=at_least, seed=seed, method=method, seconds=seconds)
    load(_try_out)
    with chosen_crew(workers, dask) as search.crew:
        status = _run(search, checkpoint)
    interrupted = status != 0
    result = search.result
    what = "count" if count else listed
    if what is not None and not interrupted:
        status = list_optimal(result, what, as_json, yes)
    elif as_json:
        _print_json(result)
    else:
        _print(result, search.at_least, how)
    if not search.is_settled and (interrupted or checkpoint is not None):
        _leave(search, checkpoint or "capset-max.checkpoint")
    if svg is not None:
        _draw(result, svg)
    if certificate is not None and not interrupted:
        _certify(result, certificate)
    if status or what is not None:
        return status
    return 0 if search.at_least is None or result.lower >= search.at_least else 1


def _deck(game: Game) -> tuple[int, int]:
    return game.values, game.features


def _try_out() -> None:
    """Search a tiny deck."""
    from capset.caps.problem import Problem
    from capset.caps.search import Search

    for _ in Search(Problem(Game(3, 3), excluded=[26])):
        pass


def _run(search: Search, checkpoint: str | None) -> int:
    """Search to the end, showing how it stands; the exit status where interrupted, otherwise 0.

    Once a minute the search is put aside and written to the checkpoint: it may be killed.
    """
    from capset.caps.checkpoint import write_checkpoint
    from capset.cli.bounds import shown_bounds

    deadline = None if search.limit is None else monotonic() + search.limit
    try:
        with shown_bounds(search) as show:
            while not _is_over(search, show, checkpoint is not None):
                assert checkpoint is not None
                try:
                    write_checkpoint(search, checkpoint)
                except OSError as error:  # which may pass; the search must not be lost for it
                    tell(f"{checkpoint}: {error.strerror}; the search goes on")
                if deadline is not None:
                    search.limit = max(0.0, deadline - monotonic())
    except KeyboardInterrupt:
        return 130
    except WorkerError as error:
        tell(str(error))
        return 1
    return 0


def _is_over(search: Search, show: Callable[[Event], None], in_parts: bool) -> bool:
    """Search to the end, or for a minute if it is to be done in parts; whether it is the end."""
    start = monotonic()
    events = iter(search)
    try:
        for event in events:
            show(event)
            if in_parts and monotonic() - start >= _PART:
                return False
    finally:
        events.close()  # what is still open goes back to the question
    return True


def _leave(search: Search, path: str) -> None:
    from capset.caps.checkpoint import write_checkpoint

    write_checkpoint(search, path)
    tell(f"not finished; capset max --resume {path} goes on")


def _certify(result: Result, path: str) -> None:
    from capset.caps.certificate import write_certificate
    from capset.cli.progress import shown_work

    with shown_work("lines of the certificate:") as show:
        lines = write_certificate(result, path, show)
    tell(f"{path}: {plural(lines, 'line')}; capset verify {path} checks them")


def _print_json(result: Result) -> None:
    from capset.report import digit_texts, json_text

    problem = result.problem
    game = problem.game
    click.echo(
        json_text(
            {
                "values": game.values,
                "features": game.features,
                "size": result.lower,
                "lower": result.lower,
                "upper": result.upper,
                "optimal": result.is_optimal,
                "collection": digit_texts(game, result.collection),
                "forced": digit_texts(game, problem.forced),
                "excluded": digit_texts(game, problem.excluded),
                "nodes": result.nodes,
                "seconds": round(result.seconds, 3),
            }
        )
    )


def _print(result: Result, at_least: int | None, how: Notation) -> None:
    from shutil import get_terminal_size

    from capset.draw.grid import card_marks, grid_text

    problem = result.problem
    game = problem.game
    deck = f"{game.deck_size:,} cards of {game.values} values and {game.features} features"
    conditions = [
        f"{len(cards)} {what}"
        for cards, what in ((problem.forced, "forced"), (problem.excluded, "excluded"))
        if cards
    ]
    asked = f"{deck}, {' and '.join(conditions)}" if conditions else deck
    size = plural(result.lower, "card")
    effort = f"{result.nodes:,} nodes in {result.seconds:.2f} s"
    if at_least is not None and result.lower >= at_least:
        click.echo(f"Yes: {size} without a set, of {asked} ({effort}).")
    elif at_least is not None and result.upper < at_least:
        click.echo(f"No: proved that there are no {at_least} without a set, of {asked} ({effort}).")
    elif result.is_optimal:
        click.echo(f"Optimal: {size} without a set, of {asked}; proved ({effort}).")
    else:
        click.echo(f"At least {result.lower}, at most {result.upper} without a set, of {asked}")
        click.echo(f"({effort}, not finished).")
    marks = card_marks(result.collection, problem.forced, problem.excluded)
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    if not result.collection:
        return
    lines = grid_text(game, marks, width=get_terminal_size().columns - 2, unicode=unicode)
    if lines:
        click.echo("\n" + "\n".join(f"  {line}".rstrip() for line in lines))
    click.echo("\n" + " ".join(map(how.write, result.collection)))


def _draw(result: Result, path: str) -> None:
    from capset.draw.grid import card_marks, grid_svg
    from capset.files import written_whole

    problem = result.problem
    marks = card_marks(result.collection, problem.forced, problem.excluded)
    title = f"{plural(result.lower, 'card')} without a set, of {problem.game.deck_size:,}"
    with written_whole(path) as file:
        file.write(grid_svg(problem.game, marks, title=title).encode())
    tell(f"{path}: {title}")
