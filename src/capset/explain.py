"""How the sets of a tableau are found, and why a selection is or is not one, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from capset.game import FeatureVerdict, Game
from capset.notation import Notation


def thoughts(cards: Sequence[int], notation: Notation) -> Iterator[str]:
    """Yield the thought process that finds every set among `cards`, a line a step.

    For v = 3 each pair and the card that it dictates; for v > 3 each partial selection and why
    it was dropped, or the card that v-1 cards dictate. Positions are 1-based.
    """
    game = notation.game
    names = [f"{place}:{notation.write(card)}" for place, card in enumerate(cards, 1)]

    def considered(chosen: tuple[int, ...]) -> Iterator[str]:
        for place in range(chosen[-1] + 1 if chosen else 0, len(cards)):
            selection = (*chosen, place)
            if len(selection) < 2:
                yield from considered(selection)
                continue
            line = " + ".join(names[chosen] for chosen in selection)
            obstacle = _obstacle(game, [cards[chosen] for chosen in selection])
            if obstacle:
                yield f"{line}: dropped, {obstacle}"
            elif len(selection) < game.values - 1:
                yield f"{line}: may grow"
                yield from considered(selection)
            else:
                dictated = game.completion([cards[chosen] for chosen in selection])
                assert dictated is not None
                yield f"{line} -> {notation.write(dictated)}: {_on_the_table(cards, dictated)}"

    return considered(())


def _obstacle(game: Game, cards: list[int]) -> str:
    """Why no set contains these cards, or nothing."""
    if len(set(cards)) < len(cards):
        return "the same card twice"
    rows = [game.digits(card) for card in cards]
    for name, column in zip(game.feature_names, zip(*rows, strict=True), strict=True):
        if 1 < len(set(column)) < len(cards):
            return f"{name} is neither all the same nor all different"
    return ""


def _on_the_table(cards: Sequence[int], dictated: int) -> str:
    places = [str(place) for place, card in enumerate(cards, 1) if card == dictated]
    return f"on the table at {' and '.join(places)}" if places else "not on the table"


def pair_table(cards: Sequence[int], game: Game) -> Iterator[str]:
    """Yield the lines of the triangular table of all pairs.

    For v = 3 a cell has the position of the third card, or a dot where it is not on the table;
    for v > 3 the number of sets that contain both cards, or a dot for none.
    """
    cells: dict[tuple[int, int], int] = {}
    for positions in game.sets_in(cards):
        for first in positions:
            for second in positions:
                if first < second:
                    third = next(place + 1 for place in positions if place not in (first, second))
                    pair = (first, second)
                    if game.values > 3:
                        cells[pair] = cells.get(pair, 0) + 1
                    else:  # of two equal cards the first
                        cells.setdefault(pair, third)
    width = max(len(str(number)) for number in (len(cards), *cells.values()))
    numbers = [f"{number:>{width}}" for number in range(1, len(cards) + 1)]
    yield " ".join([" " * width, "", *numbers])
    yield ""
    for row, number in enumerate(numbers):
        line = [" " * width] * (row + 1) + [
            f"{cells.get((row, column), '.'):>{width}}" for column in range(row + 1, len(cards))
        ]
        yield " ".join([number, "", *line]).rstrip()


def verdict_text(game: Game, verdict: FeatureVerdict, names: dict[int, str]) -> str:
    """Return how a selection stands in one feature, as the rule book explains it.

    The verdict is one of :meth:`capset.Game.why_not`; `names` has the text of each card.
    """

    def value(card: int) -> str:
        return game.value_names[verdict.feature][game.digits(card)[verdict.feature]]

    if verdict.kind == "same":
        return f"all the same: {value(verdict.agree[0])}"
    if verdict.kind == "different":
        return f"all different: {', '.join(map(value, verdict.differs))}"
    holders: dict[str, list[str]] = {}
    for card in (*verdict.agree, *verdict.differs):
        holders.setdefault(value(card), []).append(names[card])
    shares = (f"{' and '.join(cards)} {value}" for value, cards in holders.items())
    return f"neither: {', '.join(shares)}"
