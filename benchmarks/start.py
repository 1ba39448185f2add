"""How long ``capset sets`` takes for a small file, from a cold start, beside Python itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.common import HERE, machine, print_table, timed

ROUNDS = 21


def main() -> None:
    capset = str(Path(sys.executable).with_name("capset"))
    example = str(HERE.parent / "examples" / "contest.txt")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "capset --version": [capset, "--version"],
        "capset sets examples/contest.txt": [capset, "sets", example],
    }

    def starter(command: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    seconds = timed({name: starter(command) for name, command in commands.items()}, ROUNDS)
    bare = seconds["python -c pass"]
    rows = [(name, f"{1e3 * time:.1f}", f"{time / bare:.1f}") for name, time in seconds.items()]
    print(machine())
    print_table("Cold start", ("", "ms", "Python = 1"), rows)


if __name__ == "__main__":
    main()
