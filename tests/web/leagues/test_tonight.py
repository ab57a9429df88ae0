"""A captain's phone opens on tonight's fixtures."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.web.cards.test_proposals import propose
from tests.web.cast import Pub
from tests.web.secretary import draw_up, enter, three_teams
from tests.web.squads.test_captains import captain, teams_of


@pytest.fixture
def winter(crown: Pub) -> str:
    """Three teams who meet on 24 November, 1 December and 8 December."""
    at = three_teams(crown)
    draw_up(crown, at, first="2026-11-24", twice="no")
    return at


def on(day: int, month: int = 11):
    return time_machine.travel(datetime(2026, month, day, 19, tzinfo=ZoneInfo("UTC")), tick=False)


@pytest.mark.usefixtures("winter")
def test_tonights_fixtures_are_one_tap_from_their_cards_and_the_next_night_is_named(crown: Pub) -> None:
    phone = crown.phone("score")
    with on(24):
        page = phone.open(crown.home)
        assert "Tonight" in page.text
        card = next(href for words, href in page.links if " v " in words)
        assert "0 of 3 boards" in phone.open(card).text
    with on(23):
        assert "Next: Tue 24 Nov" in crown.phone("score").open(crown.home).text
    with on(10):
        assert "Next: " not in crown.phone("score").open(crown.home).text


def test_my_team_comes_first_and_is_remembered(crown: Pub, winter: str) -> None:
    enter(crown, winter, "Swan", "")
    draw_up(crown, winter, first="2026-11-24", twice="no")
    phone = crown.phone("score")
    with on(24):
        page = phone.open(crown.home)
        *_, last = (words for words, _ in page.links if " v " in words)
        mine = next(name for name in ("Crown", "Lion", "Railway", "Swan") if name in last)
        team = phone.open(phone.open(f"{winter}teams/").link_saying(mine))
        phone.send(team.form_saying("This is my team"))
        page = phone.open(crown.home)
        assert mine in next(words for words, _ in page.links if " v " in words)
        assert "your match" in page.text
        assert "your match" not in crown.phone("score").open(crown.home).text


def test_an_archived_league_has_no_tonight(crown: Pub, winter: str) -> None:
    page = crown.manager.open(f"{winter}end")
    crown.manager.send(page.form_saying("Put it into the archive"), archived="yes")
    with on(24):
        assert crown.phone("score").open(crown.home).text.count("Tonight") == 1, "the tab alone"


def test_a_match_moved_within_the_week_stays_on_the_page(crown: Pub, winter: str) -> None:
    enter(crown, winter, "Swan", "")
    draw_up(crown, winter, first="2026-11-24", twice="no")
    phone = crown.phone("score")
    with on(20):
        first = next(href for words, href in phone.open(crown.home).links if " v " in words)
        move = crown.manager.open(crown.manager.open(first).link_saying("Move or postpone"))
        crown.manager.send(move.form_with("day", "reason"), day="2026-11-26", reason="darts final")
    with on(24):
        page = phone.open(crown.home)
        assert first in [href for _, href in page.links]
        assert re.search(r"Tonight · Winter \w+ v \w+ \w+ v \w+ Thu 26 Nov", page.text), page.text


def test_a_captain_is_told_that_the_other_one_proposes_another_day(crown: Pub, winter: str) -> None:
    with on(10):
        card = next(href for words, href in crown.manager.open(f"{winter}fixtures/").links if " v " in words)
        home, away = teams_of(crown, card)
        phones = [captain(crown, card, team) for team in (home, away)]
        outsider = crown.phone("score")
        propose(phones[0], card, "home")
        assert f"{home} propose Thu 4 Mar" in phones[1].open(crown.home).text
        assert card in [href for _, href in phones[1].page.links]
        assert "propose Thu 4 Mar" not in outsider.open(crown.home).text, "two weeks off, of another team"
        phones[1].send(phones[1].open(card).form_saying("Decline"), answer="declined")
        assert "propose" not in phones[1].open(crown.home).text
    with on(24):
        propose(phones[0], card, "home")
        assert f"{home} propose Thu 4 Mar" in outsider.open(crown.home).text
