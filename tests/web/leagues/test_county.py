"""A county: several competitions of one club, drawn up together and looked at on one desk."""

import re
from collections import Counter
from itertools import cycle

import pytest
import time_machine

from tests.web.captains import enter_card
from tests.web.cast import Pub
from tests.web.page import Page
from tests.web.secretary import draw_up, enter, league, squad_page
from tests.web.squads.test_entering import tick

PUBS = ("Anchor", "Bell", "Crown", "Dolphin", "Eagle", "Fox")
TYPED = {"name": "County", "season": "2026–27"}


def division(pub: Pub, number: int, teams: tuple[str, ...], *, typed: bool = True) -> str:
    """A division with these teams, each with the pub it plays at ``typed`` or told by its name alone."""
    at = league(pub, "hdddcl", **TYPED, division=f"Division {number}")
    for team in teams:
        page = pub.manager.open(f"{at}teams/")
        venue = team.rpartition(" ")[0] if typed else ""
        page = pub.manager.send(page.form_with("name"), name=team, players="", venue=venue)
        assert page.status == 200, page.text
    return at


def fixtures(pub: Pub) -> list[dict[str, str]]:
    names = {row["id"]: row["name"] for row in pub.stored()["squads"]}
    return [
        row | {"home": names[row["home"]], "away": names[row["away"]]} for row in pub.stored()["fixtures"]
    ]


def at_home(pub: Pub) -> Counter[tuple[str, str]]:
    return Counter((row["day"], row["home"].rpartition(" ")[0]) for row in fixtures(pub))


def test_two_teams_that_are_called_after_one_pub_share_its_ground(crown: Pub) -> None:
    ends = (("A", "B"), ("1", "2"), ("I", "II"), ("(A)", "‘B’"))
    for number in (1, 2):
        named = [f"{pub} {end[number - 1]}" for pub, end in zip(PUBS, cycle(ends), strict=False)]
        one = division(crown, number, tuple(named), typed=False)
    assert draw_up(crown, one, first="2027-09-06").status == 200
    assert set(at_home(crown).values()) == {1}
    desk = f"{crown.home}leagues/desk"
    assert "home matches" not in crown.manager.open(desk).text
    of_pub = [row for row in fixtures(crown) if row["home"].startswith(PUBS[0])]
    here = next(row for row in of_pub if row["league"] == of_pub[0]["league"])
    there = next(row for row in of_pub if row["league"] != here["league"])
    page = crown.manager.open(f"{crown.home}leagues/{there['league']}/fixtures/{there['id']}/change")
    crown.manager.send(page.form_with("day"), day=here["day"])
    assert re.search(r"Anchor \w+ \d+ \w+, two home matches", crown.manager.open(desk).text)


def test_three_teams_called_after_one_pub_are_drawn_up_and_two_of_them_kept_apart(crown: Pub) -> None:
    at = division(crown, 1, ("Crown A", "Crown B", "Crown C", "Lion"), typed=False)
    draw_up(crown, at, first="2027-09-06")
    assert len(fixtures(crown)) == 12
    homes = [{row["home"] for row in fixtures(crown) if row["round"] == number} for number in range(1, 7)]
    assert not [here for here in homes if {"Crown A", "Crown B"} <= here]
    assert [here for here in homes if "Lion" not in here]
    assert "Crown has two home matches" in crown.manager.open(f"{at}fixtures/").text


def test_players_who_enter_alone_share_no_ground_by_their_initials(crown: Pub) -> None:
    at = league(crown, "singles", name="Singles")
    for name in ("Ann A", "Ann B", "Cy", "Dee"):
        enter(crown, at, name, name)
    assert {row["name"] for row in crown.stored()["squads"]} >= {"Ann A", "Ann B"}
    assert draw_up(crown, at).status == 200
    assert "two home matches" not in crown.manager.open(f"{at}fixtures/").text


def test_a_division_that_was_drawn_is_not_replaced_unless_it_is_ticked(crown: Pub) -> None:
    one = division(crown, 1, tuple(f"{pub} A" for pub in PUBS[:4]))
    draw_up(crown, one)
    before = [row["id"] for row in crown.stored()["fixtures"]]
    two = division(crown, 2, tuple(f"{pub} B" for pub in PUBS[:4]))
    assert "its fixtures are replaced, 12 in all" in crown.manager.open(f"{two}fixtures/draw-up").text
    draw_up(crown, two)
    assert {*before} <= {row["id"] for row in crown.stored()["fixtures"]}
    league_id = one.rstrip("/").rpartition("/")[2]
    draw_up(crown, two, along=league_id)
    assert not {*before} & {row["id"] for row in crown.stored()["fixtures"]}
    assert set(at_home(crown).values()) == {1}


