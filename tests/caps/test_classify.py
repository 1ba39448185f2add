"""Classes of collections: against all collections listed naively, and against published tables."""

import os
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from capset import Game, ProblemError
from capset.caps import classify
from capset.caps.classify import Classification
from capset.caps.counts import SizeCount, counts, size_count
from capset.caps.levels import Family, Levels, children_type, family_of, merged
from capset.caps.spread import local_crew
from capset.caps.symmetry import canonical_form, group_order
from tests import naive

from . import naive_classes, oracle

REAL = [
    (0, 1, 1), (1, 81, 1), (2, 3240, 1), (3, 84240, 1), (4, 1579500, 2), (5, 22441536, 3),
    (6, 247615056, 7), (7, 2144076480, 11), (8, 14587567020, 33), (9, 77541824880, 91),
    (10, 318294370368, 267), (11, 991227481920, 670), (12, 2284535476080, 1437),
    (13, 3764369026080, 2225), (14, 4217827554720, 2489), (15, 2970003246912, 1756),
    (16, 1141342138404, 748), (17, 176310866160, 143), (18, 6482268000, 20), (19, 13646880, 1),
    (20, 682344, 1),
]  # fmt: skip


def found(family: Family, last: int | None = None, group: str = "") -> list[SizeCount]:
    with Classification(family) as classification:
        return list(counts(classification, 0, last, group))


def expected(values: int, features: int, group: str) -> list[SizeCount]:
    """The same from all collections listed, and moved by generators of the group."""
    answer = []
    for size, level in enumerate(naive_classes.set_free_levels(values, features)):
        labels = naive_classes.orbits(level, naive_classes.generators(values, features, group))
        complete = naive_classes.complete(level, values, features)
        numbers = [
            number for part in (labels, labels[complete])
            for number in (len(part), len(np.unique(part)))
        ]  # fmt: skip
        answer.append(SizeCount(size, *numbers))
    return answer


def test_the_real_deck_as_knuth_counted_it() -> None:
    answer = found(Family(Game()))
    assert [count[:3] for count in answer] == REAL
    assert all(count.complete_classes == 0 for count in answer[:15])
    assert answer[20].complete_collections == 682344


@pytest.mark.parametrize("deck", [deck for deck in oracle.SMALL if deck[0] <= 9])
def test_every_small_deck_against_all_its_collections(deck: tuple[int, int]) -> None:
    assert found(Family(Game(*deck))) == expected(*deck, "full")


@pytest.mark.parametrize("values", [10, 13, 20])
def test_decks_of_one_feature(values: int) -> None:
    answer = found(Family(Game(values, 1)))
    assert [count[:3] for count in answer] == [(k, comb(values, k), 1) for k in range(values)]
    assert [count.complete_classes for count in answer] == [0] * (values - 1) + [1]


@pytest.mark.parametrize("features", [1, 2, 3])
def test_the_symmetry_of_the_game_made_and_counted(features: int) -> None:
    game = Game(3, features)
    naive_answer = expected(3, features, "game")
    assert found(Family(game, "game")) == naive_answer
    assert found(Family(game), group="game") == naive_answer


@pytest.mark.parametrize(("features", "last"), [(4, 6), (5, 4), (6, 3)])
def test_the_symmetry_of_the_game_counted_in_two_ways(features: int, last: int) -> None:
    game = Game(3, features)
    assert found(Family(game), last, "game") == found(Family(game, "game"), last)


def test_the_symmetry_of_the_game_for_the_real_deck() -> None:
    answer = found(Family(Game()), group="game")
    assert [count.collections for count in answer] == [row[1] for row in REAL]
    # no class has more members than the group
    for count in answer:
        assert count.classes >= -(-count.collections // group_order(Game(), "game"))
    assert [count.classes for count in answer[:7]] == [1, 1, 4, 16, 128, 1015, 9231]
    assert answer[20].classes == answer[20].complete_classes == 80


@pytest.mark.parametrize(("values", "features"), [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1)])
@pytest.mark.parametrize("group", ["full", "game"])
def test_burnside(values: int, features: int, group: str) -> None:
    """Orbits are as many as collections are fixed by a symmetry on average (the lemma)."""
    game = Game(values, features)
    form = canonical_form(game, {}, group=group)
    assert form is not None
    symmetries = form.stabiliser.tolist()
    for count, level in zip(
        found(Family(game, group)), naive_classes.set_free_levels(values, features), strict=True
    ):
        fixed = sum(
            np.count_nonzero(naive_classes.moved(level, symmetry) == level)
            for symmetry in symmetries
        )
        assert (count.classes, 0) == divmod(fixed, len(symmetries))


