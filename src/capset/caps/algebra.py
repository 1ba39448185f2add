"""Stabilisers as programs for GAP and Sage, which number the cards of a deck from 1."""

from __future__ import annotations

from collections.abc import Iterator

from capset.caps.analysis import Analysis
from capset.caps.stabiliser import affine_map
from capset.caps.symmetry import is_affine

SYSTEMS = ("gap", "sage")


def cycles(images: list[int]) -> list[tuple[int, ...]]:
    """Return the cycles of a permutation that are longer than 1, of points from 1."""
    found, seen = [], set()
    for start in range(len(images)):
        cycle, point = [], start
        while point not in seen:
            seen.add(point)
            cycle.append(point + 1)
            point = images[point]
        if len(cycle) > 1:
            found.append(tuple(cycle))
    return found


def program_lines(analysis: Analysis, system: str) -> Iterator[str]:
    """Yield the lines of a program that defines a collection and its stabiliser.

    `system` is one of :data:`SYSTEMS`.
    """
    game = analysis.game
    is_gap = system == "gap"
    end = ";;" if is_gap else ""
    sets = ":=" if is_gap else "="
    yield f"# A collection of {len(analysis.cards)} of {game.deck_size} cards, {game!r}."
    yield "# A card is a point: 1 + its digits, the first the highest, in the base of the values."
    yield f"# Its stabiliser in the {analysis.group} group has order {analysis.order}."
    yield f"collection {sets} {[card + 1 for card in analysis.cards]}{end}"
    yield f"stabiliser {sets} {'Group' if is_gap else 'PermutationGroup'}(["
    rows = analysis.generators.tolist() or [list(game.deck)]
    texts = [_gap_cycles(row) if is_gap else str(cycles(row) or "()") for row in rows]
    yield ",\n".join(f"  {text}" for text in texts)
    domain = "" if is_gap else f", domain=range(1, {game.deck_size + 1})"
    yield f"]{domain}){end}"
    if is_gap:
        yield f"Size(stabiliser) = {analysis.order};"
        yield "Set(collection) = Union(Orbits(stabiliser, collection));"
    else:
        yield f"assert stabiliser.order() == {analysis.order}"
        yield "assert all(Set(g(p) for p in collection) == Set(collection)"
        yield "           for g in stabiliser.gens())"
    if is_affine(game, analysis.group):
        yield "# The generators take x to Mx + t, over the field of three elements."
        maps = [affine_map(game, images) for images in analysis.generators]
        matrices = [list(map(list, one.matrix)) for one in maps]
        shifts = [list(one.shift) for one in maps]
        if is_gap:
            yield f"matrices := {matrices} * Z(3)^0;;"
            yield f"shifts := {shifts} * Z(3)^0;;"
        else:
            yield f"matrices = [matrix(GF(3), rows) for rows in {matrices}]"
            yield f"shifts = [vector(GF(3), entries) for entries in {shifts}]"


def _gap_cycles(images: list[int]) -> str:
    return "".join(f"({','.join(map(str, cycle))})" for cycle in cycles(images)) or "()"
