from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset.dealing import dealt_cards
from capset.game import Game
from capset.judge import judgement
from capset.notation import CONTEST, FINDSET, REAL_GAME, digits_notation
from capset.report import ContestReport
from capset.tableau import read_tableaus

FIRST = "S1PS D3PO S2GF O2GS O2GF O3PO S2RF S3GS D2GS O1GS O1GF S2PS"
SECOND = "O2GF O1PF D2PO D3RO S2PO O1GF O1GS D2GO S3PF S2GF D2GS S1RS"
INPUT = [*FIRST.split(), "", *SECOND.split()]
PLAIN = f"""\
CARDS: {FIRST}
SETS: 1. D3PO S2RF O1GS
2. S3GS D2GS O1GS
CARDS: {SECOND}
SETS: *** None Found ***
"""
JUDGE = f"""\
CARDS:  {FIRST}
SETS:   1.  D3PO S2RF O1GS
        2.  S3GS D2GS O1GS

CARDS:  {SECOND}
SETS:   *** None Found ***

"""


def judged(output, lines=INPUT, notation=CONTEST, **options):
    lines = output.splitlines() if isinstance(output, str) else output, lines
    return judgement(read_tableaus(lines[1], notation, source="f", **options), lines[0])


def faults(output, **options):
    return [tuple(fault) for fault in judged(output, **options).faults]


def changed(old, new, output=PLAIN):
    assert old in output
    return output.replace(old, new)


# right


@pytest.mark.parametrize("output", [PLAIN, JUDGE])
def test_the_sample_output_is_right_in_either_spacing(output):
    judgement_ = judged(output)
    assert judgement_.is_correct
    assert (judgement_.tableaus, judgement_.sets) == (2, 2)
    assert faults(output.rstrip("\n")) == []
    assert faults(output.replace("\n", " \t\n")) == []
    assert faults(output.replace("\n", "\n\n")) == []
    assert faults(PLAIN.replace("CARDS", "\nCARDS")) == []


@pytest.mark.parametrize(
    "output",
    [
        changed("1. D3PO S2RF O1GS\n2. S3GS D2GS O1GS", "1. S3GS D2GS O1GS\n2. D3PO S2RF O1GS"),
        changed("D3PO S2RF O1GS", "O1GS D3PO S2RF"),
    ],
)
def test_sets_and_cards_of_a_set_may_come_in_any_order(output):
    assert faults(output) == []


def test_no_output_is_right_for_no_input():
    assert judged("", lines=[]).is_correct
    assert judged("\n\n", lines=["# nothing"]).is_correct


def test_bad_tableaus_of_the_input_are_passed_over():
    lines = ["X", "", *INPUT, "", "S1PS S1PS"]
    assert faults(PLAIN, lines=lines) == []


def test_input_may_be_in_any_notation_of_the_real_deck():
    lines = [line and FINDSET.write(CONTEST.read(line)) for line in INPUT]
    assert faults(PLAIN, lines=lines, notation=FINDSET) == []


def test_other_decks_are_judged_in_the_notation_of_the_input():
    notation = digits_notation(Game(4, 2))
    output = "CARDS: 00 11 22 33 01\nSETS: 1. 33 22 11 00\n"
    assert faults(output, lines=["00 11 22 33 01"], notation=notation) == []
    wrong = changed("33 22 11 00", "33 22 11 01", output)
    assert faults(wrong, lines=["00 11 22 33 01"], notation=notation) == [
        (2, "missing: the set 00 11 22 33 of the tableau at f:1"),
        (2, "no set: feature 2 neither all the same nor all different"),
    ]


def test_two_copies_of_a_card_make_a_set_twice():
    lines = ["D3PO S2RF O1GS O1GS"]
    sets = "SETS: 1. D3PO S2RF O1GS\n2. D3PO S2RF O1GS\n"
    output = "CARDS: D3PO S2RF O1GS O1GS\n" + sets
    assert faults(output, lines=lines, keep_duplicates=True) == []
    assert faults(output + "3. D3PO S2RF O1GS\n", lines=lines, keep_duplicates=True) == [
        (4, "this set is in line 2 already")
    ]
    once = "CARDS: D3PO S2RF O1GS O1GS\nSETS: 1. D3PO S2RF O1GS\n"
    assert faults(once, lines=lines, keep_duplicates=True) == [
        (2, "missing: the set D3PO S2RF O1GS of the tableau at f:1")
    ]


