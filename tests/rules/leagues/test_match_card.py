"""The limits of a night's card, and who may not play on its boards."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.leagues.line_ups import lineup_faults
from scorekeeper.rules.leagues.match_card import Lineup, MatchCard
from scorekeeper.rules.leagues.presets import BY_KEY

LEEK = BY_KEY["leek"].rules.card
BEST_OF_3 = BY_KEY["hdddcl"].rules.card
CROWN = {name: name for name in ("Ann", "Bob", "Cy", "Dee")}
LION = {name: name for name in ("Eve", "Fay", "Gus", "Hal")}
SINGLES, DOUBLES = (kind.to_dict() for kind in LEEK.kinds)


def card_of(*kinds, counts="boards"):
    return MatchCard.from_dict({"kinds": list(kinds), "counts": counts})


@pytest.mark.parametrize(
    "kind",
    [
        SINGLES | {"count": 30},
        SINGLES | {"count": 1, "most": 1},
        SINGLES | {"extra": 30},
        SINGLES | {"card": SINGLES["card"] | {"legs": 9}},
    ],
    ids=["thirty boards", "one board", "thirty more", "nine legs"],
)
def test_a_card_goes_as_far_as_its_limits(kind):
    assert card_of(kind).kinds[0].to_dict() == kind


@pytest.mark.parametrize(
    ("kinds", "counts", "faults"),
    [
        ([SINGLES], "pips", [("counts", "What counts: the boards won, or each leg.")]),
        ([SINGLES | {"count": 31}], "boards", [("count", "Boards: from 1 to 30 a night.")]),
        (
            [SINGLES, DOUBLES, DOUBLES],
            "boards",
            [("name", "Boards: two kinds are both called doubles.")],
        ),
        (
            [SINGLES | {"card": SINGLES["card"] | {"legs": 10}}],
            "boards",
            [("legs", "singles: at most 9 legs to win a board.")],
        ),
        (
            [SINGLES | {"count": 1, "most": 2}],
            "boards",
            [("most", "singles: a player plays from 1 to 1 of these boards.")],
        ),
        (
            [SINGLES | {"extra": 31}],
            "boards",
            [("extra", "singles: from 0 to 30 players play one board more.")],
        ),
    ],
    ids=lambda value: value[0][0] if isinstance(value, list) and isinstance(value[0], tuple) else "",
)
def test_a_card_past_its_limits_says_which(kinds, counts, faults):
    with pytest.raises(CardError) as refused:
        card_of(*kinds, counts=counts)
    assert list(refused.value.faults) == faults


@pytest.mark.parametrize(
    ("board", "legs", "code", "sentence"),
    [
        (4, (2, 0), "no_such_board", "The card has 3 boards; not a 4."),
        (1, (3, 2), "bad_legs", "Board 1: 3–2 cannot be in a best of 3."),
    ],
)
def test_legs_that_cannot_be_have_a_code_and_a_sentence(board, legs, code, sentence):
    with pytest.raises(RuleError) as refused:
        BEST_OF_3.verify_legs(board, legs)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


def test_a_board_without_a_winner_counts_for_nobody():
    assert LEEK.total([(1, 0), (0, 0)]) == (1, 0)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("Zoe", "Zoe"), "Board 7: Somebody is down twice."),
        (("Ann", "Bob", "Bob"), "Board 7: Bob is down twice."),
    ],
)
def test_who_is_down_twice_is_named(players, sentence):
    assert (7, sentence) in lineup_faults(LEEK, {7: Lineup(players, ())}, (CROWN, LION))


def test_a_board_that_is_not_on_the_card_hides_no_other_fault():
    lineups = {0: Lineup(("Ann",), ()), 1: Lineup(("Ann",), ()), 2: Lineup(("Ann",), ())}
    assert lineup_faults(LEEK, lineups, (CROWN, LION)) == [
        (0, "Board 0: the card has 9 boards."),
        (0, "Board 0: the card has 9 boards."),
        (1, "Board 1: Ann may play 1 singles board a night and is down for boards 1 and 2."),
        (2, "Board 2: Ann may play 1 singles board a night and is down for boards 1 and 2."),
    ]


def test_a_whole_match_ends_with_a_winner_of_every_board():
    boards = card_of(SINGLES | {"count": 3})
    assert [boards.can_total(legs) for legs in ((2, 1), (3, 0), (2, 2), (1, 1))] == [True, True, False, False]
    legs = card_of(SINGLES | {"count": 2, "card": SINGLES["card"] | {"legs": 2}}, counts="legs")
    assert [legs.can_total(total) for total in ((4, 0), (3, 3), (3, 0), (4, 3))] == [True, True, False, False]


def test_boards_are_told_in_a_sentence():
    assert [kind.sentence() for kind in LEEK.kinds] == [
        "6 singles to 61, one game",
        "3 doubles to 121, one game",
    ]
    assert [kind.sentence() for kind in BEST_OF_3.kinds] == ["3 tables to 5, best of 3"]
    two = card_of(SINGLES | {"count": 2}, DOUBLES | {"count": 1})
    assert two.sentence() == "2 singles and 1 doubles board"
    assert card_of(DOUBLES | {"count": 1}).sentence() == "1 doubles board to 121, one game"


def test_boards_that_count_are_as_many_as_there_are_however_many_legs_they_take():
    legs = MatchCard.from_dict({**BEST_OF_3.to_dict(), "counts": "legs"})
    totals = ((2, 1), (6, 0), (6, 3), (6, 4))
    assert [BEST_OF_3.can_total(total) for total in totals] == [True, False, False, False]
    assert [legs.can_total(total) for total in totals] == [False, True, True, False]
