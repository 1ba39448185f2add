"""Hands of cards with more cards added in every way, and how many sets they hold.

With c the number of a set's cards in the hand, the value of a hand is the number of sets with
c = `wanted`: v for the sets inside, 0 for the sets among all other cards. A card is worth the sum
of f(c) over the sets through it, f(wanted - 1) = 1, f(wanted) = -1, f = 0 otherwise: so much it
changes the value when it is added. The worth of all cards is kept up to date: where the sets
inside have three cards by the pairs of cards in the hand, otherwise by the sets of each card.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@numba.njit(cache=True, nogil=True)
def _change_thirds(card: int, step: int, hand: Array, third: Array, worth: Array) -> None:
    """Add a card to the hand, or take it away, which is not among the others in `hand`."""
    row = third[card]
    for other in hand:
        worth[row[other]] += step


@numba.njit(cache=True, nogil=True)
def _change(
    card: int, step: int, wanted: int, sets: Array, incidence: Array, inside: Array, worth: Array
) -> None:
    """Add a card to the hand (step 1) or take it away (step -1)."""
    for row in incidence[card]:
        before = inside[row]
        inside[row] = after = before + step
        change = 0
        if after == wanted - 1:
            change += 1
        elif after == wanted:
            change -= 1
        if before == wanted - 1:
            change -= 1
        elif before == wanted:
            change += 1
        if change:
            for other in sets[row]:
                worth[other] += change


@numba.njit(cache=True, nogil=True)
def count_extensions(
    hands: Array,
    kinds: Array,
    more: int,
    wanted: int,
    deck: tuple[Array, Array, Array],
    numbers: Array,
) -> None:
    """Count the hands with `more` >= 1 cards added, in every way, by their values.

    Those made of the hands (hands, cards) of kind t are counted in ``numbers[t]``. The `deck` is
    given by all its sets (sets, v), those through each card (deck, ...), and if it has three
    values and `wanted` is 3 the card that completes each two (deck, deck), otherwise nothing.
    """
    sets, incidence, third = deck
    deck_size = len(incidence)
    before = hands.shape[1]
    hand = np.zeros(before + more, np.int64)
    inside = np.zeros(len(sets), np.int8)
    worth = np.zeros(deck_size, np.int64)
    is_in = np.zeros(deck_size, np.bool_)
    values = np.zeros(more, np.int64)
    for number in range(len(hands)):
        inside[:] = 0
        is_in[:] = False
        worth[:] = 0
        value = 0
        if wanted == 0:
            value = len(sets)
            worth[:] = -incidence.shape[1]
        elif wanted == 1:
            worth[:] = incidence.shape[1]
        for place in range(before):
            card = hands[number, place]
            value += worth[card]
            is_in[card] = True
            if len(third):
                _change_thirds(card, 1, hand[:place], third, worth)
            else:
                _change(card, 1, wanted, sets, incidence, inside, worth)
            hand[place] = card
        row = numbers[kinds[number]]
        depth, card = 0, 0
        values[0] = value
        while True:
            if depth == more - 1:
                for last in range(card, deck_size):
                    if not is_in[last]:
                        row[values[depth] + worth[last]] += 1
                card = deck_size
            while card < deck_size and is_in[card]:
                card += 1
            if card < deck_size:
                values[depth + 1] = values[depth] + worth[card]
                if len(third):
                    _change_thirds(card, 1, hand[: before + depth], third, worth)
                else:
                    _change(card, 1, wanted, sets, incidence, inside, worth)
                hand[before + depth] = card
                depth += 1
            elif depth == 0:
                break
            else:
                depth -= 1
                card = hand[before + depth]
                if len(third):
                    _change_thirds(card, -1, hand[: before + depth], third, worth)
                else:
                    _change(card, -1, wanted, sets, incidence, inside, worth)
            card += 1
