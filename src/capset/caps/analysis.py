"""What a collection is like: sets, free cards, span, symmetry, sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.caps.conjugacy import ranks
from capset.caps.stabiliser import isomorphism, orbits, stabiliser
from capset.caps.symmetry import canonical_form, group_order, is_affine
from capset.caps.tree import directions
from capset.game import Game

Array = NDArray[Any]
Cards = tuple[int, ...]


class Analysis(NamedTuple):
    """What is known of a collection; sets may lie in it.

    ``sets`` are those in it, ``free`` the cards that can be added without making a set.
    ``dimension`` is that of the affine span, for three values only. ``order`` and
    ``generators`` (a row of images of all cards each) are the stabiliser's in the ``group``,
    ``copies`` how many collections the group makes of this one, and ``orbits`` what the
    stabiliser makes of its cards, ``other_orbits`` of the others; the longest first.
    ``sections`` has, for each way to cut the deck into parallel slices up to what they hold, the
    numbers of cards in the slices, largest first, and how many ways there are; ``by_feature`` the
    numbers for each value of each feature. ``canonical`` is the same for equivalent collections,
    and ``None`` where it is out of reach.
    """

    game: Game
    group: str
    cards: Cards
    sets: tuple[Cards, ...]
    free: Cards
    dimension: int | None
    order: int
    copies: int
    generators: Array
    orbits: tuple[Cards, ...]
    other_orbits: tuple[Cards, ...]
    sections: tuple[tuple[tuple[int, ...], int], ...]
    by_feature: tuple[tuple[int, ...], ...]
    canonical: Cards | None

    @property
    def is_set_free(self) -> bool:
        """Whether there is no set in it."""
        return not self.sets

    @property
    def is_complete(self) -> bool:
        """Whether no card can be added without making a set."""
        return not self.free


def analysis(game: Game, cards: Iterable[int], group: str = "full") -> Analysis:
    """Return what a collection is like, up to a group of :data:`capset.caps.symmetry.GROUPS`.

    >>> found = analysis(Game(3, 2), [0, 1, 3, 4])
    >>> found.is_set_free, found.is_complete, found.order, found.copies
    (True, True, 8, 54)

    Raises:
        CardError: where a card is not of the deck or comes twice.
        ProblemError: where the deck is too large.
    """
    cards = tuple(sorted(game.valid_cards(cards)))
    colouring = dict.fromkeys(cards, 1)
    order, generators = stabiliser(game, colouring, group)
    least = orbits(generators, game.deck_size)
    form = canonical_form(game, colouring, group=group, within_span=True)
    dictated = {card for _, card in game.dictations(cards)}
    affine = is_affine(game, group)
    return Analysis(
        game,
        group,
        cards,
        tuple(tuple(cards[place] for place in found) for found in game.sets_in(cards)),
        tuple(card for card in game.deck if card not in dictated and card not in colouring),
        _dimension(game, cards) if game.values == 3 else None,
        order,
        group_order(game, group) // order,
        generators,
        _parts(least, cards),
        _parts(least, [card for card in game.deck if card not in colouring]),
        _sections(game, cards, directions(game) if affine else np.eye(game.features, dtype=int)),
        tuple(map(tuple, _held(game, cards, np.eye(game.features, dtype=int)).tolist())),
        None if form is None else form.cards,
    )


def _rows(game: Game, cards: Cards) -> Array:
    return np.array([game.digits(card) for card in cards], np.int64).reshape(-1, game.features)


def _dimension(game: Game, cards: Cards) -> int:
    """Return the dimension of the least flat that holds the cards; -1 if there are none."""
    if not cards:
        return -1
    rows = _rows(game, cards)
    return int(ranks((rows - rows[0])[None])[0])


def _held(game: Game, cards: Cards, ways: Array) -> Array:
    """Return how many of the cards lie in each slice, a row for each way to cut the deck."""
    sides = _rows(game, cards) @ ways.T % game.values
    return np.array([np.bincount(side, minlength=game.values) for side in sides.T])


def _sections(game: Game, cards: Cards, ways: Array) -> tuple[tuple[tuple[int, ...], int], ...]:
    held = np.sort(_held(game, cards, ways), axis=1)[:, ::-1]
    return tuple(sorted(Counter(map(tuple, held.tolist())).items(), reverse=True))


def _parts(least: Array, cards: Iterable[int]) -> tuple[Cards, ...]:
    """Return the orbits of some cards, longest first."""
    parts: dict[int, list[int]] = {}
    for card in cards:
        parts.setdefault(int(least[card]), []).append(card)
    return tuple(sorted(map(tuple, parts.values()), key=lambda part: (-len(part), part)))


class Comparison(NamedTuple):
    """Whether two collections are equivalent.

    Either ``images``, of each card of the deck, is a symmetry that takes the first to the
    second, or ``reason`` says why there is none.
    """

    images: Array | None
    reason: str = ""


def comparison(
    game: Game, first: Iterable[int], second: Iterable[int], group: str = "full"
) -> Comparison:
    """Return whether some symmetry of a group takes one collection to another.

    Raises:
        CardError: where a card is not of the deck or comes twice.
        ProblemError: where the deck is too large.
    """
    one, two = (tuple(sorted(game.valid_cards(cards))) for cards in (first, second))
    if len(one) != len(two):
        return Comparison(None, f"one has {len(one):,} cards, the other {len(two):,}")
    ways = directions(game) if is_affine(game, group) else np.eye(game.features, dtype=int)
    if _sections(game, one, ways) != _sections(game, two, ways):
        return Comparison(None, "the sections by slices differ")
    images = isomorphism(game, dict.fromkeys(one, 1), dict.fromkeys(two, 1), group)
    if images is None:
        return Comparison(None, "the sections agree, but no symmetry takes one to the other")
    return Comparison(images)
