"""The moment equations on real caps, the proofs made from them, and planted errors in those."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capset.caps import moments
from capset.caps.moments import (
    ClassBound,
    Contradiction,
    contradiction,
    extreme_types,
    least_classes,
    least_largest_section,
    moment_equations,
    section_types,
)
from capset.errors import CapsetError
from capset.game import Game
from tests import strategies  # noqa: F401 - loads the settings for all tests

SECTION_TABLE = [  # features, size, largest, first, second, classes at least, as published
    (5, 46, 20, 18, 18, "9.1"),
    (5, 45, 20, 18, 18, "2.6"),
    (5, 44, 20, 17, 17, "4.8"),
    (5, 43, 20, 17, 17, "1.7"),
    (5, 42, 20, 16, 16, "3.0"),
    (5, 41, 20, 16, 16, "1.3"),
    (6, 113, 45, 44, 44, "26.0"),
    (6, 113, 45, 45, 44, "16.5"),
    (6, 112, 45, 43, 43, "24.5"),
    (6, 111, 45, 43, 43, "6.3"),
    (6, 110, 45, 42, 42, "12.5"),
    (6, 109, 45, 42, 42, "2.8"),
    (6, 108, 45, 41, 41, "7.3"),
    (6, 107, 45, 41, 41, "1.5"),
    (7, 289, 112, 110, 110, "27.4"),
    (7, 288, 112, 109, 109, "27.6"),
    (7, 287, 112, 109, 109, "7.2"),
    (7, 286, 112, 108, 108, "14.9"),
    (7, 285, 112, 107, 107, "18.9"),
    (7, 284, 112, 107, 107, "7.4"),
    (7, 283, 112, 106, 106, "13.4"),
]


def types_of(cards, features):
    """The type of each parallel class of a collection, from all linear forms up to sign."""
    game = Game(3, features)
    points = [game.digits(card) for card in cards]
    for form in product(range(3), repeat=features):
        if next((entry for entry in form if entry), 0) == 1:
            values = [sum(map(int.__mul__, form, point)) % 3 for point in points]
            yield tuple(sorted((values.count(value) for value in range(3)), reverse=True))


def cap_in(cards, features):
    """The cards that a greedy choice in this order keeps: a cap that cannot be larger."""
    game, cap, forbidden = Game(3, features), [], set()
    for card in cards:
        if card not in forbidden:
            forbidden |= {game.completion((card, other)) for other in cap} | {card}
            cap.append(card)
    return cap


def caps():
    return st.integers(2, 4).flatmap(
        lambda features: st.tuples(
            st.just(features),
            st.permutations(range(3**features)).flatmap(
                lambda cards: st.integers(0, 20).map(lambda size: cap_in(cards, features)[:size])
            ),
        )
    )


@given(caps())
def test_every_cap_satisfies_the_moment_equations(case):
    features, cap = case
    sums = [0, 0, 0]
    for sections in types_of(cap, features):
        for place, moment in enumerate(moments.moments(sections)):
            sums[place] += moment
    assert tuple(sums) == moment_equations(features, len(cap))


@given(caps())
def test_no_cap_is_contradicted(case):
    features, cap = case
    found = list(types_of(cap, features))
    largest = max(sections[0] for sections in found)
    assert contradiction(features, len(cap), largest) is None
    assert least_largest_section(features, len(cap), largest).value <= largest
    for first, second in {(a, b) for a, b, _ in found}:
        bound = least_classes(features, len(cap), largest, first, second)
        bound.check()
        assert bound.classes <= sum(map(bound.counts, found))


def test_three_cards_of_a_set_do_not_satisfy_them():
    triples = sum(moments.moments(sections)[2] for sections in types_of((0, 1, 2), 3))
    assert triples != moment_equations(3, 3)[2]


def test_section_types_are_all_types():
    for size, largest in product(range(13), range(9)):
        every = {
            tuple(sorted(sections, reverse=True))
            for sections in product(range(largest + 1), repeat=3)
            if sum(sections) == size
        }
        listed = list(section_types(size, largest))
        assert set(listed) == every
        assert len(listed) == len(every)


@given(st.integers(0, 60), st.integers(0, 40), st.integers(-40, 40), st.integers(-9, 9))
def test_extreme_types_decide_for_all(size, largest, pairs, triples):
    def value(sections):
        _, two, three = moments.moments(sections)
        return pairs * two + triples * three

    extreme = extreme_types(size, largest)
    every = list(section_types(size, largest))
    assert set(extreme) <= set(every)
    assert len(extreme) <= 6
    assert min(map(value, extreme), default=None) == min(map(value, every), default=None)


@pytest.mark.parametrize(
    ("features", "size", "most", "value"),
    [(5, 46, 20, 19), (5, 45, 20, 18), (6, 113, 45, 45), (6, 112, 45, 44), (7, 286, 112, 110)],
)
def test_some_section_is_large(features, size, most, value):
    section = least_largest_section(features, size, most)
    assert section.value == value
    assert section.proof[:3] == (features, size, value - 1)
    section.proof.check()
    for smaller in range(value):  # one proof for all of them
        section.proof._replace(largest=smaller).check()


def test_no_section_is_large_enough():
    assert least_largest_section(4, 21, 9).value > 9
    assert least_largest_section(4, 30, 9).value == 10
    assert least_largest_section(2, 0, 5).value == 0


@pytest.mark.parametrize("row", SECTION_TABLE)
def test_many_classes_have_large_sections(row):
    *case, published = row
    bound = least_classes(*case)
    bound.check()
    assert f"{float(bound.bound):.1f}" == published
    assert bound.bound <= bound.classes < bound.bound + 1


def test_classes_with_one_large_section():
    assert least_classes(5, 46, 20, 19).classes == 7
    assert least_classes(7, 286, 112, 110).classes == 13
    assert least_classes(5, 50, 20, 19) is None  # no such cap at all


def test_bounds_meet_the_known_caps():
    """The classes of the 45-cap and of the 112-cap, as the literature has them."""
    known = [
        (5, 45, 20, {(18, 18, 9): 55, (15, 15, 15): 66}),
        (6, 112, 45, {(45, 45, 22): 56, (40, 36, 36): 308}),
    ]
    for features, size, most, classes in known:
        sums = [
            sum(count * moments.moments(sections)[place] for sections, count in classes.items())
            for place in range(3)
        ]
        assert tuple(sums) == moment_equations(features, size)
        for first, second in combinations(range(most, 10, -1), 2):
            bound = least_classes(features, size, most, first, second)
            counted = sum(count for sections, count in classes.items() if bound.counts(sections))
            assert bound.classes <= counted


def test_whole_numbers_prove_what_rational_ones_do_not():
    """With sections of at most 9, 21 points have a rational solution: 17.5 classes (9,9,3)."""
    assert contradiction(4, 21, 9, whole=False) is None
    proof = contradiction(4, 21, 9)
    proof.check()
    assert proof.total == 0
    wide = contradiction(7, 292, 112)
    wide.check()
    assert wide.total > 0  # some classes are not free: their sums are counted through
    assert contradiction(7, 292, 112, whole=False) is None


def solvable(goal, steps):
    """Whether some numbers of these types have the moments wanted, by trying them all."""
    if not steps:
        return not any(goal)
    while min(goal) >= 0:
        if solvable(goal, steps[1:]):
            return True
        goal = tuple(map(int.__sub__, goal, steps[0]))
    return False


def test_contradictions_are_right_for_small_decks():
    for features, largest, size in product((2, 3), range(5), range(13)):
        proof = contradiction(features, size, largest)
        if proof is None:
            assert contradiction(features, size, largest, whole=False) is None
        else:
            proof.check()
            types = map(moments.moments, section_types(size, largest))
            assert not solvable(moment_equations(features, size), list(types))


def test_planted_errors_in_a_contradiction_are_refused():
    good = contradiction(6, 113, 44)
    good.check()
    one, pairs, triples = good.weights
    planted = [
        good._replace(largest=45),
        good._replace(size=112),
        good._replace(features=7),
        good._replace(weights=(one - 1, pairs, triples)),
        good._replace(weights=(one, pairs + 1, triples)),
        good._replace(weights=(one, pairs, triples - 1)),
        good._replace(weights=(-one, -pairs, -triples)),
        good._replace(weights=(0, 0, 0)),
        good._replace(weights=(10**9, 0, 0)),
    ]
    for proof in planted:
        with pytest.raises(CapsetError, match="no cap of"):
            proof.check()
    with pytest.raises(CapsetError, match="sum to 0, which may be"):
        Contradiction(4, 20, 9, (0, 0, 0)).check()
    with pytest.raises(CapsetError, match="may be"):
        contradiction(4, 21, 9)._replace(features=5).check()


def test_planted_errors_in_a_class_bound_are_refused():
    good = least_classes(6, 113, 45, 44, 44)
    one, pairs, triples = good.weights
    planted = [
        good._replace(largest=46),
        good._replace(first=45),
        good._replace(second=45),
        good._replace(size=114),
        good._replace(weights=(one + 1, pairs, triples)),
        good._replace(weights=(one, pairs + 1, triples)),
        good._replace(weights=(one, pairs, triples + 1)),
        good._replace(denominator=good.denominator - 1),
        good._replace(denominator=-1),
    ]
    for proof in planted:
        with pytest.raises(CapsetError, match="a cap of"):
            proof.check()


def test_a_weaker_class_bound_is_still_a_proof():
    bound = ClassBound(6, 113, 45, 44, 44, (0, 0, 0), 1)
    bound.check()
    assert (bound.bound, bound.classes) == (Fraction(0), 0)


def test_what_has_no_moments_is_refused():
    with pytest.raises(CapsetError, match="2 or more features"):
        moment_equations(1, 3)
    with pytest.raises(CapsetError, match="0 or more points"):
        contradiction(3, -1, 3)
    with pytest.raises(CapsetError, match="at most the largest"):
        least_classes(3, 9, 4, 2, 3)
