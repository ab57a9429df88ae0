"""Groups before a knockout: drawn, played, and who goes through."""

import re
from collections import Counter

import pytest

from tests.web.captains import enter_card, sign
from tests.web.cast import Pub
from tests.web.cups.test_cups import date, open_cards
from tests.web.page import Page
from tests.web.secretary import archive, cards_of, enter_players, league, options, set_rules, withdraw

NAMES = [f"P{n}" for n in range(1, 7)]


def groups_cup(crown: Pub, names: list[str] = NAMES) -> str:
    at = league(crown, "groups_cup", name="Cup", groups=2, through=2)
    enter_players(crown, at, *names)
    return at


def draw_groups(crown: Pub, at: str, **typed: object) -> Page:
    form = crown.manager.open(f"{at}cup/").form_with("first")
    return crown.manager.send(form, **{"first": "2027-01-12", "seeds": "P1\nP2", **typed})


def play_all(crown: Pub, at: str, *, signed: bool = True) -> None:
    """The lower number wins each match of the groups, before its day."""
    cards = dict(crown.manager.open(f"{at}fixtures/").links)
    for words, href in cards.items():
        if " v " in words and "/leagues/" not in href:
            home, away = words.split()[0], words.split()[2]
            enter_card(crown.manager, href, b1_legs="2-0" if home < away else "0-2")
            for _ in ("home", "away") if signed else ():
                sign(crown.manager, href)


def test_groups_are_played_and_their_best_go_into_a_knockout(crown: Pub) -> None:
    at = groups_cup(crown)
    page = draw_groups(crown, at, free="2027-01-19", starts="20:00")
    assert [group in page.text for group in ("Group A", "Group B", "Group C")] == [True, True, False]
    fixtures = crown.manager.open(f"{at}fixtures/").text
    assert re.search(r"Round 1 Tue 12 Jan P\d v P\d 20:00", fixtures), fixtures
    assert ("Tue 19 Jan" in fixtures, "Tue 2 Feb" in fixtures) == (False, True)
    assert crown.manager.open(f"{at}cup/").text.count("3 open") == 2
    play_all(crown, at)
    page = crown.manager.open(f"{at}cup/")
    assert "Nobody meets anybody of their own group in the first round" in page.text
    first = page.text.split("Group B")[0]
    assert ("P1" in first, "P2" in first) == (True, False)
    page = crown.manager.send(page.form_saying("Draw the knockout"))
    assert "Semi-finals: set the day" in page.text
    for title in ("Semi-finals", "Final"):
        for home, card in open_cards(date(crown, f"{at}cup/", day="2027-03-02")):
            names = crown.manager.open(card).text
            away = next(name for name in NAMES if name in names and name != home)
            assert {home, away} != {"P1", "P2"} or "Final" in crown.manager.open(f"{at}cup/").text
            enter_card(crown.manager, card, b1_legs="2-0" if home < away else "0-2")
            for _ in ("home", "away"):
                sign(crown.manager, card)
        if title == "Semi-finals":
            assert_rounds_are_named(crown, at, card)
    assert "Won by P1" in crown.manager.open(f"{at}cup/").text
    end = crown.manager.open(f"{at}end")
    assert "Champions P1 Runners-up P2" in end.text
    archive(crown, at)
    assert "Champions P1 Runners-up P2" in crown.manager.open(f"{crown.home}leagues/honours").text


def assert_rounds_are_named(crown: Pub, at: str, card: str) -> None:
    """The rounds of a knockout have their names wherever they stand."""
    fixtures = crown.manager.open(f"{at}fixtures/").text
    assert ("Semi-finals Tue 2 Mar" in fixtures, fixtures.count("Round 1 ")) == (True, 1)
    assert "Results, semi-finals Tue 2 Mar" in crown.manager.open(f"{at}sheet").text
    for page in (card, f"{at}fixtures/calendar.ics", f"{crown.home}results.atom"):
        assert "semi-finals" in crown.manager.ask(page).get_data(as_text=True), page


