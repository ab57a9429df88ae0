"""A case with any value replaced gets an answer and never raises."""

import copy
import json
import random

from scorekeeper.cli.score import answer_line
from tests.rules.case_files import recorded, vectors

STRANGE = [
    None,
    True,
    -1,
    0,
    7,
    10**40,
    1.5,
    "x",
    "",
    [],
    {},
    [[1]],
    [[7, 0]],
    [[-1, 3]],
    {"A": 1},
    {"A": None},
    "draw",
    "out",
    [[[1]]],
    100_000,
    [6, 6],
    {"kind": "line", "tiles": []},
    {"kind": "cross", "spinner": [1, 1], "arms": []},
]
CASES = [*vectors(), *recorded("rounds.jsonl")[:30], *recorded("invalid_rounds.jsonl")[:30]]


def places(value, at=()):
    """Every place inside a JSON value, as a path of keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, event in inside:
        yield (*at, key)
        yield from places(event, (*at, key))


def mangled(case, chance):
    changed = copy.deepcopy(case)
    *above, last = chance.choice(list(places(changed)))
    inside = changed
    for key in above:
        inside = inside[key]
    inside[last] = copy.deepcopy(chance.choice(STRANGE))
    return changed


def test_a_mangled_case_is_answered():
    chance = random.Random(1)
    for _ in range(1200):
        case = mangled(chance.choice(CASES), chance)
        answer = answer_line(json.dumps(case).encode())
        assert answer
        assert json.dumps(answer)


def test_teams_that_leave_a_player_out_are_bad_teams():
    case = next(
        case for case in recorded("rounds.jsonl") if case["teams"] and case["rules"]["both_must_chip_out"]
    )
    for teams in ([], [["A", "C"]], [["A", "Zoe"], ["B", "D"]]):
        assert "bad_teams" in answer_line(json.dumps({**case, "teams": teams}).encode())["reasons"]
