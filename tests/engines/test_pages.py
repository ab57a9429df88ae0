"""The pages over both engines: a club's data and its end, and a league from fixtures to a signed card."""

from datetime import UTC, datetime

import pytest
import time_machine

from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub, ask_to_sit, record, sit_down
from tests.web.http.test_not_modified import asleep, validators
from tests.web.routes.test_limits import matches, use_up
from tests.web.secretary import draw_up, three_teams


def test_a_league_goes_from_its_fixtures_to_a_signed_card_and_a_table(pub: Pub) -> None:
    at = three_teams(pub)
    assert draw_up(pub, at, twice="no").status == 200
    fixtures = pub.manager.open(f"{at}fixtures/")
    card = next(href for words, href in fixtures.links if "Crown" in words and "Lion" in words)
    assert "points 2–0" in enter_card(pub.phone("score"), card, **ALL).text
    assert "Waits for" in sign(pub.phone("score"), card).text
    assert "Signed for both teams" in sign(pub.phone("score"), card).text
    form = pub.manager.open(card).form_saying("Reopen the card")
    assert "Waits for" in pub.manager.send(form, reason="table 2 was turned round").text
    page = enter_card(pub.manager, card, b2_legs="2-0")
    assert "3–0" in page.text
    assert "opened again · “table 2 was turned round”" in page.text
    table = pub.manager.open(at)
    assert "1 card counts here without both captains’ signatures." in table.text
    links = {href for page in (table, fixtures) for _, href in page.links if href.startswith(at)}
    assert len(links) > 8
    for href in links:
        assert pub.manager.ask(href).status_code == 200, href


def test_text_that_no_database_can_hold_is_not_stored_and_not_found(pub: Pub) -> None:
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    assert record(pub, match, 0, {1: 20}, key="a NUL: \0").status_code == 422
    assert pub.events(match) == ()
    pub.manager.open(f"{pub.home}data")
    assert pub.manager.post(f"{pub.home}players/forget", player="\0").status_code in (400, 404)


def test_a_repeated_poll_is_answered_without_the_app(pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
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