def test_groups_are_drawn_anew_until_something_is_entered_and_the_knockout_waits_for_them(crown: Pub) -> None:
    at = groups_cup(crown)
    draw = crown.manager.open(f"{at}cup/").form_with("first")
    draw.action = f"{at}cup/draw"
    assert "The groups are drawn first." in crown.manager.send(draw).text
    draw_groups(crown, at)
    redraw = crown.manager.open(f"{at}cup/").form_with("first")
    assert crown.manager.send(redraw, first="2027-02-02", twice="yes").status == 200
    fixtures = crown.manager.open(f"{at}fixtures/")
    assert "Tue 12 Jan" not in fixtures.text
    cards = cards_of(crown, at)
    assert len(cards) == 12
    enter_card(crown.manager, cards[0], b1_legs="2-0")
    before = crown.facts()
    for form, words in (
        (redraw, "so they cannot change"),
        (draw, "12 matches of the groups do not count yet"),
    ):
        page = crown.manager.send(form, first="2027-03-02")
        assert (page.status, words in page.text) == (422, True)
    form = crown.manager.open(f"{at}fixtures/draw-up").form_with("first")
    assert "makes their fixtures" in crown.manager.send(form, first="2027-01-12").fault("first")
    assert crown.facts() == before


def test_what_was_entered_before_its_day_takes_nobody_into_the_knockout(crown: Pub) -> None:
    at = groups_cup(crown)
    draw_groups(crown, at)
    play_all(crown, at, signed=False)
    page = crown.manager.open(f"{at}cup/")
    assert "6 matches of the groups do not count yet." in page.text
    assert "Draw the knockout" not in page.text


def test_too_few_for_the_groups_are_refused_with_what_was_typed(crown: Pub) -> None:
    at = groups_cup(crown, NAMES[:5])
    before = crown.facts()
    page = draw_groups(crown, at)
    assert "need 6 entrants or more, not 5" in page.fault("seeds")
    assert ">\nP1\nP2</textarea>" in page.html.replace("\r", "")
    assert crown.facts() == before


def test_what_a_withdrawn_player_forfeits_keeps_nobody_waiting(crown: Pub) -> None:
    at = groups_cup(crown)
    set_rules(crown, at, withdrawal="kept")
    draw_groups(crown, at)
    withdraw(crown, at, "P1")
    page = crown.manager.open(f"{at}cup/")
    assert re.search(r"Group A 1 open .* P1 2 0 −4 0 Group B 3 open", page.text), page.text
    play_all(crown, at)
    assert "The groups are finished." in crown.manager.open(f"{at}cup/").text


def test_a_group_with_fewer_than_go_through_sends_whoever_stayed(crown: Pub) -> None:
    at = groups_cup(crown)
    draw_groups(crown, at)
    play_all(crown, at)
    [members] = re.findall("Group A(.*?)Group B", crown.manager.open(f"{at}cup/").text)
    for name in sorted({*re.findall(r"P\d", members)})[:2]:
        withdraw(crown, at, name)
    page = crown.manager.open(f"{at}cup/")
    assert "The groups are finished." in page.text
    assert crown.manager.send(page.form_saying("Draw the knockout")).status == 200


def test_who_is_level_for_the_last_place_plays_off(crown: Pub) -> None:
    at = groups_cup(crown)
    draw_groups(crown, at)
    for href in cards_of(crown, at):  # whoever is at home wins: each member of a group once
        enter_card(crown.manager, href, b1_legs="2-0")
        for _ in ("home", "away"):
            sign(crown.manager, href)
    page = crown.manager.open(f"{at}cup/")
    [level] = re.findall(
        r"Group A: (.*?) are level\. A play-off decides: add it to the fixtures\.", page.text
    )
    assert ("Draw the knockout" in page.text, level.count("P")) == (False, 3)
    assert 'class="through"' not in page.html, "none of the level is marked before the others"
    for group in "AB":
        one, two, three = re.findall(r"P\d", re.findall(f"Group {group} Place(.*?) The|$", page.text)[0])[:3]
        for number, (home, away) in enumerate(((one, two), (one, three), (two, three))):
            play_off(crown, at, home, away, number)
        page = crown.manager.open(f"{at}cup/")
    assert "The groups are finished." in page.text
    assert page.html.count('class="through"') == 4
    assert crown.manager.send(page.form_saying("Draw the knockout")).status == 200


