"""A ladder: its order, challenges within reach, places that are swapped, its end."""

import re

import pytest
import time_machine

from tests.web.captains import enter_card
from tests.web.cast import Pub
from tests.web.page import Page
from tests.web.secretary import enter, enter_players, league, squad_page, withdraw
from tests.web.squads.test_entering import tick

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")


@pytest.fixture
def ladder(crown: Pub) -> str:
    at = league(crown, "ladder", name="Ladder", reach=2)
    enter_players(crown, at, *NAMES)
    return f"{at}ladder/"


def standing(page: Page) -> list[str]:
    rows = re.findall(r"<td>(\d+)</td><th scope=\"row\">\s*<a[^>]*><bdi>(\w+)", page.html)
    assert [int(place) for place, _ in rows] == list(range(1, len(rows) + 1))
    return [name for _, name in rows]


def challenge(crown: Pub, ladder: str, by: str, whom: str, day: str = "2027-03-02") -> Page:
    page = crown.manager.open(crown.manager.open(ladder).link_saying(f"by {by}"))
    form = page.form_with("challenged")
    value = re.search(rf'<option value="(\w+)"[^>]*>\s*\d+\. {whom}', page.html)
    assert value, page.text
    return crown.manager.send(form, challenged=value[1], day=day)


def play(crown: Pub, ladder: str, names: str, legs: str) -> Page:
    enter_card(crown.manager, crown.manager.open(ladder).link_saying(names), b1_legs=legs)
    return crown.manager.open(ladder)


def test_whoever_wins_from_below_swaps_places(crown: Pub, ladder: str) -> None:
    assert standing(crown.phone("watch").open(ladder)) == list(NAMES)
    page = challenge(crown, ladder, "Dee", "Bob")
    assert ("To be played" in page.text, page.text.count("to play")) == (True, 2)
    card = crown.manager.open(crown.manager.page.link_saying("Bob v Dee"))
    assert "Draw a tile for who plays where" not in card.text
    assert ("0 of 1 board" in card.text, "0 of 1 boards" in card.text) == (True, False)
    assert "The ladder changes as soon as it is entered" in card.text
    page = play(crown, ladder, "Bob v Dee", "1-2")
    assert "counts on its day" not in crown.manager.open(card.path).text
    with time_machine.travel("2027-03-03", tick=False):  # unsigned, it counts for the players from its day on
        players = crown.manager.open(ladder.replace("ladder/", "players")).text
    assert "Dee 1 1" in players or "1 of 1" in players, players
    assert standing(page) == ["Ann", "Dee", "Cy", "Bob", "Eve"]
    challenge(crown, ladder, "Cy", "Dee", day="2027-03-09")
    assert standing(play(crown, ladder, "Dee v Cy", "2-0")) == ["Ann", "Dee", "Cy", "Bob", "Eve"]
    enter(crown, ladder.removesuffix("ladder/"), "", "Fay")
    assert standing(crown.manager.open(ladder)) == ["Ann", "Dee", "Cy", "Bob", "Eve", "Fay"]
    assert crown.manager.open(ladder.removesuffix("ladder/")).path == ladder


def test_whoever_enters_later_begins_at_the_foot_however_long_the_club_has_known_them(crown: Pub) -> None:
    """Zoe entered another competition first, so as an entry she is older than all on the ladder."""
    enter_players(crown, league(crown, "singles", name="Singles"), "Zoe", "Yve", "Bob")
    at = league(crown, "ladder", name="Ladder", reach=2)
    enter_players(crown, at, "Ann", "Bob", "Cy")
    ladder = f"{at}ladder/"
    assert standing(crown.manager.open(ladder)) == ["Ann", "Bob", "Cy"]
    challenge(crown, ladder, "Cy", "Ann")
    assert standing(play(crown, ladder, "Ann v Cy", "0-2")) == ["Cy", "Bob", "Ann"]
    enter(crown, at, "", "Zoe")
    assert standing(crown.manager.open(ladder)) == ["Cy", "Bob", "Ann", "Zoe"]
    tick(crown, at, "Yve")
    assert standing(crown.manager.open(ladder)) == ["Cy", "Bob", "Ann", "Zoe", "Yve"]
    withdraw(crown, at, "Zoe")
    assert standing(crown.manager.open(ladder)) == ["Cy", "Bob", "Ann", "Yve"]
    assert "Zoe" not in crown.manager.open(f"{at}teams/").text.split("Import")[1], "and was only a slip"


