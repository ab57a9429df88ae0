"""An impossible play is refused in a sentence, and nothing is stored."""

from tests.grid import grid
from tests.web.cast import Pub, record, sit_down, tap
from tests.web.entering import enter_play, lay

STRAIGHT, THREES = "fives_250", "threes_fives_61"
WAYS = ("keys", "ends")
FIVE = {"points": 5, "end_0": "5d"}
TILE = {"seat": 0, "tile": "6-4", "place": "lead"}
KNOCK = {"reason": "wrong knock"}


def assert_refused(pub: Pub, match: str, way: str, saying: str, /, **said: object) -> None:
    before = pub.events(match)
    answer = enter_play(pub, match, way, **said)
    assert answer.status_code == 422, pub.manager.page.text
    assert saying in pub.manager.page.text
    assert pub.events(match) == before
    assert 'role="alert"' in pub.manager.page.html


NUMBER = "a whole number such as 5"
NOBODY = "Nobody of that side plays in this match."
SPINNER = {f"end_{n}": "6" for n in range(4)} | {"spinner": "6"}
# Game, way of entering, what is said, and what the refusal says.
REFUSED: list[tuple[str, str, dict[str, object], str]] = [
    *(
        (THREES, "keys", {"points": n}, f"Points: one play scores 1, 2, 3, 4, 6 or 8, never {n}.")
        for n in (5, 7, 9, 10, 0)
    ),
    *(
        (THREES, "keys", {"points": n, "last_tile": "y"}, f"scores 1, 2, 3, 4, 5, 7 or 9, never {n}.")
        for n in (6, 8)
    ),
    *((STRAIGHT, "keys", {"points": n}, f"never {n}.") for n in (3, 12, 40, 999_999)),
    (STRAIGHT, "keys", {"points": ""}, "tap one of the keys"),
    *((STRAIGHT, "keys", {"points": typed}, NUMBER) for typed in ("-5", "٥", "5.0", "five", "10000000")),
    *((STRAIGHT, way, {"side": side, **FIVE}, NOBODY) for way in WAYS for side in ("2", "", None)),
    *((STRAIGHT, way, {"side": side, **FIVE}, "a whole number") for way in WAYS for side in ("-1", "Ann")),
    *((STRAIGHT, "keys", {**FIVE, lost: None}, f"came without its {lost}") for lost in ("key", "round")),
    (STRAIGHT, "tiles", {"seat": "2", "tile": "6-4"}, "Nobody sits in that seat."),
    (STRAIGHT, "tiles", {"seat": None, "tile": "6-4"}, "Say who played."),
    (STRAIGHT, "tiles", {"seat": 0, "act": "cheat"}, "Not a valid choice"),
    (THREES, "tiles", {"seat": 0, "act": "draw"}, "has no drawing"),
    (THREES, "ends", {"end_0": "6d", "end_1": "6d"}, "There is only one double 6"),
    (THREES, "ends", {"end_0": "7", "end_1": "3"}, "No tile of a double-six set shows 7."),
    (THREES, "ends", {"end_0": "5"}, "Enter both ends; only a double that lies alone is one end."),
    (THREES, "ends", {}, "Enter the open ends first."),
    (THREES, "ends", {"end_0": "5", "end_1": "5", "end_2": "5"}, "more need a spinner"),
    (THREES, "ends", {"end_0": "5", "spinner": "6"}, "These rules have no spinner."),
    (STRAIGHT, "ends", {"end_0": "6d", "end_1": "5", "spinner": "6"}, "it is no end as well"),
    (STRAIGHT, "ends", {"end_0": "5", "end_1": "five"}, "Second end: a number such as 5, or 5d"),
    (STRAIGHT, "ends", {"end_0": "٥", "end_1": "5"}, "First end: a number such as 5, or 5d"),
    (STRAIGHT, "ends", {"end_0": "*6", "end_1": "5"}, "First end: a number such as 5, or 5d"),
    (STRAIGHT, "ends", SPINNER, "There are not enough 6s"),
    *((STRAIGHT, "ends", {"end_0": end}, "double") for end in ("0x", "*x", "d")),
    (STRAIGHT, "ends", {"end_0": "6d", "end_1": "6d"}, "double"),
    (THREES, "penalty", {"points": 8}, "Say why: it goes in the record."),
    (THREES, "penalty", {"points": 0, **KNOCK}, "a number from 1 to 1,000"),
    (THREES, "penalty", {"points": "eight", **KNOCK}, "a whole number such as 8"),
    (THREES, "penalty", {"points": 8, **KNOCK, "side": 4}, "Nobody of that side"),
    (THREES, "penalty", {"points": 8, **KNOCK, "way": "sideways"}, "Not a valid choice"),
    (THREES, "penalty", {"points": 8, "reason": "x" * 201}, "at most 200 letters"),
    *((game, "keys", FIVE, "is not scored in play") for game in ("block", "draw_100")),
    *((game, "ends", FIVE, "is not scored in play") for game in ("block", "draw_100")),
    *((game, "tiles", TILE, "is not scored in play") for game in ("block", "draw_100")),
]


