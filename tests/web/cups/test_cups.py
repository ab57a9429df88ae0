"""A knockout: seeds, byes, home by lot, replays, walkovers, bracket and winner; and the night of finals."""

import re

import time_machine

from tests.web.captains import enter_card, sign
from tests.web.cast import Pub
from tests.web.page import Page
from tests.web.secretary import (
    archive,
    enter,
    enter_players,
    enter_teams,
    league,
    options,
    squad_page,
    withdraw,
)

NAMES = [f"P{n:02}" for n in range(1, 15)]


def knockout(crown: Pub, names: list[str], called: str = "Cup") -> str:
    at = league(crown, "singles_cup", name=called)
    enter_players(crown, at, *names)
    return f"{at}cup/"


def draw(crown: Pub, cup: str, seeds: str = "") -> Page:
    return crown.manager.send(crown.manager.open(cup).form_saying("Seeds"), seeds=seeds)


def date(crown: Pub, cup: str, day: str = "2026-01-13", **typed: object) -> Page:
    return crown.manager.send(crown.manager.open(cup).form_with("number"), day=day, **typed)


def open_cards(page: Page) -> list[tuple[str, str]]:
    """Who is at home and the address of every match still to be played."""
    return [(found[1], href) for words, href in page.links if (found := re.search(r", (\w+) at home", words))]


def test_one_tie_and_one_bye_are_one_each(crown: Pub) -> None:
    for names, words in ((NAMES[:5], "1 tie, 3 byes"), (NAMES[:7], "3 ties, 1 bye")):
        assert f"{words} " in draw(crown, knockout(crown, names, words), "").text


def test_fourteen_players_with_four_seeds_play_to_a_winner(crown: Pub) -> None:
    cup = knockout(crown, NAMES)
    assert "14 players: 6 ties in the first round, 2 byes." in crown.manager.open(cup).text
    page = draw(crown, cup, "P01\nP02\nP03\nP04")
    assert "The draw there is now is replaced" in page.text
    assert ("6 ties, 2 byes" in page.text, page.text.count(" bye ")) == (True, 2)
    titles = ["Preliminary round", "Quarter-finals", "Semi-finals", "Final"]
    for ties, title in zip((6, 4, 2, 1), titles, strict=True):
        assert f"{title}: set the day" in page.text
        page = date(crown, cup, starts="20:00")
        matches = open_cards(page)
        assert len(matches) == ties
        for home, card in matches:
            lineup = crown.manager.open(card).text
            assert f"{title}, Tue 13 Jan 20:00" in lineup
            away = next(name for name in NAMES if name in lineup and name != home)
            enter_card(crown.manager, card, b1_legs="2-0" if home < away else "1-2")
        page = crown.manager.open(cup)
    assert "Won by P01" in page.text
    scores = re.findall(r"(✓ )?(P\d\d) (?:✓ )?P\d\d Tue 13 Jan (P\d\d) (\d)–(\d)", page.text)
    assert len(scores) == 13
    for won, first, scored, own, other in scores:
        assert (first, bool(won)) == (scored, own > other), "a score stands as its tie does"
    assert "set the day" not in page.text
    at = cup.removesuffix("cup/")
    end = crown.manager.open(f"{at}end").text
    assert ("P01, 4 of 4" in end or "P01, 3 of 3" in end, ", 0 of " in end) == (True, False), end
    assert "Begin it with the same players" in end
    archive(crown, at)
    assert "Cup 2026" not in crown.manager.open(f"{crown.home}leagues/honours").text
    assert "Champions P01 Runners-up P02" in crown.manager.page.text


def test_a_knockouts_rules_are_asked_without_a_table_and_keep_its_points(crown: Pub) -> None:
    new = crown.manager.open(f"{crown.home}leagues/new?preset=cup")
    assert "New knockout" in new.text
    assert ("The table" in new.text, "the other side is given 5–0" in new.text) == (False, True)
    assert "Level on points" not in new.html
    at = league(crown, "cup", name="Cup", forfeit_for=4)
    rules = crown.manager.open(f"{at}rules")
    assert "the other side is given 4–0" in rules.text
    crown.manager.send(rules.form_with("name"), format="league")
    assert "2 for a win, 1 for a draw." in crown.manager.open(f"{at}rules").text


