"""The exact search for the largest set-free collection: bounds from both sides until they meet.

From below, collections come from :mod:`capset.caps.heuristic` and from the search itself. From
above, a theorem gives a first bound; then the question "are there so many cards?" is answered
for the bound, for one less, and so on. Each no is a better bound, and questions far above the
answer are quick ones; the first yes is the answer. Where that takes long, the search for better
collections goes on beside it; where the deck is too large for it, that is all there is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import count, islice
from time import monotonic
from typing import NamedTuple

from capset.caps.bounds import is_quickly_solved, section_capacity, upper_bound
from capset.caps.heuristic import better_collections, patient_collections
from capset.caps.problem import Problem
from capset.caps.question import Question
from capset.caps.slices import Steps, free_roots, plain_roots, slice_roots
from capset.caps.spread import Crew, local_crew
from capset.caps.tree import Root, is_searchable
from capset.errors import ProblemError
from capset.kernels.branching import FOUND

_HURRY = 8_000_000  # nodes, some seconds: quick proofs are not held up
_TURN = 2  # then so many sittings for each step of looking for collections

METHODS = ("auto", "plain", "slices")
"""How questions are answered: by plain branch and bound, by slices, or whichever is quicker."""


class Event(NamedTuple):
    """Something that happened in a search.

    ``kind`` is ``"collection"`` (a better one), ``"bound"`` (a better upper one) or
    ``"progress"``. ``target`` is the question at hand, 0 where there is none, and ``share``
    roughly how much of its tree is done. ``seconds`` count from the beginning of the search,
    earlier runs of a resumed one included.
    """

    kind: str
    lower: int
    upper: int
    nodes: int
    seconds: float
    target: int = 0
    share: float = 0.0


class Result(NamedTuple):
    """What is known at the end of a search, or at any time in it."""

    problem: Problem
    collection: tuple[int, ...]
    upper: int
    nodes: int
    seconds: float

    @property
    def lower(self) -> int:
        """The size of the best collection found."""
        return len(self.collection)

    @property
    def is_optimal(self) -> bool:
        """Whether it is proved that no collection is larger."""
        return self.lower == self.upper


class Search:
    """A search that can be watched, stopped at any event, and resumed.

    Iterating yields events until the problem is solved: the collection is proved to be one of
    the largest or, with `at_least`, there are so many cards or proved not to be. ``result`` has
    what is known at any time, a checkpoint (:mod:`capset.caps.checkpoint`) all that is needed
    to go on. The bounds at the end do not depend on the number of workers, the seed, or on
    interruptions; the collection does not either with one worker. After so many `seconds`, if
    given, the iteration ends, solved or not; proofs can be out of reach, so it may not end
    by itself. The work is done by a `crew`, which the caller ends, or by one worker.

    Raises:
        ProblemError: where there is no such method.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        at_least: int | None = None,
        seed: int = 0,
        crew: Crew | None = None,
        method: str = "auto",
        seconds: float | None = None,
    ) -> None:
        if method not in METHODS:
            raise ProblemError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
        if method == "slices" and not problem.is_free:
            raise ProblemError("the method by slices takes no forced or excluded cards")
        self.problem = problem
        self.at_least = at_least
        self.seed = seed
        self.crew = crew or local_crew(1)
        self.method = method
        self.collection: tuple[int, ...] = problem.forced
        self.upper = problem.game.deck_size
        self.nodes = 0
        self.question: Question | None = None
        self.limit = seconds
        self.earlier_seconds = 0.0
        self._start = monotonic()
        self._patient = self._patient_collections()
        self._turn_end = monotonic()

    @property
    def seconds(self) -> float:
        """Seconds spent so far, earlier runs included."""
        return self.earlier_seconds + monotonic() - self._start

    @property
    def result(self) -> Result:
        """What is known now."""
        return Result(self.problem, self.collection, self.upper, self.nodes, self.seconds)

    @property
    def is_settled(self) -> bool:
        """Whether the answer is proved."""
        if self.at_least is not None and not self.upper >= self.at_least > len(self.collection):
            return True
        return len(self.collection) == self.upper

    def __iter__(self) -> Generator[Event, None, None]:
        deadline = None if self.limit is None else monotonic() + self.limit
        with closing(self._events()) as events:
            for event in events:
                yield event
                if deadline is not None and monotonic() >= deadline:
                    return

    def _events(self) -> Generator[Event, None, None]:
        if self.question is None:
            self.upper = min(self.upper, upper_bound(self.problem))
            yield self._event("bound")
            yield from self._better_collections()
        self._turn_end = monotonic()
        while not self.is_settled and is_searchable(self.problem.game):
            if self.question is None:
                target = self.at_least or self.upper
                self.question = yield from self._asked(target)
            yield from self._answers(self.question)
        while not self.is_settled and (event := next(self._patient, None)):
            yield event

    def _event(self, kind: str) -> Event:
        return Event(
            kind,
            len(self.collection),
            self.upper,
            self.nodes,
            self.seconds,
            self.question.target if self.question else 0,
            self.question.share if self.question else 0.0,
        )

    def _better_collections(self) -> Iterator[Event]:
        """Yield an event for each better collection that is found without a proof."""
        problem = self.problem
        for collection in better_collections(
            problem.game, problem.forced, problem.excluded, seed=self.seed
        ):
            if len(collection) > len(self.collection):
                self.collection = collection
                yield self._event("collection")
            if self.is_settled:
                return

    def _patient_collections(self) -> Iterator[Event]:
        """Yield an event about twice a second while better collections are looked for.

        Without end; an iteration of the search that is broken off goes on with it later.
        """
        problem = self.problem
        for collection in patient_collections(
            problem.game, problem.forced, problem.excluded, seed=self.seed
        ):
            if collection is not None and len(collection) > len(self.collection):
                self.collection = collection
                yield self._event("collection")
            else:
                yield self._event("progress")

    def _roots(self, target: int) -> Steps[list[Root]]:
        """Work out the roots that cover all collections of `target` cards."""
        problem = self.problem
        game, capacity = problem.game, section_capacity(problem.game)
        if self.method == "auto" and problem.is_free:
            return (yield from free_roots(game, target))
        if self.method == "slices":
            return (yield from slice_roots(game, target, capacity))
        return plain_roots(game, problem.forced, problem.excluded, capacity)

    def _asked(self, target: int) -> Generator[Event, None, Question]:
        """Yield progress until the roots of a question are known; return the question."""
        steps = self._roots(target)
        for number in count():
            try:
                self.nodes += next(steps)
            except StopIteration as end:
                return Question(self.problem.game, target, end.value)
            yield from self._progress(number)
        raise AssertionError

    def _progress(self, number: int) -> Iterator[Event]:
        """Yield an event after a sitting, then those of a look for better collections.

        Decks that may be solved are looked into now and then, by a count that is the same in
        each run, so that they end with the same collection; all others half of the time.
        """
        yield self._event("progress")
        if is_quickly_solved(self.problem.game):
            if self.nodes >= _HURRY and number % _TURN == 0:
                yield from islice(self._patient, 1)
            return
        start = monotonic()
        for event in self._patient:
            yield event
            if monotonic() - start >= start - self._turn_end:
                break
        self._turn_end = monotonic()

    def _answers(self, question: Question) -> Iterator[Event]:
        """Yield progress until the question is answered, then the better bound."""
        with closing(question.sittings(self.crew)) as sittings:
            for number, sitting in enumerate(sittings):
                self.nodes += sitting.nodes
                if sitting.status == FOUND:
                    self.collection, self.question = sitting.collection, None
                    yield self._event("collection")
                    return
                yield from self._progress(number)
                if len(self.collection) >= question.target:
                    self.question = None
                    return
        self.upper, self.question = question.target - 1, None
        yield self._event("bound")
