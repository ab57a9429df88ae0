"""Match cards: boards, line-ups and their faults, signatures."""

import tracemalloc

import pytest

from scorekeeper.rules.errors import CardError, RuleError
from scorekeeper.rules.leagues.match_card import (
    Lineup,
    MatchCard,
    Signing,
    first_signed,
    late_by,
    lineup_faults,
)
from scorekeeper.rules.leagues.presets import BY_KEY

LEEK = BY_KEY["leek"].rules.card
BEST_OF_3 = BY_KEY["hdddcl"].rules.card
CROWN = {name: name for name in ("Ann", "Bob", "Cy", "Dee")}
LION = {name: name for name in ("Eve", "Fay", "Gus", "Hal")}
SINGLES, DOUBLES = (kind.to_dict() for kind in LEEK.kinds)


def card_of(*kinds, counts="boards"):
    return MatchCard.from_dict({"kinds": list(kinds), "counts": counts})


def test_a_card_of_too_many_boards_lays_out_none():
    """A file with a thousand billion had a server lay them out for as long as its memory lasted."""
    tracemalloc.start()
    try:
        with pytest.raises(CardError, match="from 1 to 30 a night"):
            card_of(SINGLES | {"count": 1_000_000})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


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
        *(
            (kinds, "boards", [("count", "Boards: from 1 to 30 a night.")])
            for kinds in ([], [SINGLES | {"count": 31}])
        ),
        ([SINGLES, DOUBLES, DOUBLES], "boards", [("name", "Boards: two kinds are both called doubles.")]),
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
    ids=lambda value: value[0][0] if value and isinstance(value[0], tuple) else "",
)
def test_a_card_past_its_limits_says_which(kinds, counts, faults):
    with pytest.raises(CardError) as refused:
        card_of(*kinds, counts=counts)
    assert list(refused.value.faults) == faults


