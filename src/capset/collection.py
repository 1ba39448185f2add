"""A collection of cards that grows and shrinks, and knows what it rules out.

This is what one does at a table with a deck of any kind: put a card down, take it up again, and
see which cards would now make a set, and with which of those on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from capset.errors import CardError
from capset.game import Game


class Collection:
    """Different cards of one deck, added and removed one at a time.

    ``forbidden`` is kept incrementally: adding a card looks only at the selections of v-1 cards
    that contain it, and removing it takes exactly those away again, so that any order of adds
    and removes that leaves the same cards leaves the same collection.

    >>> collection = Collection(Game(), [0, 1])
    >>> collection.forbidden
    {2: ((0, 1),)}

    Raises:
        CardError: where a card is not of the deck or comes twice.
    """

    __slots__ = ("_cards", "_dictated_by", "_game", "_selections")

    def __init__(self, game: Game, cards: Iterable[int] = ()) -> None:
        self._game = game
        self._cards: set[int] = set()
        # every dictated card, those of the collection too, with the selections that dictate it
        self._dictated_by: dict[int, set[tuple[int, ...]]] = {}
        # for each card of the collection, the dictations (selection, dictated) that contain it
        self._selections: dict[int, set[tuple[tuple[int, ...], int]]] = {}
        for card in game.valid_cards(cards):
            self.add(card)

    def __repr__(self) -> str:
        return f"Collection({self._game!r}, {sorted(self._cards)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Collection):
            return NotImplemented
        return (self._game, self._cards) == (other._game, other._cards)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._cards))

    @property
    def game(self) -> Game:
        """The deck that the cards are of."""
        return self._game

    def add(self, card: int) -> None:
        """Put `card` into the collection.

        Raises:
            CardError: where it is not of the deck or is in the collection already.
        """
        (card,) = self._game.valid_cards([card])
        if card in self._cards:
            raise CardError(f"card {card} is in the collection already")
        self._selections[card] = set()
        for chosen, dictated in self._game.dictations(self._cards, [card]):
            selection = tuple(sorted(chosen))
            self._dictated_by.setdefault(dictated, set()).add(selection)
            for member in selection:
                self._selections[member].add((selection, dictated))
        self._cards.add(card)

    def remove(self, card: int) -> None:
        """Take `card` out of the collection, and with it all that it ruled out.

        Raises:
            CardError: where it is not of the deck or not in the collection.
        """
        (card,) = self._game.valid_cards([card])
        if card not in self._cards:
            raise CardError(f"card {card} is not in the collection")
        self._cards.remove(card)
        for selection, dictated in self._selections.pop(card):
            self._dictated_by[dictated].remove(selection)
            if not self._dictated_by[dictated]:
                del self._dictated_by[dictated]
            for member in selection:
                if member != card:
                    self._selections[member].remove((selection, dictated))

    @property
    def forbidden(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        """The cards outside that would make a set, in order, with the selections that say so.

        The same as :meth:`capset.Game.forbidden` of these cards.
        """
        return {
            card: self.ruled_out_by(card) for card in sorted(self._dictated_by.keys() - self._cards)
        }

    def ruled_out_by(self, card: int) -> tuple[tuple[int, ...], ...]:
        """Return the selections of v-1 cards here that make a set with `card`, in order."""
        return tuple(sorted(self._dictated_by.get(card, ())))

    @property
    def free(self) -> Iterator[int]:
        """The cards outside that make no set when added, in order, lazily."""
        taken = self._dictated_by.keys() | self._cards
        return (card for card in self._game.deck if card not in taken)

    @property
    def is_set_free(self) -> bool:
        """Whether no set is among the cards."""
        return self._dictated_by.keys().isdisjoint(self._cards)

    @property
    def is_complete(self) -> bool:
        """Whether no card can be added without making a set, and there is none yet."""
        return self.is_set_free and next(self.free, None) is None

    @property
    def sets(self) -> list[tuple[int, ...]]:
        """The sets among the cards, each a sorted tuple of cards, in order."""
        return sorted(
            (*selection, card)
            for card in self._cards & self._dictated_by.keys()
            for selection in self._dictated_by[card]
            if selection[-1] < card
        )
