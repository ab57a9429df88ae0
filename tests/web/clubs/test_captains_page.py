"""A captain's first page: the team's match tonight, what waits for the captain alone, all it plays."""

import re

import pytest
import time_machine

from tests.web.captains import enter_card, sign
from tests.web.cast import Phone, Pub
from tests.web.leagues.test_county import division
from tests.web.secretary import draw_up, league, squad_page, withdraw
from tests.web.squads.test_captains import open_link
from tests.web.squads.test_entering import captain_of, tick

TEAMS = ("Anchor A", "Bell A", "Crown A", "Dolphin A")
PLAYED = {"b1_legs": "2-0", "b2_legs": "2-0", "b3_legs": "0-2"}


def at(day: str) -> time_machine.travel:
    return time_machine.travel(f"{day}T21:00:00Z", tick=False)


@pytest.fixture
def season(crown: Pub) -> str:
    """Four teams that play on 7, 14 and 21 September, and a cup in which nothing is drawn."""
    one = division(crown, 1, TEAMS)
    with at("2026-09-01"):
        draw_up(crown, one, first="2026-09-07", starts="20:30", twice="no")
        tick(crown, league(crown, "cup", name="Team Cup"), *TEAMS)
    return one


def cards(crown: Pub, team: str) -> list[tuple[str, str, str]]:
    """The team's matches by day: their addresses, its side, and whom it meets."""
    names = {row["id"]: row["name"] for row in crown.stored()["squads"]}
    own = sorted(crown.stored()["fixtures"], key=lambda row: row["day"])
    return [
        (f"{crown.home}fixtures/{row['id']}", side, names[row["away" if side == "home" else "home"]])
        for row in own
        for side in ("home", "away")
        if names[row[side]] == team
    ]


def test_what_waits_for_this_captain_alone_is_told(crown: Pub, season: str) -> None:
    phone = captain_of(crown, season, "Anchor A")
    (first, side, one), (second, away, two), (_, _, third) = cards(crown, "Anchor A")
    with at("2026-09-07"):
        enter_card(crown.manager, first, **PLAYED)
        sign(crown.manager, first, 1 if side == "home" else 0)
    with at("2026-09-08"):
        form = crown.manager.open(second).form_saying("Propose for")
        crown.manager.send(form, day="2026-09-17", side="home" if away == "away" else "away")
        page = phone.open(crown.home)
        won = "Won 2–1" if side == "home" else "Lost 1–2"
        assert (
            f"Yours to do 2 Sign the card of Mon 7 Sep {won} against {one}; they have signed Sign"
            in page.text
        )
        assert f"{two} ask for Thu 17 Sep instead of Mon 14 Sep Answer" in page.text
        sign(phone, page.link_saying("Sign"))
        page = phone.open(page.link_saying("Answer"))
        phone.send(page.form_saying("Accept for Anchor A"), answer="accepted")
        assert "Yours to do" not in phone.open(crown.home).text
    with at("2026-09-23"):
        page = phone.open(crown.home)
        assert "Yours to do 2" in page.text
        assert f"The card of Mon 21 Sep is missing against {third} Enter" in page.text


def test_all_that_the_team_plays_and_how_it_stands(crown: Pub, season: str) -> None:
    phone = captain_of(crown, season, "Anchor A")
    (first, side, _), *_ = cards(crown, "Anchor A")
    with at("2026-09-07"):
        assert "Division 1 2026–27 nothing played yet" in phone.open(crown.home).text
        enter_card(crown.manager, first, **PLAYED)
        text = phone.open(crown.home).text
    stands = "1st of 4, 2 clear W" if side == "home" else "4th of 4, 2 behind L"
    assert (
        f"All that you play County, Division 1 2026–27 {stands} Team Cup no match yet Your squad 0 registered"
        in text
    )


def test_tonights_match_is_the_page(crown: Pub, season: str) -> None:
    for phone in (crown.phone("score"), crown.phone("watch"), Phone(crown.app)):
        with at("2026-09-07"):
            page = phone.open(crown.home)
            assert "All that you play" not in page.text
            assert page.text.startswith("The Crown")
    phone = captain_of(crown, season, "Anchor A")
    (card, side, other), *_ = cards(crown, "Anchor A")
    with at("2026-09-06"):
        assert "Tonight at" not in phone.open(crown.home).text
    with at("2026-09-07"):
        page = phone.open(crown.home)
        where = "at home" if side == "home" else "away"
        assert f"Anchor A The Crown · Monday 7 September Tonight {where} · 20:30 Division 1" in page.text
        assert f"{other} still to name 3" in page.text
        enter_card(crown.manager, card, b1_legs="2-0" if side == "home" else "0-2")
        page = phone.open(crown.home)
        assert "1 of 3 boards" in page.text
        assert "W · ·" in page.text
        assert other in phone.open(page.link_saying("Open the card")).text
        assert "Yours to do" not in page.text, "it is being played"


def test_the_captain_of_two_teams_sees_both_and_one_that_left_hides_neither(crown: Pub, season: str) -> None:
    second = division(crown, 2, ("Anchor B", "Bell B"))
    with at("2026-09-01"):
        draw_up(crown, second, first="2026-09-08", twice="no")
    phone = captain_of(crown, season, "Anchor A")
    link = squad_page(crown, second, "Anchor B").form_saying("Create captain’s link")
    open_link(phone, crown.manager.send(link).by_id("captain").removeprefix("http://localhost"))
    (card, _, other), *_ = cards(crown, "Anchor A")
    for day, home in (("2026-09-07", card), ("2026-09-08", cards(crown, "Anchor B")[0][0])):
        with at(day):
            page = phone.open(crown.home)
            assert page.link_saying("Open the card") == f"{home}/"
            assert "All that Anchor A play County, Division 1" in page.text
            assert "All that Anchor B play County, Division 2" in page.text
    assert "Yours to do for Anchor A 1 The card of Mon 7 Sep is missing against " + other in page.text
    withdraw(crown, second, "Anchor B")
    assert "All that you play County, Division 1" in phone.open(crown.home).text


def test_a_match_of_two_of_the_captains_teams_is_shown_once(crown: Pub, season: str) -> None:
    phone = captain_of(crown, season, "Anchor A")
    (card, _, other), *_ = cards(crown, "Anchor A")
    link = squad_page(crown, season, other).form_saying("Create captain’s link")
    open_link(phone, crown.manager.send(link).by_id("captain").removeprefix("http://localhost"))
    with at("2026-09-07"):
        assert len(re.findall("Tonight (at home|away)", phone.open(crown.home).text)) == 1
        enter_card(crown.manager, card, **PLAYED)
        page = phone.open(crown.home)
        assert page.text.count("Sign the card of Mon 7 Sep") == 2, "its line, and the words of its button"
        sign(phone, page.link_saying("Sign"))
        assert "Sign the card" not in phone.open(crown.home).text, (
            "this phone has signed; the other team’s may"
        )
