"""Requests that the database server fails are tried again, and nobody waits for it for ever."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Timer
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.ops.wsgi import ARRIVED
from scorekeeper.services.gate import Done
from scorekeeper.store.engine.errors import Retryable
from scorekeeper.store.engine.postgres import ANSWER_SECONDS, CONNECT_SECONDS, Postgres
from scorekeeper.web.http import middleware
from scorekeeper.web.rounds import entry
from tests.postgres import Cluster, free_port
from tests.web.cast import Phone, Pub, open_pub, record, round_fields, sit_down


@pytest.fixture
def place(url: str) -> str:
    """Only there."""
    return url


def end_connections(pub: Pub) -> None:
    """Kill all of the app's connections, as a failover of the database does."""
    with pub.db() as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_connection_that_was_lost_is_opened_anew(pub: Pub, match: str) -> None:
    end_connections(pub)
    assert pub.manager.open(pub.at(match)).status == 200
    end_connections(pub)
    assert record(pub, match, 0, {1: 20}).status_code == 303
    assert len(pub.events(match)) == 1


def test_a_commit_whose_answer_was_lost_is_not_stored_twice(
    pub: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Done[Any]] = []
    real = entry.record_round

    def lose_the_answer(*args: Any, **more: Any) -> Done[Any]:
        calls.append(real(*args, **more))
        if len(calls) == 1:
            end_connections(pub)
            raise Retryable("busy: the server is gone")
        return calls[-1]

    monkeypatch.setattr(entry, "record_round", lose_the_answer)
    assert record(pub, match, 0, {1: 20}).status_code == 303
    assert [done.new for done in calls] == [True, False]
    assert len(pub.events(match)) == 1


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_a_transaction_that_postgresql_gives_up_is_done_again(pub: Pub, match: str, code: str) -> None:
    """A serialization failure or a deadlock, once: a sequence keeps its value through a rollback."""
    with pub.db() as db:
        db.execute("CREATE SEQUENCE attempts")
        db.execute(
            "CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'busy' USING ERRCODE = '{code}'; END IF; "
            "RETURN NEW; END $$"
        )
        db.execute(
            "CREATE TRIGGER fails_once BEFORE INSERT ON match_events "
            "FOR EACH ROW EXECUTE FUNCTION fail_once()"
        )
    assert record(pub, match, 0, {1: 20}).status_code == 303
    assert len(pub.events(match)) == 1
    with pub.db() as db:
        assert db.execute("SELECT last_value FROM attempts").fetchone() == (2,)


def test_a_request_that_keeps_failing_is_answered_with_retry_after(
    pub: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any, **__: Any) -> bool:
        raise Retryable("busy: another was faster")

    monkeypatch.setattr(entry, "record_round", busy)
    monkeypatch.setattr(middleware, "_PAUSES", (0.0, 0.0))
    answer = record(pub, match, 0, {1: 20})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert pub.events(match) == ()


