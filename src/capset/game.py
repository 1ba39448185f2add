"""The rules of Set for every deck: what is a set, what completes one, what rules a card out.

A deck has ``features`` features with ``values`` values each. Its cards are the integers
``0 .. values**features - 1``; a card's digits in base ``values``, the first feature being the
most significant, are its values. So cards in numerical order are in lexicographic order of
their digits, and a card is printed as its digits.

How sets are found
------------------
A card is also a *code*: for each feature a field of ``values`` bits with the bit of its value
set (and one spare bit above, see :func:`_different_fields`). For a selection of two or more
cards in which each feature is all the same or all different so far, the code ``allowed`` holds
in each field the values that the next card may have: the common one, or those not yet used.
A further card is compatible when its code lies within ``allowed``, one operation for all
features together. After v-1 cards one value a feature is left, and ``allowed`` itself is the
code of the only card that makes a set: a look-up finds it on the table. For v = 3 that is the
well-known method by pairs and the third card; for v >= 4 a partial selection is dropped as soon
as a feature is neither all the same nor all different, or too few of the cards left fit it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import factorial
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from capset.errors import CardError, GameError

if TYPE_CHECKING:
    from capset.completions import Completions

REAL_FEATURES = ("count", "colour", "shading", "symbol")
"""The names of the real deck's features, in the order of a card's digits."""

REAL_VALUES = (
    ("1", "2", "3"),
    ("red", "green", "purple"),
    ("outlined", "striped", "filled"),
    ("diamond", "oval", "squiggle"),
)
"""The names of the values 0, 1, 2 of each feature of the real deck."""

MOST_VALUES, MOST_CARDS = 10**6, 2**63 - 1
"""What a deck may have: every card fits a 64-bit integer."""


class FeatureVerdict(NamedTuple):
    """How the cards of a selection stand in one feature.

    ``feature`` is its 0-based number and ``name`` its name. In ``agree`` are the cards with the
    value that most of them share (the first such value where several are as frequent), in
    ``differs`` all others. ``kind`` is ``"same"`` (all agree), ``"different"`` (no two agree:
    all of them differ) or ``"neither"``, which is why the cards are no set.
    """

    feature: int
    name: str
    kind: str
    agree: tuple[int, ...]
    differs: tuple[int, ...]


class Game:
    """A deck and its rules: ``values`` >= 3 values in each of ``features`` >= 1 features.

    Immutable and hashable; ``Game()`` is the real game, of 81 cards.

    >>> game = Game(values=3, features=4)
    >>> game.is_set([0, 40, 80])
    True

    Raises:
        GameError: where there are fewer than 3 values or no feature.
    """

    __slots__ = ("_features", "_fields", "_values")

    def __init__(self, values: int = 3, features: int = 4) -> None:
        try:
            self._values, self._features = index(values), index(features)
        except TypeError:
            raise GameError(
                f"a deck has whole numbers of values and features, not {values!r} and {features!r}"
            ) from None
        if self._values < 3:
            raise GameError(f"a feature has 3 or more values, not {_shown(self._values)}")
        if self._features < 1:
            raise GameError(f"a card has 1 or more features, not {_shown(self._features)}")
        if self._values > MOST_VALUES or self._features > 63 or self.deck_size > MOST_CARDS:
            raise GameError(
                f"a deck has at most {MOST_VALUES:,} values and {MOST_CARDS:,} cards, "
                f"not {_shown(self._values)} values and {_shown(self._features)} features"
            )
        width, field = self._values + 1, (1 << self._values) - 1
        self._fields = sum(field << (place * width) for place in range(self._features))

    @property
    def values(self) -> int:
        """The number of values of each feature, v; also the number of cards in a set."""
        return self._values

    @property
    def features(self) -> int:
        """The number of features, n."""
        return self._features

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck, v^n."""
        return int(self._values**self._features)

    @property
    def deck(self) -> range:
        """All cards of the deck, in order."""
        return range(self.deck_size)

    @property
    def set_count(self) -> int:
        """The number of sets in the deck, ((v! + v)^n - v^n) / v!.

        In each feature v ordered cards have v ways to be all the same and v! to be all
        different; the v^n selections that agree everywhere are one card v times.
        """
        return self.completion_count(())

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features; those of the real deck are its own."""
        if (self._values, self._features) == (3, 4):
            return REAL_FEATURES
        return tuple(f"feature {number}" for number in range(1, self._features + 1))

    @property
    def value_names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each feature's values; the real deck has its own, others have digits."""
        if (self._values, self._features) == (3, 4):
            return REAL_VALUES
        return (tuple(map(str, range(self._values))),) * self._features

    def __repr__(self) -> str:
        return f"Game(values={self._values}, features={self._features})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self._values, self._features) == (other._values, other._features)

    def __hash__(self) -> int:
        return hash((Game, self._values, self._features))

    # cards and their digits

    def digits(self, card: int) -> tuple[int, ...]:
        """Return the value of each feature of `card`, the first feature first.

        Raises:
            CardError: where the deck has no such card.
        """
        rest = self._valid_card(card)
        reversed_digits = []
        for _ in range(self._features):
            rest, digit = divmod(rest, self._values)
            reversed_digits.append(digit)
        return tuple(reversed(reversed_digits))

    def card(self, digits: Iterable[int]) -> int:
        """Return the card with these values, the first feature first.

        Raises:
            CardError: where their number is not that of the features, or a value is not one of
                ``0 .. values - 1``.
        """
        digits = tuple(digits)
        if len(digits) != self._features:
            raise CardError(f"a card of {self!r} has {self._features} digits, not {len(digits)}")
        try:
            numbers = tuple(map(index, digits))
        except TypeError:
            raise CardError(f"digits of {self!r} are whole numbers, not {digits!r}") from None
        card = 0
        for digit in numbers:
            if not 0 <= digit < self._values:
                last = self._values - 1
                raise CardError(f"digits of {self!r} are 0 to {last}, not {_shown(digit)}")
            card = card * self._values + digit
        return card

    def _valid_card(self, card: int) -> int:
        try:
            number = index(card)
        except TypeError:
            raise CardError(f"a card is a whole number, not {card!r}") from None
        if not 0 <= number < self.deck_size:
            last = self.deck_size - 1
            raise CardError(f"cards of {self!r} are 0 to {last}, not {_shown(number)}")
        return number

    def valid_cards(self, cards: Iterable[int], *, distinct: bool = True) -> tuple[int, ...]:
        """Return `cards` as a tuple of plain integers, each checked.

        Raises:
            CardError: where one is not of the deck or, unless `distinct` is false, comes twice.
        """
        checked = tuple(map(self._valid_card, cards))
        if distinct and len(set(checked)) < len(checked):
            ((twice, _),) = Counter(checked).most_common(1)
            raise CardError(f"card {twice} of {self!r} comes twice")
        return checked

    # what is a set

    def is_set(self, cards: Iterable[int]) -> bool:
        """Return whether these v cards are a set.

        Raises:
            CardError: where they are not v cards of the deck. One card v times is no set.
        """
        verdicts = self.why_not(cards)
        return all(verdict.kind != "neither" for verdict in verdicts) and any(
            verdict.kind == "different" for verdict in verdicts
        )

    def why_not(self, cards: Iterable[int]) -> tuple[FeatureVerdict, ...]:
        """Return, for each feature, which of these v cards agree and which do not.

        The cards are no set because of the features of kind ``"neither"`` (or because they are
        one card v times).

        Raises:
            CardError: where they are not v cards of the deck.
        """
        cards = self.valid_cards(cards, distinct=False)
        if len(cards) != self._values:
            raise CardError(f"a set of {self!r} has {self._values} cards, not {len(cards)}")
        rows = [self.digits(card) for card in cards]
        return tuple(
            self._verdict(feature, cards, [row[feature] for row in rows])
            for feature in range(self._features)
        )

    def _verdict(self, feature: int, cards: tuple[int, ...], column: list[int]) -> FeatureVerdict:
        name = self.feature_names[feature]
        distinct = len(set(column))
        if distinct == len(cards):
            return FeatureVerdict(feature, name, "different", (), cards)
        ((shared, _),) = Counter(column).most_common(1)
        return FeatureVerdict(
            feature,
            name,
            "same" if distinct == 1 else "neither",
            tuple(card for card, value in zip(cards, column, strict=True) if value == shared),
            tuple(card for card, value in zip(cards, column, strict=True) if value != shared),
        )

    def completion(self, cards: Iterable[int]) -> int | None:
        """Return the card that makes a set with these v-1 cards, or ``None``.

        There is never more than one; for v = 3 there always is one, for v > 3 most selections
        of v-1 cards complete to nothing.

        Raises:
            CardError: where they are not v-1 different cards of the deck.
        """
        cards = self.valid_cards(cards)
        if len(cards) != self._values - 1:
            raise CardError(
                f"{self._values - 1} cards of {self!r} may dictate one more, not {len(cards)}"
            )
        return next((dictated for _, dictated in self.dictations((), cards)), None)

    # the sets that contain a selection

    def completion_count(self, selection: Iterable[int]) -> int:
        """Return how many sets of the deck contain all cards of `selection`, by formula.

        Raises:
            CardError: where they are not at most v different cards of the deck.
        """
        cards = self._valid_selection(selection)
        chosen = len(cards)
        labelled = factorial(self._values - chosen)
        if chosen == 0:
            whole = int((labelled + self._values) ** self._features)
            return (whole - self.deck_size) // labelled
        if chosen == 1:
            return int(((1 + labelled) ** self._features - 1) // labelled)
        different = self.different_features(cards)
        # each different feature hands its unused values to the missing cards in any order;
        # the order of the missing cards themselves does not count
        return 0 if different is None else int(labelled ** (len(different) - 1))

    def completions(
        self, selection: Iterable[int], within: Iterable[int] | None = None
    ) -> Completions:
        """Return the sets that contain all cards of `selection`, at most v of them.

        The result is iterated lazily, in lexicographic order of the cards that complete the
        selection, and has an exact ``count``. With `within`, the completing cards are taken
        from those of that tableau only.

        Raises:
            CardError: where a card is not of the deck or comes twice, or there are more than v.
        """
        from capset.completions import Completions  # stands on this module

        cards = self._valid_selection(selection)
        return Completions(self, cards, None if within is None else self.valid_cards(within))

    def _valid_selection(self, selection: Iterable[int]) -> tuple[int, ...]:
        cards = self.valid_cards(selection)
        if len(cards) > self._values:
            raise CardError(f"a set of {self!r} has {self._values} cards, not {len(cards)}")
        return cards

    def different_features(self, cards: Iterable[int]) -> list[int] | None:
        """Return the features in which these 2 or more cards all differ.

        ``None`` where in some feature they are neither all the same nor all different, so that
        no set contains them.

        Raises:
            CardError: where a card is not of the deck.
        """
        cards = tuple(cards)
        different = []
        for feature, column in enumerate(zip(*map(self.digits, cards), strict=True)):
            distinct = len(set(column))
            if distinct == len(cards):
                different.append(feature)
            elif distinct > 1:
                return None
        return different

    # all sets among some cards

    def sets_in(self, cards: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """Yield every set among `cards` as 0-based positions, in lexicographic order.

        A card that comes twice counts as two cards on the table; equal cards are no set.

        Raises:
            CardError: at the call, where a card is not of the deck.
        """
        codes = [
            (position, self._code(card))
            for position, card in enumerate(self.valid_cards(cards, distinct=False))
        ]
        where: dict[int, list[int]] = {}
        for position, code in codes:
            where.setdefault(code, []).append(position)
        return (
            (*positions, last)
            for positions, allowed in self._partial_selections(codes, members=self._values)
            for last in where.get(allowed, ())
            if last > positions[-1]
        )

    def forbidden(self, cards: Iterable[int]) -> dict[int, tuple[tuple[int, ...], ...]]:
        """Return the cards that may not be added to `cards` without making a set, and why.

        For each such card, in order, the selections of v-1 cards that rule it out, in
        lexicographic order. :class:`capset.Collection` keeps the same incrementally.

        Raises:
            CardError: where a card is not of the deck or comes twice.
        """
        present = sorted(self.valid_cards(cards))
        reasons: dict[int, list[tuple[int, ...]]] = {}
        for chosen, dictated in self.dictations(present):
            reasons.setdefault(dictated, []).append(chosen)
        return {card: tuple(reasons[card]) for card in sorted(reasons.keys() - set(present))}

    def dictations(
        self, cards: Iterable[int], chosen: Iterable[int] = ()
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield each selection of v-1 cards that dictates the last card of a set, and that card.

        A selection holds all the `chosen` cards, first, then some of `cards`, in the order
        given. The dictated card is any card of the deck, on the table or not.

        Raises:
            CardError: at the call, where a card is not of the deck or comes twice.
        """
        first = self.valid_cards(chosen)
        both = self.valid_cards((*first, *cards))
        codes = [(card, self._code(card)) for card in both]
        partial = self._partial_selections(
            codes[len(first) :], tuple(codes[: len(first)]), members=self._values - 1
        )
        return ((selection, self._card_of_code(allowed)) for selection, allowed in partial)

    def _partial_selections(
        self,
        candidates: Sequence[tuple[int, int]],
        chosen: tuple[tuple[int, int], ...] = (),
        *,
        members: int,
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield each compatible selection of v-1 cards, and the code of the one it dictates.

        Candidates are pairs of a label and a code; a selection is given by its labels: those
        `chosen` already, then some of the candidates in their order. Of the v cards of the set
        at least `members` (v-1 or v) must be among the chosen and the candidates.
        """
        size = self._values - 1
        if len(chosen) > size:
            return
        if len(chosen) < 2:
            for place in range(len(chosen) + len(candidates) - members + 1):
                rest = candidates[place + 1 :] if len(chosen) + 1 < size else ()
                grown = (*chosen, candidates[place])
                yield from self._partial_selections(rest, grown, members=members)
            return
        (_, code), (_, other), *more = chosen
        common = code & other
        different = self._different_fields(common)
        if not different:
            return  # the same card twice
        allowed = common | (different & ~(code | other))
        for _, code in more:
            if code & ~allowed:
                return
            allowed = common | (allowed & ~code)
        labels = tuple(label for label, _ in chosen)
        if len(labels) == size:
            yield labels, allowed
        else:
            yield from self._grown(labels, allowed, common, candidates, members)

    def _grown(
        self,
        labels: tuple[int, ...],
        allowed: int,
        common: int,
        candidates: Sequence[tuple[int, int]],
        members: int,
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the selections of v-1 cards that begin with these, depth first.

        With a stack of its own: a set may have more cards than Python nests calls.
        """
        fitting = [candidate for candidate in candidates if not candidate[1] & ~allowed]
        pending = [(labels, allowed, fitting)]
        while pending:
            labels, allowed, fitting = pending.pop()
            if len(labels) == self._values - 1:
                yield labels, allowed
                continue
            if len(labels) + len(fitting) < members:
                continue
            (label, code), *rest = fitting
            pending.append((labels, allowed, rest))  # without the first that fits, later
            allowed = common | (allowed & ~code)
            fitting = [candidate for candidate in rest if not candidate[1] & ~allowed]
            pending.append(((*labels, label), allowed, fitting))

    # codes: for each feature a field of v bits and a spare one, the first feature lowest

    def _code(self, card: int) -> int:
        width, code = self._values + 1, 0
        for place, digit in enumerate(self.digits(card)):
            code |= 1 << (place * width + digit)
        return code

    def _card_of_code(self, code: int) -> int:
        width, card = self._values + 1, 0
        for place in range(self._features):
            field = (code >> (place * width)) & ((1 << width) - 1)
            card = card * self._values + field.bit_length() - 1
        return card

    def _different_fields(self, common: int) -> int:
        """The full fields of the features in which `common`, the AND of two codes, is empty.

        Adding 2^v - 1 to a field carries into its spare bit unless the field was empty; so
        those spare bits mark the features in which the two cards agree.
        """
        fields = self._fields
        agree = (common + fields) & ~fields
        return fields & ~(agree - (agree >> self._values))


def _shown(number: int) -> str:
    """Return `number` in digits; Python refuses those of a very long one."""
    bits = number.bit_length()
    return str(number) if bits <= 256 else f"a number of {bits:,} bits"
