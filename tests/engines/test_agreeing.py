"""Both engines: pages, a second phone that agrees, a club opened once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import time_machine
from flask import Flask
from sqlite_utils import Database

from scorekeeper.app import create_app
from scorekeeper.services.cards.card_commands import forfeit, reopen, sign
from scorekeeper.services.gate import Ask, IdempotencyKey, KeyReused
from scorekeeper.services.matches.recording import abandon, delete_round
from scorekeeper.services.transfer.club_file import exported, import_club
from scorekeeper.store import open_store
from tests.databases import make_database
from tests.services.league import EVENING, Secretary
from tests.services.match import Match, out, start
from tests.store.conftest import Table
from tests.web.cast import Phone, Pub, ask_to_sit, open_pub, record, sit_down
from tests.web.conftest import app_over
from tests.web.http.test_not_modified import asleep, validators
from tests.web.routes.test_limits import matches, use_up

FIRST, AGREED = "the first phone", "the second phone"


@pytest.fixture
def undone(db: Database) -> Match:
    """A match whose first round two phones have entered and one has then undone."""
    at = start(db, "draw", "Ann", "Bob")
    assert at.record(db, out(at, 0, {1: 10}), round=1, key=FIRST)
    assert not at.record(db, out(at, 0, {1: 10}), round=1, key=AGREED)
    at.undo(db)
    return at


def test_a_round_that_was_agreed_and_undone_does_not_come_back(db: Database, undone: Match) -> None:
    assert not undone.record(db, out(undone, 0, {1: 10}), round=1, key=AGREED)
    assert undone.state(db).score.totals == (0, 0)
    with pytest.raises(KeyReused):
        undone.record(db, out(undone, 0, {1: 20}), round=1, key=AGREED, said="something else")


def test_nor_after_the_club_has_moved_to_another_server(db: Database, undone: Match, tmp_path: Path) -> None:
    with closing(open_store(make_database(tmp_path / "elsewhere.db"))) as elsewhere:
        import_club(elsewhere, exported(db, undone.club))
        assert not undone.record(elsewhere, out(undone, 0, {1: 10}), round=1, key=AGREED)
        assert undone.state(elsewhere).score.totals == (0, 0)


def test_what_two_have_abandoned_or_deleted_stays_restored(db: Database) -> None:
    at = start(db, "draw", "Ann", "Bob")
    at.record(db, out(at, 0, {1: 10}))

    def give_up(key: str) -> bool:
        return abandon(at.ask(db, key), at.id).added

    def delete(key: str) -> bool:
        return delete_round(at.ask(db, key), at.id, 1).added

    assert (give_up(FIRST), give_up(AGREED)) == (True, False)
    at.undo(db)
    assert not give_up(AGREED)
    assert at.state(db).running
    assert (delete("one"), delete("other")) == (True, False)
    at.record(db, out(at, 0, {1: 12}), round=1)
    assert not delete("other")
    assert at.state(db).score.totals == (12, 0)


def test_a_card_signed_reopened_or_forfeited_by_two_keeps_its_later_state(db: Database, crown: Table) -> None:
    teams = {name: "\n".join(f"{name} {n}" for n in range(1, 7)) for name in ("Anchor", "Bell")}
    league = Secretary.begin(db, crown.club, "hdddcl", teams, EVENING)
    league.draw_up(date(2026, 9, 7))
    league.report_all(league.card(), {1})
    fixture, shown = league.card().fixture.id, league.card().wording

    def by(key: str, said: str) -> Ask:
        return league.ask._replace(key=IdempotencyKey(key, said))

    def signed(key: str) -> bool:
        sign(by(key, "sign"), fixture, 0, shown=shown)
        return bool(league.card().signatures[0])

    def signed_after_opening(key: str) -> bool:
        reopen(by(key, "open"), fixture, "upside down")
        return bool(league.card().signatures[0])

    def walked_over(key: str, side: int | None = 0) -> bool:
        forfeit(by(key, f"{side}"), fixture, side, "no show")
        return league.card().forfeited_by is not None

    assert signed("signed by one")
    assert signed("signed by another")
    assert not signed_after_opening("opened by one")
    assert not signed_after_opening("opened by another")
    assert not signed("signed by another"), "it was agreed, and the card has been opened since"
    assert signed("signed anew")
    assert signed_after_opening("opened by another"), "it was agreed, and the card has been signed since"
    assert not signed_after_opening("opened once more")
    assert walked_over("walked over")
    assert walked_over("walked over on another phone")
    assert not walked_over("taken back", None)
    assert not walked_over("walked over on another phone"), "it was agreed, and has been taken back since"


def test_text_that_no_database_can_hold_is_not_stored_and_not_found(pub: Pub) -> None:
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    assert record(pub, match, 0, {1: 20}, key="a NUL: \0").status_code == 422
    assert pub.events(match) == ()
    pub.manager.open(f"{pub.home}data")
    assert pub.manager.post(f"{pub.home}data/forget", player="\0").status_code in (400, 404)


def test_a_poll_again_is_answered_without_the_app(pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pub.at(sit_down(pub, "draw_100", "Ann", "Bob"), "/state")
    phone = pub.phone("watch")
    headers = validators(phone, path)
    with asleep(pub.app, monkeypatch):
        assert phone.ask(path, headers=headers).status_code == 304


def test_a_phones_hourly_limit_is_counted(pub: Pub) -> None:
    with time_machine.travel(datetime(2026, 11, 21, 20, 10, tzinfo=UTC), tick=True):
        sit_down(pub, "draw_100", "Ann", "Bob")
        use_up(pub, "match", left=1)
        sit_down(pub, "draw_100", "Ann", "Bob")
        answer = ask_to_sit(pub, "draw_100", "Ann", "Bob")
        assert (answer.status_code, matches(pub)) == (429, 2)
        assert "120 matches started by this phone" in pub.manager.page.text
        sit_down(pub, "draw_100", "Ann", "Bob", phone=pub.phone("score"))
    with time_machine.travel(datetime(2026, 11, 21, 21, 10, tzinfo=UTC), tick=True):
        sit_down(pub, "draw_100", "Ann", "Bob")
    assert matches(pub) == 4


ASKED = {"name": "The Crown", "phone": "Bar phone"}


def test_a_club_is_opened_once_by_two_requests_at_once(place: Path | str) -> None:
    app = create_app({"DATABASE": place, "TESTING": True, "OPEN": True})
    for number in range(3):
        key = f"of this opening {number}"
        with ThreadPoolExecutor() as both:
            sent = [both.submit(Phone(app).post, "/clubs", **ASKED, key=key) for _ in range(4)]
        assert {one.result().status_code for one in sent} <= {303, 503}
        assert len({one.result().location for one in sent} - {None}) == 1


def test_of_two_clubs_that_come_in_the_place_of_one_the_first_does(app: Flask, tmp_path: Path) -> None:
    phones = app_over(tmp_path / "phones", SECRET_KEY=b"its own", POCKET=True)
    for _ in range(3):
        empty = open_pub(app, "To be replaced")
        born = [open_pub(phones, name) for name in ("The Crown", "The Anchor")]
        for club in born:
            sit_down(club, "block", "Ann", "Bob")
        files = [club.manager.ask(f"{club.home}take-along.jsonl").data for club in born]
        managers = [empty.phone("manage") for _ in files]  # once one has brought its file, the link is gone
        with ThreadPoolExecutor() as both:
            sent = [both.submit(bring, *what) for what in zip(files, [empty] * 2, managers, strict=True)]
        first, second = sorted(one.result() for one in sent)
        assert (first, second) in [(200, 404), (200, 422), (200, 503)]
        assert sorted(Phone(app).open(club.home).status for club in born) == [200, 404]


def test_who_comes_first_is_told_so_where_the_second_has_put_the_empty_one_away(tmp_path: Path) -> None:
    """The second, refused, does so where it comes before the first has: here, at once."""
    server, phones = app_over(tmp_path / "server"), app_over(tmp_path / "phones", POCKET=True)
    empty, born = open_pub(server, "To be replaced"), open_pub(phones, "The Crown")
    manager, file = empty.phone("manage"), born.manager.ask(f"{born.home}take-along.jsonl").data
    with empty.db() as db:
        db.executescript(
            "CREATE TRIGGER second AFTER INSERT ON acts WHEN NEW.name = 'open_club' BEGIN "
            "UPDATE clubs SET deleted_at = NEW.made_at WHERE id <> NEW.club; END"
        )
    assert bring(file, empty, manager) == 200


def bring(file: bytes, empty: Pub, phone: Phone) -> int:
    asked = {"data": {"document": file}, "headers": {"Accept": "application/json"}}
    return phone.client.post(f"{empty.home}take-in", **asked).status_code
