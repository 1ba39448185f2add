"""The rules again, slow and obvious: the oracle that every fast answer is compared with.

Nothing here is imported from capset. A card is an integer whose base-v digits are its values,
the first feature most significant.
"""

from collections.abc import Sequence
from itertools import combinations


def digits(card: int, values: int, features: int) -> list[int]:
    """The values of a card, feature by feature."""
    return [card // values**place % values for place in range(features - 1, -1, -1)]


def is_set(cards: Sequence[int], values: int, features: int) -> bool:
    """Whether v cards are a set, by the sentence in the rule book."""
    if len(cards) != values or len(set(cards)) != values:
        return False
    rows = [digits(card, values, features) for card in cards]
    return all(len({row[feature] for row in rows}) in (1, values) for feature in range(features))


def sets_in(cards: Sequence[int], values: int, features: int) -> list[tuple[int, ...]]:
    """The positions of every set, in lexicographic order, by trying all selections."""
    return [
        positions
        for positions in combinations(range(len(cards)), values)
        if is_set([cards[position] for position in positions], values, features)
    ]


def completions(
    selection: Sequence[int], tableau: Sequence[int], values: int, features: int
) -> list[tuple[int, ...]]:
    """The sets, as sorted tuples of cards, that add cards of the tableau to the selection."""
    free = sorted(set(tableau) - set(selection))
    found = [
        tuple(sorted([*selection, *others]))
        for others in combinations(free, values - len(selection))
    ]
    return [cards for cards in found if is_set(cards, values, features)]


def forbidden(cards: Sequence[int], values: int, features: int) -> dict[int, list[tuple[int, ...]]]:
    """Each card outside that makes a set with v-1 of the cards, and with which."""
    reasons: dict[int, list[tuple[int, ...]]] = {}
    for chosen in combinations(sorted(cards), values - 1):
        for card in range(values**features):
            if card not in cards and is_set([*chosen, card], values, features):
                reasons.setdefault(card, []).append(chosen)
    return reasons


def game_played(
    deck: Sequence[int], picks: Sequence[float], values: int, features: int, cards: int
) -> list[tuple[int, int]]:
    """How many cards were on the table of a game, and how many sets in them, one after another.

    `cards` are dealt. A set, the one at the share that is next in `picks` of all in order, is
    taken where there is one; new cards come to the places of its first cards until there are
    `cards` again, the other places are closed by the last card. Otherwise v more are dealt.
    """
    deck, picks = list(deck), list(picks)
    table, deck = deck[:cards], deck[cards:]
    seen = []
    while True:
        sets = sets_in(table, values, features)
        seen.append((len(table), len(sets)))
        if sets:
            taken = list(sets[int(picks.pop(0) * len(sets))])
            while taken and len(table) - len(taken) < cards and deck:
                table[taken.pop(0)] = deck.pop(0)
            while taken:
                place = taken.pop()
                table[place] = table[-1]
                table.pop()
        elif deck:
            table += deck[:values]
            deck = deck[values:]
        else:
            return seen
