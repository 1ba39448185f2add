"""Hypothesis strategies for decks, cards, sets, tableaus and selections.

Random cards of a deck with many values hardly ever make a set, so tableaus and selections are
seeded with the cards of one.

Importing this module loads the settings for all tests that use it: no deadline, since a shared
machine is slow at times.
"""

from hypothesis import settings
from hypothesis import strategies as st

from capset.game import Game

settings.register_profile("capset", deadline=None, max_examples=80)
settings.load_profile("capset")

DECKS = [
    (3, 1), (3, 2), (3, 3), (3, 4), (3, 6), (3, 9),
    (4, 1), (4, 2), (4, 3), (4, 6), (5, 1), (5, 2), (5, 3), (6, 2), (7, 1),
    (10, 2), (36, 2), (40, 2),
]  # fmt: skip
"""Decks as (values, features), from one feature to forty values."""


def games(largest_deck=100, most_values=7):
    """Games with at most so many cards in the deck and so many in a set."""
    return st.sampled_from(
        [
            Game(values, features)
            for values, features in DECKS
            if values**features <= largest_deck and values <= most_values
        ]
    )


def cards(game):
    """A card of the game's deck."""
    return st.integers(0, game.deck_size - 1)


def distinct_cards(game, most, fewest=0):
    """Lists of different cards, in any order."""
    return st.lists(cards(game), min_size=fewest, max_size=min(most, game.deck_size), unique=True)


@st.composite
def sets(draw, game):
    """A set as a list of cards in any order: each feature is all the same or all different."""
    different = draw(
        st.lists(st.booleans(), min_size=game.features, max_size=game.features).filter(any)
    )
    columns = [
        draw(st.permutations(range(game.values)))
        if all_differ
        else [draw(st.integers(0, game.values - 1))] * game.values
        for all_differ in different
    ]
    return [game.card(row) for row in zip(*columns, strict=True)]


@st.composite
def tableaus(draw, game, most=10, duplicates=False):
    """Lists of cards, in any order, that often hold a set; with duplicates some come twice."""
    seed = draw(st.one_of(st.just([]), sets(game)))
    others = draw(distinct_cards(game, most))
    tableau = list(dict.fromkeys([*seed, *others]))[: max(most, game.values)]
    if duplicates and tableau:
        tableau += draw(st.lists(st.sampled_from(tableau), max_size=3))
    return draw(st.permutations(tableau))


@st.composite
def selections(draw, game, sizes=None):
    """Lists of different cards, often part of a set; 0 to v of them, or as `sizes` draws."""
    size = draw(sizes if sizes is not None else st.integers(0, game.values))
    if size <= game.values and draw(st.booleans()):
        return draw(sets(game))[:size]
    return draw(distinct_cards(game, size, size))
