"""Which notation a sample of text is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from capset.errors import GameError, TextError
from capset.game import Game
from capset.notation import DIGIT_SYMBOLS, REAL_GAME, REAL_NOTATIONS, Notation, digits_notation

_MOST_VALUES = 1000  # that digits alone are taken to mean: a larger deck must be asked for


class Recognition(NamedTuple):
    """The notation that a sample of text is in.

    ``doubt`` says what else it might be, or what did not fit; it is empty where there is none.
    """

    notation: Notation
    doubt: str


def recognised_notation(
    lines: Sequence[str], values: int | None = None, features: int | None = None
) -> Recognition:
    """Return the notation in which most of the cards in `lines` can be read.

    Of several that fit as well the first of contest, findset, words, digits is taken, and
    ``doubt`` says so. `values` and `features`, where given, rule out notations of other decks.
    The number of values of a deck in digits is the smallest that the sample allows, at least 3.

    Raises:
        GameError: where `values` and `features` are no deck.
    """
    lines = [line for line in lines if line.strip()]
    notations = list(_candidates(lines, values, features))
    shares = [_readable_share(notation, lines) for notation in notations]
    best = max(shares)
    notation, *others = (
        notation for notation, share in zip(notations, shares, strict=True) if share == best
    )
    taken = f"taken for {notation.name}"
    if best < 1:
        return Recognition(notation, f"not every card fits a notation; {taken}")
    if others and lines:
        return Recognition(
            notation, f"{' and '.join(other.name for other in others)} would fit too; {taken}"
        )
    if notation.name == "digits" and values is None and lines:
        game = notation.game
        return Recognition(
            notation,
            "digits fit every larger number of values too; taken for "
            f"{game.values} values and {game.features} features",
        )
    return Recognition(notation, "")


def _readable_share(notation: Notation, lines: Sequence[str]) -> float:
    texts = [text for line in lines for _, text in notation.cards_in(line)]
    return sum(_is_readable(notation, text) for text in texts) / len(texts) if texts else 1.0


def _is_readable(notation: Notation, text: str) -> bool:
    try:
        notation.read(text)
    except TextError:
        return False
    return True


def _candidates(
    lines: Sequence[str], values: int | None, features: int | None
) -> Iterator[Notation]:
    for notation in REAL_NOTATIONS.values():
        game = notation.game
        if values in (None, game.values) and features in (None, game.features):
            yield notation
    if _digit_rows(lines, values) or (values, features) != (None, None):
        try:
            yield recognised_digits(lines, values, features)
        except GameError:
            if (values, features) != (None, None):
                raise
            # otherwise: a number that is no card of any deck


def recognised_digits(
    lines: Sequence[str], values: int | None = None, features: int | None = None
) -> Notation:
    """Return the notation by digits of the smallest deck, at least v = 3, that `lines` allow.

    Raises:
        GameError: where that is no deck.
    """
    rows = _digit_rows(lines, values)
    lengths = [len(row) for row in rows]
    largest = max((digit for row in rows for digit in row), default=0)
    return digits_notation(
        Game(
            values or max(3, largest + 1),
            features or max(lengths, key=lengths.count, default=REAL_GAME.features),
        )
    )


def _digit_rows(lines: Sequence[str], values: int | None) -> list[tuple[int, ...]]:
    return [row for line in lines for text in line.split() if (row := _digits(text, values))]


def _digits(text: str, values: int | None) -> tuple[int, ...]:
    """The digits that `text` writes, or none where it cannot be a card in digits.

    Letters are digits only where `values` calls for them: nearly every text would fit.
    """
    most = len(DIGIT_SYMBOLS)
    if not text.isascii():
        return ()
    if "." in text or (values is not None and values > most):
        parts = text.split(".")
        short = all(part.isdecimal() and len(part) <= len(str(_MOST_VALUES)) for part in parts)
        row = tuple(map(int, parts)) if short else ()
        # so many values that they are joined by dots: at least one more than there are symbols
        return row if values is not None or max(row, default=0) in range(most, _MOST_VALUES) else ()
    if text.isdecimal() or (values is not None and text.isalnum()):
        return tuple(int(character, most) for character in text)
    return ()
