"""``capset odds``: dealt and in play, text, JSON and charts, wrong wishes, interruption."""

import json
import signal
import subprocess
import time
from xml.etree import ElementTree as ET

import pytest

from capset.cli import odds as odds_module
from tests.cli.running import COMMAND, capset, environment, process


def objects(*arguments, status=0):
    run = capset("odds", *arguments, "--json")
    assert run.status == status, run.err
    return [json.loads(line) for line in run.out.splitlines()]


def test_dealt():
    run = capset("odds", "--cards", 12)
    assert run.status == 0
    lines = run.out.splitlines()
    assert lines[0] == "12 cards dealt (3 values, 4 features)"
    assert lines[1] == "70,724,320,184,700 hands, all of them counted"
    assert lines[4].split() == ["0", "2,284,535,476,080", "3.2302", "%", "███"]
    assert lines[-1] == "mean 2.78481 sets = 220/79"


def test_dealt_json():
    (found,) = objects("--cards", 4, "--features", 2)
    assert found == {
        "values": 3, "features": 2, "cards": 4, "in_play": False, "hands": 126,
        "by_sets": [54, 72], "chances": [54 / 126, 72 / 126], "mean": "4/7",
    }  # fmt: skip


def test_numbers_that_cannot_be_are_left_out():
    lines = capset("odds", "--cards", 9, "--features", 2).out.splitlines()
    assert lines[4].split()[:2] == ["12", "1"]
    assert len(lines) == 6
    assert capset("odds", "--cards", 0).out.splitlines()[4].split()[:2] == ["0", "1"]


def test_estimated():
    (found,) = objects("--cards", 12, "--deals", 3000, "--seed", 2)
    assert found["tableaus"] == found["deals"] == 3000
    assert found["seed"] == 2
    assert abs(found["mean"]["value"] - 220 / 79) < 5 * found["mean"]["error"]
    text = capset("odds", "--cards", 12, "--deals", 3000, "--seed", 2).out
    assert "3,000 hands at random" in text
    assert f"{found['mean']['value']:.4f} ± " in text


def test_in_play():
    dealt, random, first = objects("--cards", 12, "--in-play", "--games", 400)
    assert dealt["mean"] == "220/79"
    assert [random["take"], first["take"]] == ["random", "first"]
    for found in (random, first):
        assert found["games"] == 400
        assert found["in_play"]
        assert found["chances"][0]["value"] > dealt["chances"][0] + found["chances"][0]["error"]
        assert [odds["cards"] for odds in found["larger"]][:1] == [15]
    text = capset("odds", "--cards", 12, "--in-play", "--games", 400).out
    value, error = random["chances"][0].values()
    assert f"{100 * value:.3f} ± {100 * error:.3f} %" in text
    assert "400 games, the first of the sets taken" in text
    assert "standard errors" in text
    assert "one at random: 15 cards " in text


def test_one_policy_and_odds_out_of_reach_beside_it():
    (found,) = objects(
        "--cards", 30, "--in-play", "--take", "first", "--games", 20, "--values", 4
    )  # fmt: skip
    assert found["take"] == "first"
    text = capset("odds", "--cards", 30, "--in-play", "--games", 20).out
    assert text.splitlines()[4].split()[:3] == ["sets", "one", "at"]
    assert "difference" in text


def test_the_rest_of_a_game_without_larger_tableaus():
    text = capset("odds", "--cards", 9, "--features", 2, "--in-play", "--games", 5).out
    assert "  the first: none" in text


def test_chart(tmp_path):
    path = tmp_path / "odds.svg"
    run = capset("odds", "--cards", 12, "--in-play", "--games", 100, "--svg", path)
    assert run.status == 0
    texts = [text.text for text in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    assert "Sets in 12 cards in play (3 values, 4 features)" in texts
    assert {"dealt", "one at random", "the first", "0", "7"} <= set(texts)
    alone = capset("odds", "--cards", 3, "--svg", "-")
    assert ET.fromstring(alone.out).tag == "{http://www.w3.org/2000/svg}svg"
    failed = process("odds", "--cards", 3, "--svg", tmp_path / "no" / "odds.svg")
    assert failed.status == 1
    assert "odds.svg: No such file" in failed.err
    assert "mean 0.0126582 sets = 1/79" in failed.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--cards"),
        (["--cards", "-1"], "--cards"),
        (["--cards", "82"], "82 cards cannot be dealt: the deck has 81"),
        (["--cards", "82", "--in-play"], "82 cards cannot be dealt: the deck has 81"),
        (["--cards", "0", "--in-play"], "0 cards cannot be dealt"),
        (["--cards", "30"], "years; --deals N estimates the odds"),
        (["--cards", "12", "--values", "12", "--features", "3"], "--deals N"),
        (["--cards", "12", "--take", "first"], "are of --in-play"),
        (["--cards", "12", "--games", "7"], "are of --in-play"),
        (["--cards", "12", "--in-play", "--take", "best"], "--take"),
        (["--cards", "12", "--in-play", "--deals", "9"], "--deals is of cards dealt"),
        (["--cards", "12", "--features", "16", "--in-play"], "too long"),
        (["--cards", "12", "--values", "2"], "--values"),
    ],
)
def test_wrong_wishes(arguments, message):
    run = capset("odds", *arguments)
    assert run.status == 2
    assert message in run.err
    assert not run.out


def test_interrupted_in_the_middle(monkeypatch):
    """What was played is still printed."""
    played = odds_module._AT_A_TIME

    def interrupted_play(self, games):
        if self.games >= 2 * played:
            raise KeyboardInterrupt
        play(self, games)

    from capset.play.odds import PlayedGames

    play = PlayedGames.play
    monkeypatch.setattr(PlayedGames, "play", interrupted_play)
    run = capset("odds", "--cards", 12, "--in-play", "--games", 5000)
    assert run.status == 130
    assert "interrupted after 2,000 of 5,000" in run.err
    assert "2,000 games, one at random of the sets taken" in run.out
    assert "the first" not in run.out


def test_ctrl_c_in_a_process_of_its_own():
    started = subprocess.Popen(
        [*COMMAND, "odds", "--cards", "12", "--in-play", "--games", "10000000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip
    time.sleep(8)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert "mean" in out
