"""Forgetting a person, exporting everything, deleting a club: complete, and limited to them."""

import json
import re
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.services.clubs.hosting import empty_trash
from scorekeeper.services.transfer.club_file import import_club
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import TRASH_DAYS
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from tests.web.cast import Phone, Pub, open_pub, record, sit_down, tap
from tests.web.conftest import app_over
from tests.web.evening import pages, play_an_evening

ROOT = Path(__file__).parents[3]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """An app with a file of its own, whose bytes are searched for what must be gone."""
    return app_over(tmp_path)


@pytest.fixture
def crown(app: Flask) -> Pub:
    return open_pub(app, "The Crown")


def forget(pub: Pub, name: str) -> Phone:
    form = pub.manager.open(f"{pub.home}data").form_with("player")
    with pub.db() as db:
        (id_,) = db.execute("SELECT id FROM players WHERE club = ? AND name = ?", [pub.id, name]).fetchone()
    pub.manager.send(form, player=id_)
    return pub.manager


# As a word: ids and CSRF tokens are random letters, and three of them are soon found.
NAMED = re.compile(r"\b(zebedee|zeb)\b", re.IGNORECASE)


def test_a_forgotten_name_is_nowhere_and_the_scores_stay(crown: Pub) -> None:
    evening = play_an_evening(crown, ("Zebedee", "Bob", "Cy", "Di"))
    phone = crown.phone("score")
    phone.send(phone.open(f"{crown.home}settings").form_with("name"), name="Zebedee’s phone")
    player = phone.open(f"{crown.home}players/{evening.player}")
    phone.send(player.form_with("name"), name="Zeb")
    team = phone.open(f"{crown.home}teams/{evening.team}")
    phone.send(team.form_with("name"), name="zeb & friends")
    tap(crown, evening.running, 1, 5)
    before = crown.state(evening.finished).score.totals

    forgetful = forget(crown, "Zeb")
    assert crown.state(evening.finished).score.totals == before
    for path in pages(evening):
        assert not NAMED.search(forgetful.ask(path).get_data(as_text=True)), path
    assert not NAMED.search(forgetful.ask(f"{crown.home}export.jsonl").get_data(as_text=True))
    assert re.search(r"Player \d", forgetful.open(crown.at(evening.finished)).text)


def test_a_forgotten_name_is_not_in_the_file_nor_in_its_log(app: Flask, crown: Pub) -> None:
    evening = play_an_evening(crown, ("Zebedee", "Bob", "Cy", "Di"))
    phone = crown.phone("score")
    phone.send(phone.open(f"{crown.home}players/{evening.player}").form_with("name"), name="Zeberina")
    assert b"Zebedee" in written(app)
    forget(crown, "Zeberina")
    assert not {name for name in (b"zebedee", b"zeberina") if name in written(app).lower()}


def test_nobody_is_forgotten_by_a_stray_tap(crown: Pub) -> None:
    """It cannot be taken back, so nobody is chosen beforehand."""
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    page = crown.manager.open(f"{crown.home}data")
    refused = crown.manager.send(page.form_with("player"))
    assert (refused.status, refused.fault("player")) == (422, "Choose who it is.")
    assert crown.state(match).sides == ("Ann", "Bob")


def written(app: Flask) -> bytes:
    """Every byte of the database and of what SQLite keeps beside it."""
    path = Path(app.config["DATABASE"])
    return b"".join(found.read_bytes() for found in path.parent.glob(f"{path.name}*"))


def test_a_name_inside_another_or_of_another_club_is_left_alone(crown: Pub, app: Flask) -> None:
    match = sit_down(crown, "draw_100", "Al", "Alan", "Al-Amin")
    forget(crown, "Al")
    first, *others = [seat.name for seat in crown.state(match).match.seats]
    assert re.fullmatch(r"Player [123]", first)
    assert others == ["Alan", "Al-Amin"]
    anchor = open_pub(app, "The Anchor")
    sit_down(crown, "draw_100", "Ann", "Bob")
    theirs = sit_down(anchor, "draw_100", "Ann", "Bob")
    forget(crown, "Ann")
    assert anchor.state(theirs).match.seats[0].name == "Ann"
    match = sit_down(crown, "draw_100", "Player 2", "Bob", "Cy")
    forget(crown, "Bob")
    forget(crown, "Cy")
    names = [seat.name for seat in crown.state(match).match.seats]
    assert names[0] == "Player 2"
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"Player \d+", name) for name in names)