def test_a_ladder_whose_rules_say_another_kind_keeps_its_players_and_no_order(
    crown: Pub, ladder: str
) -> None:
    at = ladder.removesuffix("ladder/")
    crown.manager.send(crown.manager.open(ladder).form_saying("Save the starting order"), seeds="Eve")
    for kind in ("league", "ladder", "knockout", "groups", "ladder"):
        page = crown.manager.send(crown.manager.open(f"{at}rules").form_with("format"), format=kind)
        assert page.status == 200, page.text
        assert crown.stored()["draws"] == []
    enter(crown, at, "", "Fay")
    assert standing(crown.manager.open(ladder)) == [*NAMES, "Fay"]


def test_the_next_season_of_a_ladder_begins_as_this_one_ended(crown: Pub, ladder: str) -> None:
    challenge(crown, ladder, "Dee", "Bob")
    assert standing(play(crown, ladder, "Bob v Dee", "1-2")) == ["Ann", "Dee", "Cy", "Bob", "Eve"]
    end = crown.manager.open(f"{ladder.removesuffix('ladder/')}end")
    begun = crown.manager.send(end.form_saying("Begin it"), season="2028")
    assert begun.path != ladder
    assert standing(begun) == ["Ann", "Dee", "Cy", "Bob", "Eve"]


def test_challenges_count_from_the_day_on_which_they_were_played(crown: Pub, ladder: str) -> None:
    challenge(crown, ladder, "Dee", "Cy", day="2027-03-30")
    with time_machine.travel("2027-03-20T20:00:00Z", tick=False):
        play(crown, ladder, "Cy v Dee", "0-2")
        challenge(crown, ladder, "Dee", "Bob", day="2027-03-25")
    with time_machine.travel("2027-03-25T20:00:00Z", tick=False):
        assert standing(play(crown, ladder, "Bob v Dee", "0-2")) == ["Ann", "Dee", "Bob", "Cy", "Eve"]


def test_a_forfeited_challenge_counts_and_who_withdraws_after_one_leaves(crown: Pub, ladder: str) -> None:
    challenge(crown, ladder, "Dee", "Bob")
    card = crown.manager.open(crown.manager.page.link_saying("Bob v Dee"))
    crown.manager.send(card.form_saying("Bob forfeits the match"), side="home", reason="no show")
    assert standing(crown.manager.open(ladder)) == ["Ann", "Dee", "Cy", "Bob", "Eve"]
    challenge(crown, ladder, "Eve", "Bob", day="2027-03-09")
    card = crown.manager.open(crown.manager.page.link_saying("Bob v Eve"))
    crown.manager.send(card.form_saying("Eve forfeits the match"), side="away", reason="no show")
    assert standing(crown.manager.open(ladder)) == ["Ann", "Dee", "Cy", "Bob", "Eve"]
    teams = crown.manager.open(f"{ladder.removesuffix('ladder/')}teams/")
    crown.manager.send(
        crown.manager.open(teams.link_saying("Change Dee")).form_saying("Withdraw Dee"), reason="ill"
    )
    assert standing(crown.manager.open(ladder)) == ["Ann", "Cy", "Bob", "Eve"]


def test_who_leaves_the_ladder_forfeits_what_was_to_be_played_and_keeps_nobody_waiting(
    crown: Pub, ladder: str
) -> None:
    challenge(crown, ladder, "Dee", "Bob", day="2027-03-30")
    with time_machine.travel("2027-03-10T20:00:00Z", tick=False):
        page = withdraw(crown, ladder.removesuffix("ladder/"), "Bob")
        page = crown.manager.open(ladder)
        assert standing(page) == ["Ann", "Dee", "Cy", "Eve"]
        assert ("Bob withdrew: forfeited" in page.text, "To be played" in page.text) == (True, False)
        assert "2 Dee 1 1" in page.text
        challenge(crown, ladder, "Dee", "Ann", day="2027-03-12")
    with time_machine.travel("2027-03-12T20:00:00Z", tick=False):
        assert standing(play(crown, ladder, "Ann v Dee", "0-2")) == ["Dee", "Ann", "Cy", "Eve"]


