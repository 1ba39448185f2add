"""How a card looks: which feature shows in which visual channel, and what each value is called.

The features take the channels in order: how many symbols, their colour, their shading, their
symbol, the card's border; whatever features are left stand as digits in a tag. That is the
real deck exactly. With fewer features the missing channels keep one constant look.

Each channel has a number of looks of its own. A value beyond them borrows one and is written
on the card in words as well, so that no two cards of a deck ever look alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from capset.draw.shapes import SYMBOLS
from capset.errors import DrawingError

if TYPE_CHECKING:
    from capset.game import Game


CHANNELS = ("count", "colour", "shading", "symbol", "border")
"""The visual channels, in the order in which the features take them."""

COLOURS = (
    *("red", "green", "purple", "blue", "orange", "azure"),
    *("yellow", "black", "pink", "brown", "grey", "lime"),
)
SHADINGS = (
    *("outlined", "striped", "filled", "dotted"),
    *("crosshatched", "half-filled", "slanted", "barred"),
)
BORDERS = ("plain", "heavy", "double", "dashed", "dotted", "cornered")

_NAMES = {"colour": COLOURS, "shading": SHADINGS, "symbol": SYMBOLS, "border": BORDERS}

_CONSTANTS = {
    "colour": COLOURS.index("purple"),
    "shading": SHADINGS.index("filled"),
    "symbol": SYMBOLS.index("oval"),
    "border": BORDERS.index("plain"),
}

PALETTES = {
    "standard": (
        *("#E3223F", "#0A7F3F", "#5B2C91", "#1769D2", "#F08A00", "#30B4E0"),
        *("#D9B800", "#26262B", "#F06BB4", "#8A5524", "#8D939C", "#8FB82A"),
    ),
    # Okabe and Ito's colours for all kinds of colour vision, their yellow darkened to show on
    # a white card
    "okabe-ito": (
        *("#D55E00", "#009E73", "#CC79A7", "#0072B2"),
        *("#E69F00", "#56B4E9", "#C4B000", "#000000"),
    ),
    # all at least 4 to 1 against white; the first three differ in lightness, hence also in grey
    "high-contrast": (
        *("#B4001E", "#00876C", "#30085F", "#0058DC"),
        *("#B85C00", "#0086B0", "#8A7400", "#000000"),
    ),
}
"""The colours of each palette, in the order of COLOURS; some have fewer."""


class Look(NamedTuple):
    """What a card shows: ``number`` >= 1 of symbols, a 0-based value of each other channel.

    ``tag`` has the values of the features beyond the channels.
    """

    number: int
    colour: int
    shading: int
    symbol: int
    border: int
    tag: tuple[int, ...]


def look(game: Game, card: int) -> Look:
    """Return what `card` shows.

    Raises:
        CardError: where the deck has no such card.
    """
    digits = game.digits(card)
    values = {**_CONSTANTS, **dict(zip(CHANNELS, digits, strict=False))}
    return Look(
        number=values["count"] + 1,
        colour=values["colour"],
        shading=values["shading"],
        symbol=values["symbol"],
        border=values["border"],
        tag=digits[len(CHANNELS) :],
    )


def value_name(channel: str, value: int) -> str:
    """Return what a 0-based value of `channel` is called: ``striped``, or ``shading-12``."""
    if channel == "count":
        return str(value + 1)
    names = _NAMES[channel]
    return names[value] if value < len(names) else f"{channel}-{value}"


def describe(game: Game, card: int) -> str:
    """Return the spoken name of `card`, such as ``2 striped red ovals``.

    Only what the deck's features vary is named, and no two cards have one name.

    Raises:
        CardError: where the deck has no such card.
    """
    shown = look(game, card)
    words = [str(shown.number)]
    if game.features > CHANNELS.index("shading"):
        words.append(value_name("shading", shown.shading))
    if game.features > CHANNELS.index("colour"):
        words.append(value_name("colour", shown.colour))
    words.append(_counted(value_name("symbol", shown.symbol), shown.number))
    if game.features > CHANNELS.index("border"):
        words.append(f"with {value_name('border', shown.border)} border")
    if shown.tag:
        words.append(f"and tag {tag_text(game, shown.tag)}")
    return " ".join(words)


def _counted(noun: str, count: int) -> str:
    if count == 1:
        return noun
    return noun + ("es" if noun.endswith("s") else "s")


def tag_text(game: Game, digits: tuple[int, ...]) -> str:
    """Return the digits of a tag as text: ``201``, with points where a digit may be two long."""
    return ("" if game.values <= 10 else ".").join(map(str, digits))


def notes(game: Game, shown: Look, palette: str) -> list[str]:
    """Return what is to be written on a card because its look does not show it.

    That is each value that only borrows a look, then the tag.

    Raises:
        DrawingError: where there is no such palette.
    """
    limits = {
        "colour": len(palette_colours(palette)),
        "shading": len(SHADINGS),
        "symbol": len(SYMBOLS),
        "border": len(BORDERS),
    }
    values = {name: getattr(shown, name) for name in limits}
    words = [value_name(name, values[name]) for name in limits if values[name] >= limits[name]]
    if shown.tag:
        words.append(tag_text(game, shown.tag))
    return words


def palette_colours(palette: str) -> tuple[str, ...]:
    """Return the colours of `palette`, each as ``#RRGGBB``.

    Raises:
        DrawingError: where there is no such palette.
    """
    try:
        return PALETTES[palette]
    except KeyError:
        raise DrawingError(f"palettes are {', '.join(PALETTES)}, not {palette!r}") from None


def colour_of(shown: Look, palette: str) -> str:
    """Return the colour of a card's symbols as ``#RRGGBB``.

    Raises:
        DrawingError: where there is no such palette.
    """
    colours = palette_colours(palette)
    return colours[shown.colour % len(colours)]


def shading_of(shown: Look) -> str:
    """Return the name of the shading with which a card is drawn."""
    return SHADINGS[shown.shading % len(SHADINGS)]


def symbol_of(shown: Look) -> str:
    """Return the name of the symbol with which a card is drawn."""
    return SYMBOLS[shown.symbol % len(SYMBOLS)]


def border_of(shown: Look) -> str:
    """Return the name of the border with which a card is drawn."""
    return BORDERS[shown.border % len(BORDERS)]
