"""Connections are pooled, a save asks little of the store, and a start compiles little."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask, url_for
from sqlite_utils import Database
from werkzeug.routing import Rule

from scorekeeper.store.transfer.restore import restore
from scorekeeper.web.http.db import get_db, pooled_connection
from tests.databases import make_database
from tests.web.cast import Pub, record
from tests.web.conftest import app_over
from tests.web.cost import statements


def test_the_next_request_finds_the_connection_open_and_concurrent_ones_have_two(empty_app: Flask) -> None:
    with empty_app.app_context():
        first = get_db()
    with empty_app.app_context():
        assert get_db() is first
    with empty_app.app_context():
        outer = get_db()
        with empty_app.app_context():
            assert get_db() is not outer
    with empty_app.app_context():
        assert get_db() is outer


def test_a_connection_goes_from_one_thread_to_another(empty_app: Flask) -> None:
    def ask() -> Database:
        with empty_app.app_context():
            assert get_db().execute("SELECT count(*) FROM clubs").fetchone() == (0,)
            return get_db()

    with ThreadPoolExecutor(1) as another:
        assert another.submit(ask).result() is ask()


def test_a_failed_query_leaks_no_connection(empty_app: Flask) -> None:
    path = empty_app.config["DATABASE"]
    with pytest.raises(ZeroDivisionError), pooled_connection(path) as failed:
        raise ZeroDivisionError
    with pooled_connection(path) as next_one:
        assert next_one is not failed
    with pooled_connection(path) as repeated:
        assert repeated is next_one


def test_a_transaction_left_open_is_rolled_back_before_the_next_request(empty_app: Flask) -> None:
    with empty_app.app_context():
        get_db().execute("BEGIN IMMEDIATE")
        get_db().execute("INSERT INTO setup_tokens VALUES ('left open', '2026-11-21T20:00:00Z')")
    with empty_app.app_context():
        assert get_db().execute("SELECT count(*) FROM setup_tokens").fetchone() == (0,)
        get_db().execute("BEGIN IMMEDIATE")


def test_a_replaced_database_file_is_read_anew(empty_app: Flask) -> None:
    path = empty_app.config["DATABASE"]
    other = make_database(path.with_name("other.db"))
    with empty_app.app_context():
        get_db().execute("INSERT INTO setup_tokens VALUES ('of the old file', '2026-11-21T20:00:00Z')")
    restore(other, path, datetime.now(UTC), replace=True)
    with empty_app.app_context():
        assert get_db().execute("SELECT count(*) FROM setup_tokens").fetchone() == (0,)


def test_a_save_takes_seventeen_statements(crown: Pub, match: str) -> None:
    assert record(crown, match, 0, {1: 12}).status_code == 303
    with statements() as asked:
        assert record(crown, match, 0, {1: 9}).status_code == 303
    assert len(crown.events(match)) == 2
    assert not [words for words in asked if words.startswith("UPDATE leagues")], "it is of no league"
    # The role, the match twice (for the form, and once the lock is held), the lock, what was unsealed
    # before, the role and the keys of acts under it, the league that may have closed it, the hour's count,
    # the chain's last hash, five rows, what is to be sealed (nothing), the commit.
    assert [words.split()[0] for words in asked] == [
        *("SELECT", "SELECT", "BEGIN", "SELECT", "SELECT", "SELECT", "SELECT", "SELECT", "INSERT"),
        *("SELECT", "INSERT", "INSERT", "INSERT", "UPDATE", "UPDATE", "SELECT", "COMMIT"),
    ]


def test_a_start_compiles_no_address_nobody_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = list[Rule]()
    whole = Rule._compile_builder

    def noted(rule: Rule, append_unknown: bool = True) -> object:
        compiled.append(rule)
        return whole(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", noted)
    app = app_over(tmp_path)
    begun = len(compiled)
    assert begun <= 2, "that of Flask's own static files"
    with app.test_request_context():
        assert url_for("players.index", club="x", page=2) == "/c/x/players?page=2"
        assert url_for("players.index", club="y") == "/c/y/players"
    assert [rule.endpoint for rule in compiled[begun:]] == ["players.index"]
