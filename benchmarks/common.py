"""What the benchmarks share: building the yardsticks, timing in rounds, tables."""

from __future__ import annotations

import platform
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
BUILD = HERE / "build"

Row = Sequence[str]


def built(source: str, *command: str) -> Path:
    """Compile ``benchmarks/<source>`` with a command and return what was built."""
    BUILD.mkdir(exist_ok=True)
    target = BUILD / source.replace(".", "_")
    subprocess.run([*command, "-o", str(target), str(HERE / source)], check=True)
    return target


def timed(contenders: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Run each contender once unmeasured, then in rounds; return the median seconds of each."""
    for run in contenders.values():
        run()
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return {name: median(times) for name, times in seconds.items()}


def print_table(title: str, head: Row, rows: Sequence[Row]) -> None:
    """Print a table, the first column to the left and the others to the right."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    print(f"\n{title}")
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  " + "  ".join(cells))


def machine() -> str:
    """Name the processor and the Python that run this."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    processor = f"{len(names)} x {names[0]}" if names else platform.processor()
    return f"{processor}, Python {platform.python_version()}"