def test_a_level_tie_is_replayed_the_other_way_about(crown: Pub) -> None:
    at = league(crown, "cup", name="Cup", kind_0_count=2, kind_1_count="")
    enter_teams(crown, at, "Crown", "Lion")
    draw(crown, f"{at}cup/")
    [(home, card)] = open_cards(date(crown, f"{at}cup/"))
    enter_card(crown.manager, card, b1_legs="1-0", b2_legs="0-1")
    page = crown.manager.open(f"{at}cup/")
    assert "Final: set the day" in page.text
    page = date(crown, f"{at}cup/", day="2026-01-20")
    assert "Replay, Tue 20 Jan" in page.text
    [(repeated, card)] = open_cards(page)
    assert {home, repeated} == {"Crown", "Lion"}
    enter_card(crown.manager, card, b1_legs="1-0", b2_legs="1-0")
    assert f"Won by {repeated}" in crown.manager.open(f"{at}cup/").text


def semi_finals(crown: Pub) -> tuple[str, str]:
    """Ann and Cy win theirs and have a day for the final; the cup, and the card of Ann and Bob."""
    cup = knockout(crown, ["Ann", "Bob", "Cy", "Dee"])
    draw(crown, cup, "Ann\nCy\nDee\nBob")
    for home, card in open_cards(date(crown, cup)):
        away_wins = home in ("Bob", "Dee")
        enter_card(crown.manager, card, b1_legs="0-2" if away_wins else "2-0")
        if {"Ann", "Bob"} <= {*crown.manager.page.text.split()}:
            first = card
    date(crown, cup, day="2026-01-20", starts="20:00", place="The Institute")
    return cup, first


def correct(crown: Pub, card: str) -> None:
    was = crown.manager.open(card).form_with("b1_was").value("b1_legs")
    page = enter_card(crown.manager, card, b1_legs="0-2" if was == "2-0" else "2-0")
    assert page.status == 200, page.text


def played(crown: Pub, at: str) -> dict[str, int]:
    """How many boards the averages count for each player."""
    with time_machine.travel("2026-02-01T12:00:00Z", tick=False):
        lines = crown.manager.ask(f"{at}players.csv").get_data(as_text=True).splitlines()[1:]
    return {name: int(boards) for name, _, boards, *_ in (line.split(",") for line in lines)}


def test_a_corrected_result_sets_the_next_round_anew_unless_it_was_played(crown: Pub) -> None:
    cup, first = semi_finals(crown)
    correct(crown, first)
    page = crown.manager.open(cup)
    assert "set the day" not in page.text
    [(_, card)] = open_cards(page)
    final = crown.manager.open(card).text
    assert ("Bob" in final, "Cy" in final, "Ann" in final) == (True, True, False), final
    assert "Tue 20 Jan 20:00" in final
    correct(crown, first)
    assert "Bob" not in crown.manager.open(card).text
    [(home, card)] = open_cards(crown.manager.open(cup))
    enter_card(crown.manager, card, b1_legs="2-0")
    correct(crown, first)
    page = crown.manager.open(cup)
    assert "is played already, and decides nothing" in page.text
    assert "Won by" not in page.text
    at = cup.removesuffix("cup/")
    assert "does not count: a result before it was corrected" in crown.manager.open(f"{at}fixtures/").text
    assert played(crown, at) == {"Ann": 1, "Bob": 1, "Cy": 1, "Dee": 1}, "nor for the averages"
    page = date(crown, cup, day="2026-01-27")
    [(_, replay)] = open_cards(page)
    enter_card(crown.manager, replay, b1_legs="2-0")
    won = re.findall(r"Won by (\w+)", crown.manager.open(cup).text)
    assert won[0] in ("Bob", "Cy")
    correct(crown, first)
    assert f"Won by {home}" in crown.manager.open(cup).text, "what was played first counts again"
    assert played(crown, at) == {"Ann": 2, "Bob": 1, "Cy": 2, "Dee": 1}


def test_what_somebody_won_before_withdrawing_stands(crown: Pub) -> None:
    cup = knockout(crown, ["Ann", "Bob", "Cy", "Dee"])
    draw(crown, cup, "Ann\nBob\nCy\nDee")
    for _, card in open_cards(date(crown, cup)):
        enter_card(crown.manager, card, b1_legs="2-0")
    at = cup.removesuffix("cup/")
    (first, _), *_ = open_cards(date(crown, cup, day="2026-01-20"))
    team = squad_page(crown, at, first)
    crown.manager.send(team.form_saying(f"Withdraw {first}"), reason="ill")
    [winner] = re.findall(r"Won by (\w+)", crown.manager.open(cup).text)
    assert winner != first
    fixtures = crown.manager.open(f"{at}fixtures/")
    assert ("line void" in fixtures.html, fixtures.text.count("withdrew")) == (False, 1), fixtures.text


