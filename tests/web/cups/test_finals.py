"""Finals of all knockouts on one evening, in one place."""

import re

from tests.web.captains import enter_card
from tests.web.cast import Pub
from tests.web.cups.test_cups import date, draw, knockout
from tests.web.page import Page
from tests.web.secretary import archive, enter, league


def set_finals(crown: Pub, **typed: object) -> Page:
    form = crown.manager.open(f"{crown.home}leagues/finals/").form_with("place")
    return crown.manager.send(form, **{"day": "2027-05-08", "starts": "19:30", "place": "Town Hall", **typed})


def pairs_knockout(crown: Pub) -> str:
    at = league(crown, "pairs_cup", name="Pairs")
    for one, other in (("Ann", "Bob"), ("Cy", "Dee")):
        enter(crown, at, "", f"{one}, {other}")
    draw(crown, f"{at}cup/")
    return at


def test_the_finals_of_all_knockouts_are_set_on_one_evening_in_one_place(crown: Pub) -> None:
    singles = knockout(crown, ["Eve", "Fay"])
    draw(crown, singles)
    date(crown, singles, day="2027-03-02")
    pairs = pairs_knockout(crown)
    page = set_finals(crown)
    assert page.status == 200
    assert page.text.count("Sat 8 May 19:30") == 2
    assert page.text.count("Town Hall") == 2
    assert "Tue 2 Mar" not in crown.manager.open(singles).text
    feed = crown.manager.ask(f"{pairs}fixtures/calendar.ics").get_data(as_text=True)
    assert "LOCATION:Town Hall" in feed
    [card] = {href for words, href in page.links if "Sat 8 May" in words and _pairs(crown, href)}
    assert "At Town Hall" in crown.manager.open(card).text
    enter_card(crown.manager, card, b1_legs="2-1")
    finals = crown.manager.open(f"{crown.home}leagues/finals/").text
    assert "Finals night" in finals
    assert "through" in crown.manager.page.html
    crown.manager.send(crown.manager.page.form_with("place"), day="2027-05-09", place="")
    assert "Sun 9 May" in crown.manager.page.text
    assert crown.manager.page.text.count("Town Hall") == 1  # it stays; the one that was played does not move
    assert re.search("2–1|1–2", crown.manager.page.text)


def _pairs(crown: Pub, card: str) -> bool:
    return "Ann" in crown.manager.open(card).text


def test_finals_need_a_day_and_entrants(crown: Pub) -> None:
    finals = f"{crown.home}leagues/finals/"
    assert "No knockout has been drawn yet" in crown.manager.open(finals).text
    cup = knockout(crown, ["Ann", "Bob", "Cy"])
    draw(crown, cup)
    page = crown.manager.open(finals)
    assert ("Set the finals" in page.text, "bye" in page.text) == (False, False)
    pairs = pairs_knockout(crown)
    form = crown.manager.open(finals).form_with("place")
    before = crown.facts()
    assert "Day: choose one." in crown.manager.send(form, day="").fault("day")
    archive(crown, pairs)
    after = crown.facts()
    assert before != after
    page = crown.manager.send(form, day="2027-05-08")
    assert (page.status, "no final waits" in page.text) == (422, True)
    assert crown.facts() == after


def test_a_fixture_may_be_played_elsewhere_and_a_home_match_beside_it_is_no_clash(crown: Pub) -> None:
    at = pairs_knockout(crown)
    date(crown, f"{at}cup/", place="The Institute")
    links = crown.manager.open(f"{at}fixtures/").links
    change = next(href for words, href in links if words.startswith("Change"))
    form = crown.manager.open(change).form_with("round")
    assert dict(form.fields)["place"] == "The Institute"
    crown.manager.send(form, place="", reason="burst pipe")
    assert "The Institute" not in crown.manager.ask(f"{at}fixtures/calendar.ics").get_data(as_text=True)
