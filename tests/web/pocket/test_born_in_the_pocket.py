"""A club that was begun on a phone: on a server afterwards, where it goes on as if it had begun there."""

import io
import json
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from pocket.phone.bridge import Bridge
from pocket.phone.requests import Site
from scorekeeper.services.clubs.hosting import first_start_secret
from scorekeeper.services.transfer.handover_file import waiting
from scorekeeper.store import open_store
from scorekeeper.store.engine.integrity import faults_in_club
from scorekeeper.store.transfer.handover_rows import copied_up_to
from tests.web.cast import Phone, Pub, open_pub, record, sit_down
from tests.web.conftest import app_over

PROGRAM = {"Accept": "application/json"}
CALLED = {"name": "The Crown", "phone": "Bar phone"}


@pytest.fixture
def born(tmp_path: Path) -> Pub:
    """A club begun on a phone, with a match and the renamed word of a pub that has no server."""
    app = app_over(tmp_path / "phone", SECRET_KEY=b"its own", POCKET=True)
    phone = Phone(app)
    start = phone.open(f"/start/{first_start_secret(app.config['DATABASE'])}")
    home = phone.send(start.form_with("name"), name="The Crown").path
    pub = Pub(app, home.split("/")[2])
    match = sit_down(pub, "block", "Ann", "Bob")
    record(pub, match, 0, {1: 9})
    return pub


@pytest.fixture
def server(tmp_path: Path) -> Flask:
    return app_over(tmp_path / "server", TESTING=True, OPEN=True)


def whole(born: Pub) -> bytes:
    return born.manager.ask(f"{born.home}take-along.jsonl").data


def test_it_is_opened_on_a_server_from_the_phone(born: Pub, server: Flask) -> None:
    """What the script on the phone's page does, request by request; then friends join by its links."""
    assert "begun on this phone" in born.manager.open(f"{born.home}hand-over").text
    bar = Phone(server)
    empty = bar.post("/clubs", **CALLED).location
    moved = bar.client.post(f"{empty}take-in", data={"document": whole(born)}, headers=PROGRAM)
    assert moved.get_json() == {"club": born.id}
    there = Pub(server, born.id)
    with there.db() as db:
        ((match,),) = db.execute("SELECT id FROM matches").fetchall()
    assert there.state(match).score.totals == born.state(match).score.totals == (1, 0)
    settings = bar.open(f"{there.home}settings").text
    assert settings.count("Replace link") == 3, "this phone manages it"
    assert "Bar phone" in settings, "and is called what it was called when it opened the club"
    record(there, match, 1, {0: 4}, phone=there.phone("score"))
    noted = born.manager.client.post(f"{born.home}at-home", headers=PROGRAM)
    assert noted.get_json() == {"club": born.id}
    phone = born.manager
    settings = phone.open(f"{born.home}settings").text
    assert "Rename the club" not in settings
    part = phone.ask(f"{born.home}hand-over.jsonl?after=").data
    said = bar.client.post(f"{there.home}take-in", data={"document": part}, headers=PROGRAM)
    taken = said.get_json()["taken"]
    assert [one["state"] for one in taken] == ["ahead"]
    phone.client.post(f"{born.home}hand-over", data={"there": json.dumps(taken)}, headers=PROGRAM)
    news = bar.ask(f"{there.home}take-along.jsonl?since=0").data
    file = {"file": (io.BytesIO(news), "news")}
    phone.client.post("/take-along", data=file, headers=PROGRAM, content_type="multipart/form-data")
    assert born.state(match).score.totals == there.state(match).score.totals == (1, 1)
    with born.db() as db:
        assert copied_up_to(db, born.id)
        assert [*faults_in_club(db, born.id)] == []
    with there.db() as db:
        assert copied_up_to(db, born.id) is None
        assert [*faults_in_club(db, born.id)] == []
    assert phone.client.post(f"{born.home}remove-copy").status_code in (303, 409)


def test_where_no_answer_came_the_phone_manages_the_club_it_opens_again(born: Pub, server: Flask) -> None:
    called = CALLED | {"key": "of this opening"}
    empty = Phone(server).post("/clubs", **called).location
    bar = Phone(server)  # no cookie came
    assert bar.post("/clubs", **called).location == empty
    bar.client.post(f"{empty}take-in", data={"document": whole(born)}, headers=PROGRAM)
    bar = Phone(server)
    assert bar.post("/clubs", **called).location == born.home
    settings = bar.open(f"{born.home}settings").text
    assert settings.count("Replace link") == 3
    assert "Bar phone" in settings
    with Pub(server, born.id).db() as db:  # as after a power cut before the empty one was deleted
        db.execute("UPDATE clubs SET deleted_at = NULL")
        db.conn.commit()
    assert Phone(server).post("/clubs", **called).location == born.home


