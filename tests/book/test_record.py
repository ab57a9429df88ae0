"""The remembered record of a club says what a record made afresh says, whatever has happened meanwhile."""

import shutil
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper.rules.cards.game import Family
from scorekeeper.services.clubs.club_results import ClubRecord, record
from scorekeeper.services.matches.recording import call_off
from scorekeeper.store import open_store, writing
from scorekeeper.store.engine.versions import match_version
from scorekeeper.store.matches import latest_card
from scorekeeper.store.players import find_player, rename_player
from tests.book.match import out, start, ticket


def said(known: ClubRecord) -> dict[str, Any]:
    """Everything that a record answers."""
    return {
        "matches": known.newest_first,
        "running": known.running,
        "finished": known.finished(3),
        "names": known.names,
        "of": {name: known.of(name) for name in known.names},
        "families": known.families,
        "tables": [known.table(family, pairs=pairs) for family in (None, *Family) for pairs in (False, True)],
    }


def remembered(db: Database, club: str) -> dict[str, Any]:
    with record(db, club) as known:
        return said(known)


def afresh(db: Database, club: str) -> dict[str, Any]:
    known = ClubRecord()
    known.catch_up(db, club)
    return said(known)


def test_what_is_remembered_is_what_would_be_worked_out_now(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    acts = (
        lambda: at.record(db, out(at, 0, {1: 60})),
        lambda: at.correct(db, 1, out(at, 1, {0: 55})),
        lambda: at.correct(db, 1, out(at, 1, {0: 20})),
        lambda: at.undo(db),
        lambda: at.undo(db),
        lambda: call_off(db, at.at, ticket=ticket(), stamp=at.stamp),
    )
    for act in acts:
        act()
        assert remembered(db, at.club) == afresh(db, at.club)


def test_another_name_is_shown_on_every_match_of_old(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.record(db, out(at, 0, {1: 60}))
    remembered(db, at.club)
    ann = find_player(db, at.club, at.players[0])
    assert ann is not None
    with writing(db):
        rename_player(db, at.club, ann, "Anna", "anna", at.stamp)
    assert remembered(db, at.club)["matches"][0].sides == ("Anna", "Bob")
    assert remembered(db, at.club) == afresh(db, at.club)


def test_an_older_copy_of_the_same_club_is_not_taken_for_the_newer_one(db: Database, path: Path) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    older = path.with_name("older.db")
    db.execute("VACUUM INTO ?", [str(older)])
    at.record(db, out(at, 0, {1: 60}))
    assert remembered(db, at.club)["running"] == []
    copy = open_store(older)
    assert len(remembered(copy, at.club)["running"]) == 1
    copy.close()
    db.close()
    shutil.move(older, path)
    back = open_store(path)
    assert len(remembered(back, at.club)["running"]) == 1
    back.close()


def test_no_question_reads_through_other_clubs_or_all_of_a_table(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob", target=50)
    at.record(db, out(at, 0, {1: 60}))
    asked: list[str] = []
    db.conn.set_trace_callback(asked.append)
    remembered(db, at.club)
    at.book(db)
    match_version(db, *at.at)
    latest_card(db, at.club)
    at.correct(db, 1, out(at, 1, {0: 55}))
    db.conn.set_trace_callback(None)
    assert len(asked) > 15
    for query in asked:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()]
        assert not [step for step in plan if step.startswith("SCAN")], (query, plan)
