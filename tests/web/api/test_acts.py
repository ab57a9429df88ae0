"""Every act of the interface is done by a token that may, and by no other; what is refused stores nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.web.api.acts import API_ACTS
from tests.web.api.test_api import Program
from tests.web.cast import Pub, fresh_key, open_pub
from tests.web.conftest import app_over

LOWER = {"score": "watch", "manage": "score"}
Answer = dict[str, Any]


@dataclass
class Teller:
    """Does act after act; each is refused first to a lesser token, and with a field that nobody knows."""

    pub: Pub

    def send(self, role: str, endpoint: str, body: Answer, at: dict[str, object]) -> tuple[int, Answer]:
        with self.pub.app.test_request_context():
            path = self.pub.app.url_for(endpoint, club=self.pub.id, **at)
        headers = {
            "Authorization": f"Bearer {Program(self.pub, role).token}",
            "Idempotency-Key": fresh_key(),
        }
        answer = self.pub.app.test_client().post(path, json=body, headers=headers)
        return answer.status_code, answer.get_json()

    def do(self, endpoint: str, at: dict[str, object] | None = None, **body: Any) -> Answer:
        role, place = API_ACTS[endpoint], at or {}
        before = self.pub.facts()
        assert self.send(LOWER[role], endpoint, body, place)[0] == 403, endpoint
        assert self.pub.facts() == before, endpoint
        status, refused = self.send(role, endpoint, {**body, "nobody_knows": 1}, place)
        assert (status, refused["code"]) == (422, "form"), (endpoint, refused)
        kept = {name: rows for name, rows in self.pub.stored().items() if name != "devices"}
        status, answer = self.send(role, endpoint, body, place)
        assert status in (200, 201), (endpoint, answer)
        now = {name: rows for name, rows in self.pub.stored().items() if name != "devices"}
        assert endpoint == "api_names.name_device" or now != kept, f"{endpoint}: nothing was stored"
        return answer

    def read(self, path: str) -> Answer:
        answer: Answer = Program(self.pub, "manage").ask(path).get_json()
        return answer

    def refused(self, endpoint: str, at: dict[str, object] | None = None, **body: Any) -> tuple[int, str]:
        """The status and the sentence with which it is refused; nothing is stored."""
        before = self.pub.stored()
        status, answer = self.send(API_ACTS[endpoint], endpoint, body, at or {})
        assert self.pub.stored() == before or {"devices"} == {
            name for name, rows in self.pub.stored().items() if rows != before[name]
        }
        return status, answer["detail"]


@pytest.fixture(scope="module")
def teller(tmp_path_factory: pytest.TempPathFactory) -> Teller:
    """A club in which everything is done by programs."""
    return Teller(open_pub(app_over(tmp_path_factory.mktemp("done")), "The Crown"))


def test_a_match_is_played_put_right_and_called_off(teller: Teller) -> None:
    at = {"match": teller.do("api_starts.start", game="fives_250", players=["Ann", "Bob"])["id"]}
    ann, bob = (seat["player"] for seat in read_match(teller, at)["seats"])
    end = {"event": "out", "out_player": ann, "hands": [{"player": bob, "pips": 14}]}
    teller.do("api_plays.enter_play", at, round=1, seen=0, side=0, points=15)
    teller.do("api_writes.enter_round", at, round=1, **end)
    end["hands"] = [{"player": bob, "pips": 24}]
    teller.do("api_writes.correct_round", {**at, "original": 2}, standing=2, **end)
    teller.do("api_plays.add_forgotten", {**at, "number": 1}, seen=3, side=1, points=5)
    teller.do("api_plays.penalise", at, round=2, seen=4, side=1, points=5, way="back", reason="a wrong knock")
    assert [side["total"] for side in read_match(teller, at)["sides"]] == [40, 0]
    teller.do("api_corrections.undo", at, standing=read_match(teller, at)["last_act"])
    assert [side["total"] for side in read_match(teller, at)["sides"]] == [40, 5]
    teller.do("api_corrections.redo", at, standing=read_match(teller, at)["last_undo"])
    teller.do("api_corrections.remove", {**at, "original": 1}, standing=1)
    teller.do("api_corrections.delete", {**at, "number": 1})
    assert read_match(teller, at)["rounds"] == []
    version = read_match(teller, at)["version"]
    teller.do("api_starts.set_up", at, seen=version, game="fives_250", players=["Ann", "Zoe"])
    assert [seat["name"] for seat in read_match(teller, at)["seats"]] == ["Ann", "Zoe"]
    assert teller.refused("api_corrections.undo", at, standing=1)[0] == 409
    assert teller.refused("api_corrections.abandon", at, winner=4)[0] == 422
    teller.do("api_corrections.abandon", at, winner=1)
    assert read_match(teller, at)["winner"] == 1
    teller.do("api_starts.start_rematch", at)


def test_a_play_that_does_not_say_what_it_has_seen_is_refused(teller: Teller) -> None:
    match = teller.do("api_starts.start", game="fives_250", players=["Ann", "Bob"])["id"]
    status, said = teller.refused("api_plays.enter_play", {"match": match}, round=1, side=0, points=15)
    assert (status, said) == (422, "seen: This field is needed.")
    status, said = teller.refused(
        "api_plays.penalise", {"match": match}, round=1, seen=0, side=0, points=5, way="back"
    )
    assert (status, said) == (422, "Say why: the record keeps it.")


def read_match(teller: Teller, at: dict[str, str]) -> Answer:
    return teller.read(f"/matches/{at['match']}")


def test_the_club_its_phones_and_its_players_get_other_names(teller: Teller) -> None:
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
        row = db.execute("SELECT nickname FROM devices WHERE id = ?", [named["id"]]).fetchone()
    assert row == ("Counter",)
    teller.do("api_names.name_player", {"player": seats[0].player}, name="Cyril")
    teller.do("api_names.name_team", {"team": seats[0].team}, name="The Bones")
    other = teller.do("api_starts.start", game="draw_100", players=["Cyrus", "Nobody"])["id"]
    cyrus, nobody = (seat.player for seat in teller.pub.state(other).match.seats)
    assert teller.refused("api_names.delete", {"player": nobody})[0] == 409, "a match is being played"
    teller.do("api_corrections.abandon", {"match": other})
    teller.do("api_names.delete", {"player": nobody})
    teller.do("api_names.merge", {"player": cyrus}, into=seats[0].player)
    assert teller.pub.state(other).match.seats[0].name == "Cyril"
    assert teller.refused("api_names.merge", {"player": seats[1].player}, into=seats[2].player)[0] == 409


def league_of(teller: Teller, *teams: str, preset: str = "singles", **rest: Any) -> dict[str, object]:
    """A league with these players; where it is."""
    league = teller.do("api_seasons.begin", preset=preset, name=f"League {fresh_key()}", **rest)["id"]
    for team in teams:
        teller.do("api_squads.enter", {"league": league}, players=[team])
    return {"league": league}


def test_a_season_is_begun_drawn_up_changed_and_archived(teller: Teller) -> None:
    at = league_of(teller, "Gus", "Hal", "Ivy", season="2026")
    teams = {team["name"]: team["id"] for team in teller.read(f"/leagues/{at['league']}")["teams"]}
    teller.do("api_squads.change", {**at, "squad": teams["Ivy"]}, name="Ivy’s", venue="The Lion")
    ivy = teller.read(f"/leagues/{at['league']}")["teams"][-1]
    assert (ivy["name"], ivy["venue"], [p["name"] for p in ivy["players"]]) == ("Ivy’s", "The Lion", ["Ivy"])
    assert teller.refused("api_squads.enter", at, players=["Gus"])[0] == 422
    sheet = "team;players\nKay;Kay\nGus;Gus\n"
    looked = teller.send("manage", "api_spreadsheets.take", {"sheet": sheet, "look": True}, at)
    assert looked[1].items() >= {"new": 1, "changed": 0, "known": 1, "left_out": []}.items()
    status, said = teller.refused("api_spreadsheets.take", at, sheet="team;players\n=Kay;Kay\n")
    assert (status, said[:15]) == (422, "Line 2, team: T")
    teller.do("api_spreadsheets.take", at, sheet=sheet)
    kay = {**at, "squad": teller.read(f"/leagues/{at['league']}")["teams"][-1]["id"]}
    teller.do("api_squads.withdraw", kay, withdrawn=True)
    drawn = teller.do(
        "api_fixtures.draw_up", at, first="2099-09-07", twice=False, free=["2099-09-14"], starts="20:30"
    )
    fixtures = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"]
    assert (drawn["fixtures"], len(fixtures)) == (3, 3)
    assert [fixture["day"] for fixture in fixtures] == ["2099-09-07", "2099-09-21", "2099-09-28"]
    assert teller.refused("api_fixtures.draw_up", at, every=7)[1] == "First night: choose a day."
    teller.do("api_squads.withdraw", {**at, "squad": teams["Ivy"]}, withdrawn=True, reason="too few players")
    gone = teller.read(f"/leagues/{at['league']}")["teams"][-1]["withdrawn_on"]
    assert gone
    ivy = {**at, "squad": teams["Ivy"]}
    assert teller.send("manage", "api_squads.withdraw", {"withdrawn": True}, ivy)[0] == 200
    assert teller.read(f"/leagues/{at['league']}")["teams"][-1]["withdrawn_on"] == gone
    teller.do("api_seasons.begin_next", at, season="2027")
    teller.do("api_seasons.archive", at, archived=True)
    status, said = teller.refused("api_squads.withdraw", {**at, "squad": teams["Ivy"]}, withdrawn=False)
    assert status == 423, said


def test_rules_change_by_what_is_sent_and_with_a_reason_once_results_stand(teller: Teller) -> None:
    at = league_of(teller, "Jim", "Kay")
    before = teller.read(f"/leagues/{at['league']}")["settings"]
    teller.do("api_seasons.change_rules", at, win=5, one_phone=not before["one_phone"], season="Spring")
    after = teller.read(f"/leagues/{at['league']}")["settings"]
    changed = {name: value for name, value in after.items() if value != before.get(name)}
    assert changed == {"win": 5, "one_phone": not before["one_phone"], "season": "Spring"}
    assert teller.refused("api_seasons.change_rules", at, win="5")[1] == "win: A whole number."
    assert teller.refused("api_seasons.change_rules", at, tie_0="luck")[0] == 422
    teller.do("api_fixtures.draw_up", at, first="2026-09-07", twice=False)
    fixture = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"][0]["id"]
    teller.do("api_cards.save", {"fixture": fixture}, boards=[{"board": 1, "legs": [2, 0]}])
    status, said = teller.refused("api_seasons.change_rules", at, win=4)
    assert (status, said) == (422, "Results stand already, so say why: the record keeps it.")
    teller.do("api_seasons.change_rules", at, win=4, reason="voted")


def test_fixtures_are_placed_moved_and_dropped(teller: Teller) -> None:
    at = league_of(teller, "Lou", "Max")
    home, away = (team["id"] for team in teller.read(f"/leagues/{at['league']}")["teams"])
    fixture = teller.do("api_fixtures.add", at, round=1, home=home, away=away, day="2099-10-05")["id"]
    status, said = teller.refused("api_fixtures.add", at, round=1, home=home, away=away)
    assert (status, said) == (422, "Round 1: Lou plays in it already.")
    here = {**at, "fixture": fixture}
    teller.do("api_fixtures.change", here, day="2099-10-12", reason="snow")
    (moved,) = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"]
    assert (moved["day"], moved["home"]["id"]) == ("2099-10-12", home)
    teller.do("api_fixtures.keep_days_free", at, days=["2099-12-25", "2099-12-26"])
    teller.do("api_fixtures.release", {**at, "day": "2099-12-26"})
    assert teller.refused("api_fixtures.release", {**at, "day": "Boxing Day"})[0] == 404
    teller.do("api_fixtures.drop", here)
    assert teller.refused("api_fixtures.drop", here)[0] == 404


def test_points_are_given_waived_and_taken_back(teller: Teller) -> None:
    at = league_of(teller, "Ned", "Oz")
    teller.do("api_seasons.change_rules", at, late_fine=2, late_days=3)
    ned, _ = (team["id"] for team in teller.read(f"/leagues/{at['league']}")["teams"])
    teller.do("api_desk.adjust", at, squad=ned, way="take", points=2, reason="no referee")
    assert teller.refused("api_desk.adjust", at, squad=ned, way="take", points=2)[0] == 422
    (given,) = teller.read(f"/leagues/{at['league']}")["adjustments"]
    assert given["points"] == -2
    teller.do("api_desk.undo", {**at, "adjustment": given["id"]}, reason="a mistake")
    assert teller.read(f"/leagues/{at['league']}")["adjustments"] == []


def test_points_to_start_with_are_given_where_the_rules_have_them(teller: Teller) -> None:
    at = league_of(teller, "Abe", "Ben")
    (abe, *_) = (team["id"] for team in teller.read(f"/leagues/{at['league']}")["teams"])
    assert teller.refused("api_desk.handicap", at, entrant=abe, points=5)[0] == 422
    teller.do("api_seasons.change_rules", at, handicaps=True)
    assert teller.refused("api_desk.handicap", at, entrant="nobody", points=5)[0] == 422
    teller.do("api_desk.handicap", at, entrant=abe, points=5)
    assert teller.read(f"/leagues/{at['league']}")["handicaps"] == {abe: 5}


def test_a_knockout_is_drawn_and_dated(teller: Teller) -> None:
    at = league_of(teller, "Pat", "Quin", "Ros", preset="singles_cup")
    status, said = teller.refused("api_desk.draw", at, seeds=["Nobody"])
    assert (status, said) == (422, "Seeds: Nobody is not in this knockout.")
    teller.do("api_desk.draw", at, seeds=["Pat"])
    teller.do("api_desk.set_round", at, number=1, day="2099-11-02")
    assert teller.refused("api_desk.set_round", at, number=1, day="2099-11-02")[0] == 422


def test_groups_are_drawn_before_a_knockout(teller: Teller) -> None:
    at = league_of(teller, *(f"Wes {n}" for n in range(1, 7)), preset="groups_cup")
    teller.do("api_seasons.change_rules", at, groups=2, through=2)
    status, said = teller.refused("api_desk.draw_all_groups", at, first="2099-09-07", seeds=["Nobody"])
    assert (status, said) == (422, "Seeds: Nobody is not in this knockout.")
    teller.do("api_desk.draw_all_groups", at, first="2099-09-07", seeds=["Wes 1"], free=["2099-09-14"])
    cup = teller.read(f"/leagues/{at['league']}/cup")
    assert [(group["name"], group["open"]) for group in cup["groups"]] == [("Group A", 3), ("Group B", 3)]
    assert teller.refused("api_desk.draw", at) == (422, "The groups are not finished yet.")


def test_a_ladder_is_put_in_order_and_climbed(teller: Teller) -> None:
    at = league_of(teller, "Xan", "Yve", preset="ladder")
    teller.do("api_desk.order", at, seeds=["Yve"])
    ladder = teller.read(f"/leagues/{at['league']}/ladder")
    yve, xan = (place["team"] for place in ladder["places"])
    assert [place["may_challenge"] for place in ladder["places"]] == [[], [yve]]
    teller.do("api_desk.challenge_somebody", at, challenger=xan, challenged=yve, day="2099-09-07")
    refused = teller.refused(
        "api_desk.challenge_somebody", at, challenger=xan, challenged=yve, day="2099-09-08"
    )
    assert refused == (422, "One of the two has a challenge to play already.")


def test_a_card_is_entered_signed_reopened_and_forfeited(teller: Teller) -> None:
    at = league_of(teller, "Sam", "Tia")
    teller.do("api_fixtures.draw_up", at, first="2099-09-07", twice=False)
    (fixture,) = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"]
    here: dict[str, object] = {"fixture": fixture["id"]}

    def card() -> Answer:
        return teller.read(f"/fixtures/{fixture['id']}")

    for answer in ("declined", "accepted"):
        teller.do("api_cards.propose", here, side="home", day="2099-09-08")
        teller.do("api_cards.reply", {**here, "proposal": card()["proposal"]["id"]}, answer=answer)
    assert card()["day"] == "2099-09-08"
    teller.do("api_cards.draw", here)
    drawn = {name: card()["boards"][0][name] for name in ("home", "away")}
    teller.do("api_cards.start", {**here, "board": 1})
    teller.do("api_cards.forfeit_fixture", here, side="away", reason="snow")
    teller.send("manage", "api_cards.forfeit_fixture", {"reason": "played after all"}, here)
    status, said = teller.refused("api_cards.sign_card", here, side="home", shown=card()["wording"])
    assert (status, said) == (422, "1 of 1 boards have no result yet.")
    assert drawn["home"]


def test_a_card_is_signed_and_opened_again_and_its_lateness_is_waived(teller: Teller) -> None:
    at = league_of(teller, "Uma", "Vic")
    teller.do("api_seasons.change_rules", at, late_fine=1, late_days=3)
    teller.do("api_fixtures.draw_up", at, first="2026-09-07", twice=False)
    (fixture,) = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"]
    here: dict[str, object] = {"fixture": fixture["id"]}
    legs = {"board": 1, "legs": [2, 0]}
    teller.do("api_cards.save", here, boards=[legs])
    assert teller.refused("api_cards.save", here, boards=[{"board": 1, "legs": [0, 2]}])[0] == 422
    assert teller.refused("api_cards.save", here, boards=[{"board": 1, "legs": [2]}])[0] == 422
    status, said = teller.refused("api_cards.save", here, boards=[legs], side=True)
    assert (status, said) == (422, "side: One of: home, away.")
    teller.do("api_cards.save", here, boards=[{"board": 1, "legs": [2, 1], "was": {"legs": [2, 0]}}])
    wording = teller.read(f"/fixtures/{fixture['id']}")["wording"]
    assert teller.refused("api_cards.sign_card", here, side="home", shown="something else")[0] == 422
    for side in ("home", "away"):
        teller.do("api_cards.sign_card", here, side=side, shown=wording)
    assert all(teller.read(f"/fixtures/{fixture['id']}")["signed_at"])
    status, said = teller.refused("api_cards.reopen_card", here)
    assert (status, said) == (422, "reason: Say why: the record keeps it.")
    teller.do("api_cards.reopen_card", here, reason="a leg was counted twice")
    teller.do("api_desk.waive", {**at, **here}, reason="the pub had no signal")


def test_a_captain_names_the_best_of_the_other_team(teller: Teller) -> None:
    at = league_of(teller, "Wyn", "Xia")
    teller.do("api_fixtures.draw_up", at, first="2026-09-07", twice=False)
    (fixture,) = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"]
    here: dict[str, object] = {"fixture": fixture["id"]}
    teller.do("api_cards.draw", here)
    (board,) = teller.read(f"/fixtures/{fixture['id']}")["boards"]
    was = {side: board[side] for side in ("home", "away")}
    teller.do("api_cards.save", here, boards=[{"board": 1, **was, "legs": [2, 0], "was": was}])
    status, said = teller.refused("api_cards.name_best", here, side="home")
    assert (status, said) == (422, "In this league no player of the night is chosen.")
    teller.do("api_seasons.change_rules", at, best_player=True, reason="the captains wish it")
    (best,) = board["away"]
    teller.do("api_cards.name_best", here, side="home", player=best)
    assert teller.read(f"/fixtures/{fixture['id']}")["best_players"] == [best, None]


def test_no_act_is_left_out_here() -> None:
    done = re.findall(r"\.do\(\s*\"([a-z_.]+)\"", Path(__file__).read_text())
    assert set(done) == set(API_ACTS)
