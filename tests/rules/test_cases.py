"""Every case of the three files is answered as it expects."""

import pytest

from scorekeeper.cli.score_cases import NotACaseError, answer
from tests.rules.case_files import recorded, vectors


def asked(case):
    return {key: value for key, value in case.items() if key != "expected"}


def names(cases):
    return [f"{case['id']}-{case.get('kind') or case.get('mutation') or case['family']}" for case in cases]


VECTORS, ROUNDS, INVALID = vectors(), recorded("rounds.jsonl"), recorded("invalid_rounds.jsonl")


@pytest.mark.parametrize("case", VECTORS, ids=names(VECTORS))
def test_a_vector_is_answered_as_expected(case):
    given, expected = answer(asked(case)), case["expected"]
    if expected.get("valid") is False:
        assert given["valid"] is False
        assert expected["reason"] in given["reasons"]
        assert len(given["messages"]) >= len(given["reasons"])
    else:
        wanted = {key: value for key, value in expected.items() if (key, value) != ("breakdown", "")}
        assert {key: given.get(key) for key in wanted} == wanted


@pytest.mark.parametrize("case", ROUNDS, ids=names(ROUNDS))
def test_a_recorded_round_is_replayed_to_the_same_end(case):
    assert answer(asked(case)) == case["expected"]


@pytest.mark.parametrize("case", INVALID, ids=names(INVALID))
def test_a_corrupted_round_is_refused_for_its_reason(case):
    given = answer(asked(case))
    assert given["valid"] is False
    assert case["expected"]["reason"] in given["reasons"]


def test_the_expected_answer_is_never_read():
    case = {**VECTORS[0], "expected": {"tiles": -1}}
    assert answer(case) == answer(asked(case))


A_ROUND = {"players": ["A", "B"], "event": "out", "out": "A", "hands": {"A": [], "B": [[5, 2]]}}


def ended(**changes):
    return {"family": "draw", "kind": "round_end", "input": {**A_ROUND, **changes}}


@pytest.mark.parametrize(
    "case",
    [
        None,
        [],
        7,
        "round_end",
        {},
        {"kind": "riddle", "input": {}},
        {"kind": 3, "input": {}},
        {"kind": "round_end", "family": "draw"},
        {"kind": "round_end", "family": "chess", "input": A_ROUND},
        {"kind": "round_end", "input": A_ROUND},
        ended(players="A"),
        ended(players=[1, 2]),
        ended(event="won"),
        ended(event=["out"]),
        ended(hands=[]),
        ended(hands={"A": [], "B": [[5]]}),
        ended(hands={"B": [[5, 2.0]]}),
        ended(hands={"B": [[True, 2]]}),
        ended(pips={"B": "7"}),
        ended(boneyard=1.5),
        ended(set="6"),
        ended(rules={"tie": "coin"}),
        ended(rules={"riddle": 1}),
        ended(rules=7),
        ended(layout={}),
        ended(layout={"spinner": [5, 4], "arms": []}),
        ended(deal="7"),
        ended(teams=7),
        ended(ends=4),
        {"family": "fives", "kind": "play_seq", "input": {"plays": [[[5, 5]]]}},
        {"family": "fives", "kind": "play_seq", "input": {"spinner_policy": "both", "plays": []}},
        {"family": "fives", "kind": "play_value_possible", "input": {"points": 5, "last_tile": 1}},
        {"family": "fives", "kind": "count", "input": {}},
        {"family": "draw", "kind": "lead", "input": {"rule": "oldest", "hands": {}}},
        {"family": "draw", "players": ["A", "B"], "plays": [{"p": "A"}]},
    ],
    ids=str,
)
def test_a_malformed_case_is_answered_as_such(case):
    with pytest.raises(NotACaseError):
        answer(case)