def play_off(crown: Pub, at: str, home: str, away: str, number: int) -> None:
    """Another match of these two, which the first one wins."""
    page = crown.manager.open(f"{at}fixtures/new")
    ids = {name: id for id, name in options(page, "home")}
    day = f"2026-01-{number + 1:02}"
    form = page.form_with("round")
    crown.manager.send(form, home=ids[home], away=ids[away], day=day, stage="play_off")
    card = next(card for card in reversed(cards_of(crown, at, home, away)) if _is_open(crown, card))
    enter_card(crown.manager, card, b1_legs="2-0")


def _is_open(crown: Pub, card: str) -> bool:
    return "0 of 1 board" in crown.manager.open(card).text


def test_a_result_of_the_groups_corrected_after_the_draw_is_told(crown: Pub) -> None:
    at = groups_cup(crown)
    draw_groups(crown, at)
    play_all(crown, at)
    crown.manager.send(crown.manager.open(f"{at}cup/").form_saying("Draw the knockout"))
    assert "was changed since the draw" not in crown.manager.page.text
    for card in cards_of(crown, at, "P1"):
        page = crown.manager.open(card)
        crown.manager.send(page.form_saying("pen the card"), reason="wrong way about")
        was = crown.manager.open(card).form_with("b1_was").value("b1_legs")
        enter_card(crown.manager, card, b1_legs="0-2" if was == "2-0" else "2-0")
        for _ in ("home", "away"):
            sign(crown.manager, card)
    page = crown.manager.open(f"{at}cup/")
    assert (
        "A result or a rule was changed since the draw: by these tables it would be without P1." in page.text
    )
    crown.manager.send(page.form_saying("Redraw the knockout"))
    assert "was changed since the draw" not in crown.manager.page.text


@pytest.mark.parametrize("twice", ["no", "yes"])
def test_who_met_by_hand_before_the_draw_has_played_that_match_of_the_group(crown: Pub, twice: str) -> None:
    at = groups_cup(crown)
    ids = {name: id for id, name in options(crown.manager.open(f"{at}fixtures/new"), "home")}
    for other in ("P2", "P4", "P5", "P6"):
        form = crown.manager.open(f"{at}fixtures/new").form_with("round")
        said = {"home": ids["P1"], "away": ids[other], "day": "2026-01-05", "round": other[1]}
        page = crown.manager.send(form, **said, stage="league")
        if other in ("P2", "P4"):
            enter_card(crown.manager, page.link_saying(f"P1 v {other}"), b1_legs="2-0")
    seeds = "\n".join(NAMES)  # 1, 4 and 5 against 2, 3 and 6
    page = draw_groups(crown, at, seeds=seeds, twice=twice)
    assert (page.status, "Redraw the groups" in page.text) == (200, False), page.text
    names = {id: name for name, id in ids.items()}
    met = [{names[row["home"]], names[row["away"]]} for row in crown.stored()["fixtures"]]
    both = 2 if twice == "yes" else 1
    rounds = Counter(
        (row["round"], team) for row in crown.stored()["fixtures"] for team in (row["home"], row["away"])
    )
    assert max(rounds.values()) == 1, "nobody plays twice in a round, or no day could be changed"
    assert [met.count({"P1", other}) for other in ("P2", "P4", "P5", "P6")] == [1, both, both, 0]
    assert "P1 1 1 +2" in crown.manager.open(f"{at}cup/").text


def test_of_groups_smaller_than_go_through_everybody_does(crown: Pub) -> None:
    at = groups_cup(crown)
    draw_groups(crown, at)
    play_all(crown, at)
    set_rules(crown, at, through=4, reason="voted")
    page = crown.manager.send(crown.manager.open(f"{at}cup/").form_saying("Draw the knockout"))
    assert "2 ties, 2 byes" in page.text
    draw = page.form_saying("Redraw the knockout")
    for name in NAMES:
        withdraw(crown, at, name)
    page = crown.manager.send(draw)
    assert (page.status, "A knockout needs from 2 to 128 entrants." in page.text) == (422, True), page.text
