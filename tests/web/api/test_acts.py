"""Every act of the API works with a token that may and with no other; a refusal stores nothing."""

import re
from pathlib import Path

from tests.web.api.acts import API_ACTS
from tests.web.api.teller import Answer, Teller


def test_a_match_is_played_put_right_and_called_off(teller: Teller) -> None:
    at = {"match": teller.do("api_starts.start", game="fives_250", players=["Ann", "Bob"])["id"]}
    ann, bob = (seat["player"] for seat in read_match(teller, at)["seats"])
    end = {"event": "out", "out_player": ann, "hands": [{"player": bob, "pips": 14}]}
    teller.do("api_matches.enter_play", at, round=1, seen=0, side=0, points=15)
    teller.do("api_matches.enter_round", at, round=1, **end)
    end["hands"] = [{"player": bob, "pips": 24}]
    teller.do("api_matches.correct_round", {**at, "original": 2}, standing=2, **end)
    teller.do("api_matches.add_forgotten", {**at, "number": 1}, seen=3, side=1, points=5)
    teller.do(
        "api_matches.penalise", at, round=2, seen=4, side=1, points=5, way="back", reason="a wrong knock"
    )
    assert [side["total"] for side in read_match(teller, at)["sides"]] == [40, 0]
    teller.do("api_matches.undo", at, standing=read_match(teller, at)["last_act"])
    assert [side["total"] for side in read_match(teller, at)["sides"]] == [40, 5]
    teller.do("api_matches.redo", at, standing=read_match(teller, at)["last_undo"])
    teller.do("api_matches.remove", {**at, "original": 1}, standing=1)
    teller.do("api_matches.delete", {**at, "number": 1})
    assert read_match(teller, at)["rounds"] == []
    version = read_match(teller, at)["version"]
    teller.do("api_matches.set_up", at, seen=version, game="fives_250", players=["Ann", "Zoe"])
    assert [seat["name"] for seat in read_match(teller, at)["seats"]] == ["Ann", "Zoe"]
    assert teller.refused("api_matches.undo", at, standing=1)[0] == 409
    assert teller.refused("api_matches.abandon", at, winner=4)[0] == 422
    teller.do("api_matches.abandon", at, winner=1)
    assert read_match(teller, at)["winner"] == 1
    # It was so already, which is told in the same form each time that it is asked with this key.
    answers = [teller.send("score", "api_matches.abandon", {"winner": 1}, {**at}, "so-already") for _ in "12"]
    assert answers[0] == answers[1]
    teller.do("api_matches.start_rematch", at)


def read_match(teller: Teller, at: dict[str, str]) -> Answer:
    return teller.read(f"/matches/{at['match']}")


def test_the_club_its_phones_and_its_players_are_renamed(teller: Teller) -> None:
    four = ["Cy", "Dot", "Eve", "Flo"]
    match = teller.do("api_starts.start", game="threes_fives_61", players=four, pairs=True)["id"]
    seats = teller.pub.state(match).match.seats
    teller.do("api_names.name_club", name="The Anchor")
    assert teller.read("")["name"] == "The Anchor"
    assert teller.refused("api_names.name_club", name="")[0] == 422
    teller.do("api_names.open_to_anyone", anyone=False)
    assert teller.refused("api_names.open_to_anyone")[0] == 422
    assert teller.do("api_names.say_out", word="Domino!")["word"] == "called Domino"
    assert teller.refused("api_names.say_out", word=" ")[0] == 422
    named = teller.do("api_names.name_device", name="Counter")
    with teller.pub.db() as db:
        row = db.execute(
            "SELECT nickname FROM devices WHERE club = ? AND id = ?", [teller.pub.id, named["id"]]
        ).fetchone()
    assert row == ("Counter",)
    teller.do("api_names.name_player", {"player": seats[0].player}, name="Cyril")
    teller.do("api_names.name_team", {"pair": seats[0].pair}, name="The Bones")
    other = teller.do("api_starts.start", game="draw_100", players=["Cyrus", "Nobody"])["id"]
    cyrus, nobody = (seat.player for seat in teller.pub.state(other).match.seats)
    assert teller.refused("api_names.delete", {"player": nobody})[0] == 409, "a match is being played"
    teller.do("api_matches.abandon", {"match": other})
    teller.do("api_names.delete", {"player": nobody})
    teller.do("api_names.merge", {"player": cyrus}, into=seats[0].player)
    assert teller.pub.state(other).match.seats[0].name == "Cyril"
    assert teller.refused("api_names.merge", {"player": seats[1].player}, into=seats[2].player)[0] == 409


def test_every_act_is_tested_here() -> None:
    done = re.findall(
        r"\.do\(\s*\"([a-z_.]+)\"", "".join(map(Path.read_text, Path(__file__).parent.glob("test_*acts.py")))
    )
    assert set(done) == set(API_ACTS)
