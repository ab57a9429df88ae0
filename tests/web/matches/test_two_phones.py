"""Two phones at one table: neither overwrites the other unseen."""

import pytest

from tests.web.cast import Phone, Pub, correct, record


@pytest.fixture
def second(crown: Pub, match: str) -> Phone:
    """A phone that enters 10 where Bob's has entered 12, and is asked."""
    first, second = crown.phone("score"), crown.phone("score")
    first.post(f"{crown.home}settings", name="Bob’s phone")
    assert record(crown, match, 0, {1: 12}, phone=first, round=1).status_code == 303
    assert record(crown, match, 0, {1: 10}, phone=second, round=1).status_code == 409
    return second


def test_the_second_phone_is_told_what_the_first_has_entered_and_may_keep_it(
    crown: Pub, match: str, second: Phone
) -> None:
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
