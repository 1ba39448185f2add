"""The largest set-free collection by OR-Tools CP-SAT: what a general solver makes of it.

Also the oracle of the tests of random problems: nothing here is imported from capset.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import NamedTuple

from ortools.sat.python import cp_model

Card = tuple[int, ...]


class Answer(NamedTuple):
    """The best collection and the best bound within the time; both agree where it is proved."""

    collection: tuple[int, ...]
    upper: int

    @property
    def lower(self) -> int:
        """The size of the best collection."""
        return len(self.collection)


def largest_collection(
    values: int,
    features: int,
    forced: Iterable[int] = (),
    excluded: Iterable[int] = (),
    *,
    flats: Mapping[int, int] | None = None,
    seconds: float = math.inf,
    workers: int = 2,
) -> Answer:
    """Let CP-SAT find the largest collection with all the forced and none of the excluded cards.

    The plain model has a variable a card and a clause a set. `flats` strengthen it: for a
    dimension, how many cards a flat of it may hold; ``features`` itself stands for the deck.

    Raises:
        ValueError: where there is no collection at all under these conditions.
    """
    model = cp_model.CpModel()
    deck = [model.new_bool_var(str(card)) for card in range(values**features)]
    cards = dict(zip(_cards(values, features), deck, strict=True))
    for members in sets(values, features):
        model.add_bool_or([~cards[card] for card in members])
    for dimension, most in (flats or {}).items():
        for flat in all_flats(values, features, dimension):
            model.add(sum(cards[card] for card in flat) <= most)
    for card in forced:
        model.add(deck[card] == 1)
    for card in excluded:
        model.add(deck[card] == 0)
    model.maximize(sum(deck))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    if seconds < math.inf:
        solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:  # its bound is 0 then, which is none
        return Answer((), len(deck))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise ValueError("the forced cards hold a set, or flats hold more than was given")
    upper = min(len(deck), math.floor(solver.best_objective_bound + 1e-6))
    found = tuple(number for number, variable in enumerate(deck) if solver.value(variable))
    return Answer(found, len(found) if status == cp_model.OPTIMAL else upper)


def _cards(values: int, features: int) -> Iterator[Card]:
    return product(range(values), repeat=features)


def sets(values: int, features: int) -> Iterator[list[Card]]:
    """Yield each set once: its cards in the order of the first feature that is not the same."""
    same = [(value,) * values for value in range(values)]
    # a single feature needs no order of its values, of which there may be far too many
    different = list(permutations(range(values))) if features > 1 else []
    for lead in range(features):
        for columns in product(*[same] * lead, *[same + different] * (features - lead - 1)):
            rows = [*columns[:lead], tuple(range(values)), *columns[lead:]]
            yield list(zip(*rows, strict=True))


def all_flats(values: int, features: int, dimension: int) -> Iterator[list[Card]]:
    """Yield the affine flats for three values, else the cards that agree in some features."""
    if values != 3:
        for free in combinations(range(features), dimension):
            for card in _cards(values, features):
                if not any(card[place] for place in free):
                    yield [
                        tuple(
                            moved[free.index(place)] if place in free else card[place]
                            for place in range(features)
                        )
                        for moved in product(range(values), repeat=dimension)
                    ]
        return
    for basis in _reduced_bases(features, dimension):
        span = {
            tuple(
                sum(factor * row[place] for factor, row in zip(factors, basis, strict=True)) % 3
                for place in range(features)
            )
            for factors in product(range(3), repeat=dimension)
        }
        seen: set[Card] = set()
        for origin in _cards(3, features):
            if origin not in seen:
                flat = [
                    tuple((a + b) % 3 for a, b in zip(origin, vector, strict=True))
                    for vector in sorted(span)
                ]
                seen.update(flat)
                yield flat


def _reduced_bases(features: int, dimension: int) -> Iterator[list[Card]]:
    """Yield a basis of each subspace over three elements: the matrices in reduced echelon form."""
    for pivots in combinations(range(features), dimension):
        free = [
            (row, place)
            for row in range(dimension)
            for place in range(pivots[row] + 1, features)
            if place not in pivots
        ]
        for entries in product(range(3), repeat=len(free)):
            matrix = [
                [int(place == pivots[row]) for place in range(features)] for row in range(dimension)
            ]
            for (row, place), entry in zip(free, entries, strict=True):
                matrix[row][place] = entry
            yield [tuple(row) for row in matrix]
