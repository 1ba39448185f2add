"""Running the command line, in this process for speed or in one of its own where that matters."""

import io
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from capset.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DATA = ROOT / "tests" / "data"
COMMAND = [sys.executable, "-c", "from capset.cli import main; main()"]


class Run(NamedTuple):
    status: int
    out: str
    err: str


def capset(*arguments, stdin=b""):
    """What a command does, called in this process; an exception that escapes it escapes here."""
    stdin = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    digits = sys.get_int_max_str_digits()
    with ExitStack() as stack:
        file = stack.enter_context(tempfile.TemporaryFile())
        file.write(stdin)
        file.seek(0)
        stack.enter_context(patch("sys.stdin", io.TextIOWrapper(file)))
        stack.enter_context(patch("sys.argv", ["capset", *map(str, arguments)]))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        try:
            main()
        except SystemExit as end:
            status = end.code
        finally:
            sys.set_int_max_str_digits(digits)
    return Run(status, *(stream.buffer.getvalue().decode() for stream in flushed(out, err)))


def flushed(*streams):
    for stream in streams:
        stream.flush()
        yield stream


def environment(**changes):
    kept = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")
    }
    return kept | changes


def process(*arguments, stdin=b"", **changes):
    """What a command does in a process of its own, with changes to its environment."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(**changes),
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def shell(script, **changes):
    """What a line of bash does, in which ``$capset`` is the command."""
    command = " ".join(f"'{part}'" for part in COMMAND)
    done = subprocess.run(
        ["bash", "-c", f'capset() {{ {command} "$@"; }}\n{script}'],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(**changes),
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)
