"""Who does the work: options for workers here and on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click

from capset.cli.common import tell

if TYPE_CHECKING:
    from capset.caps.spread import Crew

Command = TypeVar("Command", bound=Callable[..., Any])


def crew_options(command: Command) -> Command:
    """Add the options that say who does the work."""
    for option in (
        click.option(
            "--dask",
            metavar="ADDRESS",
            help="Work on a Dask cluster, whose scheduler is at this address.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1),
            metavar="N",
            help="Work with N processes; the results do not depend on it.",
        ),
    ):
        command = option(command)
    return command


def chosen_crew(workers: int | None, dask: str | None) -> Crew:
    """Return the crew that the options ask for.

    Raises:
        WorkerError: where a cluster cannot be reached.
    """
    from capset.caps.spread import dask_crew, local_crew

    if dask is None:
        return local_crew(workers or 1)
    if workers is not None:
        raise click.UsageError("--workers are of this machine, those of --dask are the cluster's")
    return dask_crew(dask)


def load(try_out: Callable[[], None]) -> None:
    """Do something small of a kind first: the first time of all compiles kernels, for a while."""
    start = monotonic()
    if sys.stderr.isatty():
        click.echo("capset: loading the search ...\r", nl=False, err=True)
    try_out()
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if monotonic() - start > 2:
        tell(f"compiled the search in {monotonic() - start:.1f} s; later runs start at once")
