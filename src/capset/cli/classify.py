"""``capset classify``: collections without a set, by size, up to symmetry."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from gzip import GzipFile
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

import click

from capset.cli.common import json_option, tell
from capset.cli.crews import chosen_crew, crew_options, load
from capset.cli.progress import shown_steps
from capset.errors import WorkerError
from capset.game import Game
from capset.notation import REAL_GAME

if TYPE_CHECKING:
    from capset.caps.classify import Classification
    from capset.caps.counts import SizeCount
    from capset.caps.levels import Family
    from capset.caps.spread import Crew

_LEFT = "capset-classify.checkpoint"


def _sizes(ctx: click.Context, option: click.Parameter, text: str | None) -> tuple[int, int | None]:
    """Return the first and the last of ``7``, ``3-9``, ``3-`` or ``-9``."""
    match = re.fullmatch(r"(\d*)(-?)(\d*)", text or "0-", re.ASCII)
    if match and (match[1] or match[3]):
        first = int(match[1] or 0)
        last = int(match[3]) if match[3] else None if match[2] else first
        if last is None or first <= last:
            return first, last
    message = f"{text!r} is no size such as 7, nor sizes such as 3-9, 3- or -9"
    raise click.BadParameter(message, ctx, option)


@click.command(
    "classify",
    short_help="Count the collections without a set by size, up to symmetry.",
    epilog="""\b
