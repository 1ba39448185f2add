"""The rules, against the sentence in the rule book and against what is known of whole decks."""

import math
import pickle
import random
import subprocess
import sys
from itertools import chain, combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capset.errors import CardError, GameError
from capset.game import REAL_FEATURES, REAL_VALUES, FeatureVerdict, Game
from capset.notation import CONTEST
from tests import naive
from tests.strategies import DECKS, cards, distinct_cards, games, selections, sets, tableaus

HUGE = 10**5000
"""A number so long that Python refuses to write it in digits."""

SMALL_DECKS = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2), (6, 2), (7, 1)]

FOURTEEN_SETS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18]
"""A plane of nine cards, which has 12 sets, and three more: (0, 9, 18) and (2, 10, 18) are sets."""


def naive_verdicts(cards, game):
    """For each feature the kind, the cards that agree and those that differ."""
    rows = [naive.digits(card, game.values, game.features) for card in cards]
    for column in zip(*rows, strict=True):
        frequency = max(column.count(value) for value in column)
        if frequency == 1:
            yield "different", [], list(cards)
            continue
        shared = next(value for value in column if column.count(value) == frequency)
        agree = [card for card, value in zip(cards, column, strict=True) if value == shared]
        differs = [card for card, value in zip(cards, column, strict=True) if value != shared]
        yield "neither" if differs else "same", agree, differs


# what a game is


@pytest.mark.parametrize(("values", "features"), DECKS)
def test_a_game_knows_its_deck(values, features):
    game = Game(values, features)
    assert (game.values, game.features) == (values, features)
    assert game.deck_size == values**features
    assert game.deck == range(values**features)


def test_the_real_game_is_the_default():
    assert Game() == Game(values=3, features=4)
    assert Game().deck_size == 81


def test_the_real_deck_names_its_features_and_values():
    assert Game().feature_names == REAL_FEATURES == ("count", "colour", "shading", "symbol")
    assert Game().value_names == REAL_VALUES
    assert [len(names) for names in REAL_VALUES] == [3, 3, 3, 3]


@pytest.mark.parametrize(("values", "features"), [(3, 3), (4, 4), (4, 3), (40, 2)])
def test_other_decks_number_their_features_and_values(values, features):
    game = Game(values, features)
    assert game.feature_names == tuple(f"feature {number + 1}" for number in range(features))
    assert game.value_names == (tuple(str(value) for value in range(values)),) * features


@given(games(10**5, 40))
def test_repr_evaluates_back(game):
    assert eval(repr(game)) == game


def test_games_are_equal_when_their_decks_are():
    decks = [Game(values, features) for values, features in DECKS]
    assert len(set(decks)) == len(DECKS)
    assert {*decks, *(Game(*deck) for deck in DECKS)} == set(decks)
    assert Game(3, 4) != Game(4, 3)
    assert Game() != (3, 4)
    assert Game() != "Game(values=3, features=4)"


@given(games(10**5, 40))
def test_games_survive_pickling(game):
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert hash(copy) == hash(game)
    assert list(copy.sets_in(range(min(12, game.deck_size)))) == list(
        game.sets_in(range(min(12, game.deck_size)))
    )


@pytest.mark.parametrize(
    "name",
    ["values", "features", "deck_size", "deck", "set_count", "feature_names", "value_names", "new"],
)
def test_a_game_cannot_be_changed(name):
    with pytest.raises(AttributeError):
        setattr(Game(), name, 5)


# games that cannot be


