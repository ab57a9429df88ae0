"""A deleted club waits, comes back or is erased, and a person is forgotten: on both engines alike."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.clubs.hosting import empty_trash
from scorekeeper.services.clubs.names import forget_player
from scorekeeper.services.gate import Ask
from scorekeeper.store.clubs.audit import changes, rename
from scorekeeper.store.clubs.clubs import (
    TRASH_DAYS,
    clubs,
    find_club,
    find_trashed,
    set_trashed,
    tables_of_clubs,
)
from scorekeeper.store.clubs.players import find_player, pair_of, pairs_of, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches.match_events import add_events, events
from tests.services.league import Secretary
from tests.store.conftest import EVENING, FIVE, Table, new_event

DELETED = datetime.fromisoformat(EVENING)


def delete(db: Database, at: Table) -> None:
    club = find_club(db, at.club)
    assert club is not None
    with writing(db):
        set_trashed(db, club, at.author, trashed=True)


def rows_of(db: Database, club: str) -> dict[str, int]:
    """How many rows each table has of this club, where it has any."""
    counts = {
        table: db.execute(f"SELECT count(*) FROM {table} WHERE club = ?", [club]).fetchone()[0]  # noqa: S608
        for table in tables_of_clubs()
    }
    return {table: count for table, count in counts.items() if count}


def play(db: Database, at: Table) -> None:
    """Rows in as many tables as a short evening fills: an entry, a named pair, a league."""
    with writing(db, at.club):
        add_events(db, at.club, at.match, [new_event(FIVE)._replace(reason="Ann's knock")], at.author)
        pair = pair_of(db, at.club, list(at.players), EVENING)
        rename(db, at.club, "team", pair, at.author, name="Ann & Bob")
    Secretary.begin(db, at.club, "singles", {"Ann": "Ann", "Bob": "Bob"}, EVENING)


def test_a_deleted_club_is_found_in_the_trash_only_until_it_is_taken_out(db: Database, crown: Table) -> None:
    delete(db, crown)
    assert (find_club(db, crown.club), clubs(db)) == (None, [])
    trashed = find_trashed(db, crown.club)
    assert trashed is not None
    assert trashed.gone_on == (DELETED + timedelta(days=TRASH_DAYS)).date().isoformat()
    with writing(db):
        set_trashed(db, trashed.club, crown.author, trashed=False)
    back = find_club(db, crown.club)
    assert back is not None
    assert back.name == "The Crown"
    assert find_trashed(db, crown.club) is None
    assert empty_trash(db, DELETED + timedelta(days=400)) == []


def test_after_thirty_days_every_row_of_it_is_gone_and_none_of_another(
    db: Database, crown: Table, anchor: Table
) -> None:
    for at in (crown, anchor):
        play(db, at)
    theirs = rows_of(db, anchor.club)
    assert len(theirs) > 8
    delete(db, crown)
    due = DELETED.astimezone(UTC) + timedelta(days=TRASH_DAYS)
    assert empty_trash(db, due - timedelta(seconds=1)) == []
    assert empty_trash(db, due) == [crown.club]
    assert (rows_of(db, crown.club), find_trashed(db, crown.club)) == ({}, None)
    assert rows_of(db, anchor.club) == theirs
    assert [club.id for club in clubs(db)] == [anchor.club]
    with pytest.raises(sqlite3.IntegrityError, match="append-only"), writing(db):
        db.execute("DELETE FROM penalties")


def test_a_forgotten_player_is_a_number_wherever_the_name_stood(
    db: Database, crown: Table, anchor: Table
) -> None:
    for at in (crown, anchor):
        play(db, at)
    ann = find_player(db, crown.club, crown.players[0])
    assert ann is not None
    with writing(db):
        rename(db, crown.club, "player", ann, crown.author, name="Zebedee", name_key="zebedee")
    before = [event._replace(reason=None) for event in events(db, crown.club, crown.match)]
    placeholder = forget_player(Ask(db, crown.club, crown.author), ann.id)
    assert placeholder.startswith("Player ")
    assert {player.name for player in players(db, crown.club)} == {placeholder, "Bob"}
    assert [team.name for team in pairs_of(db, crown.club)] == [f"{placeholder} & Bob"]
    (event,) = events(db, crown.club, crown.match)
    assert event.reason == f"{placeholder}'s knock"
    assert [event._replace(reason=None)] == before
    said = str([(change.old, change.new) for change in changes(db, crown.club, [ann.id])])
    assert "Zebedee" not in said
    assert "Ann" not in said
    assert {player.name for player in players(db, anchor.club)} == {"Ann", "Bob"}
    with pytest.raises(sqlite3.IntegrityError, match="append-only"), writing(db):
        db.execute("UPDATE match_events SET reason = 'bribed'")
