"""Everything that capset refuses, one tree of :class:`ValueError` subclasses.

::

    ValueError
    └── CapsetError         all of capset's own errors
        ├── GameError       a deck that cannot be: fewer than 3 values, no feature
        ├── CardError       not a card of the deck, or the wrong cards for the question
        ├── NotationError   a notation that is unknown, ill described or of another deck
        ├── DrawingError    something that cannot be drawn: an unknown palette, no column
        ├── ProblemError    a question that contradicts itself: forced cards that hold a set
        ├── WorkerError     workers that died again and again, or that cannot be reached
        ├── CertificateError   a certificate that proves nothing: the line, what is wrong there
        └── TextError       a text that is no card: the text, the place in it, what is allowed
            └── InputError  the same in a file: its name, line and column as well

A message names the input, the place and what would be right.
"""


class CapsetError(ValueError):
    """The root of all errors that capset raises on purpose."""


class GameError(CapsetError):
    """A deck that cannot be, such as one with two values."""


class CardError(CapsetError):
    """A number that is no card of the deck, or the wrong cards for the question asked."""


class NotationError(CapsetError):
    """A notation that is unknown, ill described, or belongs to another deck."""


class DrawingError(CapsetError):
    """Something that cannot be drawn: an unknown palette, a set outside the tableau."""


class ProblemError(CapsetError):
    """A question that contradicts itself, such as a card both forced and excluded."""


class WorkerError(CapsetError):
    """Workers died again and again over the same piece of work, or none could be reached."""


class CertificateError(CapsetError):
    """A certificate that does not prove what it claims.

    ``line`` is the 1-based number of the first line that is wrong, ``problem`` what is wrong.
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        self.problem = problem
        super().__init__(line, problem)

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


class TextError(CapsetError):
    """A text that is no card.

    ``text`` is what was read, ``offset`` the 0-based place in it, ``problem`` what is wrong
    there and ``allowed`` what would be right (empty where ``problem`` says it all).
    """

    def __init__(self, text: str, offset: int, problem: str, allowed: str = "") -> None:
        self.text = text
        self.offset = offset
        self.problem = problem
        self.allowed = allowed
        super().__init__(text, offset, problem, allowed)

    @property
    def explanation(self) -> str:
        """The text, what is wrong with it and what is allowed, without the place."""
        text = f"{printable(self.text)}: {self.problem}" if self.text else self.problem
        return f"{text}; {self.allowed}" if self.allowed else text

    def __str__(self) -> str:
        return self.explanation


class InputError(TextError):
    """A text in a file that is no card, or a tableau that cannot be.

    ``source`` is the file's name, ``line`` and ``column`` are 1-based, the column counted in
    characters after any byte-order mark.
    """

    def __init__(
        self, source: str, line: int, column: int, text: str, problem: str, allowed: str = ""
    ) -> None:
        super().__init__(text, 0, problem, allowed)
        self.source = source
        self.line = line
        self.column = column
        self.args = (source, line, column, text, problem, allowed)

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.explanation}"


_LONGEST_QUOTE = 60


def printable(text: str) -> str:
    """Return `text` in quotes, fit for one line of a terminal.

    Control characters and bytes that were no text (lone surrogates) are escaped, and a long
    text is cut: a hostile file must not be able to write to the user's terminal.
    """
    shown = text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"
    return "'" + "".join(map(_printable_character, shown)) + "'"


def _printable_character(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how "surrogateescape" keeps a byte that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
