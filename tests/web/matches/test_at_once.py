"""What two phones enter of one match in the same moment: once, side by side, or refused in words."""

from tests.web.cast import Pub, fresh_key, sit_down, tap


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
