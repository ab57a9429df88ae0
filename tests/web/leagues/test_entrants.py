"""The pages of a league's players, pairs and teams."""

import re

from tests.web.captains import ALL, enter_card, select, teams_of
from tests.web.cast import Pub
from tests.web.league_evening import begin_a_league, seats_of
from tests.web.secretary import cards_of, draw_up, enter_teams, league, squad_page


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
    assert f"1. {names[0]} 2–0 {names[1]}" in page.text
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