def test_an_impossible_first_play_is_refused_in_a_sentence(crown: Pub) -> None:
    matches = {game: sit_down(crown, game, "Ann", "Bob") for game in {game for game, *_ in REFUSED}}
    before = crown.facts()
    with grid() as case:
        for game, way, said, saying in REFUSED:
            with case(game, way, said):
                assert_refused(crown, matches[game], way, saying, **{"side": 0, "way": "back", **said})
                assert "literal" not in crown.manager.page.text
    assert crown.facts() == before


TILES = (
    ("6-4", "0", "6-4 is already on the table."),
    ("5-5", "0", "5-5 does not match"),
    ("5-5", "", "5-5 does not match"),
    ("3-3", "9", "There is no place “9” on this layout now."),
    ("7-6", "0", "7-6 is not in a double-six set."),
    ("six-four", "0", "is not a tile"),
    ("", "0", "Tap the tile that was played"),
    ("6-3 6-2", "0", "one at a time"),
    ("6-3", "newest", "Place: at most 4 letters."),
)


def test_a_tile_that_cannot_lie_there(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    lay(crown, match, "0 6-6 lead", "1 6-4 new")
    with grid() as case:
        for tile, place, saying in TILES:
            with case(tile, place):
                assert_refused(crown, match, "tiles", saying, seat=0, tile=tile, place=place)
    assert record(crown, match, 0, tiles={1: "6-4"}).status_code == 422
    assert "6-4" in crown.manager.page.fault("pips_1")


def test_a_fifth_arm(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    lay(crown, match, "0 6-6 lead", "1 6-4 new", "0 6-3 new", "1 6-2 new", "0 6-1 new")
    sentence = "All four sides of the spinner are covered."
    assert_refused(crown, match, "tiles", sentence, seat=1, tile="6-5", place="new")


def test_a_tile_before_the_ends_are_shown_again(crown: Pub) -> None:
    match = sit_down(crown, STRAIGHT, "Ann", "Bob")
    tap(crown, match, 0, 10)
    assert_refused(crown, match, "tiles", "Enter the open ends first", seat=1, tile="5-5", place="L")


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


def test_of_a_match_that_is_over_nobody_is_asked_to_tap_again(crown: Pub, fives: str) -> None:
    stale = crown.manager.open(crown.at(fives, "/plays/penalty")).form_with("reason")
    crown.manager.send(crown.manager.open(crown.at(fives, "/call-off")).form_saying("Abandon match"))
    refused = crown.manager.send(stale, side=1, points=5, reason="a wrong knock")
    assert refused.status == 409
    assert "This match is over; nothing more can be entered in it. Nothing was added. Who?" in refused.text
