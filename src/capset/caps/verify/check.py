"""The checker of certificates: everything that one claims is derived again, in plain code.

Nothing is shared with the search, and no library is used but Python's own: this module and
``text``, ``deck`` and ``trees`` are all of it. docs/certificates.md describes
the format. What must be believed beyond the code, and proved by hand, is:

- *Symmetries* take sets to sets and slices to slices. Permuting each feature's values and the
  features is one, and for three values so is any invertible affine map of the digits modulo 3.
- *Slices.* The cards with one value of a feature are a deck with one feature less, and its
  symmetries are symmetries of the whole deck. For three values each of the classes d·x = 0, 1, 2
  of a direction d is an image of such a slice under a symmetry.
- *Theorems.* With two features there are at most (v-1)^2 cards (Frobenius, König); the moment
  equations of the sections of a cap. Proofs are in ``geometry.py`` and ``moments.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from math import comb, factorial, gcd
from operator import mul
from typing import NamedTuple

from capset.caps.verify.deck import Deck, bits
from capset.caps.verify.text import Text
from capset.caps.verify.trees import Root, Trees
from capset.errors import printable

FORMAT = "capset certificate 1"
MOST_CARDS, MOST_FEATURES, MOST_SETS, MOST_STEPS = 3**8, 8, 2_000_000, 10**9
"""What is checked at most, so that no file can claim the machine for itself."""


class Verdict(NamedTuple):
    """What was proved: ``collection`` holds no set, and none has more than ``upper`` cards.

    Both under the conditions that it has all ``forced`` cards and no ``excluded`` one. Cards are
    texts, their digits. ``steps`` are the facts proved on the way, ``lines`` those of the file.
    Of the ``branches`` of all search trees ``checked`` were (all, unless a sample was asked
    for): a branch is what lies below two cards taken beyond a root.
    """

    values: int
    features: int
    forced: tuple[str, ...]
    excluded: tuple[str, ...]
    collection: tuple[str, ...]
    upper: int
    steps: tuple[str, ...]
    lines: int
    branches: int
    checked: int

    @property
    def is_optimal(self) -> bool:
        """Whether the collection is one of the largest."""
        return len(self.collection) == self.upper

    @property
    def is_complete(self) -> bool:
        """Whether the whole proof was checked, not only a sample of its branches."""
        return self.checked == self.branches


def verify(
    lines: Iterable[str],
    *,
    sample: float | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Verdict:
    """Check a certificate, given as its lines, and return what it proves.

    With `sample`, a share from 0 to 1 of the branches of its search trees, drawn at random from
    the `seed`, is checked, and all else. `progress` is told the number of lines read.

    Raises:
        CertificateError: at the first line that is wrong.
    """
    text = Text(lines, progress)
    return _Check(text, Trees(text, sample, seed)).verdict()


class _Check:
    """The check of one certificate.

    ``bounds[n]`` bounds the collections of the deck with n features, ``classes[n, m]`` lists a
    collection of each class of those of m cards; both as far as proved yet.
    """

    def __init__(self, text: Text, trees: Trees) -> None:
        self.text, self.trees = text, trees
        self.bounds = {0: 1}  # a deck of no features is one card
        self.classes: dict[tuple[int, int], list[list[int]]] = {}

    def verdict(self) -> Verdict:
        """Check the claim, then the steps of its proof."""
        text = self.text
        line = text.line()
        if line != FORMAT:
            text.refuse(f"the first line is `{FORMAT}`, not {printable(line)}")
        words = text.words("deck")
        if len(words) != 2:
            text.refuse("a deck is its number of values and its number of features")
        self.values = text.integer(words[0], 3, MOST_CARDS)
        self.features = text.integer(words[1], 1, MOST_FEATURES)
        if self.values**self.features > MOST_CARDS:
            text.refuse(f"decks of more than {MOST_CARDS:,} cards are not checked")
        self.decks = {self.features: Deck(self.values, self.features)}
        deck = self.decks[self.features]
        names = deck.names()
        forced = text.words("forced")
        self.forced = text.cards(forced, names)
        excluded = text.words("excluded")
        self.excluded = text.cards(excluded, names)
        collection = text.words("collection")
        cards = text.cards(collection, names)
        if not set(self.forced) <= set(cards):
            text.refuse("the collection does not have all forced cards")
        if not set(self.excluded).isdisjoint(cards):
            text.refuse("the collection has an excluded card")
        if deck.holds_set(cards):
            text.refuse("the collection holds a set")
        text.integer(" ".join(text.words("at-least")), len(cards), len(cards))
        self.upper = text.integer(" ".join(text.words("at-most")), len(cards), deck.size)
        steps = tuple(self._steps())
        text.end()
        return Verdict(
            self.values,
            self.features,
            tuple(forced),
            tuple(excluded),
            tuple(collection),
            self.upper,
            steps,
            text.number - 1,  # the end of the file was looked for
            self.trees.branches,
            self.trees.checked,
        )

    def _steps(self) -> Iterator[str]:
        """Check the steps of the proof up to its conclusion, and yield each."""
        text, concluded = self.text, False
        while not concluded:
            line = text.line()
            match line.split(" "):
                case ["bound", features, upper, *reason]:
                    place = text.integer(features, 1, self.features)
                    self._check_bound(place, text.integer(upper, 1, MOST_CARDS), reason)
                case ["classes", features, size, count]:
                    self._check_classes(
                        text.integer(features, 1, self.features - 1),
                        text.integer(size, 1, MOST_CARDS),
                        text.integer(count, 0, MOST_CARDS),
                    )
                case ["conclusion", *reason]:
                    self._check_conclusion(reason)
                    concluded = True
                case _:
                    text.refuse(f"a step of the proof is due, not {printable(line)}")
            yield line

    def _check_bound(self, features: int, upper: int, reason: list[str]) -> None:
        """No set-free collection of the deck with so many features has more than `upper` cards."""
        proved = upper
        match reason:
            case ["one-feature"] if features == 1:
                proved = self.values - 1  # the only set is the whole deck
            case ["two-features"] if features == 2:
                proved = (self.values - 1) ** 2
            case ["slices"]:
                # the slices of a feature are v set-free collections
                proved = self.values * self._capacity(features)
            case ["moments", *words] if self.values == 3 and features > 1:
                # of a larger cap upper + 1 points would be a cap, too; so are all sections
                weights = self.text.weights(words)
                self._check_moments(features, upper + 1, self._capacity(features), weights)
            case ["search"]:
                self._check_search(features, upper + 1)
            case _:
                self.text.refuse("this is no reason for a bound")
        if proved != upper:
            self.text.refuse(f"for this reason there are at most {proved}, not {upper}")
        self.bounds[features] = min(upper, self.bounds.get(features, upper))

    def _capacity(self, features: int) -> int:
        """What a slice of the deck with so many features can hold."""
        if features - 1 not in self.bounds:
            self.text.refuse(f"no bound was proved yet for the deck with {features - 1} features")
        return self.bounds[features - 1]

    def _check_moments(self, features: int, size: int, largest: int, weights: list[int]) -> None:
        """No cap of `size` points with so many features has all sections of at most `largest`.

        The weights make a number of each possible type (a, b, c) of a parallel class. None is
        negative, so neither is their sum over all classes, which the moment equations tell. If
        that is no contradiction, one of whole numbers is due. Let the pairs of points that lie
        in one section leave the rest r modulo m for each type whose number is 0. Then the
        others have numbers that sum to the total, and pairs, each less r, that sum to what the
        equations tell modulo m. Running through all sums shows that none has both.
        """
        classes, pairs, _ = equations = _moment_equations(features, size)
        total = sum(map(mul, weights, equations))
        own = list(map(_moments, _section_types(size, largest)))
        types = {(sum(map(mul, weights, row)), row[1]) for row in own}
        if any(number < 0 for number, _ in types):
            self.text.refuse("the weights are negative on a type of parallel class")
        if total < 0:
            return
        free = [own for number, own in types if number == 0] or [0]
        rest, most = free[0], max((own for _, own in types), default=0)
        modulus = gcd(*(own - rest for own in free)) or 1 + most
        steps = {(number, (own - rest) % modulus) for number, own in types if 0 < number <= total}
        if total * (len(steps) + 1) * modulus > MOST_STEPS:
            self.text.refuse(f"the weights sum to {total}, which is no contradiction")
        sums = [1]  # sums[s] has the bits of the rests of classes whose numbers sum to s
        for number in range(1, total + 1):
            reached = 0
            for own, shift in steps:
                if own <= number:
                    reached |= sums[number - own] << shift | sums[number - own] >> modulus - shift
            sums.append(reached & (1 << modulus) - 1)
        if sums[total] >> (pairs - rest * classes) % modulus & 1:
            self.text.refuse(f"the weights sum to {total}, which is no contradiction")

    def _check_classes(self, features: int, size: int, count: int) -> None:
        """Each set-free collection of `size` cards is an image of one of those listed."""
        header, deck = self.text.number, self._searched_deck(features)
        listed = [self.text.cards(self.text.words("class"), deck.numbers) for _ in range(count)]
        met = self._check_search(features, size, listed=list(map(bits, listed)))
        if self.trees.checked == self.trees.branches and len(met) < count:
            missed = min(set(range(count)) - met)
            self.text.refuse(f"class {missed} is not met by the search", header + 1 + missed)
        self.classes[features, size] = listed

    def _searched_deck(self, features: int) -> Deck:
        """The deck with so many features, if its sets are not too many to be listed."""
        orders = factorial(self.values)
        if self.values > 3 and (orders + self.values) ** features > orders * MOST_SETS:
            self.text.refuse(f"decks of more than {MOST_SETS:,} sets are not searched")
        if features not in self.decks:
            self.decks[features] = Deck(self.values, features)
        return self.decks[features]

    def _check_conclusion(self, reason: list[str]) -> None:
        """No set-free collection with the forced, without the excluded cards is larger."""
        match reason:
            case ["deck"] if self.bounds.get(self.features, self.upper + 1) <= self.upper:
                return
            case ["cards-left"]:
                deck, out = self.decks[self.features], set(self.excluded)
                left = sum(
                    card in self.forced or not deck.holds_set([*self.forced, card])
                    for card in range(deck.size)
                    if card not in out
                )
                if left <= self.upper:
                    return
            case ["search"]:
                self._check_search(self.features, self.upper + 1, conditions=True)
                return
        self.text.refuse(f"for this reason there may be more than {self.upper} cards")

    def _check_search(
        self,
        features: int,
        target: int,
        *,
        conditions: bool = False,
        listed: list[int] | None = None,
    ) -> set[int]:
        """There is no collection of `target` cards, or each is an image of one of those listed.

        Returns the numbers of those that the trees meet.
        """
        deck, met = self._searched_deck(features), set[int]()
        for root in self._roots(features, target, conditions):
            met |= self.trees.check(deck, root, target, listed or [])
        return met

    def _roots(self, features: int, target: int, conditions: bool) -> Iterator[Root]:
        """Roots such that each collection of `target` cards, or an image of it, is below one.

        Conditions: the cards forced and excluded. The first card: a symmetry takes any card to
        it. Slices: the largest slice of all has `least` cards or more; a symmetry takes it to
        the slice whose first feature is 0, and its cards to those of a class listed. No slice
        holds more. If that is not all, there is a card outside; for three values some map that
        fixes the slice, x to x + x1 d or to 2 x1 instead of x1, takes it to the first one.
        """
        text, capacity, way = self.text, self._capacity(features), self.text.words("by")
        match way:
            case ["conditions"] if conditions:
                yield from self._single_root(Root(self.forced, self.excluded, capacity))
            case ["first-card"] if not conditions:
                yield from self._single_root(Root([0], [], capacity))
            case ["slices", number, *words] if not conditions and features > 1:
                least = text.integer(number, 1, MOST_CARDS)
                if self.values == 3:
                    self._check_moments(features, target, least - 1, text.weights(words))
                elif words or least > -(-target // self.values):
                    text.refuse(f"{self.values} slices may all have fewer than {least} cards")
                for size in range(capacity, least - 1, -1):
                    yield from self._slice_roots(features, target, size)
            case _:
                text.refuse("there is no such way to search here")

    def _single_root(self, root: Root) -> Iterator[Root]:
        if self.text.words("root"):
            self.text.refuse("the root that is due has no number")
        yield root

    def _slice_roots(self, features: int, target: int, size: int) -> Iterator[Root]:
        """The roots whose largest slice has so many cards, but for those that are blocked."""
        text, slice_cards = self.text, range(self.values ** (features - 1))
        if (features - 1, size) not in self.classes:
            text.refuse(f"no classes of {size} cards were listed for a slice")
        types = self._possible_types(features, target, size) if self.values == 3 else set()
        for place, taken in enumerate(self.classes[features - 1, size]):
            name = [str(size), str(place)]
            match text.next_words():
                case ["blocked", *words] if self.values == 3 and words[:-1] == name:
                    self._check_blocked(features, target, taken, types, words[-1])
                case ["root", *words] if words == name:
                    excluded = [card for card in slice_cards if card not in taken]
                    outside = [len(slice_cards)] if self.values == 3 and target > size else []
                    yield Root(taken + outside, excluded, size)
                case _:
                    text.refuse(f"`root {size} {place}` is due here")

    def _possible_types(self, features: int, target: int, size: int) -> set[tuple[int, ...]]:
        """The types of parallel classes of a cap of `target` points, all sections at most `size`.

        A type can be ruled out by three weights and a denominator d. They make a number of each
        type, at most 0 of this one and at most d of all others. So the sum over all classes,
        which the moment equations tell, is at most d times the number of classes of another
        type. If it is more than d times the number of all but one, none is of this type.
        """
        text, types = self.text, set(_section_types(target, size))
        words = text.words("size")
        if len(words) != 2 or words[0] != str(size):
            text.refuse(f"`size {size}` and the number of types ruled out are due here")
        ruled_out = set()
        for _ in range(text.integer(words[1], 0, len(types))):
            words = text.words("without")
            if len(words) != 7:
                text.refuse("a type, three weights and a denominator are due")
            without = tuple(text.integer(word, 0, size) for word in words[:3])
            weights = text.weights(words[3:6])
            most = text.integer(words[6], 1, MOST_STEPS)
            for sections in types:
                number = sum(map(mul, weights, _moments(sections)))
                if number > (0 if sections == without else most):
                    text.refuse(f"the weights of type {sections} are {number}, too much")
            equations = _moment_equations(features, target)
            if sum(map(mul, weights, equations)) <= most * (equations[0] - 1):
                text.refuse("by these weights there may be a parallel class of this type")
            ruled_out.add(without)
        return {order for row in types - ruled_out for order in permutations(row)}

    def _check_blocked(
        self,
        features: int,
        target: int,
        taken: list[int],
        types: set[tuple[int, ...]],
        direction: str,
    ) -> None:
        """A slice cannot be the largest one of `target` cards, by its sections in a direction.

        Three parallel hyperplanes of the slice meet it in s0, s1, s2 points. The nine other
        hyperplanes that meet the slice in them are a square: its rows are three parallel
        classes; column j, with the slice, covers all points once, but the s_j points four times.
        So its sections sum to target - size + 3 s_j. No three possible types fit in there.
        """
        slices = self._searched_deck(features - 1).slices(direction)
        if slices is None:
            self.text.refuse(f"{printable(direction)} is no direction of slices")
        sections = [(part & bits(taken)).bit_count() for part in slices]
        rows = {row for row in types if all(map(int.__ge__, row, sections))}
        sums = [target - len(taken) + 3 * section for section in sections]
        for first, second in product(rows, repeat=2):
            third = tuple(c - a - b for c, a, b in zip(sums, first, second, strict=True))
            if third in rows:
                self.text.refuse(f"{first}, {second} and {third} are possible in this direction")


def _section_types(size: int, largest: int) -> Iterator[tuple[int, int, int]]:
    """The sections of parallel classes, in descending order, each at most `largest`."""
    for a in range(-(-size // 3), min(size, largest) + 1):
        for b in range(-(-(size - a) // 2), min(a, size - a) + 1):
            yield a, b, size - a - b


def _moments(sections: tuple[int, int, int]) -> list[int]:
    """What a parallel class adds to the three moment equations."""
    return [sum(comb(section, k) for section in sections) if k else 1 for k in (0, 2, 3)]


def _moment_equations(features: int, size: int) -> tuple[int, int, int]:
    """The sums of the moments over all parallel classes of a cap of `size` points."""
    return (
        (3**features - 1) // 2,
        comb(size, 2) * (3 ** (features - 1) - 1) // 2,
        comb(size, 3) * (3 ** (features - 2) - 1) // 2,
    )
