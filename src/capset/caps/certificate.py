"""What a search claims and why, as a file that :mod:`capset.caps.verify` rechecks.

docs/certificates.md describes the format. A certificate holds a collection, an upper bound, and
a proof of the bound: bounds for the decks of 1, 2, ... features and lists of slice classes, each
with the theorem or the search trees that it rests on. The trees are those of the search again,
with a line for each card taken, each image excluded, and each bound; nothing is kept of them
while the search itself runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from gzip import GzipFile
from hashlib import sha256
from itertools import chain
from pathlib import Path

import numpy as np

from capset import __version__
from capset.caps.bounds import cards_left, known_bound, section_capacity
from capset.caps.geometry import theorem_bound
from capset.caps.search import Result
from capset.caps.sections import blocked_direction, least_slice, types_ruled_out
from capset.caps.slices import classes, is_cut_by_slices, plain_roots, slice_root
from capset.caps.symmetry import canonical_form
from capset.caps.tree import Array, Root, directions, proof_log, rules_of
from capset.caps.verify import FORMAT, MOST_CARDS, MOST_FEATURES
from capset.errors import ProblemError
from capset.files import written_whole
from capset.game import Game
from capset.kernels.branching import MIRRORS, TAKES
from capset.notation import digits_notation


def write_certificate(
    result: Result, path: Path | str, progress: Callable[[int], None] | None = None
) -> int:
    """Write the certificate of a result to a file, and return its number of lines.

    It is compressed where the name ends in ``.gz``. The searches that the proof rests on are
    done once more; `progress` is told the number of lines written. The file is there only when
    it is whole.

    Raises:
        ProblemError: where the deck is too large for the checker.
        OSError: where the file cannot be written.
    """
    number = 0
    with written_whole(path) as file:
        is_compressed = str(path).endswith(".gz")
        stream = GzipFile("", "wb", 6, file) if is_compressed else file
        for number, line in enumerate(certificate(result), 1):
            stream.write(line.encode("ascii") + b"\n")
            if progress and number % 10_000 == 0:
                progress(number)
        if is_compressed:
            stream.close()
    return number


def certificate(result: Result) -> Iterator[str]:
    """Yield the lines of a certificate of a result.

    Raises:
        ProblemError: where the deck is too large for the checker.
    """
    game = result.problem.game
    if game.deck_size > MOST_CARDS or game.features > MOST_FEATURES:
        raise ProblemError(
            f"certificates are for decks of at most {MOST_CARDS:,} cards and {MOST_FEATURES} "
            f"features, not of {game.deck_size:,} and {game.features}"
        )
    number, digest = 0, sha256()
    for line in chain(_claim(result), _Proof(result).lines()):
        number += 1
        digest.update(line.encode() + b"\n")
        yield line
    yield f"end {number} {digest.hexdigest()}"


def _claim(result: Result) -> Iterator[str]:
    problem = result.problem
    write = digits_notation(problem.game).write
    yield FORMAT
    yield f"# written by capset {__version__}; `capset verify FILE` checks it"
    yield f"deck {problem.game.values} {problem.game.features}"
    for word, cards in (
        ("forced", problem.forced),
        ("excluded", problem.excluded),
        ("collection", result.collection),
    ):
        yield " ".join([word, *map(write, cards)])
    yield f"at-least {result.lower}"
    yield f"at-most {result.upper}"


class _Proof:
    """The proof of an upper bound; what it rests on comes first, and only once."""

    def __init__(self, result: Result) -> None:
        self._problem = result.problem
        self._upper = result.upper
        self._bounded: set[Game] = set()
        self._listed: set[tuple[Game, int]] = set()

    def lines(self) -> Iterator[str]:
        """Yield the steps of the proof, the conclusion last."""
        problem, game, upper = self._problem, self._problem.game, self._upper
        if problem.is_free or known_bound(game) <= upper:
            yield from self._bound(game, upper if problem.is_free else known_bound(game))
            yield "conclusion deck"
        elif cards_left(problem) <= upper:
            yield "conclusion cards-left"
        else:
            yield from self._section_bound(game)
            yield "conclusion search"
            yield "by conditions"
            capacity = section_capacity(game)
            for root in plain_roots(game, problem.forced, problem.excluded, capacity):
                yield "root"
                yield from _tree(game, root, upper + 1)

    def _bound(self, game: Game, upper: int) -> Iterator[str]:
        """Yield why no set-free collection of a deck has more than `upper` cards."""
        if game in self._bounded:
            return
        self._bounded.add(game)
        if game.features > 2:
            yield from self._section_bound(game)
        theorem = theorem_bound(game, section_capacity(game) if game.features > 2 else None)
        if game.features <= 2:
            reason = ("one-feature", "two-features")[game.features - 1]
        elif theorem.proof is None:
            reason = "slices"
        else:
            reason = f"moments {_texts(theorem.proof.weights)}"
        yield f"bound {game.features} {theorem.value} {reason}"
        if upper < theorem.value:
            yield from self._needed(game, upper + 1)
            yield f"bound {game.features} {upper} search"
            yield from self._trees(game, upper + 1)

    def _section_bound(self, game: Game) -> Iterator[str]:
        """Yield why no slice of a deck holds more than it can."""
        if game.features > 1:
            yield from self._bound(Game(game.values, game.features - 1), section_capacity(game))

    def _classes(self, game: Game, size: int) -> Iterator[str]:
        """Yield a list of classes, and the trees that show that it is complete."""
        if (game, size) in self._listed:
            return
        self._listed.add((game, size))
        yield from self._needed(game, size)
        listed = classes(game, size)
        yield f"classes {game.features} {size} {len(listed)}"
        yield from (f"class {_texts(cards)}" for cards in listed)
        yield from self._trees(game, size, {cards: place for place, cards in enumerate(listed)})

    def _needed(self, game: Game, target: int) -> Iterator[str]:
        """Yield what the trees for `target` cards rest on: a slice's bound, its classes."""
        yield from self._section_bound(game)
        if is_cut_by_slices(game):
            capacity = section_capacity(game)
            for size in range(capacity, least_slice(game, target, capacity).size - 1, -1):
                yield from self._classes(Game(game.values, game.features - 1), size)

    def _trees(
        self, game: Game, target: int, listed: Mapping[tuple[int, ...], int] | None = None
    ) -> Iterator[str]:
        """Yield trees that show that there are no `target` cards, but for the classes listed."""
        capacity = section_capacity(game)
        if not is_cut_by_slices(game):
            yield "by first-card"
            for root in plain_roots(game, (), (), capacity):
                yield "root"
                yield from _tree(game, root, target, listed)
            return
        least = least_slice(game, target, capacity)
        yield f"by slices {_texts((least.size, *(least.proof.weights if least.proof else ())))}"
        for size in range(capacity, least.size - 1, -1):
            slices = classes(Game(game.values, game.features - 1), size)
            blocked = [blocked_direction(game, slice_cards, target) for slice_cards in slices]
            if game.values == 3:
                is_used = any(direction is not None for direction in blocked)
                proofs = types_ruled_out(game, target, size) if is_used else ()
                yield f"size {size} {len(proofs)}"
                for proof in proofs:
                    assert proof.without is not None
                    numbers = (*proof.without, *proof.weights, proof.denominator)
                    yield f"without {_texts(numbers)}"
            for place, (slice_cards, direction) in enumerate(zip(slices, blocked, strict=True)):
                if direction is not None:
                    yield f"blocked {size} {place} {''.join(map(str, direction))}"
                else:
                    yield f"root {size} {place}"
                    yield from _tree(game, slice_root(game, target, slice_cards), target, listed)


