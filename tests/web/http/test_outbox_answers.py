"""Answers to the outbox: JSON with its key, or why nothing was stored and what can be done."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.web.cast import Phone, Pub, fresh_key, record, round_fields, tap

JSON = {"Accept": "application/json"}


def send(phone: Phone, path: str, fields: Any) -> tuple[TestResponse, dict[str, Any]]:
    data = {name: [str(value)] for name, value in dict(fields).items()}
    answer = phone.client.post(path, data=data, headers=JSON)
    said = answer.get_json()
    assert isinstance(said, dict)
    return answer, said


def round_of(pub: Pub, match: str, pips: int, **fields: object) -> dict[str, object]:
    return dict(round_fields(pub, match, 0, {1: pips}, None, fields))


def test_a_stored_round_echoes_its_key_and_is_stored_once(crown: Pub, match: str) -> None:
    fields = round_of(crown, match, 25, key="k")
    answer, said = send(crown.manager, crown.at(match, "/rounds"), fields)
    assert (answer.status_code, answer.mimetype) == (201, "application/json")
    assert said == {"key": "k", "replayed": False, "version": 1, "location": crown.at(match)}
    by_form = round_of(crown, match, 10)
    assert crown.manager.post(crown.at(match, "/rounds"), by_form.items()).status_code == 303
    for resent, version in ((fields, 1), (by_form, 2)):
        answer, said = send(crown.manager, crown.at(match, "/rounds"), resent)
        assert (answer.status_code, said["replayed"], said["version"]) == (200, True, version)
    answer, said = send(crown.manager, crown.at(match, "/rounds"), {**fields, "pips_1": 26})
    assert (answer.status_code, said["code"]) == (422, "key_used")
    assert crown.state(match).score.totals == (35, 0)


def test_an_entry_without_the_version_it_has_seen_is_refused(crown: Pub, fives: str) -> None:
    record(crown, fives, 0, {1: 25})
    said_all = {"standing": 1, "seen": 1, "side": 0, "points": 5, **round_of(crown, fives, 10)}
    for path, lost in (("/rounds", "round"), ("/rounds/1", "standing"), ("/plays/keys", "seen")):
        fields = {name: value for name, value in said_all.items() if name != lost}
        answer, said = send(crown.manager, crown.at(fives, path), fields)
        assert (answer.status_code, said["code"], said["field"]) == (428, "precondition", lost)
    assert len(crown.events(fives)) == 1


@pytest.mark.parametrize(("n", "totals"), [(0, (10, 0)), (1, (22, 0))], ids=["replace", "add as next"])
def test_the_second_phone_is_told_both_values_and_may_send_either_choice(
    crown: Pub, match: str, n: int, totals: tuple[int, int]
) -> None:
    mine = round_of(crown, match, 10)
    record(crown, match, 0, {1: 12})
    answer, said = send(crown.manager, crown.at(match, "/rounds"), mine)
    assert (answer.status_code, answer.mimetype) == (409, "application/problem+json")
    assert (said["code"], "10" in said["mine"]) == ("conflict", True)
    assert ("12" in said["theirs"], "Phone 1" in said["theirs"]) == (True, True)
    chosen = said["choices"][n]
    answer, _ = send(crown.manager, chosen["action"], {**mine, **chosen["fields"], "key": fresh_key()})
    assert answer.status_code == 201
    assert crown.state(match).score.totals == totals


def test_an_equal_entry_agrees_without_a_question(crown: Pub, match: str) -> None:
    mine = round_of(crown, match, 12)
    record(crown, match, 0, {1: 12})
    answer, said = send(crown.manager, crown.at(match, "/rounds"), mine)
    assert (answer.status_code, said["key"], said["version"]) == (200, mine["key"], 1)
    assert said["agreed"] == "Another phone has entered the same result. It counts once."
    assert crown.state(match).score.totals == (12, 0)


def test_a_play_that_came_second_may_be_added_all_the_same(crown: Pub, fives: str) -> None:
    mine = {"key": fresh_key(), "round": 1, "seen": 0, "side": 0, "points": 15}
    tap(crown, fives, 0, 15)
    other = crown.phone("score")
    answer, said = send(other, crown.at(fives, "/plays/keys"), mine)
    assert (answer.status_code, said["theirs"]) == (409, "Ann 15 (Phone 1)")
    (add,) = said["choices"]
    send(other, add["action"], {**mine, **add["fields"], "key": fresh_key()})
    assert crown.state(fives).score.totals == (30, 0)


def test_an_undone_round_causes_no_conflict(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 12})
    mine = round_of(crown, match, 10, round=2)
    crown.manager.send(crown.manager.open(crown.at(match)).form_saying("Undo"))
    answer, said = send(crown.manager, crown.at(match, "/rounds"), mine)
    assert (answer.status_code, said["code"]) == (409, "ahead")
    assert said["detail"] == "Round 1 is being played: round 2 cannot come before it."
    assert said["theirs"] == ""
    (add,) = said["choices"]
    send(crown.manager, add["action"], {**mine, **add["fields"], "key": fresh_key()})
    assert crown.state(match).score.totals == (10, 0)


def test_malformed_fields_are_named_one_by_one(crown: Pub, match: str) -> None:
    answer, said = send(crown.manager, crown.at(match, "/rounds"), round_of(crown, match, 1, pips_1="many"))
    assert (answer.status_code, list(said["errors"])) == (422, ["pips_1"])
    assert crown.events(match) == ()


def test_a_play_after_one_that_the_record_has_lost_is_ahead_of_it(crown: Pub, fives: str) -> None:
    tap(crown, fives, 0, 15)
    play = {"key": fresh_key(), "round": 1, "seen": 7, "side": 0, "points": 5}
    answer, said = send(crown.manager, crown.at(fives, "/plays/keys"), play)
    assert (answer.status_code, said["code"]) == (409, "ahead")
    assert said["detail"] == "An entry that this phone has seen is no longer in the record."
    assert crown.state(fives).score.totals == (15, 0)
