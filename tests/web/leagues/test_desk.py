"""A league’s nights on the secretary’s desk, on captains’ phones, on every list, sheet and calendar."""

import re

import pytest
import time_machine

from tests.web.captains import ALL, enter_card, sign
from tests.web.cards.test_proposals import propose
from tests.web.cast import Pub
from tests.web.secretary import archive, cards_of, draw_up, enter, teams_of, three_teams, withdraw
from tests.web.squads.test_captains import captain


@pytest.fixture
def winter(crown: Pub) -> str:
    """Three teams who meet on 24 November, 1 December and 8 December, at 20:30."""
    at = three_teams(crown)
    draw_up(crown, at, first="2026-11-24", starts="20:30", twice="no")
    return at


def on(day: int, month: int = 11) -> time_machine.travel:
    return time_machine.travel(f"2026-{month}-{day:02}T19:00:00Z", tick=False)


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
        first, second, _ = cards_of(crown, winter)
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
    archive(crown, winter)
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
        card = cards_of(crown, winter)[0]
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


@pytest.fixture
def autumn(crown: Pub) -> str:
    """Crown, Lion, Railway and Swan meet twice, on Tuesdays from 15 September to 20 October."""
    at = three_teams(crown)
    enter(crown, at, "Swan", "Swan 1, Swan 2, Swan 3, Swan 4, Swan 5, Swan 6")
    draw_up(crown, at, first="2026-09-15", twice="yes")
    return at


def test_the_club_names_the_next_day_on_which_something_counts(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at, first="2026-09-15")
    days = {row["day"]: {row["home"], row["away"]} for row in crown.stored()["fixtures"]}
    idle = days["2026-09-15"] - days["2026-09-22"]  # who meets nobody on the second day
    with at_noon(15, 9):
        assert "Tonight" in crown.phone("watch").open(crown.home).text
        withdraw(crown, at, next(row["name"] for row in crown.stored()["squads"] if row["id"] in idle))
        assert "Next: Tue 22 Sep" in crown.manager.open(at).text
        text = crown.phone("watch").open(crown.home).text
        assert "Next: Tue 22 Sep · Winter" in text, text


def at_noon(day: int, month: int) -> time_machine.travel:
    return time_machine.travel(f"2026-{month:02}-{day:02}T12:00:00Z", tick=False)


def test_a_withdrawn_teams_fixtures_say_so_on_every_list(crown: Pub, autumn: str) -> None:
    with at_noon(16, 9):
        withdraw(crown, autumn, "Lion")
        fixtures = crown.manager.open(f"{autumn}fixtures/")
        assert fixtures.text.count("Lion withdrew") == fixtures.html.count('class="line void"') == 6
        team = crown.manager.open(crown.manager.open(f"{autumn}teams/").link_saying("Railway"))
        assert team.text.count("· Lion withdrew") == 2
        sheet = crown.manager.open(f"{autumn}sheet")
        assert "Lion withdrew on Wed 16 Sep." in sheet.text
        assert sheet.html.count("<s>") == 2, "two rounds are on it"
        calendar = crown.manager.ask(f"{autumn}fixtures/calendar.ics").text
        assert calendar.count("BEGIN:VEVENT") == 6
        assert "Lion" not in calendar
        desk = crown.manager.open(f"{autumn}desk").text
        assert "void" in desk
    with at_noon(7, 10):
        text = crown.manager.open(autumn).text
        coming = crown.manager.open(f"{autumn}fixtures/").text
    assert "Next: Tue 13 Oct" in text, text
    assert coming.index("Earlier rounds") < coming.index("Round 1"), coming


def test_a_missing_card_and_a_result_against_who_withdrew_are_on_the_sheet(crown: Pub, autumn: str) -> None:
    with at_noon(15, 9):
        fixtures = crown.manager.open(f"{autumn}fixtures/").links
        card = next(link for words, link in fixtures if "Lion" in words)
        enter_card(crown.manager, card, **ALL)
        assert "<s>" not in crown.manager.open(f"{autumn}sheet").html
    with at_noon(16, 9):
        withdraw(crown, autumn, "Lion")
        results = crown.manager.open(f"{autumn}sheet").html.split("Results, ")[1].split("</section>")[0]
        assert results.count("<s>") == 1
        shown = crown.manager.open(card).text
        assert "points" not in shown, "neither beside how it stands nor in its text for a chat"
        sheet = crown.manager.ask(f"{autumn}fixtures.csv").text
        assert ",2,1,,,void" in sheet, sheet
    with at_noon(16, 9):
        sheet = crown.manager.open(f"{autumn}sheet").text
    assert "Cards not in yet" in sheet
    assert "Tue 15 Sep" in sheet.split("Cards not in yet")[1]
