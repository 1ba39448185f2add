"""The largest set-free collection of a small deck, slowly: the oracle for searches and exports.

As in :mod:`tests.naive`, on which it stands, nothing here is imported from capset.
"""

from collections.abc import Collection, Sequence
from functools import cache
from random import Random

from .. import naive

SMALL = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2), (6, 1), (9, 1), (27, 1)]
"""Decks as (values, features), of at most 27 cards: with all (v, n) where n > 1."""


def is_set_free(cards: Sequence[int], values: int, features: int) -> bool:
    """Whether no set is among the cards, which may be many."""
    chosen = _mask(cards)
    return len(set(cards)) == len(cards) and not any(
        chosen >> card & 1 and chosen & others == others
        for card in cards
        for others in _others(values, features)[card]
    )


@cache
def largest(
    values: int, features: int, forced: tuple[int, ...] = (), excluded: tuple[int, ...] = ()
) -> int:
    """The size of the largest set-free collection with all the forced and no excluded cards.

    Backtracking over the open cards in order. What those behind a card can add at most is known
    at every step, for it was solved before: first for the last card, then the last two, ...
    """
    others = _others(values, features)
    deck = range(values**features)
    cards = [card for card in deck if card not in forced and card not in excluded]
    most = [0] * (len(cards) + 1)  # by place: what the cards from there on can add

    def reaches(wanted: int, place: int, chosen: int) -> bool:
        if wanted == 0:
            return True
        for here in range(place, len(cards)):
            if most[here] < wanted:
                return False
            card = cards[here]
            is_free = all(chosen & rest != rest for rest in others[card])
            if is_free and reaches(wanted - 1, here + 1, chosen | 1 << card):
                return True
        return False

    for place in reversed(range(len(cards))):
        most[place] = most[place + 1] + 1  # one card adds one at most
        if not reaches(most[place], place, _mask(forced)):
            most[place] -= 1
    return len(forced) + most[0]


def random_conditions(
    random: Random, values: int, features: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Some forced cards without a set and some excluded ones, often few or none."""
    deck = range(values**features)
    forced: list[int] = []
    for card in random.sample(deck, random.choice((0, 0, 1, 2, 3, 5, 8)) % len(deck)):
        if is_set_free([*forced, card], values, features):
            forced.append(card)
    others = [card for card in deck if card not in forced]
    most = min(len(others), random.choice((0, 2, len(others) // 2)))
    excluded = random.sample(others, random.randint(0, most))
    return tuple(forced), tuple(excluded)


def _mask(cards: Collection[int]) -> int:
    return sum(1 << card for card in set(cards))


@cache
def _others(values: int, features: int) -> list[list[int]]:
    """By card, the other cards of each of its sets, as masks."""
    deck = range(values**features)
    others: list[list[int]] = [[] for _ in deck]
    for found in naive.sets_in(deck, values, features):
        for card in found:
            others[card].append(_mask(found) & ~(1 << card))
    return others
