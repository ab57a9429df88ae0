"""The club’s page that takes a pocket’s file: who may, what it shows and returns; and a phone’s room."""

import html
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlite_utils import Database
from werkzeug.test import TestResponse

from pocket.phone.bridge import Bridge
from pocket.phone.requests import Site
from scorekeeper.app import create_app
from scorekeeper.services.clubs.hosting import open_club
from scorekeeper.services.transfer import match_code
from scorekeeper.services.transfer.handover_file import take_along, waiting
from scorekeeper.store import open_store
from scorekeeper.store.clubs.access import ensure_device
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.errors import EngineError
from scorekeeper.store.engine.migrate import columns_of_steps
from scorekeeper.store.matches.matches import matches
from scorekeeper.store.transfer.handover_rows import copied_up_to
from scorekeeper.web.http.errors import busy
from scorekeeper.web.http.templating import build_id
from scorekeeper.web.pwa import bundle
from tests.databases import make_database
from tests.services.match import EVENING, Match, out
from tests.services.transfer.handover import file_of
from tests.web.cast import Phone, Pub, record, sit_down
from tests.web.conftest import app_over


class Away(NamedTuple):
    """A phone that has taken the club along, and the match it plays on."""

    database: Path
    db: Database
    match: Match

    def file(self) -> bytes:
        """What it would hand over now."""
        return "".join(file_of(self.db, self.match.club)).encode()

    def play(self, seat: int, pips: int) -> None:
        self.match.record(self.db, out(self.match, seat, {1 - seat: pips}), key="away")

    def browser(self) -> Phone:
        """The app's own pages inside this phone."""
        app = create_app({"DATABASE": self.database, "SECRET_KEY": b"its own", "POCKET": True})
        return Pub(app, self.match.club).manager


@pytest.fixture
def away(crown: Pub, tmp_path: Path) -> Iterator[Away]:
    """A phone that has taken along Ann and Bob's match after one round, and has added a second."""
    match = sit_down(crown, "block", "Ann", "Bob")
    record(crown, match, 0, {1: 9})
    with closing(open_store(make_database(tmp_path / "phone.db"))) as db:
        lines = crown.manager.ask(f"{crown.home}take-along.jsonl").get_data(as_text=True)
        take_along(db, lines.splitlines(keepends=True))
        with writing(db):
            ensure_device(db, crown.id, "away", EVENING)
        seats = crown.state(match).match.seats
        phone = Away(tmp_path / "phone.db", db, Match(crown.id, match, [s.player for s in seats], "away"))
        phone.play(1, 4)
        yield phone


def send(phone: Phone, path: str, name: str, file: bytes, **fields: str) -> TestResponse:
    """A form with one file, as a browser sends it."""
    data = {name: (io.BytesIO(file), "file"), **fields}
    return phone.client.post(path, data=data, content_type="multipart/form-data")


def test_match_says_who_handed_it_over(crown: Pub, away: Away) -> None:
    manager = crown.manager
    assert "Handed over by" not in manager.open(crown.at(away.match.id)).text
    taken = send(manager, f"{crown.home}take-in", "file", away.file())
    assert "what the phone has added is here now too" in taken.get_data(as_text=True)
    assert "Handed over by Phone 1 on" in manager.open(crown.at(away.match.id)).text
    assert manager.open(crown.at(away.match.id, "/change")).text.count("Phone 1") == 0


def test_code_of_a_match_is_shown_in_the_pocket_and_added_on_the_clubs_page(crown: Pub, away: Away) -> None:
    phone = away.browser()
    path = crown.at(away.match.id, "/code")
    shown = phone.ask(path).get_data(as_text=True)
    assert "QR code: take this match to the club" in shown
    address = html.unescape(re.findall(r'class="secret">(.*?)<', shown)[0])
    page, _, code = address.partition("#")
    assert page.endswith(f"{crown.home}take-in")
    drawn = phone.ask(f"{path}.svg")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    manager = crown.manager
    for says in ("what the phone has added is here now too", "was here already, as it is"):
        said = manager.client.post(f"{crown.home}take-in", data={"document": code}).get_data(as_text=True)
        assert says in said
        assert "receipt" not in said
    refused = manager.client.post(f"{crown.home}take-in", data={"document": code[:-3]})
    assert refused.status_code == 422
    assert "This code is damaged" in refused.get_data(as_text=True)


