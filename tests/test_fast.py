"""Whole texts on the fast path, against a naive reader and writer of contest reports."""

import random
import re

import numba
import pytest

from capset import fast
from capset.errors import CapsetError, NotationError
from capset.game import Game
from capset.notation import CONTEST, FINDSET, WORDS, Field, Notation, digits_notation
from tests.naive import digits, sets_in

JIT = not numba.config.DISABLE_JIT


def naive_groups(text):
    """The tableaus of a text: for each the number of its first line and its lines."""
    group = []
    for number, line in enumerate(re.split(rb"\r\n|\r|\n", text), 1):
        if line.strip(b" \t"):
            group.append((number, line))
        elif group:
            yield group
            group = []
    if group:
        yield group


def naive_report(text, first_line=1, spacing="plain"):
    """The report on a text in contest notation; a bad tableau gives a line about itself."""
    report = []
    for group in naive_groups(text):
        content = [line.partition(b"#")[0] for _, line in group]
        cards = [card.decode("latin-1").upper() for line in content for card in line.split(b" ")]
        cards = [card for word in cards for card in word.split("\t") if card]
        good = all(re.fullmatch("[DOS][123][RGP][OSF]", card) for card in cards)
        if not good or len(set(cards)) < len(cards):
            report.append(f"BAD {first_line + group[0][0] - 1}\n")
        elif cards:
            report.append(naive_tableau(cards, spacing))
    return "".join(report).encode()


def naive_tableau(cards, spacing):
    wide = spacing == "judge"
    values = {letter: value for field in ("DOS", "123") for value, letter in enumerate(field)}
    numbers = [
        values[card[0]] * 27 + values[card[1]] * 9 + "RGP".index(card[2]) * 3 + "OSF".index(card[3])
        for card in cards
    ]
    sets = [" ".join(cards[p] for p in found) for found in sets_in(numbers, 3, 4)]
    numbered = [f"{i}.{'  ' if wide else ' '}{text}\n" for i, text in enumerate(sets, 1)]
    text = f"CARDS:{'  ' if wide else ' '}{' '.join(cards)}\n"
    text += "SETS:   " if wide else "SETS: "
    text += ("        " if wide else "").join(numbered or ["*** None Found ***\n"])
    return text + ("\n" if wide else "")


def solved(text, spacing="plain", block=1000, notation=CONTEST, **options):
    blocks = [text[start : start + block] for start in range(0, len(text), block)]

    def careful(stretch, line):
        stretches.append(stretch)
        return naive_report(stretch, line, spacing)

    stretches = []
    pieces = list(fast.solve(blocks, notation, careful, spacing=spacing, **options))
    return b"".join(piece.output for piece in pieces), pieces, stretches


def random_text(rng, tableaus, mischief):
    """Tableaus in every regular guise, and with `mischief` some that are irregular."""
    deck = [s + c + k + h for s in "DOS" for c in "123" for k in "RGP" for h in "OSF"]
    end = rng.choice(["\n", "\n", "\r\n"])
    parts = [rng.choice(["", "", end, " \t" + end])]
    for _ in range(tableaus):
        cards = rng.sample(deck, rng.choice([1, 2, 3, 7, 12]))
        separators = rng.choice([[end], [end], [" ", "\t", end, "  ", " " + end]])
        text = "".join(card + rng.choice(separators) for card in cards)
        if rng.random() < mischief:
            text = spoilt(rng, text, cards, end)
        parts.append(text.rstrip() + end)
        parts.append(rng.choice([end, end, end + end, " " + end, "\t " + end + end]))
    text = "".join(parts)
    return rng.choice([text, text.rstrip(), text.rstrip() + end]).encode("latin-1")


