"""Which slices can be the largest: laws that real caps obey, and the checker's word for them."""

from functools import cache

import numpy as np
import pytest

from capset import Game
from capset.caps.moments import impossible_types, least_classes
from capset.caps.problem import Problem
from capset.caps.search import Search
from capset.caps.sections import blocked_direction, least_slice, types_ruled_out
from capset.caps.slices import classes
from capset.caps.tree import directions
from capset.caps.verify.check import _Check
from capset.caps.verify.text import Text
from capset.caps.verify.trees import Trees
from capset.errors import CapsetError, CertificateError


@cache
def largest_cap(features):
    search = Search(Problem(Game(3, features)))
    for _ in search:
        pass
    return search.collection


def digits(cards, features):
    return np.array(cards).reshape(-1, 1) // 3 ** np.arange(features - 1, -1, -1) % 3


def types_of(cap, features):
    """The numbers of points in the three hyperplanes of each direction."""
    values = digits(cap, features) @ directions(Game(3, features)).T % 3
    return [tuple(np.bincount(column, minlength=3).tolist()) for column in values.T]


def section(cap, features, direction, value):
    """A section as a cap of the deck with one feature less."""
    rows = digits(cap, features)
    rows = rows[rows @ direction % 3 == value]
    # a feature that the direction depends on is told by the others
    dropped = np.flatnonzero(direction)[0]
    rest = np.delete(rows, dropped, axis=1)
    return tuple(sorted((rest @ 3 ** np.arange(features - 2, -1, -1)).tolist()))


@pytest.mark.parametrize("features", [3, 4, 5])
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_what_a_real_cap_has_is_not_ruled_out(features, missing):
    game = Game(3, features)
    cap = largest_cap(features)[missing:]
    types = types_of(cap, features)
    most = max(map(max, types))
    assert least_slice(game, len(cap), most).size <= most
    ruled_out = {proof.without for proof in types_ruled_out(game, len(cap), most)}
    assert ruled_out.isdisjoint(tuple(sorted(row, reverse=True)) for row in types)
    for direction, row in zip(directions(game), types, strict=True):
        for value in range(3):
            if row[value] == most:
                slice_cards = section(cap, features, direction, value)
                assert len(slice_cards) == most
                assert blocked_direction(game, slice_cards, len(cap)) is None


def test_only_two_types_are_left_for_45_cards_with_sections_of_18():
    proofs = types_ruled_out(Game(3, 5), 45, 18)
    for proof in proofs:
        proof.check()
        assert proof.bound > 120
    assert len(proofs) == 10
    assert {(15, 15, 15), (18, 18, 9)}.isdisjoint({proof.without for proof in proofs})
    with pytest.raises(CapsetError, match="weight of more"):
        proofs[2]._replace(denominator=proofs[2].denominator - 1).check()
    assert "not of type (16, 15, 14)" in str(proofs[0])


def test_no_type_is_ruled_out_in_vain():
    """There are as many types left as with the counts' own bound: the program says the same."""
    for features, size, largest in [(4, 20, 9), (4, 18, 8), (5, 46, 19)]:
        for proof in impossible_types(features, size, largest):
            proof.check()
            assert proof.classes == (3**features - 1) // 2
    assert least_classes(4, 20, 9, 0).classes == 40


def test_twelve_of_the_twenty_classes_are_blocked():
    game = Game(3, 5)
    blocked = [blocked_direction(game, cards, 45) for cards in classes(Game(3, 4), 18)]
    assert sum(direction is not None for direction in blocked) == 12
    # in the direction named there is no square, by trying all squares of the two types
    for cards, direction in zip(classes(Game(3, 4), 18), blocked, strict=True):
        remainders = {tuple(sorted(section % 3 for section in row)) for row in types_of(cards, 4)}
        if direction is None:
            assert all(len(set(row)) == 1 for row in remainders)


@pytest.mark.parametrize("game", [Game(4, 3), Game(3, 2)])
def test_nothing_is_said_of_other_decks(game):
    smaller = Game(game.values, game.features - 1)
    assert blocked_direction(game, tuple(range(game.values - 1)), smaller.deck_size) is None
    assert blocked_direction(Game(3, 4), largest_cap(3), 9) is None


# the checker


def roots(lines):
    """The roots that the checker gives for 45 cards, the largest slice one of the 18-caps."""
    text = Text(iter(lines), None)
    check = _Check(text, Trees(text, None, 0))
    check.values, check.features, check.decks = 3, 5, {}
    check.classes = {(4, 18): list(map(list, classes(Game(3, 4), 18)))}
    return list(check._slice_roots(5, 45, 18))


def lines_of_roots():
    proofs = types_ruled_out(Game(3, 5), 45, 18)
    lines = [f"size 18 {len(proofs)}"]
    for proof in proofs:
        numbers = (*proof.without, *proof.weights, proof.denominator)
        lines.append(" ".join(map(str, ("without", *numbers))))
    for place, cards in enumerate(classes(Game(3, 4), 18)):
        direction = blocked_direction(Game(3, 5), cards, 45)
        end = "" if direction is None else " " + "".join(map(str, direction))
        lines.append(f"{'blocked' if end else 'root'} 18 {place}{end}")
    return lines


def test_checker_follows():
    assert len(roots(lines_of_roots())) == 8


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size 18 10", "size 18 9", "due here"),
        ("size 18 10", "size 17 10", "`size 18`"),
        ("size 18 10", "size 18", "`size 18`"),
        ("without 16 15 14 -2729", "without 16 15 14 -2728", "too much"),
        ("without 16 15 14 -2729", "without 16 15 14 -2740", "may be a parallel class"),
        ("without 16 15 14", "without 15 15 15", "too much"),
        ("without 16 15 14 -2729 13 -1 1", "without 16 15 14 -2729 13 -1 0", "from 1"),
        ("without 16 15 14 -2729 13 -1 1", "without 16 15 14 -2729 13 -1", "denominator are due"),
        ("root 18 0", "blocked 18 0 0001", "are possible in this direction"),
        ("root 18 0", "blocked 18 0 0000", "no direction"),
        ("root 18 0", "blocked 18 0", "due here"),
        ("root 18 1", "root 18 2", "`root 18 1`"),
        ("blocked 18 2 0001\n", "", "`root 18 2`"),
        # one type less ruled out leaves squares for some slice
        ("size 18 10\nwithout 16 15 14 -2729 13 -1 1", "size 18 9", "are possible"),
    ],
)
def test_checker_refuses_what_is_not_proved(old, new, message):
    text = "\n".join(lines_of_roots())
    assert old in text
    with pytest.raises(CertificateError, match=message):
        roots(text.replace(old, new, 1).splitlines())
