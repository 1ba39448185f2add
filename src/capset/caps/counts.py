"""How many collections there are of each size, labelled and up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.classify import Classification, form_of, weights_in
from capset.caps.conjugacy import classes_in_game
from capset.caps.symmetry import group_order, is_affine
from capset.errors import ProblemError

Array = NDArray[Any]


class SizeCount(NamedTuple):
    """How many collections there are of one size.

    Complete are those to which no card can be added.
    """

    size: int
    collections: int
    classes: int
    complete_collections: int
    complete_classes: int


def counts(
    classification: Classification, first: int = 0, last: int | None = None, group: str = ""
) -> Iterator[SizeCount]:
    """Yield how many collections there are of each size, as far as there are any.

    `group` is as for :func:`size_count`.

    >>> from capset import Game
    >>> from capset.caps.levels import Family
    >>> with Classification(Family(Game(3, 2))) as classification:
    ...     for count in counts(classification, 2):
    ...         print(count.size, count.collections, count.classes, count.complete_classes)
    2 36 1 0
    3 72 1 0
    4 54 1 1

    Raises:
        ProblemError: where a size is out of reach.
    """
    deck = classification.family.game.deck_size
    for size in range(first, deck + 1 if last is None else last + 1):
        for _ in classification.steps(size):
            pass
        count = size_count(classification, size, group)
        if not count.classes:
            return
        yield count


def size_count(classification: Classification, size: int, group: str = "") -> SizeCount:
    """Return how many collections there are of a size whose classes were found.

    Classes are those of the classification's own group; of all affine maps those of the game can
    be counted, too, with ``"game"`` as the `group`.

    Raises:
        ProblemError: where the classes of such a group cannot be told from these.
    """
    family = classification.family
    counted = group or family.group
    by_game = counted != family.group
    if by_game and not (counted == "game" and is_affine(family.game, family.group)):
        raise ProblemError(f"the classes of the {counted} group are not known from these")
    if size == 0:
        return SizeCount(0, 1, 1, 0, 0)
    numbers = [0, 0, 0, 0]
    for block in classification.classes(size):
        complete = block["free"] == 0
        classes = _game_classes(classification, block) if by_game else np.ones(len(block), int)
        for place, part in ((0, np.ones_like(complete)), (2, complete)):
            orders, times = np.unique(block["order"][part], return_counts=True)
            numbers[place] += sum(
                classification.order // order * time
                for order, time in zip(orders.tolist(), times.tolist(), strict=True)
            )
            numbers[place + 1] += sum(classes[part].tolist())
    return SizeCount(size, *numbers)


def _game_classes(classification: Classification, block: Array) -> Array:
    """Return how many classes of the game's group make up each class of a block."""
    family = classification.family
    found = np.full(len(block), classification.order // group_order(family.game, "game"), object)
    places = np.flatnonzero(block["order"] > 1)
    if len(places):
        weights = weights_in(family, block["cards"][places])
        forms = []
        for cards, row in zip(block["cards"][places], weights, strict=True):
            form = form_of(family, cards, row)
            if form is None:
                raise ProblemError(
                    f"some collections of {len(cards)} cards have too many symmetries to list"
                )
            forms.append(form)
        found[places] = classes_in_game(family.game, forms)
    return found
