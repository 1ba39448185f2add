"""How far a long input has been read, shown on standard error after two seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
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