@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        ("set_info", {"set": 7}, "no_such_set"),
        ("pip_range", {"set": 6, "tiles": 29}, "too_many_tiles"),
        ("pip_range", {"set": 6, "tiles": 2, "excluding": [0, 1, 2, 3, 4, 5, 6]}, "too_many_tiles"),
        ("rounding", {"pips": -1}, "pips_out_of_range"),
        ("points_of_count", {"count": -5}, "count_impossible"),
        ("count", {"line": []}, "layout_mismatch"),
        ("count", {"spinner": [4, 4], "arms": [[[3, 2]]]}, "layout_mismatch"),
        ("line", {"line": [[3, 5], [5, 3]]}, "duplicate_tile_in_layout"),
        ("line", {"line": [[3, 5], [5, 7]]}, "tile_not_in_set"),
        ("line", {"line": [[1, 2], [2, 3], [2, 5]]}, "layout_mismatch"),
        ("cross", {"spinner": [1, 1], "arms": [[[1, n]] for n in (0, 2, 3, 4, 5)]}, "layout_mismatch"),
        ("cross", {"spinner": [1, 1], "arms": [[]]}, "layout_mismatch"),
        ("deal", {"players": 1, "deal": 7}, "players_count"),
        ("deal", {"players": 4, "deal": 8}, "deal_exceeds_set"),
        ("deal", {"players": 2, "deal": 0}, "deal_exceeds_set"),
        ("play_seq", {"plays": [[[5, 5], "lead"], [[4, 3], "new"]]}, "layout_mismatch"),
        ("play_seq", {"spinner_policy": "all_doubles", "plays": []}, "no_layout"),
        ("match", {"format": "nowhere", "games_won": [1, 0]}, "unknown_format"),
        ("match", {"format": "leek", "games_won": [1]}, "bad_games"),
    ],
)
def test_a_refused_case_has_a_reason(kind, given, reason):
    refused = answer({"family": "fives", "kind": kind, "input": given})
    assert refused["valid"] is False
    assert reason in refused["reasons"]


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        ("lead", {"rule": "any", "hands": {"A": [[1, 2]]}}, {"leader": None, "tile": None}),
        ("lead", {"rule": "double_six", "hands": {"A": [[5, 5]]}}, {"reshuffle": True}),
        (
            "lead",
            {"rule": "double_six", "set": 9, "hands": {"A": [[6, 6]], "B": [[9, 9]]}},
            {"leader": "B", "tile": [9, 9]},
        ),
        ("match", {"games_won": [2, 1], "pts_match_win": 2, "pts_narrow_loss": 1}, {"points": [2, 1]}),
        ("match", {"format": "solihull", "games_won": [4, 5]}, {"points": [1, 3]}),
        ("match", {"format": "Leek", "games_won": [4, 4]}, {"points": [4, 4]}),
        ("count", {"line": [[9, 8], [8, 1]]}, {"count": 10, "points": 10}),
        ("count", {"spinner": 4, "arms": []}, {"count": 8, "points": 0}),
        (
            "line",
            {"line": [[6, 3], [4, 3]]},
            {"valid": True, "ends": [6, 4], "playable": [4, 6], "odd_values": [4, 6]},
        ),
        (
            "play_seq",
            {"plays": [[[5, 5], "lead"], [[5, 0], "new"], [[1, 0], 0]]},
            {"counts": [10, 10, 11], "points": [10, 10, 0]},
        ),
        ("deal", {"players": 3}, {"valid": True, "left_over": 7}),
    ],
)
def test_the_small_kinds_answer(kind, given, expected):
    assert answer({"family": "fives", "kind": kind, "input": given}) == expected


def test_a_recorded_claim_that_holds_is_scored():
    report = {"event": "out", "out_player": "A", "open_ends": None}
    case = {"family": "draw", "players": ["A", "B"], "hands": {"A": [], "B": [[5, 2]]}, "claim": report}
    assert answer(case)["score"] == {"A": 7, "B": 0}


def test_a_record_that_contradicts_itself_is_refused():
    record = asked(next(case for case in ROUNDS if case["layout"]["kind"] == "line"))
    other = {**record, "layout": {"kind": "line", "tiles": [[0, 0]]}}
    assert "layout_mismatch" in answer(other)["reasons"]
    assert "lead_not_in_layout" in answer(record | {"lead_tile": [0, 0]})["reasons"]


def test_a_count_may_name_its_set():
    case = {"family": "fives", "kind": "count", "input": {"set": 12, "line": [[9, 1]]}}
    assert answer(case) == {"count": 10, "points": 10}
