"""Certificates: written by the search, checked by plain code, refused when anything is altered."""

import gzip
import io
import subprocess
import sys
from functools import cache
from hashlib import sha256
from random import Random

import pytest

from capset import Game
from capset.caps.certificate import certificate, write_certificate
from capset.caps.problem import Problem
from capset.caps.search import Result, Search
from capset.caps.verify import certificate_lines, verify
from capset.errors import CertificateError, ProblemError


def result_of(problem):
    search = Search(problem)
    for _ in search:
        pass
    return search.result


CONDITIONS = Problem(Game(3, 3), forced=[13], excluded=[1, 2, 3, 5, 11, 14, 15, 21, 24, 25])


@cache
def lines_of(name):
    """Some certificates, as tuples of lines."""
    mirrored = Problem(Game(4, 2), excluded=[0, 1, 4, 5])
    cases = {
        "theorem": lambda: result_of(Problem(Game(3, 4))),
        "conditions": lambda: result_of(CONDITIONS),
        "mirrored": lambda: result_of(mirrored),
        "cards-left": lambda: result_of(Problem(Game(3, 2), excluded=range(2, 9))),
        # claims that are weaker than the truth have shorter proofs
        "slices": lambda: Result(Problem(Game(4, 3)), (0, 21), 33, 0, 0),
        "affine": lambda: Result(Problem(Game(3, 5)), (), 47, 0, 0),
    }
    return tuple(certificate(cases[name]()))


def signed(lines):
    """The lines with an end that fits: what one would do who wants to deceive."""
    lines = [line for line in lines if not line.startswith("end ")]
    digest = sha256(
        "".join(line.rstrip() + "\n" for line in lines).encode(errors="surrogateescape")
    )
    return [*lines, f"end {len(lines)} {digest.hexdigest()}"]


def edited(name, *changes):
    """A certificate's lines with texts replaced, the first time each comes; and signed."""
    text = "\n".join(lines_of(name)) + "\n"
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return signed(text.splitlines())


def place_of(lines, line):
    return lines.index(line) + 1


# what is right is verified


MAXIMA = [*((3, n) for n in range(1, 5)), *((v, 2) for v in (4, 5, 7, 12)), (4, 1), (40, 1), (4, 3)]


@pytest.mark.parametrize(("values", "features"), MAXIMA)
def test_whole_proof_is_verified(values, features):
    result = result_of(Problem(Game(values, features)))
    lines = list(certificate(result))
    verdict = verify(lines)
    assert verdict.is_optimal
    assert verdict.is_complete
    assert (verdict.values, verdict.features) == (values, features)
    assert len(verdict.collection) == verdict.upper == result.upper
    assert verdict.lines == len(lines)
    assert verdict.steps[-1] == "conclusion deck"


@pytest.mark.parametrize(
    ("name", "reason", "kinds"),
    [
        ("conditions", "search", "+.~g"),
        ("mirrored", "search", "+.~g"),
        ("cards-left", "cards-left", ""),
        ("slices", "deck", "+.~g="),
        ("affine", "deck", "+.~g="),
    ],
)
def test_each_kind_of_proof_and_line_is_verified(name, reason, kinds):
    lines = lines_of(name)
    verdict = verify(lines)
    assert verdict.steps[-1] == f"conclusion {reason}"
    for kind in kinds:
        assert any(line[0] == kind for line in lines), kind


