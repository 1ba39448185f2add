"""Run the benchmarks named on the command line, or all of them: ``python -m benchmarks start``."""

import sys
from importlib import import_module

NAMES = ("start", "contest", "arrays", "caps", "classify")

if __name__ == "__main__":
    chosen = sys.argv[1:] or NAMES
    unknown = [name for name in chosen if name not in NAMES]
    if unknown:
        sys.exit(f"no benchmark is called {unknown[0]}; there are {', '.join(NAMES)}")
    sys.argv[1:] = []  # a benchmark would take the names for its own arguments
    for name in chosen:
        import_module(f"benchmarks.{name}").main()
