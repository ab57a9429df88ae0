"""A manager who lost the phone gets back in by a link that only the operator can print."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import Result
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.clubs.links import ROLES, revoke_link
from scorekeeper.store.engine.connection import writing
from tests.services.match import Match
from tests.web.cast import Phone

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