def spoilt(rng, text, cards, end):
    at = rng.randrange(len(text))
    kind = rng.randrange(7)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + rng.choice("Xd#\x00\x0c\xe9\x1c ") + text[at:]
    if kind == 2:
        return text + end + cards[0] + end
    if kind == 3:
        return text[:at] + "\r" + text[at:]
    if kind == 4:
        return "# a comment" + end + text
    if kind == 5:
        return text.lower()
    return text + "# S1PS" + end


@pytest.fixture
def small(monkeypatch):
    """Chunks and room for a few tableaus only, so that short texts go through all of it."""
    monkeypatch.setattr(fast, "_CHUNK", 300)
    monkeypatch.setattr(fast, "_OUTPUT", 700)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("spacing", fast.SPACINGS)
@pytest.mark.parametrize("mischief", [0, 0.1, 0.7])
@pytest.mark.parametrize("seed", range(60 if JIT else 4))
def test_random_texts(seed, mischief, spacing):
    rng = random.Random(f"{seed} {mischief}")
    text = random_text(rng, 40 if JIT else 8, mischief)
    output, _, _ = solved(text, spacing, block=rng.choice([1, 7, 100, 301, 5000]))
    assert output == naive_report(text, 1, spacing)


def test_only_what_is_irregular_is_read_with_care():
    good = b"S1PS D3PO\nS2GF\n\n"
    bad = b"\n \nS1PS\nS1PS\n\n"
    text = good + good + bad + good + b"o1gf\n\n" + b"D1RX"
    output, pieces, stretches = solved(text)
    assert stretches == [bad, b"D1RX"]
    assert output == naive_report(text)
    assert [(piece.tableaus, piece.sets) for piece in pieces] == [(2, 0), (0, 0), (2, 0), (0, 0)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_samples(end):
    text = (
        b"S1PS\nD3PO\nS2GF\nO2GS\nO2GF\nO3PO\nS2RF\nS3GS\nD2GS\nO1GS\nO1GF\nS2PS\n\n"
        b"O2GF\nO1PF\nD2PO\nD3RO\nS2PO\nO1GF\nO1GS\nD2GO\nS3PF\nS2GF\nD2GS\nS1RS\n"
    ).replace(b"\n", end)
    cards = [line.decode() for line in text.split()]
    first, second = " ".join(cards[:12]), " ".join(cards[12:])
    output, pieces, stretches = solved(text)
    assert output.decode() == (
        f"CARDS: {first}\nSETS: 1. D3PO S2RF O1GS\n2. S3GS D2GS O1GS\n"
        f"CARDS: {second}\nSETS: *** None Found ***\n"
    )
    assert (pieces[0].tableaus, pieces[0].sets, stretches) == (2, 2, [])
    output, _, _ = solved(text, "judge")
    assert output.decode() == (
        f"CARDS:  {first}\nSETS:   1.  D3PO S2RF O1GS\n        2.  S3GS D2GS O1GS\n\n"
        f"CARDS:  {second}\nSETS:   *** None Found ***\n\n"
    )


@pytest.mark.parametrize("spacing", fast.SPACINGS)
@pytest.mark.parametrize("room", [1 << 20, 1000])
def test_the_whole_deck_as_one_tableau(spacing, room, monkeypatch):
    monkeypatch.setattr(fast, "_OUTPUT", room)
    deck = "\n".join(CONTEST.write(card) for card in range(81)).encode()
    text = b"D1RO\n\n" + deck + b"\n\nD1RO\n"
    output, pieces, stretches = solved(text, spacing)
    assert output == naive_report(text, 1, spacing)
    assert output.count(b"\n") == 1 + 1080 + 4 + (3 if spacing == "judge" else 0)
    if room > 1000:  # too little room is nothing special: the careful reader has more
        assert (stretches, pieces[0].sets) == ([], 1080)
    else:
        assert stretches == [deck + b"\n\n"]


@pytest.mark.usefixtures("small")
def test_a_text_with_no_end(monkeypatch):
    monkeypatch.setattr(fast, "_LONGEST", 2000)
    taken = 0

    def blocks():
        nonlocal taken
        yield b"S1PS\n\nS1PF\n\n"
        while True:
            taken += 1
            yield b"D1RO\n" * 20

    pieces = fast.solve(blocks(), CONTEST, naive_report)
    assert next(pieces).output == naive_report(b"S1PS\n\nS1PF\n\n")
    with pytest.raises(CapsetError, match="line 5: no blank line in"):
        list(pieces)
    assert taken < 50


def test_blank_lines_do_not_count_as_endless(monkeypatch):
    monkeypatch.setattr(fast, "_CHUNK", 100)
    monkeypatch.setattr(fast, "_LONGEST", 200)
    text = b"D1RO\n" + b"\n" * 3000 + b" " * 150 + b"\n\nD1R?\n" + b"\n" * 1000
    output, _, _ = solved(text, block=17)
    assert output == naive_report(text)
    assert b"BAD 3004\n" in output


def test_what_the_careful_reader_raises_comes_after_what_was_solved():
    def careful(text, line):
        raise RuntimeError(line)

    pieces = fast.solve([b"D1RO\n\n\nD1R?\n\nD1RO\n"], CONTEST, careful)
    assert bytes(next(pieces).output).startswith(b"CARDS: D1RO\n")
    with pytest.raises(RuntimeError, match="3"):
        next(pieces)


def test_reading_one_notation_and_writing_another():
    cards = [0, 40, 80, 17, 23]
    text = "\n".join(FINDSET.write(card).upper() for card in cards).encode()
    output, _, stretches = solved(text, notation=FINDSET, written_in=CONTEST)
    assert not stretches
    names = [CONTEST.write(card) for card in cards]
    assert output.decode() == f"CARDS: {' '.join(names)}\nSETS: 1. {' '.join(names[:3])}\n"


@pytest.mark.parametrize("features", [1, 2, 5, 8])
def test_other_decks(features):
    notation = digits_notation(Game(3, features))
    rng = random.Random(features)
    cards = rng.sample(range(3**features), min(3**features, 30))
    text = " ".join(map(notation.write, cards)).encode()
    output, pieces, stretches = solved(text, notation=notation)
    assert not stretches
    names = ["".join(map(str, digits(card, 3, features))) for card in cards]
    found = sets_in(cards, 3, features)
    lines = [f"{i}. {' '.join(names[p] for p in three)}\n" for i, three in enumerate(found, 1)]
    sets = "".join(lines) or "*** None Found ***\n"
    assert output.decode() == f"CARDS: {' '.join(names)}\nSETS: {sets}"
    assert pieces[0].sets == len(found)


def test_a_notation_in_which_case_matters():
    notation = Notation("own", Game(3, 1), [Field(0, "letter", ("a", "A", "b"))])
    assert fast.supports(notation)
    output, _, stretches = solved(b"b A a", notation=notation)
    assert (output, stretches) == (b"CARDS: b A a\nSETS: 1. b A a\n", [])


def test_which_notations_are_supported():
    assert fast.supports(CONTEST)
    assert fast.supports(digits_notation(Game(3, 8)))
    assert not fast.supports(digits_notation(Game(3, 9)))
    assert not fast.supports(digits_notation(Game(4, 2)))
    assert not fast.supports(WORDS)
    assert not fast.supports(Notation("own", Game(3, 1), [Field(0, "circle", ("○", "◐", "●"))]))


def test_other_notations_are_refused():
    with pytest.raises(NotationError, match="notation words"):
        list(fast.solve([b""], WORDS, naive_report))
    with pytest.raises(NotationError, match="notation words"):
        list(fast.solve([b""], CONTEST, naive_report, written_in=WORDS))


def test_lines_are_counted_from_the_first():
    pieces = list(fast.solve([b"D1RO\n\nD1R?\n"], CONTEST, naive_report, first_line=100))
    assert pieces[1].output == b"BAD 102\n"
