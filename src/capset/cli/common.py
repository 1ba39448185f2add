"""What the commands share: options for reading cards, files in, errors out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, TypeVar

import click

from capset.cli.progress import shown_progress
from capset.errors import CapsetError, NotationError, TextError
from capset.game import Game
from capset.notation import BUILT_IN, REAL_GAME, Notation, notation_named
from capset.tableau import Reading, byte_blocks, read_tableaus, text_lines

Command = TypeVar("Command", bound=Callable[..., Any])


def notation_options(command: Command) -> Command:
    """Add the options that say how cards are written and of which deck they are."""
    for option in (
        click.option(
            "--features", type=click.IntRange(1), metavar="N", help="Features of the deck."
        ),
        click.option(
            "--values", type=click.IntRange(3), metavar="V", help="Values of each feature."
        ),
        click.option(
            "--notation",
            default="auto",
            metavar="NAME",
            help=f"How cards are written: {', '.join(BUILT_IN)}, a TOML file that describes a "
            "notation of your own, or auto (the default).",
        ),
    ):
        command = option(command)
    return command


def tableau_options(command: Command) -> Command:
    """Add the options for reading files of tableaus."""
    for option in (
        click.option("--strict", is_flag=True, help="Stop at the first bad tableau."),
        click.option(
            "--duplicates",
            type=click.Choice(["refuse", "keep"]),
            default="refuse",
            help="A card twice in a tableau: an error (the default), or two cards on the table.",
        ),
        click.option(
            "--size",
            type=click.IntRange(1),
            metavar="K",
            help="Cut input that has no blank lines into tableaus of K cards.",
        ),
    ):
        command = option(command)
    return notation_options(command)


json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")


def tell(message: str) -> None:
    """Say something to the user, on standard error."""
    click.echo(f"capset: {message}", err=True)


def plural(number: int, noun: str) -> str:
    """Return the number with its noun, as in ``1 set`` and ``1,080 sets``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def chosen_notation(
    name: str, values: int | None, features: int | None, sample: Iterable[str]
) -> Notation:
    """Return the notation that the options ask for; ``auto`` recognises that of the sample.

    Where there was a doubt, the user is told what was taken.

    Raises:
        NotationError: where there is none of that name, or it writes another deck.
        GameError: where the options describe no deck.
    """
    if name == "auto":
        from capset.recognition import recognised_notation

        notation, doubt = recognised_notation(list(sample), values, features)
        if doubt:
            tell(f"{doubt}; --notation, --values and --features say otherwise")
        return notation
    if name in BUILT_IN:
        if name == "digits" and None in (values, features):
            from capset.recognition import recognised_digits

            return recognised_digits(list(sample), values, features)
        game = Game(values or REAL_GAME.values, features or REAL_GAME.features)
        return notation_named(name, game)
    notation = _notation_from_file(name)
    game = notation.game
    if values not in (None, game.values) or features not in (None, game.features):
        raise NotationError(
            f"{name} describes the deck of {game.values} values and {game.features} features"
        )
    return notation