def _tree(
    game: Game, root: Root, target: int, listed: Mapping[tuple[int, ...], int] | None = None
) -> Iterator[str]:
    """Yield the lines of one search tree."""
    symmetries = _Symmetries(game)
    group = rules_of(game, root).group
    ways = ["".join(map(str, direction)) for direction in directions(game)]
    for log, collection in proof_log(game, root, target):
        for kind, number, row in log.tolist():
            if kind == TAKES:
                yield f"+{number}"
            elif kind == MIRRORS:
                # the card is the image of one that is out, and the inverse takes it there
                inverse = np.argsort(group[row])
                yield from symmetries.definition(inverse)
                yield f"~{number} {symmetries.number(inverse)}"
            else:
                yield f".{ways[number]}"
        if collection:
            assert listed is not None, "a collection was found where none can be"
            form = canonical_form(game, dict.fromkeys(collection, 1))
            assert form is not None
            to_standard = np.argsort(form.frames[0])
            yield from symmetries.definition(to_standard)
            yield f"={listed[form.cards]} {symmetries.number(to_standard)}"


class _Symmetries:
    """The symmetries that a tree uses, numbered as they come."""

    def __init__(self, game: Game) -> None:
        v, n = game.values, game.features
        # what the images of a symmetry follow from
        self._frame = [0] + [
            value * v**place
            for place in reversed(range(n))
            for value in range(1, 2 if v == 3 else v)
        ]
        self._numbers: dict[bytes, int] = {}

    def definition(self, images: Array) -> Iterator[str]:
        """Yield the line that defines a symmetry, if it is a new one."""
        shown = images[self._frame]
        if shown.tobytes() not in self._numbers:
            number = self._numbers[shown.tobytes()] = len(self._numbers)
            yield f"g{number} {_texts(shown)}"

    def number(self, images: Array) -> int:
        """The number of a symmetry that was defined."""
        return self._numbers[images[self._frame].tobytes()]


def _texts(things: Iterable[object]) -> str:
    return " ".join(map(str, things))
