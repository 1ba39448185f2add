"""Flats of a coloured deck grown a feature at a time: the step of a canonical form."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

TOO_MANY = -1


@numba.njit(cache=True, nogil=True)
def best_extensions(colours: Array, moves: Array, options: Array, flats: Array, kept: Array) -> int:
    """Find the extensions of `flats` whose new cards have the greatest colours.

    ``colours[card]`` is a small number; ``moves[move, card]`` a card; an option is a row of
    moves. Each row of `flats` lists the cards of a flat, its origin first. An option extends a
    flat, by its image under each of the option's moves in turn, where no move takes the origin
    into the flat. Of all extensions those are kept whose new cards, in order, have the
    lexicographically greatest colours: pairs of flat and option in the rows of `kept`.

    Returns how many, or TOO_MANY where `kept` has not enough rows.
    """
    size = flats.shape[1]
    steps = options.shape[1]
    best = np.full(size * steps, -1, np.int64)
    inside = np.zeros(colours.shape[0], np.bool_)
    count = 0
    for flat in range(flats.shape[0]):
        for place in range(size):
            inside[flats[flat, place]] = True
        for option in range(options.shape[0]):
            fits = True
            for step in range(steps):
                if inside[moves[options[option, step], flats[flat, 0]]]:
                    fits = False
                    break
            if not fits:
                continue
            order = 0
            for step in range(steps):
                move = options[option, step]
                for place in range(size):
                    colour = colours[moves[move, flats[flat, place]]]
                    if order == 0 and colour != best[step * size + place]:
                        if colour < best[step * size + place]:
                            order = -1
                            break
                        order = 1
                    if order == 1:
                        best[step * size + place] = colour
                if order == -1:
                    break
            if order == -1:
                continue
            if order == 1:
                count = 0
            if count == kept.shape[0]:
                return TOO_MANY
            kept[count, 0] = flat
            kept[count, 1] = option
            count += 1
        for place in range(size):
            inside[flats[flat, place]] = False
    return count
