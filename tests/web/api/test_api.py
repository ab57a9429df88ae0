"""The API: what a token may read, also of leagues, and enter, each entry once."""

from typing import Any

from werkzeug.test import TestResponse

from scorekeeper.rules.fixtures import Status
from tests.web.api.description import description
from tests.web.api.teller import Program
from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub, record, sit_down, tap
from tests.web.secretary import enter_players, league


def ended(pub: Pub, match: str, pips: int, **more: object) -> dict[str, object]:
    """Ann chipped out of round 1, and Bob holds so much."""
    ann, bob = (seat.player for seat in pub.state(match).match.seats)
    return {"round": 1, "event": "out", "out_player": ann, "hands": [{"player": bob, "pips": pips}], **more}


def test_a_club_its_matches_and_its_table_can_be_read(crown: Pub, program: Program) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=10)
    record(crown, match, 0, {1: 12})
    assert program.ask().get_json()["name"] == "The Crown"
    (line,) = program.ask("/matches").get_json()["matches"]
    assert (line["id"], line["score"], line["winner"]) == (match, [12, 0], 0)
    read = program.ask(f"/matches/{match}").get_json()
    assert read["rounds"][0]["words"] == "Ann chipped out: 12"
    assert [side["total"] for side in read["sides"]] == [12, 0]
    assert [row["name"] for row in program.ask("/table?game=draw").get_json()["players"]] == ["Ann", "Bob"]
    assert program.ask("/table?game=fives").get_json() == {"players": [], "pairs": []}


def test_rounds_and_plays_are_read_as_data(crown: Pub, fives: str, program: Program) -> None:
    ann, bob = (seat.player for seat in crown.state(fives).match.seats)
    tap(crown, fives, 0, 15)
    tap(crown, fives, 1, 5)
    form = crown.manager.open(crown.at(fives, "/plays/penalty")).form_saying("Add penalty")
    crown.manager.send(form, side=1, way="back", points=5, reason="cheek")
    assert program.send(f"{fives}/rounds", ended(crown, fives, 14, ends="3 5", boneyard=2)).status_code == 201
    read = program.ask(f"/matches/{fives}").get_json()
    assert [(play["kind"], play["side"], play["points"]) for play in read["plays"]] == [
        ("key", 0, [15, 0]),
        ("key", 1, [0, 5]),
        ("penalty", 1, [0, -5]),
    ]
    assert read["plays"][2]["reason"] == "cheek"
    (end,) = read["rounds"]
    assert (end["event"], end["out_player"], end["ends"], end["boneyard"]) == ("out", ann, "3 5", 2)
    assert end["hands"] == [{"player": bob, "tiles": None, "pips": 14, "held": None}]
    totals = [sum(each) for each in zip(*(one["points"] for one in (*read["plays"], end)), strict=True)]
    assert totals == [side["total"] for side in read["sides"]]


def test_whoever_went_last_means_that_both_partners_are_out(crown: Pub, program: Program) -> None:
    match = sit_down(crown, "block_pairs", "Ann", "Bob", "Cy", "Di", sides="pairs")
    ann, *others = (seat.player for seat in crown.state(match).match.seats)
    said = {"round": 1, "event": "out", "out_player": ann}
    hands = [{"player": player, "pips": 5} for player in others]
    answer = program.send(f"{match}/rounds", {**said, "hands": hands})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "partner_not_out")
    assert program.send(f"{match}/rounds", said).status_code == 201
    (entered,) = program.ask(f"/matches/{match}").get_json()["rounds"]
    assert entered["words"] == "Ann & Cy are out, Ann last: 1 game"


NO_JSON = (("[" * 60_000, 400), ('{"round": NaN}', 400), ('{"round": 1e999}', 422), ("7", 422))


def test_a_body_that_is_no_json_is_refused(crown: Pub, match: str, program: Program) -> None:
    headers = {"Authorization": f"Bearer {program.token}", "Idempotency-Key": "k"}
    path = f"/api/v1/clubs/{crown.id}/matches/{match}/rounds"
    for text, status in NO_JSON:
        answer = crown.app.test_client().post(
            path, data=text, content_type="application/json", headers=headers
        )
        assert answer.status_code == status, text[:20]
    assert crown.events(match) == ()


def test_a_revoked_link_ends_its_token(crown: Pub, program: Program) -> None:
    old = program.token
    crown.manager.post(f"{crown.home}links/score/revoke")
    assert program.ask(token=old).status_code == 401
    assert program.ask().status_code == 200


def test_a_token_is_borne_whatever_the_letters_of_its_scheme(crown: Pub, program: Program) -> None:
    path, client = f"/api/v1/clubs/{crown.id}", crown.app.test_client()
    for scheme, status in (("Bearer ", 200), ("bearer ", 200), ("", 401), ("Basic ", 401)):
        answer = client.get(path, headers={"Authorization": f"{scheme}{program.token}"})
        assert answer.status_code == status, scheme


