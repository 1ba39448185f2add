"""``capset classify``: tables, JSON, files, wrong usage, interruption and going on."""

import gzip
import json
import os
import signal
import subprocess
import time

import pytest

from capset import Game
from capset.notation import digits_notation
from tests import naive
from tests.cli.running import COMMAND, capset, environment, process


def counts(*arguments, status=0):
    run = capset("classify", *arguments, "--json")
    assert run.status == status, run.err
    return [json.loads(line) for line in run.out.splitlines()]


SMALL = ("--values", 3, "--features", 2)


def test_table():
    run = capset("classify", *SMALL)
    assert run.status == 0
    assert run.err == ""
    lines = [line.split() for line in run.out.splitlines()]
    assert lines == [
        ["size", "collections", "classes"],
        *(["0", "1", "1"], ["1", "9", "1"], ["2", "36", "1"], ["3", "72", "1"], ["4", "54", "1"]),
    ]
    complete = capset("classify", *SMALL, "--complete", "--sizes", "4").out.splitlines()
    assert complete[0].split() == ["size", "collections", "classes", "complete", "classes"]
    assert complete[1].split() == ["4", "54", "1", "54", "1"]


def test_the_real_deck():
    found = counts("--sizes", "18-")
    assert found == [
        {"size": 18, "collections": 6482268000, "classes": 20},
        {"size": 19, "collections": 13646880, "classes": 1},
        {"size": 20, "collections": 682344, "classes": 1},
    ]


def test_json_and_sizes():
    every = counts("--values", 4, "--features", 2, "--complete")
    assert list(every[0]) == [
        "size", "collections", "classes", "complete_collections", "complete_classes",
    ]  # fmt: skip
    assert [one["size"] for one in every] == list(range(10))
    assert counts("--values", 4, "--features", 2, "--complete", "--sizes", "3-5") == every[3:6]
    assert counts("--values", 4, "--features", 2, "--complete", "--sizes", "-2") == every[:3]
    assert counts("--values", 4, "--features", 2, "--complete", "--sizes", "7-") == every[7:]
    assert counts("--values", 4, "--features", 2, "--complete", "--sizes", "9") == every[9:]
    assert counts("--values", 4, "--features", 2, "--sizes", "12-13") == []


def test_the_groups():
    full = counts("--features", 3)
    game = counts("--features", 3, "--group", "game")
    assert [one["collections"] for one in game] == [one["collections"] for one in full]
    assert game[3]["classes"] > full[3]["classes"]


@pytest.mark.parametrize("name", ["caps.jsonl", "caps.jsonl.gz"])
@pytest.mark.parametrize("group", ["full", "game"])
def test_out(tmp_path, name, group):
    path = tmp_path / name
    run = capset("classify", "--features", 3, "--group", group, "--out", path, "--json")
    assert run.status == 0
    data = path.read_bytes()
    lines = (gzip.decompress(data) if name.endswith("gz") else data).decode().splitlines()
    classes = [json.loads(line) for line in lines]
    for count in map(json.loads, run.out.splitlines()):
        mine = [one for one in classes if one["size"] == count["size"]]
        assert len(mine) == count["classes"]
        assert sum(one["copies"] for one in mine) == count["collections"]
    order = {"full": 27 * 11232, "game": 6**3 * 6}[group]
    read = digits_notation(Game(3, 3)).read
    for one in classes:
        cards = [read(text) for text in one["cards"]]
        assert len(cards) == one["size"]
        assert not naive.sets_in(cards, 3, 3)
        assert one["stabiliser"] * one["copies"] == order
        assert one["complete"] == (len({*cards, *naive.forbidden(cards, 3, 3)}) == 27)


def test_out_on_standard_output(tmp_path):
    path = tmp_path / "classes"
    assert capset("classify", *SMALL, "--out", path).status == 0
    run = capset("classify", *SMALL, "--out", "-")
    assert run.out == path.read_text()


