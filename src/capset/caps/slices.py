"""Where a search starts: the roots that together cover every collection of a given size.

Plain: under no condition, card 0 is taken, for the deck's group moves any card to it.

By slices: in some slice lie at least so many cards (for v = 3 by the moment equations, over all
hyperplanes; otherwise ceil(k/v), over the slices of one feature), and the slice is a set-free
collection of the deck with one feature less. Take the largest slice of all. By symmetry it is
the one in which the first feature has value 0, and what lies in it is one of a list with one
collection from each class; all other slices hold at most as many cards. For v = 3 some of the
list cannot be the largest slice of so many cards, see :mod:`capset.caps.sections`.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import TypeAlias, TypeVar

from capset.caps.bounds import is_quickly_solved, section_capacity
from capset.caps.sections import blocked_direction, least_slice
from capset.caps.symmetry import canonical_form
from capset.caps.tree import Root, all_sittings
from capset.game import Game
from capset.kernels.branching import FOUND

Made = TypeVar("Made")
Steps: TypeAlias = Generator[int, None, Made]
"""Work that takes a while: yields the nodes of each sitting, and returns what it makes."""

Classes: TypeAlias = tuple[tuple[int, ...], ...]
"""A collection of each class, in standard coordinates."""


def plain_roots(
    game: Game, forced: tuple[int, ...], excluded: tuple[int, ...], capacity: int
) -> list[Root]:
    """Return the one root of a search that knows nothing of slices but their `capacity`."""
    if not forced and not excluded:
        return [Root((0,), (), capacity)]
    return [Root(forced, excluded, capacity)]


def slice_roots(game: Game, target: int, capacity: int) -> Steps[list[Root]]:
    """Work out a root for each class of largest slices of a collection of `target` cards.

    `capacity` is an upper bound for what any slice can hold. The largest slices come first.
    """
    smaller = Game(game.values, game.features - 1)
    roots = []
    for size in range(capacity, least_slice(game, target, capacity).size - 1, -1):
        for slice_cards in (yield from listed_classes(smaller, size)):
            if blocked_direction(game, slice_cards, target) is None:
                roots.append(slice_root(game, target, slice_cards))
    return roots


def slice_root(game: Game, target: int, slice_cards: tuple[int, ...]) -> Root:
    """Return the root for collections of `target` cards whose largest slice is the one given."""
    rest = game.deck_size // game.values
    excluded = tuple(card for card in range(rest) if card not in slice_cards)
    # A collection larger than its largest slice has a card outside the slice. For v = 3 the maps
    # that fix the slice pointwise, shears and a reflection, move any such card to the first one
    # outside.
    outside = (rest,) if game.values == 3 and target > len(slice_cards) else ()
    return Root(slice_cards + outside, excluded, len(slice_cards), outside)


def is_cut_by_slices(game: Game) -> bool:
    """Return whether slices serve better than plain branch and bound for this deck."""
    return (
        game.features > 1
        and game.deck_size > 27
        and is_quickly_solved(Game(game.values, game.features - 1))
    )


def free_roots(game: Game, target: int) -> Steps[list[Root]]:
    """Work out roots that cover all collections of `target` cards under no condition."""
    capacity = section_capacity(game)
    if is_cut_by_slices(game):
        return (yield from slice_roots(game, target, capacity))
    return plain_roots(game, (), (), capacity)


@lru_cache(maxsize=8)
def _lists(game: Game) -> dict[int, Classes]:
    """The lists of classes of a deck that were worked out, by size."""
    return {}


def listed_classes(game: Game, size: int) -> Steps[Classes]:
    """Work out one set-free collection of `size` cards from each class of the deck's symmetry."""
    lists = _lists(game)
    if size not in lists:
        found: dict[bytes, tuple[int, ...]] = {}
        for root in (yield from free_roots(game, size)):
            for sitting in all_sittings(game, root, size):
                yield sitting.nodes
                if sitting.status == FOUND:
                    form = canonical_form(game, dict.fromkeys(sitting.collection, 1))
                    assert form is not None
                    found.setdefault(form.colours, form.cards)
        lists[size] = tuple(found[key] for key in sorted(found))
    return lists[size]


def classes(game: Game, size: int) -> Classes:
    """Return one set-free collection of `size` cards from each class of the deck's symmetry."""
    return finished(listed_classes(game, size))


def finished(steps: Steps[Made]) -> Made:
    """Do all steps, and return what they make."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Made = end.value
            return made
