"""A withdrawn team and a missing card: what every list, sheet and calendar says about them."""

import pytest
import time_machine

from tests.web.captains import ALL, enter_card
from tests.web.cast import Pub
from tests.web.secretary import draw_up, enter, three_teams, withdraw


@pytest.fixture
def winter(crown: Pub) -> str:
    """Crown, Lion, Railway and Swan meet twice, on Tuesdays from 15 September to 20 October."""
    at = three_teams(crown)
    enter(crown, at, "Swan", "Swan 1, Swan 2, Swan 3, Swan 4, Swan 5, Swan 6")
    draw_up(crown, at, first="2026-09-15", twice="yes")
    return at


def on(day: int, month: int) -> time_machine.travel:
    return time_machine.travel(f"2026-{month:02}-{day:02}T12:00:00Z", tick=False)


def test_a_withdrawn_teams_fixtures_say_so_on_every_list(crown: Pub, winter: str) -> None:
    with on(16, 9):
        withdraw(crown, winter, "Lion")
        fixtures = crown.manager.open(f"{winter}fixtures/")
        assert fixtures.text.count("Lion withdrew") == fixtures.html.count('class="line void"') == 6
        team = crown.manager.open(crown.manager.open(f"{winter}teams/").link_saying("Railway"))
        assert team.text.count("· Lion withdrew") == 2
        sheet = crown.manager.open(f"{winter}sheet")
        assert "Lion withdrew on Wed 16 Sep." in sheet.text
        assert sheet.html.count("<s>") == 2, "two rounds are on it"
        calendar = crown.manager.ask(f"{winter}fixtures/calendar.ics").text
        assert calendar.count("BEGIN:VEVENT") == 6
        assert "Lion" not in calendar
        desk = crown.manager.open(f"{winter}desk").text
        assert "void" in desk
    with on(7, 10):
        text = crown.manager.open(winter).text
        coming = crown.manager.open(f"{winter}fixtures/").text
    assert "Next: Tue 13 Oct" in text, text
    assert coming.index("Earlier rounds") < coming.index("Round 1"), coming


def test_a_missing_card_and_a_result_against_a_withdrawn_team_are_on_the_sheet(
    crown: Pub, winter: str
) -> None:
    with on(15, 9):
        fixtures = crown.manager.open(f"{winter}fixtures/").links
        card = next(link for words, link in fixtures if "Lion" in words)
        enter_card(crown.manager, card, **ALL)
        assert "<s>" not in crown.manager.open(f"{winter}sheet").html
    with on(16, 9):
        withdraw(crown, winter, "Lion")
        results = crown.manager.open(f"{winter}sheet").html.split("Results, ")[1].split("</section>")[0]
        assert results.count("<s>") == 1
        shown = crown.manager.open(card).text
        assert "points" not in shown, "neither beside how it stands nor in its text for a chat"
        sheet = crown.manager.ask(f"{winter}fixtures.csv").text
        assert ",2,1,,,void" in sheet, sheet
    with on(16, 9):
        sheet = crown.manager.open(f"{winter}sheet").text
    assert "Cards not in yet" in sheet
    assert "Tue 15 Sep" in sheet.split("Cards not in yet")[1]
