"""Where a search starts: the roots that together cover every collection of a given size.

Plain: under no condition, card 0 is taken, for the deck's group moves any card to it.

By slices: in some slice lie at least so many cards (for v = 3 by the moment equations, over all
hyperplanes; otherwise ceil(k/v), over the slices of one feature), and the slice is a set-free
collection of the deck with one feature less. Take the largest slice of all. By symmetry it is
the one in which the first feature has value 0, and what lies in it is one of a list with one
collection from each class; all other slices hold at most as many cards.
"""

from __future__ import annotations

from functools import lru_cache

from capset.caps.bounds import section_capacity
from capset.caps.moments import least_largest_section
from capset.caps.symmetry import canonical_form
from capset.caps.tree import Root, all_collections
from capset.game import Game


def plain_roots(
    game: Game, forced: tuple[int, ...], excluded: tuple[int, ...], capacity: int
) -> list[Root]:
    """Return the one root of a search that knows nothing of slices but their `capacity`."""
    if not forced and not excluded:
        return [Root((0,), (), capacity)]
    return [Root(forced, excluded, capacity)]


def slice_roots(game: Game, target: int, capacity: int) -> list[Root]:
    """Return a root for each class of largest slices of a collection of `target` cards.

    `capacity` is an upper bound for what any slice can hold. The largest slices come first.
    """
    smaller = Game(game.values, game.features - 1)
    rest = smaller.deck_size
    if game.values == 3:
        least = least_largest_section(game.features, target, capacity).value
    else:
        least = -(-target // game.values)
    roots = []
    for size in range(capacity, least - 1, -1):
        for slice_cards in classes(smaller, size):
            excluded = tuple(card for card in range(rest) if card not in slice_cards)
            # A collection larger than its largest slice has a card outside the slice. For v = 3
            # the maps that fix the slice pointwise, shears and a reflection, move any such card
            # to the first one outside.
            outside = (rest,) if game.values == 3 and target > size else ()
            roots.append(Root(slice_cards + outside, excluded, size, outside))
    return roots


@lru_cache(maxsize=64)
def classes(game: Game, size: int) -> tuple[tuple[int, ...], ...]:
    """Return one set-free collection of `size` cards from each class of the deck's symmetry."""
    found: dict[bytes, tuple[int, ...]] = {}
    for root in _roots_of_all(game, size):
        for collection in all_collections(game, root, size):
            form = canonical_form(game, dict.fromkeys(collection, 1))
            assert form is not None
            standard = tuple(place for place, colour in enumerate(form.colours) if colour)
            found.setdefault(form.colours, standard)
    return tuple(found[key] for key in sorted(found))


def _roots_of_all(game: Game, size: int) -> list[Root]:
    capacity = section_capacity(game)
    if game.deck_size <= 27:
        return plain_roots(game, (), (), capacity)
    return slice_roots(game, size, capacity)
