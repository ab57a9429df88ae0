"""A page that another site may show in a frame, and a card on paper."""

import re

from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Phone, Pub
from tests.web.leagues.test_county import division
from tests.web.page import Page
from tests.web.secretary import squad_page
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
