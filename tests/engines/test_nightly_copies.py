"""Every night a copy of each club is made, which its manager fetches: on both engines."""

import gzip
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.services.clubs.hosting import begin_read_only, empty_trash
from scorekeeper.services.transfer.club_file import copy_clubs
from scorekeeper.store.clubs.clubs import TRASH_DAYS
from tests.databases import make_database
from tests.web.cast import Phone, Pub, open_pub, record, sit_down

FIRST = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
NEXT = FIRST + timedelta(days=1)


@pytest.fixture
def app(place: Path | str) -> Flask:
    return create_app({"DATABASE": place})


@pytest.fixture
def match(pub: Pub) -> str:
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    record(pub, match, 0, {1: 12})
    return match


def run(database: Path | str, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--database", str(database)])


def link_to_copy(pub: Pub) -> tuple[str, str] | None:
    """The words and the address of the link on the manager's page of settings."""
    links = pub.manager.open(f"{pub.home}settings").links
    return next(((words, at) for words, at in links if "Nightly copy" in words), None)


def copied(phone: Phone, pub: Pub) -> str:
    answer = phone.ask(f"{pub.home}nightly-copy.jsonl")
    assert answer.status_code == 200
    return answer.text


def rounds(text: str) -> int:
    return sum(json.loads(line).get("table") == "round_ends" for line in text.splitlines())


def test_the_copy_is_made_by_the_nightly_command_and_imported_elsewhere(
    pub: Pub, match: str, tmp_path: Path
) -> None:
    assert link_to_copy(pub) is None
    assert pub.manager.ask(f"{pub.home}nightly-copy.jsonl").status_code == 404
    assert run(pub.app.config["DATABASE"], "backup").exit_code == 0
    assert link_to_copy(pub)
    text = copied(pub.manager, pub)

    elsewhere = make_database(tmp_path / "elsewhere" / "scorekeeper.db")
    (tmp_path / "crown.jsonl").write_text(text)
    done = run(elsewhere, "import", str(tmp_path / "crown.jsonl"))
    assert done.exit_code == 0, done.output
    assert Pub(create_app({"DATABASE": elsewhere}), pub.id).events(match) == pub.events(match)


def test_only_the_club_s_manager_fetches_it(app: Flask, pub: Pub, db: Database) -> None:
    copy_clubs(db, FIRST)
    words, path = link_to_copy(pub) or ("", "")
    assert "22 Nov 2026" in words
    answer = pub.manager.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(answer.data).decode() == copied(pub.manager, pub)
    assert "no-store" in answer.headers["Cache-Control"]
    outsider = open_pub(app, "The Anchor").manager
    refused = [phone.ask(path).status_code for phone in (Phone(app), pub.phone("score"), outsider)]
    assert refused == [403, 403, 403]


def test_a_club_is_copied_again_only_where_it_has_changed(pub: Pub, match: str, db: Database) -> None:
    open_pub(pub.app, "The Anchor")
    assert len(copy_clubs(db, FIRST).made) == 2
    record(pub, match, 0, {1: 12})
    assert copy_clubs(db, NEXT).made == [pub.id]
    assert rounds(copied(pub.manager, pub)) == 2
    assert copy_clubs(db, NEXT + timedelta(days=1)).made == []
    words, _ = link_to_copy(pub) or ("", "")
    assert "24 Nov 2026" in words


def test_a_club_that_is_too_big_has_none(
    pub: Pub, match: str, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_clubs(db, FIRST)
    record(pub, match, 0, {1: 12})
    monkeypatch.setattr("scorekeeper.services.transfer.club_file.MOST_BYTES", 100)
    assert copy_clubs(db, NEXT).too_big == [pub.id]
    assert link_to_copy(pub) is None
    assert "too big" in run(pub.app.config["DATABASE"], "backup").output


def test_nothing_is_stored_while_nothing_may_be_changed(pub: Pub, db: Database) -> None:
    begin_read_only(db, "Back at nine.", FIRST)
    assert copy_clubs(db, FIRST).made == []
    assert link_to_copy(pub) is None


@pytest.mark.usefixtures("match")
def test_a_forgotten_name_and_an_erased_club_are_in_no_copy(pub: Pub, db: Database) -> None:
    copy_clubs(db, FIRST)
    assert "Ann" in copied(pub.manager, pub)
    (ann,) = db.execute("SELECT id FROM players WHERE club = ? AND name = 'Ann'", [pub.id]).fetchone()
    pub.manager.post(f"{pub.home}players/forget", player=ann)
    assert link_to_copy(pub) is None
    copy_clubs(db, NEXT)
    assert "Ann" not in copied(pub.manager, pub)

    pub.manager.post(f"{pub.home}delete", name="The Crown")
    assert pub.manager.ask(f"{pub.home}nightly-copy.jsonl").status_code == 404
    empty_trash(db, datetime.now(UTC) + timedelta(days=TRASH_DAYS))
    assert db.execute("SELECT count(*) FROM nightly_copies").fetchone() == (0,)
    assert copy_clubs(db, NEXT).made == []
