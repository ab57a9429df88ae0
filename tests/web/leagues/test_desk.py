"""The secretary's desk: what needs doing with a button for it, tonight, the month, a search."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub
from tests.web.secretary import draw_up, three_teams


@pytest.fixture
def winter(crown: Pub) -> str:
    """Three teams who meet on 24 November, 1 December and 8 December, at 20:30."""
    at = three_teams(crown)
    draw_up(crown, at, first="2026-11-24", starts="20:30", twice="no")
    return at


def on(day: int, month: int = 11):
    return time_machine.travel(datetime(2026, month, day, 19, tzinfo=ZoneInfo("UTC")), tick=False)


def cards(crown: Pub, at: str) -> list[str]:
    links = crown.manager.open(f"{at}fixtures/").links
    return list(dict.fromkeys(href for words, href in links if " v " in words and "/leagues/" not in href))


def test_a_postponed_fixture_needs_a_date(crown: Pub, winter: str) -> None:
    with on(23):
        form = crown.manager.open(crown.manager.open(f"{winter}fixtures/").link_saying("Change "))
        crown.manager.send(form.form_with("round"), day="", reason="snow")
        page = crown.manager.open(f"{winter}desk")
        assert "postponed, no new date" in page.text
        assert "has two fixtures on" not in page.text
        assert "Which" not in crown.manager.open(page.link_saying("Set date")).text
        crown.manager.send(crown.manager.page.form_with("day", "reason"), day="2026-12-01", reason="snow")
        assert "has two fixtures on Tue 1 Dec." in crown.manager.open(f"{winter}desk").text
    with on(2, 12):
        assert "has two fixtures on" not in crown.manager.open(f"{winter}desk").text


def test_tonight_the_month_and_a_search_stand_on_the_desk(crown: Pub, winter: str) -> None:
    with on(24):
        text = crown.manager.open(f"{winter}desk").text
        assert "Nothing. No card is overdue or in dispute. Tonight" in text
        assert "20:30" in text
    with on(25):
        assert "Next, Tue 1 Dec" in crown.manager.open(f"{winter}desk").text
    with on(24):
        page = crown.manager.open(f"{winter}desk?month=2026-12")
        assert "Team Tue 1 Dec Tue 8 Dec" in page.text
        assert "Team Tonight" in crown.manager.open(f"{winter}desk?month=never").text
    page = crown.manager.open(f"{winter}desk?find=lion+3")
    assert "Lion 3, Lion" in page.text
    page = crown.manager.open(f"{winter}desk?find=LION")
    assert page.by_id("main").count("Lion") > 3
    assert "Nobody here has that name." in crown.manager.open(f"{winter}desk?find=zebra").text


def test_the_desk_says_what_is_missing_late_differing_and_to_be_signed(crown: Pub, winter: str) -> None:
    with on(10, 12):
        page = crown.phone("watch").open(f"{winter}desk")
        assert "no card yet" in page.text
        assert "Remind" not in page.text
        assert not [href for words, href in page.links if words == "Desk"]
    captain = crown.phone("score")
    with on(24):
        first, second, _ = cards(crown, winter)
        enter_card(captain, first, "home", **ALL)
        enter_card(captain, first, "away", b1_legs="1-2")
        page = crown.manager.open(f"{winter}desk")
        assert "To do 1" in page.text
        assert "Tue 24 Nov: the captains disagree on board 1" in page.text
        card = crown.manager.open(page.link_saying("Settle").split("#")[0])
        assert card.link_saying("The captains disagree on board 1") == "#b1"
        assert card.by_id("b1")
    with on(10, 12):
        enter_card(captain, second, **ALL)
        sign(captain, second)
        page = crown.manager.open(f"{winter}desk")
        assert "To do 3" in page.text
        assert "Tue 24 Nov: the captains disagree on board 1" in page.text
        assert "Tue 1 Dec: " in page.text
        assert "to sign, late" in page.text
        assert "Tue 8 Dec: no card yet after 2 days" in page.text
        assert page.link_saying("Settle") == f"{first}#b1"
        assert "A reminder to send" in crown.manager.open(page.link_saying("Remind").split("#")[0]).text
