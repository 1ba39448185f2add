"""The text of a certificate for its checker: lines, words and numbers, each refused by its line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from io import BufferedReader, TextIOWrapper
from typing import NoReturn

from capset.errors import CertificateError, printable

LONGEST_LINE = 10**6


def certificate_lines(stream: BufferedReader) -> Iterator[str]:
    """Yield the lines of a certificate, given as the bytes of its file, compressed or not.

    Raises:
        CertificateError: where a compressed file is damaged.
        OSError: where it cannot be read.
    """
    number = 0
    is_compressed = stream.peek(2)[:2] == b"\x1f\x8b"
    with TextIOWrapper(
        gzip.GzipFile(fileobj=stream) if is_compressed else stream,
        encoding="utf-8",
        errors="surrogateescape",
    ) as file:
        try:
            while line := file.readline(LONGEST_LINE + 2):
                number += 1
                yield line
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise CertificateError(number + 1, f"the file is damaged: {error}") from None


class Text:
    """The lines of a certificate, ``number`` of them read, and ``rest`` still to come.

    Of each the blanks at its end are cut off; empty lines and comments are left out.
    """

    def __init__(self, lines: Iterable[str], progress: Callable[[int], None] | None) -> None:
        self.number = 0
        self.rest = self._rest(lines, progress)
        self._hash = sha256()

    def _rest(self, lines: Iterable[str], progress: Callable[[int], None] | None) -> Iterator[str]:
        before = b""
        for whole in lines:
            self.number += 1
            if len(whole) > LONGEST_LINE:
                self.refuse(f"a line has at most {LONGEST_LINE:,} characters")
            if progress and self.number % 10_000 == 0:
                progress(self.number)
            self._hash.update(before)
            line = whole.rstrip()
            before = line.encode(errors="backslashreplace") + b"\n"
            if line and line[0] != "#":
                yield line
        self.number += 1

    def refuse(self, problem: str, line: int | None = None) -> NoReturn:
        """Say what is wrong with a line, the one read last if none is given.

        Raises:
            CertificateError: always.
        """
        raise CertificateError(line or self.number, problem)

    def line(self) -> str:
        """The next line."""
        line = next(self.rest, None)
        if line is None:
            self.refuse("the certificate is cut off: its last line begins with `end`")
        return line

    def next_words(self) -> list[str]:
        """All words of the next line."""
        return self.line().split(" ")

    def words(self, keyword: str) -> list[str]:
        """The words behind a keyword, with which the next line must begin."""
        line = self.line()
        first, *words = line.split(" ")
        if first != keyword:
            self.refuse(f"a line that begins with `{keyword}` is due, not {printable(line)}")
        return words

    def end(self) -> None:
        """Check that all lines are those that were written, as the last one says."""
        words = self.words("end")
        if words != [str(self.number - 1), self._hash.hexdigest()]:
            self.refuse("these are not the lines that were written: number or hash differs")
        for line in self.rest:
            self.refuse(f"nothing is due behind the end, not {printable(line)}")

    def integer(self, text: str, least: int, most: int) -> int:
        """The number that a text says in decimal digits."""
        if len(text) > 9 or not text.isascii() or not text.isdigit():
            self.refuse(f"a number is due, not {printable(text)}")
        if not least <= int(text) <= most:
            self.refuse(f"a number from {least} to {most} is due, not {text}")
        return int(text)

    def weights(self, words: list[str]) -> list[int]:
        """The three whole numbers that words say; they may be negative."""
        digits = [word.removeprefix("-") for word in words]
        if len(words) != 3 or not all(
            len(word) < 40 and word.isascii() and word.isdigit() for word in digits
        ):
            self.refuse("three weights are due, one for each moment equation")
        return list(map(int, words))

    def cards(self, words: list[str], names: dict[str, int]) -> list[int]:
        """The cards that words say, none of them twice."""
        for word in words:
            if word not in names:
                self.refuse(f"{printable(word)} is no card of the deck")
        cards = [names[word] for word in words]
        if len(set(cards)) < len(cards):
            self.refuse("a card comes twice")
        return cards
