"""A manager looks into the copies of the club and puts it back as it was then."""

import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.services.transfer import copies as restoring
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine import connection
from scorekeeper.store.engine.backup import back_up, verify
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from scorekeeper.store.engine.migrate import copy_beside
from scorekeeper.store.matches.match_events import events
from tests.web.cast import Phone, Pub, open_pub, record, sit_down, undo
from tests.web.page import Page
from tests.web.secretary import draw_up, three_teams

THEN = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
NAME = "scorekeeper-20261122T043000Z.db"


@pytest.fixture
def pub(empty_app: Flask) -> Pub:
    return open_pub(empty_app, "The Crown")


@pytest.fixture
def database(empty_app: Flask) -> Path:
    return Path(empty_app.config["DATABASE"])


@pytest.fixture
def match(pub: Pub, database: Path) -> str:
    """A match with one round in the copy, a second since, and another match since."""
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    record(pub, match, 0, {1: 12})
    back_up(database, database.parent / "backups", THEN)
    record(pub, match, 0, {1: 9})
    other = sit_down(pub, "draw_100", "Cy", "Di")
    record(pub, other, 0, {1: 30})
    assert "30" in pub.manager.open(f"{pub.home}matches/{other}").text
    return match


def put_back(pub: Pub, phone: Phone, name: str = NAME) -> Page:
    at = f"{pub.home}copies/{name}"
    (form,) = [form for form in phone.open(at).forms if form.action.endswith(name)]
    return phone.send(form)


def sound(pub: Pub) -> list[str]:
    with pub.db() as db:
        return [*faults_in_file(db), *faults_in_record(db), *faults_in_every_chain(db)]


def test_four_taps_put_the_club_back_and_what_was_there_is_a_copy_too(pub: Pub, match: str) -> None:
    (line,) = [(words, at) for words, at in pub.manager.open(f"{pub.home}copies").links if "round" in words]
    assert "1 round in 1 match" in line[0]
    page = pub.manager.open(line[1]).text
    assert "Ann" in page
    assert "Cy" not in page
    assert len(pub.events(match)) == 2
    before = pub.stored()
    assert "Cy" in pub.manager.open(pub.home).text
    settings = pub.manager.open(f"{pub.home}settings")
    assert any(at.endswith("/copies") for _, at in settings.links)
    assert "The club was put back" not in pub.manager.open(f"{pub.home}copies").text
    done = put_back(pub, pub.manager)
    assert (done.status, done.path) == (200, f"{pub.home}copies")
    assert re.search(r"The club was put back on .+, as it was in the copy of 22 Nov 2026, 04:30\.", done.text)
    assert "3 rounds in 2 matches, from before a copy was put back" in done.text
    assert len(pub.events(match)) == 1
    now = pub.stored()
    assert [row["id"] for row in now["matches"]] == [match]
    assert now["links"] == before["links"]
    assert len(now["audit_log"]) == len(before["audit_log"]) + 1
    assert sound(pub) == []
    home = pub.manager.open(pub.home)
    assert home.status == 200
    assert "Cy" not in home.text
    record(pub, match, 0, {1: 3})
    assert [event.body.hands[0].pips for event in pub.events(match)] == [12, 3]  # type: ignore[union-attr]


def test_what_was_there_is_a_copy_too_and_can_be_put_back(pub: Pub, match: str) -> None:
    three_teams(pub)
    put_back(pub, pub.manager)
    held = "3 rounds in 2 matches, 0 match cards in 1 league"
    copies = [at for words, at in pub.manager.open(f"{pub.home}copies").links if held in words]
    assert put_back(pub, pub.manager, copies[0].rpartition("/")[2]).status == 200
    assert len(pub.events(match)) == 2
    assert sound(pub) == []


def test_what_a_secretary_did_since_the_copy_is_done_again(pub: Pub, database: Path) -> None:
    """Its page shows what it showed before, and the phone is the same: it is another tap all the same."""
    at = three_teams(pub)
    back_up(database, database.parent / "backups", THEN)
    for _ in range(2):
        assert draw_up(pub, at).status == 200
        assert len(pub.stored()["fixtures"]) == 6
        put_back(pub, pub.manager)
        assert pub.stored()["fixtures"] == []


@pytest.mark.usefixtures("match")
def test_what_was_there_is_a_copy_of_that_club_alone(pub: Pub, database: Path) -> None:
    """However many clubs there are, none waits for more than one, nor is it in another's copy."""
    open_pub(pub.app, "The Bell")
    put_back(pub, pub.manager)
    (beside,) = database.parent.glob("*.before-club-*.db")
    verify(beside)
    with closing(open_store(beside)) as db:
        assert [club.name for club in clubs(db)] == ["The Crown"]
    assert b"The Bell" not in beside.read_bytes()
    said = CliRunner().invoke(main, ["restore", str(beside), "--force", "--database", str(database)])
    assert (said.exit_code, "name the club with --club" in said.output) == (3, True)


