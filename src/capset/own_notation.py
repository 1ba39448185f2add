"""A notation of one's own, described in a small TOML file.

::

    name = "beads"
    values = 3
    features = 2
    separator = ""             # between the fields; without one, a character each

    [[field]]                  # in the order in which they are written
    feature = 2                # which of the card's digits it shows, 1 is the first
    name = "colour"
    symbols = ["b", "y", "w"]  # of the values 0, 1, 2; or "byw"
    aliases = { n = 0 }        # what else is read

    [[field]]
    feature = 1
    name = "size"
    symbols = "sml"

``values`` may be left out (the number of symbols says it); so may ``features`` (the number of
fields), and each field's ``feature`` (its place) and ``name``.
"""

from __future__ import annotations

import tomllib
from typing import Any

from capset.errors import CapsetError, NotationError, printable
from capset.game import Game
from capset.notation import Field, Notation


def notation_from_toml(text: str, source: str = "<string>") -> Notation:
    """Return the notation that a TOML document describes; `source` is its name in messages.

    Raises:
        NotationError: where the document is no TOML or describes no notation.
    """
    try:
        document = tomllib.loads(text)
        return _described_notation(document)
    except CapsetError as error:
        raise NotationError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:  # also what tomllib itself cannot take
        raise NotationError(f"{source}: no TOML: {error}") from None


def _described_notation(document: dict[str, Any]) -> Notation:
    name = _entry(document, "name", str, "own")
    tables = _entry(document, "field", list, [])
    separator = _entry(document, "separator", str, "")
    if not tables or not all(isinstance(table, dict) for table in tables):
        raise NotationError("at least one [[field]] is needed")
    fields = [_described_field(table, place) for place, table in enumerate(tables)]
    values = _entry(document, "values", int, len(fields[0].symbols))
    features = _entry(document, "features", int, len(fields))
    _refuse_unknown(document, ("name", "field", "separator", "values", "features"))
    return Notation(name, Game(values, features), fields, separator)


def _described_field(table: dict[str, Any], place: int) -> Field:
    symbols = table.get("symbols")
    if not isinstance(symbols, str | list) or not all(isinstance(one, str) for one in symbols):
        raise NotationError(f"field {place + 1}: symbols must be a text or a list of texts")
    aliases = _entry(table, "aliases", dict, {})
    if not all(type(value) is int for value in aliases.values()):
        raise NotationError(f"field {place + 1}: aliases name values, such as {{ n = 0 }}")
    feature = _entry(table, "feature", int, place + 1)
    field_name = _entry(table, "name", str, f"digit {feature}")
    _refuse_unknown(table, ("symbols", "aliases", "feature", "name"))
    return Field(feature - 1, field_name, tuple(symbols), tuple(aliases.items()))


def _entry(table: dict[str, Any], key: str, kind: type, default: Any) -> Any:
    value = table.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f"{key} must be {_KINDS[kind]}, not {value!r}")
    return value


_KINDS = {str: "a text", int: "a whole number", list: "a list of tables", dict: "a table"}


def _refuse_unknown(table: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise NotationError(f"{printable(key)} is not known; known are {', '.join(known)}")
