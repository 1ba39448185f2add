"""Classes of collections against published counts and a naive classification."""

from itertools import combinations

import pytest

from capset import Game
from capset.caps.slices import classes, finished, slice_roots
from capset.caps.symmetry import canonical_form, group_order
from tests import naive


@pytest.mark.parametrize(
    ("game", "size", "count"),
    [
        (Game(3, 2), 4, 1),
        (Game(3, 2), 3, 1),
        (Game(3, 3), 9, 1),
        (Game(3, 3), 8, 3),
        (Game(3, 4), 20, 1),
        (Game(3, 4), 19, 1),
        (Game(3, 4), 18, 20),
        (Game(4, 1), 3, 1),
    ],
)
def test_published_numbers_of_classes(game: Game, size: int, count: int) -> None:
    found = classes(game, size)
    assert len(found) == count
    for collection in found:
        assert len(collection) == size
        assert not list(game.sets_in(collection))


def number_of_copies(game: Game, collection: tuple[int, ...]) -> int:
    form = canonical_form(game, dict.fromkeys(collection, 1))
    assert form is not None
    return group_order(game) // form.order


@pytest.mark.parametrize(("size", "copies"), [(20, 682_344), (19, 13_646_880), (18, 6_482_268_000)])
def test_orbits_add_up_to_the_published_numbers_of_caps(size: int, copies: int) -> None:
    game = Game(3, 4)
    assert sum(number_of_copies(game, found) for found in classes(game, size)) == copies


@pytest.mark.parametrize("size", [6, 7, 8, 9])
def test_orbits_of_the_deck_of_16_add_up_to_a_naive_count(size: int) -> None:
    game = Game(4, 2)
    sets = [set(found) for found in combinations(game.deck, 4) if naive.is_set(found, 4, 2)]
    count = sum(
        not any(found <= set(cards) for found in sets) for cards in combinations(game.deck, size)
    )
    assert sum(number_of_copies(game, found) for found in classes(game, size)) == count


def test_roots_hold_each_class_of_largest_slices_with_its_capacity() -> None:
    roots = finished(slice_roots(Game(3, 5), 46, 20))
    assert [(root.capacity, len(root.taken)) for root in roots] == [(20, 21), (19, 20)]
    for root in roots:
        assert set(root.taken) | set(root.excluded) == set(range(82))
        assert root.named == (81,)
    assert [root.capacity for root in finished(slice_roots(Game(4, 3), 29, 9))] == [9] * 3 + [8] * 7
