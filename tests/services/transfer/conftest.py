"""A phone that has taken a club along."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.services.transfer.club_file import exported
from scorekeeper.services.transfer.handover_file import take_along
from scorekeeper.store import open_store
from tests.databases import make_database
from tests.services.match import Match, out, start


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Database]:
    with closing(open_store(make_database(tmp_path / "phone.db"))) as db:
        yield db


@pytest.fixture
def evening(db: Database, phone: Database) -> Match:
    """A match begun at the club, one round played, then taken along."""
    match = start(db, "block", "Ann", "Bob")
    match.record(db, out(match, 0, {1: 9}))
    take_along(phone, exported(db, match.club))
    return match
