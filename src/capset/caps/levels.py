"""The levels of a classification as files in a folder, so that memory does not bound them.

A level has the classes of one size, as records in a file. While it is made, the results of
pieces lie in files of their own, whole or not at all, so that a run that was interrupted, killed
too, goes on with them. All of them are plain arrays of records, as :func:`numpy.memmap` reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capset.errors import ProblemError
from capset.files import locked, written_whole
from capset.game import Game

Array = NDArray[Any]

FORMAT = "capset classification 1"

_BUCKET_BYTES = 1 << 28  # records merged at a time


class Family(NamedTuple):
    """The collections that are classified: of which deck, up to which of its symmetries.

    Those without a set, or with `with_sets` all of them. ``group`` is one of
    :data:`capset.caps.symmetry.GROUPS`.
    """

    game: Game
    group: str = "full"
    with_sets: bool = False


def children_type(size: int) -> np.dtype[Any]:
    """Return the records of possible classes: a hash, a collection, and a share of its copies."""
    return np.dtype([("hash", "<u8"), ("share", "<i8"), ("cards", "<i2", (size,))])


def class_type(size: int) -> np.dtype[Any]:
    """Return the records of classes: a collection, its stabiliser's order, and free cards."""
    return np.dtype([("order", "<i8"), ("free", "<i4"), ("cards", "<i2", (size,))])


class Levels:
    """A folder with the levels of the classification of a family.

    A context manager: until its end no other run can use the folder.

    Raises:
        ProblemError: where the folder is one of something else, or in use.
        OSError: where it cannot be made or read.
    """

    def __init__(self, folder: Path | str, family: Family) -> None:
        self.folder = Path(folder)
        self.family = family
        self.folder.mkdir(parents=True, exist_ok=True)
        label = self.folder / "family.json"
        if label.exists():
            found = family_of(self.folder)
            if found != family:
                raise ProblemError(f"{self.folder} has the classes of {found}, not of {family}")
        elif any(self.folder.iterdir()):
            raise ProblemError(f"{self.folder} is no empty folder, nor one of a classification")
        else:
            with written_whole(label) as file:
                file.write(_label(family).encode())
        try:
            self._lock = locked(label)
        except BlockingIOError:
            raise ProblemError(f"{self.folder} is in use by another run") from None

    def __enter__(self) -> Levels:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def _path(self, size: int) -> Path:
        return self.folder / f"{size}.classes"

    def has(self, size: int) -> bool:
        """Return whether the level of collections of so many cards is finished."""
        return self._path(size).exists()

    def classes(self, size: int) -> Array:
        """Return the records of a finished level; they are read from the file as needed."""
        return _records(self._path(size), class_type(size))

    def add(self, size: int, blocks: Iterable[Array]) -> None:
        """Write a level, whole or not at all, and remove what it was made from."""
        with written_whole(self._path(size)) as file:
            for block in blocks:
                file.write(block.tobytes())
        self.remove_parts(size, "*")

    def remove_parts(self, size: int, what: str) -> None:
        """Remove parts of a level that are no longer needed."""
        for path in self.folder.glob(f"{size}.{what}.part-*"):
            path.unlink(missing_ok=True)

    def part(self, size: int, what: str, number: int) -> Path:
        """Return the path of one of the parts from which a level is made."""
        return self.folder / f"{size}.{what}.part-{number}"

    def write_part(self, path: Path, blocks: Iterable[Array]) -> None:
        """Write a part, whole or not at all unless the machine stops, a block after the other."""
        with written_whole(path, lasting=False) as file:
            for block in blocks:
                file.write(block.tobytes())

    def parts(self, size: int, what: str, kind: np.dtype[Any]) -> list[Array]:
        """Return the parts of a level that there are, in order of their numbers."""
        paths = self.folder.glob(f"{size}.{what}.part-*")
        return [_records(path, kind) for path in sorted(paths, key=_number)]


def _number(path: Path) -> int:
    return int(path.name.rpartition("-")[2])


def _label(family: Family) -> str:
    game = family.game
    return json.dumps(
        {
            "format": FORMAT,
            "values": game.values,
            "features": game.features,
            "group": family.group,
            "with_sets": family.with_sets,
        }
    )


def family_of(folder: Path | str) -> Family:
    """Return the family whose levels are in a folder.

    Raises:
        ProblemError: where it has none of this version.
        OSError: where it cannot be read.
    """
    try:
        label = json.loads((Path(folder) / "family.json").read_text(encoding="utf-8"))
        if label["format"] == FORMAT and label["group"] in ("full", "game"):
            game = Game(label["values"], label["features"])
            return Family(game, label["group"], bool(label["with_sets"]))
    except (ValueError, KeyError, TypeError, FileNotFoundError, NotADirectoryError):
        pass
    raise ProblemError(f"{folder}: no classification of this version")


def _records(path: Path, kind: np.dtype[Any]) -> Array:
    size = path.stat().st_size
    if size == 0:
        return np.zeros(0, kind)
    if size % kind.itemsize:
        raise ProblemError(f"{path} is not whole")
    return np.memmap(path, kind, "r")


def merged(parts: list[Array], bucket_bytes: int = _BUCKET_BYTES) -> Iterator[Array]:
    """Yield the possible classes of all parts, each hash once, in blocks in order of hash.

    The parts are sorted by hash, each of them once in a part. The collection is that of the
    first part that has the hash, the share that of all of them.
    """
    total = sum(part.nbytes for part in parts)
    buckets = 1 << max(0, -(-total // bucket_bytes) - 1).bit_length()
    width = 64 - (buckets.bit_length() - 1)
    begins = [0] * len(parts)
    for bucket in range(1, buckets + 1):
        if bucket < buckets:
            edge = np.uint64(bucket << width)
            ends = [int(np.searchsorted(part["hash"], edge)) for part in parts]
        else:
            ends = list(map(len, parts))
        slices = zip(parts, begins, ends, strict=True)
        rows = np.concatenate([part[begin:end] for part, begin, end in slices])
        begins = ends
        rows = rows[np.argsort(rows["hash"], kind="stable")]
        if len(rows):
            firsts = np.flatnonzero(np.diff(rows["hash"], prepend=~rows["hash"][:1]))
            block = rows[firsts]
            block["share"] = np.add.reduceat(rows["share"], firsts)
            yield block
