"""The trees of a certificate for its checker: no collection of so many cards below a root.

A node has cards *taken* and cards *available*. Its *solutions* are the collections that hold no
set, have `target` cards, all that are taken and else available ones, at most `capacity` in each
slice of the deck, and that no symmetry takes to a collection listed. A node is refuted, that is,
it has no solution, by lines in order; each but the last makes one card unavailable in it:

``+c``      what follows refutes the node with c taken as well, so no solution has c.
``~c g``    g takes the node, as it was at first, to itself, and c to a card that it had and lost:
            if a solution had c, its image would be a solution with a card that none has.
``.d``      the slices of direction d together cannot hold `target` cards; the node is refuted.
``=i g``    g takes the cards taken, `target` of them, to the collection listed as number i.

Symmetries keep everything that a solution is but what is taken and available, so g needs to be
a symmetry of the deck that keeps these two. It is defined, once a tree, by a line ``g``.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from capset.caps.verify.deck import Deck, bits
from capset.caps.verify.text import Text
from capset.errors import printable

MOST_IMAGES = 20_000_000
"""How many images the symmetries of a tree may have together: what fits in memory."""


class Root(NamedTuple):
    """Where a tree begins."""

    taken: list[int]
    excluded: Iterable[int]
    capacity: int


class Trees:
    """The checker of trees; it checks a `share` of the branches, or all.

    A branch is what lies below two cards taken beyond the root. There are ``branches`` so far,
    of which ``checked`` were checked.
    """

    def __init__(self, text: Text, share: float | None, seed: int) -> None:
        self.text = text
        self.branches = self.checked = 0
        self._share, self._random = share, Random(seed)

    def check(self, deck: Deck, root: Root, target: int, listed: list[int]) -> set[int]:
        """Check the next tree, and return the numbers of the collections listed that are met."""
        tree = _Tree(self.text, deck, root, target, listed)
        while True:
            line = self.text.line()
            kind, rest = line[0], line[1:]
            if kind == "+":
                card = tree.excluded(rest)
                if len(tree.above) != 1 or self._is_to_check():
                    tree.take(card)
                else:
                    self._skip(tree)
            elif kind == "~":
                tree.mirror(rest)
            elif kind == "g":
                tree.define(rest)
            elif kind in ".=":
                if kind == ".":
                    tree.bound(rest)
                else:
                    tree.identify(rest)
                if not tree.above:
                    return tree.met
                tree.leave()
            else:
                self.text.refuse(f"a line of a tree is due, not {printable(line)}")

    def _is_to_check(self) -> bool:
        self.branches += 1
        if self._share is not None and self._random.random() >= self._share:
            return False
        self.checked += 1
        return True

    def _skip(self, tree: _Tree) -> None:
        """Pass over a branch, but for the symmetries, which may be used behind it."""
        depth = 1
        while depth:
            line = self.text.line()
            depth += (line[0] == "+") - (line[0] in ".=")
            if line[0] == "g":
                tree.define(line[1:])


class _Tree:
    """A tree and where its check stands: at a node, with those ``above`` it put aside.

    ``available`` are the cards that are available now, ``first`` those that were at first.
    """

    def __init__(self, text: Text, deck: Deck, root: Root, target: int, listed: list[int]) -> None:
        self.text, self.deck, self.capacity = text, deck, root.capacity
        self.target, self.listed = target, listed
        self.above: list[tuple[int, int]] = []
        self.met: set[int] = set()
        self._symmetries: list[list[int]] = []
        self._chosen, self._taken = list(root.taken), bits(root.taken)
        self._available = (1 << deck.size) - 1 & ~self._taken & ~bits(root.excluded)
        for card in root.taken:
            self._available &= ~deck.dictated(card, self._chosen, self._taken)
        self._first = self._available

    def excluded(self, word: str) -> int:
        """The card that a word says, which was available and is no more."""
        card = self.deck.numbers.get(word, self.deck.size)
        if not self._available >> card & 1:
            self.text.refuse(f"{printable(word)} is no card available here")
        self._available ^= 1 << card
        return card

    def take(self, card: int) -> None:
        """Go on with the node in which this card is taken as well."""
        self.above.append((self._first, self._available))
        self._chosen.append(card)
        self._taken |= 1 << card
        self._available &= ~self.deck.dictated(card, self._chosen, self._taken)
        self._first = self._available

    def leave(self) -> None:
        """Go back to the node above."""
        self._taken ^= 1 << self._chosen.pop()
        self._first, self._available = self.above.pop()

    def mirror(self, rest: str) -> None:
        """Check a line ``~``."""
        word, _, number = rest.partition(" ")
        lost = self._first & ~self._available
        card, images = self.excluded(word), self._symmetry(number)
        if not lost >> images[card] & 1:
            self.text.refuse("the image of this card may still be in a solution")
        if _image(self._first, images) != self._first or _image(self._taken, images) != self._taken:
            self.text.refuse("this symmetry does not keep what is taken and available")

    def bound(self, direction: str) -> None:
        """Check a line ``.``."""
        slices = self.deck.slices(direction)
        if slices is None:
            self.text.refuse(f"{printable(direction)} is no direction of slices")
        left = self._taken | self._available
        room = sum(min(self.capacity, (left & part).bit_count()) for part in slices)
        if room >= self.target:
            self.text.refuse(f"these slices can hold {room} cards, not only {self.target - 1}")

    def identify(self, rest: str) -> None:
        """Check a line ``=``."""
        word, _, number = rest.partition(" ")
        place = self.text.integer(word, 0, len(self.listed) - 1)
        images = self._symmetry(number)
        if len(self._chosen) != self.target or _image(self._taken, images) != self.listed[place]:
            self.text.refuse("the cards taken are not taken to the collection listed")
        self.met.add(place)

    def define(self, rest: str) -> None:
        """Read a line ``g``: its number, then the images that define the symmetry."""
        number, *words = rest.split(" ")
        if number != str(len(self._symmetries)):
            self.text.refuse(f"the symmetry that is due has number {len(self._symmetries)}")
        if len(self._symmetries) * self.deck.size > MOST_IMAGES:
            self.text.refuse("a tree has so many symmetries that they do not fit in memory")
        images = self.deck.symmetry(self.text.cards(words, self.deck.numbers))
        if images is None:
            self.text.refuse("these images are not those of a symmetry")
        self._symmetries.append(images)

    def _symmetry(self, number: str) -> list[int]:
        if not self._symmetries:
            self.text.refuse("no symmetry was defined yet")
        return self._symmetries[self.text.integer(number, 0, len(self._symmetries) - 1)]


def _image(cards: int, images: list[int]) -> int:
    return bits(image for card, image in enumerate(images) if cards >> card & 1)
