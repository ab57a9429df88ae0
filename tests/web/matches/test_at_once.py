"""What two phones enter of one match in the same moment: once, side by side, or refused in words."""

import pytest

from tests.web.cast import Pub, correct, fresh_key, record, sit_down, tap, undo


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


def test_identical_corrections_agree(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 25})
    phones = [crown.phone("score"), crown.phone("score")]
    for phone in phones:
        assert correct(crown, match, 1, 0, {1: 40}, phone=phone, standing=1).status_code == 303
    assert len(crown.events(match)) == 2
    assert correct(crown, match, 1, 0, {1: 41}, phone=phones[1], standing=1).status_code == 409


PENALTY = {"round": 2, "seen": 3, "side": 0, "points": 5, "way": "on", "reason": "late"}


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("/rounds/undo", {"standing": 3}),
        ("/rounds/redo", {"standing": 4}),
        ("/rounds/1/strike", {}),
        ("/rounds/3/out", {"standing": 3}),
        ("/rounds/2", {"standing": 2, "round": 1, "out": 1, "pips_0": 20}),
        ("/plays/1", {"standing": 1, "round": 1, "side": 1, "points": 10}),
        ("/plays/round/1", {"round": 1, "seen": 3, "side": 1, "points": 10}),
        ("/plays/penalty", PENALTY),
        ("/call-off", {"winner": 1}),
    ],
)
def test_an_act_sent_again_answers_as_the_first_time(crown: Pub, rest: str, said: dict[str, object]) -> None:
    """Its answer was lost, and another phone has gone on meanwhile."""
    match = sit_down(crown, "fives_250", "Ann", "Bob")
    phone, other = crown.phone("score"), crown.phone("score")
    tap(crown, match, 0, 5)
    record(crown, match, 0, {1: 10})
    tap(crown, match, 0, 10)
    if rest == "/rounds/redo":
        undo(crown, match)
    act = {"key": fresh_key(), **said}
    first = phone.post(crown.at(match, rest), **act)
    assert first.status_code == 303, phone.page.text
    undo(crown, match, other)
    known = crown.events(match)
    resent = phone.post(crown.at(match, rest), **act)
    assert (resent.status_code, resent.location) == (303, first.location)
    assert crown.events(match) == known
    assert phone.post(crown.at(match, rest), **act, more=1).status_code in (409, 422)
    assert crown.events(match) == known


def test_a_match_that_is_over_is_not_given_to_another(crown: Pub, fives: str) -> None:
    phones = [crown.phone("score"), crown.phone("score")]
    said = {"key": fresh_key(), "winner": 0}
    assert phones[0].post(crown.at(fives, "/call-off"), **said).status_code == 303
    assert phones[1].post(crown.at(fives, "/call-off"), **{**said, "key": fresh_key()}).status_code == 303
    assert phones[1].post(crown.at(fives, "/call-off"), key=fresh_key(), winner=1).status_code == 409
    assert len(crown.events(fives)) == 1
