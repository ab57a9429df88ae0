"""However many requests come at once, a server opens no more database connections than it has threads."""

import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from scorekeeper.ops.network import choose_port
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.ops.test_front import ask
from tests.postgres import Cluster
from tests.serving import serving_on, until

THREADS = 3
CLUBS = 6
PROGRAM = """
from scorekeeper.app import create_app
from scorekeeper.ops.serve import Listening, run

def make_app():
    return create_app({{"DATABASE": "{url}", "SECRET_KEY": b"a key of the tests, 32 bytes long"}})

run(make_app, Listening("127.0.0.1", {port}, threads={threads}), ready=lambda: None, patience=1)
"""


@pytest.fixture
def clubs(url: str) -> list[str]:
    """Ids of clubs that anybody may watch."""
    found = []
    with closing(open_store(url)) as db:
        for n in range(CLUBS):
            with writing(db):
                found.append(add_club(db, f"Club {n}", "2026-11-22T20:00:00Z").id)
    return found


@pytest.fixture
def port(url: str) -> Iterator[int]:
    port = choose_port("127.0.0.1", 0)
    program = PROGRAM.format(url=url, port=port, threads=THREADS)
    with serving_on(port, [sys.executable, "-c", program]):
        yield port


class Watcher:
    """Counts the server's connections to a database that both ends hold open.

    PostgreSQL lists a closed connection until its backend process has ended, which may take a moment.
    """

    def __init__(self, connection: "psycopg.Connection[tuple[int]]", database: str) -> None:
        self._connection, self._database = connection, database

    def count(self) -> int:
        found = self._connection.execute(
            "SELECT client_port FROM pg_stat_activity WHERE datname = %s AND application_name <> 'holder'",
            [self._database],
        ).fetchall()
        return len({port for (port,) in found} & established())

    def most_until(self, asked: "list[Future[int]]") -> int:
        """The most connections at any one time while these requests were answered."""
        most = 0
        while not all(each.done() for each in asked):
            most = max(most, self.count())
        return most


def established() -> set[int]:
    """The local ports of all connections over IPv4 that neither end has closed."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(local.rpartition(":")[2], 16) for _, local, _, state, *_ in rows if state == "01"}


@pytest.fixture
def watcher(server: Cluster, url: str) -> Iterator[Watcher]:
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        yield Watcher(connection, url.rpartition("/")[2])


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Lock the clubs' table: whoever reads it waits until the database's timeout."""
    with psycopg.connect(url, application_name="holder") as holder:
        holder.execute("LOCK TABLE clubs IN ACCESS EXCLUSIVE MODE")
        yield


def test_a_flood_opens_no_more_connections_than_threads(
    url: str, clubs: list[str], port: int, watcher: Watcher
) -> None:
    paths = [f"/c/{club}/{page}" for club in clubs for page in ("", "table", "matches/new")]
    with ThreadPoolExecutor(24) as phones:
        with locked(url):
            held = [phones.submit(ask, port, path) for path in paths]
            until(lambda: watcher.count() == THREADS)
            assert ask(port, "/healthz") == 200
            assert watcher.most_until(held) == THREADS
        assert {each.result() for each in held} == {503}, "each was told to come back"
        asked = [phones.submit(ask, port, path) for path in [*paths, *["/readyz"] * len(paths)]]
        assert 1 <= watcher.most_until(asked) <= THREADS
    assert ask(port, paths[0]) == 200
    assert watcher.count() <= THREADS
