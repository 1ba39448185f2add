"""All optimal collections, against all collections listed naively."""

from random import Random

import numpy as np
import pytest

from capset import Game, Problem, Search
from capset.caps import optimal
from capset.caps.optimal import copies_of, optimal_classes, remaining_symmetry
from capset.caps.slices import finished

from . import naive_classes
from .oracle import random_conditions

DECKS = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2)]


def naively(problem: Problem) -> np.ndarray:
    """The largest collections that meet the conditions, as masks."""
    forced = sum(1 << card for card in problem.forced)
    excluded = sum(1 << card for card in problem.excluded)
    best = np.zeros(0, np.int64)
    for level in naive_classes.set_free_levels(problem.game.values, problem.game.features):
        meeting = level[(level & forced == forced) & (level & excluded == 0)]
        if len(meeting):
            best = meeting
    return best


def listed(problem: Problem) -> tuple[set[int], int]:
    search = Search(problem)
    for _ in search:
        pass
    classes = finished(optimal_classes(problem, search.result.lower))
    symmetry = remaining_symmetry(problem)
    masks: list[int] = []
    for found in classes:
        assert found.order * found.copies == symmetry.order
        copies = [
            sum(1 << card for card in cards)
            for block in copies_of(found.cards, symmetry)
            for cards in block.tolist()
        ]
        assert len(copies) == found.copies
        masks += copies
    assert len(set(masks)) == len(masks)  # no two classes meet
    return set(masks), len(classes)


@pytest.mark.parametrize("deck", DECKS)
def test_all_optimal_collections(deck: tuple[int, int]) -> None:
    problem = Problem(Game(*deck))
    masks, classes = listed(problem)
    everything = naively(problem)
    assert masks == set(everything.tolist())
    generators = naive_classes.generators(*deck, "full")
    assert classes == len(set(naive_classes.orbits(everything, generators).tolist()))


@pytest.mark.parametrize("deck", [(3, 2), (3, 3), (4, 2), (5, 1)])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("has_forms", [True, False])
def test_under_conditions(
    deck: tuple[int, int], seed: int, has_forms: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_forms:
        monkeypatch.setattr(optimal, "canonical_form", lambda *_, **__: None)
    forced, excluded = random_conditions(Random(seed), *deck)
    problem = Problem(Game(*deck), forced, excluded)
    masks, _ = listed(problem)
    assert masks == set(naively(problem).tolist())


def test_nothing_is_left() -> None:
    game = Game(3, 2)
    assert listed(Problem(game, [], game.deck)) == ({0}, 1)


def test_the_real_deck() -> None:
    (found,) = finished(optimal_classes(Problem(Game()), 20))
    assert (found.order, found.copies) == (2880, 682344)
    # two cards, forced and excluded: any such pair is like any other
    problem = Problem(Game(), [0], [1])
    classes = finished(optimal_classes(problem, 20))
    assert sum(one.copies for one in classes) == 682344 * 20 * 61 // (81 * 80)
