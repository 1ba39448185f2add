"""Where a search stands, as a file: JSON that says all that is needed to go on."""

from __future__ import annotations

import json
from typing import Any

from capset.caps.problem import Problem
from capset.caps.question import Piece, Question
from capset.caps.search import Search
from capset.caps.spread import Crew
from capset.caps.tree import Cube, Root
from capset.errors import CapsetError, ProblemError
from capset.files import written_whole
from capset.game import Game

FORMAT = "capset search 1"


def write_checkpoint(search: Search, path: str) -> None:
    """Write where `search` stands to a file, at once and whole or not at all.

    Raises:
        OSError: where that cannot be done; a file that was there before is as it was.
    """
    text = json.dumps(_state(search))
    with written_whole(path) as file:
        file.write(text.encode())


def read_checkpoint(path: str, *, crew: Crew | None = None, seconds: float | None = None) -> Search:
    """Return the search that a checkpoint describes, to be gone on with.

    Raises:
        ProblemError: where the file is no checkpoint of this version.
        OSError: where it cannot be read.
    """
    with open(path, "rb") as file:
        text = file.read()
    try:
        search = _search(json.loads(text), crew)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        reason = str(error) if isinstance(error, CapsetError) else "its contents are not right"
        raise ProblemError(f"{path}: no checkpoint of a search: {reason}") from None
    search.limit = seconds
    return search


def _state(search: Search) -> dict[str, Any]:
    problem, question = search.problem, search.question
    return {
        "format": FORMAT,
        "values": problem.game.values,
        "features": problem.game.features,
        "forced": problem.forced,
        "excluded": problem.excluded,
        "at_least": search.at_least,
        "seed": search.seed,
        "method": search.method,
        "collection": search.collection,
        "upper": search.upper,
        "nodes": search.nodes,
        "seconds": search.seconds,
        "question": question
        and {
            "target": question.target,
            "roots": question.roots,
            "pieces": list(question.pieces),
        },
    }


def _search(state: dict[str, Any], crew: Crew | None) -> Search:
    if state["format"] != FORMAT:
        raise ProblemError(f"the format is {state['format']!r}, not {FORMAT!r}")
    game = Game(state["values"], state["features"])
    search = Search(
        Problem(game, state["forced"], state["excluded"]),
        at_least=state["at_least"],
        seed=state["seed"],
        crew=crew,
        method=state["method"],
    )
    search.collection = tuple(sorted(game.valid_cards(state["collection"])))
    if any(True for _ in game.sets_in(search.collection)):
        raise ProblemError("the collection holds a set")
    search.upper = int(state["upper"])
    search.nodes = int(state["nodes"])
    search.earlier_seconds = float(state["seconds"])
    if state["question"] is not None:
        search.question = _question(game, state["question"])
    return search


def _question(game: Game, state: dict[str, Any]) -> Question:
    roots = [
        Root(
            game.valid_cards(taken),
            game.valid_cards(excluded),
            int(capacity),
            game.valid_cards(named),
        )
        for taken, excluded, capacity, named in state["roots"]
    ]
    words = -(-game.deck_size // 64)
    pieces = []
    for root, (chosen, available), weight in state["pieces"]:
        if len(available) != words or not all(0 <= word < 1 << 64 for word in available):
            raise ProblemError("a piece is not of this deck")
        if not 0 <= root < len(roots):
            raise ProblemError("a piece has no root")
        cube = Cube(game.valid_cards(chosen), tuple(available))
        pieces.append(Piece(root, cube, float(weight)))
    return Question(game, int(state["target"]), roots, pieces)
