"""Both engines, each with an empty database of our schema."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.store import migrate, open_store
from tests.databases import make_database
from tests.engines.crossing import crossing, note_changes
from tests.postgres import Cluster, cluster
from tests.services.transfer.conftest import evening, phone
from tests.store.conftest import anchor, crown
from tests.web.cast import Pub, open_pub, sit_down

__all__ = ["anchor", "crown", "evening", "phone"]
KEY = b"a key of the tests, 32 bytes long"


@pytest.fixture(scope="session")
def server() -> Iterator[Cluster]:
    """One PostgreSQL for all tests here."""
    with cluster() as running:
        yield running


@pytest.fixture(scope="session")
def migrated(server: Cluster) -> str:
    """A migrated database on it that is only copied: each test gets a copy."""
    url = server.new_database()
    migrate(url)
    note_changes(url)
    return url


@pytest.fixture
def url(request: pytest.FixtureRequest, server: Cluster, migrated: str) -> Iterator[str]:
    """An empty database on it, migrated; no transaction of the test may change rows of several clubs."""
    url = server.copy_of(migrated)
    yield url
    if request.node.get_closest_marker("all_clubs") is None:
        assert crossing(url) == []


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return make_database(tmp_path / "scorekeeper.db")


@pytest.fixture(params=["file", "url"], ids=["SQLite", "PostgreSQL"])
def place(request: pytest.FixtureRequest) -> Path | str:
    """Where a database is, on each engine in turn."""
    found: Path | str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def app(place: Path | str) -> Flask:
    return create_app({"DATABASE": place, "SECRET_KEY": KEY})


@pytest.fixture
def pub(app: Flask) -> Pub:
    """The Crown, served over it."""
    return open_pub(app, "The Crown")


@pytest.fixture
def match(pub: Pub) -> str:
    return sit_down(pub, "draw_100", "Ann", "Bob")


@pytest.fixture
def db(place: Path | str) -> Iterator[Database]:
    db = open_store(place)
    yield db
    db.close()
