"""Collections of a deck up to its symmetry, size by size, each with proof that none is missed.

A level has one collection of each class of its size. Every collection of k + 1 cards is one of k
cards with a card added, so the *children* of the representatives of k cards meet every class of
k + 1. Which children are equivalent is first guessed: by a hash that symmetries leave as it is.

**Counting twice.** Pairs of a collection of k + 1 cards and one of its cards: if a class has N
copies (labelled collections), they number (k + 1) N; and as each copy of a parent class has as
many children in the class as its representative, N = sum over the parents of their copies times
such children, divided by k + 1. Over one hash this counts all collections that have it.

**The check.** A class has |G|/|S| copies, S the stabiliser of its representative and G the whole
group. The collections with one hash are whole classes; so if their number is |G|/|S| for one of
them, they are one class. That is checked for each hash, and where it fails the children with that
hash are told apart by canonical forms. So the levels are right whatever the hash is worth.

Copies are counted in shares: with L the least common multiple of the orders of the parents'
stabilisers, a parent has L/|S| of the |G|/L copies that a share is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import lru_cache
from hashlib import blake2b
from math import factorial, lcm, prod
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.levels import Family, Levels, children_type, class_type, merged
from capset.caps.spread import Crew, local_crew
from capset.caps.stabiliser import stabiliser
from capset.caps.symmetry import CanonicalForm, canonical_form, group_order, is_affine
from capset.caps.tree import directions, tables
from capset.errors import ProblemError
from capset.kernels.classifying import (
    Shape,
    evident_orders,
    find_children,
    free_counts,
    weights_of,
)

Array = NDArray[Any]

_WORK = 2e9  # steps of some nanoseconds: a piece takes seconds
_MOST_CHILDREN = 1_000_000  # in a piece: some 100 MB
_CHECKED = 4000  # classes in a piece
_BLOCK = 1 << 16  # classes read at a time
_MOST_CARDS = 3**7


class Step(NamedTuple):
    """How far the collections of `size` cards are: `done` of `total`.

    What is being done is first ``"finding"`` classes that are possible, then ``"checking"`` that
    they are classes.
    """

    size: int
    doing: str
    done: int
    total: int


@lru_cache(maxsize=4)
def _shape(family: Family) -> Shape:
    game = family.game
    v, n, size = game.values, game.features, game.deck_size
    affine = is_affine(game, family.group)
    third, sets, incidence = tables(game)[:3]
    if family.with_sets:
        third, sets, incidence = third[:0], sets[:0], incidence[:0]
    digits = (np.arange(size)[:, None] // v ** np.arange(n - 1, -1, -1) % v).astype(np.int8)
    side = (digits @ directions(game).T % v).astype(np.int8) if affine else digits
    constants = np.random.default_rng(1).integers(0, 2**63, size + n + 3, dtype=np.uint64)
    fixing = (
        [prod(3**n - 3**i for i in range(dimension, n)) for dimension in range(n + 1)]
        if affine
        else [factorial(number) for number in range(v)]
    )
    # by slices the smallest decks need two rounds, all others one; hardly ever is it too few
    rounds = (2 if n <= 3 else 1) if affine else 3
    return Shape(
        third, sets, incidence, digits, side, constants, v, np.array(fixing), rounds, affine
    )


def colouring_of(cards: Array, weights: Array) -> dict[int, int]:
    """Colour the cards of a collection by the ranks of their weights, which symmetries keep."""
    ranks = np.unique(weights, return_inverse=True)[1] + 1
    return dict(zip(cards.tolist(), ranks.tolist(), strict=True))


def form_of(family: Family, cards: Array, weights: Array) -> CanonicalForm | None:
    """Return the canonical form of a collection, within its span, its weights being known.

    ``None`` where it is out of reach.
    """
    colouring = colouring_of(cards, weights)
    return canonical_form(family.game, colouring, group=family.group, within_span=True)


def weights_in(family: Family, collections: Array) -> Array:
    """Return a weight for each card of some collections, a row each, which symmetries keep."""
    return weights_of(_shape(family), np.ascontiguousarray(collections))


def children(family: Family, parents: Array, shares: Array, wanted: Array | None = None) -> Array:
    """Return the children of some representatives: one of each hash, sorted, as records.

    `parents` are records of classes, and `shares` their copies. With hashes that are `wanted`,
    sorted, only children with those are returned: one of each canonical form, which takes the
    place of the hash.
    """
    room = int(parents["free"].sum())
    found = np.zeros(room, children_type(parents["cards"].shape[1] + 1))
    collections = np.zeros(found["cards"].shape, np.int16)
    hashes, sums = np.zeros(room, np.uint64), np.zeros(room, np.int64)
    sought = np.zeros(0, np.uint64) if wanted is None else wanted
    shape = _shape(family)
    cards = np.ascontiguousarray(parents["cards"])
    count = find_children(shape, cards, shares, sought, collections, hashes, sums)
    found = found[:count]
    found["cards"], found["share"], found["hash"] = (
        collections[:count],
        sums[:count],
        hashes[:count],
    )
    if wanted is not None:
        for record, weights in zip(found, weights_of(shape, found["cards"]), strict=True):
            form = form_of(family, record["cards"], weights)
            if form is None:
                raise ProblemError(
                    f"some collections of {len(record['cards'])} cards have too many symmetries "
                    "to be told apart"
                )
            record["hash"] = int.from_bytes(blake2b(form.colours, digest_size=8).digest())
        return next(merged([found[np.argsort(found["hash"], kind="stable")]]), found)
    return found[np.argsort(found["hash"])]


def checked_classes(family: Family, possible: Array, total: int) -> Array:
    """Return the records of the classes that are `possible`, with order 0 where they are not one.

    `possible` are merged records of children, and their shares times the orders of their
    stabilisers must be `total`.
    """
    shape = _shape(family)
    cards = np.ascontiguousarray(possible["cards"])
    weights = weights_of(shape, cards)
    classes = np.zeros(len(possible), class_type(cards.shape[1]))
    classes["cards"] = cards
    classes["free"] = free_counts(shape, cards)
    orders = evident_orders(shape, cards, weights)
    for place in np.flatnonzero(orders == 0):
        form = form_of(family, cards[place], weights[place])
        if form is None:
            colouring = colouring_of(cards[place], weights[place])
            orders[place] = stabiliser(family.game, colouring, family.group).order
        else:
            orders[place] = form.order
    expected = total // possible["share"]
    is_one = (orders == expected) & (expected * possible["share"] == total)
    classes["order"] = np.where(is_one, orders, 0)
    return classes


class Classification:
    """The classes of a family, level by level, made by a crew and kept in a folder.

    Without a `folder` there is a temporary one, without a `crew` one of one worker. A context
    manager, which in the end removes what is temporary; a crew that is given is for the caller
    to end.

    Raises:
        ProblemError: where the deck is too large, or the folder is of something else or in use.
        OSError: where the folder cannot be used.
    """

    def __init__(
        self, family: Family, folder: Path | str | None = None, crew: Crew | None = None
    ) -> None:
        game = family.game
        largest = group_order(game, family.group) // game.deck_size  # stabiliser, of one card
        if game.deck_size > _MOST_CARDS or largest >= 1 << 63:
            raise ProblemError(
                f"the classes of {game.deck_size:,} cards of {game.values} values are out of "
                "reach: their numbers take more than 64 bits"
            )
        self.family = family
        with ExitStack() as ends:
            self.crew = crew or ends.enter_context(local_crew(1))
            if folder is None:
                folder = ends.enter_context(
                    TemporaryDirectory(prefix="capset-", ignore_cleanup_errors=True)
                )
            self.levels = ends.enter_context(Levels(folder, family))
            self._ends = ends.pop_all()

    def __enter__(self) -> Classification:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends.__exit__(kind, error, trace)

    @property
    def order(self) -> int:
        """The order of the family's group."""
        return group_order(self.family.game, self.family.group)

    def steps(self, size: int) -> Generator[Step, None, None]:
        """Find the classes of all sizes up to `size`, those that are not in the folder.

        Any step can be the last: what was done until then is kept.

        Raises:
            ProblemError: where a size is out of reach.
        """
        levels = self.levels
        for number in range(1, size + 1):
            if number > 1 and not len(levels.classes(number - 1)):
                return
            if not levels.has(number):
                yield from self._level(number)

    def classes(self, size: int) -> Iterator[Array]:
        """Yield the classes of a size that were found, from 1, in blocks of records.

        Each has ``cards``, the ``order`` of its stabiliser, and how many cards are ``free``.
        """
        if not self.levels.has(size):  # there are none of a smaller size
            return
        records = self.levels.classes(size)
        for start in range(0, len(records), _BLOCK):
            yield np.array(records[start : start + _BLOCK])

    def _level(self, size: int) -> Generator[Step, None, None]:
        levels, family = self.levels, self.family
        if size == 1:
            first = np.zeros(1, class_type(1))
            first["order"] = group_order(family.game, family.group) // family.game.deck_size
            first["free"] = family.game.deck_size - 1
            levels.add(1, [first])
            return
        shares = 1
        for block in self.classes(size - 1):
            shares = lcm(shares, *map(int, np.unique(block["order"])))
        if shares * size >= 1 << 63:
            raise ProblemError(f"the copies of {size} cards are too many to be counted")
        yield from self._find(size, "children", shares)
        yield from self._check(size, "children", "checked", shares)
        failed = [np.zeros(0, np.uint64)]
        for possible, checked in self._checked(size, "children", "checked"):
            failed.append(possible["hash"][checked["order"] == 0])
        wanted = np.sort(np.concatenate(failed))
        if len(wanted):
            yield from self._find(size, "split", shares, wanted)
            yield from self._check(size, "split", "resolved", shares)
        levels.add(size, self._right_classes(size))

    def _right_classes(self, size: int) -> Iterator[Array]:
        for found, what in (("children", "checked"), ("split", "resolved")):
            for _, checked in self._checked(size, found, what):
                assert what == "checked" or checked["order"].all()
                yield checked[checked["order"] > 0]

    def _find(
        self, size: int, what: str, shares: int, *wanted: Array
    ) -> Generator[Step, None, None]:
        """Write the children of all classes, and merge them."""
        levels, family = self.levels, self.family
        merged_path = levels.part(size, f"{what}-merged", 0)
        if merged_path.exists():
            return
        total = sum(int(block["free"].sum(dtype=np.int64)) for block in self.classes(size - 1))
        done = 0

        def pieces() -> Iterator[tuple[tuple[int, int], tuple[Any, ...]]]:
            nonlocal done
            start = 0
            for parents in self._pieces(size):
                number, weight = start, int(parents["free"].sum(dtype=np.int64))
                start += len(parents)
                if levels.part(size, what, number).exists():
                    done += weight
                else:
                    yield (number, weight), (family, parents, shares // parents["order"], *wanted)

        for (number, weight), found in self.crew.unordered(children, pieces()):
            levels.write_part(levels.part(size, what, number), [found])
            done += weight
            yield Step(size, "finding", done, total)
        levels.write_part(merged_path, merged(levels.parts(size, what, children_type(size))))
        levels.remove_parts(size, what)

    def _pieces(self, size: int) -> Iterator[Array]:
        """Yield the classes with a card less in parts, whose children take seconds to find."""
        game = self.family.game
        if is_affine(game, self.family.group):
            steps = game.deck_size * game.deck_size // 2
        else:
            steps = 10 * size * size * (size + 2 * game.features)
        most = max(1, min(_MOST_CHILDREN, _WORK // steps))
        for block in self.classes(size - 1):
            number = np.cumsum(block["free"], dtype=np.int64) // most
            yield from np.split(block, 1 + np.flatnonzero(np.diff(number)))

    def _checked(self, size: int, found: str, what: str) -> Iterator[tuple[Array, Array]]:
        """Yield parts of the merged children, each with what the check made of it."""
        levels = self.levels
        for possible in levels.parts(size, f"{found}-merged", children_type(size)):
            parts = levels.parts(size, what, class_type(size))
            for place, checked in enumerate(parts):
                yield possible[place * _CHECKED : (place + 1) * _CHECKED], checked

    def _check(self, size: int, found: str, what: str, shares: int) -> Generator[Step, None, None]:
        """Write what the check makes of the merged children."""
        levels, family = self.levels, self.family
        (possible,) = levels.parts(size, f"{found}-merged", children_type(size))
        done = 0

        def pieces() -> Iterator[tuple[tuple[int, int], tuple[Any, ...]]]:
            nonlocal done
            for start in range(0, len(possible), _CHECKED):
                block = np.array(possible[start : start + _CHECKED])
                if levels.part(size, what, start).exists():
                    done += len(block)
                else:
                    yield (start, len(block)), (family, block, shares * size)

        for (start, weight), checked in self.crew.unordered(checked_classes, pieces()):
            levels.write_part(levels.part(size, what, start), [checked])
            done += weight
            yield Step(size, "checking", done, len(possible))