@pytest.mark.parametrize(
    ("board", "legs", "code", "sentence"),
    [
        (4, (2, 0), "no_such_board", "The card has 3 boards; not a 4."),
        *(
            (1, legs, "bad_legs", f"Board 1: {legs[0]}–{legs[1]} cannot be in a best of 3.")
            for legs in ((3, 2), (3, 3))
        ),
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
    said = [kind.sentence() for kind in LEEK.kinds]
    assert said == ["6 singles to 61, one game", "3 doubles to 121, one game"]
    assert [kind.sentence() for kind in BEST_OF_3.kinds] == ["3 tables to 5, best of 3"]
    two = card_of(SINGLES | {"count": 2}, DOUBLES | {"count": 1})
    assert two.sentence() == "2 singles and 1 doubles board"
    assert card_of(DOUBLES | {"count": 1}).sentence() == "1 doubles board to 121, one game"


def test_boards_that_count_are_as_many_as_there_are_however_many_legs_they_take():
    legs = MatchCard.from_dict({**BEST_OF_3.to_dict(), "counts": "legs"})
    totals = ((2, 1), (6, 0), (6, 3), (6, 4))
    assert [BEST_OF_3.can_total(total) for total in totals] == [True, False, False, False]
    assert [legs.can_total(total) for total in totals] == [False, True, True, False]


NORTH = BY_KEY["northallerton"].rules.card
PAIRS = MatchCard.from_dict({**BY_KEY["leek"].rules.card.to_dict(), "half_pairs": True})
MEN = {f"man {n}": f"Man {n}" for n in range(1, 9)}


def faults(card, boards, short=()):
    lineups = {number: Lineup(tuple(f"man {n}" for n in men), ()) for number, men in boards.items()}
    return [sentence for _, sentence in lineup_faults(card, lineups, (MEN, {}), short)]


def test_six_men_play_two_of_them_twice_in_each_format():
    # Northallerton, rule 7: "1/2 players twice in each format".
    card = {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (1, 2), 5: (1, 2), 6: (3, 4), 7: (5, 6), 8: (3, 4)}
    assert faults(NORTH, card) == []


def test_three_men_twice_are_one_too_many():
    three = {1: (1, 2), 2: (3, 4), 3: (1, 2), 4: (3, 5)}
    allowed = "may play 1 dominoes board a night (2 players may play one more) and is down for boards"
    assert set(faults(NORTH, three)) == {
        f"Board {board}: Man {man} {allowed} {down}."
        for man, down, boards in ((1, "1 and 3", (1, 3)), (2, "1 and 3", (1, 3)), (3, "2 and 4", (2, 4)))
        for board in boards
    }


def test_nobody_plays_three_times():
    assert len(faults(NORTH, {1: (1, 2), 2: (1, 3), 3: (1, 4)})) == 3


def test_half_a_pair_may_stand_on_a_board_not_played_or_conceded():
    assert faults(NORTH, {1: (1,)}, short=[1]) == []
    assert faults(NORTH, {1: (1,)}) == [
        "Board 1: 2 players a side, not 1. Add the other, or say who conceded."
    ]


def test_one_player_may_play_a_pairs_board_where_the_league_says_so():
    assert faults(PAIRS, {7: (1,)}) == []
    assert faults(PAIRS, {7: (1, 2, 3)}) == ["Board 7: 2 players a side, not 3."]
    assert PAIRS.to_dict()["half_pairs"] is True


def test_who_plays_once_more_at_one_kind_does_not_at_the_other_as_well():
    both = {1: (1, 2), 2: (3, 4), 3: (1, 5), 5: (1, 2), 6: (1, 3)}
    words = "Man 1 plays once more at dominoes, so not at fives-and-threes as well."
    assert faults(NORTH, both) == [f"Board 5: {words}", f"Board 6: {words}"]


def test_who_is_not_in_the_squad_is_not_counted_as_well():
    strange = {1: (9, 1), 2: (9, 2), 3: (9, 3)}
    assert faults(NORTH, strange) == [f"Board {n}: a player is not in the team’s squad." for n in (1, 2, 3)]


def test_one_fault_does_not_hide_another_behind_it():
    strange = faults(NORTH, {1: (9, 1), 2: (9, 1), 3: (9, 1)})
    allowed = "Man 1 may play 1 dominoes board a night (2 players may play one more)"
    assert [sentence for sentence in strange if "squad" not in sentence] == [
        f"Board {board}: {allowed} and is down for boards 1, 2 and 3." for board in (1, 2, 3)
    ]
    assert len(faults(NORTH, {1: (1, 2), 2: (1, 2), 3: (2, 3)})) == 3


HOME, AWAY = Signing(0, "5–4 a", 10), Signing(1, "5–4 a", 12)
OPENED = Signing(None)


def test_a_correction_weeks_later_does_not_make_the_card_late():
    later = [Signing(0, "4–5 b", 40), Signing(1, "4–5 b", 40)]
    assert first_signed([HOME, AWAY, OPENED, *later]) == (10, 12)


@pytest.mark.parametrize(
    "signings",
    [[], [HOME], [AWAY], [HOME, OPENED, AWAY], [HOME, Signing(1, "4–5 b", 11)]],
    ids=["nobody", "home", "away", "opened between", "another wording"],
)
def test_a_card_never_signed_by_both_in_one_state_has_no_first_signing(signings):
    assert first_signed(signings) is None


def test_a_captain_who_signs_again_counts_with_the_later_day():
    old = Signing(0, "3–6 c", 9)
    assert first_signed([old, AWAY, HOME]) == (10, 12)


def test_a_reopening_before_any_signature_ends_nothing():
    assert first_signed([HOME, OPENED, HOME, AWAY]) == (10, 12)


@pytest.mark.parametrize(
    ("signed", "pays"),
    [
        ((10, 12), None),
        ((10, 17), None),
        ((10, 18), 1),
        ((17, 18), 1),
        ((18, 10), 0),
        ((18, 18), 0),
        (None, None),
    ],
)
def test_the_home_team_hands_the_card_in_and_pays_unless_only_the_other_was_late(signed, pays):
    assert late_by(signed, 17) == pays


def test_a_fixture_without_a_day_is_never_late():
    assert late_by((10, 12), None) is None
