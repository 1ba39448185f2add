"""Sets of many tableaus at once, as NumPy arrays.

A table of tableaus is an integer array of shape (tableaus, size) with a tableau a row; its
cards are numbers of the deck, 0 to v^n - 1, as everywhere in capset. Any integer type and any
memory layout will do. A card may lie in a row more than once, as several cards on a table;
equal cards make no set.

The work is done by Numba kernels, compiled at their first use and kept on disk. For three
values, tableaus of up to 256 cards and decks of up to 32 features they compare many tableaus
with one instruction, see :mod:`capset.kernels.ternary`; all else goes by partial agreement,
see :mod:`capset.kernels.partial`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from capset.errors import CardError
from capset.game import Game
from capset.kernels import partial, ternary

Array = NDArray[Any]

_CHUNK = 1 << 16  # cards looked at in one go: few enough to stay in a cache


def count_sets(cards: ArrayLike, values: int = 3, features: int = 4) -> NDArray[np.int64]:
    """Return the number of sets of each tableau, an int64 array of shape (tableaus,).

    `cards` has shape (tableaus, size). A single tableau is a row: ``[[0, 40, 80]]``.

    >>> count_sets([[0, 40, 80, 1], [0, 1, 3, 4]])
    array([1, 0])

    Raises:
        CardError: where `cards` is no such array, or a number is no card of the deck.
        GameError: where there is no such deck.
    """
    game = Game(values, features)
    if _fits_ternary(game, np.shape(cards)):
        table = _checked(cards, game, ternary.lane_type(features))
        counts = np.zeros(len(table), np.int64)
        codes, low = ternary.code_table(features), ternary.low_bits(features)
        ternary.count(table, codes, features, low, counts)
        return counts
    table = _checked(cards, game, np.dtype(np.int64))
    return _count_partial(table, game)


def list_sets(
    cards: ArrayLike, values: int = 3, features: int = 4
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return all sets of all tableaus, as (offsets, positions).

    The sets of tableau t are ``positions[offsets[t] : offsets[t + 1]]``: `positions` is int32
    of shape (sets, v) and holds in each row the 0-based places of a set's cards, ascending;
    the sets of a tableau are in lexicographic order. `offsets` is int64 of shape
    (tableaus + 1,), and ``numpy.diff(offsets)`` is what :func:`count_sets` returns.

    >>> list_sets([[0, 40, 80, 1], [0, 1, 3, 4]])
    (array([0, 1, 1]), array([[0, 1, 2]], dtype=int32))

    Raises:
        CardError: where `cards` is no array of that kind, or a number is no card of the deck.
        GameError: where there is no such deck.
    """
    game = Game(values, features)
    if _fits_ternary(game, np.shape(cards)):
        table = _checked(cards, game, ternary.lane_type(features))
        counts = np.zeros(len(table), np.int64)
        codes, low = ternary.code_table(features), ternary.low_bits(features)
        ternary.count(table, codes, features, low, counts)
        offsets, positions = _room(counts, values)
        ternary.find(table, codes, features, low, offsets[:-1].copy(), positions)
        return offsets, positions
    table = _checked(cards, game, np.dtype(np.int64))
    offsets, positions = _room(_count_partial(table, game), values)
    if len(positions):
        partial.find(table, (values, features), offsets[:-1].copy(), positions)
    return offsets, positions


def random_tableaus(
    count: int,
    size: int,
    values: int = 3,
    features: int = 4,
    seed: int | np.random.Generator = 0,
) -> Array:
    """Return `count` tableaus of `size` different cards each, uniformly at random.

    The array has shape (count, size) and the smallest unsigned type that holds the deck's
    cards. The same seed gives the same tableaus; to draw a long sequence in pieces, pass one
    NumPy generator to every call.

    >>> random_tableaus(2, 3, seed=1).shape
    (2, 3)

    Raises:
        CardError: where the deck has fewer than `size` cards, or a number is negative.
        GameError: where there is no such deck.
    """
    deck = Game(values, features).deck_size
    if not 0 <= size <= deck:
        raise CardError(f"a tableau of {size} cards cannot be drawn: the deck has {deck:,}")
    if count < 0:
        raise CardError(f"{count} tableaus cannot be drawn: 0 or more can")
    generator = np.random.default_rng(seed)
    tableaus = np.empty((count, size), np.min_scalar_type(deck - 1))
    # Few cards of a large deck rarely collide: draw freely, and again where they did.
    # Otherwise shuffle whole decks, a limited number at a time.
    sparse = size * size <= deck
    rows = max(1, 4 * _CHUNK // max(1, size if sparse else deck))
    for start in range(0, count, rows):
        piece = tableaus[start : start + rows]
        if sparse:
            _draw_freely(generator, deck, piece)
        else:
            decks = np.tile(np.arange(deck, dtype=tableaus.dtype), (len(piece), 1))
            piece[:] = generator.permuted(decks, axis=1, out=decks)[:, :size]
    return tableaus


def _draw_freely(generator: np.random.Generator, deck: int, tableaus: Array) -> None:
    again = np.arange(len(tableaus))
    while len(again):
        drawn = generator.integers(deck, size=(len(again), tableaus.shape[1]))
        tableaus[again] = drawn
        drawn.sort(axis=1)
        again = again[(drawn[:, 1:] == drawn[:, :-1]).any(axis=1)]


def _fits_ternary(game: Game, shape: tuple[int, ...]) -> bool:
    return (
        game.values == 3
        and game.features <= ternary.MOST_FEATURES
        and shape[-1:] <= (ternary.MOST_CARDS,)
    )


def _checked(cards: ArrayLike, game: Game, dtype: np.dtype[Any]) -> Array:
    """Return the cards as a contiguous array of `dtype`, all of them cards of the deck."""
    table = np.asarray(cards)
    if table.ndim != 2:
        hint = "; a single tableau is a row: cards[None, :]" if table.ndim == 1 else ""
        raise CardError(f"tableaus are an array of shape (tableaus, size), not {table.shape}{hint}")
    if table.dtype.kind not in "iu":
        if table.size:
            raise CardError(f"cards are whole numbers, not of type {table.dtype}")
        return np.empty(table.shape, dtype)
    ready = table.dtype == dtype and table.flags.carray
    checked = table if ready else np.empty(table.shape, dtype)
    unsigned = table.dtype.str.replace("i", "u")
    rows = max(1, _CHUNK // max(1, table.shape[1]))
    for start in range(0, len(table) if table.size else 0, rows):
        piece = table[start : start + rows]
        # Read as unsigned, a negative number is larger than any card: one pass sees both ends.
        if piece.view(unsigned).max() >= game.deck_size:
            raise _no_card(piece, start, game)
        if not ready:
            checked[start : start + rows] = piece
    return checked


def _no_card(piece: Array, start: int, game: Game) -> CardError:
    row, column = np.argwhere((piece < 0) | (piece >= game.deck_size))[0]
    return CardError(
        f"row {start + row}, column {column}: there is no card {piece[row, column]}; "
        f"the cards of this deck ({game.values} values, {game.features} features) "
        f"are 0 to {game.deck_size - 1}"
    )


def _count_partial(table: Array, game: Game) -> NDArray[np.int64]:
    counts = np.zeros(len(table), np.int64)
    if table.shape[1] >= game.values:
        none = np.empty((0, game.values), np.int32)
        partial.find(table, (game.values, game.features), counts, none)
    return counts


def _room(counts: NDArray[np.int64], values: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the offsets of listed sets, and an array that holds them all."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets, np.empty((int(offsets[-1]), values), np.int32)