def test_a_match_and_an_evening_go_from_phone_to_phone(crown: Pub, away: Away, tmp_path: Path) -> None:
    with closing(open_store(make_database(tmp_path / "other.db"))) as db:
        take_along(
            db, crown.manager.ask(f"{crown.home}take-along.jsonl").get_data(as_text=True).splitlines(True)
        )
        other = Away(tmp_path / "other.db", db, away.match).browser()
        match = away.browser().ask(f"{crown.home}hand-over.jsonl?match={away.match.id}").data
        evening = away.browser().ask(f"{crown.home}hand-over.jsonl").data
        for file, says in (
            (match, "what the phone has added is here now too"),
            (match, "was here already, as it is"),
            (evening, "was here already, as it is"),
        ):
            taken = send(other, f"{crown.home}take-in", "file", file)
            assert says in taken.get_data(as_text=True)
        assert [*waiting(db, crown.id)] == [("match", away.match.id)], "it goes home from either"
        record(crown, away.match.id, 1, {0: 6})
        whole = crown.manager.ask(f"{crown.home}take-along.jsonl").data
        assert send(other, f"{crown.home}take-in", "file", whole).status_code == 303
        assert len(matches(db, crown.id)) == 1


def test_match_that_is_too_long_for_a_code_says_so(away: Away, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_code, "MOST_SIGNS", 100)
    shown = away.browser().open(f"/c/{away.match.club}/matches/{away.match.id}/code").text
    assert "too long for one QR code" in shown
    assert 'class="qr"' not in shown


@pytest.mark.parametrize("role", ["score", "manage"])
def test_a_file_that_is_no_evening_is_called_what_it_is(crown: Pub, role: str) -> None:
    """The club's own file stands on the same page; a picture stands beside it in the phone's folder."""
    sit_down(crown, "draw_100", "Ann", "Bob")
    phone, before = crown.phone(role), crown.facts()
    saved = phone.open(f"{crown.home}take-in").link_saying("Save the club’s file")
    for file, words in (
        (phone.ask(saved).get_data(), "This is the club itself, as it was saved for a phone."),
        (b"\x89PNG\r\n", "This is not a file that a phone has saved for its club."),
    ):
        answer = send(phone, f"{crown.home}take-in", "file", file)
        assert (answer.status_code, words in answer.text) == (422, True), answer.text
        assert "After: import what was played" in answer.text, "and the form is there again"
    assert crown.facts() == before


def test_receipt_tells_the_phone_what_the_club_has(crown: Pub, away: Away) -> None:
    manager = crown.manager
    send(manager, f"{crown.home}take-in", "file", away.file())
    receipt = manager.client.post(f"{crown.home}take-in", data={"document": away.file(), "receipt": "yes"})
    assert receipt.headers["Content-Disposition"] == 'attachment; filename="receipt.json"'
    phone = away.browser()
    assert "not handed over yet: 1" in phone.open(f"{crown.home}hand-over").text
    assert send(phone, f"{crown.home}hand-over", "receipt", b"hello").status_code == 422
    assert send(phone, f"{crown.home}hand-over", "receipt", receipt.data).status_code == 303
    assert "Everything on this phone is with the club." in phone.open(f"{crown.home}hand-over").text
    assert waiting(away.db, crown.id) == {}


def test_both_versions_stand_on_both_pages_until_one_tap_on_the_clubs(crown: Pub, away: Away) -> None:
    record(crown, away.match.id, 0, {1: 2})
    manager = crown.manager
    said = send(manager, f"{crown.home}take-in", "file", away.file())
    shown = manager.page.text if said.mimetype != "text/html" else said.get_data(as_text=True)
    assert "As the club has it" in shown
    assert "As the phone has it" in shown
    assert "Ann chipped out" in shown
    assert "Bob chipped out" in shown
    receipt = manager.client.post(f"{crown.home}take-in", data={"document": away.file(), "receipt": "yes"})
    phone = away.browser()
    kept = send(phone, f"{crown.home}hand-over", "receipt", receipt.data)
    assert kept.status_code == 409
    assert "As the phone has it" in kept.get_data(as_text=True)
    assert "The phone’s" in kept.get_data(as_text=True)
    assert list(waiting(away.db, crown.id)) == [("match", away.match.id)]
    assert len(crown.events(away.match.id)) == 2
    assert f'name="choice-{away.match.id}" value="mine"' in shown
    choice = {f"choice-{away.match.id}": "mine"}
    manager.client.post(f"{crown.home}take-in", data={"document": away.file(), **choice})
    assert crown.state(away.match.id).score.totals == (1, 1)
    receipt = manager.client.post(f"{crown.home}take-in", data={"document": away.file(), "receipt": "yes"})
    assert send(phone, f"{crown.home}hand-over", "receipt", receipt.data).status_code == 303