@pytest.mark.parametrize(
    ("values", "features", "message"),
    [
        (2, 4, "a feature has 3 or more values, not 2"),
        (0, 4, "a feature has 3 or more values, not 0"),
        (-3, 4, "a feature has 3 or more values, not -3"),
        pytest.param(
            -HUGE, 4, "a feature has 3 or more values, not a number of 16,610 bits", id="huge"
        ),
        (True, 4, "a feature has 3 or more values, not 1"),
        (3, 0, "a card has 1 or more features, not 0"),
        (3, -1, "a card has 1 or more features, not -1"),
        (3, False, "a card has 1 or more features, not 0"),
        ("3", 4, "a deck has whole numbers of values and features, not '3' and 4"),
        (3, "4", "a deck has whole numbers of values and features, not 3 and '4'"),
        (3.0, 4, "a deck has whole numbers of values and features, not 3.0 and 4"),
        (3, None, "a deck has whole numbers of values and features, not 3 and None"),
        (math.inf, 1, "a deck has whole numbers of values and features, not inf and 1"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(values, features, message):
    with pytest.raises(GameError) as refused:
        Game(values, features)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("values", "features", "named"),
    [
        (3, 40, "not 3 values and 40 features"),
        (2**63, 1, "not 9223372036854775808 values and 1 features"),
        (10**6 + 1, 1, "not 1000001 values and 1 features"),
        (10**6, 4, "not 1000000 values and 4 features"),
        (3, 10**9, "not 3 values and 1000000000 features"),
        pytest.param(HUGE, 1, "not a number of 16,610 bits values and 1 features", id="values"),
        pytest.param(3, HUGE, "not 3 values and a number of 16,610 bits features", id="features"),
    ],
)
def test_a_deck_too_large_is_refused_before_it_costs_anything(values, features, named):
    with pytest.raises(GameError) as refused:
        Game(values, features)
    assert str(refused.value) == (
        "a deck has at most 1,000,000 values and 9,223,372,036,854,775,807 cards, " + named
    )


@pytest.mark.parametrize(("values", "features"), [(3, 39), (4, 31), (10**6, 3)])
def test_the_largest_decks_have_cards_of_64_bits(values, features):
    game = Game(values, features)
    assert game.deck_size <= 2**63 - 1
    assert game.digits(game.deck_size - 1) == (values - 1,) * features
    with pytest.raises(GameError):
        Game(values, features + 1)


# cards and digits


@given(st.data())
def test_digits_and_cards_are_inverse(data):
    game = data.draw(games(10**5, 40))
    card = data.draw(cards(game))
    assert list(game.digits(card)) == naive.digits(card, game.values, game.features)
    assert game.card(game.digits(card)) == card


@given(st.data())
def test_cards_in_order_are_in_the_order_of_their_digits(data):
    game = data.draw(games(10**5, 40))
    some = data.draw(distinct_cards(game, 8))
    assert sorted(some) == sorted(some, key=game.digits)


def test_a_card_may_come_from_any_iterable_of_digits():
    assert Game().card(iter([0, 2, 1, 1])) == 22


@pytest.mark.parametrize(
    ("digits", "message"),
    [
        ([0, 2, 1], "a card of Game(values=3, features=4) has 4 digits, not 3"),
        ([0, 2, 1, 1, 0], "a card of Game(values=3, features=4) has 4 digits, not 5"),
        ([0, 2, 1, 3], "digits of Game(values=3, features=4) are 0 to 2, not 3"),
        ([0, -1, 1, 2], "digits of Game(values=3, features=4) are 0 to 2, not -1"),
        (
            [0, HUGE, 1, 2],
            "digits of Game(values=3, features=4) are 0 to 2, not a number of 16,610 bits",
        ),
        (
            "021x",
            "digits of Game(values=3, features=4) are whole numbers, not ('0', '2', '1', 'x')",
        ),
        (
            [0, 0.5, 1, 2],
            "digits of Game(values=3, features=4) are whole numbers, not (0, 0.5, 1, 2)",
        ),
    ],
)
def test_digits_that_are_no_card_are_refused(digits, message):
    with pytest.raises(CardError) as refused:
        Game().card(digits)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (81, "cards of Game(values=3, features=4) are 0 to 80, not 81"),
        (-1, "cards of Game(values=3, features=4) are 0 to 80, not -1"),
        pytest.param(
            HUGE,
            "cards of Game(values=3, features=4) are 0 to 80, not a number of 16,610 bits",
            id="huge",
        ),
        ("0211", "a card is a whole number, not '0211'"),
        (4.0, "a card is a whole number, not 4.0"),
        (None, "a card is a whole number, not None"),
        ((0, 2, 1, 1), "a card is a whole number, not (0, 2, 1, 1)"),
    ],
)
@pytest.mark.parametrize(
    "question",
    [
        lambda card: Game().digits(card),
        lambda card: Game().valid_cards([0, card]),
        lambda card: Game().is_set([0, 1, card]),
        lambda card: Game().why_not([0, 1, card]),
        lambda card: Game().completion([0, card]),
        lambda card: Game().completion_count([card]),
        lambda card: Game().completions([card]),
        lambda card: Game().completions([], within=[0, card]),
        lambda card: Game().different_features([0, card]),
        lambda card: Game().sets_in([0, card]),
        lambda card: Game().forbidden([0, card]),
        lambda card: Game().dictations([0, card]),
        lambda card: Game().dictations([0], [card]),
    ],
)
def test_what_is_no_card_is_refused_at_the_call(question, card, message):
    with pytest.raises(CardError) as refused:
        question(card)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "question",
    [
        lambda twice: Game().valid_cards(twice),
        lambda twice: Game().completion(twice),
        lambda twice: Game().completion_count(twice),
        lambda twice: Game().completions(twice),
        lambda twice: Game().completions([1], within=twice),
        lambda twice: Game().forbidden(twice),
        lambda twice: Game().dictations(twice),
        lambda twice: Game().dictations([5], [5]),
    ],
)
def test_a_card_that_comes_twice_is_refused_at_the_call(question):
    with pytest.raises(CardError, match=r"^card 5 of Game\(values=3, features=4\) comes twice$"):
        question([5, 5])


