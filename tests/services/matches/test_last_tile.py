"""Fives-and-Threes: the last tile's points and bonus go with the end of their round."""

import pytest
from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.services.matches.recording import add_play, record_event
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.store.matches.match_events import Play
from tests.services.match import Match, blocked, lay, out, play, start


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
def at(db: Database) -> Match:
    """Ann has laid her last tile for 8 and its bonus; Bob sat beside her."""
    at = start(db, "threes_fives", "Ann", "Bob")
    at.record(db, out(at, 0, {}), last(at, 0, 9))
    assert at.state(db).score.totals == (9, 0)
    return at


def test_the_play_alone_cannot_go_to_somebody_who_is_not_out(db: Database, at: Match) -> None:
    with pytest.raises(RuleError, match="Ann chipped out in round 1: correct its end"):
        at.correct(db, 1, last(at, 1, 9))
    at.correct(db, 1, last(at, 0, 7))
    assert at.state(db).score.totals == (7, 0)


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


def test_two_phones_that_say_other_points_of_the_last_tile_do_not_agree(db: Database, at: Match) -> None:
    with pytest.raises(Conflict, match="has entered round 1 already"):
        at.record(db, out(at, 0, {}), last(at, 0, 4), round=1)
    assert at.record(db, out(at, 0, {}), last(at, 0, 9), round=1) is False
    assert at.record(db, out(at, 0, {}), round=1) is False


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
