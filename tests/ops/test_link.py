"""A manager who lost the phone gets back in by a link that only the operator can print."""

import re
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import time_machine
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.config import BOTH_COUNT, replace_key, secret_key
from scorekeeper.store.clubs.access import ROLES, revoke_link
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.services.match import Match
from tests.serving import ServerProcess
from tests.web.cast import Phone, Pub

Run = Callable[..., Result]
NOW = datetime(2026, 11, 21, tzinfo=UTC).isoformat()


@pytest.mark.parametrize("role", ROLES)
def test_the_printed_link_gives_access(path: Path, played: Match, run: Run, role: str) -> None:
    url = run("link", "--role", role, "--address", "http://pub.example:8000/").output.strip()
    assert url.startswith("http://pub.example:8000/c/")
    phone = Phone(create_app({"DATABASE": path}))
    assert phone.open(urlsplit(url).path).status == 200
    settings = phone.open(f"/c/{played.club}/settings")
    assert ("Rename the club" in settings.text) == (role == "manage")
    assert ("Save name" in settings.text) == (role != "watch")


@pytest.mark.usefixtures("played")
def test_behind_https_the_printed_link_begins_with_the_first_name(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HTTPS", "1")
    for names, begins in (
        ("127.0.0.1, .crown.test, scores.crown.test", "https://scores.crown.test/c/"),
        ("127.0.0.1", "http://"),
    ):
        monkeypatch.setenv("SCOREKEEPER_HOSTS", names)
        assert run("link", "--role", "manage").output.startswith(begins)


@pytest.mark.usefixtures("played")
def test_the_printed_link_has_the_port_that_the_server_took(path: Path, run: Run) -> None:
    assert urlsplit(run("link", "--role", "score").output).port == 8000, "no server has run yet"
    with ServerProcess(path) as server:
        for command in (("link", "--role", "score"), ("club", "add", "The Bell")):
            assert run(*command).output.startswith(f"{server.url}/c/")
    assert run("link", "--role", "score", "--club", "The Bell").output.startswith(f"{server.url}/c/")
    path.with_name(f"{path.name}.listening").write_text("torn")
    assert urlsplit(run("link", "--role", "score", "--club", "The Bell").output).port == 8000


def test_a_replaced_link_is_no_longer_printed(db: Database, played: Match, run: Run) -> None:
    before = run("link", "--role", "manage").output
    with writing(db):
        revoke_link(db, played.club, "manage", Author(played.device, NOW))
    assert run("link", "--role", "manage").output != before


def test_with_several_clubs_one_is_named(db: Database, played: Match, run: Run) -> None:
    with writing(db):
        anchor = add_club(db, "The Anchor", NOW)
    result = run("link", "--role", "watch")
    assert result.exit_code == 3
    assert anchor.id in result.output
    assert f"/c/{anchor.id}/join/" in run("link", "--role", "watch", "--club", "The Anchor").output
    assert f"/c/{played.club}/join/" in run("link", "--role", "watch", "--club", played.club).output


def test_without_a_club_it_says_how_to_open_one(run: Run) -> None:
    result = run("link", "--role", "manage")
    assert result.exit_code == 3
    assert "scorekeeper serve" in result.output


@pytest.mark.usefixtures("played")
def test_no_server_starts_with_another_key_or_none(path: Path, run: Run) -> None:
    url = run("link", "--role", "manage").output.strip()
    key = path.with_name("secret_key")
    its_own = key.read_bytes()
    for spoil, words in (
        (lambda: key.write_bytes(bytes(32)), f"The secret key at {key} is not the one of this database."),
        (key.unlink, f"There is no secret key at {key}, and this database has one."),
    ):
        spoil()
        for command in (("link", "--role", "manage"), ("serve", "--port", "0"), ("migrate",)):
            refused = run(*command)
            assert refused.exit_code == 3
            assert words in refused.output
        assert run("doctor").exit_code == 3
    elsewhere = path.parent / "kept" / "the key"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(its_own)
    named = CliRunner().invoke(
        main,
        ["link", "--role", "manage"],
        env={"SCOREKEEPER_DATABASE": str(path), "SCOREKEEPER_KEY": str(elsewhere)},
    )
    assert named.output.strip() == url
    assert not key.exists()


@pytest.mark.usefixtures("played")
def test_a_database_whose_key_is_lost_goes_on_with_another(path: Path, run: Run) -> None:
    url = run("link", "--role", "manage").output.strip()
    path.with_name("secret_key").unlink()
    assert run("migrate", "--new-key").exit_code == 0
    after = run("link", "--role", "manage").output.strip()
    assert after != url
    phone = Phone(create_app({"DATABASE": path}))
    assert phone.ask(urlsplit(url).path).status_code == 404
    assert phone.open(urlsplit(after).path).status == 200
    assert run("doctor").exit_code == 0


def test_a_replaced_key_counts_beside_the_new_one_for_thirty_days(
    path: Path, played: Match, run: Run
) -> None:
    before = create_app({"DATABASE": path})
    pub = Pub(before, played.club)
    old, guests = pub.link("score"), pub.manager.open(pub.at(played.id, "/code")).text
    (guest,) = re.findall(r"http://localhost(/c/\S+/watch/\S+)", guests)
    phone, idle = pub.phone("score"), pub.phone("score")
    assert run("migrate", "--replace-key").exit_code == 0
    assert run("doctor").exit_code == 0
    both = create_app({"DATABASE": path})
    for one in (phone, idle):
        one.client = _moved(one, both)
    with time_machine.travel(datetime.now(UTC) + timedelta(days=1)):
        phone.post(f"{pub.home}settings", name="Bar")
    for link in (old, guest, Pub(both, played.club).link("score")):
        assert Phone(both).ask(link).status_code == 303, link
    assert idle.ask(f"{pub.home}matches/new").status_code == 200
    with time_machine.travel(datetime.now(UTC) + BOTH_COUNT + timedelta(minutes=1)):
        after = create_app({"DATABASE": path})
        for link in (old, guest):
            assert Phone(after).ask(link).status_code == 404, link
        for one, status in ((phone, 200), (idle, 403)):
            one.client = _moved(one, after)
            assert one.ask(f"{pub.home}matches/new").status_code == status
        assert run("link", "--role", "manage").exit_code == 0


def test_a_key_whose_replacement_was_interrupted_is_taken_up(path: Path, run: Run) -> None:
    run("link", "--role", "manage")
    replace_key(path)  # and killed before the database knew
    assert run("migrate").exit_code == 0
    assert run("doctor").exit_code == 0


def _moved(phone: Phone, app: Flask) -> FlaskClient:
    """The same browser before another start of the server."""
    client = app.test_client()
    client.environ_base["HTTP_ORIGIN"] = phone.base
    if cookie := phone.client.get_cookie("scorekeeper"):
        client.set_cookie("scorekeeper", cookie.decoded_value)
    return client


@pytest.mark.usefixtures("played")
def test_a_moved_database_takes_its_key_along(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "there" / "scorekeeper.db"
    url = run("link", "--role", "manage").output.strip()
    assert run("move", "--to", there).exit_code == 0
    assert run("link", "--role", "manage", "--database", there).output.strip() == url
    assert stat.S_IMODE(there.with_name("secret_key").stat().st_mode) == 0o600
    other = tmp_path / "other" / "scorekeeper.db"
    secret_key(other)
    refused = run("move", "--to", other)
    assert refused.exit_code == 3
    assert "There is another secret key" in refused.output
    assert not other.exists()
    there.with_name("secret_key").unlink()
    refused = run("move", "--to", there)
    assert (refused.exit_code, "There are clubs in that database already" in refused.output) == (3, True)
    assert not there.with_name("secret_key").exists(), "its own belongs there"
