"""Without a script, the key of an act is made of the phone, the act, and what the page showed."""

import re

import pytest

from tests.web.cast import Phone, Pub, sit_down
from tests.web.page import Page


@pytest.fixture
def table(crown: Pub) -> str:
    at = crown.at(sit_down(crown, "fives_250", "Ann", "Bob"))
    crown.manager.send(crown.manager.open(at).form_with("points"), points=5)
    return at


def match_of(table: str) -> str:
    return table.rsplit("/", 1)[1]


def points(crown: Pub, table: str) -> list[int]:
    return [event.body.points for event in crown.events(match_of(table)) if hasattr(event.body, "points")]


def tap(phone: Phone, page: Page, number: int) -> Page:
    """Tap this number for the first side of a page that was opened before."""
    return phone.send(page.form_with("points"), points=number)


def test_no_kept_page_has_a_key_of_one_phone(crown: Pub, table: str) -> None:
    (match,) = crown.stored()["matches"]
    for path in ("", "/state", "/rounds/new"):
        keys = re.findall(r'name="key" value="([^"]*)"', crown.manager.ask(f"{table}{path}").text)
        assert keys, path
        assert {key.split(".")[0] for key in keys} == {f"seen-{match['changed']}"}, path


def test_a_double_tap_counts_once_and_the_same_from_the_next_page_again(crown: Pub, table: str) -> None:
    for _ in range(2):
        page = crown.manager.open(table)
        for _ in range(2):
            assert tap(crown.manager, page, 10).status == 200
    refused = tap(crown.manager, page, 15)
    assert refused.status == 409
    assert "This page has saved something else already" in refused.text
    assert points(crown, table) == [5, 10, 10]


def test_two_equal_rounds_in_a_row_are_two(crown: Pub, table: str) -> None:
    for _ in range(2):
        form = crown.manager.open(f"{table}/rounds/new?out=0").form_with("pips_1")
        assert crown.manager.send(form, pips_1=12, reason="so it was").status == 200
    assert len(crown.events(match_of(table))) == 3


def test_undone_and_done_again_is_another_act(crown: Pub, table: str) -> None:
    for _ in range(2):
        assert crown.manager.send(crown.manager.open(table).form_saying("Undo")).status == 200
        assert crown.state(match_of(table)).score.totals == (0, 0)
        assert crown.manager.send(crown.manager.open(table).form_saying("Put it back")).status == 200
        assert crown.state(match_of(table)).score.totals == (5, 0)


def test_two_phones_that_tap_on_the_same_page_are_not_taken_for_one(crown: Pub, table: str) -> None:
    ours, theirs = crown.phone("score"), crown.phone("score")
    pages = ours.open(table), theirs.open(table)
    assert pages[0].html == pages[1].html
    assert tap(ours, pages[0], 10).status == 200
    other = tap(theirs, pages[1], 10)
    assert other.status == 409
    assert "Nothing was added; tap again if yours is another play" in other.text
    assert tap(theirs, other, 10).status == 200
    assert points(crown, table) == [5, 10, 10]


def test_one_phone_starts_two_equal_matches_one_after_the_other_and_one_by_a_double_tap(crown: Pub) -> None:
    address, started = f"{crown.home}matches/new?game=block", []
    for _ in range(2):
        form = crown.manager.open(address).form_with("seat_0")
        for _ in range(2):
            started.append(crown.manager.send(form, seat_0="Ann", seat_1="Bob").path)
    assert started[0] == started[1] != started[2] == started[3]
