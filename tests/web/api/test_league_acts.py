"""Every act on leagues and match cards is done by a token that may, and by no other."""

from typing import Any

from tests.web.api.teller import Answer, Teller
from tests.web.cast import fresh_key


def league_of(teller: Teller, *teams: str, preset: str = "singles", **rest: Any) -> dict[str, object]:
    """A league with these players; where it is."""
    league = teller.do("api_seasons.begin", preset=preset, name=f"League {fresh_key()}", **rest)["id"]
    for team in teams:
        teller.do("api_squads.enter", {"league": league}, players=[team])
    return {"league": league}


def only_fixture(teller: Teller, at: dict[str, object], first: str) -> tuple[dict[str, object], Answer]:
    """Draw up the league of two; where its fixture is, and what it is."""
    teller.do("api_fixtures.draw_up", at, first=first, twice=False)
    (fixture,) = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"]
    return {"fixture": fixture["id"]}, fixture


def test_a_season_is_begun_drawn_up_changed_and_archived(teller: Teller) -> None:
    at = league_of(teller, "Gus", "Hal", "Ivy", season="2026")
    teams = {team["name"]: team["id"] for team in teller.read(f"/leagues/{at['league']}")["teams"]}
    teller.do("api_squads.change", {**at, "squad": teams["Ivy"]}, name="Ivy’s", venue="The Lion")
    ivy = teller.read(f"/leagues/{at['league']}")["teams"][-1]
    assert (ivy["name"], ivy["venue"], [p["name"] for p in ivy["players"]]) == ("Ivy’s", "The Lion", ["Ivy"])
    assert teller.refused("api_squads.enter", at, players=["Gus"])[0] == 422
    cup = {"league": teller.do("api_seasons.begin", preset="singles_cup", name="Cup")["id"]}
    said = teller.do("api_squads.enter_known", cup, teams=[teams["Gus"], teams["Hal"]])
    assert (said["entered"], len(teller.read(f"/leagues/{cup['league']}")["teams"])) == (2, 2)
    assert teller.refused("api_squads.enter_known", cup, teams=["nobody"])[0] == 422
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
    assert teller.refused("api_fixtures.draw_up", at, every=7)[1] == "first: This field is needed."
    lou = {**at, "squad": teller.do("api_squads.enter", at, players=["Lou"])["id"]}
    assert teller.do("api_squads.draw_up_late", lou)["fixtures"] == 3
    teller.do("api_squads.withdraw", lou, withdrawn=True)
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


def test_a_season_begun_by_mistake_is_deleted(teller: Teller) -> None:
    at = league_of(teller, "Gus")
    teller.do("api_seasons.delete", at)
    assert teller.refused("api_seasons.delete", at)[0] == 404
    assert at["league"] not in [one["id"] for one in teller.read("/leagues")["leagues"]]


