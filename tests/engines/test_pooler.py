"""The main promises on PostgreSQL, tested again behind PgBouncer in transaction mode.

No prepared statement, advisory lock or setting outlives a transaction there.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from scorekeeper.store import migrate, open_store
from scorekeeper.store.engine.postgres import Postgres
from tests.engines import test_contract, test_read_only, test_retry
from tests.engines.pooled import pooler
from tests.postgres import Cluster
from tests.web.cast import Pub, record

PHONES = 8


@pytest.fixture
def place(server: Cluster) -> Iterator[str]:
    """An empty database, migrated and used through the pooler."""
    with pooler(server.new_database()) as url:
        migrate(url)
        yield url


test_entries_come_back = test_contract.test_what_can_be_entered_comes_back_as_it_was_and_is_never_changed
test_what_was_under_way_is_refused = test_read_only.test_an_act_under_way_is_refused_by_the_database_itself
test_one_club_stands_still = test_read_only.test_one_club_stands_still_and_the_others_play_on


def test_repeated_statements_do_not_rely_on_prepared_ones(place: str) -> None:
    with ThreadPoolExecutor(PHONES) as phones:
        rows = list(phones.map(ask_often, [place] * PHONES))
    assert rows == [(0,)] * PHONES


def ask_often(place: str) -> tuple[int]:
    with closing(open_store(place)) as db:
        for _ in range(20):
            (row,) = db.execute("SELECT count(*) FROM clubs WHERE name = ?", ["Nobody"]).fetchall()
    return row


def test_servers_that_start_at_once_migrate_once(server: Cluster) -> None:
    with pooler(server.new_database()) as url:
        with ThreadPoolExecutor(4) as servers:
            taken = list(servers.map(migrate, [url] * 4))
        steps = [step for steps in taken for step in steps]
        assert len(steps) == len({*steps}) > 0


def test_nobody_waits_for_ever(place: str, pub: Pub, match: str) -> None:
    with closing(Postgres(place)) as db:
        assert db.execute("SHOW statement_timeout").fetchone() == ("1500ms",)
        assert db.execute("SHOW lock_timeout").fetchone() == ("1s",)
    with psycopg.connect(place) as other:
        other.execute("SELECT 1 FROM clubs WHERE id = %s FOR UPDATE", [pub.id])
        assert record(pub, match, 0, {1: 20}).status_code == 503
    assert record(pub, match, 0, {1: 20}).status_code == 303


def test_a_connection_that_was_lost_is_opened_anew(pub: Pub, match: str) -> None:
    test_retry.end_connections(pub)
    assert record(pub, match, 0, {1: 20}).status_code == 303
    assert len(pub.events(match)) == 1


def test_without_the_password_nobody_is_let_in(place: str) -> None:
    guessing = re.sub(r"(?<=:)[^:@]+(?=@)", "guessed", place)
    with pytest.raises(psycopg.OperationalError, match="authentication failed"):
        psycopg.connect(guessing)
