"""capset: the card game Set and all its generalisations.

A deck has some features with some values each, and a card for every combination; a set is as
many cards as there are values, in which each feature is all the same or all different.

>>> from capset import Game, Tableau
>>> Game().completion([0, 40])
80
>>> Tableau.from_text("S1PS D3PO O2PF O1GF").sets
[(0, 1, 2)]

The names below are public; what works on arrays or draws is loaded when first used.
"""

from typing import TYPE_CHECKING, Any

from capset.collection import Collection
from capset.completions import Completions
from capset.errors import (
    CapsetError,
    CardError,
    CertificateError,
    DrawingError,
    GameError,
    InputError,
    NotationError,
    ProblemError,
    TextError,
)
from capset.game import FeatureVerdict, Game
from capset.notation import (
    CONTEST,
    DIGITS,
    FINDSET,
    WORDS,
    Field,
    Notation,
    digits_notation,
    notation_named,
)
from capset.recognition import Recognition, recognised_notation
from capset.tableau import Reading, Tableau, read_tableaus

if TYPE_CHECKING:
    from capset.arrays import count_sets, list_sets, random_tableaus
    from capset.caps.analysis import Analysis, analysis
    from capset.caps.odds import HandOdds, hand_odds
    from capset.caps.problem import Problem
    from capset.caps.search import Event, Result, Search
    from capset.dealing import dealt_cards, tableau_with_sets
    from capset.draw.style import describe
    from capset.draw.svg import card_svg, tableau_svg
    from capset.judge import Fault, Judgement, judgement
    from capset.own_notation import notation_from_toml

__version__ = "0.1.0"

__all__ = [
    "CONTEST",
    "DIGITS",
    "FINDSET",
    "WORDS",
    "Analysis",
    "CapsetError",
    "CardError",
    "CertificateError",
    "Collection",
    "Completions",
    "DrawingError",
    "Event",
    "Fault",
    "FeatureVerdict",
    "Field",
    "Game",
    "GameError",
    "HandOdds",
    "InputError",
    "Judgement",
    "Notation",
    "NotationError",
    "Problem",
    "ProblemError",
    "Reading",
    "Recognition",
    "Result",
    "Search",
    "Tableau",
    "TextError",
    "analysis",
    "card_svg",
    "count_sets",
    "dealt_cards",
    "describe",
    "digits_notation",
    "hand_odds",
    "judgement",
    "list_sets",
    "notation_from_toml",
    "notation_named",
    "random_tableaus",
    "read_tableaus",
    "recognised_notation",
    "tableau_svg",
    "tableau_with_sets",
]

_LOADED_WHEN_USED = {
    "Analysis": "capset.caps.analysis",
    "Event": "capset.caps.search",
    "Fault": "capset.judge",
    "HandOdds": "capset.caps.odds",
    "Judgement": "capset.judge",
    "Problem": "capset.caps.problem",
    "Result": "capset.caps.search",
    "Search": "capset.caps.search",
    "analysis": "capset.caps.analysis",
    "card_svg": "capset.draw.svg",
    "count_sets": "capset.arrays",
    "dealt_cards": "capset.dealing",
    "describe": "capset.draw.style",
    "hand_odds": "capset.caps.odds",
    "judgement": "capset.judge",
    "list_sets": "capset.arrays",
    "notation_from_toml": "capset.own_notation",
    "random_tableaus": "capset.arrays",
    "tableau_svg": "capset.draw.svg",
    "tableau_with_sets": "capset.dealing",
}


def __getattr__(name: str) -> Any:
    if name not in _LOADED_WHEN_USED:
        raise AttributeError(f"module 'capset' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LOADED_WHEN_USED[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
