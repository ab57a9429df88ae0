"""Pages of players, pairs and teams, pages that other sites show in a frame, and a card on paper."""

import re

from tests.web.captains import ALL, enter_card, select, sign, teams_of
from tests.web.cast import Phone, Pub
from tests.web.league_evening import begin_a_league, seats_of
from tests.web.leagues.test_county import division
from tests.web.page import Page
from tests.web.secretary import cards_of, draw_up, enter_teams, league, squad_page
from tests.web.squads.test_captains import league_of


def test_another_site_may_show_the_table_of_an_open_club_only(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **ALL)
    at = league_of(crown, card)
    address = f"/embed/{crown.id}/{at.split('/')[-2]}"
    outsider = Phone(crown.app)
    crown.shut()
    assert outsider.ask(address).status_code == 403
    crown.manager.post(f"{crown.home}watching", anyone="yes")
    answer = outsider.ask(address)
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "Set-Cookie" not in answer.headers
    assert "<form" not in answer.text
    assert "<script" not in answer.text
    assert "2–1" in answer.text
    assert "frame-ancestors 'none'" in outsider.ask(crown.home).headers["Content-Security-Policy"]
    assert outsider.ask(f"/embed/{crown.id}/nobody").status_code == 404
    assert f"http://localhost{address}" in crown.manager.open(at).html
    form = crown.manager.open(f"{at}rules").form_with("name")
    crown.manager.send(form, name='Tom & “Jo” "A"')
    code = crown.manager.open(at).by_id("frame")
    ((tag, values),) = Page("the league's own site", 200, code).tags
    assert (tag, values["title"].split(" ·")[0]) == ("iframe", 'Tom & “Jo” "A"')


def test_a_site_may_show_fixtures_players_or_all_divisions_in_place_of_the_table(crown: Pub) -> None:
    one = division(crown, 1, ("Anchor A", "Bell A"))
    two = division(crown, 2, ("Crown B", "Dolphin B"))
    page = squad_page(crown, one, "Anchor A")
    crown.manager.send(page.form_with("name"), name="Anchor A", players="Zoe, Yan", venue="Anchor")
    for at in (one, two):
        crown.manager.send(crown.manager.open(f"{at}fixtures/draw-up").form_with("first"), first="2026-09-07")
    card = next(row for row in crown.stored()["fixtures"] if row["league"] in one)
    seats = {
        f"b1_{side}_{seat}": row["player"]
        for side in ("home", "away")
        for seat, row in enumerate(crown.stored()["squad_players"])
        if row["squad"] == card[side]
    }
    enter_card(crown.manager, f"{crown.home}fixtures/{card['id']}", **ALL, **seats)
    home = crown.manager.open(one)
    shown = {}
    for shows in ("divisions", "fixtures", "players"):
        address = re.search(r'src="http://localhost([^"]+)"', home.by_id(f"frame{shows}"))
        assert address
        shown[shows] = crown.manager.open(address[1].replace("&amp;", "&")).text
    assert all(team in shown["divisions"] for team in ("Anchor A", "Dolphin B", "Division 2"))
    assert "Round 1 Mon 7 Sep" in shown["fixtures"]
    assert "Dolphin B" not in shown["fixtures"]
    assert "Zoe Anchor A 1 " in shown["players"]
    frame = crown.manager.open(address[1].replace("&amp;", "&"))
    assert "1 Yan Anchor A 1 1 100 1 Zoe Anchor A 1 1 100" in frame.text  # level, so not by the alphabet
    assert crown.manager.ask(f"{address[1].partition('?')[0]}?show=all").status_code == 404


def test_a_card_is_printed_blank_and_filled(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **{**ALL, "b2_legs": "0-2c"})
    sign(crown.manager, card)
    page = crown.phone("watch").open(f"{card}paper")
    assert "2–1" in page.text
    assert "0–2 conceded" in page.text
    assert "by the secretary" in page.text
    blank = crown.phone("watch").open(f"{card}paper?blank=yes").text
    assert "2–1" not in blank
    assert "conceded" not in blank
    assert "Signed for Crown" in blank


