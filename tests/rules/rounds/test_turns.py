"""The state between two moves, moves out of turn, and the knocks remembered for the round’s end."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.in_progress import (
    Knock,
    RoundInProgress,
    RoundState,
    spinner_possible,
    verify_turn,
)
from scorekeeper.rules.tiles.tile import Tile
from tests.rules.scored import FIVES, PAIRS, THREES, apply, event_of, table

ALL_DEALT = FIVES.but(draw=False)
ANNS_TURN = "It is Ann’s turn. Whatever Ann did, knocked or drew, comes first."


def refused(known: RoundInProgress, words: str) -> tuple[str, str]:
    with pytest.raises(RuleError) as why:
        verify_turn(known, event_of(known, words))
    return why.value.code, str(why.value)


def test_a_seat_out_of_turn_is_told_whose_turn_it_is() -> None:
    known = apply(table(THREES, PAIRS), "Ann 6-4 lead", "Bob 6-3 R", "Cy knocks", "Di 3-3 R")
    for words in ("Bob 4-5 L", "Cy knocks", "Di 4-4 L"):
        assert refused(known, words) == ("out_of_turn", ANNS_TURN)
    verify_turn(known, event_of(known, "Ann 4-1 L"))


def test_whoever_has_drawn_keeps_the_turn() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob 6-3 R", "Ann draws")
    assert refused(known, "Bob draws") == ("out_of_turn", ANNS_TURN)
    verify_turn(known, event_of(known, "Ann draws"))


def test_anybody_may_lead() -> None:
    verify_turn(table(), event_of(table(), "Bob 6-4 lead"))


@pytest.mark.parametrize("words", ["Bob +10", "Bob ends 5 5"])
def test_points_and_ends_may_be_entered_without_the_plays_between(words: str) -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob 6-3 R")
    verify_turn(known, event_of(known, words))


def test_turns_are_not_checked_where_not_every_tile_was_entered() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob ends 6 3")
    verify_turn(known, event_of(known, "Bob 3-3 R"))
    verify_turn(known, event_of(known, "Bob knocks"))


@pytest.mark.parametrize(
    ("dealt", "words"),
    [
        ({"deal": 7}, "there is something to draw (14 tiles)"),
        ({"deal": 13}, "there is something to draw (2 tiles)"),
        ({"deal": 13, "boneyard_reserve": 1}, "there is something to draw (1 tile)"),
    ],
)
def test_nobody_knocks_while_there_is_something_to_draw(dealt: dict[str, int], words: str) -> None:
    known = apply(table(FIVES.but(**dealt)), "Ann 6-4 lead")
    assert refused(known, "Bob knocks") == ("cannot_pass", f"Bob cannot knock yet: {words}.")


def test_nobody_knocks_before_the_first_tile_but_where_it_was_not_entered() -> None:
    first = "Nothing lies on the table yet: the first tile comes before a knock."
    assert refused(table(ALL_DEALT), "Ann knocks") == ("cannot_pass", first)
    for known in (apply(table(ALL_DEALT), "Ann +10"), apply(table(ALL_DEALT), "Ann ends 6 4")):
        verify_turn(known, event_of(known, "Bob knocks"))


@pytest.mark.parametrize("rules", [{"deal": 14}, {"deal": 13, "boneyard_reserve": 2}, {"draw": False}])
def test_who_can_draw_nothing_may_knock(rules: dict[str, int]) -> None:
    known = apply(table(FIVES.but(**rules)), "Ann 6-4 lead")
    verify_turn(known, event_of(known, "Bob knocks"))


def test_knocks_are_remembered_with_the_open_numbers() -> None:
    known = apply(table(ALL_DEALT), "Ann 6-4 lead", "Bob knocks", "Ann 6-3 R", "Bob knocks")
    assert known.knocks == (Knock("Bob", (4, 6)), Knock("Bob", (3, 4)))


def test_who_draws_later_may_hold_what_did_not_fit_before() -> None:
    known = apply(table(), "Ann 6-4 lead", "Bob knocks", "Ann knocks", "Bob draws")
    assert known.knocks == (Knock("Ann", (4, 6)),)


def test_a_knock_at_ends_nobody_knows_says_nothing() -> None:
    assert apply(table(ALL_DEALT), "Ann +10", "Bob knocks").knocks == ()


def test_a_knock_says_nothing_where_draws_may_not_have_been_entered() -> None:
    assert apply(table(), "Ann ends 5 5", "Bob knocks").knocks == ()
    assert apply(table(ALL_DEALT), "Ann ends 5 4", "Bob knocks").knocks == (Knock("Bob", (4, 5)),)


LEAD = FIVES.but(spinner="lead_double_only")


def test_a_spinner_is_refused_where_the_lead_was_no_double() -> None:
    known = apply(table(LEAD), "Ann 6-4 lead")
    assert not spinner_possible(known)
    with pytest.raises(
        RuleError, match=r"^The tile that led was no double: this round has no spinner\.$"
    ) as why:
        verify_turn(known, event_of(known, "Bob ends 6 *4"))
    assert why.value.code == "no_spinner"


@pytest.mark.parametrize(
    ("card", "before", "possible"),
    [
        (LEAD, (), True),
        (LEAD, ("Ann 4-4 lead",), True),
        (LEAD, ("Ann +10",), True),
        (FIVES, ("Ann 6-4 lead",), True),
        (FIVES.but(spinner="none"), (), False),
    ],
)
def test_a_spinner_is_shown_where_it_can_lie(card: RuleCard, before: tuple[str, ...], possible: bool) -> None:
    known = apply(table(card), *before)
    assert spinner_possible(known) is possible
    if possible:
        verify_turn(known, event_of(known, "Bob ends 6 *4"))


SEVEN_EACH = RuleCard.default("draw", deal=7)


def dealt(leader: str | None = "Ann") -> RoundState:
    return RoundState.dealt(SEVEN_EACH, ("Ann", "Bob"), (("Ann",), ("Bob",)), leader)


def test_after_the_deal_everybody_holds_as_many_and_the_rest_lies_in_the_boneyard() -> None:
    state = dealt()
    assert (state.held, state.boneyard, state.turn) == ((7, 7), 14, "Ann")
    assert (state.held_by("Bob"), state.held_by("Zoe")) == (7, 0)


def test_who_draws_holds_one_more_and_is_still_at_the_table() -> None:
    state = dealt().knock("Ann").draw("Bob")
    assert (state.held, state.boneyard, state.turn, state.knocked) == ((7, 8), 13, "Bob", frozenset())


def test_who_draws_out_of_turn_has_the_turn() -> None:
    assert dealt(None).draw("Bob").turn == "Bob"


def test_a_tile_laid_makes_everybody_able_to_go_again() -> None:
    state = dealt().lay("Ann", Tile.of(6, 4), "lead").knock("Bob").lay("Ann", Tile.of(4, 4), "L")
    assert (state.turn, state.knocked, state.blocked) == ("Bob", frozenset(), False)
    assert not state.knock("Bob").blocked
    assert state.knock("Bob").knock("Ann").blocked
