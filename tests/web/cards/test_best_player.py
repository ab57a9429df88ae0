"""The player of the night: off by default, one named by each captain among the other team."""

import re

import pytest

from tests.web.captains import enter_card
from tests.web.cast import Pub
from tests.web.page import Page
from tests.web.secretary import cards_of, draw_up, enter_players, league

WON = {"b1_legs": "2-0"}


@pytest.fixture
def card(crown: Pub) -> str:
    """A complete card of Ann at home to Bob, in a league that chooses a player."""
    return complete_card(crown, best_player="yes")


def complete_card(crown: Pub, **rules: object) -> str:
    at = league(crown, "singles", name="Singles", **rules)
    enter_players(crown, at, "Ann", "Bob")
    draw_up(crown, at, twice="no")
    (found,) = cards_of(crown, at)
    enter_card(crown.manager, found, **WON)
    return found


def forms(page: Page) -> list:
    return [form for form in page.forms if form.action.endswith("/best-player")]


def whom(page: Page, side: str) -> str:
    """The only player that this captain may name."""
    part = page.html.split(f'id="best-{side}"')[1].split("</select>")[0]
    (player,) = re.findall(r'<option value="(\w+)"', part)
    return player


def test_each_captain_names_one_of_the_other_team_and_the_players_page_counts(crown: Pub, card: str) -> None:
    page = crown.phone("score").open(card)
    home, away = whom(page, "home"), whom(page, "away")
    assert home != away
    page = crown.manager.send(forms(crown.manager.open(card))[0], player=home)
    assert re.search(r"★ (Ann|Bob) named by (Ann|Bob)", page.text)
    crown.manager.send(forms(page)[1], player=away)
    players = crown.manager.page.link_saying("Singles") + "players"
    assert "Player of the night Ann 1 Bob 1" in crown.manager.open(players).text
    crown.manager.send(forms(crown.manager.open(card))[1], player="")
    assert crown.manager.open(players).text.count(" 1 ") >= 1
    assert len(re.findall("★", crown.manager.open(card).text)) == 1


def test_captains_name_nobody_of_their_own_team_nor_before_the_card_is_full(crown: Pub, card: str) -> None:
    page = crown.manager.open(card)
    before = crown.facts()
    refused = crown.manager.send(forms(page)[0], player=whom(page, "away"))
    assert (refused.status, "one who played for the other team" in refused.text) == (422, True)
    wrong = forms(page)[0]
    wrong.fields = [(name, value if name != "side" else "both") for name, value in wrong.fields]
    assert "A card has two captains" in crown.manager.send(wrong).text
    assert crown.facts() == before
    crown.manager.send(crown.manager.open(card).form_with("b1_was"), b1_legs="")
    page = crown.manager.send(forms(page)[1], player=whom(page, "away"))
    assert (page.status, "once every board has its result" in page.text) == (422, True)


def test_a_league_chooses_nobody_unless_its_rules_say_so(crown: Pub) -> None:
    card = complete_card(crown)
    page = crown.manager.open(card)
    assert ("Player of the night" in page.text, forms(page)) == (False, [])
