"""A book is read once while nothing is told, and read on as soon as something was, by whomever."""

from collections.abc import Callable
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.services.matches.match_state import MatchBook, book_of
from scorekeeper.store import open_store, writing
from scorekeeper.store.devices import find_device, rename_device
from scorekeeper.store.match_events import NewEntry, RoundEnd, add_entries, entries
from scorekeeper.store.matches import find_match
from scorekeeper.store.trash import erasing
from tests.book.match import Match, out, play, start


def test_it_is_read_once_while_nothing_is_told(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    seen = at.book(db)
    asked: list[str] = []
    with writing(db, at.club):
        db.conn.set_trace_callback(asked.append)
        assert at.book(db) is seen
        db.conn.set_trace_callback(None)
    assert [statement.split(" FROM ")[1].split()[0] for statement in asked] == ["matches"]


def afresh(db: Database, at: Match) -> MatchBook:
    match = find_match(db, *at.at)
    assert match is not None
    return book_of(match, entries(db, *at.at))


def test_it_is_read_on_from_where_it_ended(db: Database) -> None:
    at = start(db, "fives", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 20}), play(1, 10))
    before = at.book(db)
    at.record(db, out(at, 1, {0: 7}))
    after = at.book(db)
    assert after == afresh(db, at)
    assert after.rounds[1] is before.rounds[1]
    assert after.entries[0] is before.entries[0]


def test_read_on_or_read_afresh_it_says_the_same(db: Database) -> None:
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
        assert at.book(db) == afresh(db, at)


def tell_another_past(db: Database, at: Match, *ends: RoundEnd) -> None:
    """Have these rounds stand where others stood, as in a file of the same club that went another way."""
    new = [NewEntry(end, n, f"{n} of {len(ends)}", "this") for n, end in enumerate(ends, 1)]
    with erasing(db, at.club):
        db.execute("DELETE FROM hands")
        db.execute("DELETE FROM round_ends")
        db.execute("DELETE FROM entries")
        db.execute("UPDATE matches SET version = 0")
        add_entries(db, *at.at, new, at.stamp)


def test_a_record_with_another_past_is_read_from_its_beginning(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 20}))
    assert at.book(db).state.totals == (20, 0)
    tell_another_past(db, at, out(at, 1, {0: 7}))
    assert at.book(db).state.totals == (0, 7)
    tell_another_past(db, at, out(at, 1, {0: 1}), out(at, 1, {0: 2}))
    assert at.book(db).state.totals == (0, 3)


def test_what_another_connection_told_is_in_it(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob")
    assert at.book(db).state.totals == (0, 0)
    other = open_store(path)
    at.record(other, out(at, 0, {1: 20}))
    assert at.book(db).state.totals == (20, 0)
    with writing(other, at.club):
        phone = find_device(other, at.club, at.device)
        assert phone is not None
        rename_device(other, at.club, phone, "Bar phone", at.stamp)
    assert at.book(db).entries[0].nickname == "Bar phone"
    other.close()


def test_what_was_taken_back_is_not_in_it_even_if_its_key_came_again(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob")
    db.execute("BEGIN IMMEDIATE")
    add_entries(db, *at.at, [NewEntry(out(at, 0, {1: 20}), 1, "lost", "this")], at.stamp)
    assert at.book(db).state.totals == (20, 0)
    db.execute("ROLLBACK")
    other = open_store(path)
    with writing(other, at.club):
        add_entries(other, *at.at, [NewEntry(out(at, 1, {0: 7}), 1, "lost", "this")], at.stamp)
    other.close()
    assert at.book(db).state.totals == (0, 7)


def test_two_matches_are_two_books(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    with writing(db, at.club):
        again = at.sit_down(db, at.book(db).card)
    assert again.book(db).match.id == again.id
    assert at.book(db).match.id == at.id
