"""Every act is stored once however often it is sent, and never overwrites a change it has not seen."""

import pytest
from sqlite_utils import Database

from scorekeeper.services.matches.recording import abandon
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import NewMatchEvent, Penalty, add_events
from tests.services.match import DOUBT, Match, out, play, start


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


def test_a_round_taken_out_and_entered_anew_does_not_come_back_beside_the_new_one(
    db: Database, at: Match
) -> None:
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
