"""What somebody writes into the file by hand, past its triggers, is found, or decides nothing."""
# ruff: noqa: S608 - the schema’s names

from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper.services.leagues.season_commands import adjust_points
from scorekeeper.services.match_state import build_state
from scorekeeper.store.clubs.access import revoke_link
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from scorekeeper.store.engine.schema import blank
from scorekeeper.store.engine.seals import SEALED, TABLES
from scorekeeper.store.matches.match_events import events
from scorekeeper.store.matches.matches import matches
from tests.services.league import Secretary
from tests.services.match import out, start

# docs/security.md says these under “What is not defended”.
DECIDES_NOTHING = {
    *("acts", "club_openings", "devices", "followed_teams", "handovers", "hourly_counts", "key_marks"),
    *("mail_addresses", "erased_clubs"),
    *(
        "match_results",
        "nightly_runs",
        "pin_attempts",
        "proposals",
        "read_only",
        "reported_hands",
    ),
    *("setup_tokens", "unlisted_players", "erasure_lock"),
}
COUNTERS = {
    "version",
    "names_version",
    "access_version",
    "changed",
    "chain",
}  # checked otherwise, or of caches
REASONS = {
    ("match_events", "reason"),
    ("card_events", "reason"),
}  # said otherwise where somebody is forgotten
CHAINED = {table for tables in TABLES.values() for table in tables}


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Database]:
    """A league with cards and an adjustment, and a pairs’ match with a correction, in one file."""
    secretary = Secretary.of(tmp_path / "hands.db", "hdddcl", ("Crown", "Lion", "Railway"))
    secretary.draw_up(date(2026, 9, 7))
    secretary.report_all(secretary.card(0), {1, 2})
    crown = secretary.squad("Crown")
    with writing(secretary.db):
        revoke_link(secretary.db, secretary.club, "watch", secretary.author)
    adjust_points(secretary.ask, secretary.league, crown.id, -2, "late")
    at = start(secretary.db, "draw", "Ann", "Bob", target=40)
    for _ in range(3):
        at.record(secretary.db, out(at, 0, {1: 10}))
    yield secretary.db
    secretary.db.close()


def test_every_column_is_chained_or_sealed_or_decides_nothing() -> None:
    db = blank()
    for table in db.table_names():
        if table.startswith("_") or table in {"seals", "unsealed"} | DECIDES_NOTHING | CHAINED:
            continue
        covered = {"club", SEALED[table].by, *SEALED[table].columns, *COUNTERS}
        assert set(db.table(table).columns_dict) <= covered, table


def found(db: Database) -> bool:
    return next(chain(faults_in_record(db), faults_in_every_chain(db), faults_in_file(db)), None) is not None


def winners(db: Database) -> dict[str, Any]:
    scores = {
        match.id: build_state(match, events(db, club.id, match.id)).score
        for club in clubs(db)
        for match in matches(db, club.id)
    }
    return {id: (score.winner, score.totals) for id, score in scores.items()}


def change(db: Database, random: Random) -> tuple[str, str]:
    """Change, take out or put in something, with the table’s triggers off meanwhile; where and what."""
    tables = [name for name in db.table_names() if not name.startswith(("_", "sqlite")) and db[name].count]
    table = random.choice(tables)
    guards = db.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", [table]
    )
    guards = guards.fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    (row,) = random.choice(db.execute(f"SELECT rowid FROM {table}").fetchall())
    column = random.choice(list(db[table].columns_dict))
    (value,) = db.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", [row]).fetchone()
    if random.random() < 0.15:
        column = "*"
        db.execute(f"DELETE FROM {table} WHERE rowid = ?", [row])
    else:
        there = [each for (each,) in db.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()]
        others = [each for each in there if each != value] or [
            9 if db[table].columns_dict[column] is int else "x"
        ]
        db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", [random.choice(others), row])
    for _, sql in guards:
        db.execute(sql)
    return table, column


def test_three_hundred_changes_by_hand(season: Database) -> None:
    assert not found(season)
    season.execute("PRAGMA foreign_keys = OFF")
    season.execute("PRAGMA ignore_check_constraints = ON")
    before, found_in, changed = winners(season), 0, 0
    for seed in range(300):
        season.execute("BEGIN")
        rows = "SELECT total_changes()"
        (count,) = season.execute(rows).fetchone()
        table, column = change(season, Random(seed))
        if season.execute(rows).fetchone()[0] > count:
            changed += 1
            if found(season):
                found_in += 1
            else:
                assert table in DECIDES_NOTHING or column in COUNTERS or (table, column) in REASONS, seed
                assert winners(season) == before
        season.execute("ROLLBACK")
    assert changed > 250
    assert found_in > 200


def test_a_change_that_leaves_the_triggers_is_found_even_after_the_next_act(season: Database) -> None:
    at = start(season, "draw", "Cy", "Di", target=40)
    season.execute("UPDATE matches SET card = replace(card, '40', '30') WHERE id = ?", [at.id])
    assert found(season)
    with writing(season, at.club):
        revoke_link(season, at.club, "watch", at.ask(season).author)
    assert [fault for fault in faults_in_every_chain(season) if f"match {at.id}" in fault]
