"""All collections of a size under the conditions of a problem, up to the symmetry that is left."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.bounds import section_capacity
from capset.caps.problem import Problem
from capset.caps.slices import Steps, free_roots, plain_roots
from capset.caps.stabiliser import Stabiliser, isomorphism, stabiliser
from capset.caps.symmetry import canonical_form
from capset.caps.tree import all_sittings
from capset.kernels.branching import FOUND

Array = NDArray[Any]

_MOST_ORDERS = 2000  # of values; with more a canonical form takes long


class OptimalClass(NamedTuple):
    """A class of collections: one of them, its stabiliser's order, and how many there are.

    The symmetry is that which keeps the forced cards and the excluded ones.
    """

    cards: tuple[int, ...]
    order: int
    copies: int


def remaining_symmetry(problem: Problem) -> Stabiliser:
    """Return the symmetry that keeps the forced cards and the excluded ones, each as a whole."""
    return stabiliser(problem.game, _colouring(problem, ()))


def _colouring(problem: Problem, cards: tuple[int, ...]) -> dict[int, int]:
    return (
        dict.fromkeys(cards, 3)
        | dict.fromkeys(problem.forced, 1)
        | dict.fromkeys(problem.excluded, 2)
    )


def optimal_classes(problem: Problem, size: int) -> Steps[list[OptimalClass]]:
    """Work out one collection of each class of those with `size` cards that meet the conditions.

    The search finds at least one of each class; which are equivalent is told by canonical forms,
    or, where those are out of reach, by looking for symmetries.

    Raises:
        ProblemError: where the deck is too large.
    """
    game = problem.game
    capacity = section_capacity(game)
    roots = (
        (yield from free_roots(game, size))
        if problem.is_free
        else plain_roots(game, problem.forced, problem.excluded, capacity)
    )
    classes = _Classes(problem)
    for root in roots:
        for sitting in all_sittings(game, root, size):
            if sitting.status == FOUND:
                classes.add(sitting.collection)
            yield sitting.nodes
    whole = remaining_symmetry(problem).order
    return [
        OptimalClass(cards, order, whole // order) for cards, order in classes.representatives()
    ]


class _Classes:
    """Collections of which no two are equivalent."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._by_form: dict[bytes, tuple[tuple[int, ...], int]] = {}
        self._others: list[tuple[int, ...]] = []
        game = problem.game
        self._has_forms = game.values == 3 or game.features * factorial(game.values) <= _MOST_ORDERS

    def add(self, cards: tuple[int, ...]) -> None:
        """Add a collection, unless one that is equivalent is there."""
        game, colouring = self._problem.game, _colouring(self._problem, cards)
        form = canonical_form(game, colouring, within_span=True) if self._has_forms else None
        if form is not None:
            self._by_form.setdefault(form.colours, (cards, form.order))
        elif not any(
            isomorphism(game, colouring, _colouring(self._problem, other)) is not None
            for other in self._others
        ):
            self._others.append(cards)

    def representatives(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the collections, each with the order of its stabiliser."""
        yield from (self._by_form[form] for form in sorted(self._by_form))
        for cards in self._others:
            colouring = _colouring(self._problem, cards)
            yield cards, stabiliser(self._problem.game, colouring).order


def copies_of(cards: tuple[int, ...], symmetry: Stabiliser) -> Iterator[Array]:
    """Yield all collections that a symmetry makes of one, in blocks with a row of cards each.

    They come in layers, by how many generators or their inverses lead there. What is next to a
    layer lies in it, in the one before or in the one behind, so that only these must be kept.
    """
    if not cards:
        yield np.empty((1, 0), ">u4")
        return
    inverses = np.argsort(symmetry.generators, axis=1)
    steps = np.unique(np.concatenate([symmetry.generators, inverses]), axis=0)
    steps = steps.astype(">u4")  # such numbers are in order as bytes
    before = np.empty((0, len(cards)), ">u4")
    layer = np.array([sorted(cards)], ">u4")
    while len(layer):
        yield layer
        images = [np.sort(step[layer], axis=1) for step in steps]
        everything = np.concatenate([before, layer, *images])
        keys = np.ascontiguousarray(everything).view(f"V{4 * len(cards)}").ravel()
        firsts = np.unique(keys, return_index=True)[1]
        before, layer = layer, everything[firsts[firsts >= len(before) + len(layer)]]
