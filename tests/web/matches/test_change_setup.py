"""Wrong people, partners or rules are put right without playing the match again."""

from tests.web.cast import Pub, record, sit_down, tap
from tests.web.page import Page


def change(pub: Pub, match: str, **typed: object) -> Page:
    """Open the page of changes from the match's menu, and save it with these fields."""
    phone = pub.manager
    page = phone.open(phone.open(pub.at(match)).link_saying("Change players or rules"))
    return phone.send(page.form_with("seat_0"), **typed)


def test_partners_are_changed_and_the_rounds_counted_anew(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", "Cy", "Di", sides="pairs")
    record(crown, match, 1)
    assert crown.state(match).sides == ("Ann & Cy", "Bob & Di")
    assert crown.state(match).score.totals == (0, 1)
    page = change(crown, match, partners="1")
    assert crown.state(match).sides == ("Ann & Bob", "Cy & Di")
    assert crown.state(match).score.totals == (1, 0)
    assert "Bob chipped out" in page.text


def test_somebody_who_takes_a_seat_takes_over_what_was_entered_of_it(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bobb")
    record(crown, match, 1, {0: 30})
    page = change(crown, match, seat_1="Bob")
    assert crown.state(match).sides == ("Ann", "Bob")
    assert crown.state(match).score.totals == (0, 30)
    assert "Bob chipped out" in page.text
    record(crown, match, 1, {0: 12})
    change(crown, match, seat_1="Bobb")
    assert crown.state(match).score.totals == (0, 42)
    assert "Ann, Bob." in crown.manager.open(crown.at(match, "/change")).text


def test_target_and_rules_can_change_in_the_middle(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 30})
    page = change(crown, match, target=25)
    assert "Ann won 30–0" in page.text
    change(crown, match, target=150)
    assert crown.state(match).running


def test_the_clubs_table_and_pages_follow(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bobb", target=1)
    record(crown, match, 0)
    crown.manager.open(f"{crown.home}table")
    change(crown, match, seat_1="Bob")
    table = crown.manager.open(f"{crown.home}table").text
    assert "Bob 1 0 0 1" in table
    assert "Bobb" not in table


def test_what_would_lose_its_meaning_is_refused_in_words(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob")
    tap(crown, match, 0, 15)
    page = change(crown, match, seat_2="Cy")
    assert "The match has begun with 2 players" in page.text
    assert crown.state(match).sides == ("Ann", "Bob")


def test_a_match_that_has_not_begun_takes_another_player(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    change(crown, match, seat_2="Cy")
    assert crown.state(match).sides == ("Ann", "Bob", "Cy")


def test_a_page_that_is_older_than_the_newest_round_changes_nothing(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    page = crown.manager.open(crown.at(match, "/change"))
    record(crown, match, 0, {1: 30})
    answer = crown.manager.send(page.form_with("seat_0"), seat_1="Zoe")
    assert "Somebody has entered something" in answer.text
    assert crown.state(match).sides == ("Ann", "Bob")