Examples:
  capset classify                                    the real deck, 0 to 20 cards
  capset classify --group game --sizes 12            up to permuted values and features
  capset classify --values 4 --features 2 --complete --json
  capset classify --features 5 --sizes 0-11 --workers 2 --checkpoint five
  capset classify --resume five --sizes 0-12         goes on from there
  capset classify --features 3 --out caps.jsonl      one collection of each class""",
)
@click.option("--values", type=click.IntRange(3), metavar="V", help="Values of each feature.")
@click.option("--features", type=click.IntRange(1), metavar="N", help="Features of the deck.")
@click.option("--sizes", callback=_sizes, metavar="A-B", help="Only these sizes; default: all.")
@click.option(
    "--group",
    type=click.Choice(["full", "game"]),
    help="The symmetry: full (the default; for three values all affine maps), or only that of "
    "the game, by which values and features are permuted.",
)
@click.option("--complete", is_flag=True, help="Also count those to which no card can be added.")
@json_option
@click.option(
    "--out",
    metavar="FILE",
    help="Write one collection of each class, a JSON line each, with the order of its "
    "stabiliser; compressed if FILE ends in .gz; with - on standard output, without the counts.",
)
@click.option(
    "--checkpoint",
    metavar="FOLDER",
    help="Keep what is found here, however the run ends; without it, Ctrl-C and --time leave it "
    f"in {_LEFT}.",
)
@click.option("--resume", metavar="FOLDER", help="Go on with what is in a folder.")
@click.option(
    "--time", "seconds", type=click.FloatRange(0), metavar="S", help="Stop after S seconds."
)
@crew_options
def command(
    values: int | None,
    features: int | None,
    sizes: tuple[int, int | None],
    group: str | None,
    complete: bool,
    as_json: bool,
    out: str | None,
    checkpoint: str | None,
    resume: str | None,
    seconds: float | None,
    workers: int,
    dask: str | None,
) -> int:
    """Count the collections without a set of each size: all of them, and up to symmetry.

    The real deck is taken unless --values and --features say otherwise. The classes are made
    size by size, each from the one before, and every size is checked by counting its
    collections in two ways. For three values, the classes of --group game are counted from
    those of the full symmetry; only for --out are they made, which takes long where there are
    many.
    """
    from capset.caps.levels import Family, family_of
    from capset.caps.symmetry import is_affine

    if resume is not None:
        if checkpoint is not None or values or features:
            raise click.UsageError("--resume takes the deck and the folder from before")
        family = family_of(resume)
        group = group or family.group
    else:
        game = Game(values or REAL_GAME.values, features or REAL_GAME.features)
        group = group or "full"
        # the classes of the game are many, and can be counted from the others
        made = "full" if is_affine(game) and out is None else group
        family = Family(game, made)
    if out is not None and group != family.group:
        raise click.UsageError(f"--out: the folder has the classes of --group {family.group}")
    counted = _Counted(family, group, *sizes)
    load(lambda: _try_out(family))
    status, is_finished = 0, False
    with chosen_crew(workers, dask) as crew, _Folder(resume or checkpoint) as folder:
        try:
            with _written(out) as file:
                show = (_json_lines if as_json else _table)(complete)
                if out == "-":
                    show = _nothing
                is_finished = _classify(counted, folder, crew, seconds, file, show)
        except KeyboardInterrupt:
            status = 130
        except WorkerError as error:
            tell(str(error))
            status = 1
        if not is_finished:
            again = f"capset classify --resume {folder.kept()}"
            tell(f"not finished; {again if group == 'full' else f'{again} --group game'} goes on")
    return status


class _Counted(NamedTuple):
    """What is counted: the classes of a group, of the sizes ``first`` to ``last``."""

    family: Family
    group: str
    first: int
    last: int | None


class _Folder:
    """The folder given, or a temporary one that can still be kept."""

    def __init__(self, name: str | None) -> None:
        self.is_temporary = name is None
        self.path = Path(mkdtemp(prefix="capset-") if name is None else name)

    def __enter__(self) -> _Folder:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_temporary:
            shutil.rmtree(self.path, ignore_errors=True)

    def kept(self) -> Path:
        """Move what is temporary to where the user finds it, under a name that is free."""
        if self.is_temporary:
            number, place = 1, Path(_LEFT)
            while place.exists():
                number += 1
                place = Path(f"{_LEFT}-{number}")
            self.path = Path(shutil.move(self.path, place))
            self.is_temporary = False
        return self.path


def _try_out(family: Family) -> None:
    """Classify a tiny deck in the same way."""
    from capset.caps.classify import Classification
    from capset.caps.counts import counts

    tiny = family._replace(game=Game(family.game.values, 2 if family.game.values == 3 else 1))
    with Classification(tiny) as classification:
        for _ in counts(classification, 0, 4):
            pass


def _classify(
    counted: _Counted,
    folder: _Folder,
    crew: Crew,
    seconds: float | None,
    file: BinaryIO | None,
    show: Callable[[SizeCount], None],
) -> bool:
    """Show the counts of all sizes and write their classes; false where the time ran out."""
    from capset.caps.classify import Classification
    from capset.caps.counts import size_count

    deadline = None if seconds is None else monotonic() + seconds
    family, group, first, last = counted
    with Classification(family, folder.path, crew) as classification:
        for size in range(first, (family.game.deck_size if last is None else last) + 1):
            with shown_steps() as show_step:
                for step in classification.steps(size):
                    show_step(f"{step.size} cards, {step.doing} classes", step.done, step.total)
                    if deadline is not None and monotonic() >= deadline:
                        return False
            count = size_count(classification, size, group)
            if not count.classes:
                break
            show(count)
            if file is not None:
                for line in _lines(classification, size):
                    file.write(line)
    return True


@contextmanager
def _written(out: str | None) -> Iterator[BinaryIO | None]:
    """Give the file to write the classes to, if there is to be one."""
    from capset.files import written_whole

    if out is None:
        yield None
        return
    if out == "-":
        yield sys.stdout.buffer
        return
    with written_whole(out) as file:
        if not out.endswith(".gz"):
            yield file
            return
        with GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            yield cast(BinaryIO, packed)


def _lines(classification: Classification, size: int) -> Iterator[bytes]:
    """Yield a line for each class of a size."""
    from capset.report import digit_texts, json_text

    game = classification.family.game
    classes: Iterable[tuple[list[int], int, int]]
    if size == 0:
        classes = [([], classification.order, game.deck_size)]
    else:
        classes = (
            (cards.tolist(), int(order), int(free))
            for block in classification.classes(size)
            for cards, order, free in zip(
                block["cards"], block["order"], block["free"], strict=True
            )
        )
    for cards, order, free in classes:
        collection = {
            "size": size,
            "cards": digit_texts(game, sorted(cards)),
            "stabiliser": order,
            "copies": classification.order // order,
            "complete": free == 0,
        }
        yield f"{json_text(collection)}\n".encode()


def _nothing(count: SizeCount) -> None:
    """Show nothing: the classes go to where the counts would."""


def _json_lines(complete: bool) -> Callable[[SizeCount], None]:
    from capset.report import json_text

    def show(count: SizeCount) -> None:
        numbers = count._asdict().items()
        shown = [pair for pair in numbers if complete or not pair[0].startswith("complete")]
        click.echo(json_text(dict(shown)))
        sys.stdout.flush()

    return show


def _table(complete: bool) -> Callable[[SizeCount], None]:
    widths = (4, 24, 14, 24, 14) if complete else (4, 24, 14)
    lines: list[tuple[str, ...]] = [("size", "collections", "classes", "complete", "classes")]

    def show(count: SizeCount) -> None:
        lines.append(tuple(f"{number:,}" for number in count))
        for line in lines:
            click.echo(" ".join(map(str.rjust, line, widths)))
        lines.clear()
        sys.stdout.flush()

    return show
