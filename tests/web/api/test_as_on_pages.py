"""A program starts the same matches and enters the same plays and rounds as a page, or is refused alike."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.options import OPTIONS
from scorekeeper.rules.games.presets import BY_KEY
from scorekeeper.store.matches.match_events import Hand, RoundEnd
from scorekeeper.web.matches.forms import house_rules
from tests.grid import grid
from tests.web.api.description import description
from tests.web.api.teller import Program
from tests.web.cast import Pub, sit_down
from tests.web.league_evening import begin_a_league


def start(program: Program, **asked: Any) -> str:
    answer = program.send("", {"game": "draw_100", "players": ["Ann", "Bob"], **asked})
    assert answer.status_code == 201, answer.get_json()
    return str(answer.get_json()["id"])


def test_a_match_is_started_by_house_rules_and_a_tile_for_the_lead(crown: Pub, program: Program) -> None:
    rules = {"target": 40, "deal": 5, "tie": "split", "boneyard_reserve": 1, "must_play": True, "set": 9}
    state = crown.state(start(program, rules=rules, by_lot=True))
    assert state.card == BY_KEY["draw_100"].card.but(**rules)
    assert state.match.first_leader in {seat.player for seat in state.match.seats}


def test_seats_and_partners_are_drawn_and_drawn_again(crown: Pub, program: Program) -> None:
    asked = {"players": ["Ann", "Bob", "Cy", "Di"], "pairs": True, "draw_seats": True}
    match = start(program, **asked)
    first = crown.state(match).match
    assert len((first.seat_draw or "").split()) == 4
    while crown.state(match).match.seat_draw == first.seat_draw:  # the same four tiles: one draw in 491,400
        assert program.send(f"{match}/setup", {"seen": 0, **asked}).status_code == 200
    assert {seat.name for seat in crown.state(match).match.seats} == {"Ann", "Bob", "Cy", "Di"}


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"rules": {"tie": "perhaps"}}, "rules", "tie: One of: none, lightest_tile, split."),
    ({"rules": {"must_play": 1}}, "rules", "must_play: true or false."),
    ({"rules": {"target": "100"}}, "rules", "target: A whole number from 1 to 100000."),
    ({"rules": {"target": 0}}, "rules", "target: A whole number from 1 to 100000."),
    ({"rules": {"scoring": "pips"}}, "rules", "scoring: There is no such field."),
    ({"rules": {"deal": 20}}, "rules", "2 hands of 20 are more than the 28 tiles."),
    ({"rules": []}, "rules", "An object."),
    ({"first_leader": 0, "by_lot": True}, "by_lot", "Either first_leader or by_lot."),
    ({"draw_seats": True}, "draw_seats", "Two players sit opposite each other: nothing to draw."),
    ({"first_leader": 4}, "first_leader", "Nobody sits in the seat that should lead."),
    ({"players": ["Ann", "ann"]}, "players", "ann sits in seat 1 already."),
    ({"pairs": True}, "players", "Pairs are two teams of two: four names, and there are 2."),
    *(
        ({name: value}, name, "")
        for name, value in (("game", "whist"), ("stake", 5), ("first_leader", "Ann"))
    ),
    *(({"players": names}, "players", "") for names in (["Ann"], ["Ann", " "], "Ann")),
]


def test_refusals_have_the_same_words_as_on_the_page(crown: Pub, program: Program) -> None:
    before = crown.facts()
    with grid() as case:
        for asked, field, words in REFUSED:
            answer = program.send("", {"game": "draw_100", "players": ["Ann", "Bob"], **asked})
            with case(asked):
                assert (answer.status_code, list(answer.get_json()["errors"])) == (422, [field])
                assert words in ("", *answer.get_json()["errors"][field])
    assert crown.facts() == before


def test_what_is_not_said_stays_where_a_match_is_changed(crown: Pub, program: Program) -> None:
    four = ["Ann", "Bob", "Cy", "Di"]
    rules = {"target": 40, "tie": "split"}
    match = start(program, players=four, pairs=True, first_leader=2, rules=rules)
    changed = {"seen": 0, "players": four, "rules": {"target": 60}}
    assert program.send(f"{match}/setup", changed).status_code == 200
    state = crown.state(match)
    assert (state.card.target, state.card.tie) == (60, "split")
    assert (state.sides, state.first_leader) == (("Ann & Cy", "Bob & Di"), "Cy")
    assert program.send(f"{match}/setup", {**changed, "pairs": False, "first_leader": 1}).status_code == 200
    assert (crown.state(match).sides, crown.state(match).first_leader) == (("Ann", "Bob", "Cy", "Di"), "Bob")


def test_players_who_join_are_told_the_match_again_after_a_lost_answer(crown: Pub, program: Program) -> None:
    match = start(program)
    ann, bob = (seat.player for seat in crown.state(match).match.seats)
    end = {"round": 1, "event": "out", "out_player": ann, "hands": [{"player": bob, "pips": 12}]}
    assert program.send(f"{match}/rounds", end).status_code == 201
    joined = {"seen": 1, "players": ["Ann", "Bob", "Dot"]}
    first, second = (program.send(f"{match}/setup", joined, key="dot-joins") for _ in range(2))
    assert (first.status_code, second.get_json()) == (200, first.get_json())
    assert first.get_json()["id"] != match
    other = program.send(f"{match}/setup", {**joined, "players": ["Ann", "Bob", "Di"]}, key="dot-joins")
    assert (other.status_code, other.get_json()["code"]) == (422, "key_used")


def test_a_play_by_its_tile_says_where_it_goes_only_where_it_has_to(crown: Pub, program: Program) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob")

    def lay(tile: str, **more: object) -> TestResponse:
        seen = len(crown.events(match))
        play = {"way": "tiles", "round": 1, "seat": seen % 2, "seen": seen, "tile": tile, **more}
        return program.send(f"{match}/plays", play)

    assert [lay(tile).status_code for tile in ("5-5", "4-5", "0-5")] == [201, 201, 201]
    several = lay("0-4")
    assert (several.status_code, several.get_json()["code"]) == (422, "place")
    assert lay("0-4", place="0").status_code == 201
    assert [event.body.kind for event in crown.events(match)] == ["tile"] * 4
    assert crown.state(match).score.totals == (10, 0)


def test_a_play_by_the_ends_it_leaves_and_a_tile_drawn(crown: Pub, fives: str, program: Program) -> None:
    ends = {"way": "ends", "round": 1, "seen": 0, "side": 1, "end_0": "6d", "end_1": "3"}
    drawn = {"way": "tiles", "act": "draw", "round": 1, "seat": 1, "seen": 1}
    for play in (ends, drawn):
        answer = program.send(f"{fives}/plays", play)
        assert answer.status_code == 201, answer.get_json()
    ended, draw = (event.body for event in crown.events(fives))
    assert (ended.shown, draw.kind) == ("6d 3", "draw")
    assert crown.state(fives).score.totals == (0, 15)


PLAYS: list[tuple[dict[str, object], str]] = [
    ({"way": "tiles", "seat": 4, "tile": "6-6"}, "seat"),
    ({"way": "tiles", "seat": 0, "tile": "nine"}, "tile"),
    ({"way": "tiles", "seat": 0, "points": 5}, "points"),
    ({"way": "ends", "side": 0, "end_0": "five"}, "end_0"),
    ({"side": 0, "tile": "6-6"}, "tile"),
]


def test_a_play_that_no_page_could_send_is_refused(crown: Pub, fives: str, program: Program) -> None:
    for play, field in PLAYS:
        answer = program.send(f"{fives}/plays", {"round": 1, "seen": 0, **play})
        assert (answer.status_code, field in answer.get_json()["errors"]) == (422, True), play
    assert program.send(f"{fives}/plays", {"round": 1, "way": "by heart"}).status_code == 422
    assert crown.events(fives) == ()


def test_the_end_of_a_round_with_all_that_can_be_checked(crown: Pub, program: Program) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    ann, bob = (seat.player for seat in crown.state(match).match.seats)
    end = {"round": 1, "event": "out", "out_player": ann, "hands": [{"player": bob, "pips": 9, "held": 2}]}
    more = {"ends": "3 5", "leader": bob, "lead_tile": "6-6", "last": 8}
    answer = program.send(f"{match}/rounds", {**end, **more})
    assert answer.status_code == 201, answer.get_json()
    play, stored = (event.body for event in crown.events(match))
    assert (play.points, play.last_tile) == (9, 1)
    assert stored == RoundEnd("out", ann, "3 5", None, bob, "6-6", (Hand(bob, None, 9, 2),))


ENDS: list[tuple[dict[str, object], str]] = [
    ({"ends": "x"}, "Open ends: write two to four numbers, such as 3 5."),
    ({"last": 4}, "Only a chip-out in Fives-and-Threes scores its last tile’s ends."),
    ({"leader": "Zoe"}, "Nobody of that id plays in this match."),
    ({"lead_tile": "six"}, "First tile: “six” is not a tile: write it like 6-4."),
    ({"boneyard": -1}, "A whole number from 0 to 999999."),
]


def test_an_end_that_no_page_could_send_is_refused(crown: Pub, match: str, program: Program) -> None:
    ann, bob = (seat.player for seat in crown.state(match).match.seats)
    end = {"round": 1, "event": "out", "out_player": ann, "hands": [{"player": bob, "pips": 9}]}
    for more, words in ENDS:
        answer = program.send(f"{match}/rounds", {**end, **more})
        assert (answer.status_code, answer.get_json()["errors"]) == (422, {next(iter(more)): [words]})
    assert crown.events(match) == ()


def test_the_description_has_every_house_rule_with_its_values() -> None:
    described = description()
    schemas = described["components"]["schemas"]
    rules = schemas["HouseRules"]["properties"]
    offered = {option.key for game in Game for option in house_rules(game)}
    assert rules.keys() == offered | {"target", "legs", "match_games", "deal"}
    for option in OPTIONS:
        if option.key in offered and option.kind == "choice":
            assert rules[option.key]["enum"] == option.values
        elif option.key in offered and option.kind == "number":
            bounds = (rules[option.key]["minimum"], rules[option.key]["maximum"])
            assert bounds == (option.least, option.most)
    assert schemas["NewMatch"]["properties"]["game"]["enum"] == list(BY_KEY)


NEEDED = "This field is needed."


@pytest.fixture
def program(crown: Pub) -> Program:
    return Program(crown, "manage")


def refusal(program: Program, path: str, body: Any) -> tuple[int, str]:
    before = program.pub.facts()
    answer = program.send(path, body)
    assert program.pub.facts() == before, answer.get_json()
    return answer.status_code, answer.get_json()["detail"]


def test_a_field_that_is_missing_or_no_choice_is_named(program: Program, fives: str) -> None:
    penalty = {"round": 1, "seen": 0, "side": 0, "points": 5, "reason": "cheek"}
    seen = {"seen": 0, "side": 0, "points": 5}
    tiles = {"way": "tiles", "round": 1, "seen": 0, "seat": 0}
    for path, body, sentence in (
        (f"{fives}/penalties", penalty, f"way: {NEEDED}"),
        (f"{fives}/penalties", {**penalty, "way": "off"}, "way: One of: back, on."),
        (f"{fives}/plays", {"round": 1, "seen": 0, "points": 5}, f"side: {NEEDED}"),
        (f"{fives}/plays", {"seen": 0, "side": 0, "points": 5}, f"round: {NEEDED}"),
        (f"{fives}/plays", {"round": 1, "side": 0, "points": 15}, f"seen: {NEEDED}"),
        *(
            (f"{fives}/rounds", {"round": round, "event": "out"}, "round: A whole number from 1 to 999999.")
            for round in (1.5, True)
        ),
        (f"{fives}/rounds", {"round": 1, "event": "perhaps"}, "event: One of: out, blocked, foul."),
        (f"{fives}/plays", {**tiles, "act": "pass"}, "act: One of: tile, knock, draw."),
        (f"{fives}/plays", {**tiles, "tile": "6-6", "place": "L" * 5}, "Place: at most 4 letters."),
        (f"{fives}/rounds/1/plays", {"round": 2, **seen}, "round: The address says round 1."),
        ("../watching", {}, f"anyone: {NEEDED}"),
        ("../name", {}, f"name: {NEEDED}"),
    ):
        assert refusal(program, path, body) == (422, sentence), path


def test_it_is_said_which_of_several_hands_or_boards_is_wrong(program: Program, match: str) -> None:
    hands = [{"player": seat["player"]} for seat in program.ask(f"/matches/{match}").get_json()["seats"]]
    hands[0]["pips"] = 5
    end = {"round": 1, "event": "blocked", "hands": hands}
    assert refusal(program, f"{match}/rounds", end)[1] == "hands: Hand 2, pips: Either pips or tiles."
    boards = f"../fixtures/{begin_a_league(program.pub).fixture}/boards"
    for sent, sentence in (
        ([{}], "boards: Entry 1, board: This field is needed."),
        ([{"board": 1, "was": None}], "boards: Board 1, was: Leave a field out rather than send null."),
        ([{"board": 1, "was": {"legs": 5}}], "boards: Board 1, legs: Two whole numbers from 0 to 999."),
        ([{"board": 1, "legs": [2, 0]}, {"board": 1, "legs": [0, 2]}], "Board 1 is there twice."),
        ([{"board": 1, "conceded": True}], "Board 1: say by how much it was won, too."),
        ([{"board": 50, "legs": [2, 0]}], "Board 50: the card has 1 board."),
    ):
        assert refusal(program, boards, {"boards": sent}) == (422, sentence)


def test_a_field_that_is_there_twice_means_neither(program: Program) -> None:
    path = f"/api/v1/clubs/{program.pub.id}/matches"
    headers = {"Authorization": f"Bearer {program.token}", "Idempotency-Key": "k"}
    for twice in (
        '"game": "draw_100", "players": ["Ann", "Bob"], "game": "block"',
        '"rules": {"set": 6, "set": 9}',
    ):
        answer = program.pub.app.test_client().post(
            path, data=f"{{{twice}}}", content_type="application/json", headers=headers
        )
        name = "set" if "set" in twice else "game"
        assert (answer.status_code, answer.get_json()["detail"]) == (
            400,
            f"{name}: This field is there twice.",
        )
    asked = program.ask("/table?game=draw&game=block")
    assert (asked.status_code, asked.get_json()["detail"]) == (422, "The parameter 'game' is there twice.")


def test_no_season_ends_after_the_calendar_does(program: Program) -> None:
    at = f"../leagues/{begin_a_league(program.pub).id}/fixtures"
    for path, body in (("/draw-up", {"first": "9999-12-30"}), ("", {"round": 9, "day": "9999-12-30"})):
        assert refusal(program, f"{at}{path}", body)[0] == 422
