"""How large a set-free collection may be, by theorem alone: bounds from slices and products.

f(v,n) is the size of the largest set-free collection of the deck with v values and n features.
No value of it is stored here; each bound is a theorem, with its proof below.

**One feature.** f(v,1) = v-1: the only set is the whole deck.

**Two features.** f(v,2) = (v-1)^2. *Proof.* Write a collection as a v x v matrix of zeros and
ones. Its sets are the full rows, the full columns and the permutations of ones. Let it be
set-free. As it has no permutation of ones, it has an r x s block of zeros with r + s = v + 1
(Frobenius 1917, König 1931); transpose it so that 1 <= r <= s. The other v - r = s - 1 rows
each have a zero, too, since they are not full, and those zeros are outside the block. So there
are at least rs + s - 1 zeros, and rs + s - 1 - (2v - 1) = rs + s - 2(r + s - 1) =
(r - 1)(s - 2), which is not negative: r = 1, or s >= r >= 2. So there are at most
v^2 - (2v - 1) = (v-1)^2 ones. The cards without the first value in either feature attain it. ∎

**Slices.** f(v,n) <= v f(v,n-1). *Proof.* The slices of a feature are v copies of the deck with
n-1 features: cards that agree in a feature are a set if they are one in the others. ∎

**Products.** f(v,m+n) >= f(v,m) f(v,n), as the cards (a, b) with a in A, b in B, for set-free
collections A of m and B of n features, are set-free. *Proof.* Let v cards (a_i, b_i) be a set.
If they differ in one of the first m features, all a_i differ, and each of their features is all
the same or all different, so they are a set within A. If not, they differ in one of the others,
and the b_i are a set within B. Neither can be. ∎ With m = n = 1 and so on, f(v,n) >= (v-1)^n.

**Moments** (v = 3, n >= 2). A cap of k points of AG(n,3) whose sections are all at most M, a bound
on f(3,n-1), satisfies the three equations of :mod:`capset.caps.moments`. Where they have no
solution there is no cap of k points, nor one of more: each part of a cap is a cap. That proves
f(3,3) <= 9 and f(3,4) <= 20 from f(3,2) = 4, with no search.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from capset.caps.moments import Contradiction, contradiction
from capset.errors import CapsetError
from capset.game import Game


class Bound(NamedTuple):
    """No set-free collection of the deck has more than `value` cards.

    ``reason`` is the theorem in a few words, ``proof`` the weights that it rests on (moments
    only), ``slices`` the bound for a slice that it uses, if it was not given.
    """

    game: Game
    value: int
    reason: str
    proof: Contradiction | None = None
    slices: Bound | None = None

    @property
    def steps(self) -> tuple[Bound, ...]:
        """All bounds that this one rests on, those of the smallest deck first, itself last."""
        return (*(self.slices.steps if self.slices else ()), self)

    def __str__(self) -> str:
        deck = f"({self.game.values},{self.game.features})"
        return f"{deck} has at most {self.value}: {self.reason}"


def theorem_bound(game: Game, largest_slice: int | None = None) -> Bound:
    """Return the best upper bound on a set-free collection of `game` by theorem alone.

    With `largest_slice` no slice of the collection has more cards than that, as is known from
    elsewhere: the maximum of the deck with one feature less, say. For three values a slice is
    any hyperplane, otherwise the cards that share a value of a feature. Without it, slices are
    bounded by theorem in their turn.

    >>> print(theorem_bound(Game(3, 4)))
    (3,4) has at most 20: the moments of 21 points with sections of at most 9

    Raises:
        CapsetError: where `largest_slice` is negative.
    """
    values, features = game.values, game.features
    if largest_slice is not None and largest_slice < 0:
        raise CapsetError(f"a slice has 0 or more cards, not {largest_slice}")
    bounds = []
    if features == 1:
        bounds.append(Bound(game, values - 1, "all cards are a set"))
    elif features == 2:
        bounds.append(Bound(game, (values - 1) ** 2, "the theorem of Frobenius and König"))
    slices = None
    if largest_slice is None and features > 2:
        slices = theorem_bound(Game(values, features - 1))
        largest_slice = slices.value
    if largest_slice is not None:
        of_slices = _moment_bound if values == 3 and features >= 2 else _slice_bound
        bounds.append(of_slices(game, largest_slice, slices))
    return min(bounds, key=lambda bound: bound.value)


def _slice_bound(game: Game, largest: int, slices: Bound | None) -> Bound:
    reason = f"{game.values} slices of at most {largest}"
    return Bound(game, game.values * largest, reason, None, slices)


def _moment_bound(game: Game, largest: int, slices: Bound | None) -> Bound:
    """The bound by a number of points for which the moment equations have no solution.

    Any such number will do. Halving finds one whose predecessor has a solution in rational
    numbers; some numbers just below it have none in whole ones.
    """

    def proof(size: int, *, whole: bool) -> Contradiction | None:
        return contradiction(game.features, size, largest, whole=whole)

    sizes = range(1, 3 * largest + 1)  # 3 * largest + 1 is impossible
    size = 1 + bisect_left(sizes, True, key=lambda size: proof(size, whole=False) is not None)
    found = proof(size, whole=False)
    while size > 1 and (better := proof(size - 1, whole=True)):
        size, found = size - 1, better
    reason = f"the moments of {size} points with sections of at most {largest}"
    return Bound(game, size - 1, reason, found, slices)


class ProductBound(NamedTuple):
    """A product of set-free collections of decks with fewer features, or one that is known.

    It has `size` cards; ``factors`` are the features of the decks of its factors, descending,
    all of them keys of what was known.
    """

    size: int
    factors: tuple[int, ...]


def product_bound(game: Game, known: Mapping[int, int] | None = None) -> ProductBound:
    """Return the largest product of known set-free collections, a lower bound for `game`.

    `known` has, by number of features, the size of a set-free collection of the deck with as
    many values. v-1 cards for one feature need not be told.

    >>> product_bound(Game(3, 7), {3: 9, 6: 112})
    ProductBound(size=224, factors=(6, 1))
    """
    sizes = {1: game.values - 1, **(known or {})}
    best = [ProductBound(1, ())]
    for features in range(1, game.features + 1):
        best.append(
            max(
                ProductBound(
                    size * best[features - factor].size,
                    tuple(sorted((factor, *best[features - factor].factors), reverse=True)),
                )
                for factor, size in sizes.items()
                if 1 <= factor <= features
            )
        )
    return best[-1]


def product(first: Iterable[int], second: Iterable[int], second_game: Game) -> tuple[int, ...]:
    """Return the product of two collections: all cards (a, b), first the features of a.

    `second` are cards of `second_game`, `first` cards of a deck with as many values. The product
    of two set-free collections is set-free, see the module's docstring.
    """
    second = tuple(second)
    return tuple(a * second_game.deck_size + b for a in first for b in second)