def test_the_one_card_that_comes_twice_is_named():
    with pytest.raises(CardError, match=r"^card 77 "):
        Game(3, 9).valid_cards([*range(3**9), 77])


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: Game().is_set([0, 1]), "a set of {} has 3 cards, not 2"),
        (lambda: Game().is_set([0, 1, 2, 3]), "a set of {} has 3 cards, not 4"),
        (lambda: Game().why_not([]), "a set of {} has 3 cards, not 0"),
        (lambda: Game().completion([0]), "2 cards of {} may dictate one more, not 1"),
        (lambda: Game().completion([0, 1, 2]), "2 cards of {} may dictate one more, not 3"),
        (lambda: Game().completion_count([0, 1, 2, 3]), "a set of {} has 3 cards, not 4"),
        (lambda: Game().completions([0, 1, 2, 3]), "a set of {} has 3 cards, not 4"),
    ],
)
def test_a_wrong_number_of_cards_is_refused(question, message):
    with pytest.raises(CardError) as refused:
        question()
    assert str(refused.value) == message.format("Game(values=3, features=4)")


def test_valid_cards_are_plain_integers_in_the_order_given():
    assert Game().valid_cards(iter([5, 3, 4])) == (5, 3, 4)
    assert Game().valid_cards([5, 5], distinct=False) == (5, 5)
    assert [type(card) for card in Game().valid_cards([True, False])] == [int, int]


def test_numpy_integers_are_cards():
    numpy = pytest.importorskip("numpy")
    game = Game(numpy.int64(3), numpy.uint8(4))
    assert repr(game) == "Game(values=3, features=4)"
    tableau = numpy.array([0, 40, 80, 1], dtype=numpy.uint8)
    assert game.is_set(tableau[:3])
    assert list(game.sets_in(tableau)) == [(0, 1, 2)]
    assert [type(card) for card in game.valid_cards(tableau)] == [int] * 4
    assert type(game.card(numpy.array([2, 2, 2, 2], dtype=numpy.int8))) is int
    assert game.card(numpy.array([2, 2, 2, 2], dtype=numpy.int8)) == 80
    forbidden = game.forbidden(tableau[:2])
    assert forbidden == {80: ((0, 40),)}
    assert {type(card) for card in chain(forbidden, *forbidden[80])} == {int}