def test_the_export_holds_every_row_of_the_club_and_no_other(app: Flask, crown: Pub) -> None:
    play_an_evening(crown)
    anchor = open_pub(app, "The Anchor")
    sit_down(anchor, "draw_100", "Xerxes", "Yolanda")
    answer = crown.manager.ask(f"{crown.home}export.jsonl")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["Cache-Control"] == "no-store"
    text = answer.get_data(as_text=True)
    assert anchor.id not in text
    assert "Xerxes" not in text
    tables = [json.loads(line)["table"] for line in text.splitlines()[1:]]
    assert sum(table in TABLES for table in tables) == sum(
        len(rows) for table, rows in crown.stored().items() if table in TABLES
    )
    assert not {"pins", "pin_attempts"} & {*tables}, "a PIN's few digits can be found from its hash"
    for role in ("watch", "score", "manage"):
        assert crown.link(role).rpartition("/")[2] not in text


def test_what_is_downloaded_is_the_same_club_elsewhere(crown: Pub, tmp_path: Path) -> None:
    evening = play_an_evening(crown)
    text = crown.manager.ask(f"{crown.home}export.jsonl").text
    elsewhere = app_over(tmp_path / "elsewhere")
    with closing(open_store(elsewhere.config["DATABASE"])) as db:
        assert import_club(db, text.splitlines(keepends=True)) == crown.id
    assert Pub(elsewhere, crown.id).events(evening.finished) == crown.events(evening.finished)


TABLES = ("players", "teams", "matches", "match_events", "audit_log")


def delete(pub: Pub, name: str) -> int:
    form = pub.manager.open(f"{pub.home}data").form_with("name")
    return pub.manager.send(form, name=name).status


def test_a_deleted_club_is_gone_and_can_be_taken_back(crown: Pub) -> None:
    assert delete(crown, "The Anchor") == 422
    assert crown.manager.open(crown.home).status == 200
    evening = play_an_evening(crown)
    assert delete(crown, "the crown") == 200
    assert "is deleted" in crown.manager.page.text
    for path in (crown.home, crown.at(evening.running), f"{crown.home}export.jsonl", crown.link("score")):
        assert Phone(crown.app).open(path).status == 404, path
    assert record(crown, evening.running, 0, {1: 5}).status_code == 404
    assert Phone(crown.app).ask(f"{crown.home}trash").status_code == 404, "nobody else hears of it"
    page = crown.manager.open(f"{crown.home}trash")
    crown.manager.send(page.form_saying("Restore club"))
    assert crown.manager.open(crown.at(evening.running)).status == 200


def test_after_thirty_days_nothing_of_it_is_in_the_file(app: Flask, crown: Pub) -> None:
    play_an_evening(crown, ("Zebedee", "Bob", "Cy", "Di"))
    anchor = open_pub(app, "The Anchor")
    stays = sit_down(anchor, "draw_100", "Ann", "Bob")
    delete(crown, "The Crown")
    now = datetime.now(UTC)
    with closing(open_store(app.config["DATABASE"])) as db:
        assert empty_trash(db, now + timedelta(days=TRASH_DAYS, minutes=-1)) == []
        assert empty_trash(db, now + timedelta(days=TRASH_DAYS, minutes=1)) == [crown.id]
        assert (faults_in_file(db), [*faults_in_record(db), *faults_in_every_chain(db)]) == ([], [])
    kept = written(app)
    assert b"Zebedee" not in kept
    assert crown.id.encode() not in kept
    assert anchor.manager.open(anchor.at(stays)).status == 200


def test_entries_still_cannot_be_changed_by_hand(crown: Pub) -> None:
    play_an_evening(crown)
    with crown.db() as db, pytest.raises(Exception, match="append-only"):
        db.execute("UPDATE match_events SET reason = 'bribed'")


def test_the_page_says_what_privacy_md_says(app: Flask) -> None:
    page = Phone(app).open("/privacy")
    written = (ROOT / "PRIVACY.md").read_text()
    sentences = " ".join(re.sub(r"^#+ ", "", line) for line in written.splitlines()).split()
    assert " ".join(sentences) in page.text
