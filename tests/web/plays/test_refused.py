"""An impossible play is refused in a sentence, and nothing is stored."""

import pytest

from tests.web.cast import Pub, record, sit_down, tap
from tests.web.entering import enter_play, lay

STRAIGHT, FIVES_AND_THREES = "fives_250", "threes_fives_61"


def assert_refused(pub: Pub, match: str, way: str, saying: str, /, **said: object) -> None:
    before = pub.facts()
    answer = enter_play(pub, match, way, **said)
    assert answer.status_code == 422, pub.manager.page.text
    assert saying in pub.manager.page.text
    assert pub.facts() == before
    assert 'role="alert"' in pub.manager.page.html


@pytest.mark.parametrize("points", [5, 7, 9, 10, 0])
def test_points_no_ordinary_play_of_fives_and_threes_makes(crown: Pub, points: int) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob")
    sentence = f"Points: one play scores 1, 2, 3, 4, 6 or 8, never {points}."
    assert_refused(crown, match, "keys", sentence, side=0, points=points)


@pytest.mark.parametrize("points", [6, 8])
def test_points_no_last_tile_of_fives_and_threes_makes(crown: Pub, points: int) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob")
    sentence = f"the last tile scores 1, 2, 3, 4, 5, 7 or 9, never {points}."
    assert_refused(crown, match, "keys", sentence, side=0, points=points, last_tile="y")


@pytest.mark.parametrize("points", [3, 12, 40, 999_999])
def test_points_no_play_of_straight_makes(crown: Pub, points: int) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    assert_refused(crown, match, "keys", f"never {points}.", side=0, points=points)


@pytest.mark.parametrize(
    ("typed", "saying"),
    [
        ("", "tap one of the keys"),
        ("-5", "a whole number such as 5"),
        ("٥", "a whole number such as 5"),
        ("5.0", "a whole number such as 5"),
        ("five", "a whole number such as 5"),
        ("10000000", "a whole number such as 5"),
    ],
)
def test_points_that_are_no_number(crown: Pub, typed: str, saying: str) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    assert_refused(crown, match, "keys", saying, side=0, points=typed)


@pytest.mark.parametrize("way", ["keys", "ends"])
@pytest.mark.parametrize("side", ["2", "-1", "", None, "Ann"])
def test_a_side_that_is_not_in_the_match(crown: Pub, way: str, side: str | None) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    saying = "a whole number" if side in ("-1", "Ann") else "Nobody of that side plays in this match."
    assert_refused(crown, match, way, saying, side=side, points=5, end_0="5d")


@pytest.mark.parametrize(("seat", "saying"), [("2", "Nobody sits in that seat."), (None, "Say who played.")])
def test_a_seat_that_is_not_at_the_table(crown: Pub, seat: str | None, saying: str) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    assert_refused(crown, match, "tiles", saying, seat=seat, tile="6-4")


@pytest.mark.parametrize(
    ("game", "ends", "saying"),
    [
        (FIVES_AND_THREES, {"end_0": "6d", "end_1": "6d"}, "There is only one double 6"),
        (FIVES_AND_THREES, {"end_0": "7", "end_1": "3"}, "No tile of a double-six set shows 7."),
        (FIVES_AND_THREES, {"end_0": "5"}, "Enter both ends; only a double that lies alone is one end."),
        (FIVES_AND_THREES, {}, "Enter the open ends first."),
        (FIVES_AND_THREES, {"end_0": "5", "end_1": "5", "end_2": "5"}, "more need a spinner"),
        (FIVES_AND_THREES, {"end_0": "5", "spinner": "6"}, "These rules have no spinner."),
        (STRAIGHT, {"end_0": "6d", "end_1": "5", "spinner": "6"}, "it is no end as well"),
        (STRAIGHT, {"end_0": "5", "end_1": "five"}, "Second end: a number such as 5, or 5d"),
        (STRAIGHT, {"end_0": "٥", "end_1": "5"}, "First end: a number such as 5, or 5d"),
        (STRAIGHT, {"end_0": "*6", "end_1": "5"}, "First end: a number such as 5, or 5d"),
        (STRAIGHT, {f"end_{n}": "6" for n in range(4)} | {"spinner": "6"}, "There are not enough 6s"),
    ],
)
def test_ends_that_no_layout_shows(crown: Pub, game: str, ends: dict[str, str], saying: str) -> None:
    match = sit_down(crown, game, "Ann", "Bob")
    assert_refused(crown, match, "ends", saying, side=0, **ends)


@pytest.mark.parametrize(
    "ends", [{"end_0": "0x"}, {"end_0": "*x"}, {"end_0": "d"}, {"end_0": "6d", "end_1": "6d"}]
)
def test_impossible_ends_are_refused_in_a_sentence(crown: Pub, ends: dict[str, str]) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    assert_refused(crown, match, "ends", "double", side=0, **ends)
    assert "literal" not in crown.manager.page.text


