"""What a program sends wrongly is refused by its field, and what nobody could mean is never done."""

from typing import Any

import pytest

from tests.web.api.teller import Program
from tests.web.cast import Pub
from tests.web.league_evening import begin_a_league

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