# wrong


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        # sets
        (
            changed("2. S3GS D2GS O1GS\n", ""),
            [(2, "missing: the set S3GS D2GS O1GS of the tableau at f:1")],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. S3GS D2GS O1GS\n3. O1GS D2GS S3GS\n"),
            [(4, "this set is in line 3 already")],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. D3PO S2RF O1GS\n"),
            [
                (3, "missing: the set S3GS D2GS O1GS of the tableau at f:1"),
                (3, "this set is in line 2 already"),
            ],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. S3GS D2GS O1GF\n"),
            [
                (3, "missing: the set S3GS D2GS O1GS of the tableau at f:1"),
                (3, "no set: shading neither all the same nor all different"),
            ],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. S3GS D2GS O1GS\n3. S1PS D1PS O1PS\n"),
            [(4, "D1PS and O1PS are not on the table")],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. S3GS D2GS O1GS\n3. S1PS D3PO\n"),
            [(4, "2 cards, a set has 3")],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. S3GS D2GS O1GS\n3. S1PS S1PS S1PS\n"),
            [(4, "a card twice in a set")],
        ),
        (
            changed("2. S3GS D2GS O1GS\n", "2. S3GS D2GS O1GS\n3. S1PS D3PX O1GS\n"),
            [(4, "'D3PX': 'X' is no shading; allowed: O S F")],
        ),
        (changed("2. S3GS", "3. S3GS"), [(3, "numbered '3', it is number 2")]),
        (changed("2. S3GS", "02. S3GS"), [(3, "numbered '02', it is number 2")]),
        (
            changed("2. S3GS", "9" * 5000 + ". S3GS"),
            [(3, f"numbered '{'9' * 60}…', it is number 2")],
        ),
        (
            changed("SETS: *** None Found ***", "SETS: 1. O2GF O1PF D3RO"),
            [
                (
                    5,
                    "no set: shading and symbol neither all the same nor all different",
                )
            ],
        ),
        (
            changed("SETS: 1. D3PO S2RF O1GS\n2. S3GS D2GS O1GS\n", "SETS: *** None Found ***\n"),
            [(2, "None Found, but the tableau at f:1 has 2")],
        ),
        (
            changed("SETS: *** None Found ***", "SETS: *** none found ***"),
            [(5, "not spaced as a set in plain spacing")],
        ),
        # tableaus
        (
            PLAIN[: PLAIN.index("CARDS", 1)],
            [(4, "missing: the tableau at f:14")],
        ),
        (
            PLAIN[PLAIN.index("CARDS", 1) :],
            [(1, "missing before it: the tableau at f:1")],
        ),
        ("", [(1, "missing: the tableau at f:1"), (1, "missing: the tableau at f:14")]),
        (
            PLAIN + PLAIN[PLAIN.index("CARDS", 1) :],
            [(6, "no tableau of the input is left for these cards")],
        ),
        (
            changed("SETS: *** None Found ***\n", ""),
            [(4, "no SETS line for the tableau at f:14")],
        ),
        # cards
        (
            changed("S1PS D3PO S2GF", "D3PO S1PS S2GF"),
            [(1, "CARDS: not in the order of the tableau at f:1")],
        ),
        (
            changed("S1PS D3PO S2GF", "S1PS D3PO S2GS"),
            [
                (1, "CARDS: 'S2GF' is missing of the tableau at f:1"),
                (1, "CARDS: 'S2GS' is not in the tableau at f:1"),
            ],
        ),
        (
            changed("S1PS D3PO S2GF", "D3PO S2GF"),
            [(1, "CARDS: 'S1PS' is missing of the tableau at f:1")],
        ),
        # spacing
        (changed("S1PS D3PO", "S1PS  D3PO"), [(1, "CARDS: not one blank between cards")]),
        (changed("S1PS D3PO", "S1PS\tD3PO"), [(1, "CARDS: not one blank between cards")]),
        (
            changed("2. S3GS D2GS O1GS", "2. S3GS  D2GS O1GS"),
            [(3, "'S3GS  D2GS O1GS' should be written 'S3GS D2GS O1GS'")],
        ),
        (
            changed("2. S3GS D2GS O1GS", "2. S3gs D2GS O1GS"),
            [(3, "'S3gs D2GS O1GS' should be written 'S3GS D2GS O1GS'")],
        ),
        (changed("2. S3GS", "2.  S3GS"), [(3, "not spaced as a set in plain spacing")]),
        (changed("2. S3GS", " 2. S3GS"), [(3, "not spaced as a set in plain spacing")]),
        (changed("SETS: 1.", "SETS:   1."), [(2, "not spaced as a SETS line in plain spacing")]),
        (changed("SETS: ***", "SETS:***"), [(5, "not spaced as a SETS line in plain spacing")]),
        (
            changed(f"CARDS: {SECOND}", f"CARDS:  {SECOND}"),
            [(4, "not spaced as a CARDS line in plain spacing")],
        ),
        (
            changed("        2.  S3GS", "2.  S3GS", JUDGE),
            [(3, "not spaced as a set in judge spacing")],
        ),
        (changed("2.  S3GS", "2. S3GS", JUDGE), [(3, "not spaced as a set in judge spacing")]),
        (
            changed("SETS:   1.", "SETS: 1.", JUDGE),
            [(2, "not spaced as a SETS line in judge spacing")],
        ),
        # lines out of place
        ("hello\n" + PLAIN, [(1, "'hello' stands before the first CARDS line")]),
        (changed("SETS: 1.", "hello\nSETS: 1."), [(2, "'hello' stands where a SETS line should")]),
        (
            PLAIN + "bye\x1b\n",
            [(5, "None Found beside sets"), (6, "not spaced as a set in plain spacing")],
        ),
    ],
)
def test_a_wrong_output_is_refused_with_the_line_and_the_reason(output, expected):
    assert faults(output) == expected