def test_a_player_has_a_season_with_a_rating_and_stays_on_cards_after_leaving_the_squad(crown: Pub) -> None:
    made = begin_a_league(crown)
    card, at = f"{crown.home}fixtures/{made.fixture}/", f"{crown.home}leagues/{made.id}/"
    names, seats = teams_of(crown.manager.open(card)), seats_of(crown, card)
    enter_card(crown.manager, card, **seats, b1_legs="2-1")
    page = crown.manager.open(f"{at}players")
    assert "±" in page.text
    assert "legs 2–1" in page.text
    assert "±" not in crown.manager.open(page.link_saying("Hide it")).text
    page = crown.manager.open(page.link_saying(names[0]))
    assert page.path.endswith(seats["b1_home_0"])
    assert "Head to head" in page.text
    assert "1–0" in page.text
    change = squad_page(crown, at, names[0])
    crown.manager.send(change.form_with("name"), name=names[0], players="Zoe")
    page = enter_card(crown.manager, card, b1_legs="2-0")
    assert page.form_with("b1_was").value("b1_home_0") == seats["b1_home_0"]
    assert f"{names[0]} 2–0 {names[1]} League points" in page.text
    assert names[0] in crown.manager.open(f"{at}players").text


def test_a_pair_and_a_team_have_pages_of_their_own(crown: Pub, card: str) -> None:
    crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    page = enter_card(crown.manager, card, **ALL)
    pairs = crown.manager.open(page.link_saying("Winter").rstrip("/") + "/pairs")
    columns = [has for tag, has in pairs.tags if tag == "th" and has["scope"] == "col"]
    assert {int(has["colspan"]) for _, has in pairs.tags if "colspan" in has} == {len(columns) - 1}
    name, href = next((words, href) for words, href in pairs.links if "/pairs/" in href)
    page = crown.manager.open(href)
    assert name in page.text
    assert "Head to head" in page.text
    assert crown.manager.ask(f"{href}x").status_code == 404
    enter_card(crown.manager, card, **ALL)
    page = crown.manager.open(crown.manager.page.link_saying("Winter"))
    page = crown.manager.open(page.link_saying("Crown"))
    assert "Head to head" in page.text
    assert "Won and lost." in page.text
    assert page.link_saying("Calendar of this team").endswith(page.path.split("/")[-2])


def test_singles_stand_alone_with_the_team_of_each(crown: Pub) -> None:
    at = league(crown, "leek", name="Winter")
    enter_teams(crown, at, "Crown", "Swan")
    draw_up(crown, at, first="2026-09-07", twice="no")
    card = cards_of(crown, at)[0]
    page = crown.manager.open(card)
    home, _ = re.findall(r"(Crown|Swan) 0–0 (Crown|Swan)", page.text)[0]
    first, second = (player for player, _ in select(page, f"Board 1, {home}")[1:3])
    legs = {f"b{n}_legs": "1-0" for n in range(1, 10)}
    typed = {"b1_home_0": first, "b7_home_0": first, "b7_home_1": second}
    assert enter_card(crown.manager, card, **legs, **typed).status == 200
    page = crown.manager.open(f"{at}players")
    assert re.search(rf"{home} 1 2 2 0 100 .*{home} · legs 2–0", page.text), page.text
    assert f"{home} 2 1 1 0" in page.text
    page = crown.manager.open(page.link_saying("Singles alone"))
    assert re.search(rf"{home} 1 1 1 0 100 .*{home} · legs 1–0", page.text), page.text
    assert f"{home} 2" not in page.text
    assert "All boards" in page.text
    for sheet, line in (
        ("singles", f"{home} 1,{home},1,1,0,1,0,"),
        ("pairs", f"{home} 1 & {home} 2,{home},1,1,0,1,0,"),
    ):
        assert line in crown.manager.ask(f"{at}{sheet}.csv").text, sheet
