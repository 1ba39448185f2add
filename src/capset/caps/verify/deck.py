"""The deck in plain code: what the checker of certificates knows about cards, and nothing else.

Cards are the numbers 0 to v^n - 1, whose digits in base v are their values. A collection is a
number, too, with the bits of its cards set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product
from operator import mul, ne

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def bits(cards: Iterable[int]) -> int:
    """A collection as a number, with the bits of its cards set."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


class Deck:
    """The deck with `values` values in each of `features` features."""

    def __init__(self, values: int, features: int) -> None:
        self.values, self.features = values, features
        self.size: int = values**features
        self.digits = list(product(range(values), repeat=features))
        self.numbers = {str(card): card for card in range(self.size)}
        self._weights = [values**place for place in reversed(range(features))]
        self._thirds: dict[int, list[int]] = {}
        self._slices: dict[str, list[int]] = {}
        self._sets: list[list[int]] = []

    def number(self, digits: Iterable[int]) -> int:
        """The card with these digits."""
        return sum(map(mul, self._weights, digits))

    def names(self) -> dict[str, int]:
        """The cards by their digits as a text, joined by dots where there are more than 36."""
        if self.values > len(DIGITS):
            return {".".join(map(str, row)): card for card, row in enumerate(self.digits)}
        return {"".join(DIGITS[a] for a in row): card for card, row in enumerate(self.digits)}

    # sets

    def third(self, first: int, second: int) -> int:
        """The card that makes a set with two others, for three values: all digits sum to 0."""
        rows = zip(self.digits[first], self.digits[second], strict=True)
        return self.number(-(a + b) % 3 for a, b in rows)

    def dictated(self, card: int, chosen: list[int], taken: int) -> int:
        """The cards that make a set with `card` and other cards taken, and perhaps these.

        The cards taken are given as a list and as a collection.
        """
        dictated = 0
        if self.values == 3:
            if card not in self._thirds:
                self._thirds[card] = [1 << self.third(card, other) for other in range(self.size)]
            thirds = self._thirds[card]
            for other in chosen:
                dictated |= thirds[other]
        else:
            for cards in self.sets()[card]:
                if (cards & taken).bit_count() >= self.values - 1:
                    dictated |= cards
        return dictated

    def sets(self) -> list[list[int]]:
        """The sets of each card, as collections."""
        if not self._sets:
            self._sets = [[] for _ in range(self.size)]
            same = [(value,) * self.values for value in range(self.values)]
            for differing in filter(any, product((False, True), repeat=self.features)):
                columns = [
                    list(permutations(range(self.values))) if differs else same
                    for differs in differing
                ]
                # the order of the cards does not count: by the first feature that differs
                columns[differing.index(True)] = [tuple(range(self.values))]
                for chosen in product(*columns):
                    cards = [self.number(digits) for digits in zip(*chosen, strict=True)]
                    for card in cards:
                        self._sets[card].append(bits(cards))
        return self._sets

    def holds_set(self, cards: Sequence[int]) -> bool:
        """Whether there is a set among the cards."""
        if self.values == 3:
            held = set(cards)
            return any(self.third(*pair) in held for pair in combinations(cards, 2))
        for differing in filter(any, product((False, True), repeat=self.features)):
            groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
            for card in cards:
                split: tuple[list[int], list[int]] = ([], [])
                for digit, differs in zip(self.digits[card], differing, strict=True):
                    split[differs].append(digit)
                groups.setdefault(tuple(split[0]), []).append(tuple(split[1]))
            if any(self._differ_everywhere(rows) for rows in groups.values()):
                return True
        return False

    def _differ_everywhere(self, rows: list[tuple[int, ...]]) -> bool:
        """Whether there are v rows of which no two have the same entry in a place.

        Of the places and values still wanted, the one that the fewest rows have is chosen.
        """
        stack = [(rows, self.values)]
        while stack:
            left, missing = stack.pop()
            if not missing:
                return True
            holders = Counter(entry for row in left for entry in enumerate(row))
            if len(holders) == missing * len(rows[0]):
                place, value = min(holders, key=holders.__getitem__)
                for row in left:
                    if row[place] == value:
                        fitting = [other for other in left if all(map(ne, row, other))]
                        stack.append((fitting, missing - 1))
        return False

    # slices and symmetries

    def slices(self, direction: str) -> list[int] | None:
        """The v slices of a direction, given by its digits; None where it is none.

        Slice a has the cards x with d·x = a modulo v. For three values d is any direction
        other than 0; otherwise it has a single 1, and a slice is one value of that feature.
        """
        if direction not in self._slices:
            entries = [DIGITS.find(digit) for digit in direction]
            most = 2 if self.values == 3 else 1
            if len(entries) != self.features or not 0 <= min(entries) <= max(entries) <= most:
                return None
            if not any(entries) or (self.values > 3 and sum(entries) > 1):
                return None
            slices = [0] * self.values
            for card, digits in enumerate(self.digits):
                slices[sum(map(mul, entries, digits)) % self.values] |= 1 << card
            self._slices[direction] = slices
        return self._slices[direction]

    def symmetry(self, images: Sequence[int]) -> list[int] | None:
        """The images of all cards under a symmetry, None where it is none.

        Given are the images of card 0 and, feature by feature, of the cards in which only that
        feature is not 0: where it is 1 for three values, else where it is 1, 2, ..., v-1.
        """
        origin, *others = images
        step = 1 if self.values == 3 else self.values - 1
        if len(others) != self.features * step:
            return None
        result = [origin]
        for start in reversed(range(0, len(others), step)):
            line = others[start : start + step]
            if self.values == 3:
                # an affine map: the image of x + y is that of x, plus that of y, less that of 0
                line.append(self.third(origin, line[0]))
                result += [
                    self.third(self.third(x, image), origin) for image in line for x in result
                ]
                continue
            columns = zip(*(self.digits[card] for card in (origin, *line)), strict=True)
            if sum(len(set(column)) > 1 for column in columns) != 1:
                return None
            # values and features permuted: each feature changes one digit of the image. Did
            # two change the same one, too few cards would be images
            result += [x + image - origin for image in line for x in result]
        return result if sorted(result) == list(range(self.size)) else None
