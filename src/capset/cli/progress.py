"""How far a long input has been read, shown on standard error after two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic

_PATIENCE = 2.0  # seconds


def shown_progress(blocks: Iterable[bytes], length: int) -> Iterator[bytes]:
    """Yield the blocks of an input of `length` bytes, and show how far that is and time left.

    Nothing is shown where the length is unknown (0), where standard error is no terminal, or
    where the answers go to the terminal and show the progress by themselves.
    """
    if not length or sys.stderr is None or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from blocks
        return
    start, done = monotonic(), 0
    blocks = iter(blocks)
    for block in blocks:
        yield block
        done += len(block)
        if monotonic() - start > _PATIENCE:
            break
    else:
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    talk = Console(stderr=True)
    with Progress(*columns, console=talk, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=length, completed=done)
        for block in blocks:
            yield block
            progress.advance(task, len(block))


@contextmanager
def shown_work(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Give a function to be told how much is done, of a `total` if that is known.

    It is shown on standard error, where that is a terminal, after two seconds.
    """
    with shown_steps() as show:
        yield lambda done: show(what, done, total)


@contextmanager
def shown_steps() -> Iterator[Callable[[str, int, int | None], None]]:
    """Give a function to be told what is being done, how much of it is done, and of how much.

    It is shown on standard error, where that is a terminal, after two seconds.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    talk = Console(stderr=True)
    start, doing = monotonic(), ""
    with Progress(*columns, console=talk, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", visible=False)

        def show(what: str, done: int, total: int | None) -> None:
            nonlocal doing
            if what != doing:
                progress.reset(task, total=total)
                doing = what
            amount = f"{done / total:.0%}" if total else f"{done:,}"
            visible = monotonic() - start > _PATIENCE
            text = f"{what} {amount}"
            progress.update(task, description=text, completed=done, visible=visible)

        yield show
