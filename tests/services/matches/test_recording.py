"""Every act is stored once however often it is sent, and never overwrites a change it has not seen."""

import pytest
from sqlite_utils import Database

from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import NewMatchEvent, add_events
from tests.services.match import Match, out, play, start


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