@pytest.mark.parametrize("seed", range(12))
def test_random_conditions(seed):
    random = Random(seed)
    game = random.choice([Game(3, 3), Game(4, 2), Game(5, 2), Game(3, 4)])
    forced = []
    for card in random.sample(game.deck, random.randint(0, 4)):
        if not list(game.sets_in(sorted([*forced, card]))):
            forced.append(card)
    others = [card for card in game.deck if card not in forced]
    excluded = random.sample(others, random.randint(1, game.deck_size // 3))
    problem = Problem(game, forced, excluded)
    result = result_of(problem)
    verdict = verify(certificate(result))
    assert verdict.is_optimal
    assert len(verdict.forced) == len(forced)
    assert len(verdict.excluded) == len(excluded)


def test_bounds_that_do_not_meet_are_verified_as_such():
    verdict = verify(lines_of("slices"))
    assert not verdict.is_optimal
    assert (len(verdict.collection), verdict.upper) == (2, 33)


def test_comments_blank_lines_and_carriage_returns_are_ignored_but_signed():
    assert verify(f"{line}\r\n" for line in lines_of("conditions")).is_complete
    noted = signed(["# a note", *lines_of("conditions")[:2], "", "  ", *lines_of("conditions")[2:]])
    assert verify(noted).is_complete


# what is altered is refused


def test_any_change_to_a_signed_certificate_is_refused():
    lines = list(lines_of("mirrored"))
    random = Random(5)
    for place in range(len(lines)):
        deleted = lines[:place] + lines[place + 1 :]
        with pytest.raises(CertificateError, match="line "):
            verify(deleted)
        line = lines[place]
        if line:
            at = random.randrange(len(line))
            other = random.choice([mark for mark in "0123456789 +~=.gx" if mark != line[at]])
            altered = [*lines[:place], line[:at] + other + line[at + 1 :], *lines[place + 1 :]]
            with pytest.raises(CertificateError, match="line "):
                verify(altered)


@pytest.mark.parametrize("name", ["conditions", "mirrored", "slices", "cards-left", "theorem"])
def test_a_change_signed_anew_is_refused_or_the_claim_is_still_true(name):
    """What the search says it is, with the naive search's word for it: the largest size."""
    lines = list(lines_of(name))[:-1]
    largest = {"slices": 28}.get(name) or verify(lines_of(name)).upper
    problem_lines = lines[2:5]
    random = Random(name)
    refused = tried = 0
    lines_named = set()
    trees = [place for place, line in enumerate(lines) if line[0] in "+~.=g"]
    others = [place for place in range(len(lines)) if place not in set(trees)]
    for place in others + sorted(random.sample(trees, min(16, len(trees)))):
        line = lines[place]
        at = random.randrange(len(line))
        digit = random.choice("0123456789")
        for new in (
            [],
            [line, line],
            [line[:at] + digit + line[at + 1 :]],
            [line[:at] + line[at + 1 :]],
            [line, "+" + digit],
            [*lines[place + 1 : place + 2], line],
        ):
            mutant = [*lines[:place], *new, *lines[place + 1 :]]
            if mutant == lines:
                continue
            tried += 1
            try:
                verdict = verify(signed(mutant))
            except CertificateError as error:
                refused += 1
                lines_named.add(error.line)
            else:
                if [text for text in mutant if text in problem_lines] == problem_lines:
                    assert verdict.upper >= largest
    assert refused > 0.8 * tried
    assert lines_named <= set(range(1, len(lines) + 3))


@pytest.mark.parametrize(
    ("name", "changes", "line", "message"),
    [
        # a claim
        ("theorem", [("capset certificate 1", "capset certificate 2")], 1, "first line"),
        ("theorem", [("deck 3 4", "deck 3 5")], 6, "no card of the deck"),
        ("theorem", [("deck 3 4", "deck 3 99")], 3, "1 to 8"),
        ("theorem", [("deck 3 4", "deck 81 4")], 3, "not checked"),
        ("theorem", [("deck 3 4", "deck 3")], 3, "number of features"),
        ("theorem", [("at-least 20", "at-least 21")], 7, "from 20 to 20"),
        ("theorem", [("at-most 20", "at-most 19")], 8, "from 20"),
        ("conditions", [("at-most 8", "at-most 7")], 8, "from 8"),
        ("conditions", [("excluded 001", "excluded 111 001")], 6, "excluded card"),
        ("conditions", [("forced 111", "forced 001")], 6, "forced"),
        ("slices", [("collection 000 111", "collection 000 001 002 003")], 6, "holds a set"),
        ("slices", [("collection 000 111", "collection 000 000")], 6, "twice"),
        ("slices", [("collection 000 111", "collection 000 \x1b[31m")], 6, r"\\x1b"),
        # a theorem
        ("theorem", [("two-features", "one-feature")], 9, "no reason"),
        ("theorem", [("bound 2 4", "bound 2 3")], 9, "at most 4, not 3"),
        ("theorem", [("moments 8 0 -1", "moments 0 0 0")], 10, "no contradiction"),
        ("theorem", [("moments 8 0 -1", "moments -8 0 1")], 10, "negative"),
        ("theorem", [("moments 8 0 -1", "moments 8 0")], 10, "three weights"),
        ("theorem", [("bound 3 9 m", "bound 3 8 m")], 10, None),
        ("theorem", [("bound 4 20 moments 693", "bound 4 20 moments 694")], 11, None),
        ("theorem", [("bound 4 20 moments", "bound 4 20 slices")], 11, "no reason"),
        ("theorem", [("bound 2 4 two-features\n", "")], 9, "no bound was proved yet"),
        ("theorem", [("conclusion deck", "conclusion cards-left")], 12, "may be more than 20"),
        ("theorem", [("conclusion deck", "conclusion magic")], 12, "may be more"),
        ("theorem", [("conclusion deck\n", "")], 12, "a step of the proof is due"),
        ("theorem", [("conclusion deck", "conclusion deck\nbound 1 2 one-feature")], 13, "`end`"),
        ("slices", [("bound 3 36 slices", "bound 3 35 slices")], 10, "at most 36, not 35"),
        # a list of classes
        ("slices", [("classes 2 9 3", "classes 2 9 2")], 15, "`by`"),
        ("slices", [("classes 2 9 3", "classes 3 9 3")], 12, "from 1 to 2"),
        ("slices", [("class 0 1 2 4 5 7 8 10 11", "class 0 1 2 4 5 7 8 10 12")], None, "listed"),
        ("slices", [("class 0 1 2 4 5 7 8 10 11", "class 0 1 2 4 5 7 8 10 99")], 13, "no card"),
        ("slices", [("by slices 9", "by slices 10")], None, "fewer than 10"),
        ("slices", [("by slices 9", "by slices 8")], None, "no classes of 8"),
        ("slices", [("by slices 9", "by slices 9 1")], None, "fewer than 9"),
        ("slices", [("by first-card", "by conditions")], 16, "no such way"),
        ("slices", [("root 9 1", "root 9 2")], None, "`root 9 1`"),
        ("slices", [("bound 3 33 search", "bound 3 32 search")], None, None),
        ("affine", [("by slices 20 3360 -14 1", "by slices 20 0 0 0")], None, "contradiction"),
        ("affine", [("by slices 20 3360 -14 1", "by slices 20")], None, "three weights"),
        # a tree
        ("conditions", [("root\n", "root 1\n")], None, "no number"),
        ("conditions", [("root\n", "root\n+99\n")], None, "no card available"),
        ("conditions", [("root\n", "root\n+13\n")], None, "no card available"),
        ("conditions", [("root\n", "root\n+1\n")], None, "no card available"),
        ("conditions", [("root\n", "root\n.100\n")], None, "can hold"),
        ("conditions", [("root\n", "root\n.000\n")], None, "no direction"),
        ("conditions", [("root\n", "root\n=0 0\n")], None, None),
        ("conditions", [("root\n", "root\n~4 0\n")], None, "no symmetry"),
        ("conditions", [("root\n", "root\ng0 1 2\n")], None, "not those of a symmetry"),
        ("conditions", [("root\n", "root\ng1 0 9 3 1\n")], None, "number 0"),
        ("conditions", [("root\n", "root\n?\n")], None, "a line of a tree"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(name, changes, line, message):
    with pytest.raises(CertificateError, match=message) as caught:
        verify(edited(name, *changes))
    if line is not None:
        assert caught.value.line == line
    assert str(caught.value).startswith(f"line {caught.value.line}: ")


def refusal(lines):
    """What is said of a certificate that is refused, the line put before it; else nothing."""
    try:
        verify(lines)
    except CertificateError as error:
        return str(error)
    return ""


def branch(lines, first):
    """The place behind the branch that begins with the line at `first`."""
    depth, place = 0, first
    while True:
        kind = lines[place][0]
        depth += (kind == "+") - (kind in ".=")
        place += 1
        if depth == 0:
            return place


@pytest.mark.parametrize("name", ["conditions", "mirrored", "slices", "affine"])
def test_a_missing_branch_is_refused(name):
    lines = list(lines_of(name))
    last_root = max(place for place, line in enumerate(lines) if line.startswith("root"))
    assert lines[last_root + 1][0] == "+"
    without = lines[: last_root + 1] + lines[branch(lines, last_root + 1) :]
    with pytest.raises(CertificateError):
        verify(signed(without))


def test_a_missing_class_is_refused():
    lines = list(lines_of("slices"))
    first = lines.index("classes 2 9 3")
    for missing in range(3):
        mutant = list(lines)
        del mutant[first + 1 + missing]
        mutant[first] = "classes 2 9 2"
        with pytest.raises(CertificateError):
            verify(signed(mutant))
        # with its root taken out as well, and the numbers that follow set right
        renumbered = []
        number = -1
        for line in mutant:
            is_root = line.startswith("root 9 ")
            number = int(line.split()[2]) if is_root else number
            if line.startswith("conclusion"):
                number = -1
            if number != missing:
                shift = number > missing and is_root
                renumbered.append(f"root 9 {number - 1}" if shift else line)
        with pytest.raises(CertificateError):
            verify(signed(renumbered))


def test_a_class_that_is_not_needed_is_refused():
    lines = list(lines_of("slices"))
    first = lines.index("classes 2 9 3")
    mutant = [*lines[:first], "classes 2 9 4", *lines[first + 1 : first + 4]]
    mutant += ["class 0 1 2 3 4 5 6 7 8", *lines[first + 4 :]]
    with pytest.raises(CertificateError, match="class 3 is not met") as caught:
        verify(signed(mutant))
    assert caught.value.line == first + 5


def test_a_wrong_symmetry_is_refused():
    """A line ~ whose symmetry does not keep the node, or takes the card to one still in play."""
    lines = list(lines_of("mirrored"))
    first = next(place for place, line in enumerate(lines) if line[0] == "~")
    card, number = lines[first][1:].split()
    messages = set()
    for other in range(16):
        if str(other) == card:
            continue
        mutant = list(lines)
        mutant[first] = f"~{other} {number}"
        messages.add(refusal(signed(mutant)).partition(": ")[2])
    assert "the image of this card may still be in a solution" in messages
    # the symmetry that adds 1 to the first feature does not keep what is excluded
    images = lines[first - 1]
    assert images[0] == "g"
    mutant = list(lines)
    mutant[first - 1] = images.split(" ")[0] + " 4 8 12 0 5 6 7"
    with pytest.raises(CertificateError) as caught:
        verify(signed(mutant))
    assert caught.value.line in (first, first + 1)


def test_endless_and_hostile_input_is_refused():
    def endless():
        yield from lines_of("slices")[:-1]
        while True:
            yield "x"

    with pytest.raises(CertificateError, match="`end`"):
        verify(endless())
    for lines in (
        [],
        [""],
        ["\0" * 100],
        ["x" * (10**6 + 1)],
        ["capset certificate 1"],
        ["capset certificate 1", "deck " + "9" * 50 + " 1"],
        ["capset certificate 1", "deck ３ 4"],
        ["capset certificate 1", "deck -3 4"],
        ["capset certificate 1", "deck 3 4", "forced " + "0000 " * 1000],
    ):
        with pytest.raises(CertificateError):
            verify(lines)
    # weights that would take for ever
    huge = str(10**38)
    with pytest.raises(CertificateError, match="contradiction"):
        verify(edited("theorem", ("moments 8 0 -1", f"moments {huge} 0 0")))


def test_a_sample_checks_its_share_of_the_branches():
    lines = lines_of("slices")
    whole = verify(lines)
    half = verify(lines, sample=0.5, seed=3)
    none = verify(lines, sample=0)
    assert whole.checked == whole.branches == half.branches == none.branches > 10
    assert 0 < half.checked < half.branches
    assert not half.is_complete
    assert none.checked == 0
    assert verify(lines, sample=1).is_complete
    # what lies outside a sample is still checked
    with pytest.raises(CertificateError):
        verify(edited("slices", ("by slices 9", "by slices 10")), sample=0)


def test_sampling_finds_a_fault_in_a_branch_drawn():
    lines = list(lines_of("slices"))
    root = lines.index("root 9 0")
    depth, place = 0, root + 1
    while depth < 4:
        depth += (lines[place][0] == "+") - (lines[place][0] in ".=")
        place += 1
    lines[place:place] = ["+0"]
    outcomes = set()
    for seed in range(12):
        try:
            verify(signed(lines), sample=0.5, seed=seed)
            outcomes.add("passed")
        except CertificateError as error:
            outcomes.add(error.line == place + 1)
    assert True in outcomes


# files


@pytest.mark.parametrize("name", ["proof.txt", "proof.txt.gz"])
def test_written_files_are_read_again(tmp_path, name):
    result = result_of(CONDITIONS)
    path = tmp_path / name
    number = write_certificate(result, path)
    with path.open("rb") as file:
        verdict = verify(certificate_lines(file))
    assert verdict.lines == number
    assert verdict.is_optimal
    assert list(tmp_path.iterdir()) == [path]
    content = path.read_bytes()
    assert (content[:2] == b"\x1f\x8b") == name.endswith("gz")


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-20],
        lambda content: content[: len(content) // 2],
        lambda content: content[:200] + bytes([content[200] ^ 255]) + content[201:],
        lambda content: content[:-5] + b"12345",
        lambda content: b"\x1f\x8b",
        lambda content: b"\x1f\x8b" + b"\0" * 50,
    ],
)
def test_damaged_compressed_files_are_refused(tmp_path, damage):
    text = "\n".join(lines_of("mirrored")) + "\n"
    path = tmp_path / "proof.gz"
    path.write_bytes(damage(gzip.compress(text.encode())))
    with pytest.raises(CertificateError), path.open("rb") as file:
        verify(certificate_lines(file))


def test_bytes_that_are_no_text_are_refused():
    stream = io.BufferedReader(io.BytesIO(b"capset certificate 1\ndeck \xff\xfe 4\n"))
    with pytest.raises(CertificateError, match=r"\\xff"):
        verify(certificate_lines(stream))


def test_an_interrupted_certificate_leaves_no_file(tmp_path):
    path = tmp_path / "proof"

    def interrupt(lines):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_certificate(Result(Problem(Game(4, 3)), (), 33, 0, 0), path, interrupt)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", [Game(3, 9), Game(82, 2)])
def test_decks_too_large_for_the_checker_are_refused(game):
    with pytest.raises(ProblemError, match="at most 6,561 cards"):
        next(certificate(Result(Problem(game), (), 1, 0, 0)))


def test_the_checker_shares_nothing_with_the_search():
    code = (
        "import sys, capset.caps.verify\n"
        "loaded = [name for name in sys.modules if name.startswith('capset.')]\n"
        "print('numpy' in sys.modules, 'numba' in sys.modules, *sorted(loaded))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    numpy, numba, *modules = done.stdout.split()
    assert (numpy, numba) == ("False", "False")
    own = [name for name in modules if name.startswith("capset.caps") or "kernels" in name]
    assert own == [
        "capset.caps",
        "capset.caps.verify",
        *(f"capset.caps.verify.{part}" for part in ("check", "deck", "text", "trees")),
    ]