def test_club_of_any_size_is_taken_along_by_a_new_phone(crown: Pub, tmp_path: Path) -> None:
    match = sit_down(crown, "block", "Ann", "Bob")
    for seat in range(8):
        record(crown, match, seat % 2, {1 - seat % 2: 9})
    club = crown.manager.ask(f"{crown.home}take-along.jsonl").data
    assert len(club) > 5_000
    phone = Phone(app_over(tmp_path / "new", SECRET_KEY=b"its own", POCKET=True))
    phone.open("/take-along")
    assert send(phone, "/take-along", "file", club).status_code == 303
    assert "The Crown" in phone.open(crown.home).text
    del phone.client.environ_base["HTTP_ORIGIN"]
    assert send(phone, "/take-along", "file", club).status_code == 400


def test_the_phone_sends_parts_and_takes_news(crown: Pub, away: Away) -> None:
    """What the script on the phone's page does, request by request."""
    program = {"Accept": "application/json"}
    phone = away.browser()
    assert "Bring both up to date" in phone.open(f"{crown.home}hand-over").html
    part = phone.ask(f"{crown.home}hand-over.jsonl?after=").get_data(as_text=True)
    taken = crown.manager.client.post(f"{crown.home}take-in", data={"document": part}, headers=program)
    there = json.dumps(taken.get_json()["taken"])
    marked = phone.client.post(f"{crown.home}hand-over", data={"there": there}, headers=program)
    assert marked.get_json() == {"waiting": 0}
    record(crown, away.match.id, 0, {1: 2})
    since = copied_up_to(away.db, crown.id)
    news = crown.manager.ask(f"{crown.home}take-along.jsonl?since={since}").data
    for never in (-1, 10**30):
        assert crown.manager.ask(f"{crown.home}take-along.jsonl?since={never}").status_code == 404
    assert news_taken(phone, news).get_json() == {"club": crown.id}
    assert away.match.state(away.db).score.totals == crown.state(away.match.id).score.totals
    broken = news_taken(phone, news[:-30])
    assert broken.status_code == 422
    assert "Nothing was changed" in broken.get_json()["detail"]


def news_taken(phone: Phone, file: bytes) -> TestResponse:
    return phone.client.post(
        "/take-along",
        data={"file": (io.BytesIO(file), "file")},
        headers={"Accept": "application/json"},
        content_type="multipart/form-data",
    )


def test_a_copy_offers_no_settings_of_the_club_and_refuses_them(crown: Pub, tmp_path: Path) -> None:
    sit_down(crown, "block", "Ann", "Bob")
    club = crown.manager.ask(f"{crown.home}take-along.jsonl").data
    phone = Phone(app_over(tmp_path / "new", SECRET_KEY=b"its own", POCKET=True))
    phone.open("/take-along")
    send(phone, "/take-along", "file", club)
    settings = phone.open(f"{crown.home}settings").text
    assert "Rename the club" not in settings
    assert "delete the club" not in settings
    assert "changed at the club" in " ".join(settings.split())
    assert phone.client.post(f"{crown.home}rename", data={"name": "Mine"}).status_code in (403, 404)
    assert phone.client.get(f"{crown.home}leagues/new").status_code == 403
    player = phone.open(f"{crown.home}players").text
    assert "Ann" in player
    with closing(open_store(tmp_path / "new" / "scorekeeper.db")) as db:
        ((ann,),) = db.execute("SELECT id FROM players WHERE name = 'Ann'").fetchall()
    page = phone.open(f"{crown.home}players/{ann}")
    assert "Rename" not in page.text
    assert "Same person as" not in page.text
    refused = phone.post(f"{crown.home}players/{ann}", name="Anne")
    assert refused.status_code == 403
    assert "This is a copy of the club" in phone.page.text


