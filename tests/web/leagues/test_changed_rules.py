"""Rules that change in the middle of a season: what was played stays as it was played."""

import pytest

from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub
from tests.web.cups.test_cups import date, draw, knockout
from tests.web.page import Page
from tests.web.secretary import draw_up, set_rules, three_teams
from tests.web.squads.test_captains import league_of


def change(crown: Pub, at: str, **typed: object) -> Page:
    return set_rules(crown, at, reason="voted in May", **typed)


@pytest.mark.parametrize(
    "typed",
    [
        *({"kind_0_count": 4}, {"kind_0_count": 2}, {"kind_0_seats": "1"}),
        {"kind_1_count": 1, "kind_1_name": "singles"},
    ],
    ids=str,
)
def test_boards_with_results_stay_until_the_results_are_taken_off(
    crown: Pub, card: str, typed: dict[str, object]
) -> None:
    at = league_of(crown, card)
    enter_card(crown.manager, card, **ALL)
    before = crown.facts()
    page = change(crown, at, **typed, name="Summer")
    assert page.status == 422
    assert page.fault("kind_0_count").startswith("Results stand for 3 tables on 1 card, so the boards stay.")
    assert page.form_with("tie_0").value("name") == "Summer"
    assert crown.facts() == before
    enter_card(crown.manager, card, b1_legs="", b2_legs="", b3_legs="")
    assert change(crown, at, **typed).status == 200


def test_a_card_that_is_half_entered_gets_more_boards_and_no_fewer(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    enter_card(crown.manager, card, b2_legs="2-0")
    assert change(crown, at, kind_0_count=1).status == 422
    assert change(crown, at, kind_0_count=2).status == 200
    enter_card(crown.manager, card, b1_legs="2-0")
    assert change(crown, at, kind_0_count=5).status == 422, "with two boards the card is full"


def test_boards_stay_for_a_result_that_came_with_a_spreadsheet(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    sheet = crown.manager.ask(f"{at}fixtures.csv").get_data(as_text=True).replace(",,,,,", ",2,1,,,", 1)
    assert crown.manager.post(f"{at}spreadsheet/", act="store", sheet=sheet).status_code == 303
    assert change(crown, at, kind_0_count=5).status == 422
    assert change(crown, at, kind_0_target=9).status == 200
    assert crown.manager.post(f"{at}spreadsheet/", act="store", sheet=sheet).status_code == 303
    crown.manager.send(crown.manager.open(card).form_saying("pen the card"), reason="for its boards")
    assert change(crown, at, kind_0_count=5).status == 200


@pytest.mark.parametrize("legs", [1, 3])
def test_longer_boards_of_later_rounds_leave_results_as_they_were_played(
    crown: Pub, card: str, legs: int
) -> None:
    at = league_of(crown, card)
    page = enter_card(crown.manager, card, b1_legs="2-1", b2_legs="0-2c")
    text = page.text
    assert change(crown, at, kind_0_legs=legs).status == 200
    before = crown.stored()["card_events"]
    page = crown.manager.send(crown.manager.open(card).form_with("b1_was"))
    assert page.status == 200
    assert crown.stored()["card_events"] == before, "saved as it is shown it stays"
    assert "2–1" in text
    assert "2–1" in page.text
    enter_card(crown.manager, card, b3_legs=f"{legs}-0")
    for _ in ("home", "away"):
        page = sign(crown.manager, card)
    assert "Signed for both teams" in page.text


def test_signatures_stand_however_the_rules_count_the_boards(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    enter_card(crown.manager, card, **ALL)
    sign(crown.manager, card)
    assert change(crown, at, counts="legs").status == 200
    page = sign(crown.manager, card)
    assert ("Signed for both teams" in page.text, "4–3" in page.text) == (True, True), page.text
    change(crown, at, counts="boards")
    assert "Signed for both teams" in crown.manager.open(card).text
    assert "without both captains" not in crown.manager.open(at).text


def test_a_league_with_results_does_not_become_a_knockout(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    enter_card(crown.manager, card, b1_legs="2-0")
    page = change(crown, at, format="knockout")
    assert page.fault("format") == "Played as: results have been entered, so it stays a league."


@pytest.mark.parametrize("format", ["league", "ladder", "groups"])
def test_what_becomes_another_competition_begins_without_a_draw(crown: Pub, format: str) -> None:
    cup = knockout(crown, ["Ann", "Bob", "Cy", "Dee"])
    at = cup.removesuffix("cup/")
    draw(crown, cup)
    date(crown, cup)
    assert "Its fixtures and its draw go" in crown.manager.open(f"{at}rules").text
    assert set_rules(crown, at, format=format).status == 200
    for page in ("", "fixtures/", "desk", "rules", "record"):
        assert crown.manager.open(f"{at}{page}").status == 200, page
    assert not crown.stored()["draws"]
    assert not crown.stored()["fixtures"]
    assert "No knockout has been drawn" in crown.manager.open(f"{crown.home}leagues/finals/").text


def test_a_fixture_list_is_no_list_of_challenges(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    set_rules(crown, at, format="ladder")
    assert "To be played" not in crown.manager.open(f"{at}ladder/").text
