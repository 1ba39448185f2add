"""Collections up to symmetry, a card at a time: children of representatives, told apart by hashes.

A hash is a number that symmetries of the deck leave as it is; it is made of a *weight* for each
card. That it differs for collections that are not equivalent is not to be relied on:
:mod:`capset.caps.classify` checks it, class by class.

For the affine group the weight of a card of the deck tells how many cards of the collection are
in the slices that it is in, in all directions. For permutations of values and features the
weight of a card of the collection tells in how many features it agrees with the others, and they
with each other: a colour for each pair, refined as Weisfeiler and Leman (1968) do for graphs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Shape(NamedTuple):
    """A deck, and what its collections are.

    Those without a set: ``third[a, b]`` completes a set for v = 3, an empty table otherwise;
    then ``sets`` (a row of cards each) and ``incidence`` (the sets of each card) serve. Where
    all three are empty collections may hold sets.

    ``digits[card, feature]`` are the values of each card. ``side[card, way]`` is the slice of
    each way that it is in, 0 to v-1: all directions for the affine group, otherwise the
    features. ``constants`` are random numbers. ``rounds`` is how often weights or colours are
    refined, at least 1. ``fixing[d]`` is the number of affine maps that fix a flat of dimension
    d card by card, or d! for the other group.
    """

    third: Array
    sets: Array
    incidence: Array
    digits: Array
    side: Array
    constants: Array
    values: int
    fixing: Array
    rounds: int
    is_affine: bool


@numba.njit(cache=True, nogil=True)
def _scrambled(number: Any) -> Any:
    """A number whose bits all depend on all bits (the finaliser of MurmurHash3)."""
    number ^= number >> np.uint64(33)
    number *= np.uint64(0xFF51AFD7ED558CCD)
    number ^= number >> np.uint64(33)
    number *= np.uint64(0xC4CEB9FE1A85EC53)
    return number ^ (number >> np.uint64(33))


@numba.njit(cache=True, nogil=True)
def _mark_ruled_out(shape: Any, cards: Array, is_out: Array, counts: Array) -> None:
    """Mark the cards, and those that make a set with some of them."""
    is_out[:] = False
    for card in cards:
        is_out[card] = True
    if shape.third.shape[0] > 0:
        for place in range(len(cards)):
            for before in range(place):
                is_out[shape.third[cards[place], cards[before]]] = True
    elif len(shape.sets) > 0:
        counts[:] = 0
        for card in cards:
            for number in shape.incidence[card]:
                counts[number] += 1
                if counts[number] == shape.values - 1:
                    for member in shape.sets[number]:
                        is_out[member] = True


@numba.njit(cache=True, nogil=True)
def _weigh_by_slices(shape: Any, cards: Array, held: Array, of_slice: Array, weights: Array) -> Any:
    """Write the weight of each card of the deck; return the hash.

    ``held[way, part]`` cards are in each slice.
    """
    side = shape.side
    size, ways = side.shape
    values = shape.values
    for way in range(ways):
        for part in range(values):
            of_slice[way, part] = shape.constants[held[way, part]]
    for turn in range(shape.rounds):
        if turn > 0:
            of_slice[:] = np.uint64(0)
            for card in cards:
                scrambled = _scrambled(weights[card])
                for way in range(ways):
                    of_slice[way, side[card, way]] += scrambled
        for way in range(ways):
            together = np.uint64(0)
            for part in range(values):
                together += _scrambled(of_slice[way, part])
            for part in range(values):
                of_slice[way, part] = _scrambled(of_slice[way, part] + together)
        for card in range(size):
            weight = np.uint64(0)
            for way in range(ways):
                weight += of_slice[way, side[card, way]]
            weights[card] = weight
        for card in cards:
            weights[card] = _scrambled(weights[card])
    total = np.uint64(0)
    for card in range(size):
        total += _scrambled(weights[card])
    return total


@numba.njit(cache=True, nogil=True)
def _weigh_by_agreement(
    shape: Any, cards: Array, agreement: Array, colours: Array, weights: Array
) -> Any:
    """Write the weight of each card of the collection; return the hash.

    ``agreement[i, j]`` has the features in which the i-th and the j-th card agree, as bits, and
    ``agreement[-1]`` how many bits such a number has. ``colours`` has room for two colours of
    each pair of cards, and then two of each card in a feature.
    """
    number, features = len(cards), shape.side.shape[1]
    constants, bits = shape.constants, agreement[-1]
    of_pair, of_card = colours[:2], colours[2:]
    old, new = of_pair[0], of_pair[1]
    old_card, new_card = of_card[0], of_card[1]
    for first in range(number):
        for second in range(first):
            colour = constants[bits[agreement[first, second]]]
            old[first, second] = old[second, first] = colour
        for feature in range(features):
            old_card[first, feature] = np.uint64(0)
    for _ in range(shape.rounds):
        for first in range(number):
            for feature in range(features):
                colour = np.uint64(0)
                for second in range(number):
                    if second != first:
                        agrees = agreement[first, second] >> feature & 1
                        colour += _scrambled(
                            old[first, second]
                            + constants[agrees]
                            + constants[2] * old_card[second, feature]
                        )
                new_card[first, feature] = _scrambled(colour)
        for first in range(number):
            for second in range(first):
                colour = constants[0] * old[first, second]
                for third in range(number):
                    if third not in (first, second):
                        pattern = agreement[first, third] & agreement[third, second]
                        one, other = old[first, third], old[third, second]
                        # the same for the pair in either order
                        colour += _scrambled(one + other + (one ^ other) * constants[bits[pattern]])
                for feature in range(features):
                    agrees = agreement[first, second] >> feature & 1
                    colour += _scrambled(
                        new_card[first, feature] + new_card[second, feature] + constants[agrees]
                    )
                new[first, second] = new[second, first] = _scrambled(colour)
        old, new = new, old
        old_card, new_card = new_card, old_card
    total = np.uint64(number)
    for first in range(number):
        weight = np.uint64(0)
        for second in range(number):
            if second != first:
                weight += _scrambled(old[first, second])
        weights[cards[first]] = weight
        total += _scrambled(weight)
    for feature in range(features):
        colour = np.uint64(0)
        for first in range(number):
            colour += old_card[first, feature]
        total += _scrambled(colour + constants[1])
    return total


@numba.njit(cache=True, nogil=True)
def _room(shape: Any, most: int) -> Any:
    """Return arrays to work with, for collections of at most so many cards."""
    size, ways = shape.side.shape
    patterns = 1 if shape.is_affine else 1 << ways
    agreement = np.zeros((most + 1, max(most, patterns)), np.int64)
    if not shape.is_affine:
        for pattern in range(1, patterns):
            agreement[most, pattern] = agreement[most, pattern >> 1] + (pattern & 1)
    return (
        np.zeros((ways, shape.values), np.int64),
        np.empty((ways, shape.values), np.uint64),
        agreement,
        np.zeros((4, most, max(most, ways)), np.uint64),
        np.zeros(size, np.uint64),
    )


@numba.njit(cache=True, nogil=True)
def _prepare(shape: Any, cards: Array, room: Any) -> None:
    """Count what is in the slices, or how the cards agree."""
    held, _, agreement, _, _ = room
    ways = shape.side.shape[1]
    if shape.is_affine:
        held[:] = 0
        for card in cards:
            for way in range(ways):
                held[way, shape.side[card, way]] += 1
        return
    for place in range(len(cards)):
        _add_agreement(shape, cards, place, agreement)


@numba.njit(cache=True, nogil=True)
def _add_agreement(shape: Any, cards: Array, place: int, agreement: Array) -> None:
    for other in range(place):
        pattern = 0
        for way in range(shape.side.shape[1]):
            if shape.side[cards[place], way] == shape.side[cards[other], way]:
                pattern |= 1 << way
        agreement[place, other] = agreement[other, place] = pattern


@numba.njit(cache=True, nogil=True)
def _hash(shape: Any, cards: Array, room: Any) -> Any:
    held, of_slice, agreement, colours, weights = room
    if shape.is_affine:
        return _weigh_by_slices(shape, cards, held, of_slice, weights)
    return _weigh_by_agreement(shape, cards, agreement, colours, weights)


@numba.njit(cache=True, nogil=True)
def weights_of(shape: Any, collections: Array) -> Array:
    """Return the weights of the cards of each collection, a row each."""
    weights = np.empty(collections.shape, np.uint64)
    room = _room(shape, collections.shape[1])
    for number in range(len(collections)):
        cards = collections[number]
        _prepare(shape, cards, room)
        _hash(shape, cards, room)
        for place in range(len(cards)):
            weights[number, place] = room[4][cards[place]]
    return weights


@numba.njit(cache=True, nogil=True)
def _extends_span(row: Array, basis: Array, pivots: Array, rank: int) -> bool:
    """Whether a vector over GF(3) is outside the span of others; if so it is row `rank` of it.

    The first `rank` rows of `basis` have a 1 in their column of `pivots`, where later ones have
    a 0.
    """
    for place in range(rank):
        factor = row[pivots[place]]
        if factor:
            for column in range(len(row)):
                row[column] = (row[column] - factor * basis[place, column]) % 3
    for column in range(len(row)):
        if row[column]:
            for other in range(len(row)):
                basis[rank, other] = row[other] * row[column] % 3
            pivots[rank] = column
            return True
    return False


@numba.njit(cache=True, nogil=True)
def _dimension(digits: Array, cards: Array) -> int:
    """Return the dimension of the flat of AG(n,3) that some cards span, at least one."""
    features = digits.shape[1]
    basis = np.zeros((features, features), np.int64)
    pivots = np.zeros(features, np.int64)
    row = np.zeros(features, np.int64)
    rank = 0
    for card in cards[1:]:
        for feature in range(features):
            row[feature] = (digits[card, feature] - digits[cards[0], feature]) % 3
        if rank < features and _extends_span(row, basis, pivots, rank):
            rank += 1
    return rank


@numba.njit(cache=True, nogil=True)
def _fixing_order(shape: Any, cards: Array) -> int:
    """Return how many permutations of values and features fix each of the cards.

    Values that no card has can be permuted, and so can features that divide the cards alike,
    their values with them.
    """
    digits, features = shape.digits, shape.digits.shape[1]
    order = 1
    for feature in range(features):
        unused = shape.values
        for value in range(shape.values):
            for card in cards:
                if digits[card, feature] == value:
                    unused -= 1
                    break
        order *= shape.fixing[unused]
        alike = 1
        for other in range(feature):
            same = True
            for first in range(len(cards)):
                for second in range(first):
                    one = digits[cards[first], feature] == digits[cards[second], feature]
                    if one != (digits[cards[first], other] == digits[cards[second], other]):
                        same = False
            alike += same
        order *= alike
    return order


@numba.njit(cache=True, nogil=True)
def evident_orders(shape: Any, collections: Array, weights: Array) -> Array:
    """Return the order of each collection's stabiliser, or 0 where it is not evident.

    A symmetry that keeps a collection keeps the weights of its cards, so it fixes those whose
    weight no other has. If these span all, or are all, it fixes every card of the collection,
    and the symmetries that do are counted.
    """
    orders = np.zeros(len(collections), np.int64)
    number = collections.shape[1]
    unique = np.empty(number, np.int64)
    for row in range(len(collections)):
        count = 0
        for place in range(number):
            same = 0
            for other in range(number):
                same += weights[row, place] == weights[row, other]
            if same == 1:
                unique[count] = collections[row, place]
                count += 1
        if not shape.is_affine:
            if count == number:
                orders[row] = _fixing_order(shape, collections[row])
        elif count > 0:
            dimension = _dimension(shape.digits, collections[row])
            if _dimension(shape.digits, unique[:count]) == dimension:
                orders[row] = shape.fixing[dimension]
    return orders


@numba.njit(cache=True, nogil=True)
def free_counts(shape: Any, collections: Array) -> Array:
    """Return how many cards can be added to each collection."""
    free = np.zeros(len(collections), np.int64)
    is_out = np.zeros(shape.side.shape[0], np.bool_)
    counts = np.zeros(len(shape.sets), np.int32)
    for number in range(len(collections)):
        _mark_ruled_out(shape, collections[number], is_out, counts)
        free[number] = len(is_out) - np.count_nonzero(is_out)
    return free


@numba.njit(cache=True, nogil=True)
def find_children(
    shape: Any,
    parents: Array,
    shares: Array,
    wanted: Array,
    collections: Array,
    hashes: Array,
    sums: Array,
) -> int:
    """Add to each parent each card that can be added; write the first child of each hash.

    ``sums`` has for each hash the `shares` of the parents, a parent's for each of its children
    that has that hash. Where some hashes are `wanted`, sorted, every child with one of those is
    written instead. There must be room for all children, see :func:`free_counts`. Returns how
    many were written.
    """
    size = shape.side.shape[0]
    before = parents.shape[1]
    is_out = np.zeros(size, np.bool_)
    counts = np.zeros(len(shape.sets), np.int32)
    room = _room(shape, before + 1)
    held, _, agreement, _, _ = room
    cards = np.empty(before + 1, np.int64)
    mask = 1
    while mask < 2 * len(hashes):
        mask *= 2
    slots = np.zeros(mask, np.int32)
    mask -= 1
    found = 0
    for parent in range(len(parents)):
        cards[:before] = parents[parent]
        _mark_ruled_out(shape, cards[:before], is_out, counts)
        _prepare(shape, cards[:before], room)
        for card in range(size):
            if is_out[card]:
                continue
            cards[before] = card
            if shape.is_affine:
                for way in range(shape.side.shape[1]):
                    held[way, shape.side[card, way]] += 1
            else:
                _add_agreement(shape, cards, before, agreement)
            total = _hash(shape, cards, room)
            if shape.is_affine:
                for way in range(shape.side.shape[1]):
                    held[way, shape.side[card, way]] -= 1
            if len(wanted) > 0:
                place = np.searchsorted(wanted, total)
                if place < len(wanted) and wanted[place] == total:
                    hashes[found] = total
                    collections[found] = cards
                    sums[found] = shares[parent]
                    found += 1
                continue
            slot = np.int64(total >> np.uint64(20)) & mask
            while slots[slot] != 0 and hashes[slots[slot] - 1] != total:
                slot = (slot + 1) & mask
            if slots[slot] == 0:
                hashes[found] = total
                collections[found] = cards
                sums[found] = 0
                found += 1
                slots[slot] = found
            sums[slots[slot] - 1] += shares[parent]
    return found
