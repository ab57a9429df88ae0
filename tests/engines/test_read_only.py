"""Read-only mode on each engine: pages show the operator's message, changes wait on the phone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.main import main
from scorekeeper.services.clubs.administration import rename_club
from scorekeeper.services.clubs.hosting import begin_read_only, end_read_only
from scorekeeper.services.gate import Ask
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import clubs, find_club
from scorekeeper.store.engine.errors import ReadOnly
from tests.web.cast import Pub, open_pub, record, round_fields, sit_down

WORDS = "Back at nine."
NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def test_every_page_even_a_cached_one_says_so_until_it_is_over(pub: Pub, match: str) -> None:
    page = pub.at(match)
    tag = pub.manager.ask(page).headers["ETag"]
    state = pub.manager.ask(f"{page}/state").headers["ETag"]
    with pub.db() as db:
        begin_read_only(db, WORDS, NOW)
    for path, known in ((page, tag), (f"{page}/state", state)):
        answer = pub.manager.ask(path, headers={"If-None-Match": known})
        assert (answer.status_code, WORDS in answer.text) == (200, True)
    for path in (pub.home, f"{pub.home}settings", "/clubs"):
        assert WORDS in pub.manager.open(path).text
    with pub.db() as db:
        end_read_only(db)
    for path in (page, f"{page}/state", pub.home, f"{pub.home}settings", "/clubs"):
        assert WORDS not in pub.manager.open(path).text


def test_a_round_is_refused_with_retry_after_and_is_saved_later(pub: Pub, match: str) -> None:
    fields = round_fields(pub, match, 0, {1: 12}, None, {})
    with pub.db() as db:
        begin_read_only(db, WORDS, NOW)
    answer = pub.manager.post(pub.at(match, "/rounds"), fields)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert WORDS in answer.text
    form = pub.manager.page.form_with("key")
    program = pub.manager.client.post(
        pub.at(match, "/rounds"), data=dict(fields), headers={"Accept": "application/json"}
    )
    assert (program.status_code, program.json and program.json["detail"]) == (503, WORDS)
    assert pub.events(match) == ()
    with pub.db() as db:
        end_read_only(db)
    assert pub.manager.send(form).status == 200
    assert len(pub.events(match)) == 1


def test_an_act_under_way_is_refused_by_the_database_itself(pub: Pub) -> None:
    with pub.db() as db:
        club = find_club(db, pub.id)
        assert club is not None
        begin_read_only(db, WORDS, NOW)
        with pytest.raises(ReadOnly):
            rename_club(Ask(db, club.id, Author("phone", "2026-11-21T20:00:01Z")), club.id, "The Bell")
        assert find_club(db, pub.id) == club


def test_one_club_stands_still_and_the_others_play_on(pub: Pub, match: str) -> None:
    anchor = open_pub(pub.app, "The Anchor")
    theirs = sit_down(anchor, "draw_100", "Cy", "Di")
    with pub.db() as db:
        begin_read_only(db, WORDS, NOW, pub.id)
    assert record(pub, match, 0, {1: 12}).status_code == 503
    assert record(anchor, theirs, 0, {1: 12}).status_code == 303
    assert WORDS not in anchor.manager.open(anchor.home).text


def test_a_program_is_refused_as_well(pub: Pub) -> None:
    secret = pub.link("manage").rsplit("/", 1)[1]
    said = {"headers": {"Authorization": f"Bearer {secret}"}}
    client = pub.app.test_client()
    with pub.db() as db:
        begin_read_only(db, WORDS, NOW)
    answer = client.post(f"/api/v1/clubs/{pub.id}/name", json={"name": "The Bell"}, **said)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert client.get(f"/api/v1/clubs/{pub.id}/matches", **said).status_code == 200


def test_the_command_switches_it_on_and_off(pub: Pub, match: str, place: Path | str) -> None:
    def run(*words: str) -> None:
        done = CliRunner().invoke(main, ["maintenance", *words, "--database", str(place)])
        assert done.exit_code == 0, done.output

    run("on", WORDS)
    assert WORDS in pub.manager.open(pub.home).text
    run("off")
    run("on", "--club", "The Crown")
    assert record(pub, match, 0, {1: 12}).status_code == 503
    run("off", "--club", "The Crown")
    assert record(pub, match, 0, {1: 12}).status_code == 303


def test_the_command_line_opens_imports_and_closes_nothing_meanwhile(
    pub: Pub, place: Path | str, tmp_path: Path
) -> None:
    def run(*words: str, database: Path | str = place) -> tuple[int, str]:
        done = CliRunner().invoke(main, [*words, "--database", str(database)])
        return done.exit_code, done.output

    elsewhere = tmp_path / "elsewhere" / "scorekeeper.db"
    assert run("club", "add", "The Swan", database=elsewhere)[0] == 0
    assert run("export", str(tmp_path / "swan.jsonl"), database=elsewhere)[0] == 0
    with pub.db() as db:
        before = clubs(db)
        begin_read_only(db, WORDS, NOW)
    for words in (
        ("club", "add", "The Anchor"),
        ("club", "close", "The Crown", "--yes"),
        ("import", str(tmp_path / "swan.jsonl")),
    ):
        code, said = run(*words)
        assert (code, "Changes are refused here just now" in said) == (3, True), (words, said)
    with pub.db() as db:
        assert clubs(db) == before
    assert run("maintenance", "off")[0] == 0
    assert run("import", str(tmp_path / "swan.jsonl"))[0] == 0