class Clock:
    """A stand-in for ``time`` in which sleeping takes no time."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize("waited", [0, 0.5, 1])
@pytest.mark.parametrize("takes", [0, 0.07, 0.3, CONNECT_SECONDS])
def test_no_attempt_begins_that_could_end_too_late(
    pub: Pub, match: str, monkeypatch: pytest.MonkeyPatch, takes: float, waited: float
) -> None:
    """Also where the request has ``waited`` so many seconds for a thread."""
    clock, began = Clock(), list[float]()

    def find_nobody(*_: Any, **__: Any) -> bool:
        began.append(clock.now)
        clock.now += takes
        Postgres(f"postgresql://nobody@127.0.0.1:{free_port()}/none")
        return True

    monkeypatch.setattr(entry, "record_round", find_nobody)
    monkeypatch.setattr(middleware, "time", clock)
    pub.manager.client.environ_base[ARRIVED] = -waited
    assert record(pub, match, 0, {1: 20}).status_code == 503
    assert waited + began[-1] + CONNECT_SECONDS <= 3, "the next might have met a server that is silent"
    assert (len(began) > 1) == (takes < CONNECT_SECONDS and waited < 1)


def test_a_page_is_sent_whole_and_once(pub: Pub, match: str) -> None:
    page = pub.manager.ask(pub.at(match))
    assert page.text.count("</html>") == 1
    assert pub.manager.ask("/static/css/base.css").status_code == 200


AT_MOST = 3  # seconds until a phone is answered
THAW = 20  # seconds, after which the frozen server goes on


@contextmanager
def frozen(server: Cluster) -> Iterator[None]:
    """Freeze the whole database server, as heavy swapping does, for ``THAW`` seconds at most."""
    leader = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    with psycopg.connect(server.url("postgres")) as connection:
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE datname LIKE 'test%'").fetchall()
    pids = [leader, *(row[0] for row in rows)]

    def send(how: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):  # a connection has been closed since
                os.kill(pid, how)

    thaw = Timer(THAW, send, [signal.SIGCONT])
    thaw.start()
    try:
        send(signal.SIGSTOP)
        yield
    finally:
        thaw.cancel()
        send(signal.SIGCONT)


def test_a_locked_row_is_answered_in_time_and_holds_up_nothing_else(pub: Pub, match: str, url: str) -> None:
    anchor = open_pub(pub.app, "The Anchor")
    theirs = sit_down(anchor, "draw_100", "Cy", "Di")
    with psycopg.connect(url) as other:
        other.execute("SELECT 1 FROM clubs WHERE id = %s FOR UPDATE", [pub.id])
        answer = record(pub, match, 0, {1: 20})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert pub.manager.ask(pub.at(match)).status_code == 200
        assert record(anchor, theirs, 0, {1: 20}).status_code == 303
    assert record(pub, match, 0, {1: 20}).status_code == 303


def test_a_frozen_server_is_not_waited_for(pub: Pub, match: str, server: Cluster) -> None:
    fields = round_fields(pub, match, 0, {1: 20}, None, {})
    save = partial(pub.manager.post, pub.at(match, "/rounds"), fields)
    with frozen(server):
        for act in (save, partial(pub.manager.ask, pub.at(match))):
            assert act().status_code == 503
        assert pub.manager.ask("/healthz").status_code == 200
    assert save().status_code == 303
    assert len(pub.events(match)) == 1


def test_whoever_waits_is_answered_within_three_seconds(url: str) -> None:
    """Checked by the configured timeouts: a clock would measure the machine that runs the test."""
    db = Postgres(url)
    limits = [db.execute(f"SHOW {name}").fetchone()[0] for name in ("lock_timeout", "statement_timeout")]
    db.close()
    assert limits == ["1s", "1500ms"]
    assert 1.5 < ANSWER_SECONDS < CONNECT_SECONDS < AT_MOST


def test_a_client_gone_in_mid_transaction_holds_no_lock(pub: Pub, match: str, url: str) -> None:
    gone = Postgres(url)
    gone.execute("BEGIN")
    gone.execute("SELECT 1 FROM clubs WHERE id = ? FOR UPDATE", [pub.id])
    time.sleep(3.5)
    assert record(pub, match, 0, {1: 20}).status_code == 303
    gone.close()


def test_a_dead_connection_is_noticed(url: str) -> None:
    db = Postgres(url)
    known = db._connection.info.get_parameters()
    assert {"keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count"} <= known.keys()
    db.close()


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "0"),
        ("migrate",),
        ("link", "--role", "score"),
        ("doctor",),
        ("club", "list"),
        ("backup",),
        ("maintenance", "off"),
        ("export",),
    ],
    ids=" ".join,
)
def test_an_unreachable_server_is_reported_in_a_sentence(words: tuple[str, ...]) -> None:
    place = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    result = CliRunner().invoke(main, [*words, "--database", place])
    assert (result.exit_code, type(result.exception)) == (3, SystemExit), result.output
    assert "The database server does not answer, or accepts no writes." in result.output
    assert "Connection refused" in result.output


def test_commands_at_a_terminal_wait_longer(url: str) -> None:
    db = Postgres(url, patient=True)
    assert db.execute("SHOW statement_timeout").fetchone() == ("0",)
    db.close()


def test_readyz_says_that_the_server_is_away(app: Flask) -> None:
    app.config["DATABASE"] = "postgresql://127.0.0.1:1/nobody"
    answer = Phone(app).ask("/readyz")
    assert (answer.status_code, answer.json["cause"]) == (503, "the database server does not answer")  # type: ignore[index]
