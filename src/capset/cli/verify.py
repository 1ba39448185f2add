"""``capset verify``: check a certificate of the largest collection without a set."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import click

from capset.cli.common import json_option, opened, plural, tell

if TYPE_CHECKING:
    from io import BufferedReader

    from capset.caps.verify import Verdict


@click.command(
    "verify",
    short_help="Check the proof that capset max --certificate wrote.",
    epilog="""\b
Examples:
  capset max --values 4 --features 3 --certificate 28.txt; capset verify 28.txt
  capset verify 45.txt.gz --sample 0.1 --seed 7   a tenth of the branches, and all else""",
)
@click.argument("file", metavar="FILE")
@click.option(
    "--sample",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Check only this share of the branches of search trees, and all else.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which branches are drawn.")
@json_option
def command(file: str, sample: float | None, seed: int, as_json: bool) -> int:
    """Check a certificate: every step again, in plain code that shares nothing with the search.

    FILE may be compressed; - is standard input. The exit status is 0 where the certificate
    proves what it claims, and 1 where it does not; then the first wrong line is named.
    """
    from capset.caps.verify import certificate_lines, verify
    from capset.cli.progress import shown_work
    from capset.errors import CertificateError

    with opened(file) as stream:
        size = os.fstat(stream.fileno()).st_size
        lines = certificate_lines(cast("BufferedReader", stream))
        try:
            with shown_work("checked", size or None) as show:
                verdict = verify(
                    lines,
                    sample=sample,
                    seed=seed,
                    progress=lambda number: show(stream.tell() if size else number),
                )
        except CertificateError as error:
            tell(f"refused: {'<stdin>' if file == '-' else file}: {error}")
            return 1
    if as_json:
        from capset.report import json_text

        texts = {"optimal": verdict.is_optimal, "complete": verdict.is_complete}
        click.echo(json_text({**verdict._asdict(), **texts}))
    else:
        _print(verdict)
    return 0


def _print(verdict: Verdict) -> None:
    size = len(verdict.collection)
    deck = f"{verdict.values**verdict.features:,} cards of {verdict.values} values and "
    deck += plural(verdict.features, "feature")
    conditions = [
        f"{len(cards)} {what}"
        for cards, what in ((verdict.forced, "forced"), (verdict.excluded, "excluded"))
        if cards
    ]
    asked = f"{deck}, {' and '.join(conditions)}" if conditions else deck
    if not verdict.is_complete:
        click.echo(f"Not refuted: {plural(size, 'card')} without a set, of {asked};")
        click.echo(
            f"no more than {verdict.upper}, if the branches that were not checked are right."
        )
    elif verdict.is_optimal:
        click.echo(f"Verified: {plural(size, 'card')} without a set, of {asked}; no more can be.")
    else:
        click.echo(f"Verified: {plural(size, 'card')} without a set, of {asked};")
        click.echo(f"no more than {verdict.upper} can be.")
    click.echo()
    for step in verdict.steps:
        click.echo(f"  {_words(step)}")
    checked = "every step"
    if verdict.branches:
        share = "all" if verdict.is_complete else f"{verdict.checked:,} of"
        checked += f" and {share} {verdict.branches:,} branches of the search trees"
    click.echo(f"\nChecked {checked}; {plural(verdict.lines, 'line')}.")


_REASONS = {
    "one-feature": "all cards together are a set",
    "two-features": "the theorem of Frobenius and König",
    "slices": "what its slices can hold",
    "moments": "the moments of its sections",
    "search": "search trees",
}
_CONCLUSIONS = {
    "deck": "the bound of the whole deck",
    "cards-left": "no more cards are forced or may be in",
    "search": "a search tree under the conditions",
}


def _words(step: str) -> str:
    match step.split(" "):
        case ["bound", features, upper, reason, *_]:
            return f"{plural(int(features), 'feature')}: at most {upper} ({_REASONS[reason]})"
        case ["classes", features, size, count]:
            listed = f"{count} up to symmetry (search trees)"
            return f"{plural(int(features), 'feature')}, {plural(int(size), 'card')}: {listed}"
        case [_, reason]:
            return f"conclusion: {_CONCLUSIONS[reason]}"
    return step
