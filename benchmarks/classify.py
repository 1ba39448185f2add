"""The classes of the real deck's collections without a set, beside two other ways.

BLISS (in igraph: ``pip install igraph``) gives canonical forms of graphs. The graph here has the
cards, the hyperplanes and the classes of parallel hyperplanes as vertices; its automorphisms are
the affine maps. Each class is extended by every free card, and the children are told apart by
their canonical forms: the usual way to classify with such a program. It shares no code with
capset, and must find the same numbers. Knuth's SETSET, which keeps lexicographically least
collections, took 4 minutes for the whole table where this project began, and a small C program on
nauty 2.3 s there; neither is at hand here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

from benchmarks.common import machine, print_table
from capset import Game
from capset.caps.classify import Classification
from capset.caps.counts import counts
from capset.caps.levels import Family

_AS_FAR = 9  # cards, for the graphs
_DIGITS = list(product(range(3), repeat=4))


def main() -> None:
    print(machine())
    for _ in capset_counts(3):  # compiles
        pass
    rows = []
    mine = timed_counts(capset_counts(20))
    by_graphs = timed_counts(graph_counts(_AS_FAR))
    for (size, classes), seconds in mine:
        row = [str(size), f"{classes:,}", f"{seconds:.2f}", "", ""]
        if size < len(by_graphs):
            (_, others), other_seconds = by_graphs[size]
            assert others == classes, (size, others, classes)
            row[3:] = [f"{other_seconds:.2f}", f"{other_seconds / seconds:,.0f}"]
        rows.append(row)
    print_table(
        "Classes of the real deck, seconds up to each size",
        ["size", "classes", "capset", "BLISS", "ratio"],
        rows,
    )


def timed_counts(counted: Iterator[tuple[int, int]]) -> list[tuple[tuple[int, int], float]]:
    """Return what is counted with the seconds until then."""
    start = time.perf_counter()
    return [(count, time.perf_counter() - start) for count in counted]


def capset_counts(last: int) -> Iterator[tuple[int, int]]:
    """Yield sizes and their numbers of classes, by capset."""
    with Classification(Family(Game())) as classification:
        for count in counts(classification, 0, last):
            yield count.size, count.classes


def graph_counts(last: int) -> Iterator[tuple[int, int]]:
    """Yield sizes and their numbers of classes, by canonical forms of graphs."""
    from igraph import Graph

    directions = [one for one in _DIGITS if next((d for d in one if d), 0) == 1]
    edges = []
    for number, direction in enumerate(directions):
        for value in range(3):
            plane = 81 + 3 * number + value
            edges.append((plane, 81 + 3 * len(directions) + number))
            for card, digits in enumerate(_DIGITS):
                if sum(map(int.__mul__, direction, digits)) % 3 == value:
                    edges.append((card, plane))
    vertices = 81 + 4 * len(directions)
    graph = Graph(vertices, edges)
    kinds = [0] * 81 + [2] * 3 * len(directions) + [3] * len(directions)

    def form(cards: frozenset[int]) -> frozenset[tuple[int, ...]]:
        colours = [1 if vertex in cards else kind for vertex, kind in enumerate(kinds)]
        order = graph.canonical_permutation(color=colours)  # new vertices as numbers of old ones
        places = sorted(range(vertices), key=order.__getitem__)
        return frozenset(tuple(sorted((places[one], places[other]))) for one, other in edges)

    level = [frozenset[int]()]
    yield 0, 1
    for size in range(1, last + 1):
        found = {}
        for cards in level:
            for card in range(81):
                if card not in cards and not any(_third(card, one) in cards for one in cards):
                    child = cards | {card}
                    found.setdefault(hash(form(child)), child)
        level = list(found.values())
        yield size, len(level)


def _third(one: int, other: int) -> int:
    card = 0
    for first, second in zip(_DIGITS[one], _DIGITS[other], strict=True):
        card = 3 * card + -(first + second) % 3
    return card


if __name__ == "__main__":
    main()