def test_by_a_managers_link_the_same_phone_manages_it_where_no_answer_came(born: Pub, server: Flask) -> None:
    assert born.manager.post(f"{born.home}links/manage/revoke").status_code == 303
    del born.manager
    empty = open_pub(server, "To be replaced")
    bar, other = empty.manager, empty.phone("manage")
    before, ended = bar.twin(), bar.twin()
    bar.client.post(f"{empty.home}take-in", data={"document": whole(born)}, headers=PROGRAM)
    answer = before.twin().client.post(f"{empty.home}take-in", data={"document": whole(born)})
    assert answer.location == born.home
    assert before.open(empty.link("manage")).path == born.home
    settings = before.open(f"{born.home}settings")
    assert settings.text.count("Replace link") == 3
    assert other.open(empty.home).status == 404, "it has brought nothing"
    assert before.post(f"{born.home}links/manage/revoke").status_code == 303
    assert ended.open(empty.link("manage")).path == born.home
    assert ended.post(f"{born.home}links/manage/revoke").status_code == 403, "its own link has been ended"


def test_its_file_takes_the_place_of_an_empty_club_only(born: Pub, server: Flask, crown: Pub) -> None:
    sit_down(crown, "block", "Ann", "Bob")
    refused = crown.manager.client.post(
        f"{crown.home}take-in", data={"document": whole(born)}, headers=PROGRAM
    )
    assert refused.status_code == 422
    assert "entered in this club already" in refused.get_json()["detail"]
    bar = Phone(server)
    empty = bar.post("/clubs", **CALLED).location
    broken = bar.client.post(f"{empty}take-in", data={"document": whole(born)[:-40]}, headers=PROGRAM)
    assert broken.status_code == 422
    assert bar.open(empty).status == 200, "the empty club is still there"
    page = bar.client.post(f"{empty}take-in", data={"document": whole(born)})
    assert page.location == born.home
    second = bar.post("/clubs", **CALLED).location
    twice = bar.client.post(f"{second}take-in", data={"document": whole(born)}, headers=PROGRAM)
    assert "here already" in twice.get_json()["detail"]


def test_a_scorer_brings_no_club(born: Pub, server: Flask) -> None:
    bar = Phone(server)
    empty = bar.post("/clubs", **CALLED).location
    scorer = Pub(server, empty.split("/")[2]).phone("score")
    refused = scorer.client.post(f"{empty}take-in", data={"document": whole(born)}, headers=PROGRAM)
    assert refused.status_code == 403


def test_a_copy_is_taken_off_a_phone_once_all_of_it_is_home(born: Pub) -> None:
    phone = born.manager
    assert phone.client.post(f"{born.home}remove-copy").status_code == 409, "it is nowhere else"
    phone.client.post(f"{born.home}at-home")
    kept = phone.client.post(f"{born.home}remove-copy")
    assert kept.status_code == 409
    assert "Hand over first: 1" in kept.get_data(as_text=True)
    with born.db() as db:
        db.execute("INSERT INTO handovers SELECT club, 'match', id, version FROM matches")
        assert waiting(db, born.id) == {}
    assert phone.client.post(f"{born.home}remove-copy").status_code == 303
    assert phone.open(born.home).status == 404


def test_deleting_the_last_club_leads_to_the_start_and_to_the_trash(tmp_path: Path) -> None:
    bridge = Bridge()
    bridge.prepare(tmp_path)
    base = "/pocket/app"
    form = [("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin")]

    def where(status: int, headers: list[tuple[str, str]], _: bytes) -> str:
        assert status == 303
        return dict(headers)["Location"]

    bridge.open(Site("https", "pocket.example", base))
    start = where(*bridge.answer("GET", f"{base}/pocket-start", [], b""))
    home = where(*bridge.answer("POST", base + start.removeprefix(base), form, b"name=The+Crown"))
    trash = where(*bridge.answer("POST", f"{home}delete", form, b"name=The+Crown"))
    assert b"pocket-start" in bridge.answer("GET", trash, [], b"")[2]
    bridge.open(Site("https", "pocket.example", base))  # the next day
    start = where(*bridge.answer("GET", f"{base}/pocket-start", [], b""))
    status, _, page = bridge.answer("GET", start, [], b"")
    assert status == 200
    assert b"Open the club" in page
    assert f'href="{trash}"'.encode() in page
    assert where(*bridge.answer("POST", trash, form, b"")) == home
    with closing(open_store(tmp_path / "scorekeeper.db")) as db:
        assert db.execute("SELECT deleted_at FROM clubs").fetchall() == [(None,)]
