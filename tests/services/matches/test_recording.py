"""Every act is stored once, overwrites no change it has not seen, and takes its last tile along."""

import pytest
from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.services.matches.recording import abandon, add_play, record_event
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import NewMatchEvent, Penalty, Play, Removal, add_events
from tests.services.match import DOUBT, Match, blocked, lay, out, play, start


@pytest.fixture
def at(db: Database) -> Match:
    """Ann plays Bob at Draw to 100."""
    return start(db, "draw", "Ann", "Bob")


def test_a_round_whose_leg_a_play_has_won_is_over(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob", target=20, legs=2)
    with writing(db):
        add_events(db, *at.at, [NewMatchEvent(play(0, 20), 1, "k", "said")], at.author)
    assert at.state(db).score.legs_won == (1, 0)
    with pytest.raises(Conflict, match="Leg 1, round 1 is over; leg 2, round 1 is being played"):
        at.record(db, out(at, 0, {1: 10}), round=1)
    assert at.record(db, out(at, 0, {1: 10}), round=2)


def test_a_struck_round_is_over_for_a_phone_that_comes_late(db: Database, at: Match) -> None:
    at.record(db, out(at, 0, {1: 10}))
    at.record(db, out(at, 0, {1: 10}))
    at.strike(db, 1)
    with pytest.raises(Conflict, match="Round 1 is over"):
        at.record(db, out(at, 0, {1: 10}), round=1)


def test_a_reason_does_not_override_what_is_certain(db: Database, at: Match) -> None:
    with pytest.raises(RuleViolation):
        at.record(db, out(at, 0, {1: 169}), reason="because")


def test_a_correction_names_what_it_saw(db: Database, at: Match) -> None:
    at.record(db, out(at, 0, {1: 10}))
    at.correct(db, 1, out(at, 0, {1: 11}))
    with pytest.raises(Conflict, match="Somebody has changed this entry") as conflicting:
        at.correct(db, 1, out(at, 0, {1: 12}), standing=1)
    assert conflicting.value.theirs is not None
    assert conflicting.value.theirs.version == 2
    assert at.state(db).score.totals == (11, 0)


def test_undo_restores_a_doubtful_round_with_its_reason(db: Database) -> None:
    at = start(db, "block", "Ann", "Bob", "Cy", "Di", deal=7)
    at.record(db, out(at, 0, {0: 0, 1: 10, 2: 10, 3: 9}, **DOUBT), reason="we counted twice")
    at.correct(db, 1, out(at, 1, {0: 10, 2: 10, 3: 9}))
    at.undo(db)
    newest = at.state(db).newest(1)
    assert newest is not None
    assert newest.reason == "we counted twice"
    assert at.state(db).score.totals == (1, 0, 0, 0)


def test_a_round_taken_out_does_not_come_back_beside_a_new_one(db: Database, at: Match) -> None:
    at.record(db, out(at, 0, {1: 10}))
    at.undo(db)
    at.record(db, out(at, 1, {0: 20}))
    with pytest.raises(Conflict, match="again since"):
        at.correct(db, 1, out(at, 0, {1: 11}))
    assert at.state(db).score.totals == (0, 20)


def test_a_round_taken_out_can_be_put_back(db: Database, at: Match) -> None:
    at.record(db, out(at, 0, {1: 10}))
    at.undo(db)
    at.correct(db, 1, out(at, 0, {1: 11}))
    assert at.state(db).score.totals == (11, 0)


def test_every_entry_can_be_said_in_one_line(db: Database, at: Match) -> None:
    at.record(db, out(at, 0, {1: 10}))
    with writing(db):
        penalty = NewMatchEvent(Penalty(1, -8), 2, "k", "said", reason="wrong knock")
        add_events(db, *at.at, [penalty], at.author)
    abandon(at.ask(db), at.id)
    at.undo(db)
    state = at.state(db)
    said = [state.words_of(event) for event in state.events]
    assert said[0] == "Ann chipped out: 10"
    assert "Bob" in said[1]
    assert said[2:] == ["abandoned", "deleted"]


def test_undo_brings_a_struck_round_back_whole(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}), play(0, 15))
    at.record(db, out(at, 1, {0: 20}))
    before = at.state(db).score.totals
    assert at.strike(db, 1)
    assert at.state(db).score.totals == (0, 20)
    at.undo(db)
    assert at.state(db).score.totals == before


def last(at: Match, seat: int, points: int, side: int | None = None) -> Play:
    """The last tile's points with the bonus, as the form for a round's end stores them."""
    return play(seat if side is None else side, points, last_tile=True)._replace(player=at.players[seat])


def showed(side: int, ends: str, *, last_tile: bool) -> Play:
    return play(side, 0, last_tile=last_tile)._replace(kind="ends", points=None, shown=ends)


def enter(db: Database, at: Match, body: Play) -> None:
    state = at.state(db)
    entered = {"round": state.score.round_open, "seen": state.match.version, "reason": None}
    record_event(at.ask(db), at.id, body, **entered)


