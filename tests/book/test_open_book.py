"""A book is read once while nothing is told, and anew as soon as something was, by whomever."""

from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store import open_store, writing
from scorekeeper.store.devices import find_device, rename_device
from scorekeeper.store.entries import NewEntry, add_entries
from tests.book.match import out, start


def test_it_is_read_once_while_nothing_is_told(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    seen = at.book(db)
    asked: list[str] = []
    with writing(db, at.club):
        db.conn.set_trace_callback(asked.append)
        assert at.book(db) is seen
        db.conn.set_trace_callback(None)
    assert [statement.split(" FROM ")[1].split()[0] for statement in asked] == ["clubs"]


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


def test_what_was_taken_back_is_not_in_it_although_its_version_came_again(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob")
    db.execute("BEGIN IMMEDIATE")
    add_entries(db, *at.at, [NewEntry(out(at, 0, {1: 20}), 1, "lost", "this")], at.stamp)
    assert at.book(db).state.totals == (20, 0)
    db.execute("ROLLBACK")
    other = open_store(path)
    at.record(other, out(at, 1, {0: 7}))
    other.close()
    assert at.book(db).state.totals == (0, 7)


def test_two_matches_are_two_books(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    with writing(db, at.club):
        again = at.sit_down(db, at.book(db).card)
    assert again.book(db).match.id == again.id
    assert at.book(db).match.id == at.id
