"""Exact linear programs with few rows: the optimum, or that there is none, with its certificate.

Minimise the cost ``sum(costs[j] * x[j])`` over rational ``x >= 0`` with
``sum(columns[j] * x[j]) == right``. All data are integers, all arithmetic is exact, and every
answer comes with one multiplier a row, which settles it without the solver:

- *optimum*: ``multipliers @ column <= cost`` for each column, so that every solution costs at
  least ``multipliers @ right``; and that is the cost of the solution given.
- *no solution* (the lemma of Farkas): ``multipliers @ column <= 0`` for each column, yet
  ``multipliers @ right > 0``, so that no combination of columns with weights >= 0 is `right`.

The method is the revised simplex method in two phases (Dantzig) with Bland's rule, which cannot
cycle. With three or four rows the basis is tiny, and pricing costs a few integer products a
column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from capset.errors import CapsetError


class Solution(NamedTuple):
    """What became of a linear program.

    ``weights`` are the positive weights of an optimal solution by column number, ``cost`` its
    cost; both are ``None`` where there is no solution. ``multipliers``, one a row, are the
    certificate, see the module's docstring.
    """

    cost: Fraction | None
    weights: dict[int, Fraction] | None
    multipliers: tuple[Fraction, ...]


def minimum(
    columns: Sequence[Sequence[int]], costs: Sequence[int], right: Sequence[int]
) -> Solution:
    """Return the least cost of a combination of `columns`, with weights >= 0, that is `right`.

    Source: G. Dantzig, Linear Programming and Extensions (1963), chapters 5 and 9; R. Bland,
    New finite pivoting rules for the simplex method (1977).

    Raises:
        CapsetError: where a cost is negative, or the sizes do not fit together.
    """
    if any(cost < 0 for cost in costs):
        raise CapsetError("a linear program with costs of 0 or more is asked for here")
    if len(costs) != len(columns) or any(len(column) != len(right) for column in columns):
        raise CapsetError("a linear program has a cost a column and as many rows as `right`")
    signs = [-1 if entry < 0 else 1 for entry in right]  # the artificial columns, so that x >= 0
    basis = _Basis(columns, right, signs)
    multipliers = basis.optimise([0] * len(columns), artificial_cost=1)
    if sum(map(Fraction.__mul__, multipliers, map(Fraction, right))) > 0:
        return Solution(None, None, multipliers)
    multipliers = basis.optimise(costs, artificial_cost=0)
    weights = {
        column: weight
        for column, weight in zip(basis.members, basis.weights, strict=True)
        if weight and column >= 0
    }
    cost = sum((costs[column] * weight for column, weight in weights.items()), Fraction(0))
    return Solution(cost, weights, multipliers)


class _Basis:
    """A basis with its inverse and weights. Artificial columns have negative numbers."""

    def __init__(
        self, columns: Sequence[Sequence[int]], right: Sequence[int], signs: Sequence[int]
    ) -> None:
        rows = range(len(right))
        self.columns = columns
        self.members = [-1 - row for row in rows]
        self.inverse = [[Fraction(signs[row] * (row == place)) for place in rows] for row in rows]
        self.weights = [Fraction(signs[row] * right[row]) for row in rows]

    def optimise(self, costs: Sequence[int], artificial_cost: int) -> tuple[Fraction, ...]:
        """Pivot to the least cost and return its multipliers."""
        while True:
            multipliers = self._multipliers(costs, artificial_cost)
            entering = self._entering(costs, multipliers)
            if entering is None:
                return multipliers
            direction = [
                sum(map(Fraction.__mul__, row, map(Fraction, self.columns[entering])))
                for row in self.inverse
            ]
            self._pivot(entering, direction, self._leaving(direction, artificial_cost))

    def _multipliers(self, costs: Sequence[int], artificial_cost: int) -> tuple[Fraction, ...]:
        prices = [costs[member] if member >= 0 else artificial_cost for member in self.members]
        return tuple(
            sum(
                (price * row[place] for price, row in zip(prices, self.inverse, strict=True)),
                Fraction(0),
            )
            for place in range(len(prices))
        )

    def _entering(self, costs: Sequence[int], multipliers: Sequence[Fraction]) -> int | None:
        """The first column that costs less than its row prices say, all in integers."""
        scale = lcm(*(multiplier.denominator for multiplier in multipliers))
        prices = [int(multiplier * scale) for multiplier in multipliers]
        return next(
            (
                number
                for number, (column, cost) in enumerate(zip(self.columns, costs, strict=True))
                if sum(map(int.__mul__, prices, column)) > scale * cost
            ),
            None,
        )

    def _leaving(self, direction: Sequence[Fraction | int], artificial_cost: int) -> int:
        """The row whose weight is the first to reach 0; of several the first member (Bland).

        Once artificial columns are free they have weight 0 and must keep it, so the first that
        would change leaves.
        """
        choices = [
            (self.weights[row] / step, self.members[row], row)
            for row, step in enumerate(direction)
            if step > 0 or (step and self.members[row] < 0 and not artificial_cost)
        ]
        return min(choices)[2]  # costs are not negative, so there is one

    def _pivot(self, entering: int, direction: Sequence[Fraction | int], leaving: int) -> None:
        pivot = direction[leaving]
        self.members[leaving] = entering
        self.inverse[leaving] = [entry / pivot for entry in self.inverse[leaving]]
        self.weights[leaving] /= pivot
        for row, step in enumerate(direction):
            if row != leaving and step:
                self.weights[row] -= step * self.weights[leaving]
                self.inverse[row] = [
                    entry - step * other
                    for entry, other in zip(self.inverse[row], self.inverse[leaving], strict=True)
                ]
