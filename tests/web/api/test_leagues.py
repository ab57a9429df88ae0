"""Leagues for other programs: seasons, tables, fixtures, cards, knockouts."""

from typing import Any

from scorekeeper.rules.fixtures import Status
from tests.web.api.description import description
from tests.web.api.test_api import Program
from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub
from tests.web.secretary import enter_players, league


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
    assert [tie["bye"] for tie in rounds[0]["ties"]] == [True, False]
    program = Program(crown)
    for path in ("", "/table", "/fixtures", "/cup"):
        assert program.ask(f"/leagues/nobody{path}").status_code == 404
    assert program.ask("/fixtures/nobody").status_code == 404