def independent_count(values: int, features: int, size: int) -> int:
    """The labelled collections of a size, counted by backtracking over the cards in order."""
    sets = naive_classes.sets_of_deck(values, features)
    by_last = [[s for s in sets if max(s) == card] for card in range(values**features)]
    masks = [[sum(1 << c for c in s if c != card) for s in some] for card, some in
             enumerate(by_last)]  # fmt: skip

    def count(card: int, chosen: int, missing: int) -> int:
        if missing == 0:
            return 1
        return sum(
            count(other + 1, chosen | 1 << other, missing - 1)
            for other in range(card, values**features - missing + 1)
            if not any(chosen & mask == mask for mask in masks[other])
        )

    return count(0, 0, size)


@pytest.mark.parametrize(
    ("values", "features", "size"), [(3, 4, 4), (3, 5, 2), (4, 3, 4), (6, 2, 4), (5, 3, 2)]
)
def test_orbit_sums_are_the_labelled_collections(values: int, features: int, size: int) -> None:
    answer = found(Family(Game(values, features)), size)
    assert answer[size].collections == independent_count(values, features, size)


def test_larger_decks_as_measured() -> None:
    """Figures that were checked by counting in two ways when they were made; see the docs."""
    assert [count.classes for count in found(Family(Game(3, 5)), 9)] == [
        1, 1, 1, 1, 2, 3, 8, 16, 59, 262,
    ]  # fmt: skip
    assert found(Family(Game(6, 2)))[-1][:3] == (25, 93276, 7)


def test_representatives_are_of_different_classes_with_the_stabilisers_they_say() -> None:
    family = Family(Game(3, 3))
    with Classification(family) as classification:
        list(counts(classification))
        for size in range(1, 10):
            (block,) = classification.classes(size)
            forms = []
            for cards, order, free in zip(
                block["cards"].tolist(), block["order"], block["free"], strict=True
            ):
                assert len(set(cards)) == size
                assert oracle.is_set_free(cards, 3, 3)
                form = canonical_form(family.game, dict.fromkeys(cards, 1))
                assert form is not None
                assert len(form.frames) == order
                assert free == 27 - size - len(naive.forbidden(cards, 3, 3))
                forms.append(form.colours)
            assert len(set(forms)) == len(forms)
        assert list(classification.classes(10)) == []


