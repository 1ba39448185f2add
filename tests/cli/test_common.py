"""What holds for every command: help, exit statuses, streams, start-up."""

import signal
import subprocess
import sys

import pytest

from capset import __version__

from .running import COMMAND, EXAMPLES, ROOT, capset, environment, process, shell

COMMANDS = ("sets", "check", "complete", "judge", "deck", "convert", "show")
CONTEST = str(EXAMPLES / "contest.txt")


# help


def test_help_lists_the_commands_with_examples():
    run = capset("--help")
    assert (run.status, run.err) == (0, "")
    for name in COMMANDS:
        assert f"\n  {name} " in run.out
        assert f"capset {name}" in run.out or name in ("judge", "convert")
    assert "Exit status: 0" in run.out
    assert capset("-h") == run


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_examples(name):
    run = capset(name, "--help")
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(f"Usage: capset {name} ")
    assert "Examples:" in run.out
    assert f"capset {name}" in run.out.partition("Examples:")[2]
    assert max(map(len, run.out.splitlines())) <= 100


def test_the_version_is_told():
    assert capset("--version").out == f"capset, version {__version__}\n"


# wrong usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope"], "No such command 'nope'"),
        (["sets", "--nope"], "No such option"),
        (["sets", "--format", "xml", CONTEST], "'xml' is not one of"),
        (["sets", "--spacing", "judge", CONTEST], "--spacing goes with --format contest"),
        (["sets", "--values", "2", CONTEST], "2 is not in the range"),
        (["sets", "--features", "0", CONTEST], "0 is not in the range"),
        (["sets", "--size", "0", CONTEST], "0 is not in the range"),
        (["sets", "--duplicates", "both", CONTEST], "'both' is not one of"),
        (["check"], "Missing argument"),
        (["judge", CONTEST], "Missing argument"),
        (["convert", CONTEST], "Missing option '--to'"),
        (["deck", "--with-sets", "3"], "--with-sets goes with --tableaus"),
        (["deck", "--tableaus", "3", "--shuffle"], "--tableaus goes with"),
    ],
)
def test_wrong_usage_is_told_with_status_2(arguments, message):
    run = capset(*arguments)
    assert run.status == 2
    assert message in run.err
    assert run.out == ""


@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--notation", "nope"], "--notation nope: none of contest, findset, words, digits, auto"),
        (["--notation", "contest", "--values", "4"], "digits writes every deck"),
        (["--notation", str(ROOT)], "Is a directory"),
        (["--notation", CONTEST], "no TOML"),
        (["--notation", "/dev/null"], "at least one [[field]] is needed"),
        (["--values", "1000", "--features", "60"], "a deck has at most"),
    ],
)
def test_a_wrong_notation_or_deck_is_told_before_anything_is_printed(options, message, json):
    run = capset("sets", *options, *json, CONTEST)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("capset: ")
    assert message in run.err


def test_a_notation_file_that_is_no_text_is_told(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe")
    run = capset("sets", "--notation", tmp_path / "mine.toml", CONTEST)
    assert (run.status, run.out) == (2, "")
    assert "mine.toml: no UTF-8 text" in run.err


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 100_000, "values = " + "9" * 5000 + '\n[[field]]\nsymbols = "abc"']
)
def test_a_hostile_notation_file_is_refused(tmp_path, text):
    (tmp_path / "mine.toml").write_text(text)
    run = capset("sets", "--notation", tmp_path / "mine.toml", CONTEST)
    assert (run.status, run.out) == (2, "")
    assert "mine.toml: " in run.err


# the notation


def test_what_was_taken_is_told_where_there_is_a_doubt(tmp_path):
    run = capset("sets", "-", stdin="0211\n0000")
    assert run.status == 0
    assert run.err == (
        "capset: digits fit every larger number of values too; taken for 3 values and 4 features; "
        "--notation, --values and --features say otherwise\n"
    )
    assert capset("sets", "--values", "3", "-", stdin="0211\n0000").err == ""
    assert capset("sets", CONTEST).err == ""


def test_each_file_has_its_own_notation():
    run = capset("sets", "--format", "contest", CONTEST, EXAMPLES / "findset.txt")
    assert (run.status, run.err) == (0, "")
    assert run.out.count("CARDS: ") == 3
    assert "CARDS: D1PS S2PS D3GO" in run.out


# streams


@pytest.mark.parametrize("command", ["sets", "convert --to digits", "show"])
def test_a_closed_standard_input_is_told(command):
    run = shell(f"capset {command} <&-")
    assert (run.status, run.out) == (2, "")
    assert run.err == "capset: <stdin>: it is closed\n"


def test_a_closed_standard_output_is_told():
    run = shell(f"capset sets {CONTEST} >&-")
    assert run.status == 1
    assert run.err == "capset: standard output is closed\n"


