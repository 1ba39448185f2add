"""The kernel that goes from text to text, by itself: where it stops, and what it counts."""

import numpy as np
import pytest

from capset.kernels import contest, ternary

LETTERS = ("DOS", "123", "RGP", "OSF")
PLAIN = (b"CARDS: ", b"SETS: ", b"", b" ", b"*** None Found ***\n", b"")

TABLEAU = b"S1PS\nD3PO\nS2GF\nO2GS\nO2GF\nO3PO\nS2RF\nS3GS\nD2GS\nO1GS\nO1GF\nS2PS\n\n"
REPORT = (
    b"CARDS: S1PS D3PO S2GF O2GS O2GF O3PO S2RF S3GS D2GS O1GS O1GF S2PS\n"
    b"SETS: 1. D3PO S2RF O1GS\n2. S3GS D2GS O1GS\n"
)


def solve(text, room=10_000):
    """What the kernel returns for a text of the real deck, and the bytes that it wrote."""
    reading = np.full((4, 256), -1, np.int64)
    for place, letters in enumerate(LETTERS):
        for value, letter in enumerate(letters):
            reading[place, ord(letter)] = (value + 1) << 2 * (3 - place)
    writing = np.zeros((256, 4), np.uint8)
    for card, code in enumerate(ternary.code_table(4)):
        writing[code] = [ord(LETTERS[p][card // 3 ** (3 - p) % 3]) for p in range(4)]
    output = np.full(room + 1, 255, np.uint8)
    layout = tuple(np.frombuffer(part, np.uint8) for part in PLAIN)
    result = contest.solve(
        np.frombuffer(text, np.uint8),
        reading,
        writing,
        np.int64(ternary.low_bits(4)),
        layout,
        output[:room],
    )
    assert output[room] == 255
    return result, output[: result[1]].tobytes()


def test_the_sample():
    (read, written, tableaus, sets, lines), output = solve(TABLEAU)
    assert output == REPORT
    assert (read, written, tableaus, sets, lines) == (len(TABLEAU), len(REPORT), 1, 2, 13)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n", b"\n \t\n\n", b" \t"])
def test_the_end_of_the_text(end):
    text = TABLEAU[:-2] + end
    (read, _, tableaus, _, lines), output = solve(text)
    assert output == REPORT
    assert (read, tableaus, lines) == (len(text), 1, text.count(b"\n"))


@pytest.mark.parametrize("text", [b"", b"\n", b" \n\t\r\n\n"])
def test_no_tableau(text):
    assert solve(text) == ((len(text), 0, 0, 0, text.count(b"\n")), b"")


@pytest.mark.parametrize(
    "text",
    [
        TABLEAU.replace(b"\n", b" ", 11),
        TABLEAU.replace(b"\n", b"\t \r\n"),
        TABLEAU.replace(b"\n", b"  \n", 5),
        b"\n \n" + TABLEAU + b"\n\n\n",
    ],
)
def test_cards_may_stand_anyhow(text):
    (read, _, tableaus, _, lines), output = solve(text)
    assert output == REPORT
    assert (read, tableaus, lines) == (len(text), 1, text.count(b"\n"))


@pytest.mark.parametrize(
    "irregular",
    [
        b"S1PX\n", b"s1ps\n", b"S1P\n", b"S1PSS\n", b"S1PSD3PO\n", b"S1PS#\n", b"# S1PS\n", b"S",
        b"S1PS\rD3PO\n", b"S1PS\n\rD3PO", b"\x00", b"S1PS\x0c\n", b"\xefS1PS", b"S1PS\nD3PO S1PS\n",
        b"D3PO\nS1P\xc3\n", b"\n \n\n?",
    ],
)  # fmt: skip
def test_it_stops_before_an_irregular_tableau(irregular):
    for text in (irregular, irregular + b"\n" + TABLEAU):
        (read, _, tableaus, sets, lines), output = solve(TABLEAU + TABLEAU + text)
        assert (read, tableaus, sets, lines) == (2 * len(TABLEAU), 2, 4, 26)
        assert output == 2 * REPORT


def test_too_little_room():
    text = TABLEAU + TABLEAU
    outcomes = set()
    for room in range(2 * len(REPORT) + 200):
        (read, _, tableaus, _, _), output = solve(text, room)
        assert read == tableaus * len(TABLEAU)
        assert output == tableaus * REPORT
        outcomes.add(tableaus)
    assert outcomes == {0, 1, 2}
