"""``capset max`` and ``capset verify``: answers, exit statuses, files, interruption."""

import json
import os
import signal
import subprocess
import time
from xml.etree import ElementTree as ET

import pytest

from capset import Game
from capset.caps.checkpoint import write_checkpoint
from capset.cli import listing
from capset.cli import max as max_module
from capset.notation import digits_notation
from tests import naive
from tests.cli.running import COMMAND, capset, environment, process

KEYS = [
    "values", "features", "size", "lower", "upper", "optimal", "collection", "forced", "excluded",
    "nodes", "seconds",
]  # fmt: skip


def answer(*arguments, status=0):
    run = capset("max", *arguments, "--json")
    assert run.status == status, run.err
    found = json.loads(run.out)
    assert list(found) == KEYS
    game = Game(found["values"], found["features"])
    cards = [digits_notation(game).read(text) for text in found["collection"]]
    assert len(cards) == found["size"] == found["lower"]
    if game.values == 3:
        assert not naive.sets_in(cards, game.values, game.features)
    assert set(found["forced"]) <= set(found["collection"])
    assert set(found["excluded"]).isdisjoint(found["collection"])
    return found


def test_real_deck():
    run = capset("max")
    assert run.status == 0
    first, *rest = run.out.splitlines()
    assert first.startswith("Optimal: 20 cards without a set, of 81 cards of 3 values")
    assert len(rest[-1].split()) == 20
    assert sum(line.count("●") for line in rest) == 20


@pytest.mark.parametrize(
    ("deck", "size"), [((3, 3), 9), ((4, 2), 9), ((12, 2), 121), ((4, 3), 28), ((9, 1), 8)]
)
def test_json(deck, size):
    found = answer("--values", deck[0], "--features", deck[1])
    assert found["optimal"]
    assert found["size"] == found["upper"] == size


def test_forced_and_excluded_cards_in_any_notation():
    found = answer("--force", "S1PS", "--force", "D3PO", "--exclude", "O2PF")
    assert found["forced"] == ["0212", "2200"]
    assert found["excluded"] == ["1221"]
    assert found["optimal"]
    run = capset("max", "--force", "S1PS D3PO", "--exclude", "O2PF")
    assert "2 forced and 1 excluded" in run.out
    assert "S1PS" in run.out.splitlines()[-1]
    words = answer("--force", "half-one-purple-peanut")
    assert len(words["forced"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--force", "S1PS D3PO O2PF"], "the forced cards hold a set: S1PS, O2PF, D3PO"),
        (["--force", "S1PS", "--exclude", "S1PS"], "forced and excluded at once: S1PS"),
        (["--force", "S1PX"], "'S1PX'"),
        (["--force", "S1PS S1PS"], "twice"),
        (["--values", "4", "--features", "2", "--force", "44"], "44"),
        (["--values", "2"], "--values"),
        (["--at-least", "0"], "--at-least"),
        (["--time", "-1"], "--time"),
        (["--workers", "0"], "--workers"),
        (["--method", "slices", "--force", "S1PS"], "no forced"),
        (["--resume", "missing"], "missing"),
        (["--resume", os.devnull], "no checkpoint"),
        (["--resume", "x", "--features", "3"], "takes the question"),
    ],
)
def test_wrong_questions_are_refused(arguments, message):
    run = capset("max", *arguments)
    assert run.status == 2
    assert message in run.err
    assert not run.out
    assert "Traceback" not in run.err


def test_at_least():
    assert answer("--at-least", 20)["size"] == 20
    no = answer("--at-least", 21, status=1)
    assert no["upper"] == 20
    assert capset("max", "--at-least", 21).out.startswith("No: proved that there are no 21")
    assert capset("max", "--at-least", 9).out.startswith("Yes: ")
    unknown = answer("--features", 6, "--at-least", 113, "--time", 0, status=1)
    assert not unknown["optimal"]
    assert unknown["upper"] >= 113


def test_time_limit_gives_both_bounds():
    found = answer("--values", 5, "--features", 3, "--time", 0.01)
    assert not found["optimal"]
    assert 64 <= found["lower"] < found["upper"] <= 80
    run = capset("max", "--values", 5, "--features", 3, "--time", 0)
    assert run.out.startswith("At least 0, at most 80")
    assert run.status == 0