@pytest.mark.parametrize("family", [Family(Game(3, 3)), Family(Game(4, 2)), Family(Game(), "full")])
def test_a_worthless_hash_makes_no_difference(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Children that a hash does not tell apart are told apart by canonical forms."""
    last = 7
    right = found(family, last)
    shape = classify._shape
    splits = []
    form_of = classify.form_of
    monkeypatch.setattr(classify, "_shape", lambda family: shape(family)._replace(rounds=0))
    monkeypatch.setattr(
        classify, "form_of", lambda *arguments: splits.append(1) or form_of(*arguments)
    )
    assert found(family, last) == right
    assert splits


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_broken_off_ends_with_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr(classify, "_WORK", 2e6)  # many small pieces
    monkeypatch.setattr(classify, "_CHECKED", 5)
    family, random = Family(Game()), Random(1)
    with Classification(family, tmp_path / "whole") as classification:
        for _ in classification.steps(9):
            pass
    with local_crew(workers) as crew:
        breaks = 0
        while True:
            with Classification(family, tmp_path / "broken", crew) as classification:
                steps = classification.steps(9)
                for _ in range(random.randrange(1, 12)):
                    if next(steps, None) is None:
                        break
                else:
                    steps.close()
                    breaks += 1
                    continue
                break
    assert breaks > 5
    names = {path.name for path in (tmp_path / "whole").iterdir()}
    assert names == {path.name for path in (tmp_path / "broken").iterdir()}
    assert not any("part" in name for name in names)
    for name in names:
        assert (tmp_path / "whole" / name).read_bytes() == (
            tmp_path / "broken" / name
        ).read_bytes(), name


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    with Classification(Family(Game(3, 2)), tmp_path / "a") as classification:
        assert size_count(classification, 0).classes == 1
        with pytest.raises(ProblemError, match="in use"):
            Classification(Family(Game(3, 2)), tmp_path / "a")
        with pytest.raises(ProblemError, match="not of"):
            Classification(Family(Game(3, 3)), tmp_path / "a")
        with pytest.raises(ProblemError, match="all group are not known"):
            size_count(classification, 1, "all")
    assert family_of(tmp_path / "a") == Family(Game(3, 2))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "precious").touch()
    with pytest.raises(ProblemError, match="no empty folder"):
        Classification(Family(Game(3, 2)), tmp_path / "b")
    assert os.listdir(tmp_path / "b") == ["precious"]
    for text in ("", "[]", '{"format": "capset classification 0"}', "\xff"):
        (tmp_path / "a" / "family.json").write_bytes(text.encode("latin-1"))
        with pytest.raises(ProblemError, match="no classification of this version"):
            family_of(tmp_path / "a")
    with pytest.raises(ProblemError, match="no classification"):
        family_of(tmp_path / "nothing")


def test_a_damaged_level(tmp_path: Path) -> None:
    with Classification(Family(Game(3, 2)), tmp_path) as classification:
        list(counts(classification))
    path = tmp_path / "2.classes"
    path.write_bytes(path.read_bytes()[:-1])
    classification = Classification(Family(Game(3, 2)), tmp_path)
    with classification, pytest.raises(ProblemError, match="not whole"):
        list(counts(classification))


def test_decks_out_of_reach() -> None:
    for game in (Game(3, 8), Game(30, 2), Game(22, 1)):
        with pytest.raises(ProblemError, match="out of reach"):
            Classification(Family(game))


@pytest.mark.parametrize("bucket_bytes", [1 << 28, 4000, 100])
def test_records_merged_in_little_memory(bucket_bytes: int) -> None:
    random = np.random.default_rng(3)
    kind = children_type(2)
    parts, shares = [], {}
    firsts: dict[int, list[int]] = {}
    for number in range(6):
        length = random.integers(0, 200)
        hashes = np.unique(random.integers(0, 400, length, np.uint64) * np.uint64(2**55 - 1))
        part = np.zeros(len(hashes), kind)
        part["hash"], part["share"] = hashes, random.integers(1, 100, len(hashes))
        part["cards"] = number
        parts.append(part)
        for row in part:
            shares[int(row["hash"])] = shares.get(int(row["hash"]), 0) + int(row["share"])
            firsts.setdefault(int(row["hash"]), row["cards"].tolist())
    blocks = list(merged(parts, bucket_bytes))
    assert (len(blocks) > 1) == (bucket_bytes < 1 << 28)
    rows = np.concatenate(blocks)
    assert rows["hash"].tolist() == sorted(shares)
    assert dict(zip(rows["hash"].tolist(), rows["share"].tolist(), strict=True)) == shares
    assert dict(zip(rows["hash"].tolist(), rows["cards"].tolist(), strict=True)) == firsts


@pytest.mark.parametrize(
    ("values", "features", "size"), [(3, 2, 4), (3, 2, 6), (3, 3, 3), (4, 2, 4), (4, 2, 5)]
)
def test_hands_with_sets_inside(values: int, features: int, size: int) -> None:
    game = Game(values, features)
    with Classification(Family(game, with_sets=True)) as classification:
        for _ in classification.steps(size):
            pass
        blocks = list(classification.classes(size))
    copies = np.concatenate([classification.order // block["order"] for block in blocks])
    assert copies.sum() == comb(game.deck_size, size)
    if size < 6:
        everything = naive_classes.all_masks(game.deck_size, size)
        labels, members = np.unique(
            naive_classes.orbits(everything, naive_classes.generators(values, features, "full")),
            return_counts=True,
        )
        assert len(labels) == len(copies)
        assert sorted(members.tolist()) == sorted(copies.tolist())


def test_levels_of_nothing(tmp_path: Path) -> None:
    with Levels(tmp_path, Family(Game(3, 1))) as levels:
        levels.add(1, [])
        assert levels.has(1)
        assert len(levels.classes(1)) == 0