# what is a set


@given(st.data())
def test_is_set_follows_the_rule_book(data):
    game = data.draw(games(10**5, 40))
    chosen = data.draw(selections(game, st.just(game.values)))
    assert game.is_set(chosen) == naive.is_set(chosen, game.values, game.features)


@given(st.data())
def test_a_set_with_one_digit_changed_is_no_set_any_more(data):
    game = data.draw(games(10**5, 40))
    chosen = data.draw(sets(game))
    assert game.is_set(chosen)
    digits = list(game.digits(chosen[0]))
    feature = data.draw(st.integers(0, game.features - 1))
    digits[feature] = (digits[feature] + data.draw(st.integers(1, game.values - 1))) % game.values
    assert not game.is_set([game.card(digits), *chosen[1:]])


@pytest.mark.parametrize(("values", "features"), DECKS)
def test_one_card_several_times_is_no_set(values, features):
    game = Game(values, features)
    assert not game.is_set([game.deck_size - 1] * values)
    assert not game.is_set([0, *range(values - 1)])


@pytest.mark.parametrize(("values", "features"), [(3, 2), (3, 3), (4, 2)])
def test_is_set_agrees_with_the_rule_book_on_every_selection(values, features):
    game = Game(values, features)
    for chosen in combinations(game.deck, values):
        assert game.is_set(chosen) == naive.is_set(chosen, values, features)


@given(st.data())
def test_why_not_says_who_agrees_and_who_differs_in_each_feature(data):
    game = data.draw(games(10**5, 40))
    few = st.sampled_from(data.draw(distinct_cards(game, game.values, 1)))
    chosen = data.draw(
        st.one_of(
            selections(game, st.just(game.values)),
            st.lists(few, min_size=game.values, max_size=game.values),
        )
    )
    assert game.why_not(chosen) == tuple(
        (feature, game.feature_names[feature], kind, tuple(agree), tuple(differs))
        for feature, (kind, agree, differs) in enumerate(naive_verdicts(chosen, game))
    )


@given(st.data())
def test_three_cards_are_no_set_because_two_agree_and_one_differs(data):
    game = data.draw(games(10**5, 3))
    chosen = data.draw(distinct_cards(game, 3, 3))
    verdicts = game.why_not(chosen)
    neither = [verdict for verdict in verdicts if verdict.kind == "neither"]
    assert all(len(verdict.agree) == 2 and len(verdict.differs) == 1 for verdict in neither)
    assert (not neither) == game.is_set(chosen)


def test_why_not_explains_the_example_of_the_contest():
    """Different symbols, different counts, one colour; two are filled and one is striped."""
    one, two, striped = chosen = [CONTEST.read(text) for text in ("S1PF", "D2PF", "O3PS")]
    assert not Game().is_set(chosen)
    assert Game().why_not(chosen) == (
        FeatureVerdict(0, "count", "different", (), (one, two, striped)),
        FeatureVerdict(1, "colour", "same", (one, two, striped), ()),
        FeatureVerdict(2, "shading", "neither", (one, two), (striped,)),
        FeatureVerdict(3, "symbol", "different", (), (one, two, striped)),
    )


def test_the_first_of_two_equally_frequent_values_is_the_shared_one():
    (verdict,) = Game(4, 1).why_not([3, 0, 0, 3])
    assert verdict == FeatureVerdict(0, "feature 1", "neither", (3, 3), (0, 0))


# what completes a selection to a set


@given(st.data())
def test_completion_is_the_only_card_that_makes_a_set(data):
    game = data.draw(games(100))
    chosen = data.draw(selections(game, st.just(game.values - 1)))
    makes_a_set = [
        card for card in game.deck if naive.is_set([*chosen, card], game.values, game.features)
    ]
    assert len(makes_a_set) <= 1
    assert game.completion(chosen) == (makes_a_set[0] if makes_a_set else None)


