"""The pages over both engines: a club's data and its end, and a league from fixtures to a signed card."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from flask import Flask

from scorekeeper.app import create_app
from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub, ask_to_sit, open_pub, record, sit_down
from tests.web.http.test_not_modified import asleep, validators
from tests.web.routes.test_limits import matches, use_up
from tests.web.secretary import draw_up, three_teams


@pytest.fixture
def app(place: Path | str) -> Flask:
    return create_app({"DATABASE": place, "SECRET_KEY": b"a key of the tests, 32 bytes long"})


@pytest.fixture
def crown(app: Flask) -> Pub:
    return open_pub(app, "The Crown")


def test_a_league_goes_from_its_fixtures_to_a_signed_card_and_a_table(crown: Pub) -> None:
    at = three_teams(crown)
    assert draw_up(crown, at, twice="no").status == 200
    fixtures = crown.manager.open(f"{at}fixtures/")
    card = next(href for words, href in fixtures.links if "Crown" in words and "Lion" in words)
    assert "points 2–0" in enter_card(crown.phone("score"), card, **ALL).text
    assert "Waits for" in sign(crown.phone("score"), card).text
    assert "Signed for both teams" in sign(crown.phone("score"), card).text
    form = crown.manager.open(card).form_saying("Reopen the card")
    assert "Waits for" in crown.manager.send(form, reason="table 2 was turned round").text
    page = enter_card(crown.manager, card, b2_legs="2-0")
    assert "3–0" in page.text
    assert "opened again · “table 2 was turned round”" in page.text
    table = crown.manager.open(at)
    assert "1 card counts here without both captains’ signatures." in table.text
    links = {href for page in (table, fixtures) for _, href in page.links if href.startswith(at)}
    assert len(links) > 8
    for href in links:
        assert crown.manager.ask(href).status_code == 200, href


def test_text_that_no_database_can_hold_is_not_stored_and_not_found(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    assert record(crown, match, 0, {1: 20}, key="a NUL: \0").status_code == 422
    assert crown.events(match) == ()
    crown.manager.open(f"{crown.home}data")
    assert crown.manager.post(f"{crown.home}players/forget", player="\0").status_code in (400, 404)


def test_a_repeated_poll_is_answered_without_the_app(crown: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    path = crown.at(sit_down(crown, "draw_100", "Ann", "Bob"), "/state")
    phone = crown.phone("watch")
    headers = validators(phone, path)
    with asleep(crown.app, monkeypatch):
        assert phone.ask(path, headers=headers).status_code == 304


def test_a_phones_hourly_limit_is_counted(crown: Pub) -> None:
    with time_machine.travel(datetime(2026, 11, 21, 20, 10, tzinfo=UTC), tick=True):
        sit_down(crown, "draw_100", "Ann", "Bob")
        use_up(crown, "match", left=1)
        sit_down(crown, "draw_100", "Ann", "Bob")
        answer = ask_to_sit(crown, "draw_100", "Ann", "Bob")
        assert (answer.status_code, matches(crown)) == (429, 2)
        assert "120 matches started by this phone" in crown.manager.page.text
        sit_down(crown, "draw_100", "Ann", "Bob", phone=crown.phone("score"))
    with time_machine.travel(datetime(2026, 11, 21, 21, 10, tzinfo=UTC), tick=True):
        sit_down(crown, "draw_100", "Ann", "Bob")
    assert matches(crown) == 4