def test_none_found_beside_sets_is_a_fault():
    output = PLAIN + "1. O2GF O1PF D2PO\n"
    assert (5, "None Found beside sets") in faults(output)


def test_an_output_that_leaves_out_a_tableau_has_that_one_fault():
    lines = [line for number in range(30) for line in (CONTEST.write(number), "")]
    blocks = [f"CARDS: {CONTEST.write(number)}\nSETS: *** None Found ***\n" for number in range(30)]
    del blocks[7]
    assert faults("".join(blocks), lines=lines) == [(15, "missing before it: the tableau at f:15")]


def test_an_unrelated_output_is_refused():
    assert not judged("Hello, world!\n").is_correct
    assert not judged(["\udcff\x00" * 1000, "CARDS:", "SETS:", "CARDS: x", "SETS: 1."]).is_correct


@given(st.lists(st.text("CARDSET: 12.*None FoudGPRO\x00\udcff\t", max_size=40), max_size=8))
def test_any_output_is_judged_in_printable_words(lines):
    result = judged(lines)
    assert not result.is_correct
    assert all(fault.fault.isprintable() for fault in result.faults)
    assert all(1 <= fault.line <= len(lines) + 1 for fault in result.faults)


# random tableaus, right and then spoiled

TABLEAUS = st.builds(
    lambda seed, sizes: [dealt_cards(REAL_GAME.deck, size, Random(seed + size)) for size in sizes],
    st.integers(0, 2**32),
    st.lists(st.integers(6, 14), min_size=1, max_size=4, unique=True),
)


def right_output(tableaus, spacing, random):
    """The lines of a right output, with sets and cards within sets in any order."""
    lines = []
    for cards in tableaus:
        sets = list(REAL_GAME.sets_in(cards))
        random.shuffle(sets)
        sets = [random.sample(positions, 3) for positions in sets]
        (reading,) = read_tableaus([" ".join(map(CONTEST.write, cards))], CONTEST)
        lines.append(ContestReport(spacing).tableau(reading, sets).splitlines())
    return lines


