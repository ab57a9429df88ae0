"""A team is the club's: entered into each competition with its players, its place and its captain's link."""

import html
import re

from tests.web.captains import ALL, enter_card, signing
from tests.web.cast import Phone, Pub
from tests.web.page import Page
from tests.web.secretary import (
    archive,
    cards_of,
    draw_up,
    enter,
    enter_teams,
    league,
    squad_page,
    three_teams,
)
from tests.web.squads.test_captains import open_link

SIX = "\n".join(f"Fox {n}" for n in range(1, 7))


def ticks(page: Page) -> dict[str, str]:
    """The teams that can be ticked, and their values."""
    found = re.findall(r'name="teams" value="(\w+)"[^>]*><bdi>([^<]+)', page.html)
    return {name: value for value, name in found}


def tick(pub: Pub, at: str, *names: str) -> Page:
    page = pub.manager.open(f"{at}teams/")
    teams = ticks(page)
    fields = [("teams", teams[name]) for name in names]
    answer = pub.manager.post(f"{at}teams/entered", fields)
    assert answer.status_code == 303, answer.text
    return pub.manager.open(f"{at}teams/")


def captain_of(pub: Pub, at: str, name: str) -> Phone:
    """A phone that has opened this team’s link, which is made if there is none."""
    page = squad_page(pub, at, name)
    if "/captain/" not in page.text:
        page = pub.manager.send(page.form_saying("Create captain’s link"))
    phone = Phone(pub.app)
    open_link(phone, page.by_id("captain").removeprefix("http://localhost"))
    return phone


def test_no_team_and_a_strange_one_are_refused_and_a_known_one_changes_nothing(crown: Pub) -> None:
    three_teams(crown)
    cup = league(crown, "cup", name="Cup")
    before = crown.facts()
    for sent, sentence in (
        ((), "Who plays in it? Tick at least one."),
        (("nobody",), "Who plays: choose teams of the club."),
    ):
        answer = crown.manager.post(f"{cup}teams/entered", [("teams", one) for one in sent])
        assert (answer.status_code, sentence in crown.manager.page.text) == (422, True)
    assert crown.facts() == before
    teams = ticks(crown.manager.open(f"{cup}teams/"))
    for _ in range(2):
        assert crown.manager.post(f"{cup}teams/entered", [("teams", teams["Crown"])]).status_code == 303
        entered = crown.stored()["entrants"]
        assert len(entered) == 4
    before = crown.facts()
    crown.manager.post(f"{cup}teams/entered", [("teams", teams["Crown"])])
    assert crown.facts() == before


def test_a_cup_is_entered_by_ticks_and_no_player_is_typed_twice(crown: Pub, at: str) -> None:
    assert "Who plays in it?" not in crown.manager.open(f"{at}teams/").text
    singles = league(crown, "singles", name="Singles")
    assert "Who plays in it?" not in crown.manager.open(f"{singles}teams/").text
    cup = league(crown, "cup", name="Cup")
    page = crown.manager.open(f"{cup}teams/")
    assert ticks(page).keys() == {"Crown", "Lion", "Railway"}
    page = tick(crown, cup, "Crown", "Lion")
    assert ("Crown 1, Crown 2" in page.text, ticks(page).keys()) == (True, {"Railway"})
    page = squad_page(crown, cup, "Lion")
    crown.manager.send(page.form_with("name"), name="Red Lion", players=SIX, venue="The Institute")
    for where in (at, cup):
        page = squad_page(crown, where, "Red Lion")
        assert ("Fox 6" in page.text, "The Institute" in page.html) == (True, True)


def test_a_team_leaves_the_cup_and_stays_in_the_league(crown: Pub, at: str) -> None:
    cup = league(crown, "cup", name="Cup")
    tick(crown, cup, "Lion", "Crown")
    phone = captain_of(crown, cup, "Lion")
    page = crown.manager.send(squad_page(crown, cup, "Lion").form_saying("Withdraw Lion"), reason="")
    assert ticks(page).keys() == {"Lion", "Railway"}
    assert "Lion 1" in squad_page(crown, at, "Lion").text
    draw_up(crown, at, twice="no")
    assert phone.open(crown.home).status == 200


def test_one_link_is_the_captains_in_the_cup_and_in_the_next_season(crown: Pub, at: str) -> None:
    phone = captain_of(crown, at, "Lion")
    cup = league(crown, "hdddcl", name="Cup")
    tick(crown, cup, "Lion", "Crown")
    draw_up(crown, cup, twice="no")
    assert enter_card(phone, cards_of(crown, cup)[0], **ALL).status == 200
    page = crown.manager.open(f"{at}end")
    crown.manager.send(page.form_saying("Begin it with the same teams"), season="2027–28")
    following = crown.manager.page.path.partition("fixtures/")[0]
    assert squad_page(crown, following, "Lion").form_saying("Replace link")
    assert {row["squad"] for row in crown.stored()["entrants"]} == {
        row["id"] for row in crown.stored()["squads"]
    }
    assert "Winter 2027–28" in phone.open(crown.home).text
    assert crown.manager.open(f"{crown.home}leagues/captains").text.count("Winter") == 1
    archive(crown, at)
    draw_up(crown, following, twice="no")
    cards = {h for w, h in crown.manager.open(f"{following}fixtures/").links if "Lion" in w and "/fix" in h}
    for card in cards:
        if "/leagues/" not in card:
            assert enter_card(phone, card, **ALL).status == 200