def test_same_answer_with_workers_and_seeds():
    sizes = {
        (found["size"], found["upper"])
        for workers in (1, 2)
        for seed in (0, 5)
        for found in [answer("--values", 4, "--features", 3, "--workers", workers, "--seed", seed)]
    }
    assert sizes == {(28, 28)}
    once, twice = (answer("--exclude", "S1PS D3PO")["collection"] for _ in range(2))
    assert once == twice


def test_svg(tmp_path):
    path = tmp_path / "cap.svg"
    run = capset("max", "--features", 3, "--svg", path)
    assert run.status == 0
    assert "9 cards" in run.err
    ET.fromstring(path.read_text("utf-8"))


def test_the_answer_is_printed_even_where_a_file_cannot_be_written(tmp_path):
    for option in ("--svg", "--certificate"):
        run = process("max", "--features", 2, option, tmp_path / "missing" / "file")
        assert run.status == 1
        assert run.out.startswith("Optimal: 4 cards")
        assert "missing" in run.err
        assert "Traceback" not in run.err


@pytest.mark.parametrize("option", ["--svg", "--certificate", "--checkpoint"])
def test_a_full_disk_costs_no_answer(option):
    run = process("max", "--values", 5, "--features", 3, "--time", 0, option, "/dev/full")
    assert run.status == 1
    assert run.out.startswith("At least 0, at most 80")
    assert "/dev/full" in run.err
    assert "No space left" in run.err
    assert os.path.exists("/dev/full")
    assert not os.path.isfile("/dev/full")


def test_a_disk_that_is_full_for_a_while_does_not_end_the_search(monkeypatch, tmp_path):
    monkeypatch.setattr(max_module, "_PART", 0.1)
    path, calls = tmp_path / "state", []

    def full_at_first(search, path):
        calls.append(path)
        if len(calls) < 3:
            raise OSError(28, "No space left on device", path)
        write_checkpoint(search, path)

    monkeypatch.setattr("capset.caps.checkpoint.write_checkpoint", full_at_first)
    run = capset("max", "--values", 5, "--features", 3, "--time", 1.5, "--checkpoint", path)
    assert run.status == 0
    assert run.err.count("the search goes on") == 2
    assert path.exists()


# interruption