def judged_blocks(tableaus, blocks):
    lines = [line for cards in tableaus for line in (*map(CONTEST.write, cards), "")]
    return judged([line for block in blocks for line in block], lines=lines)


@settings(max_examples=60)
@given(TABLEAUS, st.sampled_from(["plain", "judge"]), st.randoms(use_true_random=False))
def test_a_right_output_in_any_order_is_accepted(tableaus, spacing, random):
    assert judged_blocks(tableaus, right_output(tableaus, spacing, random)).faults == ()


def spoil_card_order(block, random):
    cards = block[0].split()[1:]
    block[0] = block[0].replace(" ".join(cards), " ".join([*cards[1:], cards[0]]))
    return 0


def spoil_card(block, random):
    place = random.choice([place for place, line in enumerate(block) if line])
    shading = {"O": "S", "S": "F", "F": "O"}
    if "None" in block[place]:
        place = 0
    block[place] = block[place][:-1] + shading[block[place][-1]]
    return place


def spoil_number(block, random):
    place = random.choice([place for place, line in enumerate(block) if ". " in line])
    block[place] = block[place].replace(". ", "0. ")
    return place


def spoil_spacing(block, random):
    place = random.choice([place for place, line in enumerate(block) if line])
    label, _, rest = block[place].partition(" " if place < 2 else ".")
    block[place] = label + (" " * 4 if place < 2 else ".    ") + rest.lstrip()
    return place


def spoil_by_none_found(block, random):
    label = block[1][: len(block[1]) - len(block[1].split(":", 1)[1].lstrip())]
    block[1:] = [label + "*** None Found ***"]
    return 1


def spoil_by_repetition(block, random):
    sets = [line for line in block if ". " in line]
    last = block.index(sets[-1])
    number, _, rest = sets[-1].replace("SETS:", "").strip().partition(".")
    indent = " " * 8 if rest.startswith("  ") else ""
    block.insert(last + 1, f"{indent}{int(number) + 1}.{rest}")
    return last + 1


def spoil_by_omission(block, random):
    sets = [line for line in block if ". " in line]
    if len(sets) == 1:
        return spoil_by_none_found(block, random)
    del block[block.index(sets[-1])]
    return block.index(sets[-2])


@pytest.mark.parametrize(
    "spoil",
    [
        *(spoil_card_order, spoil_card, spoil_number, spoil_spacing),
        *(spoil_by_none_found, spoil_by_repetition, spoil_by_omission),
    ],
)
@settings(max_examples=40)
@given(
    tableaus=TABLEAUS,
    spacing=st.sampled_from(["plain", "judge"]),
    random=st.randoms(use_true_random=False),
)
def test_a_spoiled_line_is_told(spoil, tableaus, spacing, random):
    blocks = right_output(tableaus, spacing, random)
    with_sets = [block for block in blocks if any(". " in line for line in block)]
    if not with_sets:
        return
    block = random.choice(with_sets)
    place = spoil(block, random)
    before = sum(map(len, blocks[: blocks.index(block)]))
    lines = {fault.line for fault in judged_blocks(tableaus, blocks).faults}
    assert before + place + 1 in lines


@settings(max_examples=60)
@given(
    TABLEAUS,
    st.sampled_from(["plain", "judge"]),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_a_tableau_too_few_or_too_many_is_told(tableaus, spacing, random, dropped):
    blocks = right_output(tableaus, spacing, random)
    place = random.randrange(len(blocks))
    if dropped:
        del blocks[place]
    else:
        blocks.insert(place, blocks[place])
    result = judged_blocks(tableaus, blocks)
    assert not result.is_correct
    before = sum(map(len, blocks[:place]))
    assert any(fault.line >= before for fault in result.faults)


def test_a_wrong_set_where_there_is_none_is_told():
    blocks = [["CARDS: S1PS D3PO", "SETS: 1. S1PS D3PO O2RF"]]
    assert [
        tuple(fault)
        for fault in judged_blocks([[CONTEST.read("S1PS"), CONTEST.read("D3PO")]], blocks).faults
    ] == [(2, "O2RF is not on the table")]