def test_a_round_saved_meanwhile_is_in_the_copy_of_what_was_there(
    pub: Pub, match: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another table saves in the very moment in which what is there is copied."""
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    saved = []

    def copied(*asked: Any) -> Path:
        copy = copy_beside(*asked)
        saved.append(record(pub, match, 0, {1: 7}, phone=pub.phone("score")).status_code == 303)
        return copy

    monkeypatch.setattr(restoring, "copy_beside", copied)
    assert put_back(pub, pub.manager).status == 200
    (beside,) = database.parent.glob("*.before-club-*.db")
    with closing(open_store(beside)) as db:
        kept = [event.body.hands[0].pips for event in events(db, pub.id, match)]  # type: ignore[union-attr]
    assert (7 in kept) == saved[0]
    assert len(saved) == 1


@pytest.mark.usefixtures("match")
def test_a_link_that_ended_since_stays_ended(pub: Pub) -> None:
    old, phone = pub.link("score"), pub.phone("score")
    pub.manager.post(f"{pub.home}links/score/revoke")
    assert put_back(pub, pub.manager).status == 200
    pub.phone("score")
    assert phone.post(f"{pub.home}settings", name="X").status_code != 303
    assert Phone(pub.app).ask(old).status_code == 404


@pytest.mark.usefixtures("match")
def test_somebody_forgotten_since_does_not_come_back(pub: Pub) -> None:
    (ann,) = [row["id"] for row in pub.stored()["players"] if row["name"] == "Ann"]
    pub.manager.post(f"{pub.home}data/forget", player=ann)
    assert "Ann" not in pub.manager.open(f"{pub.home}copies/{NAME}").text
    put_back(pub, pub.manager)
    assert "Ann" not in [row["name"] for row in pub.stored()["players"]]
    assert sound(pub) == []


@pytest.mark.usefixtures("match")
def test_a_copy_that_is_gone_or_of_somewhere_else_is_refused(pub: Pub) -> None:
    for name in ("scorekeeper-20200101T000000Z.db", "..%2Fscorekeeper.db", "secret_key"):
        assert pub.manager.ask(f"{pub.home}copies/{name}").status_code == 404
    assert pub.phone("score").ask(f"{pub.home}copies/{NAME}").status_code == 403


@pytest.mark.usefixtures("match")
def test_a_copy_whose_file_was_damaged_since_is_refused_as_that(pub: Pub, database: Path) -> None:
    """In a page that holds nothing of the record."""
    copy = database.parent / "backups" / NAME
    with closing(open_store(copy)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'acts'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with copy.open("r+b") as file:
        file.seek(size * (root - 1))
        file.write(b"\xaa" * size)
    before = pub.stored()
    assert put_back(pub, pub.manager).status == 422
    assert "This copy’s record is not sound" in pub.manager.page.text
    assert pub.stored() == before


def test_one_club_at_the_command_line(pub: Pub, match: str, database: Path, tmp_path: Path) -> None:
    copy = (database.parent / "backups" / NAME).rename(tmp_path / "from the stick (1).db")
    said = CliRunner().invoke(
        main, ["restore", str(copy), "--club", "The Crown", "--database", str(database)]
    )
    assert said.exit_code == 0, said.output
    assert "The Crown is as it was in" in said.output
    assert "The command line" not in pub.manager.open(f"{pub.home}settings").text, "it is no phone to end"
    assert len(pub.events(match)) == 1
    assert sound(pub) == []


def test_what_was_opened_before_means_no_other_entry_that_has_its_number_since(pub: Pub, match: str) -> None:
    old = pub.phone("score")
    shown, before = old.open(f"{pub.home}matches/{match}/rounds/2"), old.open(f"{pub.home}matches/{match}")
    assert pub.manager.post(f"{pub.home}matches/{match}/call-off", key="call-off").status_code == 303
    tonight = old.open(pub.home)
    put_back(pub, pub.manager)
    record(pub, match, 1, {0: 30})
    record(pub, match, 1, {0: 4})  # as many entries as there had been
    assert old.send(tonight.form_saying("Undo")).status == 409
    assert undo(pub, match).status == 200
    for form in (shown.form_with("pips_0"), shown.form_saying("Delete round"), before.form_saying("Undo")):
        page = old.send(form)
        assert page.status == 409
        assert "Somebody has" in page.text
    assert pub.state(match).score.totals == (12, 30)
