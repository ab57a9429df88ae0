"""A match is read once, and only new events are read after that, whoever entered them."""

from collections.abc import Callable
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.services.clubs.hosting import erasing
from scorekeeper.services.match_state import MatchState, build_state
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import find_device
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import NewMatchEvent, RoundEnd, add_events, events
from scorekeeper.store.matches.matches import find_match
from tests.services.match import Match, out, play, start


def test_it_is_read_once_while_nothing_is_entered(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    seen = at.state(db)
    asked: list[str] = []
    with writing(db, at.club):
        db.conn.set_trace_callback(asked.append)
        assert at.state(db) is seen
        db.conn.set_trace_callback(None)
    assert [statement.split(" FROM ")[1].split()[0] for statement in asked] == ["matches"]


def afresh(db: Database, at: Match) -> MatchState:
    match = find_match(db, *at.at)
    assert match is not None
    return build_state(match, events(db, *at.at))


def test_only_new_events_are_read(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 20}), play(1, 10))
    before = at.state(db)
    at.record(db, out(at, 1, {0: 7}))
    after = at.state(db)
    assert after == afresh(db, at)
    assert after.rounds[1] is before.rounds[1]
    assert after.events[0] is before.events[0]


def test_reading_only_new_events_gives_the_same_state(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob", target=60)
    acts: list[Callable[[], object]] = [
        lambda: at.record(db, out(at, 0, {1: 20}), play(1, 10)),
        lambda: at.record(db, out(at, 1, {0: 7}), play(0, 5), play(1, 15)),
        lambda: at.correct(db, 2, out(at, 1, {0: 30})),
        lambda: at.undo(db),
        lambda: at.strike(db, 1),
        lambda: at.record(db, out(at, 0, {1: 50})),
        lambda: at.undo(db),
        lambda: at.undo(db),
    ]
    for act in acts:
        act()
        assert at.state(db) == afresh(db, at)


def rewrite_history(db: Database, at: Match, *ends: RoundEnd) -> None:
    """Replace the rounds by these, as in a backup of the same club that went another way."""
    new = [NewMatchEvent(end, n, f"{n} of {len(ends)}", "this") for n, end in enumerate(ends, 1)]
    with erasing(db, at.club):
        db.execute("DELETE FROM hands")
        db.execute("DELETE FROM round_ends")
        db.execute("DELETE FROM match_events")
        db.execute("UPDATE matches SET version = 0")
        add_events(db, *at.at, new, at.author)


def test_a_match_with_a_different_past_is_read_from_the_beginning(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 20}))
    assert at.state(db).score.totals == (20, 0)
    rewrite_history(db, at, out(at, 1, {0: 7}))
    assert at.state(db).score.totals == (0, 7)
    rewrite_history(db, at, out(at, 1, {0: 1}), out(at, 1, {0: 2}))
    assert at.state(db).score.totals == (0, 3)


def test_entries_of_another_connection_are_seen(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob")
    assert at.state(db).score.totals == (0, 0)
    other = open_store(path)
    at.record(other, out(at, 0, {1: 20}))
    assert at.state(db).score.totals == (20, 0)
    with writing(other, at.club):
        phone = find_device(other, at.club, at.device)
        assert phone is not None
        rename(other, at.club, "device", phone, at.author, nickname="Bar phone")
    assert at.state(db).events[0].nickname == "Bar phone"
    other.close()


def test_a_rolled_back_entry_is_not_in_it_even_if_its_key_comes_again(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob")
    db.execute("BEGIN IMMEDIATE")
    add_events(db, *at.at, [NewMatchEvent(out(at, 0, {1: 20}), 1, "lost", "this")], at.author)
    assert at.state(db).score.totals == (20, 0)
    db.execute("ROLLBACK")
    other = open_store(path)
    with writing(other, at.club):
        add_events(other, *at.at, [NewMatchEvent(out(at, 1, {0: 7}), 1, "lost", "this")], at.author)
    other.close()
    assert at.state(db).score.totals == (0, 7)


def test_two_matches_have_states_of_their_own(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    with writing(db, at.club):
        repeated = at.sit_down(db, at.state(db).card)
    assert repeated.state(db).match.id == repeated.id
    assert at.state(db).match.id == at.id