@pytest.mark.parametrize(("values", "features"), [(3, 3), (4, 2), (5, 2)])
def test_no_selection_completes_to_two_cards(values, features):
    game = Game(values, features)
    for chosen in combinations(game.deck, values - 1):
        fitting = [card for card in game.deck if naive.is_set([*chosen, card], values, features)]
        assert fitting == [card for card in [game.completion(chosen)] if card is not None]


@given(st.data())
def test_a_card_taken_out_of_a_set_completes_the_rest(data):
    game = data.draw(games(10**5, 40))
    last, *others = data.draw(sets(game))
    assert game.completion(others) == last


@given(st.data())
def test_for_three_values_completion_is_an_involution(data):
    game = data.draw(games(10**5, 3))
    first, second = data.draw(distinct_cards(game, 2, 2))
    third = game.completion([first, second])
    assert third not in (None, first, second)
    assert game.completion([first, third]) == second
    assert game.completion([second, third]) == first
    assert game.completion([second, first]) == third
    digits = zip(*map(game.digits, [first, second, third]), strict=True)
    assert all(sum(column) % 3 == 0 for column in digits)


@given(st.data())
def test_two_cards_that_differ_in_d_features_lie_in_so_many_sets(data):
    game = data.draw(games(10**5, 40))
    first, second = data.draw(distinct_cards(game, 2, 2))
    pairs = zip(game.digits(first), game.digits(second), strict=True)
    differences = sum(one != other for one, other in pairs)
    expected = math.factorial(game.values - 2) ** (differences - 1)
    assert game.completion_count([first, second]) == expected


@given(st.data())
def test_completion_count_counts_the_sets_of_the_deck(data):
    game = data.draw(games(27, 4))
    selection = data.draw(selections(game))
    found = naive.completions(selection, game.deck, game.values, game.features)
    assert game.completion_count(selection) == len(found)


def test_the_real_deck_has_1080_sets_forty_through_each_card_and_one_through_each_pair():
    game = Game()
    assert game.set_count == 1080
    assert {game.completion_count([card]) for card in game.deck} == {40}
    assert {game.completion_count(pair) for pair in combinations(game.deck, 2)} == {1}


@pytest.mark.parametrize(
    ("values", "features", "count"),
    [
        (3, 1, 1),
        (7, 1, 1),
        (40, 1, 1),
        (3, 4, 1080),
        (4, 3, 912),
        (5, 2, 130),
        (4, 4, 25_600),
        (5, 3, 16_275),
        (3, 6, 88_452),
    ],
)
def test_set_count_is_the_number_of_sets_of_the_deck(values, features, count):
    assert Game(values, features).set_count == count


@given(games(10**5, 40))
def test_every_set_has_v_cards(game):
    assert game.set_count * game.values == game.deck_size * game.completion_count([0])


@given(st.data())
def test_different_features_are_those_in_which_all_cards_differ(data):
    game = data.draw(games(10**5, 40))
    chosen = data.draw(selections(game, st.integers(2, game.values)))
    rows = [naive.digits(card, game.values, game.features) for card in chosen]
    distinct = [len(set(column)) for column in zip(*rows, strict=True)]
    if all(number in (1, len(chosen)) for number in distinct):
        expected = [feature for feature, number in enumerate(distinct) if number > 1]
    else:
        expected = None
    assert game.different_features(chosen) == expected


# sets among some cards


@given(st.data())
def test_sets_in_finds_the_positions_of_all_sets_in_order(data):
    game = data.draw(games(10**5))
    tableau = data.draw(tableaus(game, 10, duplicates=True))
    assert list(game.sets_in(tableau)) == naive.sets_in(tableau, game.values, game.features)


