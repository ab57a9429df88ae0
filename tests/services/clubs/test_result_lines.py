"""Stored results of finished matches equal a replay, expire with a change, and may be deleted."""

import pytest
from sqlite_utils import Database

from scorekeeper.services.clubs import club_results
from scorekeeper.services.clubs.club_results import (
    ClubResults,
    line_of,
    result_from,
    result_of,
    rules_fingerprint,
)
from scorekeeper.services.matches.recording import abandon
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.players import find_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.matches import stored_results
from tests.services.match import Match, out, start


@pytest.fixture(autouse=True)
def every_line_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_results, "_WORTH_STORING", 1)


def opened(db: Database, club: str) -> ClubResults:
    """The club's results as after a start, with every result line stored."""
    fresh = ClubResults()
    fresh.catch_up(db, club)
    fresh.store(db, club)
    return fresh


def finished(db: Database, **card: object) -> Match:
    at = start(db, "draw", "Ann", "Bob", target=50, **card)
    at.record(db, out(at, 0, {1: 60}))
    return at


@pytest.mark.parametrize("card", [{}, {"legs": 2}, {"match_games": 1}])
def test_a_line_equals_a_replay(db: Database, card: dict[str, object]) -> None:
    at = finished(db, **card)
    found = result_of(at.state(db))
    assert result_from(at.state(db).match, line_of(found)) == found or found.running


def test_a_match_that_was_called_off_has_a_line_without_a_result(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    abandon(at.ask(db), at.id)
    first = opened(db, at.club).newest_first
    assert stored_results(db, at.club, rules_fingerprint())
    assert opened(db, at.club).newest_first == first
    assert first[0].result is None


def test_after_a_start_finished_matches_are_not_replayed(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = finished(db)
    before = opened(db, at.club)
    monkeypatch.setattr(club_results, "build_state", None)
    after = opened(db, at.club)
    assert after.newest_first == before.newest_first
    assert after.table(None, pairs=False) == before.table(None, pairs=False)


def test_a_correction_voids_the_line_and_a_new_name_does_not(db: Database) -> None:
    at = finished(db)
    opened(db, at.club)
    ann = find_player(db, at.club, at.players[0])
    assert ann is not None
    with writing(db):
        rename(db, at.club, "player", ann, at.author, name="Anna", name_key="anna")
    assert list(stored_results(db, at.club, rules_fingerprint())) == [at.id]
    assert opened(db, at.club).newest_first[0].sides == ("Anna", "Bob")
    at.correct(db, 1, out(at, 1, {0: 55}))
    assert stored_results(db, at.club, rules_fingerprint()) == {}
    assert opened(db, at.club).newest_first[0].winner == 1


def test_lines_of_other_rules_are_ignored_and_all_may_be_deleted(db: Database) -> None:
    at = finished(db)
    first = opened(db, at.club).newest_first
    db.execute("UPDATE match_results SET edition = 'older', line = 'nonsense'")
    assert opened(db, at.club).newest_first == first
    db.execute("DELETE FROM match_results")
    assert opened(db, at.club).newest_first == first


def test_a_match_of_legs_is_scored_in_legs_with_all_its_points(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50, legs=2)
    for seat, left in ((0, 60), (1, 70), (0, 55)):
        at.record(db, out(at, seat, {1 - seat: left}))
    line = result_of(at.state(db))
    assert (line.score, line.winner) == ((2, 1), 0)
    assert line.result is not None
    assert line.result.points == (115, 70)
