"""The sets that contain a selection of cards, listed without listing all sets of the deck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from capset.game import Game


class Completions:
    """The sets that contain a selection: iterated lazily, in a fixed order, counted exactly.

    Made by :meth:`Game.completions`. Each set is a sorted tuple of v cards.
    """

    __slots__ = ("_game", "_selection", "_within")

    def __init__(
        self, game: Game, selection: tuple[int, ...], within: tuple[int, ...] | None
    ) -> None:
        self._game = game
        self._selection = selection
        self._within = within

    def __repr__(self) -> str:
        return f"{self._game!r}.completions({self._selection!r}, within={self._within!r})"

    @property
    def count(self) -> int:
        """The number of sets: by formula, or by listing them where a tableau was given."""
        if self._within is None:
            return self._game.completion_count(self._selection)
        return sum(1 for _ in self)

    @property
    def cards(self) -> Iterator[int]:
        """The cards that are in one of the sets beside the selection, in order, lazily.

        Over the whole deck every card that fits the selection is in some set with it: each
        different feature has a value left for each missing card.
        """
        game, selection = self._game, self._selection
        if self._within is not None:
            return iter(sorted({card for found in self for card in found} - set(selection)))
        if len(selection) == game.values:
            return iter(())
        if len(selection) < 2:
            return (card for card in game.deck if card not in selection)
        different = game.different_features(selection)
        if different is None:
            return iter(())
        columns = zip(*map(game.digits, selection), strict=True)
        fitting = [
            [value for value in range(game.values) if value not in column]
            if place in different
            else column[:1]
            for place, column in enumerate(columns)
        ]
        return map(game.card, product(*fitting))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        sets = self._sets_of_deck() if self._within is None else self._sets_within(self._within)
        return (tuple(sorted(found)) for found in sets)

    def _sets_within(self, tableau: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        game, selection = self._game, self._selection
        if len(selection) == game.values:
            yield from self._filled(selection)
            return
        free = set(tableau) - set(selection)
        for cards, last in game.dictations(sorted(free), selection):
            if last in free and (len(cards) == len(selection) or last > cards[-1]):
                yield (*cards, last)

    def _sets_of_deck(self) -> Iterator[tuple[int, ...]]:
        """Yield the deck's sets that contain the selection, with no dead end on the way.

        Cards in order are ordered by the most significant feature in which the set is all
        different. So the missing cards, in order, take that feature's unused values in order,
        and each other different feature gives out its unused values in any order.
        """
        game, selection = self._game, self._selection
        if len(selection) == 0:
            for smallest in game.deck:
                for second in self._seconds(smallest, larger_only=True):
                    yield from self._filled((smallest, second))
        elif len(selection) == 1:
            for second in self._seconds(selection[0], larger_only=False):
                yield from self._filled((selection[0], second))
        else:
            yield from self._filled(selection)

    def _seconds(self, card: int, *, larger_only: bool) -> Iterator[int]:
        """Yield, in order, each card that can be the smallest of the others in a set of `card`.

        In the first feature where it differs from `card` it has the smallest value other than
        the card's: 0, or 1 beside a 0.
        """
        game = self._game
        digits = game.digits(card)
        below = [place for place in range(game.features) if digits[place] > 0]
        above = [place for place in reversed(range(game.features)) if digits[place] == 0]
        for place in above if larger_only else below + above:
            suffixes = game.values ** (game.features - place - 1)
            value = 0 if digits[place] else 1
            start = (card // (suffixes * game.values) * game.values + value) * suffixes
            yield from range(start, start + suffixes)

    def _filled(self, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        game = self._game
        different = game.different_features(chosen)
        if different is None:
            return
        rows = [game.digits(card) for card in chosen]
        unused = [
            [value for value in range(game.values) if all(row[place] != value for row in rows)]
            for place in different
        ]

        def fills(unused: list[list[int]]) -> Iterator[tuple[int, list[list[int]]]]:
            """Each choice of the next card, with the values that it leaves unused."""
            leading, *others = unused
            digits = list(rows[0])
            for choice in product(*others):
                for place, value in zip(different, (leading[0], *choice), strict=True):
                    digits[place] = value
                left = [
                    [value for value in values if value != used]
                    for values, used in zip(others, choice, strict=True)
                ]
                yield game.card(digits), [leading[1:], *left]

        if not unused[0]:
            yield chosen
            return
        # a stack, not a recursion: a level a card is too deep for a thousand values
        filled = list(chosen)
        levels = [fills(unused)]
        while levels:
            step = next(levels[-1], None)
            if step is None:
                levels.pop()
                filled.pop()
                continue
            card, left = step
            if left[0]:
                filled.append(card)
                levels.append(fills(left))
            else:
                yield (*filled, card)
