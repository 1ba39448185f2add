"""What is asked: the largest set-free collection of a deck, under conditions."""

from __future__ import annotations

from collections.abc import Iterable

from capset.errors import ProblemError
from capset.game import Game
from capset.notation import Notation, digits_notation


class Problem:
    """The largest collection without a set, with some cards forced in and some excluded.

    Immutable and hashable; ``repr`` evaluates back. `notation` is how errors show cards.

    Raises:
        CardError: where a card is not of the deck, or comes twice.
        ProblemError: where a card is both forced and excluded, or the forced cards hold a set.
    """

    __slots__ = ("_excluded", "_forced", "_game")

    def __init__(
        self,
        game: Game,
        forced: Iterable[int] = (),
        excluded: Iterable[int] = (),
        notation: Notation | None = None,
    ) -> None:
        self._game = game
        self._forced = tuple(sorted(game.valid_cards(forced)))
        self._excluded = tuple(sorted(game.valid_cards(excluded)))
        write = (notation or digits_notation(game)).write
        both = set(self._forced) & set(self._excluded)
        if both:
            texts = ", ".join(map(write, sorted(both)))
            raise ProblemError(f"forced and excluded at once: {texts}")
        found = next(game.sets_in(self._forced), None)
        if found is not None:
            texts = ", ".join(write(self._forced[place]) for place in found)
            raise ProblemError(f"the forced cards hold a set: {texts}")

    @property
    def game(self) -> Game:
        """The deck."""
        return self._game

    @property
    def forced(self) -> tuple[int, ...]:
        """The cards that must be in the collection, sorted."""
        return self._forced

    @property
    def excluded(self) -> tuple[int, ...]:
        """The cards that must not be in it, sorted."""
        return self._excluded

    @property
    def is_free(self) -> bool:
        """Whether no card is forced or excluded."""
        return not self._forced and not self._excluded

    def __repr__(self) -> str:
        return (
            f"Problem({self._game!r}, forced={list(self._forced)}, excluded={list(self._excluded)})"
        )

    def _key(self) -> tuple[object, ...]:
        return (self._game, self._forced, self._excluded)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())