def interrupted(arguments, seconds, folder, sign=signal.SIGINT):
    started = subprocess.Popen(
        [*COMMAND, "max", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment(),
    )
    time.sleep(seconds)
    started.send_signal(sign)
    out, err = started.communicate(timeout=60)
    return started.returncode, out, err


def test_ctrl_c_prints_the_best_and_leaves_a_checkpoint(tmp_path):
    status, out, err = interrupted(["--values", 5, "--features", 3, "--json"], 8, tmp_path)
    assert status == 130, err
    found = json.loads(out)
    assert not found["optimal"]
    assert found["lower"] >= 64
    assert "capset max --resume capset-max.checkpoint" in err
    resumed = answer("--resume", tmp_path / "capset-max.checkpoint", "--time", 0)
    assert resumed["lower"] == found["lower"]
    assert resumed["upper"] == found["upper"]
    assert resumed["nodes"] >= found["nodes"]


def test_resumed_search_ends_as_an_unbroken_one(tmp_path):
    path = tmp_path / "state"
    deck = ("--values", 4, "--features", 3)
    run = capset("max", *deck, "--time", 0, "--checkpoint", path)
    assert run.status == 0
    assert "--resume" in run.err
    for _ in range(50):
        found = answer("--resume", path, "--time", 0.05, "--checkpoint", path)
        if found["optimal"]:
            break
    assert (found["size"], found["upper"]) == (28, 28)


def test_the_checkpoint_is_kept_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(max_module, "_PART", 0.1)
    path = tmp_path / "state"
    answer("--values", 5, "--features", 3, "--time", 2.5, "--checkpoint", path)
    assert path.exists()
    found = answer("--resume", path, "--time", 0)
    assert found["lower"] >= 64
    assert not list(tmp_path.glob("*.part"))


# certificates


def test_certificate_is_written_and_verified(tmp_path):
    path = tmp_path / "proof.gz"
    run = capset("max", "--features", 3, "--exclude", "111", "--certificate", path)
    assert run.status == 0
    assert f"capset verify {path}" in run.err
    verified = capset("verify", path)
    assert verified.status == 0
    assert verified.out.startswith("Verified: 9 cards without a set, of 27 cards of 3 values")
    assert "theorem of Frobenius and König" in verified.out
    found = json.loads(capset("verify", path, "--json").out)
    assert (found["upper"], found["optimal"], found["complete"]) == (9, True, True)
    assert found["excluded"] == ["111"]
    from_stdin = capset("verify", "-", stdin=path.read_bytes())
    assert from_stdin.out == verified.out


def test_sample_is_said(tmp_path):
    path = tmp_path / "proof"
    assert capset("max", "--values", 4, "--features", 3, "--certificate", path).status == 0
    run = capset("verify", path, "--sample", 0.2, "--seed", 1)
    assert run.status == 0
    assert run.out.startswith("Not refuted: ")
    assert "of 87 branches" in run.out
    assert "all 87 branches" in capset("verify", path).out


def test_a_bound_that_is_not_met_is_certified_too(tmp_path):
    path = tmp_path / "proof"
    capset("max", "--values", 5, "--features", 3, "--time", 0.01, "--certificate", path)
    run = capset("verify", path)
    assert run.status == 0
    assert "no more than 80 can be" in run.out


def test_refused_certificates(tmp_path):
    path = tmp_path / "proof"
    capset("max", "--certificate", path)
    text = path.read_text().replace("at-most 20", "at-most 19")
    run = capset("verify", "-", stdin=text)
    assert run.status == 1
    assert run.err.startswith("capset: refused: <stdin>: line 8: ")
    assert not run.out
    assert capset("verify", "-").status == 1
    assert capset("verify", tmp_path / "missing").status == 2
    assert capset("verify", path, "--sample", 2).status == 2
    assert capset("verify").status == 2


# all of the largest collections


def listed(*arguments):
    run = capset("max", "--features", 2, *arguments)
    assert run.status == 0
    return [json.loads(line) for line in run.out.splitlines()], run.err


def test_every_class():
    (found,), talk = listed("--all")
    assert (found["stabiliser"], found["copies"], len(found["cards"])) == (8, 54, 4)
    assert "4 cards: 54 collections, 1 up to symmetry" in talk
    assert listed("--all=classes") == ([found], talk)


def test_every_collection():
    every, talk = listed("--all=each")
    assert "54 collections" in talk
    read = digits_notation(Game(3, 2)).read
    collections = {frozenset(map(read, one["cards"])) for one in every}
    assert len(collections) == len(every) == 54
    assert all(not naive.sets_in(sorted(one), 3, 2) and len(one) == 4 for one in collections)
    under, _ = listed("--all=each", "--force", "00", "--exclude", "01")
    kept = {one for one in collections if 0 in one and 1 not in one}
    assert {frozenset(map(read, one["cards"])) for one in under} == kept


def test_the_number_of_collections():
    run = capset("max", "--count", "--features", 3)
    assert run.out == "9 cards: 2,106 collections, 1 up to symmetry\n"
    found = json.loads(capset("max", "--count", "--json").out)
    assert found == {"size": 20, "collections": 682344, "classes": 1}


def test_too_many_to_list_without_saying_so(monkeypatch):
    monkeypatch.setattr(listing, "_MANY", 53)
    run = capset("max", "--features", 2, "--all=each")
    assert run.status == 1
    assert "more than 53; --yes lists them all the same" in run.err
    assert not run.out
    assert len(listed("--all=each", "--yes")[0]) == 54


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--all", "--count"], "exclude each other"),
        (["--all", "--at-least", "4"], "--at-least"),
        (["--all=some"], "--all"),
        (["--dask", "127.0.0.1:1", "--workers", "2"], "--workers are of this machine"),
    ],
)
def test_wrong_wishes_about_all(arguments, message):
    run = capset("max", *arguments)
    assert run.status == 2
    assert message in run.err


def test_nothing_to_list_where_nothing_is_proved():
    run = capset("max", "--values", 5, "--features", 3, "--all", "--time", 0)
    assert run.status == 1
    assert "not proved" in run.err
    assert not run.out