def test_an_act_has_its_first_answer_also_when_what_it_was_about_is_gone(teller: Teller) -> None:
    at = league_of(teller, "Gil", "Hob")
    teller.do("api_fixtures.draw_up", at, first="2099-09-07", twice=False)
    fixture = {"fixture": teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"][0]["id"]}
    body = {"side": "home", "day": "2099-09-08"}
    answer = teller.send("score", "api_cards.propose", body, fixture, "a-day")
    teller.do("api_fixtures.drop", {**at, **fixture})
    assert teller.send("score", "api_cards.propose", body, fixture, "a-day") == answer
    assert teller.send("score", "api_cards.propose", body, fixture, "another-key")[0] == 404


def test_a_name_in_a_list_may_have_a_comma(teller: Teller) -> None:
    at = league_of(teller, preset="leek")
    teller.do("api_squads.enter", at, name="Bell", players=["Smith, John"])
    bell = teller.read(f"/leagues/{at['league']}")["teams"][0]
    assert [player["name"] for player in bell["players"]] == ["Smith, John"]
    cup = league_of(teller, "Smith, John", "Bob", preset="singles_cup")
    teller.do("api_desk.draw", cup, seeds=["Smith, John"])
    assert teller.refused("api_desk.draw", cup, seeds=["Bob\nCy"])[0] == 422


def test_rules_change_by_what_is_sent_and_with_a_reason_once_results_stand(teller: Teller) -> None:
    at = league_of(teller, "Jim", "Kay")
    before = teller.read(f"/leagues/{at['league']}")["settings"]
    teller.do("api_seasons.change_rules", at, win=5, one_phone=not before["one_phone"], season="Spring")
    after = teller.read(f"/leagues/{at['league']}")["settings"]
    changed = {name: value for name, value in after.items() if value != before.get(name)}
    assert changed == {"win": 5, "one_phone": not before["one_phone"], "season": "Spring"}
    assert teller.refused("api_seasons.change_rules", at, win="5")[1] == "win: A whole number from 0 to 99."
    assert teller.refused("api_seasons.change_rules", at, tie_0="luck")[0] == 422
    teller.do("api_fixtures.draw_up", at, first="2026-09-07", twice=False)
    fixture = teller.read(f"/leagues/{at['league']}/fixtures")["fixtures"][0]["id"]
    teller.do("api_cards.save", {"fixture": fixture}, boards=[{"board": 1, "legs": [2, 0]}])
    status, said = teller.refused("api_seasons.change_rules", at, win=4)
    assert (status, said) == (422, "There are results already, so say why: it goes in the record.")
    teller.do("api_seasons.change_rules", at, win=4, reason="voted")


def test_divisions_are_added_and_moved(teller: Teller) -> None:
    first = league_of(teller)
    teller.do("api_seasons.change_rules", first, division="One")
    second = {"league": teller.do("api_seasons.start_division", first, division="Two")["id"]}
    status, said = teller.refused("api_seasons.start_division", first, division="two")
    assert (status, said) == (422, "The division: there is a two already.")
    teller.do("api_seasons.put_above", second, above=first["league"])
    tiers = {one["division"]: one["tier"] for one in teller.read("/leagues")["leagues"] if one["division"]}
    assert tiers == {"Two": 1, "One": 2}
    status, said = teller.refused("api_seasons.put_above", second, above="none")
    assert (status, said) == (422, "Move up: choose a division of the same season.")


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
    teller.do("api_seasons.change_rules", at, late_fines="2", late_days=3)
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
    status, said = teller.refused("api_desk.draw", at)
    assert (status, said.split(". ")[0]) == (422, "6 matches of the groups do not count yet")


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
    here, fixture = only_fixture(teller, at, "2099-09-07")

    def card() -> Answer:
        return teller.read(f"/fixtures/{fixture['id']}")

    for answer in ("declined", "accepted"):
        teller.do("api_cards.propose", here, side="home", day="2099-09-08")
        teller.do("api_cards.reply", {**here, "proposal": card()["proposal"]["id"]}, answer=answer)
    assert card()["day"] == "2099-09-08"
    teller.do("api_cards.draw", here)
    drawn = {name: card()["boards"][0][name] for name in ("home", "away")}
    teller.do("api_cards.start", {**here, "board": 1})
    why = "Say why: it goes in the record."
    for nothing, words in (("", "reason: This field is needed."), (" ", why), ("\u200b", why)):
        status, said = teller.refused("api_cards.forfeit_fixture", here, side="away", reason=nothing)
        assert (status, said) == (422, words)
    player = drawn["home"][0]
    status, said = teller.refused("api_cards.rule_ineligible", here, player="nobody", reason="banned")
    assert (status, said) == (422, "Ineligible player: choose one who is on this card.")
    teller.do("api_cards.rule_ineligible", here, player=player, reason="banned")
    (board,) = card()["boards"]
    assert (board["legs"], board["conceded"], board["home"]) == ([0, 2], True, [player])
    teller.do("api_cards.save", here, boards=[{"board": 1, **drawn, "was": board["was"]["both"]}])
    teller.do("api_cards.forfeit_fixture", here, side="away", reason="snow")
    teller.send("manage", "api_cards.forfeit_fixture", {"reason": "played after all"}, here)
    status, said = teller.refused("api_cards.sign_card", here, side="home", shown=card()["wording"])
    assert (status, said) == (422, "Still without a result: 1 of 1 board.")
    assert drawn["home"]
    status, said = teller.refused("api_cards.save", here, side="home")
    assert (status, said) == (422, "boards: This field is needed.")


def test_a_card_is_signed_and_opened_again_and_its_lateness_is_waived(teller: Teller) -> None:
    at = league_of(teller, "Uma", "Vic")
    teller.do("api_seasons.change_rules", at, late_fines="1", late_days=3)
    here, fixture = only_fixture(teller, at, "2026-09-07")
    legs = {"board": 1, "legs": [2, 0]}
    teller.do("api_cards.save", here, boards=[legs])
    assert teller.refused("api_cards.save", here, boards=[{"board": 1, "legs": [0, 2]}])[0] == 409
    assert teller.refused("api_cards.save", here, boards=[{"board": 1, "legs": [2]}])[0] == 422
    status, said = teller.refused("api_cards.save", here, boards=[legs], side=True)
    assert (status, said) == (422, "side: One of: home, away.")
    teller.do("api_cards.save", here, boards=[{"board": 1, "legs": [2, 1], "was": {"legs": [2, 0]}}])
    for points in ([61, 50], [60, 61]):
        (board,) = teller.read(f"/fixtures/{fixture['id']}")["boards"]
        new = {"board": 1, "legs": [2, 1], "points": points, "was": board["was"]["both"]}
        teller.do("api_cards.save", here, boards=[new])
    (board,) = teller.read(f"/fixtures/{fixture['id']}")["boards"]
    assert board["points"] == points
    for side in ("away", "home"):
        new = {"board": 1, "legs": [1, 2], "points": points, "was": board["was"][side]}
        teller.do("api_cards.save", here, side=side, boards=[new])
        (board,) = teller.read(f"/fixtures/{fixture['id']}")["boards"]
        assert board["differs"] == (side == "away")
    wording = teller.read(f"/fixtures/{fixture['id']}")["wording"]
    assert teller.refused("api_cards.sign_card", here, side="home", shown="something else")[0] == 422
    for side in ("home", "away"):
        teller.do("api_cards.sign_card", here, side=side, shown=wording)
    assert all(teller.read(f"/fixtures/{fixture['id']}")["signed_at"])
    status, said = teller.refused("api_cards.reopen_card", here)
    assert (status, said) == (422, "reason: This field is needed.")
    teller.do("api_seasons.change_rules", at, protest=24, reason="voted")
    teller.do("api_cards.protest_against", here, side="away", reason="a leg was counted twice")
    assert teller.read(f"/fixtures/{fixture['id']}")["protest"] == "a leg was counted twice"
    teller.do("api_cards.reopen_card", here, reason="a leg was counted twice")
    assert teller.read(f"/fixtures/{fixture['id']}")["protest"] is None
    teller.do("api_desk.waive", {**at, **here}, reason="the pub had no signal")


def test_a_captain_names_the_best_of_the_other_team(teller: Teller) -> None:
    at = league_of(teller, "Wyn", "Xia")
    here, fixture = only_fixture(teller, at, "2026-09-07")
    teller.do("api_cards.draw", here)
    (board,) = teller.read(f"/fixtures/{fixture['id']}")["boards"]
    was = {side: board[side] for side in ("home", "away")}
    teller.do("api_cards.save", here, boards=[{"board": 1, **was, "legs": [2, 0], "was": was}])
    status, said = teller.refused("api_cards.name_best_player", here, side="home")
    assert (status, said) == (422, "In this league no player of the night is chosen.")
    teller.do("api_seasons.change_rules", at, best_player=True, reason="the captains wish it")
    (best,) = board["away"]
    teller.do("api_cards.name_best_player", here, side="home", player=best)
    assert teller.read(f"/fixtures/{fixture['id']}")["best_players"] == [best, None]


def test_a_captain_signs_on_a_player_on_the_night(teller: Teller) -> None:
    at = {"league": teller.do("api_seasons.begin", preset="leek", name=f"League {fresh_key()}")["id"]}
    for team in ("Owls", "Rooks"):
        teller.do("api_squads.enter", at, name=team, players=[f"{team} {n}" for n in range(6)])
    here, fixture = only_fixture(teller, at, "2026-09-07")
    status, said = teller.refused("api_cards.sign_on", here, side="home", player="Zed")
    assert (status, said) == (422, "In this league the secretary registers new players.")
    teller.do("api_seasons.change_rules", at, sign_on=True)
    teller.do("api_cards.sign_on", here, side="home", player="Zed")
    teams = teller.read(f"/leagues/{at['league']}")["teams"]
    (home,) = (team for team in teams if team["id"] == fixture["home"]["id"])
    assert "Zed" in [player["name"] for player in home["players"]]
