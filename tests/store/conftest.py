"""A real file, opened as the server opens it, and a club with a new match."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.matches.match_events import EventBody, NewMatchEvent, Penalty
from scorekeeper.store.matches.matches import Setup, add_match
from tests.databases import make_database

EVENING = "2026-11-21T20:00:00Z"


@dataclass(frozen=True)
class Table:
    """Two players of a club in a match, and the phone that enters it."""

    club: str
    match: str
    players: tuple[str, str]
    author: Author


def seat(db: Database, name: str) -> Table:
    """A new club in which Ann plays Bob."""
    with writing(db):
        club = add_club(db, name, EVENING).id
        author = Author(new_id(), EVENING)
        ensure_device(db, club, author.device, EVENING)
        ann, bob = (add_player(db, club, who, EVENING).id for who in ("Ann", "Bob"))
        match = add_match(db, club, Setup("{}", [(ann, 0, None), (bob, 1, None)]), "first", author)
    return Table(club, match, (ann, bob), author)


def new_event(fact: EventBody, key: str = "k1", round: int = 1, original: int | None = None) -> NewMatchEvent:
    return NewMatchEvent(fact, round, key, "what was said", original)


FIVE = Penalty(0, 5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_database(tmp_path / "scorekeeper.db")


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    db = open_store(path)
    yield db
    db.close()


@pytest.fixture
def crown(db: Database) -> Table:
    return seat(db, "The Crown")


@pytest.fixture
def anchor(db: Database) -> Table:
    return seat(db, "The Anchor")
