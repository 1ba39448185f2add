"""``capset deck``: the cards of a deck listed, counted, shuffled, dealt; tableaus made."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from random import Random, SystemRandom
from typing import overload

import click

from capset.cli.common import json_option, notation_options, plural, tell, written_notation
from capset.game import Game
from capset.notation import REAL_GAME, Notation


@click.command(
    "deck",
    short_help="List, count, shuffle or deal a deck; make test input.",
    epilog="""\b
Examples:
  capset deck                                     all 81 cards
  capset deck --count --values 4 --features 3     how many cards, how many sets
  capset deck --deal 12 --seed 7                  twelve cards, shuffled
  capset deck --without S1PS --without D3PO
  capset deck --tableaus 1000 --size 12 --seed 1  tableaus to solve
  capset deck --tableaus 3 --size 12 --with-sets 6""",
)
@click.option("--count", "counted", is_flag=True, help="Only the numbers of cards and of sets.")
@click.option("--shuffle", is_flag=True, help="In random order.")
@click.option("--deal", type=click.IntRange(0), metavar="K", help="The first K cards, shuffled.")
@click.option(
    "--without", multiple=True, metavar="CARD", help="Leave this card out (may be repeated)."
)
@click.option("--tableaus", type=click.IntRange(0), metavar="N", help="Make N random tableaus.")
@click.option(
    "--size", type=click.IntRange(1), default=12, show_default=True, help="Cards of a tableau."
)
@click.option(
    "--with-sets", type=click.IntRange(0), metavar="M", help="Tableaus with exactly M sets."
)
@click.option(
    "--seed", type=int, help="Repeat what this seed gave; without one, a new one is told."
)
@click.option("--join", is_flag=True, help="Write each tableau on one line.")
@json_option
@notation_options
def command(
    counted: bool,
    shuffle: bool,
    deal: int | None,
    without: tuple[str, ...],
    tableaus: int | None,
    size: int,
    with_sets: int | None,
    seed: int | None,
    join: bool,
    as_json: bool,
    notation: str,
    values: int | None,
    features: int | None,
) -> int:
    """List the cards of a deck, in order or shuffled, or make tableaus of them.

    The same seed gives the same cards everywhere. Tableaus with a given number of sets are
    found by a random walk, and are not uniform among all such tableaus.
    """
    if with_sets is not None and tableaus is None:
        raise click.UsageError("--with-sets goes with --tableaus")
    if tableaus is not None and (counted or shuffle or without or deal is not None):
        raise click.UsageError("--tableaus goes with --size, --seed and --with-sets only")
    game = Game(values or REAL_GAME.values, features or REAL_GAME.features)
    how = written_notation(None if notation == "auto" else notation, game)
    game = how.game
    if tableaus is not None or shuffle or deal is not None:
        seed = _told_seed(seed)
    if tableaus is not None:
        made = _tableaus(game, tableaus, size, with_sets, Random(seed))
        return _write_tableaus(how, made, join, as_json)
    removed = sorted({how.read(text) for text in without})
    left: Sequence[int] = _Left(game, removed) if removed else game.deck
    if shuffle or deal is not None:
        from capset.dealing import dealt_cards

        left = dealt_cards(left, len(left) if deal is None else deal, Random(seed))
    if counted:
        return _write_count(game, left, removed, as_json)
    if as_json:
        from capset.report import digit_texts, json_text

        click.echo(json_text(digit_texts(game, left)))
    else:
        for card in left:
            sys.stdout.write(how.write(card) + (" " if join else "\n"))
        sys.stdout.write("\n" if join else "")
    return 0


def _told_seed(seed: int | None) -> int:
    if seed is None:
        seed = SystemRandom().randrange(2**32)
        tell(f"--seed {seed} repeats this")
    return seed


class _Left(Sequence[int]):
    """The cards of a deck, in order, without a few: no list, the deck may be enormous."""

    def __init__(self, game: Game, removed: Sequence[int]) -> None:
        self._size = game.deck_size - len(removed)
        # how many of the cards left stand before each that was removed
        self._before = [card - place for place, card in enumerate(removed)]

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(self._size))]
        if not 0 <= place < self._size:
            raise IndexError(place)
        return place + bisect_right(self._before, place)


def _sets_left(game: Game, removed: Sequence[int], chosen: tuple[int, ...] = ()) -> int:
    """Return how many sets with all the `chosen` cards have none of those removed.

    By inclusion and exclusion: of all sets with the chosen cards, those whose first card among
    the removed ones is this or that one are taken away.
    """
    sets = game.completion_count(chosen)
    if sets == 0 or len(chosen) == game.values:
        return sets
    return sets - sum(
        _sets_left(game, removed[place + 1 :], (*chosen, card))
        for place, card in enumerate(removed)
    )


def _write_count(game: Game, cards: Sequence[int], removed: Sequence[int], as_json: bool) -> int:
    if len(removed) <= len(cards) == game.deck_size - len(removed):
        sets = _sets_left(game, removed)
    else:  # few cards
        sets = sum(1 for _ in game.sets_in(cards))
    if as_json:
        from capset.report import json_text

        count = {
            "values": game.values,
            "features": game.features,
            "cards": len(cards),
            "sets": sets,
        }
        click.echo(json_text(count))
    else:
        click.echo(f"{plural(len(cards), 'card')}, {plural(sets, 'set')}")
    return 0


def _tableaus(
    game: Game, number: int, size: int, sets: int | None, random: Random
) -> Iterator[list[int] | None]:
    from capset.dealing import dealt_cards, tableau_with_sets

    for _ in repeat(None, number):
        if sets is None:
            yield dealt_cards(game.deck, size, random)
        else:
            yield tableau_with_sets(game, size, sets, random)


def _write_tableaus(
    how: Notation, tableaus: Iterable[list[int] | None], join: bool, as_json: bool
) -> int:
    from capset.report import digit_texts, json_text

    texts = [how.write(card) for card in how.game.deck] if how.game.deck_size <= 1000 else None
    for place, cards in enumerate(tableaus):
        if cards is None:
            tell(f"no tableau {place + 1} with that number of sets was found; there may be none")
            return 1
        if as_json:
            click.echo(json_text(digit_texts(how.game, cards)))
            continue
        shown = [texts[card] if texts else how.write(card) for card in cards]
        sys.stdout.write("\n" if place else "")
        sys.stdout.write((" " if join else "\n").join(shown) + "\n")
    return 0
