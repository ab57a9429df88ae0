"""Points from the open ends, and ends that no layout can show."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.tiles.layout import End
from scorekeeper.rules.tiles.open_ends import (
    Spinner,
    count_shown_ends,
    largest_count,
    play_value_possible,
    play_values,
    points_of_count,
    points_words,
)

FIVES, THREES = RuleCard.default("fives"), RuleCard.default("threes_fives")
DRAW, FIFTHS = RuleCard.default("draw"), FIVES.but(divide_by_five=True)
ALL_DOUBLES = FIVES.but(spinner="all_doubles")


def shown(text):
    """``6 5d``: a plain six and a double five."""
    return [End(int(end.rstrip("d")), end.endswith("d")) for end in text.split()]


@pytest.mark.parametrize(
    ("ends", "spinner", "card", "count", "points", "words"),
    [
        ("5 5d", None, THREES, 15, 8, "5 + 10 = 15, +8: five threes and three fives"),
        ("5 0", None, THREES, 5, 1, "5 + 0 = 5, +1: one five"),
        ("6 3", None, THREES, 9, 3, "6 + 3 = 9, +3: three threes"),
        ("6d 6", None, THREES, 18, 6, "12 + 6 = 18, +6: six threes"),
        ("5 2", None, THREES, 7, 0, "5 + 2 = 7, no points"),
        ("5d", None, FIVES, 10, 10, "10 on the ends, +10"),
        ("5 5d 0", Spinner(4, 3), FIVES, 15, 15, "5 + 10 + 0 = 15, +15"),
        ("3", Spinner(6, 1), FIVES, 15, 15, "3 + 12 = 15, +15"),
        ("", Spinner(5, 0), FIVES, 10, 10, "10 on the ends, +10"),
        ("1 4", Spinner(5, 2), FIVES, 5, 5, "1 + 4 = 5, +5"),
        ("4 4 1 2", Spinner(4, 4), FIVES, 11, 0, "4 + 4 + 1 + 2 = 11, no points"),
        ("5 5d", None, FIFTHS, 15, 3, "5 + 10 = 15, +3"),
        ("1 4", None, DRAW, 5, 0, "1 + 4 = 5, no points"),
        ("9d 9", None, RuleCard.default("threes_fives", set=9), 27, 9, "18 + 9 = 27, +9: nine threes"),
    ],
)
def test_the_ends_shown_are_counted(ends, spinner, card, count, points, words):
    assert count_shown_ends(shown(ends), spinner, card) == (count, words)
    assert points_of_count(count, card) == points


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (12, "+4: four threes"),
        (21, "+7: seven threes"),
        (24, "+8: eight threes"),
        (30, "+16: ten threes and six fives"),
        (33, "+11: 11 threes"),
    ],
)
def test_threes_and_fives_are_said_in_words_up_to_ten(count, words):
    assert points_words(count, points_of_count(count, THREES), THREES) == words


@pytest.mark.parametrize(
    ("ends", "spinner", "card", "code", "sentence"),
    [
        ("7 1", None, FIVES, "end_not_in_set", "No tile of a double-six set shows 7."),
        ("1 2", Spinner(9, 2), FIVES, "end_not_in_set", "No tile of a double-six set shows 9."),
        ("5d 5d", None, FIVES, "double_twice", "There is only one double 5: it cannot be at two ends."),
        ("5d 3", Spinner(5, 2), FIVES, "double_twice", "The double 5 is the spinner: it is no end as well."),
        ("", None, FIVES, "no_ends", "Enter the open ends first."),
        ("3", None, FIVES, "one_end", "Enter both ends; only a double that lies alone is one end."),
        ("1 2 3", None, FIVES, "too_many_ends", "A line has two ends; more need a spinner."),
        ("1 2", Spinner(4, 2), THREES, "no_spinner", "These rules have no spinner."),
        ("1 2", Spinner(4, 2), ALL_DOUBLES, "no_spinner", "These rules have no spinner."),
        ("1 2 3 4 5", Spinner(6, 5), FIVES, "fifth_arm", "A spinner has four sides."),
        (
            "1 2",
            Spinner(4, 3),
            FIVES,
            "arms_and_ends",
            "3 covered sides of the spinner must show as many ends, not 2.",
        ),
        ("4 4 4 4", Spinner(4, 4), FIVES, "number_used_up", "There are not enough 4s for these ends."),
    ],
)
def test_impossible_ends_are_refused(ends, spinner, card, code, sentence):
    with pytest.raises(RuleError) as refused:
        count_shown_ends(shown(ends), spinner, card)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


@pytest.mark.parametrize(
    ("card", "last_tile", "values"),
    [
        (THREES, False, (1, 2, 3, 4, 6, 8)),
        (THREES, True, (1, 2, 3, 4, 5, 7, 9)),
        (THREES.but(last_tile_bonus=0), True, (1, 2, 3, 4, 6, 8)),
        (FIVES, False, (5, 10, 15, 20, 25, 30, 35)),
        (FIVES.but(spinner="none"), False, (5, 10, 15, 20)),
        (FIFTHS, True, (1, 2, 3, 4, 5, 6, 7)),
        (FIVES.but(set=9), False, tuple(range(5, 65, 5))),
        (FIVES.but(set=12), False, tuple(range(5, 85, 5))),
        (DRAW, False, ()),
    ],
)
def test_what_one_play_can_make(card, last_tile, values):
    assert play_values(card, last_tile) == values


def test_a_play_may_make_nothing_unless_it_earns_the_bonus():
    assert play_value_possible(0, THREES)
    assert not play_value_possible(0, THREES, last_tile=True)
    assert not play_value_possible(19, THREES)


def test_the_largest_counts():
    assert (largest_count(FIVES), largest_count(THREES)) == (36, 22)
    scoring = [count for count in range(23) if points_of_count(count, THREES)]
    assert scoring == [3, 5, 6, 9, 10, 12, 15, 18, 20, 21]