def test_impossible_seeds_and_fixtures_as_of_a_league_are_refused(crown: Pub) -> None:
    cup = knockout(crown, ["Ann", "Bob"])
    draws, at = crown.manager.open(cup).form_saying("Seeds"), cup.removesuffix("cup/")
    withdraw(crown, at, "Bob", reason="")
    page = crown.manager.send(draws)
    rooms = [words for words, _ in page.links]
    assert ("Entries" in rooms, "Teams" in rooms, "Pairs" in rooms) == (True, False, False)
    assert crown.manager.open(page.link_saying("Entries")).text.count("Ann") == 1
    assert "from 2 to 128" in page.fault("seeds")
    page = crown.manager.open(cup)
    assert ("it needs at least two entries" in page.text, "Seeds" in page.text) == (True, False)
    assert page.link_saying("Enter players") == f"{at}teams/"
    enter_players(crown, at, "Bob", "Cy")
    before = crown.facts()
    for seeds, sentence in (
        ("Zoe", "Zoe is not in this knockout"),
        ("Ann\nann", "Seeds: Ann is there twice."),
    ):
        page = draw(crown, cup, seeds)
        assert (page.status, sentence in page.fault("seeds")) == (422, True)
    form = crown.manager.open(f"{at}fixtures/draw-up").form_with("first")
    assert "This is a knockout" in crown.manager.send(form, first="2026-01-13").fault("first")
    assert crown.facts() == before
    assert crown.phone("watch").open(at).path == cup


def test_the_day_of_a_round_that_another_phone_has_set_is_not_kept_for_the_next(crown: Pub) -> None:
    cup = knockout(crown, NAMES[:5])
    draw(crown, cup)
    form = crown.manager.open(cup).form_with("number")
    date(crown, cup)
    page = crown.manager.send(form, day="2026-01-20", starts="20:00", place="Institute")
    assert "no tie of the preliminary round waits for one any more" in page.fault("day")
    assert re.search(r'aria-current="page">Draw<', page.html), "it is still the page of the draw"
    following = page.form_with("number")
    assert [following.value(name) for name in ("number", "day", "starts", "place")] == ["2", "", "", ""]


def test_a_round_needs_a_day_and_a_draw_in_play_stays(crown: Pub) -> None:
    cup = knockout(crown, ["Ann", "Bob"])
    draw(crown, cup)
    redraw = crown.manager.open(cup).form_saying("Seeds")
    assert "Day: choose one." in date(crown, cup, day="").fault("day")
    form = crown.manager.open(cup).form_with("number")
    [(_, card)] = open_cards(date(crown, cup))
    page = crown.manager.send(form, day="2026-01-20")
    assert "Day: no tie of the final waits for one any more." in page.text
    enter_card(crown.manager, card, b1_legs="2-0")
    assert "not in it" not in crown.manager.open(cup).text
    enter_players(crown, cup.removesuffix("cup/"), "Zoe")
    assert "Entered since the draw, and not in it: Zoe" in crown.manager.open(cup).text
    before = crown.facts()
    page = crown.manager.send(redraw, seeds="")
    assert (page.status, "so the draw cannot change" in page.text) == (422, True)
    assert crown.facts() == before


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
    date(crown, singles, day="2026-03-03")
    pairs = pairs_knockout(crown)
    page = set_finals(crown)
    assert page.status == 200
    assert page.text.count("Sat 8 May 19:30") == 2
    assert page.text.count("Town Hall") == 2
    assert "Tue 3 Mar" not in crown.manager.open(singles).text
    feed = crown.manager.ask(f"{pairs}fixtures/calendar.ics").get_data(as_text=True)
    assert "LOCATION:Town Hall" in feed
    [card] = {href for words, href in page.links if "Sat 8 May" in words and _pairs(crown, href)}
    assert "At Town Hall" in crown.manager.open(card).text
    enter_card(crown.manager, card, b1_legs="2-1")
    finals = crown.manager.open(f"{crown.home}leagues/finals/")
    assert "Finals night" in finals.text
    assert ("not signed yet" in finals.text, "through" in finals.html) == (True, False), "before its day"
    for _ in ("home", "away"):
        sign(crown.manager, card)
    assert "Signed for both pairs" in crown.manager.page.text
    assert "signed for Ann & Bob in their place: " in crown.manager.page.text
    assert "through" in crown.manager.open(f"{crown.home}leagues/finals/").html
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


