"""The exact linear program: its certificates settle each answer without it."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.caps.linear import minimum
from capset.errors import CapsetError
from tests import strategies  # noqa: F401 - loads the settings for all tests


def product(first, second):
    return sum(a * b for a, b in zip(first, second, strict=True))


@st.composite
def programs(draw):
    rows = draw(st.integers(1, 4))
    entries = st.integers(-5, 5)
    columns = draw(st.lists(st.tuples(*[entries] * rows), max_size=9))
    costs = draw(st.tuples(*[st.integers(0, 4)] * len(columns)))
    if draw(st.booleans()):  # one that has a solution
        weights = draw(st.tuples(*[st.integers(0, 3)] * len(columns)))
        right = tuple(
            sum(weight * column[row] for weight, column in zip(weights, columns, strict=True))
            for row in range(rows)
        )
    else:
        right = draw(st.tuples(*[entries] * rows))
    return columns, costs, right


@given(programs())
def test_each_answer_is_settled_by_its_multipliers(program):
    columns, costs, right = program
    solution = minimum(columns, costs, right)
    if solution.cost is None:
        assert all(product(solution.multipliers, column) <= 0 for column in columns)
        assert product(solution.multipliers, right) > 0
        return
    assert all(weight > 0 for weight in solution.weights.values())
    for row, entry in enumerate(right):
        assert sum(w * columns[column][row] for column, w in solution.weights.items()) == entry
    assert sum(w * costs[column] for column, w in solution.weights.items()) == solution.cost
    for column, cost in zip(columns, costs, strict=True):
        assert product(solution.multipliers, column) <= cost
    assert product(solution.multipliers, right) == solution.cost


@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 9)), min_size=1, max_size=8),
    st.integers(-5, 5),
)
def test_two_rows_agree_with_trying_all_pairs_of_columns(columns, mean):
    """Weights that sum to 1 and have a given mean: the lower hull of points, by brute force."""
    costs = [cost for _, cost in columns]
    best = [cost for place, cost in columns if place == mean]
    for (left, low), (right, high) in combinations(columns, 2):
        if left != right and 0 <= (share := Fraction(mean - left, right - left)) <= 1:
            best.append(low + share * (high - low))
    solution = minimum([(1, place) for place, _ in columns], costs, (1, mean))
    assert solution.cost == (min(best) if best else None)


def test_rows_that_say_the_same_twice():
    solution = minimum([(1, 1, 2), (2, 2, 4)], [3, 1], (4, 4, 8))
    assert (solution.cost, solution.weights) == (2, {1: 2})


def test_what_is_no_such_program_is_refused():
    with pytest.raises(CapsetError, match="0 or more"):
        minimum([(1,)], [-1], (1,))
    with pytest.raises(CapsetError, match="as many rows"):
        minimum([(1, 2)], [1], (1,))