@pytest.mark.parametrize(
    ("tile", "place", "saying"),
    [
        ("6-4", "0", "6-4 is already on the table."),
        ("5-5", "0", "5-5 does not match"),
        ("5-5", "", "5-5 does not match"),
        ("3-3", "9", "There is no place “9” on this layout now."),
        ("7-6", "0", "7-6 is not in a double-six set."),
        ("six-four", "0", "is not a tile"),
        ("", "0", "Tap the tile that was played"),
        ("6-3 6-2", "0", "one at a time"),
        ("6-3", "newest", "Field cannot be longer than 4 characters."),
    ],
)
def test_a_tile_that_cannot_lie_there(crown: Pub, tile: str, place: str, saying: str) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    lay(crown, match, "0 6-6 lead", "1 6-4 new")
    assert_refused(crown, match, "tiles", saying, seat=0, tile=tile, place=place)


def test_a_fifth_arm(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    lay(crown, match, "0 6-6 lead", "1 6-4 new", "0 6-3 new", "1 6-2 new", "0 6-1 new")
    sentence = "All four sides of the spinner are covered."
    assert_refused(crown, match, "tiles", sentence, seat=1, tile="6-5", place="new")


def test_a_tile_in_a_hand_that_lies_on_the_table(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    lay(crown, match, "0 6-6 lead", "1 6-4 new")
    before = crown.facts()
    assert record(crown, match, 0, tiles={1: "6-4"}).status_code == 422
    assert "6-4" in crown.manager.page.fault("pips_1")
    assert crown.facts() == before


def test_a_tile_before_the_ends_are_shown_again(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    tap(crown, match, 0, 10)
    assert_refused(crown, match, "tiles", "Enter the open ends first", seat=1, tile="5-5", place="L")


@pytest.mark.parametrize("act", ["draw", "knock"])
def test_a_draw_where_nothing_is_drawn(crown: Pub, act: str) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob")
    if act == "knock":
        assert enter_play(crown, match, "tiles", seat=0, act=act).status_code == 303
        assert len(crown.events(match)) == 1
    else:
        assert_refused(crown, match, "tiles", "has no drawing", seat=0, act=act)


def test_a_move_that_is_no_tile_knock_or_draw(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    assert_refused(crown, match, "tiles", "Not a valid choice", seat=0, act="cheat")


@pytest.mark.parametrize("game", ["block", "draw_100"])
def test_a_play_in_a_game_without_plays(crown: Pub, game: str) -> None:
    match = sit_down(crown, game, "Ann", "Bob")
    for way, said in (
        ("keys", {"side": 0, "points": 5}),
        ("ends", {"side": 0, "end_0": "5d"}),
        ("tiles", {"seat": 0, "tile": "6-4", "place": "lead"}),
    ):
        assert_refused(crown, match, way, "is not scored in play", **said)


def test_a_play_after_the_match_is_won(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", target=20)
    tap(crown, match, 0, 20)
    before = crown.facts()
    for number in (1, 2):
        answer = tap(crown, match, 1, 5, round=number)
        assert answer.status_code == 409
        assert "This match is over" in crown.manager.page.text
    assert crown.facts() == before


def test_a_play_for_a_round_whose_leg_is_won(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", target=20, legs=2)
    tap(crown, match, 0, 20)
    before = crown.facts()
    assert tap(crown, match, 1, 5, round=1).status_code == 409
    assert "Leg 1, round 1 is over; leg 2, round 1 is being played." in crown.manager.page.text
    assert crown.facts() == before


def test_a_tile_after_somebody_has_chipped_out(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob", deal=1)
    lay(crown, match, "0 6-4 lead")
    assert_refused(crown, match, "tiles", "Ann is out: the round is over.", seat=1, tile="6-6")


def test_the_second_of_two_phones_entering_the_same_play_is_told(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    other, seen = crown.phone("score"), crown.state(match).match.version
    assert tap(crown, match, 0, 10, seen=seen).status_code == 303
    assert tap(crown, match, 0, 10, seen=seen, phone=other).status_code == 409
    assert "has just entered: Ann 10." in other.page.text
    assert "Nothing was added; tap again if yours is another play." in other.page.text
    assert crown.state(match).score.totals == (10, 0)
    repeated = other.page.form_saying("Ann +5")
    other.send(repeated, points=10)
    assert crown.state(match).score.totals == (20, 0)


@pytest.mark.parametrize("missing", ["key", "round"])
def test_a_play_without_its_key_or_round(crown: Pub, missing: str) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    assert_refused(crown, match, "keys", f"came without its {missing}", side=0, points=5, **{missing: None})


@pytest.mark.parametrize(
    ("said", "saying"),
    [
        ({"points": 8}, "Say why: it goes in the record."),
        ({"points": 0, "reason": "wrong knock"}, "a number from 1 to 1,000"),
        ({"points": "eight", "reason": "wrong knock"}, "a whole number such as 8"),
        ({"points": 8, "reason": "wrong knock", "side": 4}, "Nobody of that side"),
        ({"points": 8, "reason": "wrong knock", "way": "sideways"}, "Not a valid choice"),
        ({"points": 8, "reason": "x" * 201}, "at most 200 letters"),
    ],
)
def test_a_penalty_without_a_reason_or_points(crown: Pub, said: dict[str, object], saying: str) -> None:
    match = sit_down(crown, FIVES_AND_THREES, "Ann", "Bob")
    assert_refused(crown, match, "penalty", saying, **{"side": 0, "way": "back", **said})
