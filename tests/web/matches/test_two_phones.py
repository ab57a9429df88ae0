"""Two phones at one table: neither overwrites the other unseen; once, side by side, or refused in words."""

import pytest

from tests.web.cast import Phone, Pub, correct, fresh_key, record, sit_down, tap


@pytest.fixture
def second(crown: Pub, match: str) -> Phone:
    """A phone that enters 10 where Bob's has entered 12, and is asked."""
    first, second = crown.phone("score"), crown.phone("score")
    first.post(f"{crown.home}settings", name="Bob’s phone")
    assert record(crown, match, 0, {1: 12}, phone=first, round=1).status_code == 303
    assert record(crown, match, 0, {1: 10}, phone=second, round=1).status_code == 409
    return second


def test_the_second_phone_is_told_what_the_first_entered(crown: Pub, match: str, second: Phone) -> None:
    assert "Bob’s phone has entered round 1 already" in second.page.text
    assert "Ann chipped out: 12" in second.page.text
    assert "Ann chipped out: 10" in second.page.text
    assert second.open(second.page.link_saying("Keep theirs")).status == 200
    assert record(crown, match, 0, {1: 12}, phone=second, round=1).status_code == 303, "they agree"
    assert crown.state(match).score.totals == (12, 0)
    assert len(crown.events(match)) == 1


def test_a_third_phones_entry_makes_the_choice_out_of_date(crown: Pub, match: str, second: Phone) -> None:
    form = second.page.form_saying("Replace it with mine")
    correct(crown, match, 1, 0, {1: 13})
    assert second.send(form).status == 409
    assert crown.state(match).score.totals == (13, 0)


def test_a_correction_that_came_second_is_no_round_of_its_own(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    second = crown.phone("score")
    form = second.open(crown.at(match, "/rounds/1")).form_with("pips_1", "standing")
    correct(crown, match, 1, 0, {1: 13})
    page = second.send(form, pips_1=14)
    assert (page.status, "Add mine" in page.text) == (409, False)
    assert second.send(page.form_saying("Replace it with mine")).status == 200
    assert crown.state(match).score.totals == (14, 0)


def test_only_the_same_points_of_the_same_side_are_asked_about(crown: Pub, fives: str) -> None:
    one, other = crown.phone("score"), crown.phone("score")
    tap(crown, fives, 0, 5, phone=one, seen=0)
    assert tap(crown, fives, 0, 10, phone=other, seen=0).status_code == 303
    assert tap(crown, fives, 0, 5, phone=other, seen=0).status_code == 409
    assert "has just entered: Ann 5." in other.page.text
    assert crown.state(fives).score.totals == (15, 0)


def test_a_phone_is_not_asked_about_its_own_plays(crown: Pub, fives: str) -> None:
    ann, bob = crown.phone("score"), crown.phone("score")
    tap(crown, fives, 1, 5, phone=bob, seen=0)
    tap(crown, fives, 0, 5, phone=ann, seen=0)
    # Its page has heard of Bob's play before its own first one was answered.
    assert tap(crown, fives, 0, 5, phone=ann, seen=1).status_code == 303
    assert crown.state(fives).score.totals == (10, 5)


def test_what_was_taken_back_is_not_asked_about(crown: Pub, fives: str) -> None:
    one, other = crown.phone("score"), crown.phone("score")
    tap(crown, fives, 0, 5, phone=one, seen=0)
    one.send(one.open(crown.at(fives)).form_saying("Undo"))
    assert tap(crown, fives, 0, 5, phone=other, seen=0).status_code == 303


def test_a_tile_is_laid_on_what_its_phone_has_seen(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", leader=0)
    lay = {"round": 1, "seen": 0, "seat": 0, "tile": "6-4"}
    first, second = crown.phone("score"), crown.phone("score")
    assert first.post(crown.at(match, "/plays/tiles"), **lay, key=fresh_key()).status_code == 303
    assert second.post(crown.at(match, "/plays/tiles"), **lay, key=fresh_key()).status_code == 409


def test_a_match_that_is_over_is_not_given_to_another(crown: Pub, fives: str) -> None:
    phones = [crown.phone("score"), crown.phone("score")]
    said = {"key": fresh_key(), "winner": 0}
    assert phones[0].post(crown.at(fives, "/call-off"), **said).status_code == 303
    assert phones[1].post(crown.at(fives, "/call-off"), **{**said, "key": fresh_key()}).status_code == 303
    assert phones[1].post(crown.at(fives, "/call-off"), key=fresh_key(), winner=1).status_code == 409
    assert len(crown.events(fives)) == 1