def test_a_division_without_two_teams_is_not_ticked_and_named_where_it_is_drawn_up(crown: Pub) -> None:
    one = division(crown, 1, ("Anchor A", "Bell A"))
    two = division(crown, 2, ("Fox B",))
    said = "County, Division 2 has 1 team: enter two at least."
    assert said in draw_up(crown, one, along=two.rstrip("/").rpartition("/")[2]).fault("along")
    page = draw_up(crown, two, along=None)
    assert said in page.fault("first")
    assert "Round 1" in draw_up(crown, one).text


def test_a_team_that_plays_in_two_leagues_is_not_drawn_up_for_both_at_once(crown: Pub) -> None:
    one = division(crown, 1, ("Anchor A", "Bell A"))
    two = division(crown, 2, ("Anchor A", "Fox A"))
    before = crown.facts()
    page = draw_up(crown, one)
    assert (page.status, "Anchor A plays in two of these" in page.fault("first")) == (422, True)
    page = draw_up(crown, two, along="nobody")
    assert page.status == 404
    assert crown.facts() == before


def board(crown: Pub, row: dict[str, str], **typed: object) -> Page:
    card = f"{crown.home}fixtures/{row['id']}"
    return enter_card(crown.manager, card, **typed)


def test_one_desk_tells_what_is_to_do_in_every_competition(crown: Pub) -> None:
    one = division(crown, 1, ("Anchor A", "Bell A"))
    two = division(crown, 2, ("Anchor B", "Fox B"))
    for at, team, players in ((one, "Anchor A", "Terry Holt, Zoe"), (two, "Fox B", "Terry Holt")):
        page = squad_page(crown, at, team)
        crown.manager.send(page.form_with("name"), name=team, players=players, venue=team[:-2])
    with time_machine.travel("2026-09-01T12:00:00Z", tick=False):
        assert draw_up(crown, one, every=14).status == 200
        desk = crown.manager.open(f"{crown.home}leagues/desk")
        assert "Terry Holt registered with Anchor A and Fox B" in desk.text
        assert "home matches" not in desk.text
    first, second = sorted(fixtures(crown), key=lambda row: (row["day"], row["home"]))[:2]
    with time_machine.travel("2026-09-08T12:00:00Z", tick=False):
        board(crown, first, b1_legs="2-0", b2_legs="2-0", b3_legs="2-0")
        desk = crown.phone("watch").open(f"{crown.home}leagues/desk")
        assert f"{second['home']} v {second['away']} Division" in desk.text
        assert "no card yet after 1 day" in desk.text
        assert f"{first['home']} and {first['away']} to sign" in desk.text
        assert "Missing 1" in desk.text
        assert "Unsigned 1" in desk.text
        assert not [words for words, _ in desk.links if "Remind" in words], "a watcher mends nothing"
        assert "Remind" in crown.manager.open(f"{crown.home}leagues/desk").text
        assert "At home" in desk.text
    assert "Desk of all" in crown.manager.open(f"{crown.home}leagues/").text


def test_matches_of_a_pub_or_a_team_that_clash_are_told_with_the_button_that_moves_them(crown: Pub) -> None:
    one = division(crown, 1, ("Anchor A", "Bell A"))
    two = division(crown, 2, ("Anchor B", "Fox B"))
    draw_up(crown, one, first="2027-01-04", twice="no")
    cup = league(crown, "cup", name="Cup")
    tick(crown, cup, "Anchor A", "Fox B")
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_saying("Seeds"), seeds="")
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_with("number"), day="2027-01-04")
    desk = crown.manager.open(f"{crown.home}leagues/desk")
    assert "Anchor A Mon 4 Jan, plays twice" in desk.text
    assert "Fox B Mon 4 Jan, plays twice" in desk.text
    move = crown.manager.open(desk.link_saying("Move"))
    crown.manager.send(move.form_with("day"), day="2027-01-11")
    for at in (one, two):
        drawn = crown.manager.open(f"{at}fixtures/draw-up").form_with("first")
        assert crown.manager.send(drawn, first="2027-02-01", twice="no").status == 200
    assert "plays twice" not in crown.manager.open(f"{crown.home}leagues/desk").text


def test_a_long_list_on_the_desk_shows_its_oldest_and_folds_the_others(crown: Pub) -> None:
    one = division(crown, 1, tuple(f"{pub} A" for pub in PUBS))
    division(crown, 2, tuple(f"{pub} B" for pub in PUBS))
    with time_machine.travel("2026-09-01T12:00:00Z", tick=False):
        draw_up(crown, one, first="2026-09-07", every=7)
    begun = [row for row in fixtures(crown) if row["day"] == "2026-09-07"]
    with time_machine.travel("2026-09-22T12:00:00Z", tick=False):
        for row in begun:
            if row["league"] in one:
                board(crown, row, b1_legs="2-0", b2_legs="2-0", b3_legs="2-0")
        county, own = (crown.manager.open(at).html for at in (f"{crown.home}leagues/desk", f"{one}desk"))
    late = county.partition(">Missing 15<")[2].partition(">Unsigned 3<")[0]
    shown, more, folded = late.partition(">12 more<")
    assert [len(part.split('class="todo missing"')) - 1 for part in (shown, folded)] == [3, 12], more
    assert all(row["id"] in shown for row in begun if row["league"] not in one)
    assert "<details" not in county.partition(">Unsigned 3<")[2].partition(">Tonight")[0], "three are few"
    assert "6 more<" in own


