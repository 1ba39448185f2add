"""Branch and bound for a set-free collection of a given size.

The search keeps cards *taken* and cards still *available* (neither taken nor excluded). Cards
that would make a set with those taken are never available.

Bound: the cards of the deck fall, in many ways (``slices``), into v parallel slices, and no
slice can hold more than its ``capacity``. Where the v slices of one way together can no longer
hold the target, nothing is left here.

Branching: with a slack of s between what they can hold and the target, each of these v slices
must hold all but s of what it can. The slice that may miss the fewest of its available cards is
taken, and one branch made for each of the first cards that may be missed and for the next one:
the collection holds one of these; each branch excludes the cards of those before it.

Symmetry: a group of symmetries keeps what is taken and what is excluded at the root. Below, it
shrinks to those that fix each card taken since. Once the branch of a card is done, its whole
orbit is excluded: a collection with another card of the orbit is an image of one with the card.
The excluded cards stay a union of orbits, so that the argument holds again further down.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from capset.kernels.bits import bit, bit_count, lowest_bit

Array = NDArray[Any]

_MANY = 1 << 40  # more than any count

EXHAUSTED, FOUND, PAUSED, LOG_FULL = 0, 1, 2, 3

DEPTH, BOTTOM, PHASE, NODES, LOGGED = 0, 1, 2, 3, 4
ENTER, BRANCH, LEAVE = 0, 1, 2

TAKES, BOUNDS, MIRRORS = 0, 1, 2
"""What a line of the log says, see :class:`Stack`."""


class Rules(NamedTuple):
    """What is fixed for a whole search.

    ``third[a, b]`` is the third card of a set for v = 3, an empty table otherwise, where
    ``sets`` (a row of cards each) and ``incidence`` (the sets of each card) serve. ``slices``
    are masks of cards, v parallel ones after another; ``capacity`` is what each can hold.
    ``group`` has a symmetry of the root a row.
    """

    third: Array
    sets: Array
    incidence: Array
    slices: Array
    capacity: Array
    group: Array


class Stack(NamedTuple):
    """Where a search stands: what explore changes, and all that is needed to go on.

    Index d is the node in which d cards are taken. ``branch`` are the candidates of the slice
    branched on, ``missable`` how many more of them may be missed, ``children`` how many
    branches there are at most and ``begun`` how many were. ``rows`` holds the numbers of the
    symmetries of each node from ``row_start`` on. ``set_counts`` has the taken cards in each
    set (v >= 4). ``state`` has DEPTH, BOTTOM (the depth of the root), PHASE, NODES and LOGGED.

    ``log`` has a row a line of a proof, LOGGED of them so far, and none where no proof is
    wanted. A node is refuted by the lines from its beginning: (TAKES, card, 0) and the lines of
    the node below it, after which the card is excluded; (MIRRORS, card, row) excludes a card
    that the symmetry takes to one excluded in the node before; and last (BOUNDS, way, 0), that
    the v slices of that way cannot hold enough cards any more.
    """

    chosen: Array
    taken: Array
    available: Array
    branch: Array
    missable: Array
    children: Array
    begun: Array
    row_start: Array
    row_count: Array
    rows: Array
    set_counts: Array
    room: Array
    way: Array
    log: Array
    state: Array


@numba.njit(cache=True, nogil=True)
def explore(rules: Any, stack: Any, target: int, nodes: int) -> int:
    """Go on with a search for `target` cards, for at most so many `nodes`.

    Returns EXHAUSTED where there is no such collection (left); FOUND with ``chosen[:DEPTH]``
    being one; PAUSED after so many nodes; LOG_FULL where the log needs more rows (nothing can
    be gone on with). After FOUND a call goes on with the same node, so
    that a greater target may be asked for; set PHASE to LEAVE to leave the node instead.
    """
    # one function, and the arrays in variables: a call or a field a node would cost as much
    # as the node itself
    third, sets, incidence, slices, capacity, group = rules
    chosen, taken, available, branch, missable, children, begun = stack[:7]
    row_start, row_count, rows, set_counts, room, way_of, log, state = stack[7:]
    ways, values = capacity.shape
    words = slices.shape[1]
    depth, phase = state[DEPTH], state[PHASE]
    stop = state[NODES] + nodes
    while True:
        if phase == ENTER:
            if depth >= target or state[NODES] >= stop:
                state[DEPTH], state[PHASE] = depth, ENTER
                return FOUND if depth >= target else PAUSED
            state[NODES] += 1
            fewest, narrowest, way_of[depth] = _MANY, -1, 0
            for way in range(ways):
                slack = -target
                for part in range(values):
                    count = np.int64(0)
                    for word in range(words):
                        candidates = taken[depth, word] | available[depth, word]
                        count += bit_count(candidates & slices[way * values + part, word])
                    room[part] = count
                    slack += min(count, capacity[way, part])
                if slack < 0:
                    fewest, way_of[depth] = -1, way
                    break
                for part in range(values):
                    needed = min(room[part], capacity[way, part]) - slack
                    if needed > 0 and room[part] - needed < fewest:
                        held = np.int64(0)
                        for word in range(words):
                            held += bit_count(
                                taken[depth, word] & slices[way * values + part, word]
                            )
                        if needed > held:
                            fewest, narrowest = room[part] - needed, way * values + part
                            way_of[depth] = way
            left = np.int64(0)
            for word in range(words):
                candidates = available[depth, word]
                if narrowest >= 0:
                    candidates &= slices[narrowest, word]
                branch[depth, word] = candidates
                left += bit_count(candidates)
            missable[depth] = left - (target - depth) if fewest == _MANY else fewest
            children[depth] = min(missable[depth] + 1, left)
            begun[depth] = 0
            phase = BRANCH
        if phase == LEAVE:
            if depth == state[BOTTOM]:
                state[DEPTH], state[PHASE] = depth, LEAVE
                return EXHAUSTED
            depth -= 1
            card = chosen[depth]
            for place in range(incidence.shape[1]):
                set_counts[incidence[card, place]] -= 1
            if log.shape[0] > 0:
                if state[LOGGED] + row_count[depth] > log.shape[0]:
                    return LOG_FULL
                # the images are excluded already; here their bits mark those not logged yet
                for place in range(row_start[depth], row_start[depth] + row_count[depth]):
                    image = group[rows[place], card]
                    available[depth, image >> 6] |= bit(image)
                available[depth, card >> 6] &= ~bit(card)
                for place in range(row_start[depth], row_start[depth] + row_count[depth]):
                    image = group[rows[place], card]
                    if available[depth, image >> 6] & bit(image):
                        available[depth, image >> 6] &= ~bit(image)
                        log[state[LOGGED], 0] = MIRRORS
                        log[state[LOGGED], 1] = image
                        log[state[LOGGED], 2] = rows[place]
                        state[LOGGED] += 1
        card = -1
        if missable[depth] >= 0:
            for word in range(words):
                if branch[depth, word] != 0:
                    card = word * 64 + lowest_bit(branch[depth, word])
                    break
        if log.shape[0] > 0:
            if state[LOGGED] == log.shape[0]:
                return LOG_FULL
            log[state[LOGGED], 0] = TAKES if card >= 0 else BOUNDS
            log[state[LOGGED], 1] = card if card >= 0 else way_of[depth]
            state[LOGGED] += 1
        if card < 0:
            phase = LEAVE
            continue
        for word in range(words):
            available[depth + 1, word] = available[depth, word]
            taken[depth + 1, word] = taken[depth, word]
        start, count, fixing = row_start[depth], row_count[depth], 0
        for place in range(start, start + count):
            row = rows[place]
            image = group[row, card]
            if image == card:
                rows[start + count + fixing] = row
                fixing += 1
            mask = bit(image)
            if branch[depth, image >> 6] & mask:
                missable[depth] -= 1
            branch[depth, image >> 6] &= ~mask
            available[depth, image >> 6] &= ~mask
        # the rows are a stack too; where all fix the card, the same ones serve
        row_start[depth + 1] = start if fixing == count else start + count
        row_count[depth + 1] = fixing
        mask = bit(card)
        available[depth + 1, card >> 6] &= ~mask
        taken[depth + 1, card >> 6] |= mask
        chosen[depth] = card
        begun[depth] += 1
        for place in range(depth * (third.shape[0] > 0)):
            ruled_out = third[card, chosen[place]]
            available[depth + 1, ruled_out >> 6] &= ~bit(ruled_out)
        for place in range(incidence.shape[1]):
            number = incidence[card, place]
            set_counts[number] += 1
            if set_counts[number] == values - 1:
                for position in range(values):
                    ruled_out = sets[number, position]
                    available[depth + 1, ruled_out >> 6] &= ~bit(ruled_out)
        depth += 1
        phase = ENTER