def test_a_challenge_is_moved_and_never_turned_about(crown: Pub, ladder: str) -> None:
    challenge(crown, ladder, "Dee", "Bob")
    page = crown.manager.open(f"{ladder.removesuffix('ladder/')}fixtures/")
    form = crown.manager.open(page.link_saying("Change Bob v Dee")).form_with("round")
    turned = crown.manager.send(form, home=form.value("away"), away=form.value("home"))
    assert (turned.status, "the challenger is away" in turned.fault("home")) == (422, True)
    assert crown.manager.send(form, day="2027-03-04", place="The Lion").status == 200
    assert "Add a fixture" not in page.text
    form.action = f"{ladder.removesuffix('ladder/')}fixtures/new"
    assert "its fixtures are the challenges" in crown.manager.send(form, day="2027-03-04").fault("round")


def test_a_challenge_is_for_somebody_in_reach_who_is_free(crown: Pub, ladder: str) -> None:
    page = crown.manager.open(crown.manager.open(ladder).link_saying("by Eve"))
    assert re.findall(r"\d\. (\w+)</option>", page.html) == ["Cy", "Dee"]
    first = page.form_with("challenged")
    cy = first.filled()
    challenge(crown, ladder, "Dee", "Cy")
    before = crown.facts()
    refused = crown.manager.send(first, **{"challenged": dict(cy)["challenged"], "day": "2027-03-02"})
    assert refused.status == 422
    assert "has a challenge to play already" in refused.fault("challenged")
    assert "Nobody in reach is free today" in refused.text
    page = crown.manager.open(crown.manager.open(ladder).link_saying("by Bob"))
    page = crown.manager.send(page.form_with("challenged"), day="", place="The Institute")
    assert "Day: choose one." in page.fault("day")
    assert dict(page.form_with("challenged").fields)["place"] == "The Institute"
    assert crown.facts() == before


def test_the_initial_order_is_fixed_once_something_was_played(crown: Pub, ladder: str) -> None:
    form = crown.manager.open(ladder).form_saying("From the top")
    assert "Zoe is not on this ladder" in crown.manager.send(form, seeds="Zoe").fault("seeds")
    page = crown.manager.send(form, seeds="Cy\nAnn")
    assert standing(page) == ["Cy", "Ann", "Bob", "Dee", "Eve"]
    challenge(crown, ladder, "Ann", "Cy")
    assert standing(play(crown, ladder, "Cy v Ann", "0-2"))[:2] == ["Ann", "Cy"]
    before = crown.facts()
    page = crown.manager.send(form, seeds="Eve")
    assert (page.status, "so the order cannot change" in page.text) == (422, True)
    assert crown.facts() == before


def test_who_withdraws_is_off_the_ladder_and_its_end_is_on_the_honours_board(crown: Pub, ladder: str) -> None:
    at = ladder.removesuffix("ladder/")
    challenge(crown, ladder, "Bob", "Ann")
    play(crown, ladder, "Ann v Bob", "0-2")
    team = squad_page(crown, at, "Dee")
    crown.manager.send(team.form_saying("Withdraw Dee"), reason="moved away")
    assert standing(crown.manager.open(ladder)) == ["Bob", "Ann", "Cy", "Eve"]
    form = crown.manager.open(f"{at}fixtures/draw-up").form_with("first")
    assert "This is a ladder" in crown.manager.send(form, first="2027-01-12").fault("first")
    end = crown.manager.open(f"{at}end")
    assert "Champions Bob Runners-up Ann" in end.text
    crown.manager.send(end.form_saying("Put it into the archive"), archived="yes")
    assert "Champions Bob Runners-up Ann" in crown.manager.open(f"{crown.home}leagues/honours").text
    assert "Challenge by" not in crown.manager.open(ladder).text
