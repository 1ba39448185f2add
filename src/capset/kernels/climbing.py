"""Local search for a heavy collection of items that holds no forbidden group of them.

A *conflict* is a group of items that may not all be chosen; where the items are the cards of a
deck, the conflicts are its sets. The search is a tabu search: it always stands at a choice
without a complete conflict, and each step adds the item whose addition gains most (or loses
least), after taking out one item of each conflict that would be completed. An item taken out may
not return for some steps, which is what leads away from a local optimum.

What a step needs is kept up to date by the two moves: for each conflict how many of its items
are still open (not chosen) and the sum of their numbers, which is the open item itself where
there is only one; and for each item the cost of adding it, the weights of the lightest items that
would have to leave.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Conflicts(NamedTuple):
    """Items with positive weights, and the groups of two or more that may not all be chosen.

    ``members`` has a row for each conflict: its items, then -1. The conflicts of item i are
    ``of_item[first[i] : first[i + 1]]``.
    """

    weights: Array
    members: Array
    first: Array
    of_item: Array


class State(NamedTuple):
    """Where a search stands: the arrays that :func:`climb` reads and writes.

    ``chosen`` holds 1 for each chosen item and ``best`` the same for the best choice so far.
    ``numbers`` are the weight of both, the steps made, the step of the last improvement and the
    state of the random numbers.
    """

    chosen: Array
    best: Array
    open_count: Array
    open_sum: Array
    cost: Array
    tabu_until: Array
    added_at: Array
    numbers: Array


_WEIGHT, _BEST_WEIGHT, _STEP, _IMPROVED, _RANDOM = range(5)
_MODULUS, _MULTIPLIER = 2**31 - 1, 48271  # Park and Miller's generator; no product overflows


def conflicts(weights: Array, members: Array) -> Conflicts:
    """Return the items with these weights and the conflicts with these members, indexed."""
    rows, columns = np.nonzero(members >= 0)
    items = members[rows, columns]
    order = np.argsort(items, kind="stable")
    first = np.searchsorted(items[order], np.arange(len(weights) + 1))
    return Conflicts(
        np.ascontiguousarray(weights, np.int64),
        np.ascontiguousarray(members, np.int32),
        first.astype(np.int64),
        rows[order].astype(np.int32),
    )


def start(problem: Conflicts, seed: int) -> State:
    """Return the state in which nothing is chosen."""
    items = len(problem.weights)
    present = problem.members >= 0
    numbers = np.zeros(5, np.int64)
    numbers[_RANDOM] = 1 + seed % (_MODULUS - 1)
    return State(
        chosen=np.zeros(items, np.int8),
        best=np.zeros(items, np.int8),
        open_count=present.sum(axis=1).astype(np.int32),
        open_sum=np.where(present, problem.members, 0).sum(axis=1).astype(np.int32),
        cost=np.zeros(items, np.int64),
        tabu_until=np.zeros(items, np.int64),
        added_at=np.zeros(items, np.int64),
        numbers=numbers,
    )


def best_weight(state: State) -> int:
    """Return the weight of the best choice so far."""
    return int(state.numbers[_BEST_WEIGHT])


@numba.njit(cache=True, nogil=True)
def _random(state: State, limit: int) -> int:
    """Return a random number from 0 to `limit` - 1."""
    state.numbers[_RANDOM] = state.numbers[_RANDOM] * _MULTIPLIER % _MODULUS
    return int(state.numbers[_RANDOM] % limit)


@numba.njit(cache=True, nogil=True)
def _lightest(problem: Conflicts, conflict: int, spared: int) -> int:
    """Return the smallest weight of the items of a conflict other than `spared`."""
    lightest = np.int64(2**62)
    for item in problem.members[conflict]:
        if item >= 0 and item != spared:
            lightest = min(lightest, problem.weights[item])
    return int(lightest)


@numba.njit(cache=True, nogil=True)
def _add(problem: Conflicts, state: State, item: int) -> None:
    state.chosen[item] = 1
    state.added_at[item] = state.numbers[_STEP]
    state.numbers[_WEIGHT] += problem.weights[item]
    for place in range(problem.first[item], problem.first[item + 1]):
        conflict = problem.of_item[place]
        state.open_count[conflict] -= 1
        state.open_sum[conflict] -= item
        if state.open_count[conflict] == 1:
            last = state.open_sum[conflict]
            state.cost[last] += _lightest(problem, conflict, last)


@numba.njit(cache=True, nogil=True)
def _remove(problem: Conflicts, state: State, item: int) -> None:
    state.chosen[item] = 0
    state.numbers[_WEIGHT] -= problem.weights[item]
    for place in range(problem.first[item], problem.first[item + 1]):
        conflict = problem.of_item[place]
        if state.open_count[conflict] == 1:
            last = state.open_sum[conflict]
            state.cost[last] -= _lightest(problem, conflict, last)
        state.open_count[conflict] += 1
        state.open_sum[conflict] += item
        if state.open_count[conflict] == 1:
            state.cost[item] += _lightest(problem, conflict, item)


@numba.njit(cache=True, nogil=True)
def _best_addition(problem: Conflicts, state: State) -> int:
    """Return the item that gains most and is not tabu, at random among equals; -1 for none.

    An item that leads to a better choice than ever is not held back.
    """
    step = state.numbers[_STEP]
    needed = state.numbers[_BEST_WEIGHT] - state.numbers[_WEIGHT]
    best_item, most, equals = -1, np.int64(-(2**62)), 0
    for item in range(len(state.chosen)):
        if state.chosen[item] == 0:
            gain = problem.weights[item] - state.cost[item]
            if gain >= most and (state.tabu_until[item] <= step or gain > needed):
                equals = equals + 1 if gain == most else 1
                most = gain
                if equals == 1 or _random(state, equals) == 0:
                    best_item = item
    return best_item


@numba.njit(cache=True, nogil=True)
def _leaver(problem: Conflicts, state: State, conflict: int, spared: int) -> int:
    """Return the lightest item of a conflict, of equals the one added longest ago."""
    leaver = -1
    for item in problem.members[conflict]:
        if item >= 0 and item != spared:
            if leaver < 0:
                leaver = item
                continue
            lighter = problem.weights[leaver] - problem.weights[item]
            older = state.added_at[leaver] - state.added_at[item]
            if lighter > 0 or (lighter == 0 and older > 0):
                leaver = item
    return leaver


@numba.njit(cache=True, nogil=True)
def _force(problem: Conflicts, state: State, item: int, tenure: int) -> None:
    """Add `item`, after taking out one item of each conflict that it would complete."""
    for place in range(problem.first[item], problem.first[item + 1]):
        conflict = problem.of_item[place]
        if state.open_count[conflict] == 1:
            leaver = _leaver(problem, state, conflict, item)
            _remove(problem, state, leaver)
            state.tabu_until[leaver] = state.numbers[_STEP] + tenure + _random(state, tenure + 1)
    _add(problem, state, item)


@numba.njit(cache=True, nogil=True)
def place(problem: Conflicts, state: State, items: Array) -> None:
    """Choose `items` in turn, taking out one item of each conflict that it would complete."""
    for item in items:
        if state.chosen[item] == 0:
            _force(problem, state, item, 0)
    _keep_best(state)


@numba.njit(cache=True, nogil=True)
def _keep_best(state: State) -> None:
    """Remember the choice if it is the best so far."""
    numbers = state.numbers
    if numbers[_WEIGHT] > numbers[_BEST_WEIGHT]:
        numbers[_BEST_WEIGHT] = numbers[_WEIGHT]
        numbers[_IMPROVED] = numbers[_STEP]
        state.best[:] = state.chosen


@numba.njit(cache=True, nogil=True)
def climb(problem: Conflicts, state: State, steps: int, tenure: int, patience: int) -> None:
    """Make `steps` steps, or as many as there are moves for.

    An item taken out stays out for `tenure` to twice as many steps. After `patience` steps
    without an improvement a few random items are forced in.
    """
    numbers = state.numbers
    items = len(state.chosen)
    for _ in range(steps):
        numbers[_STEP] += 1
        if numbers[_STEP] - numbers[_IMPROVED] >= patience:
            numbers[_IMPROVED] = numbers[_STEP]
            for _ in range(2 + _random(state, 6)):
                item = _random(state, items)
                if state.chosen[item] == 0:
                    _force(problem, state, item, tenure)
        else:
            item = _best_addition(problem, state)
            if item >= 0:
                _force(problem, state, item, tenure)
        _keep_best(state)
