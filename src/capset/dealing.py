"""Cards dealt at random, the same for the same seed on every machine.

Only ``random.Random.random`` is drawn from: Python promises that a seeded generator repeats its
values in every version, which it does not promise of ``shuffle`` or ``sample``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from capset.errors import CardError
from capset.game import Game


def dealt_cards(cards: Sequence[int], number: int, random: Random) -> list[int]:
    """Return `number` of the cards, shuffled: every ordered choice is as likely.

    A whole deck shuffled is ``dealt_cards(game.deck, game.deck_size, random)``. Takes time and
    memory for the cards dealt only, however large the deck (the shuffle of Fisher and Yates, of
    which only the places that changed are kept).

    Raises:
        CardError: where there are not so many cards.
    """
    if not 0 <= number <= len(cards):
        raise CardError(f"{number:,} cards cannot be dealt from {len(cards):,}")
    moved: dict[int, int] = {}
    dealt = []
    for place in range(number):
        other = place + int(random.random() * (len(cards) - place))
        dealt.append(cards[moved.get(other, other)])
        moved[other] = moved.get(place, place)
    return dealt


def tableau_with_sets(
    game: Game, size: int, sets: int, random: Random, steps: int = 20_000
) -> list[int] | None:
    """Return a random tableau of `size` cards with exactly `sets` sets, ``None`` if none is found.

    Fresh tableaus are walked towards the number asked for: a card is exchanged for another at
    random and the exchange kept unless it leads further away. What comes out is not uniform
    among all such tableaus, and ``None`` after that many `steps` proves nothing.

    Raises:
        CardError: where the deck has not so many cards.
    """
    cards: list[int] = []
    missed = patience = 0
    for _ in range(steps):
        if patience == 0:
            cards, patience = dealt_cards(game.deck, size, random), 40 * size
            missed = abs(sum(1 for _ in game.sets_in(cards)) - sets)
        if missed == 0:
            return cards
        patience -= 1
        place = int(random.random() * size)
        card = int(random.random() * game.deck_size)
        if card in cards:
            continue
        changed = [*cards[:place], card, *cards[place + 1 :]]
        distance = abs(sum(1 for _ in game.sets_in(changed)) - sets)
        # now and then a step away, or a walk would end on the first hill
        if distance <= missed or random.random() < 0.02:
            cards, missed = changed, distance
    return None