@pytest.fixture
def laid(db: Database) -> Match:
    """Ann has laid her last tile for 8 and its bonus; Bob sat beside her."""
    at = start(db, "threes_fives", "Ann", "Bob")
    at.record(db, out(at, 0, {}), last(at, 0, 9))
    assert at.state(db).score.totals == (9, 0)
    return at


def test_the_play_alone_cannot_go_to_somebody_who_is_not_out(db: Database, laid: Match) -> None:
    with pytest.raises(RuleError, match="Ann chipped out in round 1: correct its end"):
        laid.correct(db, 1, last(laid, 1, 9))
    laid.correct(db, 1, last(laid, 0, 7))
    assert laid.state(db).score.totals == (7, 0)


def test_an_end_that_is_taken_out_takes_its_last_tile_along(db: Database, laid: Match) -> None:
    laid.correct(db, 2, Removal())
    assert laid.state(db).score.totals == (0, 0)
    assert not laid.state(db).counting


def test_a_last_tile_said_anew_comes_after_what_was_tapped_since_its_undo(db: Database, laid: Match) -> None:
    laid.undo(db)
    enter(db, laid, play(1, 8))
    laid.record(db, out(laid, 0, {}), last(laid, 0, 9))
    made = [(step.side, step.points) for step in laid.state(db).score.steps if step.kind == "play"]
    assert made == [(1, 8), (0, 9)]


def test_an_end_leaves_what_was_counted_before_it(db: Database) -> None:
    """Also where somebody's last tile was tapped too early: the phone has shown these totals."""
    at = start(db, "threes_fives", "Ann", "Bob", target=10)
    enter(db, at, last(at, 0, 9))
    enter(db, at, play(0, 4))  # too much for an exact target
    assert at.state(db).score.totals == (9, 0)
    at.record(db, out(at, 0, {}))
    assert at.state(db).score.totals == (9, 0)


def test_ends_that_were_shown_go_to_the_other_side_or_lose_their_bonus(db: Database) -> None:
    at = start(db, "threes_fives", "Ann", "Bob")
    enter(db, at, showed(0, "5 5d", last_tile=True))
    at.record(db, out(at, 0, {}))
    assert at.state(db).score.totals == (9, 0)
    at.correct(db, 2, out(at, 1, {}))
    assert at.state(db).score.totals == (0, 9)
    at.correct(db, 2, blocked(at, {}))
    assert at.state(db).score.totals == (0, 8)


def test_what_is_said_with_the_end_is_not_added_to_ends_that_were_shown(db: Database) -> None:
    at = start(db, "threes_fives", "Ann", "Bob")
    enter(db, at, showed(0, "5 5d", last_tile=True))
    at.record(db, out(at, 0, {}), last(at, 0, 9))
    assert at.state(db).score.totals == (9, 0)


def test_a_round_does_not_end_otherwise_than_its_last_tile_says(db: Database) -> None:
    at = start(db, "threes_fives", "Ann", "Bob")
    enter(db, at, showed(0, "5 5d", last_tile=True))
    with pytest.raises(RuleViolation, match="The last tile was Ann’s"):
        at.record(db, out(at, 1, {}))
    with pytest.raises(RuleViolation, match="The last tile was Ann’s"):
        at.record(db, blocked(at, {}))
    assert at.record(db, out(at, 0, {}))


def test_two_phones_that_say_other_points_of_the_last_tile_do_not_agree(db: Database, laid: Match) -> None:
    with pytest.raises(Conflict, match="has entered round 1 already"):
        laid.record(db, out(laid, 0, {}), last(laid, 0, 4), round=1)
    assert laid.record(db, out(laid, 0, {}), last(laid, 0, 9), round=1) is False
    assert laid.record(db, out(laid, 0, {}), round=1) is False


def test_a_forgotten_play_was_laid_before_the_last_tile(db: Database) -> None:
    """With her 3 before it, the 9 of Ann's last tile passes the 11 that must be hit exactly."""
    at = start(db, "threes_fives", "Ann", "Bob", target=11)
    at.record(db, out(at, 0, {}), last(at, 0, 9))
    seen = at.state(db).match.version
    add_play(at.ask(db), at.id, play(0, 3), round=1, seen=seen)
    assert at.state(db).score.totals == (3, 0)


def test_a_last_tile_that_no_longer_fits_brings_no_bonus_so_the_end_does(db: Database) -> None:
    """Of Ann's tile only its points stand after all: nobody knows what Bob's was laid to."""
    at = start(db, "threes_fives", "Ann", "Bob")
    enter(db, at, lay(at, 0, "5-5", "L"))
    enter(db, at, lay(at, 1, "5-6", "R")._replace(last_tile=1))
    at.correct(db, 1, play(0, 2))
    assert at.state(db).score.totals == (2, 0)
    at.record(db, out(at, 1, {}))
    assert at.state(db).score.totals == (2, 1)
