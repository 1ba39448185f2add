"""A contest file of a million random tableaus of 12 cards: capset's command beside C++.

``python -m benchmarks.contest [tableaus]`` writes the file, builds the straightforward C++
solution (contest.cpp, g++ -O2), lets both solve it to a file in turn, and prints wall time and
peak memory of the whole commands. The outputs are compared byte for byte by their hashes.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.common import BUILD, built, machine, print_table
from capset.arrays import random_tableaus
from capset.notation import CONTEST

ROUNDS = 5


def write_tableaus(path: Path, tableaus: int) -> None:
    """Write random tableaus of 12 cards, one card a line and a blank line after each tableau."""
    texts = np.array([list(CONTEST.write(card).encode() + b"\n") for card in range(81)], np.uint8)
    with path.open("wb") as file:
        for start in range(0, tableaus, 100_000):
            count = min(100_000, tableaus - start)
            lines = texts[random_tableaus(count, 12, seed=start)].reshape(count, 60)
            np.pad(lines, ((0, 0), (0, 1)), constant_values=ord("\n")).tofile(file)


def run(command: list[str], source: Path, target: Path) -> tuple[float, int]:
    """Run a command from a file to a file; return its seconds and its peak memory in KiB."""
    with source.open("rb") as text, target.open("wb") as report:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=text, stdout=report)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed")
    return seconds, usage.ru_maxrss


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main() -> None:
    tableaus = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    program = built("contest.cpp", "g++", "-O2")
    source = BUILD / f"contest-{tableaus}.txt"
    write_tableaus(source, tableaus)
    capset = str(Path(sys.executable).with_name("capset"))
    commands = {
        "capset": [capset, "sets", str(source), "--format", "contest"],
        "C++, all triples": [str(program)],
    }
    targets = {name: BUILD / f"report-{number}.txt" for number, name in enumerate(commands)}
    results: dict[str, list[tuple[float, int]]] = {name: [] for name in commands}
    first, _ = run(commands["capset"], source, targets["capset"])
    for _ in range(ROUNDS):
        for name, command in commands.items():
            results[name].append(run(command, source, targets[name]))
    hashes = {name: digest(target) for name, target in targets.items()}
    seconds = {name: median(time for time, _ in runs) for name, runs in results.items()}
    print(f"{machine()}\n{tableaus:,} tableaus, {source.stat().st_size:,} bytes of input")
    print_table(
        "Whole command",
        ("", "seconds", "C++ = 1", "peak MiB", "sha256 of the output"),
        [
            (
                name,
                f"{seconds[name]:.3f}",
                f"{seconds[name] / seconds['C++, all triples']:.2f}",
                f"{max(memory for _, memory in runs) / 1024:.0f}",
                hashes[name][:16],
            )
            for name, runs in results.items()
        ],
    )
    print(f"\nThe outputs are {'the same' if len(set(hashes.values())) == 1 else 'DIFFERENT'}.")
    print(f"capset's first run (which compiles, once a machine): {first:.2f} s")
    for path in [source, *targets.values()]:
        path.unlink()


if __name__ == "__main__":
    main()
