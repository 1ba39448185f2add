"""Counting and listing the sets of a million tableaus of 12 cards, on one core.

The contenders: capset's arrays; the loop over the 66 pairs with a table of third cards, in C
(pairs.c, gcc -O3 -march=native); all 220 triples at once in NumPy; pairs in plain Python. The
slower ones get fewer tableaus. All answers are compared.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import built, machine, print_table, timed
from capset.arrays import count_sets, list_sets, random_tableaus

Array = NDArray[Any]

TABLEAUS, SIZE, ROUNDS = 1_000_000, 12, 7
FEWER = {"NumPy, all triples": 100, "plain Python": 1000}  # so many times fewer tableaus

BOUND = """
What bounds counting: with codes of one byte an AVX2 register holds 32 tableaus. For each of the
66 pairs the third cards take 11 instructions, and each of the 220 comparisons with a later card
5 (two loads, compare, subtract, store): (66*11 + 220*5) / 32 = 57 instructions a tableau. The
scalar encoding of its 12 cards takes three instructions a card more, 36. That makes 93
instructions a tableau; at 3 to 4 a cycle and 3 GHz, 100 to 130 million tableaus a second. The C
loop needs at least 66 * 5 = 330, none of them on vectors. So the processor's issue width is the
bound, not memory: 12 bytes a tableau are read and 8 written. From int64 input (96 bytes a
tableau) it is memory and the conversion to bytes."""


def third_cards() -> Array:
    cards = np.arange(81)
    digits = np.stack([cards // 3**place % 3 for place in range(4)])
    third = -(digits[:, :, None] + digits[:, None, :]) % 3
    return np.tensordot(3 ** np.arange(4), third, 1).astype(np.uint8)


def numpy_hits(cards: Array, third: Array) -> Array:
    """Which triple of which tableau is a set, in blocks that suit the cache."""
    i, j, k = np.array(list(combinations(range(SIZE), 3))).T
    blocks = [cards[start : start + 1000] for start in range(0, len(cards), 1000)]
    return np.concatenate([third[b[:, i], b[:, j]] == b[:, k] for b in blocks])


def python_sets(cards: list[list[int]], third: list[list[int]]) -> list[list[tuple[int, int, int]]]:
    found = []
    for tableau in cards:
        place = {card: position for position, card in enumerate(tableau)}
        sets = []
        for i, first in enumerate(tableau):
            for j in range(i + 1, len(tableau)):
                k = place.get(third[first][tableau[j]], -1)
                if k > j:
                    sets.append((i, j, k))
        found.append(sets)
    return found


def c_counter(cards: Array) -> Callable[[], Array]:
    command = ("gcc", "-O3", "-march=native", "-shared", "-fPIC")
    library = ctypes.CDLL(str(built("pairs.c", *command)))
    library.prepare()
    counts = np.empty(len(cards), np.int64)
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (cards, counts)]

    def count() -> Array:
        library.count_sets(pointers[0], ctypes.c_int64(len(cards)), SIZE, pointers[1])
        return counts

    return count


def report(title: str, contenders: dict[str, Callable[[], object]], yardstick: float) -> float:
    """Print how many tableaus a second each does; return the yardstick, or the C loop's own."""
    seconds = timed(contenders, ROUNDS)
    speeds = {name: TABLEAUS / FEWER.get(name, 1) / time for name, time in seconds.items()}
    yardstick = yardstick or speeds["C, pairs"]
    rows = [
        (name, f"{speed / 1e6:.3f}", f"{speed / yardstick:.3f}") for name, speed in speeds.items()
    ]
    print_table(title, ("", "million tableaus/s", "C, pairs = 1"), rows)
    return yardstick


def main() -> None:
    cards = random_tableaus(TABLEAUS, SIZE, seed=1)
    wide = cards.astype(np.int64)
    third = third_cards()
    lists = cards[: TABLEAUS // FEWER["plain Python"]].tolist()
    third_lists = third.tolist()
    few = cards[: TABLEAUS // FEWER["NumPy, all triples"]]
    in_c = c_counter(cards)

    counts = count_sets(cards)
    offsets, positions = list_sets(cards)
    assert (counts == in_c()).all()
    assert (counts[: len(few)] == numpy_hits(few, third).sum(axis=1)).all()
    for row, sets in enumerate(python_sets(lists, third_lists)):
        assert [tuple(p) for p in positions[offsets[row] : offsets[row + 1]].tolist()] == sets

    print(f"{machine()}\n{TABLEAUS:,} tableaus of {SIZE} cards, {counts.mean():.4f} sets each")
    contenders: dict[str, Callable[[], object]] = {
        "capset, uint8": lambda: count_sets(cards),
        "capset, int64": lambda: count_sets(wide),
        "C, pairs": in_c,
        "NumPy, all triples": lambda: numpy_hits(few, third).sum(axis=1),
        "plain Python": lambda: [len(sets) for sets in python_sets(lists, third_lists)],
    }
    yardstick = report("Counting", contenders, 0)
    contenders = {
        "capset, uint8": lambda: list_sets(cards),
        "capset, int64": lambda: list_sets(wide),
        "NumPy, all triples": lambda: np.argwhere(numpy_hits(few, third)),
        "plain Python": lambda: python_sets(lists, third_lists),
    }
    report("Listing (beside the C loop, which only counts)", contenders, yardstick)
    print(BOUND)


if __name__ == "__main__":
    main()
