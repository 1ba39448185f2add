"""The command line: ``capset COMMAND``. Each command is a module, loaded only when called."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from capset import __version__
from capset.errors import CapsetError

_COMMANDS = (
    "sets",
    "check",
    "complete",
    "judge",
    "deck",
    "convert",
    "show",
    "max",
    "verify",
    "export",
    "classify",
    "odds",
    "analyse",
)


class _Commands(click.Group):
    """The commands, each in the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        from importlib import import_module

        command: click.Command = import_module(f"capset.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would call it a failure
            _discard_output()
            return 0


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  capset sets tableaus.txt                     every set of every tableau in a file
  capset sets --format contest < tableaus.txt  the same as the programming contest prints it
  capset check S1PS D3PO O2GF                  is this a set, and why?
  capset complete S1PS D3PO                    which card makes a set with these?
  capset show tableaus.txt                     the cards, drawn
  capset deck --tableaus 3 --size 12           tableaus to practise on

Exit status: 0 for success, 1 for a job that failed, 2 for wrong usage or input.""",
)
@click.version_option(__version__, prog_name="capset")
def cli() -> None:
    """The card game Set and all its generalisations: solve, explain, explore.

    A deck has some features with some values each; a set is as many cards as there are values,
    in which every feature is all the same or all different.
    """


def main() -> None:
    """Run the command line; exit with its status, and never with a traceback."""
    sys.exit(_status())


def _status() -> int:
    if sys.stdout is None:
        click.echo("capset: standard output is closed", err=True)
        return 1
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what a terminal cannot show must not end the job
            stream.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(0)  # large decks have numbers of sets that are longer
    try:
        status = cli.main(prog_name="capset", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("capset: interrupted", err=True)
        return 130
    except CapsetError as error:
        click.echo(f"capset: {error}", err=True)
        return 2
    except BrokenPipeError:
        # the reader has seen enough, as `head` does; nothing more may be flushed to it at exit
        _discard_output()
        return 0
    except OSError as error:
        click.echo(f"capset: {_reason(error)}", err=True)
        _discard_output()
        return 1
    except (MemoryError, RecursionError):
        click.echo("capset: this deck or input is too large for the job", err=True)
        return 1
    return status if isinstance(status, int) else 0


def _discard_output() -> None:
    with suppress(OSError):  # where not standard output failed, what it still holds is good
        sys.stdout.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
