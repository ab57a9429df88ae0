"""A club moves to another instance, from each engine: whoever comes by the old address comes in."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.store.leagues.captains import captain_generation
from scorekeeper.web.auth.passes import link_secret
from tests.web.cast import Phone, Pub, open_pub, record, round_fields, sit_down
from tests.web.conftest import app_over
from tests.web.page import Page
from tests.web.secretary import three_teams

ELSEWHERE = "https://elsewhere.example"


@pytest.fixture
def pub(place: Path | str) -> Pub:
    return open_pub(create_app({"DATABASE": place}), "The Crown")


@pytest.fixture
def other(tmp_path: Path) -> Flask:
    """With a key of its own."""
    return app_over(tmp_path / "elsewhere")


def run(database: Path | str, *words: str) -> str:
    done = CliRunner().invoke(main, [*words, "--database", str(database)])
    assert done.exit_code == 0, done.output
    return done.output


def move(pub: Pub, other: Flask, folder: Path) -> Pub:
    here, file = pub.app.config["DATABASE"], str(folder / "crown.jsonl")
    run(here, "club", "leave", "The Crown", file)
    assert "PIN" in run(other.config["DATABASE"], "import", "--with-links", file)
    run(here, "club", "forward", "The Crown", ELSEWHERE)
    return Pub(other, pub.id)


def match_link(pub: Pub, match: str) -> str:
    """The path that opens only this match for watching."""
    page = pub.manager.open(pub.at(match, "/code"))
    found = re.search(r"/c/\S+/watch/[\w-]+/[\w-]+", page.html)
    assert found is not None
    return found[0]


def way_from(page: Page) -> str:
    """Where the page of a club that has moved leads, as a path of the new address."""
    assert page.status == 410
    (way,) = (href for words, href in page.links if words == "Open the new address")
    return way.removeprefix(ELSEWHERE)


def test_every_link_opens_at_the_new_address_what_it_opened_before(
    pub: Pub, other: Flask, tmp_path: Path
) -> None:
    at = three_teams(pub)
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    record(pub, match, 0, {1: 12})
    with pub.db() as db:
        (squad,) = db.execute("SELECT id FROM squads WHERE club = ? ORDER BY id LIMIT 1", [pub.id]).fetchone()
    pub.manager.post(f"{at}teams/{squad}/captain-link")
    with pub.db() as db, pub.app.app_context():
        secret = link_secret(pub.id, f"captain {squad}", captain_generation(db, pub.id, squad))
    captains = f"{pub.home}captain/{squad}/{secret}"
    links = {role: pub.link(role) for role in ("watch", "score", "manage")}
    pub.manager.send(pub.manager.open(f"{pub.home}settings").form_with("anyone"), anyone="no")
    watched = match_link(pub, match)

    there = move(pub, other, tmp_path)
    assert len(there.events(match)) == 1
    guest = Phone(other)
    assert guest.open(way_from(Phone(pub.app).open(watched))).path == there.at(match)
    assert guest.ask(there.home).status_code == 403
    for role, link in links.items():
        phone = Phone(other)
        assert phone.open(way_from(Phone(pub.app).open(link))).status == 200
        assert phone.ask(f"{pub.home}data").status_code == (200 if role == "manage" else 403)
    captain = Phone(other)
    assert captain.open(way_from(Phone(pub.app).open(captains))).status == 200

    there.manager.post(there.at(match, "/code/revoke"))
    assert Phone(other).ask(watched).status_code == 404
    there.manager.post(f"{pub.home}links/score/revoke")
    assert Phone(other).ask(links["score"]).status_code == 404


def test_a_phone_is_known_again_and_what_it_kept_meanwhile_is_stored_once(
    pub: Pub, other: Flask, tmp_path: Path
) -> None:
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    phone = pub.phone("score")
    phone.post(f"{pub.home}settings", name="Ann’s phone")
    phone.open(pub.at(match))
    kept = round_fields(pub, match, 0, {1: 12}, None, {})
    there = move(pub, other, tmp_path)

    refused = phone.client.post(
        pub.at(match, "/rounds"), data=dict(kept), headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.json and refused.json["code"]) == (410, "moved")
    assert ELSEWHERE in refused.text

    device = next(row["id"] for row in there.stored()["devices"] if row["nickname"] == "Ann’s phone")
    liar = Phone(other)
    liar.open(f"{pub.link('score')}?phone={device}")
    assert "Ann’s phone" not in liar.open(f"{pub.home}settings").html, "an id is no secret"
    moved, way = Phone(other), way_from(phone.open(pub.at(match)))
    moved.client.head(way)
    moved.open(way)
    assert "Ann’s phone" in moved.open(f"{pub.home}settings").html
    thief = Phone(other)
    thief.open(way)
    assert "Ann’s phone" not in thief.open(f"{pub.home}settings").html, "it lets one phone in, once"
    for _ in range(2):
        assert moved.post(there.at(match, "/rounds"), kept).status_code == 303
    assert (len(pub.events(match)), len(there.events(match))) == (0, 1)


def test_a_file_brings_no_links_unless_they_are_asked_for(pub: Pub, other: Flask, tmp_path: Path) -> None:
    file, link = str(tmp_path / "crown.jsonl"), pub.link("manage")
    run(pub.app.config["DATABASE"], "club", "leave", "The Crown", file)
    run(other.config["DATABASE"], "import", file)
    assert Phone(other).ask(link).status_code == 404


def test_programs_and_strangers_are_told_and_let_in_nowhere(pub: Pub, other: Flask, tmp_path: Path) -> None:
    secret = pub.link("score").rpartition("/")[2]
    there = move(pub, other, tmp_path)
    said = {"headers": {"Authorization": f"Bearer {secret}"}}
    path = f"/api/v1/clubs/{pub.id}/matches"
    answer = pub.app.test_client().get(path, **said)
    assert (answer.status_code, answer.json and answer.json["address"]) == (410, ELSEWHERE)
    assert other.test_client().get(path, **said).status_code == 200
    assert way_from(Phone(pub.app).open(f"{pub.home}settings")) == f"{pub.home}settings"
    assert there.phone("watch").ask(f"{pub.home}join/{'x' * 22}").status_code == 404


def test_a_move_is_taken_back_on_purpose_only_and_a_club_that_stays_goes_nowhere(
    pub: Pub, tmp_path: Path
) -> None:
    here = pub.app.config["DATABASE"]
    stays = CliRunner().invoke(main, ["club", "forward", "The Crown", ELSEWHERE, "--database", str(here)])
    assert (stays.exit_code, "club leave" in stays.output) == (3, True)
    run(here, "club", "leave", "The Crown", str(tmp_path / "crown.jsonl"))
    run(here, "club", "forward", "The Crown", ELSEWHERE)
    assert pub.manager.ask(pub.home).status_code == 410
    ending = ["maintenance", "off", "--club", "The Crown", "--database", str(here)]
    refused = CliRunner().invoke(main, ending)
    assert (refused.exit_code != 0, f"The Crown has moved to {ELSEWHERE}" in refused.output) == (True, True)
    way_from(pub.manager.open(pub.home))
    assert "Changes are accepted again" in CliRunner().invoke(main, [*ending, "--moved-back"]).output
    assert pub.manager.open(pub.home).status == 200
    match = sit_down(pub, "draw_100", "Ann", "Bob")
    assert record(pub, match, 0, {1: 12}).status_code == 303