def test_a_team_of_the_club_is_known_by_its_name_and_keeps_its_players(crown: Pub, at: str) -> None:
    cup = league(crown, "cup", name="Cup")
    page = enter(crown, cup, "crown", SIX)
    assert "Crown is a team of the club already, with other players" in page.fault("players")
    assert "Crown 1, Crown 2" in enter(crown, cup, "crown", "").text
    page = crown.manager.send(squad_page(crown, at, "Lion").form_with("name"), name="Fox", players="")
    other = league(crown, "cup", name="Plate")
    enter(crown, other, "Elk", "")
    page = crown.manager.send(squad_page(crown, other, "Elk").form_with("name"), name="Railway", players="")
    assert "Railway is a team of the club already" in page.fault("name")


def test_a_captain_of_two_teams_that_came_into_one_cup_acts_for_each_on_its_card(crown: Pub) -> None:
    phone = Phone(crown.app)
    for name, own, other in (("Tuesday", "Crown A", "Lion"), ("Thursday", "Crown B", "Swan")):
        at = league(crown, "hdddcl", name=name)
        enter_teams(crown, at, own, other)
        team = crown.manager.send(squad_page(crown, at, own).form_saying("Create captain’s link"))
        open_link(phone, team.by_id("captain").removeprefix("http://localhost"))
    cup = league(crown, "cup", name="Cup", kind_0_count=1, kind_1_count="")
    tick(crown, cup, "Crown A", "Crown B", "Lion", "Swan")
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_saying("Seeds"), seeds="Crown A\nCrown B")
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_with("number"), day="2026-01-13")
    cards = cards_of(crown, cup, "Crown")
    assert len(cards) == 2
    for card in cards:
        assert enter_card(phone, card, b1_legs="1-0").status == 200
        assert len(signing(phone.open(card))) == 1, "for its own team alone"


def test_nobody_comes_into_two_teams_of_a_league_by_the_page_of_another(crown: Pub, at: str) -> None:
    other = league(crown, "hdddcl", name="Summer")
    enter(crown, other, "Swan", "Zoe")
    tick(crown, other, "Crown")
    team = squad_page(crown, at, "Crown").form_with("name")
    before = crown.facts()
    page = crown.manager.send(team, players="Crown 1\nZoe")
    assert (page.status, "Zoe is in the squad of Swan." in page.fault("players")) == (422, True)
    assert crown.facts() == before
    crown.manager.send(team, players="Crown 1\nZoe", move="y")
    assert "Swan Zoe" not in crown.manager.open(f"{other}teams/").text


def test_who_is_registered_with_two_teams_of_a_county_is_told(crown: Pub) -> None:
    first = league(crown, "hdddcl", name="Tuesday", division="One")
    enter(crown, first, "Crown", "Terry Holt")
    second = league(crown, "hdddcl", name="Tuesday", division="Two")
    enter(crown, second, "Lion", "Terry Holt, Zoe")
    assert "Terry Holt is registered with Lion as well." in squad_page(crown, first, "Crown").text
    page = squad_page(crown, second, "Lion")
    assert "Terry Holt is registered with Crown as well." in page.text
    assert "Zoe is registered" not in page.text
    other = league(crown, "hdddcl", name="Thursday")
    enter(crown, other, "Bell", "Zoe")
    assert "is registered with" not in squad_page(crown, other, "Bell").text


def test_all_captains_links_are_made_at_once_and_stand_on_one_sheet(crown: Pub, at: str) -> None:
    phone = captain_of(crown, at, "Lion")
    cup = league(crown, "cup", name="Cup")
    tick(crown, cup, "Lion", "Crown")
    sheet = crown.manager.open(f"{at}teams/").link_saying("Captains’ links")
    page = crown.manager.open(sheet)
    assert "2 teams have no link yet." in page.text
    before = {row["id"]: row["captain_generation"] for row in crown.stored()["squads"]}
    page = crown.manager.send(page.form_saying("Make them"))
    assert "no link yet" not in page.text
    assert {row["captain_generation"] for row in crown.stored()["squads"]} == {1}
    assert [*before.values()].count(1) == 1
    assert crown.manager.post(sheet).status_code == 303, "made a second time nothing changes"
    assert {row["captain_generation"] for row in crown.stored()["squads"]} == {1}
    assert phone.open(crown.home).status == 200
    assert "Lion" in page.text
    assert "Winter, Cup" in page.text
    (text,) = re.findall(r'id="links"[^>]*>([^<]+)<', page.html)
    lines = html.unescape(text).strip().split("\n")
    assert [line.partition(": ")[0] for line in lines] == ["Crown", "Lion", "Railway"]
    assert all(line.partition(": ")[2] in page.text for line in lines)
    codes = re.findall(r'src="(/c/[^"]+svg)"', page.html)
    assert len(codes) == 3
    assert crown.manager.ask(codes[0]).mimetype == "image/svg+xml"
    for link in re.findall(r"http://localhost(/c/\S+/captain/[^<\s]+)", page.html):
        open_link(Phone(crown.app), link)
    assert crown.phone("score").ask(sheet).status_code == 403