def test_a_match_played_by_hand_before_the_draw_stays_beside_it(crown: Pub) -> None:
    cup = knockout(crown, ["Ann", "Bob", "Cy"])
    page = crown.manager.open(f"{cup.removesuffix('cup/')}fixtures/new")
    ids = {name: id for id, name in options(page, "home")}
    fields = {"home": ids["Ann"], "away": ids["Bob"], "day": "2026-01-05", "stage": "play_off"}
    page = crown.manager.send(page.form_with("round"), **fields)
    card = page.link_saying("Ann v Bob")
    enter_card(crown.manager, card, b1_legs="2-0")
    assert "Preliminary round" in draw(crown, cup).text
    assert "2–0" in crown.manager.open(card).text


def test_of_two_that_withdrew_the_later_one_had_gone_through(crown: Pub) -> None:
    cup = knockout(crown, ["Ann", "Bob", "Cy", "Dee"])
    draw(crown, cup, "Ann\nBob\nCy\nDee")
    at = cup.removesuffix("cup/")
    matches = dict(open_cards(date(crown, cup)))
    withdraw(crown, at, "Ann")
    with time_machine.travel("2027-01-02T12:00:00Z", tick=False):
        withdraw(crown, at, "Dee")
    page = crown.manager.open(cup)
    assert "Final Dee withdrew –" in page.text
    assert len(open_cards(page)) == 1, "nobody is at home where nobody plays"
    [card] = [href for home, href in matches.items() if home in ("Bob", "Cy")]
    enter_card(crown.manager, card, b1_legs="2-0")
    for _ in ("home", "away"):
        sign(crown.manager, card)
    [winner] = re.findall(r"Won by (\w+)", crown.manager.open(cup).text)
    assert winner in ("Bob", "Cy")
    withdraw(crown, at, winner)
    page = crown.manager.open(cup)
    assert ("Won by" in page.text, "set the day" in page.text) == (False, False), "both have left the final"
    form = crown.manager.open(f"{at}end").form_with("season")
    assert "The draw has not been made yet" in crown.manager.send(form, season="2028").text


def test_a_replay_falls_away_where_the_first_match_was_not_level_after_all(crown: Pub) -> None:
    at = league(crown, "cup", name="Cup", kind_0_count=2, kind_1_count="")
    enter_teams(crown, at, "Crown", "Lion")
    draw(crown, f"{at}cup/")
    [(home, first)] = open_cards(date(crown, f"{at}cup/"))
    enter_card(crown.manager, first, b1_legs="1-0", b2_legs="0-1")
    [(_, replay)] = open_cards(date(crown, f"{at}cup/", day="2026-01-20"))
    enter_card(crown.manager, first, b2_legs="1-0")
    page = crown.manager.open(f"{at}cup/")
    assert f"Won by {home}" in page.text
    assert "was set, and falls away: a result before it was corrected" in page.text
    with time_machine.travel("2026-02-01T12:00:00Z", tick=False):
        assert "Missing" not in crown.manager.open(f"{at}desk").text
    enter_card(crown.manager, first, b2_legs="0-1")
    assert open_cards(crown.manager.open(f"{at}cup/"))[0][1] == replay, "level again, it is wanted again"


def test_a_tie_is_moved_to_another_day_and_stays_what_it_was_drawn_as(crown: Pub) -> None:
    cup = knockout(crown, ["Ann", "Bob", "Cy", "Dee"])
    draw(crown, cup)
    date(crown, cup)
    links = crown.manager.open(f"{cup.removesuffix('cup/')}fixtures/").links
    change = next(href for words, href in links if words.startswith("Change"))
    form = crown.manager.open(change).form_with("round")
    before = crown.facts()
    for typed in (
        {"round": 2},
        {"stage": "league"},
        {"away": form.value("home"), "home": form.value("away")},
    ):
        page = crown.manager.send(form, **typed, reason="so")
        assert (page.status == 200) == ("home" in typed), page.text
    assert len(open_cards(crown.manager.open(cup))) == 2
    assert crown.facts() != before
    assert crown.manager.send(crown.manager.open(change).form_with("round"), day="2026-01-14").status == 200