def test_two_workers_write_the_same(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    assert capset("classify", "--sizes", "-9", "--out", one).status == 0
    run = process("classify", "--sizes", "-9", "--out", two, "--workers", 2)
    assert run.status == 0
    assert one.read_bytes() == two.read_bytes()


def test_checkpoint_and_resume(tmp_path):
    folder, out, again = tmp_path / "kept", tmp_path / "out", tmp_path / "again"
    first = capset("classify", "--features", 3, "--checkpoint", folder, "--out", out)
    resumed = capset("classify", "--resume", folder, "--out", again)
    assert resumed.out == first.out
    assert out.read_bytes() == again.read_bytes()
    game = capset("classify", "--resume", folder, "--group", "game")
    assert game.out == capset("classify", "--features", 3, "--group", "game").out
    refused = capset("classify", "--resume", folder, "--group", "game", "--out", again)
    assert refused.status == 2
    assert "the folder has the classes of --group full" in refused.err
    other = capset("classify", "--features", 4, "--checkpoint", folder)
    assert other.status == 2


def test_time_is_up(tmp_path):
    folder = tmp_path / "kept"
    deck = ("classify", "--features", 4)
    run = capset(*deck, "--time", 0, "--checkpoint", folder)
    assert run.status == 0
    assert f"not finished; capset classify --resume {folder} goes on" in run.err
    for _ in range(100):
        run = capset("classify", "--resume", folder, "--time", 0)
        if not run.err:
            break
    assert run.out == capset(*deck).out


def started(folder, *arguments):
    return subprocess.Popen(
        [*COMMAND, "classify", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment(),
        start_new_session=True,
    )  # fmt: skip


def wait_for(path, process, seconds=60):
    deadline = time.monotonic() + seconds
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_and_gone_on_with(tmp_path, workers):
    deck = ("--values", 4, "--features", 3, "--sizes", "-8")
    assert capset("classify", *deck, "--out", tmp_path / "whole").status == 0
    run = started(tmp_path, *deck, "--checkpoint", "kept", "--workers", workers)
    wait_for(tmp_path / "kept" / "6.classes", run)
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate()
    resumed = capset(
        "classify", "--resume", tmp_path / "kept", "--sizes", "-8", "--out", tmp_path / "resumed"
    )
    assert resumed.status == 0
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "resumed").read_bytes()


def test_ctrl_c_leaves_what_was_found(tmp_path):
    (tmp_path / "capset-classify.checkpoint").mkdir()  # of another run: nothing of it is lost
    run = started(tmp_path, "--features", 5)
    time.sleep(8)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "capset classify --resume capset-classify.checkpoint-2 goes on" in err
    assert "Traceback" not in err
    assert len(out.splitlines()) > 4
    resumed = capset("classify", "--resume", tmp_path / "capset-classify.checkpoint-2",
                     "--sizes", "-4")  # fmt: skip
    assert resumed.out.splitlines() == out.splitlines()[: len(resumed.out.splitlines())]


def test_folder_in_use(tmp_path):
    run = started(tmp_path, "--features", 5, "--checkpoint", "kept")
    wait_for(tmp_path / "kept" / "1.classes", run)
    second = capset("classify", "--resume", tmp_path / "kept", "--sizes", "2")
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate()
    assert second.status == 2
    assert "is in use by another run" in second.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sizes", "x"], "'x' is no size such as 7"),
        (["--sizes", "5-3"], "'5-3' is no size"),
        (["--sizes", "-"], "'-' is no size"),
        (["--values", "2"], "--values"),
        (["--group", "affine"], "--group"),
        (["--resume", "missing"], "missing: no classification"),
        (["--resume", "missing", "--features", "3"], "takes the deck"),
        (["--workers", "0"], "--workers"),
        (["--workers", "2", "--dask", "127.0.0.1:1"], "--workers are of this machine"),
        (["--values", "40", "--features", "1"], "out of reach"),
        (["--features", "9"], "out of reach"),
    ],
)
def test_wrong_usage(arguments, message):
    run = capset("classify", *arguments)
    assert run.status == 2
    assert message in run.err
    assert not run.out


def test_a_folder_of_something_else(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    run = capset("classify", "--features", 2, "--checkpoint", tmp_path)
    assert run.status == 2
    assert "no empty folder" in run.err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_that_cannot_be_written(tmp_path):
    run = process("classify", *SMALL, "--out", tmp_path / "no" / "out")
    assert run.status == 1
    assert "no/out: No such file" in run.err


def test_a_cluster_that_is_not_there():
    run = capset("classify", *SMALL, "--dask", "127.0.0.1:9")
    assert run.status == 2
    assert "no Dask scheduler at 127.0.0.1:9" in run.err
    assert "Traceback" not in run.err