def test_the_description_names_every_route_there_is(crown: Pub) -> None:
    described = description()
    said = {
        (path.replace("{", "<").replace("}", ">"), method.upper())
        for path, methods in described["paths"].items()
        for method in methods
    }
    routes = {
        (rule.rule.removeprefix("/api/v1").replace("int:", ""), method)
        for rule in crown.app.url_map.iter_rules()
        if rule.endpoint.startswith("api") and rule.endpoint != "api.description"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert said == routes


def test_the_description_says_which_link_every_operation_needs() -> None:
    needed = {
        (method, path): operation["x-role"]
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
    }
    assert {role for (method, _), role in needed.items() if method == "get"} == {"watch"}
    assert {role for (method, _), role in needed.items() if method == "post"} == {"score", "manage"}
    for_managers = ("/name", "/leagues", "/fixtures/{fixture}/reopen", "/leagues/{league}/cup/draw")
    assert all(needed["post", f"/clubs/{{club}}{path}"] == "manage" for path in for_managers)


def test_a_choice_among_a_seasons_teams_is_described_as_an_id() -> None:
    challenge = description()["paths"]["/clubs/{club}/leagues/{league}/ladder/challenges"]["post"]
    fields = challenge["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert {fields[name]["type"] for name in ("challenger", "challenged")} == {"string"}


def test_a_key_that_started_another_match_starts_none(crown: Pub, program: Program) -> None:
    def start(**changed: Any) -> TestResponse:
        body = {"game": "draw_100", "players": ["Ann", "Bob"], "first_leader": 0, **changed}
        return program.send("", body, key="k")

    first = start().get_json()["id"]
    assert start().get_json()["id"] == first
    for changed in ({"players": ["Ann", "Zoe"]}, {"game": "block"}, {"first_leader": 1}):
        answer = start(**changed)
        assert (answer.status_code, answer.get_json()["code"]) == (422, "key_used"), changed
    assert program.send(f"{first}/rematch", {}, key="k").get_json()["code"] == "key_used"
    assert len(program.ask("/matches").get_json()["matches"]) == 1
    assert "Zoe" not in crown.manager.open(f"{crown.home}players/").text, "nothing of it is stored"


def test_other_sites_scripts_may_read_but_not_change(crown: Pub) -> None:
    """What they read they read with a token, or as anybody: no cookie goes along."""
    path = f"/api/v1/clubs/{crown.id}"
    client = crown.app.test_client()
    asked = client.options(path, headers={"Origin": "https://county.example"})
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert asked.headers["Access-Control-Allow-Headers"] == "Authorization"
    for read in (client.get(path), crown.manager.ask(f"{crown.home}leagues/x/table.csv")):
        assert read.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in read.headers
    assert "Access-Control-Allow-Origin" not in client.post(path).headers
    assert "Access-Control-Allow-Origin" not in crown.manager.ask(crown.home).headers


def test_a_season_its_table_its_fixtures_and_a_card_can_be_read(crown: Pub, card: str) -> None:
    enter_card(crown.manager, card, **{**ALL, "b2_legs": "0-2c"})
    sign(crown.manager, card)
    program = Program(crown)
    [known] = program.ask("/leagues").json["leagues"]
    assert (known["name"], known["archived"]) == ("Winter", False)
    at = f"/leagues/{known['id']}"
    season = program.ask(at).json
    assert [team["name"] for team in season["teams"]] == ["Crown", "Lion", "Railway"]
    rows = program.ask(f"{at}/table").json["rows"]
    assert (rows[0]["points"], rows[0]["form"]) == (2, ["W"])
    found = program.ask(f"{at}/fixtures").json["fixtures"]
    fixture = card.rstrip("/").split("/")[-1]
    mine = next(one for one in found if one["id"] == fixture)
    assert (mine["status"], mine["legs"], mine["points"]) == ("to_sign", [2, 1], [2, 0])
    card = program.ask(f"/fixtures/{fixture}").json
    assert card["league"] == known
    assert [board["conceded"] for board in card["boards"]] == [False, True, False]
    assert [at is not None for at in card["signed_at"]] == [True, False]


def test_the_description_has_everything_that_a_fixture_can_be() -> None:
    described = description()["components"]["schemas"]
    found = [schema["properties"]["status"]["enum"] for schema in described.values() if has_status(schema)]
    assert found == [list(Status)]


def has_status(schema: dict[str, Any]) -> bool:
    return "void" in schema.get("properties", {}).get("status", {}).get("enum", ())


def test_a_knockout_can_be_read_and_what_is_not_there_is_a_problem(crown: Pub) -> None:
    at = league(crown, "singles_cup", name="Cup")
    enter_players(crown, at, "Ann", "Bob", "Cy")
    program, api = Program(crown), f"/leagues/{at.rstrip('/').split('/')[-1]}/cup"
    assert program.ask(api).json == {"winner": None, "rounds": [], "groups": []}
    crown.manager.send(crown.manager.open(f"{at}cup/").form_saying("Seeds"), seeds="Ann")
    rounds = program.ask(api).json["rounds"]
    assert [(one["name"], len(one["ties"])) for one in rounds] == [("Preliminary round", 2), ("Final", 1)]
    bye, tie = rounds[0]["ties"]
    assert (bye["bye"], [side and side["name"] for side in bye["sides"]]) == (True, ["Ann", None])
    assert (bye["winner"]["name"], tie["winner"]) == ("Ann", None)
    assert {side["name"] for side in tie["sides"]} == {"Bob", "Cy"}
    program = Program(crown)
    for path in ("", "/table", "/fixtures", "/cup"):
        assert program.ask(f"/leagues/nobody{path}").status_code == 404
    assert program.ask("/fixtures/nobody").status_code == 404
