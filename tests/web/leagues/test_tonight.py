"""A captain's phone opens on tonight's fixtures."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.web.cast import Pub
from tests.web.secretary import draw_up, three_teams


@pytest.fixture
def winter(crown: Pub) -> str:
    """Three teams who meet on 24 November, 1 December and 8 December."""
    at = three_teams(crown)
    draw_up(crown, at, first="2026-11-24", twice="no")
    return at


def on(day: int, month: int = 11):
    return time_machine.travel(datetime(2026, month, day, 19, tzinfo=ZoneInfo("UTC")), tick=False)


@pytest.mark.usefixtures("winter")
def test_the_clubs_page_has_tonights_fixtures_one_tap_from_their_cards(crown: Pub) -> None:
    phone = crown.phone("score")
    with on(24):
        page = phone.open(crown.home)
        assert "Tonight" in page.text
        card = next(href for words, href in page.links if " v " in words)
        assert "0 of 3 boards" in phone.open(card).text


@pytest.mark.usefixtures("winter")
def test_before_the_night_it_says_when_the_next_one_is(crown: Pub) -> None:
    with on(23):
        assert "Next: Tue 24 Nov" in crown.phone("score").open(crown.home).text
    with on(10):
        assert "Next: " not in crown.phone("score").open(crown.home).text


def test_my_team_comes_first_and_is_remembered(crown: Pub, winter: str) -> None:
    draw_up(crown, winter, first="2026-11-24", twice="no")
    phone = crown.phone("score")
    with on(24):
        page = phone.open(crown.home)
        playing = next(words for words, _ in page.links if " v " in words)
        mine = next(name for name in ("Crown", "Lion", "Railway") if name in playing)
        team = phone.open(phone.open(f"{winter}teams/").link_saying(mine))
        phone.send(team.form_saying("This is my team"))
        assert "your match" in phone.open(crown.home).text
        assert "your match" not in crown.phone("score").open(crown.home).text


def test_an_archived_league_has_no_tonight(crown: Pub, winter: str) -> None:
    page = crown.manager.open(f"{winter}end")
    crown.manager.send(page.form_saying("Put it into the archive"), closed="yes")
    with on(24):
        assert crown.phone("score").open(crown.home).text.count("Tonight") == 1, "the tab alone"
