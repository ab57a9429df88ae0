"""Two phones at one table, and Undo: nothing is overwritten unseen; it is once, side by side, or refused."""

import pytest

from tests.web.cast import Phone, Pub, correct, fresh_key, record, sit_down, tap, undo
from tests.web.page import Page


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


def test_undo_on_a_page_that_is_out_of_date_takes_nothing(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 10})
    old = crown.phone("score")
    form = old.open(crown.at(match)).form_saying("Undo")
    correct(crown, match, 1, 0, {1: 11})
    page = old.send(form)
    assert page.status == 409
    assert "Somebody has entered or taken back something" in page.text
    assert page.link_saying("Back to the match") == crown.at(match)
    assert crown.state(match).score.totals == (11, 0)


def test_undo_takes_back_one_round_after_the_other_and_nothing_of_nothing(crown: Pub, match: str) -> None:
    for standing, status in ((1, 409), ("", 409), ("x", 400)):
        answer = crown.manager.post(crown.at(match, "/rounds/undo"), key="k", standing=standing)
        assert answer.status_code == status
    assert not crown.events(match)
    record(crown, match, 0, {1: 25})
    record(crown, match, 1, {0: 40})
    assert undo(crown, match).status == 200
    assert crown.state(match).score.totals == (25, 0)
    page = undo(crown, match)
    assert crown.state(match).score.totals == (0, 0)
    assert not [form for form in page.forms if form.words == "Undo" and form.buttons]
    assert "Round 1 taken back" in page.text


def test_redo_puts_back_what_undo_took_and_undo_takes_it_again(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    correct(crown, match, 1, 0, {1: 7})
    undo(crown, match)
    assert crown.state(match).score.totals == (25, 0)
    phone = crown.manager
    page = phone.open(crown.at(match))
    assert "Round 1 as it was" in page.text
    repeated = phone.send(page.form_saying("Put it back"))
    assert crown.state(match).score.totals == (7, 0)
    assert not [form for form in repeated.forms if "Put it back" in form.words]
    undo(crown, match)
    assert crown.state(match).score.totals == (25, 0)
    undo(crown, match)
    assert crown.state(match).score.totals == (0, 0)
    undo(crown, match)
    phone = crown.manager
    page = phone.send(phone.open(crown.at(match)).form_saying("Put it back"))
    assert "Round 1 put back: Ann chipped out" in page.text
    assert "corrected" not in page.text
    assert "Round 1 taken back" in undo(crown, match).text


def test_a_deleted_round_stays_readable_and_can_be_put_back(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    phone = crown.manager
    page = phone.send(phone.open(crown.at(match, "/rounds/1")).form_saying("Delete round"))
    assert crown.state(match).score.totals == (0, 0)
    assert "Ann chipped out: 25 (deleted)" in page.text
    assert "Deleted by" in page.text
    back = phone.open(page.link_saying("Put back round 1"))
    assert "Delete round" not in back.text
    phone.send(back.form_saying("Put it back"))
    assert crown.state(match).score.totals == (25, 0)


def test_a_play_that_is_put_back_is_no_round(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 10)
    record(crown, fives, 1, {0: 33})
    undo(crown, fives)
    assert "Ann’s 10 taken back" in undo(crown, fives).text
    phone = crown.manager
    page = phone.send(phone.open(crown.at(fives)).form_saying("Put it back"))
    assert "Ann’s 10 put back" in page.text


def test_with_a_deleted_round_its_plays_are_put_back(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 10)
    tap(crown, fives, 1, 5)
    record(crown, fives, 1, {0: 33})
    end = crown.state(fives).counting[-1].original
    phone = crown.manager

    def put_back() -> Page:
        return phone.send(phone.open(crown.at(fives, f"/rounds/{end}")).form_saying("Put it back"))

    def delete() -> None:
        phone.send(phone.open(crown.at(fives, f"/rounds/{end}")).form_saying("Delete round"))

    delete()
    page = put_back()
    assert crown.state(fives).score.totals == (10, 40)
    assert "Round 1 put back: Bob chipped out" in page.text
    assert "+35 Round" not in page.text
    undo(crown, fives)
    assert crown.state(fives).score.totals == (0, 0)
    tap(crown, fives, 0, 15)  # it is played again
    put_back()
    assert crown.state(fives).score.totals == (15, 35)


def retire(pub: Pub, match: str, winner: int) -> Page:
    """On the match's page, say who has the match."""
    phone = pub.manager
    form = phone.open(pub.at(match, "/call-off")).form_saying("who wins the match?")
    return phone.send(form, winner=winner)


def test_a_retired_match_has_a_result_whoever_was_ahead_until_it_is_undone(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 30})
    page = retire(crown, match, 1)
    assert "Bob won by retirement 0–30" in page.text
    assert "Match given to Bob" in page.text
    assert "whitewash" not in page.text
    score = crown.state(match).score
    assert (score.winner, score.totals, score.finished) == (1, (30, 0), True)
    table = crown.manager.open(f"{crown.home}table").text
    assert ("Bob 1 1 0 0" in table, "Ann 1 0 0 1" in table) == (True, True)
    assert "The match goes on" in undo(crown, match).text
    assert crown.state(match).running
    record(crown, match, 1, {0: 40})
    assert crown.state(match).score.totals == (30, 40)


def test_a_match_of_legs_is_conceded_in_the_middle_of_one(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", target=20, legs=2)
    record(crown, match, 0, {1: 15, 2: 10})
    record(crown, match, 2, {0: 5, 1: 6})
    page = retire(crown, match, 2)
    assert "Cy won by retirement" in page.text
    score = crown.state(match).score
    assert (score.winner, score.legs_won) == (2, (1, 0, 0))
    assert [leg.winner for leg in score.legs] == [0, None]


def test_a_match_is_conceded_only_to_one_of_its_sides_and_points_made_in_play_stand(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    tap(crown, match, 0, 8)
    for side, status, saying in (
        (2, 422, "Nobody of that side plays in this match."),
        (-1, 400, "Open the page"),
    ):
        answer = crown.manager.post(crown.at(match, "/call-off"), key="k", winner=side)
        assert (answer.status_code, saying in answer.text) == (status, True)
    page = retire(crown, match, 0)
    assert "Ann won by retirement 8–0" in page.text