def test_who_is_who_is_answered_on_the_clubs_page(crown: Pub, away: Away, tmp_path: Path) -> None:
    crown.app.config["POCKET_FOLDER"], before = tmp_path, crown.app.config["POCKET_FOLDER"]
    (tmp_path / "index.html").write_text("the pocket")
    sit_down(crown, "block", "Ann", "Cy")
    with writing(away.db):
        theirs = add_player(away.db, crown.id, "Cy", EVENING).id
        away.match._replace(id="", players=[away.match.players[0], theirs]).sit_down(
            away.db, away.match.state(away.db).card
        )
    sent = {"document": away.file().decode(), "from_pocket": "yes"}
    asked = crown.manager.post(f"{crown.home}take-in", **sent)
    assert asked.status_code == 409
    assert " checked" not in asked.get_data(as_text=True), "nobody is joined by a careless tap"
    nameless = crown.manager.post(f"{crown.home}take-in", **sent, **{f"who-{theirs}": "other"})
    assert nameless.status_code == 409
    assert "Give a name" in nameless.get_data(as_text=True)
    done = crown.manager.post(f"{crown.home}take-in", **sent, **{f"who-{theirs}": "same"})
    crown.app.config["POCKET_FOLDER"] = before
    assert f'href="/pocket/#/c/{crown.id}/hand-over?on"' in done.get_data(as_text=True)


@pytest.mark.parametrize(
    ("base", "here", "said"),
    [
        ("http://localhost", True, "Copy it to this browser"),
        ("http://127.0.0.1:8000", True, "Copy it to this browser"),
        ("https://scores.example.org", True, "Copy it to this browser"),
        ("http://192.168.1.20:8000", True, "an address that begins with https:// only"),
        ("https://scores.example.org", False, "was set up without the app"),
    ],
)
def test_the_app_for_the_phone_is_offered_where_a_browser_takes_it(
    crown: Pub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base: str, here: bool, said: str
) -> None:
    monkeypatch.setitem(crown.app.config, "POCKET_FOLDER", tmp_path)
    if here:
        (tmp_path / "index.html").touch()
    phone = Phone(crown.app, base)
    assert phone.ask(crown.link("score")).status_code == 303
    text = phone.open(f"{crown.home}take-in").text
    assert said in text
    assert text.count("Copy it to this browser") == (said == "Copy it to this browser")


@pytest.mark.parametrize(("pocket", "said"), [(True, "This phone is full"), (False, "The server’s disk")])
def test_a_full_disk_is_called_by_its_name(tmp_path: Path, pocket: bool, said: str) -> None:
    app = app_over(tmp_path, SECRET_KEY=b"its own", POCKET=pocket)
    with app.test_request_context("/", headers={"Accept": "application/json"}):
        answer = busy(EngineError("database or disk is full"))
    assert answer.status_code == 507
    assert answer.get_json()["status"] == 507
    assert said in answer.get_json()["detail"]


def test_only_a_pocket_looks_for_room(crown: Pub, tmp_path: Path) -> None:
    assert 'id="room"' not in crown.manager.ask(crown.home).get_data(as_text=True)
    pocket = app_over(tmp_path, SECRET_KEY=b"its own", POCKET=True)
    with closing(open_store(tmp_path / "scorekeeper.db")) as db:
        club = open_club(db, "The Bell", "2026-11-22T20:00:00Z")
    bell = Pub(pocket, club.id)
    assert 'id="room"' in bell.manager.ask(f"{bell.home}matches/new").get_data(as_text=True)


BASE = "/pocket/app"


def test_the_first_page_puts_no_bundle_together(tmp_path: Path) -> None:
    made = (bundle, build_id, columns_of_steps)
    for each in made:
        each.cache_clear()
    bridge = Bridge()
    bridge.prepare(tmp_path)
    bridge.prepare_pages()
    before = [each.cache_info().misses for each in made]
    bridge.open(Site("https", "pocket.example", BASE))
    status, _, page = bridge.answer("GET", f"{BASE}{bridge.first_page()}", [], b"")
    assert (status, b"Open the club" in page) == (200, True)
    assert [each.cache_info().misses for each in made] == before
