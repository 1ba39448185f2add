"""Images of a cap under linear maps, placed so that their sums with another cap are few.

A linear map of AG(d,3) is given by the images of a basis. They are chosen one after the other;
with the first j of them a flat of 3^j points is placed, and the part of the cap in it.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from capset.kernels.bits import bit_count

Array = NDArray[Any]


@numba.njit(cache=True, nogil=True)
def place(
    shifts: Array,
    add: Array,
    firsts: Array,
    parts: Array,
    part_ends: Array,
    most: int,
    found: Array,
    nodes: Array,
) -> int:
    """Write to `found` the bases (rows, d) at which the placed cap has at most `most` sums.

    Returns how many there are, also where `found` has fewer rows. ``shifts[x]`` are the bits of
    the other cap, moved by the point x; ``add[x, y]`` is the sum of points. The first image is
    one of `firsts`. The cap has the origin, and the points at the indices
    ``parts[part_ends[j - 1] : part_ends[j]]`` of the flat of the first j + 1 basis vectors that
    are not in that of the first j; the point at index 3^j c + r is c times the vector plus the
    point at r. ``nodes[j]`` is raised by the images tried of the vector j.
    """
    size, words = shifts.shape
    dimension = len(part_ends)
    flat = np.zeros((dimension + 1, size), np.int64)
    is_in = np.zeros((dimension + 1, size), np.bool_)
    sums = np.zeros((dimension + 1, words), np.uint64)
    choice = np.full(dimension, -1, np.int64)
    is_in[0, 0] = True
    sums[0] = shifts[0]
    level = count = 0
    while level >= 0:
        choice[level] += 1
        if choice[level] >= (len(firsts) if level == 0 else size):
            level -= 1
            continue
        vector = firsts[choice[0]] if level == 0 else choice[level]
        if is_in[level, vector]:
            continue
        nodes[level] += 1
        width = 3**level
        double = add[vector, vector]
        sums[level + 1] = sums[level]
        begin = 0 if level == 0 else part_ends[level - 1]
        for place_in_parts in range(begin, part_ends[level]):
            index = parts[place_in_parts]
            times, rest = divmod(index, width)
            point = add[flat[level, rest], vector if times == 1 else double]
            for word in range(words):
                sums[level + 1, word] |= shifts[point, word]
        total = 0
        for word in range(words):
            total += bit_count(sums[level + 1, word])
        if total > most:
            continue
        if level == dimension - 1:
            if count < len(found):
                found[count, 0] = firsts[choice[0]]
                for at in range(1, dimension):
                    found[count, at] = choice[at]
            count += 1
            continue
        is_in[level + 1] = is_in[level]
        for rest in range(width):
            old = flat[level, rest]
            flat[level + 1, rest] = old
            flat[level + 1, width + rest] = add[old, vector]
            flat[level + 1, 2 * width + rest] = add[old, double]
            is_in[level + 1, add[old, vector]] = True
            is_in[level + 1, add[old, double]] = True
        level += 1
        choice[level] = -1
    return count
