"""Captains agree on another day: one proposes, the other accepts."""

import pytest
import time_machine

from tests.web.captains import ALL, enter_card
from tests.web.cast import Phone, Pub
from tests.web.page import Page
from tests.web.secretary import league, teams_of
from tests.web.squads.test_captains import captain
from tests.web.squads.test_entering import tick

DAY = {"day": "2027-03-04", "starts": "19:30", "note": "darts final"}


def propose(phone: Phone, card: str, side: str, **typed: object) -> Page:
    form = phone.open(card).form_saying("Propose for")
    return phone.send(form, side=side, **{**DAY, **typed})


def test_the_other_captain_accepts_and_the_fixture_is_moved(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    first, second = captain(crown, card, home), captain(crown, card, away)
    page = propose(first, card, "home")
    assert f"{home} propose Thu 4 Mar 19:30: “darts final”" in page.text
    assert "Accept for" not in page.text
    assert "another match that day" not in page.text
    at = next(href for words, href in page.links if words == "Winter")
    assert f"to Thu 4 Mar 19:30: {away} to answer" in crown.manager.open(f"{at}desk").text
    page = second.open(card)
    assert page.text.index(f"Accept for {away}") < page.text.index("1 · "), "above the boards"
    page = second.send(page.form_saying(f"Accept for {away}"), answer="accepted")
    assert "Thu 4 Mar 19:30" in page.text
    assert f"Moved to Thu 4 Mar 19:30: {home} proposed it, {away} accepted." in page.text
    assert "propose Thu" not in page.text
    assert "Another day proposed" not in crown.manager.open(f"{at}desk").text
    assert "“agreed by both captains”" in crown.manager.open(f"{at}record").text


@pytest.mark.parametrize(("answer", "who"), [("declined", 1), ("withdrawn", 0)])
def test_a_proposal_declined_or_taken_back_moves_nothing(
    crown: Pub, card: str, answer: str, who: int
) -> None:
    phones = [captain(crown, card, team) for team in teams_of(crown, card)]
    propose(phones[0], card, "home")
    form = phones[who].open(card).form_saying("Decline" if who else "Withdraw")
    page = phones[who].send(form, answer=answer)
    assert "propose Thu" not in page.text
    assert "1, Thu 4 Mar" not in page.text
    shown = phones[0].open(card).text
    assert (f"{teams_of(crown, card)[1]} declined Thu 4 Mar." in shown) == (answer == "declined")


def test_nobody_accepts_for_the_other_captain(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    first = captain(crown, card, home)
    propose(first, card, "home")
    taking_back = first.open(card).form_saying("Withdraw")
    before = crown.facts()
    page = first.send(taking_back, answer="accepted")
    assert (page.status, f"This phone is {home}’s" in page.text) == (422, True)
    assert crown.facts() == before
    assert away


IMPOSSIBLE = (
    ({"day": ""}, "Another day: which?"),
    ({"day": "soon"}, "a day such as"),
    ({"starts": "late"}, "a time such as 20:30"),
    ({"day": "2020-01-01"}, "this one is over already"),
    ({"side": "both"}, "say for which team"),
)


def test_an_impossible_proposal_is_refused_with_what_was_typed(crown: Pub, card: str) -> None:
    form, before = crown.manager.open(card).form_saying("Propose for"), crown.facts()
    for typed, sentence in IMPOSSIBLE:
        page = crown.manager.send(form, **{**DAY, "side": "home", **typed})
        assert (page.status, sentence in page.text) == (422, True), page.text
        assert page.form_saying("Propose for").value("note") == "darts final"
    assert crown.facts() == before
    enter_card(crown.manager, card, **ALL)
    page = crown.manager.send(form, side="home", **DAY)
    assert (page.status, "so the day stays" in page.text) == (422, True)
    assert "Propose another day" not in page.text


def test_a_day_that_is_over_is_not_accepted_any_more(crown: Pub, card: str) -> None:
    propose(crown.manager, card, "home")
    with time_machine.travel("2027-03-05T12:00:00Z", tick=False):
        form = crown.manager.open(card).form_saying("Accept for")
        before = crown.facts()
        page = crown.manager.send(form, answer="accepted")
        assert (page.status, "Another day: this one is over already." in page.text) == (422, True)
        assert crown.facts() == before


def test_a_day_on_which_a_team_has_another_match_is_said(crown: Pub, card: str) -> None:
    at = next(href for words, href in crown.manager.open(card).links if words == "Winter")
    day = next(
        line.split(",")[1]
        for line in crown.manager.ask(f"{at}fixtures.csv").text.splitlines()[1:]
        if "Railway" in line and "Crown" in line
    )
    with time_machine.travel("2026-09-01T12:00:00Z", tick=False):
        page = propose(crown.manager, card, "home", day=day)
    assert "Crown have another match that day." in page.text
    assert "Lion have another" not in page.text


def test_a_match_of_the_cup_on_that_day_is_said_until_it_is_moved(crown: Pub, card: str) -> None:
    home, away = teams_of(crown, card)
    cup = league(crown, "cup", name="Cup")
    tick(crown, cup, home, next(name for name in ("Crown", "Lion", "Railway") if name not in (home, away)))
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_saying("Seeds"), seeds="")
    crown.manager.send(crown.manager.open(f"{cup}cup/").form_with("number"), day=DAY["day"])
    page = propose(crown.manager, card, "home")
    assert f"{home} have another match that day." in page.text
    assert f"{away} have another" not in page.text
    tie = next(row for row in crown.stored()["fixtures"] if row["league"] in cup)
    form = crown.manager.open(f"{cup}fixtures/{tie['id']}/change").form_with("day")
    crown.manager.send(form, day="2027-03-11")
    assert "have another match" not in crown.manager.open(card).text


def test_an_answer_to_a_day_that_nobody_proposed_is_told_so(crown: Pub, card: str) -> None:
    before = crown.facts()
    answer = crown.manager.post(f"{card}proposals/1234", answer="declined")
    assert (answer.status_code, "no such proposal" in answer.text) == (404, True)
    assert crown.facts() == before
