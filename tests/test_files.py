"""Files that are written whole or not at all."""

import os
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from capset.files import locked, written_whole


@pytest.mark.parametrize("before", [None, b"old"])
def test_whole_or_not_at_all(tmp_path, before):
    path = tmp_path / "file"
    if before is not None:
        path.write_bytes(before)
    with suppress(KeyboardInterrupt), written_whole(path) as stream:
        stream.write(b"new")
        raise KeyboardInterrupt
    assert (path.read_bytes() if path.exists() else None) == before
    with written_whole(str(path)) as stream:
        stream.write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with written_whole(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with written_whole(pipe) as stream:
        stream.write(b"new")
    reader.join(10)
    assert read == [b"new"]
    assert pipe.is_fifo()


def test_errors_name_the_file(tmp_path):
    with (
        pytest.raises(OSError, match="missing") as caught,
        written_whole(tmp_path / "missing" / "x"),
    ):
        pass
    assert caught.value.filename
    with pytest.raises(OSError, match="full"), written_whole("/dev/full") as stream:
        stream.write(b"x" * 100_000)


def test_a_lock_keeps_others_out_until_it_is_closed(tmp_path):
    path = tmp_path / "label"
    path.write_bytes(b"")
    code = "import sys; from capset.files import locked; locked(sys.argv[1])"
    other = [sys.executable, "-c", code, str(path)]
    with locked(path):
        refused = subprocess.run(other, capture_output=True, text=True, check=False)
        assert "BlockingIOError" in refused.stderr
    assert subprocess.run(other, check=False).returncode == 0
    with pytest.raises(FileNotFoundError):
        locked(tmp_path / "missing")
