"""Clubs, their links, and the one link of a first start."""

from pathlib import Path

import pytest
import time_machine
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from scorekeeper.services.clubs.hosting import first_start_secret
from scorekeeper.store.clubs.access import generations, revoke_link
from scorekeeper.store.clubs.audit import rename
from scorekeeper.store.clubs.clubs import add_club, clubs, find_club, set_watched_by_anyone
from scorekeeper.store.clubs.hosting import may_start
from scorekeeper.store.clubs.players import add_player, players
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.versions import state_of, touch
from tests.store.conftest import EVENING, Table


def changes(db: Database, club: str) -> list[tuple[str, str | None, str | None]]:
    rows = db.execute(
        "SELECT entity || '.' || field, old, new FROM audit_log WHERE club = ? ORDER BY id", [club]
    )
    return list(rows.fetchall())


def test_the_first_link_opens_until_there_is_a_club(db: Database, path: Path) -> None:
    old, new = first_start_secret(path), first_start_secret(path)
    assert old is not None
    assert new is not None
    assert (may_start(db, old), may_start(db, new), may_start(db, "")) == (False, True, False)
    with writing(db):
        add_club(db, "The Crown", EVENING)
    assert not may_start(db, new)
    assert first_start_secret(path) is None


def test_the_first_links_secret_is_not_in_the_file(path: Path) -> None:
    secret = first_start_secret(path)
    assert secret is not None
    assert len(secret) >= 22  # 128 bits
    assert secret.encode() not in path.read_bytes()


def test_revoking_a_link_raises_its_generation_alone(db: Database, crown: Table) -> None:
    assert generations(db, crown.club) == {"watch": 1, "score": 1, "manage": 1}
    with writing(db):
        revoke_link(db, crown.club, "score", crown.author)
    assert generations(db, crown.club) == {"watch": 1, "score": 2, "manage": 1}
    assert changes(db, crown.club) == [("link.generation", "1", "2")]


def test_the_database_limits_names_too(db: Database) -> None:
    for name in ("", "x" * 31):
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"), writing(db):
            add_club(db, name, EVENING)
    assert clubs(db) == []


def test_a_name_key_belongs_to_one_player(db: Database, crown: Table) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"), writing(db):
        add_player(db, crown.club, "ANN", EVENING)
    assert len(players(db, crown.club)) == 2


def test_only_a_change_of_names_raises_their_version(db: Database, crown: Table) -> None:
    _, before = state_of(db, crown.club)
    club = find_club(db, crown.club)
    assert club is not None
    with writing(db):
        set_watched_by_anyone(db, club, False, crown.author)
        revoke_link(db, crown.club, "score", crown.author)
    version, names = state_of(db, crown.club)
    assert names == before
    with writing(db):
        rename(db, club.id, "club", club, crown.author, name="The Rose")
    later, renamed = state_of(db, crown.club)
    assert later > version
    assert renamed > before


def test_a_server_put_back_from_an_older_file_gives_no_version_twice(db: Database, crown: Table) -> None:
    with time_machine.travel(1_900_000_000) as clock:
        db.conn.execute("BEGIN")
        lost = touch(db, crown.club)
        db.conn.rollback()  # to what the older file has
        clock.shift(1)
        with writing(db):
            assert touch(db, crown.club) > lost
