"""How a search stands, on one line of standard error while it runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from capset.caps.search import Event, Search

_PATIENCE = 1.0  # seconds before anything is shown


@contextmanager
def shown_bounds(search: Search) -> Iterator[Callable[[Event], None]]:
    """Give a function that shows where a search stands; nothing where nobody watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda event: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    start = monotonic()
    question_start: dict[int, tuple[float, float]] = {}

    def line(event: Event) -> str:
        rate = event.nodes / event.seconds if event.seconds else 0
        parts = [f"{event.lower} to {event.upper}"]
        if event.target:
            began, share = question_start.setdefault(event.target, (monotonic(), event.share))
            question = f"are there {event.target}? {event.share:.0%}"
            if event.share - share > 0.01:
                left = (monotonic() - began) * (1 - event.share) / (event.share - share)
                question += f", {_duration(left)} left"
            parts.append(question)
        parts.append(f"{event.nodes / 1e6:.1f} M nodes, {rate / 1e6:.1f} M/s")
        return " · ".join(parts)

    with Live(console=Console(stderr=True), transient=True, redirect_stdout=False) as live:

        def show(event: Event) -> None:
            if monotonic() - start > _PATIENCE:
                live.update(Text(line(event), no_wrap=True, overflow="ellipsis"))

        yield show


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"
