"""The search tree of one question, "is there a set-free collection of so many cards?".

A question is answered under a *root*: cards taken, cards excluded, and what each slice can
hold. Its tree is cut into *cubes*, subtrees that are searched one by one, in any order and on
any executor; a cube is searched in sittings of a number of nodes, and can be put aside between
them. All of these are plain values that can be pickled.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.symmetry import subgroup
from capset.game import Game
from capset.kernels import branching
from capset.kernels.branching import EXHAUSTED, FOUND, LEAVE, PAUSED, Rules, Stack

Array = NDArray[Any]

SITTING = 200_000
"""Nodes that a tree of a small deck is searched for at a time: a fraction of a second."""

MOST_SETS = 2_000_000
"""Decks with more sets are not searched exactly: the tables would not fit in memory."""

_MOST_GROUP_BYTES = 1 << 26


class Root(NamedTuple):
    """What a tree starts from.

    ``taken`` are cards that must be in the collection, ``excluded`` cards that must not, and no
    slice may hold more than ``capacity`` cards. ``named`` are cards of which each must be kept
    by the symmetry that is used, beyond the taken and the excluded ones as a whole.
    """

    taken: tuple[int, ...]
    excluded: tuple[int, ...]
    capacity: int
    named: tuple[int, ...] = ()


class Cube(NamedTuple):
    """A subtree: the cards ``chosen`` below the root, and the cards still ``available``."""

    chosen: tuple[int, ...]
    available: tuple[int, ...]


class Sitting(NamedTuple):
    """What came of searching a cube for a while.

    ``status`` is EXHAUSTED, FOUND or PAUSED; ``collection`` was found, ``stack`` is where to go
    on, ``nodes`` were visited and ``share`` is roughly how much of the cube is done.
    """

    status: int
    collection: tuple[int, ...]
    stack: Stack | None
    nodes: int
    share: float


def is_searchable(game: Game) -> bool:
    """Return whether the tables of an exact search of this deck fit in memory."""
    return game.deck_size <= 3**7 if game.values == 3 else game.set_count <= MOST_SETS


def nodes_of_sitting(game: Game) -> int:
    """Return for how many nodes a tree is searched at a time: fewer where each takes longer."""
    sets_of_card = game.set_count * game.values // game.deck_size
    work = sets_of_card * (-(-game.deck_size // 64) if game.values == 3 else 1)
    return max(min(1000, SITTING), SITTING * 1000 // (1000 + work))


@lru_cache(maxsize=4)
def sets_of_deck(game: Game) -> Array:
    """Return all sets of the deck, a row of cards each."""
    from capset.arrays import list_sets

    everything = np.arange(game.deck_size)[None, :]
    return list_sets(everything, game.values, game.features)[1].astype(np.int32)


@lru_cache(maxsize=4)
def tables(game: Game) -> tuple[Array, Array, Array, Array]:
    """Return the third cards (v = 3), the sets and those of each card (v >= 4), and the slices."""
    v, n, size = game.values, game.features, game.deck_size
    weights = v ** np.arange(n - 1, -1, -1)
    digits = np.arange(size)[:, None] // weights % v
    third, sets = np.zeros((0, 0), np.int32), np.zeros((0, v), np.int32)
    incidence = np.zeros((size, 0), np.int32)
    if v == 3:
        third = np.zeros((size, size), np.int32)
        for place in range(n):
            column = digits[:, place]
            third += (-(column[:, None] + column) % 3 * weights[place]).astype(np.int32)
    else:
        sets = sets_of_deck(game)
        incidence = (np.argsort(sets, axis=None, kind="stable") // v).astype(np.int32)
        incidence = incidence.reshape(size, -1)
    ways = directions(game)
    sections = digits @ ways.T % v
    masks = [
        _mask(np.flatnonzero(sections[:, way] == value), size)
        for way in range(len(ways))
        for value in range(v)
    ]
    return third, sets, incidence, np.array(masks)


def directions(game: Game) -> Array:
    """Return the ways to cut the deck into slices, a row each: slice a has d·x = a modulo v.

    The features; for v = 3 all directions of AG(n,3) up to sign, first digit other than 0 a 1.
    """
    if game.values > 3:
        return np.eye(game.features, dtype=np.int64)
    return np.array(
        [
            direction
            for direction in product(range(3), repeat=game.features)
            if next((digit for digit in direction if digit), 0) == 1
        ]
    )


def _mask(cards: Array, size: int) -> Array:
    bits = np.zeros(-(-size // 64) * 64, np.uint8)
    bits[cards] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


def cards_of_mask(words: Array) -> Array:
    """Return the cards whose bits are set, in order."""
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))


@lru_cache(maxsize=32)
def rules_of(game: Game, root: Root) -> Rules:
    """Return the tables for searches below `root`, its symmetry among them."""
    third, sets, incidence, slices = tables(game)
    ways = len(slices) // game.values
    capacity = np.full((ways, game.values), root.capacity, np.int64)
    colouring = dict.fromkeys(root.taken, 1) | dict.fromkeys(root.excluded, 2)
    colouring |= {card: 3 + place for place, card in enumerate(root.named)}
    most = max(1, _MOST_GROUP_BYTES // (4 * game.deck_size))
    return Rules(third, sets, incidence, slices, capacity, subgroup(game, colouring, most))


def _stack(game: Game, root: Root, cube: Cube | None, log_rows: int = 0) -> Stack:
    rules = rules_of(game, root)
    size, words = game.deck_size, rules.slices.shape[1]
    bottom = len(root.taken) + (len(cube.chosen) if cube else 0)
    depths = size + 2
    order = len(rules.group)
    stack = Stack(
        *(np.zeros(shape, kind) for shape, kind in [
            (depths, np.int32),
            ((depths, words), np.uint64),
            ((depths, words), np.uint64),
            ((depths, words), np.uint64),
            *[(depths, np.int64)] * 5,
            (3 * order + 1, np.int32),
            (len(rules.sets), np.int32),
            (game.values, np.int64),
            (depths, np.int64),
            ((log_rows, 3), np.int32),
            (5, np.int64),
        ])
    )  # fmt: skip
    chosen = root.taken + (cube.chosen if cube else ())
    stack.chosen[:bottom] = chosen
    stack.taken[bottom] = _mask(np.array(chosen, np.int64), size)
    if cube:
        stack.available[bottom] = np.array(cube.available, np.uint64)
        fixed = list(cube.chosen)
        rows = np.flatnonzero((rules.group[:, fixed] == fixed).all(axis=1))
    else:
        out = {*root.taken, *root.excluded, *game.forbidden(root.taken)}
        stack.available[bottom] = _mask(np.setdiff1d(np.arange(size), list(out)), size)
        rows = np.arange(order)
    if len(rules.sets):
        np.add.at(stack.set_counts, rules.incidence[list(chosen)].ravel(), 1)
    stack.rows[: len(rows)] = rows
    stack.row_count[bottom] = len(rows)
    stack.state[:2] = bottom
    return stack


def whole(game: Game, root: Root) -> Cube:
    """Return the cube that is everything below `root`."""
    stack = _stack(game, root, None)
    return Cube((), tuple(map(int, stack.available[len(root.taken)])))


def remaining(root: Root, stack: Stack) -> list[Cube]:
    """Return cubes that together hold what is left of a search, in the order of the search.

    Of each node on the way to where it stands: all collections with none of the cards of the
    branches done or begun. So a cube may branch on other cards than the search would have.
    """
    bottom, top = len(root.taken), int(stack.state[branching.DEPTH])
    first = int(stack.state[branching.BOTTOM])
    last = top if stack.state[branching.PHASE] == LEAVE else top + 1
    return [
        Cube(tuple(map(int, stack.chosen[bottom:depth])), tuple(map(int, stack.available[depth])))
        for depth in reversed(range(first, last))
        if depth == top or stack.missable[depth] >= 0
    ]


def searched(
    game: Game, root: Root, cube: Cube, target: int, nodes: int, stack: Stack | None = None
) -> Sitting:
    """Search a cube for a collection of `target` cards, for at most so many `nodes`.

    `stack` is that of an earlier sitting with the same cube and target. The stack given is
    changed, and returned where the cube is not exhausted; another sitting goes on behind a
    collection that was found.
    """
    if stack is None:
        stack = _stack(game, root, cube)
    before = int(stack.state[branching.NODES])
    status = branching.explore(rules_of(game, root), stack, target, nodes)
    found: tuple[int, ...] = ()
    if status == FOUND:
        found = tuple(sorted(map(int, stack.chosen[: stack.state[branching.DEPTH]])))
        stack.state[branching.PHASE] = LEAVE
    return Sitting(
        status,
        found,
        None if status == EXHAUSTED else stack,
        int(stack.state[branching.NODES]) - before,
        _share(stack),
    )


def _share(stack: Stack) -> float:
    """Roughly how much of a cube is done, each node's branches taken to be alike."""
    share, weight = 0.0, 1.0
    for depth in range(int(stack.state[branching.BOTTOM]), int(stack.state[branching.DEPTH])):
        weight /= max(1, int(stack.children[depth]))
        share += weight * (int(stack.begun[depth]) - 1)
    return min(share, 1.0)


