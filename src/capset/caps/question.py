"""A question in the making: is there a collection of so many cards? Searched in pieces."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import NamedTuple

from capset.caps.spread import Crew
from capset.caps.tree import Cube, Root, Sitting, nodes_of_sitting, remaining, searched, whole
from capset.errors import WorkerError
from capset.game import Game
from capset.kernels.branching import Stack

_LONGEST = 64  # sittings in a piece, some 20 s


class Piece(NamedTuple):
    """A part that is still open: a cube below one of the roots, and its share of the whole."""

    root: int
    cube: Cube
    weight: float


class Question:
    """The question whether there is a collection of ``target`` cards below some roots.

    ``pieces`` are what is left to search, in order; while sittings are under way, without
    those that are.
    """

    def __init__(
        self, game: Game, target: int, roots: list[Root], pieces: Iterable[Piece] | None = None
    ) -> None:
        self.game = game
        self.target = target
        self.roots = roots
        if pieces is None:
            pieces = (
                Piece(place, whole(game, root), 1 / len(roots)) for place, root in enumerate(roots)
            )
        self.pieces = deque(pieces)
        self._begun: dict[Piece, float] = {}

    @property
    def share(self) -> float:
        """Roughly how much of the search is done, from 0 to 1."""
        left = sum(piece.weight for piece in self.pieces)
        left += sum(piece.weight * (1 - share) for piece, share in self._begun.items())
        return max(0.0, min(1.0, 1 - left))

    def sittings(self, crew: Crew) -> Generator[Sitting, None, None]:
        """Yield sittings as they end, until nothing is left to search.

        With one worker the pieces are searched in order, each to its end. With more, a piece
        that is not finished is split where there are too few for all of them. Whenever the
        iteration ends, by an interrupt too, ``pieces`` is what is still open.
        """
        # many workers must not come back for more all at once
        nodes = nodes_of_sitting(self.game) * max(1, min(_LONGEST, crew.workers // 8))
        running: dict[int, Piece] = {}
        paused: deque[tuple[Piece, Stack]] = deque()

        def settled() -> list[Sitting]:
            sittings = []
            for number, sitting in crew.results():
                piece = running.pop(number)
                del self._begun[piece]
                if sitting.stack is not None:
                    self._begun[piece] = sitting.share
                    paused.append((piece, sitting.stack))
                sittings.append(sitting)
            return sittings

        try:
            while self.pieces or paused or running:
                if paused and len(running) + len(paused) + len(self.pieces) < crew.workers:
                    self._split(*paused.popleft())
                while len(running) < crew.workers and (paused or self.pieces):
                    piece, stack = paused.popleft() if paused else (self.pieces.popleft(), None)
                    self._begun.setdefault(piece, 0.0)
                    root = self.roots[piece.root]
                    number = crew.give(
                        searched, self.game, root, piece.cube, self.target, nodes, stack
                    )
                    running[number] = piece
                yield from settled()
        finally:
            # the sittings under way are short, and what they found must not be lost
            with suppress(WorkerError):
                while running and settled():
                    pass
            for piece in running.values():  # lost with their workers
                del self._begun[piece]
            self.pieces.extendleft(running.values())
            while paused:
                self._split(*paused.pop())

    def _split(self, piece: Piece, stack: Stack) -> None:
        """Put what remains of a piece in front of the others."""
        root, share = self.roots[piece.root], self._begun.pop(piece)
        cubes = remaining(root, stack)
        weight = piece.weight * (1 - share) / max(1, len(cubes))
        self.pieces.extendleft(Piece(piece.root, cube, weight) for cube in reversed(cubes))