@settings(max_examples=20)
@given(st.data())
def test_sets_in_finds_the_sets_of_decks_with_many_values(data):
    game = data.draw(st.sampled_from([Game(10, 2), Game(36, 2), Game(40, 2)]))
    others = data.draw(distinct_cards(game, 2))
    tableau = data.draw(st.permutations(list(dict.fromkeys(data.draw(sets(game)) + others))))
    found = list(game.sets_in(tableau))
    assert found == naive.sets_in(tableau, game.values, game.features)
    assert found


def test_a_card_that_comes_twice_is_two_cards_on_the_table():
    assert list(Game(3, 1).sets_in([0, 1, 0, 2])) == [(0, 1, 3), (1, 2, 3)]
    assert list(Game(3, 1).sets_in([0, 1, 2, 2])) == [(0, 1, 2), (0, 1, 3)]
    assert list(Game(3, 1).sets_in([0, 0, 0])) == []
    assert list(Game(4, 1).sets_in([0, 1, 1, 2, 3])) == [(0, 1, 3, 4), (0, 2, 3, 4)]


def test_fewer_cards_than_a_set_has_hold_none():
    assert list(Game(4, 2).sets_in([])) == []
    assert list(Game(4, 2).sets_in([0, 5, 10])) == []


@pytest.mark.parametrize(("values", "features"), [*SMALL_DECKS[:5], (5, 1), (7, 1)])
def test_sets_in_a_small_deck_are_those_of_the_rule_book(values, features):
    game = Game(values, features)
    assert list(game.sets_in(game.deck)) == naive.sets_in(game.deck, values, features)


@pytest.mark.parametrize(
    ("values", "features", "count"),
    [(3, 4, 1080), (4, 3, 912), (5, 2, 130), (4, 4, 25_600), (36, 1, 1), (1200, 1, 1)],
)
def test_sets_in_a_whole_deck_are_complete_distinct_and_in_order(values, features, count):
    game = Game(values, features)
    found = list(game.sets_in(game.deck))
    assert len(found) == count
    assert found == sorted(set(found))
    assert all(list(positions) == sorted(positions) for positions in found)
    assert all(naive.is_set(positions, values, features) for positions in found)


def test_sets_in_many_cards_of_a_large_deck_with_three_values():
    game = Game(3, 9)
    tableau = random.Random(20).sample(game.deck, 200)
    where = {game.digits(card): position for position, card in enumerate(tableau)}
    expected = []
    for (first, one), (second, other) in combinations(enumerate(map(game.digits, tableau)), 2):
        third = tuple(-(a + b) % 3 for a, b in zip(one, other, strict=True))
        if where.get(third, -1) > second:
            expected.append((first, second, where[third]))
    assert len(expected) > 20
    assert list(game.sets_in(tableau)) == expected


def test_sets_in_thirty_cards_of_a_large_deck_with_four_values():
    game, chance = Game(4, 6), random.Random(21)
    planted = [*islice(game.completions([1000, 2000]), 3), *islice(game.completions([3000]), 3)]
    tableau = list({*chain(*planted), *chance.sample(game.deck, 15)})
    chance.shuffle(tableau)
    found = list(game.sets_in(tableau))
    assert len(found) >= 6
    assert found == naive.sets_in(tableau, 4, 6)


def test_one_set_of_forty_values_is_found_without_trying_all_its_parts():
    game = Game(40, 2)
    tableau = [*range(0, 1600, 41), 1, 100, 1000]
    assert list(game.sets_in(tableau)) == [tuple(range(40))]
    rest = tableau[1:]
    assert list(game.sets_in(rest)) == []
    # beside the first of the diagonal: (0, 1) and (25, 0) stand for one or two of its cards
    assert list(game.forbidden(rest)) == [
        0,
        game.card([0, 25]),
        game.card([1, 0]),
        game.card([1, 25]),
    ]
    assert game.forbidden(rest)[0] == (tuple(tableau[1:40]),)