def proof_log(game: Game, root: Root, target: int) -> Iterator[tuple[Array, tuple[int, ...]]]:
    """Search everything below `root` for collections of `target` cards, and log why.

    Yields the rows of the log that :class:`capset.kernels.branching.Stack` describes, a part at
    a time, each with the collection that was found behind its last row, or ``()``. Collections
    are found as by :func:`all_collections`; where there is none, the log is the proof of it.
    """
    rules = rules_of(game, root)
    nodes = max(64, (1 << 20) // game.deck_size)
    # a node is left once, with a row for itself, one for the branch and one for each image
    rows = (nodes + game.deck_size + 2) * (game.deck_size + 2) + len(rules.group)
    stack = _stack(game, root, None, rows)
    status = PAUSED
    while status != EXHAUSTED:
        stack.state[branching.LOGGED] = 0
        status = branching.explore(rules, stack, target, nodes)
        found: tuple[int, ...] = ()
        if status == FOUND:
            found = tuple(sorted(map(int, stack.chosen[: stack.state[branching.DEPTH]])))
            stack.state[branching.PHASE] = LEAVE
        yield stack.log[: stack.state[branching.LOGGED]].copy(), found


def all_sittings(game: Game, root: Root, target: int) -> Iterator[Sitting]:
    """Search everything below `root` for collections of exactly `target` cards, in sittings.

    Each FOUND one has a collection: at least one of each orbit of the symmetry of the root; some
    come more than once.
    """
    cube, stack, nodes = whole(game, root), None, nodes_of_sitting(game)
    while True:
        sitting = searched(game, root, cube, target, nodes, stack)
        yield sitting
        if sitting.status == EXHAUSTED:
            return
        stack = sitting.stack


def all_collections(game: Game, root: Root, target: int) -> Iterator[tuple[int, ...]]:
    """Yield the collections that :func:`all_sittings` finds."""
    for sitting in all_sittings(game, root, target):
        if sitting.status == FOUND:
            yield sitting.collection
