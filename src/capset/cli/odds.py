"""``capset odds``: how many sets so many cards hold, dealt or in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from capset.cli.common import json_option, plural, tell
from capset.cli.crews import chosen_crew, crew_options, load
from capset.cli.progress import shown_steps
from capset.errors import ProblemError
from capset.game import Game
from capset.notation import REAL_GAME

if TYPE_CHECKING:
    from capset.caps.odds import HandOdds
    from capset.play.odds import Deals, Estimate, Odds, PlayedGames

_POLICIES = {"random": "one at random", "first": "the first"}
_BAR = 24
_AT_A_TIME = 1000  # games or deals
_MOST_BESIDE = 30  # seconds to count hands only to stand beside the games


@click.command(
    "odds",
    short_help="Tell how likely so many cards hold no set, one set, two sets, ...",
    epilog="""\b
Examples:
  capset odds --cards 12                    dealt: exact
  capset odds --cards 12 --in-play          while the game goes on: from many games, with errors
  capset odds --cards 12 --in-play --svg odds.svg
  capset odds --cards 15 --json
  capset odds --cards 9 --values 4 --features 4 --deals 1000000
                                            estimated, where the exact odds are out of reach""",
)
@click.option("--cards", type=click.IntRange(0), required=True, metavar="K", help="Cards.")
@click.option("--values", type=click.IntRange(3), metavar="V", help="Values of each feature.")
@click.option("--features", type=click.IntRange(1), metavar="N", help="Features of the deck.")
@click.option(
    "--in-play",
    is_flag=True,
    help="Of K cards on the table while the game is played: sets are taken and replaced, and V "
    "more cards are dealt where there is none.",
)
@click.option(
    "--take",
    type=click.Choice(list(_POLICIES)),
    help="Which set is taken: one at random, or the first in order of position. Default: both, "
    "one after the other, and compared.",
)
@click.option("--games", type=click.IntRange(2), metavar="G", help="Games played; default: 20000.")
@click.option(
    "--deals", type=click.IntRange(2), metavar="D", help="Estimate the odds dealt from D hands."
)
@click.option("--seed", type=click.IntRange(0), default=0, metavar="S", help="Of the simulation.")
@json_option
@click.option(
    "--svg", metavar="FILE", help="Also draw a bar chart; with - nothing but that, on stdout."
)
@crew_options
def command(
    cards: int,
    values: int | None,
    features: int | None,
    in_play: bool,
    take: str | None,
    games: int | None,
    deals: int | None,
    seed: int,
    as_json: bool,
    svg: str | None,
    workers: int | None,
    dask: str | None,
) -> int:
    """Tell how likely K cards hold no set, one set, two sets, and so on.

    Of cards freshly dealt the odds are exact: all hands are listed up to symmetry. While the game
    is played they differ, as what lies on the table is what was not taken; they are estimated
    from many games, with standard errors, and depend on which set is taken.
    """
    if not in_play and (take or games):
        raise click.UsageError("--take and --games are of --in-play")
    if in_play and deals:
        raise click.UsageError("--deals is of cards dealt, --games of those --in-play")
    game = Game(values or REAL_GAME.values, features or REAL_GAME.features)
    policies = [take] if take else list(_POLICIES) if in_play else []
    asked = _Asked(game, cards, policies, games or 20_000, deals, seed)
    columns, status = _columns(asked, workers, dask)
    if svg != "-":
        for line in _json_lines(asked, columns) if as_json else _text_lines(asked, columns):
            click.echo(line)
    if svg is not None:
        _draw(asked, columns, svg)
    return status


class _Asked(NamedTuple):
    game: Game
    cards: int
    policies: list[str]
    games: int
    deals: int | None
    seed: int

    @property
    def title(self) -> str:
        """What the odds are of."""
        deck = f"{self.game.values} values, {self.game.features} features"
        how = "in play" if self.policies else "dealt"
        return f"{plural(self.cards, 'card')} {how} ({deck})"


class _Column(NamedTuple):
    """Odds under a heading: exact ones, or estimates from what was played or dealt."""

    name: str
    chances: Sequence[Estimate]
    mean: Estimate
    exact: HandOdds | None = None
    played: PlayedGames | None = None
    dealt: Deals | None = None


def _columns(asked: _Asked, workers: int | None, dask: str | None) -> tuple[list[_Column], int]:
    """Return what was found, and the exit status: 130 where an interrupt came first."""
    columns: list[_Column] = []
    try:
        if asked.deals:
            columns.append(_estimated(asked, asked.deals))
        else:
            columns += _exact(asked, workers, dask)
        for policy in asked.policies:
            columns.append(_played(asked, policy))
    except _InterruptedError as interrupt:
        columns.append(interrupt.column)
        return columns, 130
    return columns, 0


class _InterruptedError(Exception):
    """A simulation was interrupted, and has still something to say."""

    def __init__(self, column: _Column) -> None:
        self.column = column


def _exact(asked: _Asked, workers: int | None, dask: str | None) -> list[_Column]:
    from capset.caps.odds import estimated_seconds, hand_odds
    from capset.play.odds import Estimate

    try:
        if asked.policies and estimated_seconds(asked.game, asked.cards) > _MOST_BESIDE:
            return []
        with chosen_crew(workers, dask) as crew:
            load(_try_out)
            with shown_steps() as show:
                odds = hand_odds(asked.game, asked.cards, crew, show)
    except ProblemError as error:
        if asked.policies:
            return []
        raise ProblemError(f"{error}; --deals N estimates the odds") from None
    chances = [Estimate(chance, 0.0) for chance in odds.chances]
    return [_Column("dealt", chances, Estimate(float(odds.mean), 0.0), exact=odds)]


def _try_out() -> None:
    """Count the hands of a tiny deck."""
    from capset.caps.odds import hand_odds

    hand_odds(Game(3, 2), 4)


def _estimated(asked: _Asked, number: int) -> _Column:
    from capset.play.odds import Deals

    deals = Deals(asked.game, asked.cards, asked.seed)

    def column() -> _Column:
        return _Column("dealt", deals.odds.chances, deals.odds.mean, dealt=deals)

    return _simulated("hands dealt", number, deals.deal, column)


def _played(asked: _Asked, policy: str) -> _Column:
    from capset.play.odds import PlayedGames

    games = PlayedGames(asked.game, asked.cards, policy, asked.seed)

    def column() -> _Column:
        return _Column(_POLICIES[policy], games.odds.chances, games.odds.mean, played=games)

    return _simulated(f"games played, {_POLICIES[policy]}", asked.games, games.play, column)


def _simulated(
    what: str, number: int, simulate: Callable[[int], None], column: Callable[[], _Column]
) -> _Column:
    """Simulate `number` times and return the column; interrupted, what there is by then."""
    done = 0
    try:
        with shown_steps() as show:
            while done < number:
                part = min(_AT_A_TIME, number - done)
                simulate(part)
                done += part
                show(what, done, number)
    except KeyboardInterrupt:
        if not done:
            raise
        tell(f"interrupted after {done:,} of {number:,}")
        raise _InterruptedError(column()) from None
    return column()


def _differences(columns: Sequence[_Column]) -> list[tuple[int, Estimate]]:
    """Return by number of sets by how much the second policy's chances exceed the first's."""
    from capset.play.odds import Estimate

    played = [column.chances for column in columns if column.played is not None]
    if len(played) < 2:
        return []
    found = []
    for sets, (one, other) in enumerate(zip_longest(*played, fillvalue=Estimate(0.0, 0.0))):
        error = (one.error**2 + other.error**2) ** 0.5
        found.append((sets, Estimate(other.value - one.value, error)))
    return found


def _text_lines(asked: _Asked, columns: Sequence[_Column]) -> Iterator[str]:
    yield asked.title
    if not asked.policies:
        (column,) = columns
        yield from _dealt_lines(column)
        return
    for column in columns:
        if column.played is not None:
            yield (
                f"{column.played.games:,} games, {column.name} of the sets taken: "
                f"{column.played.odds.tableaus:,} tableaus"
            )
    yield ""
    differences = dict(_differences(columns))
    headings = [column.name for column in columns] + ["difference"] * bool(differences)
    yield " sets" + "".join(heading.rjust(20) for heading in headings)
    most = max((len(column.chances) for column in columns), default=0)
    for sets in range(most):
        cells = [
            _chance(column.chances[sets], column.exact is not None)
            if sets < len(column.chances)
            else ""
            for column in columns
        ]
        if sets in differences:
            cells.append(_chance(differences[sets], False))
        yield f"{sets:5}" + "".join(cell.rjust(20) for cell in cells)
    means = [
        f"{column.mean.value:.4f}"
        + ("" if column.exact is not None else f" ± {column.mean.error:.4f}")
        for column in columns
    ]
    yield " mean" + "".join(mean.rjust(20) for mean in means)
    yield from _larger_lines(columns)
    if differences and differences[0].error:
        none = differences[0]
        yield ""
        yield (
            "No set, the first taken rather than one at random: "
            f"{100 * none.value:+.3f} % ± {100 * none.error:.3f}, "
            f"{abs(none.value) / none.error:.1f} standard errors"
        )


def _dealt_lines(column: _Column) -> Iterator[str]:
    if column.exact is not None:
        odds = column.exact
        yield f"{plural(odds.hands, 'hand')}, all of them counted"
        width = max(len(f"{odds.hands:,}"), 6)
        yield ""
        yield f" sets  {'hands'.rjust(width)}      chance"
        numbers = [f"{number:,}".rjust(width) + "  " for number in odds.by_sets]
        mean = f"mean {float(odds.mean):.6g} sets = {odds.mean}"
    else:
        assert column.dealt is not None
        yield f"{plural(column.dealt.deals, 'hand')} at random"
        yield ""
        yield " sets              chance"
        numbers = [""] * len(column.chances)
        mean = f"mean {column.mean.value:.4f} ± {column.mean.error:.4f} sets"
    largest = max(chance.value for chance in column.chances)
    least = next(sets for sets, chance in enumerate(column.chances) if chance.value)
    for sets, (number, chance) in enumerate(zip(numbers, column.chances, strict=True)):
        if sets < least:  # so many cards cannot have so few
            continue
        bar = "█" * round(_BAR * chance.value / largest)
        text = _chance(chance, column.exact is not None)
        yield f"{sets:5}  {number}{text.rjust(10 if number else 18)}  {bar}".rstrip()
    yield mean


def _chance(chance: Estimate, is_exact: bool) -> str:
    if is_exact:
        return f"{100 * chance.value:.4f} %"
    return f"{100 * chance.value:.3f} ± {100 * chance.error:.3f} %"


def _larger_lines(columns: Sequence[_Column]) -> Iterator[str]:
    yield ""
    yield "Larger tableaus, dealt where there was no set:"
    for column in columns:
        if column.played is None:
            continue
        for odds in column.played.larger:
            is_last = odds.cards == column.played.cards + 3 * column.played.game.values
            cards = f"{odds.cards} cards{' and more' if is_last else ''}"
            share = odds.tableaus / column.played.games
            yield (
                f"  {column.name}: {cards} {share:.4g} times a game, "
                f"no set in {_chance(odds.none, False)}"
            )
        if not column.played.larger:
            yield f"  {column.name}: none"


def _json_lines(asked: _Asked, columns: Sequence[_Column]) -> Iterator[str]:
    from capset.report import json_text

    for column in columns:
        shown: dict[str, Any] = {
            "values": asked.game.values,
            "features": asked.game.features,
            "cards": asked.cards,
            "in_play": column.played is not None,
        }
        if column.exact is not None:
            shown |= {
                "hands": column.exact.hands,
                "by_sets": list(column.exact.by_sets),
                "chances": list(column.exact.chances),
                "mean": str(column.exact.mean),
            }
        elif column.dealt is not None:
            shown |= {"seed": asked.seed, "deals": column.dealt.deals}
            shown |= _odds_object(column.dealt.odds)
        elif column.played is not None:
            shown |= {
                "seed": asked.seed,
                "take": column.played.policy,
                "games": column.played.games,
                **_odds_object(column.played.odds),
                "larger": [
                    {"cards": odds.cards, **_odds_object(odds)} for odds in column.played.larger
                ],
            }
        yield json_text(shown)


def _odds_object(odds: Odds) -> dict[str, Any]:
    return {
        "tableaus": odds.tableaus,
        "chances": [chance._asdict() for chance in odds.chances],
        "mean": odds.mean._asdict(),
    }


def _draw(asked: _Asked, columns: Sequence[_Column], path: str) -> None:
    from capset.draw.chart import Series, bar_chart_svg
    from capset.files import written_whole

    # what would be no pixel high is left out at the right end
    shown = max(
        (
            sets + 1
            for column in columns
            for sets, chance in enumerate(column.chances)
            if chance.value > 0.0005
        ),
        default=1,
    )
    series = []
    for column in columns:
        chances = list(column.chances[:shown])
        padding = [0.0] * (shown - len(chances))
        series.append(
            Series(
                column.name,
                [100 * chance.value for chance in chances] + padding,
                [100 * chance.error for chance in chances] + padding,
            )
        )
    labels = [str(sets) for sets in range(shown)]
    title = f"Sets in {asked.title}"
    drawing = bar_chart_svg(title, labels, series, across="sets", unit=" %")
    if path == "-":
        click.echo(drawing, nl=False)
        return
    with written_whole(path) as file:
        file.write(drawing.encode())
