"""All set-free collections of a small deck and their orbits, slowly: the oracle of classes.

As in :mod:`tests.naive`, on which it stands, nothing here is imported from capset. A collection
is a number whose bits are its cards.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .. import naive

Array = NDArray[np.int64]


def sets_of_deck(values: int, features: int) -> list[tuple[int, ...]]:
    """Every set of the deck, card by card: as far as they go, features agree or all differ."""
    chosen: list[tuple[int, ...]] = []

    def extend(cards: tuple[int, ...]) -> None:
        if len(cards) == values:
            if naive.is_set(cards, values, features):
                chosen.append(cards)
            return
        for card in range(cards[-1] + 1 if cards else 0, values**features):
            rows = [naive.digits(other, values, features) for other in (*cards, card)]
            if all(
                len({row[place] for row in rows}) in (1, len(rows)) for place in range(features)
            ):
                extend((*cards, card))

    extend(())
    return chosen


def set_free_levels(values: int, features: int) -> Iterator[Array]:
    """The collections without a set, level by level: a card is added behind the last."""
    masks_of_sets = [sum(1 << card for card in cards) for cards in sets_of_deck(values, features)]
    level = np.zeros(1, np.int64)
    while len(level):
        yield level
        grown = []
        for card in range(values**features):
            new = level[level < 1 << card] | 1 << card
            for mask in masks_of_sets:
                if mask >> card == 1:  # a set whose last card this is
                    new = new[new & mask != mask]
            grown.append(new)
        level = np.concatenate(grown)


def generators(values: int, features: int, group: str) -> list[list[int]]:
    """Permutations of the cards that generate the deck's symmetry, or the game's."""
    deck = range(values**features)
    rows = [naive.digits(card, values, features) for card in deck]

    def permutation(images: list[list[int]]) -> list[int]:
        return [rows.index(image) for image in images]

    found = [
        permutation([[(row[0] + 1) % values, *row[1:]] for row in rows]),
        permutation([[{0: 1, 1: 0}.get(row[0], row[0]), *row[1:]] for row in rows]),
        permutation([[*row[1:], row[0]] for row in rows]),
    ]
    if features > 1:
        found.append(permutation([[row[1], row[0], *row[2:]] for row in rows]))
        if values == 3 and group == "full":
            found.append(permutation([[(row[0] + row[1]) % 3, *row[1:]] for row in rows]))
    return found


def moved(masks: Array, permutation: list[int]) -> Array:
    """The collections after a permutation of the cards."""
    images = np.zeros_like(masks)
    for card, image in enumerate(permutation):
        images |= (masks >> card & 1) << image
    return images


def orbits(masks: Array, permutations: list[list[int]]) -> Array:
    """A label for each collection: the least place of one in its orbit."""
    masks = np.sort(masks)
    images = [np.searchsorted(masks, moved(masks, permutation)) for permutation in permutations]
    labels = np.arange(len(masks))
    while True:
        before = labels
        for image in images:
            labels = np.minimum(labels, labels[image])
            labels = labels[labels]
        if np.array_equal(before, labels):
            return labels


def complete(masks: Array, values: int, features: int) -> NDArray[np.bool_]:
    """Which collections no card can be added to."""
    masks = np.sort(masks)
    masks_of_sets = [sum(1 << card for card in cards) for cards in sets_of_deck(values, features)]
    found = np.ones(len(masks), bool)
    for card in range(values**features):
        is_ruled_out = masks >> card & 1 == 1
        for mask in masks_of_sets:
            if mask >> card & 1:
                others = mask & ~(1 << card)
                is_ruled_out |= masks & others == others
        found &= is_ruled_out
    return found


def all_masks(deck_size: int, size: int) -> Array:
    """All collections of so many cards."""
    return np.array(
        [sum(1 << card for card in cards) for cards in combinations(range(deck_size), size)],
        np.int64,
    )