@given(st.data())
def test_shuffled_cards_renamed_values_and_features_keep_the_sets(data):
    game = data.draw(games(10**5))
    tableau = data.draw(tableaus(game, 9))
    places = data.draw(st.permutations(range(len(tableau))))
    features = data.draw(st.permutations(range(game.features)))
    values = [data.draw(st.permutations(range(game.values))) for _ in features]

    def image(card):
        digits = game.digits(card)
        return game.card(values[feature][digits[feature]] for feature in features)

    moved = [image(tableau[place]) for place in places]
    assert sorted(tuple(sorted(places[at] for at in found)) for found in game.sets_in(moved)) == (
        list(game.sets_in(tableau))
    )


# no twelve cards of the real deck hold more than 14 sets


def test_twelve_cards_may_hold_fourteen_sets():
    found = list(Game().sets_in(FOURTEEN_SETS))
    assert len(found) == 14
    assert found == naive.sets_in(FOURTEEN_SETS, 3, 4)
    assert len(naive.sets_in(FOURTEEN_SETS[:9], 3, 4)) == 12


def test_no_exchange_of_two_cards_makes_more_than_fourteen_sets():
    game, chance = Game(), random.Random(14)
    for _ in range(1000):
        kept = chance.sample(FOURTEEN_SETS, 10)
        others = chance.sample([card for card in game.deck if card not in kept], 2)
        assert sum(1 for _ in game.sets_in(kept + others)) <= 14


@given(st.data())
def test_no_twelve_cards_hold_more_than_fourteen_sets(data):
    # the fewer cards they are taken from, the more sets they have
    last = data.draw(st.sampled_from([14, 17, 26, 80]))
    tableau = data.draw(st.lists(st.integers(0, last), min_size=12, max_size=12, unique=True))
    assert sum(1 for _ in Game().sets_in(tableau)) <= 14


# what is ruled out


@given(st.data())
def test_forbidden_cards_are_those_that_would_make_a_set_and_why(data):
    game = data.draw(games(36))
    tableau = data.draw(tableaus(game, 8))
    expected = naive.forbidden(tableau, game.values, game.features)
    forbidden = game.forbidden(tableau)
    assert forbidden == {card: tuple(reasons) for card, reasons in expected.items()}
    assert list(forbidden) == sorted(forbidden)


@pytest.mark.parametrize(
    ("values", "features", "number"), [(3, 9, 4), (36, 2, 35), (40, 2, 39), (6, 2, 8), (4, 3, 6)]
)
def test_forbidden_cards_of_larger_decks(values, features, number):
    game = Game(values, features)
    diagonal = [game.card([value] * features) for value in range(values)]
    tableau = [*diagonal, 1, 2, 3, 4, 5][1 : number + 1]
    expected = naive.forbidden(tableau, values, features)
    assert 0 in expected or values == 3
    assert expected
    assert game.forbidden(tableau) == {card: tuple(why) for card, why in expected.items()}


@given(st.data())
def test_dictations_are_all_selections_that_complete_in_the_order_given(data):
    game = data.draw(games(36, 6))
    tableau = data.draw(tableaus(game, 8))
    split = data.draw(st.integers(0, min(len(tableau), game.values)))
    chosen, others = tuple(tableau[:split]), tableau[split:]
    expected = []
    if split < game.values:
        for added in combinations(others, game.values - 1 - split):
            last = game.completion([*chosen, *added])
            if last is not None:
                assert naive.is_set([*chosen, *added, last], game.values, game.features)
                expected.append(((*chosen, *added), last))
    assert list(game.dictations(others, chosen)) == expected


def test_dictations_of_no_cards_are_none():
    assert list(Game().dictations([])) == []
    assert list(Game().dictations([], [7])) == []
    assert list(Game().dictations([7])) == []
    assert list(Game().dictations([7], [])) == []


# starting


def test_the_rules_load_neither_numpy_nor_what_is_slow_to_load():
    script = (
        "import sys; before = set(sys.modules); "
        "import capset.game, capset.completions, capset.collection, capset.notation, "
        "capset.tableau; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "capset" in loaded
    assert not {"numpy", "numba", "dataclasses", "inspect"} & set(loaded)
