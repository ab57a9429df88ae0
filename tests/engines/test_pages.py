"""The pages over both engines: a club's data and its end, and a league from fixtures to a signed card."""

from datetime import UTC, datetime

import pytest
import time_machine

from tests.web.cast import Pub, ask_to_sit, record, sit_down
from tests.web.http.test_not_modified import asleep, validators
from tests.web.routes.test_limits import matches, use_up


def test_text_that_no_database_can_hold_is_not_stored_and_not_found(pub: Pub) -> None:
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    assert record(pub, match, 0, {1: 20}, key="a NUL: \0").status_code == 422
    assert pub.events(match) == ()
    pub.manager.open(f"{pub.home}data")
    assert pub.manager.post(f"{pub.home}players/forget", player="\0").status_code in (400, 404)


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
