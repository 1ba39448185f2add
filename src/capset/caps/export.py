"""The question "are there K cards without a set?" for outside solvers, as text.

CNF (DIMACS) is for SAT solvers, OPB for pseudo-Boolean ones. Variable i + 1 says that card i is
in the collection. Of each set a card is missing, forced cards are in, excluded ones are not,
and there are at least K in all. A solver's yes is a collection, its no a proof that there is
none; without symmetry breaking nothing in this module but the listing of the sets needs trust.

**Counting in clauses.** A totalizer (Bailleux and Boufkhad 2003), cut to what matters. The cards
that are open are halved until single cards are left. For each part, variables say "at least j
of these are in". Only one direction is needed: if at least p + q + 1 of both halves are in, then
at least p + 1 of one or q + 1 of the other. No j is greater than the number that is wanted, and
a part has all but so many of its cards as may be missing in all, which needs no variable. For
81 cards and 20 wanted that makes 397 variables and 1,576 clauses (a sequential counter, cut in
the same way, has 1,220 and 2,440).

**Symmetry breaking** adds conditions which some collection satisfies if there is one at all.

1. *A frame* (nothing forced or excluded, v = 3). If K is more than the largest cap of AG(d,3),
   no flat of dimension d contains the collection: it has d + 2 points in general position. The
   affine group takes them to the origin and the first d + 1 unit vectors, so these are in.
2. *A diagonal* (nothing forced or excluded, v >= 4). The translations by 11..1 cut the deck
   into v^(n-1) classes of v cards, any two of which differ in all features. One class has at
   least t = ceil(K / v^(n-1)) of the K cards. Permutations of each feature's values take them
   to 00..0, 11..1 and so on, so the first t of these are in.
3. *A chain of stabilisers*. Let G be a group that keeps the cards that are in, by force or
   by 1 and 2, and the excluded ones, as wholes. Let O be an orbit of G and r a card of it. If a
   collection has a card of O, an image of it under G has r. So "r is in if any of O is" may be
   added. The subgroup of G that fixes r keeps that condition, too, whether r is in or all of O
   is out, so the same holds for the subgroup and one of its orbits, and so on. ∎
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

import numpy as np

from capset import __version__
from capset.caps.bounds import section_capacity
from capset.caps.problem import Problem
from capset.caps.symmetry import MOST_FRAMES, subgroup
from capset.errors import ProblemError
from capset.game import Game
from capset.notation import digits_notation

MOST_SETS = 10**8
"""Decks with more sets are not exported."""

_MOST_GROUP_BYTES = 1 << 26


def cnf_lines(problem: Problem, at_least: int, break_symmetry: bool = False) -> Iterator[str]:
    """Yield the lines of a DIMACS file that is satisfiable if there are `at_least` cards.

    Comments say which variable is which card. With `break_symmetry` there are conditions
    that some collection satisfies, but not every one, see the module's docstring.

    Raises:
        ProblemError: at the call, where `at_least` is negative or the deck has too many sets.
    """
    return _cnf_lines(_checked(problem, at_least), at_least, break_symmetry)


def opb_lines(problem: Problem, at_least: int, break_symmetry: bool = False) -> Iterator[str]:
    """Yield the lines of an OPB file that is satisfiable if there are `at_least` cards.

    The same as :func:`cnf_lines` in linear inequalities, where counting takes a single one.

    Raises:
        ProblemError: at the call, where `at_least` is negative or the deck has too many sets.
    """
    return _opb_lines(_checked(problem, at_least), at_least, break_symmetry)


def _checked(problem: Problem, at_least: int) -> Problem:
    if at_least < 0:
        raise ProblemError(f"a collection has 0 or more cards, not {at_least}")
    sets = problem.game.set_count
    if sets > MOST_SETS:
        shown = f"{sets:,}" if sets < 10**30 else "far more"
        raise ProblemError(f"the deck has {shown} sets; at most {MOST_SETS:,} can be exported")
    return problem


def _cnf_lines(problem: Problem, at_least: int, break_symmetry: bool) -> Iterator[str]:
    game = problem.game
    added = symmetry_breaking(problem, at_least) if break_symmetry else None
    units, implications = _facts(problem, added)
    decided = set(map(abs, units))
    open_cards = [card + 1 for card in game.deck if card + 1 not in decided]
    needed = at_least - sum(unit > 0 for unit in units)
    counting = _AtLeast(open_cards, needed, game.deck_size + 1)
    clauses = game.set_count + len(units) + len(implications) + sum(1 for _ in counting.clauses())
    for line in _explanation(problem, at_least, added):
        yield f"c {line}"
    if counting.variables:
        first, last = game.deck_size + 1, game.deck_size + counting.variables
        yield f"c Variables {first} to {last} count the cards (a totalizer)."
    yield f"p cnf {game.deck_size + counting.variables} {clauses}"
    for unit in units:
        yield f"{unit} 0"
    for card, representative in implications:
        yield f"{-(card + 1)} {representative + 1} 0"
    for clause in counting.clauses():
        yield f"{' '.join(map(str, clause))} 0"
    for cards in game.sets_in(game.deck):
        yield f"{' '.join(str(-(card + 1)) for card in cards)} 0"


def _opb_lines(problem: Problem, at_least: int, break_symmetry: bool) -> Iterator[str]:
    game = problem.game
    added = symmetry_breaking(problem, at_least) if break_symmetry else None
    units, implications = _facts(problem, added)
    constraints = 1 + game.set_count + len(units) + len(implications)
    yield f"* #variable= {game.deck_size} #constraint= {constraints}"
    for line in _explanation(problem, at_least, added):
        yield f"* {line}"
    for unit in units:
        yield f"+1 x{unit} >= 1 ;" if unit > 0 else f"-1 x{-unit} >= 0 ;"
    for card, representative in implications:
        yield f"+1 x{representative + 1} -1 x{card + 1} >= 0 ;"
    yield f"{' '.join(f'+1 x{card + 1}' for card in game.deck)} >= {at_least} ;"
    for cards in game.sets_in(game.deck):
        yield f"{' '.join(f'-1 x{card + 1}' for card in cards)} >= {1 - game.values} ;"


# what the file says, in words and as facts about single cards and pairs


class SymmetryBreaking(NamedTuple):
    """Conditions that some collection satisfies if there is one.

    The cards ``taken`` are in, ``reason`` says why; and for each pair in ``implications``, if
    the first card is in, so is the second.
    """

    taken: tuple[int, ...]
    reason: str
    implications: tuple[tuple[int, int], ...]


def _facts(
    problem: Problem, added: SymmetryBreaking | None
) -> tuple[list[int], Sequence[tuple[int, int]]]:
    """Literals that are true, and pairs of cards of which the first implies the second."""
    taken = sorted({*problem.forced, *(added.taken if added else ())})
    units = [card + 1 for card in taken] + [-(card + 1) for card in problem.excluded]
    return units, added.implications if added else ()


def _explanation(problem: Problem, at_least: int, added: SymmetryBreaking | None) -> Iterator[str]:
    game, write = problem.game, digits_notation(problem.game).write

    def texts(cards: Sequence[int]) -> str:
        return " ".join(map(write, cards)) or "none"

    yield f"capset {__version__}: are there {at_least} cards without a set?"
    yield f"Deck: {game.features} features with {game.values} values, {game.deck_size} cards."
    yield f"Forced: {texts(problem.forced)}"
    yield f"Excluded: {texts(problem.excluded)}"
    if added is None:
        yield "Symmetry: not broken"
    elif not added.taken and not added.implications:
        yield "Symmetry: none is left, or none known, that could be broken"
    else:
        yield "Symmetry: broken, so that not every collection fits, but one does if there is any"
        if added.taken:
            yield f"  in, {added.reason}: {texts(added.taken)}"
        if added.implications:
            yield f"  {len(added.implications)} implications, by a chain of stabilisers"
    yield "A variable is true if its card is in the collection; the card is given as its digits:"
    for card in game.deck:
        yield f"variable {card + 1} card {write(card)}"


# symmetry breaking; the proofs are in the module's docstring


def symmetry_breaking(problem: Problem, at_least: int) -> SymmetryBreaking:
    """Return conditions that some collection of `at_least` cards satisfies if there is one."""
    game = problem.game
    taken, reason = _frame(game, at_least) if problem.is_free else ((), "")
    kept = taken or problem.forced
    implications = tuple(_chain(game, kept, problem.excluded))
    return SymmetryBreaking(taken, reason, implications)


def _frame(game: Game, at_least: int) -> tuple[tuple[int, ...], str]:
    """Cards that are in by the symmetry of the whole deck, and the reason."""
    v, n = game.values, game.features
    if at_least == 0:
        return (), ""
    if v > 3:
        cards = min(v, -(-at_least // v ** (n - 1)))
        one = (game.deck_size - 1) // (v - 1)
        return tuple(one * value for value in range(cards)), "a diagonal"
    # a cap of more points than a flat of dimension d - 1 can hold has d + 1 in general position
    dimension = next((d for d in range(n, 0, -1) if at_least > section_capacity(Game(3, d))), 0)
    return (0, *(3**place for place in range(dimension))), "a frame"


def _chain(game: Game, taken: Sequence[int], excluded: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield implications from the orbits of a chain of stabilisers, large orbits first."""
    colouring = dict.fromkeys(taken, 1) | dict.fromkeys(excluded, 2)
    most = max(1, min(MOST_FRAMES, _MOST_GROUP_BYTES // (4 * game.deck_size)))
    group = subgroup(game, colouring, most)
    out = {*taken, *excluded, *game.forbidden(taken)}
    cards = np.array([card for card in game.deck if card not in out], np.int64)
    while len(group) > 1 and len(cards):
        orbits = []
        seen: set[int] = set()
        for card in cards.tolist():
            if card not in seen:
                orbits.append(np.unique(group[:, card]))
                seen.update(orbits[-1].tolist())
        representative, *others = max(orbits, key=len).tolist()
        if not others:
            return
        yield from ((card, representative) for card in others)
        group = group[group[:, representative] == representative]


# counting


class _AtLeast:
    """Clauses that say that at least `needed` of some literals are true.

    Their own variables begin with `first_variable`; there are ``variables`` of them.
    """

    def __init__(self, literals: Sequence[int], needed: int, first_variable: int) -> None:
        self._literals = literals
        self._slack = len(literals) - needed
        numbers = count(first_variable)
        counted = 0 < needed < len(literals)
        self._root = _Part(literals, needed, numbers) if counted else None
        self.variables = next(numbers) - first_variable

    def clauses(self) -> Iterator[Sequence[int]]:
        """Yield the clauses."""
        if self._root is not None:
            yield from self._root.clauses()
        elif self._slack < 0:
            yield from ([1], [-1])  # not every solver reads an empty clause
        elif self._slack == 0:
            yield from ([literal] for literal in self._literals)


class _Part:
    """Some of the literals counted: ``outputs`` say that at least sure + 1, sure + 2, ... hold.

    ``sure`` of them hold in any case, as so many of the others do not suffice.
    """

    def __init__(
        self,
        literals: Sequence[int],
        needed: int,
        numbers: Iterator[int],
        slack: int | None = None,
    ) -> None:
        size = len(literals)
        slack = size - needed if slack is None else slack
        half = size // 2
        self.size = size
        self.sure = max(0, size - slack)
        self.most = min(size, needed)
        self.halves = (
            [_Part(half, needed, numbers, slack) for half in (literals[:half], literals[half:])]
            if size > 1
            else []
        )
        self.outputs = (
            [next(numbers) for _ in range(self.sure, self.most)] if size > 1 else list(literals)
        )

    def more_than(self, number: int) -> list[int]:
        """The literal that more than `number` hold; none where there are no more."""
        return self.outputs[number - self.sure : number - self.sure + 1]

    def clauses(self) -> Iterator[list[int]]:
        """Yield the clauses of this part and of those in it."""
        if not self.halves:
            return
        left, right = self.halves
        yield from left.clauses()
        yield from right.clauses()
        for total in range(max(1, self.sure), self.most + 1):
            unless = [-output for output in self.more_than(total - 1)] if total > self.sure else []
            for first in range(left.sure, min(left.size, total - 1) + 1):
                second = total - 1 - first
                if right.sure <= second <= right.size:
                    yield [*unless, *left.more_than(first), *right.more_than(second)]
