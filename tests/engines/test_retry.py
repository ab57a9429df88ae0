"""A request that failed because of the database server is tried again, and stored once."""

from typing import Any

import pytest

from scorekeeper.ops.wsgi import ARRIVED
from scorekeeper.services.gate import Done
from scorekeeper.store.engine.errors import Retryable
from scorekeeper.store.engine.postgres import CONNECT_SECONDS, Postgres
from scorekeeper.web.http import retry
from scorekeeper.web.rounds import entry
from tests.postgres import free_port
from tests.web.cast import Pub, record


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
    monkeypatch.setattr(retry, "_PAUSES", (0.0, 0.0))
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
    monkeypatch.setattr(retry, "time", clock)
    pub.manager.client.environ_base[ARRIVED] = -waited
    assert record(pub, match, 0, {1: 20}).status_code == 503
    assert waited + began[-1] + CONNECT_SECONDS <= 3, "the next might have met a server that is silent"
    assert (len(began) > 1) == (takes < CONNECT_SECONDS and waited < 1)


def test_a_page_is_sent_whole_and_once(pub: Pub, match: str) -> None:
    page = pub.manager.ask(pub.at(match))
    assert page.text.count("</html>") == 1
    assert pub.manager.ask("/static/css/base/page.css").status_code == 200