def test_where_there_are_no_competitions_or_fixtures_it_says_so(crown: Pub) -> None:
    desk = crown.manager.open(f"{crown.home}leagues/desk")
    assert "No competition is being played." in desk.text
    assert "Nothing. No card is overdue" in desk.text
    at = league(crown, "hdddcl", **TYPED)
    assert "County Nobody has entered yet" in crown.manager.open(f"{crown.home}leagues/desk").text
    enter(crown, at, "Zebra", "")
    assert "County No fixtures yet" in crown.manager.open(f"{crown.home}leagues/desk").text
    squad = crown.stored()["squads"][0]["id"]
    answer = crown.manager.post(f"{at}teams/{squad}/fixtures")
    assert (answer.status_code, "no fixtures yet that it could join" in answer.text) == (422, True)


def test_a_cups_ties_are_at_home_where_the_pub_is_free(crown: Pub) -> None:
    teams = ("Anchor B", "Bell B", "Crown B", "Dolphin B")
    one = division(crown, 1, teams)
    draw_up(crown, one, first="2027-01-04", twice="no")
    two = division(crown, 2, tuple(f"{pub} A" for pub in PUBS[:4]))
    cup = league(crown, "cup", name="Cup")
    tick(crown, cup, *(f"{pub} A" for pub in PUBS[:4]))
    home = {row["home"][:-2] for row in fixtures(crown) if row["day"] == "2027-01-04"}
    busy, free = sorted(home), sorted({*PUBS[:4]} - home)
    seeds = "\n".join(f"{pub} A" for pub in (busy[0], busy[1], free[0], free[1]))
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_saying("Seeds"), seeds=seeds)
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_with("number"), day="2027-01-04")
    assert set(at_home(crown).values()) == {1}
    assert crown.manager.open(f"{two}teams/").status == 200


@pytest.mark.parametrize(("teams", "twice"), [(3, "no"), (4, "yes")])
def test_a_team_that_joins_late_gets_its_fixtures_once(crown: Pub, teams: int, twice: str) -> None:
    at = league(crown, "hdddcl", **TYPED)
    for pub in PUBS[:teams]:
        enter(crown, at, pub, "")
    draw_up(crown, at, first="2026-09-07", twice=twice, starts="20:30")
    with time_machine.travel("2026-09-10T12:00:00Z", tick=False):
        page = enter(crown, at, "Zebra", "")
        assert "Zebra no fixtures yet" in page.text
        page = crown.manager.open(page.link_saying("Change Zebra"))
        assert "It has no fixtures yet." in page.text
        form = page.form_saying("Draw its fixtures")
        for _ in range(2):
            crown.manager.send(form)
        late = [row for row in fixtures(crown) if "Zebra" in (row["home"], row["away"])]
        met = Counter(row["home"] if row["away"] == "Zebra" else row["away"] for row in late)
        assert met == dict.fromkeys(PUBS[:teams], 2 if twice == "yes" else 1)
        home = sum(row["home"] == "Zebra" for row in late)
        assert home in (len(late) // 2, (len(late) + 1) // 2)
        assert len({(row["home"], row["away"]) for row in late}) == len(late)
        assert min(row["day"] for row in late) > "2026-09-10"
        assert {row["starts"] for row in late} == {"20:30"}
        for what in ("day", "round"):
            busy = Counter((row[what], row[side]) for row in fixtures(crown) for side in ("home", "away"))
            assert set(busy.values()) == {1}
        assert "no fixtures yet" not in crown.manager.open(page.path).text


def test_the_fixtures_of_a_season_stand_on_one_sheet(crown: Pub) -> None:
    at = division(crown, 1, tuple(f"{pub} A" for pub in PUBS[:5]))
    assert "No fixtures yet." in crown.manager.open(f"{at}fixtures/paper").text
    draw_up(crown, at, first="2026-09-07", starts="20:30")
    page = crown.phone("watch").open(crown.manager.open(f"{at}fixtures/").link_saying("Print the season"))
    for row in fixtures(crown):
        assert f"{row['home']} v {row['away']}" in page.text
    assert page.text.count("Bye: ") == 10
    assert "Round 1 Mon 7 Sep, 20:30" in page.text
    assert "Anchor A, Anchor; Bell A, Bell;" in page.text
    team = next(row["id"] for row in crown.stored()["squads"] if row["name"] == "Bell A")
    page = crown.manager.open(crown.manager.open(f"{at}teams/{team}/season").link_saying("pocket card"))
    own = [row for row in fixtures(crown) if "Bell A" in (row["home"], row["away"])]
    assert page.text.count("20:30") == len(own) == 8
    assert "Mon 7 Sep 20:30" in page.text
    assert "Bell A v " not in page.text