@pytest.mark.parametrize(("file", "status"), [(CONTEST, 0), ("/nonexistent", 2)])
def test_a_closed_standard_error_does_no_harm(file, status):
    run = shell(f"capset sets {file} 2>&-")
    assert run.status == status
    assert run.out.count("Tableau") == (2 if status == 0 else 0)


@pytest.mark.parametrize(
    "command",
    [
        f"sets {CONTEST}",
        f"sets --format contest {CONTEST}",
        f"sets --json {CONTEST}",
        "deck",
        "check S1PS S2PS S3PS",
        f"convert --to digits {CONTEST}",
        f"show {CONTEST}",
        "--help",
    ],
)
def test_a_full_disk_is_a_failure_that_is_told(command):
    run = shell(f"capset {command} > /dev/full")
    assert (run.status, run.err) == (1, "capset: No space left on device\n")


@pytest.mark.parametrize(
    "command",
    [
        "deck --values 3 --features 12",
        "deck --tableaus 20000 --seed 1",
        "complete 000000000000 --values 3 --features 12 --limit 10000",
        "sets many.txt",
        "sets --format contest many.txt",
        "sets --json many.txt",
        "convert --to words many.txt",
    ],
)
def test_a_broken_pipe_ends_quietly(command, tmp_path):
    if "many.txt" in command:
        many = tmp_path / "many.txt"
        many.write_text(("S1PS\nS2PS\nS3PS\n\n") * 20_000)
        command = command.replace("many.txt", str(many))
    run = shell(f"capset {command} | head -1; echo ${{PIPESTATUS[0]}}")
    assert run.err == ""
    first, status = run.out.splitlines()
    assert first
    assert status == "0"


def test_an_interrupt_ends_with_status_130_and_no_traceback():
    with subprocess.Popen(
        [*COMMAND, "sets"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        running.stdin.write(b"S1PS\n\n")
        running.stdin.flush()
        assert running.stdout.readline().startswith(b"Tableau 1")  # it is up, and waits for more
        running.send_signal(signal.SIGINT)
        running.wait(timeout=30)
        message = running.stderr.read().decode()
    assert running.returncode == 130
    assert message.strip() == "capset: interrupted"


@pytest.mark.parametrize("settings", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_what_a_terminal_cannot_show_is_escaped(settings, tmp_path):
    name = tmp_path / "é.txt"
    name.write_text("S1PS é𝄞\n\nS2PS\n", encoding="utf-8")
    for command in ("sets", "show", "convert --to words"):
        run = process(*command.split(), name, **settings)
        assert run.status == 2
        assert "Traceback" not in run.err
    run = process("sets", name, PYTHONIOENCODING="ascii")
    assert r"/\xe9.txt:3): 1 card, no set" in run.out
    assert ".txt:1:6: '" in run.err


def test_a_large_number_is_printed_in_full():
    run = capset("deck", "--count", "--values", "1000", "--features", "3")
    assert run.status == 0
    assert len(run.out) > 5_000


# start-up


def loaded_by(code, *arguments):
    """The modules that some code loads, in a process of its own."""
    report = "import sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}", *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
        timeout=60,
    )
    return set(done.stderr.split())


HEAVY = {"numpy", "numba", "rich"}
SLOW = HEAVY | {"dataclasses", "inspect", "click"}


def test_the_rules_and_the_reading_load_nothing_slow():
    names = "game, notation, recognition, own_notation, tableau, report, judge, explain, dealing"
    code = "\n".join(f"import capset.{name}" for name in names.split(", "))
    assert loaded_by(code).isdisjoint(SLOW)
    assert loaded_by("import capset").isdisjoint(SLOW)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sets", CONTEST],
        ["sets", "--format", "contest", CONTEST],
        ["sets", "--format", "findset", "--explain", str(EXAMPLES / "findset.txt")],
        ["sets", "--json", CONTEST],
        ["check", "S1PS", "S2PS", "S3PS"],
        ["complete", "S1PS", "S2PS"],
        ["deck", "--tableaus", "2", "--seed", "1"],
        ["convert", "--to", "digits", CONTEST],
        ["--help"],
    ],
)
def test_a_small_job_loads_no_heavy_module(arguments):
    code = "from capset.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass"
    loaded = loaded_by(code, *arguments)
    assert "capset.cli" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_a_drawing_loads_no_numbers():
    code = "from capset.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass"
    assert loaded_by(code, "show", CONTEST).isdisjoint({"numpy", "numba"})


def test_a_command_loads_no_other_command():
    code = "from capset.cli import main\ntry:\n    main()\nexcept SystemExit:\n    pass"
    loaded = loaded_by(code, "check", "S1PS", "S2PS", "S3PS")
    assert loaded.isdisjoint({"capset.cli.sets", "capset.cli.deck", "capset.report.csv"})
