"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path | str, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """Give a stream for the new contents of a file, which replace the old ones at the end.

    Where anything goes wrong before, or the machine stops, the file is as it was; if the new one
    is not `lasting`, it may be lost or damaged where the machine stops soon after. What is no
    regular file, such as a device or a pipe, is written to as it stands.

    Raises:
        OSError: where the file cannot be written.
    """
    path = Path(path).resolve() if os.path.islink(path) else Path(path)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                yield stream
        else:
            with _replacement(path, lasting) as stream:
                yield stream
    except OSError as error:
        error.filename = str(path)
        raise


def locked(path: Path | str) -> BinaryIO:
    """Open a file that no other process may lock until it is closed, or this process ends.

    Raises:
        BlockingIOError: where another has locked it.
        OSError: where it cannot be opened.
    """
    stream = Path(path).open("rb")  # noqa: SIM115  # open for as long as it is locked
    try:
        import fcntl
    except ImportError:  # Windows; there the user has to see to it
        return stream
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stream.close()
        raise
    return stream


@contextmanager
def _replacement(path: Path, lasting: bool) -> Iterator[BinaryIO]:
    temporary = path.with_name(path.name + ".part")
    try:
        with temporary.open("wb") as stream:
            yield stream
            if lasting:
                stream.flush()
                os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