def _notation_from_file(name: str) -> Notation:
    from capset.own_notation import notation_from_toml

    try:
        with open(name, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        known = ", ".join(BUILT_IN)
        raise NotationError(
            f"--notation {name}: none of {known}, auto, and no file either: {error.strerror}"
        ) from None
    except UnicodeDecodeError as error:
        raise NotationError(f"{name}: no UTF-8 text: {error.reason}") from None
    return notation_from_toml(text, name)


def written_notation(name: str | None, game: Game) -> Notation:
    """Return the notation to write the cards of `game` in: contest, or digits of other decks."""
    if name is None:
        name = "contest" if game == REAL_GAME else "digits"
    return chosen_notation(name, game.values, game.features, ())


def given_lines(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments, or the lines on standard input for a lone ``-``, without comments."""
    if list(arguments) != ["-"]:
        return arguments
    with opened("-") as stream:
        return list(map(_content, text_lines(byte_blocks(stream))))


def cards_given(lines: Iterable[str], notation: Notation) -> list[int]:
    """Return the cards in lines of text, of which each may be there once.

    Raises:
        TextError: where one is no card, or comes twice.
    """
    cards: dict[int, str] = {}
    for line in lines:
        for _, text in notation.cards_in(line):
            card = notation.read(text)
            if card in cards:
                raise TextError(text, 0, "this card comes twice", "each card may be given once")
            cards[card] = text
    return list(cards)


def _content(line: str) -> str:
    """The line without its comment."""
    return line.partition("#")[0]


class Source(NamedTuple):
    """An input: its name in messages, its notation, and its bytes in blocks.

    ``length`` is the number of bytes where that is known beforehand, otherwise 0.
    """

    name: str
    notation: Notation
    blocks: Iterator[bytes]
    length: int = 0


class Input:
    """Files of tableaus, read one after the other; what was wrong is told and remembered.

    Made from the values of :func:`tableau_options`. ``status`` is 2 once anything was wrong.
    """

    def __init__(
        self,
        *,
        notation: str,
        values: int | None,
        features: int | None,
        size: int | None,
        duplicates: str,
        strict: bool,
    ) -> None:
        self._deck = (notation, values, features)
        chosen_notation(*self._deck, ())  # wrong options are told before anything is printed
        self.size = size
        self.keep_duplicates = duplicates == "keep"
        self.strict = strict
        self.status = 0

    def sources(self, files: Sequence[str]) -> Iterator[Source]:
        """Yield each file that can be opened, standard input for ``-`` and where there is none."""
        for name in files or ("-",):
            if self.is_stopped:
                return
            try:
                with opened(name) as stream:
                    blocks = byte_blocks(stream, sys.stdout.flush)
                    sample, blocks = _sampled(blocks)
                    notation = chosen_notation(*self._deck, sample)
                    shown = "<stdin>" if name == "-" else name
                    length = os.fstat(stream.fileno()).st_size
                    yield Source(shown, notation, shown_progress(blocks, length), length)
            except UnreadableFileError as error:
                self.refuse(str(error))

    def readings(self, source: Source, first_line: int = 1) -> Iterator[Reading]:
        """Yield the tableaus of a source, the bad ones too, after telling what is wrong."""
        for reading in read_tableaus(
            text_lines(source.blocks, from_start=first_line == 1),
            source.notation,
            source=source.name,
            first_line=first_line,
            size=self.size,
            keep_duplicates=self.keep_duplicates,
        ):
            if reading.error is not None:
                self.refuse(str(reading.error))
            yield reading
            if self.is_stopped:
                return

    @property
    def is_stopped(self) -> bool:
        """Whether something was wrong and nothing more is to be read."""
        return self.strict and self.status != 0

    def all_readings(self, files: Sequence[str]) -> Iterator[Reading]:
        """Yield the tableaus of all files."""
        return chain.from_iterable(map(self.readings, self.sources(files)))

    def refuse(self, message: str) -> None:
        """Tell what is wrong with the input, after what was answered before it."""
        sys.stdout.flush()
        tell(message)
        self.status = 2


class UnreadableFileError(CapsetError):
    """A file that cannot be read, for the reason that the system gives."""


def opened(name: str) -> BinaryIO:
    """Return the bytes of a file, of standard input for ``-``.

    Raises:
        UnreadableFileError: where it cannot be read.
    """
    if name == "-":
        if sys.stdin is None:
            raise UnreadableFileError("<stdin>: it is closed")
        return open(sys.stdin.fileno(), "rb", closefd=False)
    try:
        stream = open(name, "rb")  # noqa: SIM115  # the caller closes it
        stream.peek(1)  # a folder opens, but cannot be read
    except OSError as error:
        raise UnreadableFileError(f"{name}: {error.strerror or error}") from None
    return stream


_SAMPLE_LINES, _SAMPLE_BYTES = 200, 1 << 20


def _sampled(blocks: Iterator[bytes]) -> tuple[list[str], Iterator[bytes]]:
    """The first lines that hold cards, enough to recognise a notation, and all blocks again.

    Blocks are read only until a tableau has ended in them: more may be long in coming.
    """
    taken: list[bytes] = []
    lines: list[str] = []
    for block in blocks:
        taken.append(block)
        # the last line may go on in the next block, if only by the mark that stands for it here
        lines = list(text_lines([*taken, b"#"]))[:-1]
        if _tableau_ends(lines) or len(lines) > _SAMPLE_LINES:
            break
        if sum(map(len, taken)) > _SAMPLE_BYTES:
            break
    else:
        lines = list(text_lines(taken))
    sample = [line for line in map(_content, lines) if line.strip()][:_SAMPLE_LINES]
    return sample, chain(taken, blocks)


def _tableau_ends(lines: list[str]) -> bool:
    begun = False
    for line in lines:
        if line.strip():
            begun = begun or not line.lstrip().startswith("#")
        elif begun:
            return True
    return False
