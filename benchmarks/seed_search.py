"""The search of seeds/set-programm.txt, the program that asked the question first, in Numba.

Ported as the text describes it, with nothing added: TryFrom tries each card from a number on
that is not forbidden, calls SchliesseAus before it adds the card, calls itself for the cards
behind it, and takes the card out again. SchliesseAus combines the new card with every v-2 of
the cards there, counts in each feature how often each value comes, and marks the card that
completes the set, if there is one and it is not marked, in VerbotenVon with the number that
TryFrom was called with; so taking out is to clear that mark. It ends when all is tried.

The variant *with a size bound* leaves TryFrom as soon as the cards there and all free ones
behind them together are no more than the best so far.

The original recurses; a Numba function that recurses could not be compiled once and kept, so
the calls' variables stand in arrays. ``best`` and ``found`` are written as better collections
come, so that another process may read them when time is up.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

FREE = -1
TAKEN_IN = -2  # forced or excluded: never free


@numba.njit(cache=True)
def schliesse_aus(
    digits: Array, values: int, there: Array, count: int, hinz: int, wert: int, verboten_von: Array
) -> None:
    """Mark what makes a set with `hinz` and v-2 of the ``there[:count]``, with `wert`."""
    features = digits.shape[1]
    size = values - 2
    if count < size:
        return
    chosen = np.arange(size)
    often = np.empty(values, np.int64)
    while True:
        dictated, complete = 0, True
        for feature in range(features):
            often[:] = 0
            often[digits[hinz, feature]] += 1
            for place in range(size):
                often[digits[there[chosen[place]], feature]] += 1
            last, once, missing = -1, 0, -1
            for value in range(values):
                if often[value] == values - 1:
                    last = value
                elif often[value] == 1:
                    once += 1
                elif often[value] == 0:
                    missing = value
            if last < 0 and once == values - 1:
                last = missing
            if last < 0:
                complete = False
                break
            dictated = dictated * values + last
        if complete and verboten_von[dictated] == FREE:
            verboten_von[dictated] = wert
        place = size - 1
        while place >= 0 and chosen[place] == count - size + place:
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for behind in range(place + 1, size):
            chosen[behind] = chosen[behind - 1] + 1


@numba.njit(cache=True)
def get_max_ohne_set(
    values: int,
    features: int,
    forced: Array,
    excluded: Array,
    bounded: bool,
    best: Array,
    found: Array,
) -> int:
    """Find the largest set-free collection; return how many cards were added on the way.

    ``best[0]`` becomes its size, ``found`` its cards, and ``best[1]`` 1 when all is tried.
    """
    deck = values**features
    digits = np.empty((deck, features), np.int64)
    for card in range(deck):
        rest = card
        for feature in range(features - 1, -1, -1):
            digits[card, feature] = rest % values
            rest //= values
    verboten_von = np.full(deck, FREE)
    there = np.empty(deck, np.int64)
    count = 0
    for card in excluded:
        verboten_von[card] = TAKEN_IN
    for card in forced:
        schliesse_aus(digits, values, there, count, card, deck, verboten_von)
        verboten_von[card] = TAKEN_IN
        there[count] = card
        count += 1
    bottom, added = count, 0
    start = np.zeros(deck + 2, np.int64)  # TryFrom's parameter, by the number of cards there
    loop = np.zeros(deck + 2, np.int64)  # and its loop's variable
    entered = True
    while True:
        if entered and count > best[0]:
            found[:count] = there[:count]
            best[0] = count
        entered = False
        i = loop[count]
        if bounded and i < deck:
            behind = 0
            for card in range(i, deck):
                behind += verboten_von[card] == FREE
            if count + behind <= best[0]:
                i = deck
        while i < deck and verboten_von[i] != FREE:
            i += 1
        if i == deck:  # the end of this TryFrom
            if count == bottom:
                best[1] = 1
                return added
            count -= 1
            for card in range(deck):
                if verboten_von[card] == start[count]:
                    verboten_von[card] = FREE
            continue
        schliesse_aus(digits, values, there, count, i, start[count], verboten_von)
        there[count] = i
        added += 1
        loop[count] = i + 1
        count += 1
        start[count] = loop[count] = i + 1
        entered = True
