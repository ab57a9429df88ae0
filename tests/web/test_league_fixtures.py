"""Fixtures: drawn up, postponed, turned, overdue."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from scorekeeper.exchange.messages import reminder
from tests.services.league import Secretary
from tests.web.captains import ALL, sign, tell
from tests.web.cast import Pub
from tests.web.secretary import draw_up, options, three_teams


def test_a_drawn_up_season_has_byes_free_dates_and_a_calendar(crown: Pub) -> None:
    at = three_teams(crown)
    page = draw_up(crown, at, free="2026-09-14", every=7)
    assert "Round 1 Mon 7 Sep" in page.text
    assert "Round 2 Mon 21 Sep" in page.text
    assert page.text.count("Bye:") == 6
    feed = crown.manager.ask(f"{at}fixtures/calendar.ics").get_data(as_text=True)
    assert feed.count("BEGIN:VEVENT") == 6
    assert "DTSTART;VALUE=DATE:20260921" in feed
    assert all(len(line.encode()) <= 75 for line in feed.split("\r\n"))
    squad = crown.manager.open(f"{at}teams/").link_saying("Lion").split("/")[-2]
    assert crown.manager.ask(f"{at}fixtures/calendar.ics?team={squad}").data.count(b"BEGIN:VEVENT") == 4
    assert crown.manager.ask(f"{at}fixtures/calendar.ics?team=nobody").status_code == 404


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"first": "soon"}, "first", "a day such as 2026-11-24"),
        ({"first": ""}, "first", "choose a day"),
        ({"free": "Christmas"}, "free", "days such as 2026-12-22"),
        ({"every": 0}, "every", "a number from 1 to 366"),
    ],
)
def test_a_season_that_cannot_be_drawn_up_is_refused(
    crown: Pub, typed: dict[str, object], field: str, sentence: str
) -> None:
    at = three_teams(crown)
    before = crown.facts()
    page = draw_up(crown, at, **typed)
    assert (page.status, sentence in page.fault(field)) == (422, True), page.faults()
    assert page.form_with("first").value(field) == str(typed[field])
    assert crown.facts() == before


def test_a_team_twice_in_a_round_is_refused_and_twice_on_a_night_is_warned_of(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    form = crown.manager.open(f"{at}fixtures/new").form_with("round")
    ids = {label: value for value, label in options(crown.manager.page, "home")}
    typed = {"home": ids["Crown"], "away": ids["Lion"], "day": "2026-09-07"}
    before = crown.facts()
    page = crown.manager.send(form, **typed, round=1)
    assert "plays in it already" in page.fault("round")
    page = crown.manager.send(page.form_with("round"), **{**typed, "away": ids["Crown"]}, round=9)
    assert "cannot meet itself" in page.fault("away")
    page = crown.manager.send(page.form_with("round"), **{**typed, "away": "nobody"}, round=9)
    assert "not in the league" in page.fault("away")
    assert crown.facts() == before
    page = crown.manager.send(page.form_with("round"), **typed, round=9)
    assert "has two fixtures on Mon 7 Sep" in page.text


def test_a_fixture_is_postponed_turned_and_dropped(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    page = crown.manager.open(crown.manager.open(f"{at}fixtures/").link_saying("Change "))
    crown.manager.send(page.form_with("round"), day="", reason="snow")
    assert "no day yet" in crown.manager.open(f"{at}fixtures/").text
    assert "day: 2026-09-07 → no day · “snow”" in crown.manager.open(f"{at}record").text
    page = crown.manager.open(crown.manager.open(f"{at}fixtures/").link_saying("Change "))
    crown.manager.send(page.form_saying("Take this fixture out"))
    assert crown.manager.page.html.count('class="line"') == 5


def test_overdue_cards_come_with_a_reminder_to_copy(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at, twice="no")
    page = crown.manager.open(f"{at}fixtures/overdue")
    assert page.text.count("It takes a minute here: http://localhost/c/") == 3
    assert "we still miss the result. It was due on Mon 14 Sep." in page.text


def test_a_reminder_before_the_card_is_due_says_until_when(tmp_path: Path) -> None:
    secretary = Secretary.of(tmp_path / "club.db", "hdddcl", ("Crown", "Lion"))
    secretary.draw_up(date(2026, 9, 7))
    words = reminder(secretary.season(), secretary.fixture_card(), "http://x/", date(2026, 9, 14))
    secretary.db.close()
    assert "It is due on Mon 14 Sep." in words


def test_a_reminder_names_who_has_not_signed_and_what_a_late_card_costs(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    sign(crown.manager, card)
    at = crown.manager.page.link_saying("Winter")
    crown.manager.send(crown.manager.open(f"{at}rules").form_with("reason"), reason="agreed", late_fine=2)
    page = crown.manager.open(f"{at}fixtures/overdue")
    assert "we still miss the signature of" in page.text
    assert "A late card costs 2 points." in page.text
    sign(crown.manager, card)
    assert "came late" in crown.manager.open(card).text
    assert "2 taken off" in crown.manager.open(at).text


def test_a_card_that_was_begun_keeps_its_teams_and_its_fixture(crown: Pub, card: str) -> None:
    tell(crown.manager, card, b1_legs="2-0")
    at = crown.manager.page.link_saying("Winter")
    page = crown.manager.open(crown.manager.page.link_saying("Move or postpone"))
    home, away = (page.form_with("round").value(side) for side in ("home", "away"))
    page = crown.manager.send(page.form_with("round"), home=away, away=home)
    assert "home and away stay as they are" in page.fault("home")
    third = next(value for value, _ in options(page, "home") if value not in (home, away))
    page = crown.manager.send(page.form_with("round"), home=third, away=away, round=9)
    assert "its teams stay" in page.fault("home")
    drop = page.path.replace("/change", "/drop")
    assert crown.manager.post(drop).status_code == 409
    page = draw_up(crown, at)
    assert "results have been told" in page.fault("first")
