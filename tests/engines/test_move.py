"""A club moved from a file to PostgreSQL is the same club: every row and every page."""

import re
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
import time_machine
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper import config
from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.store import StoreError, open_store
from scorekeeper.store.clubs.clubs import tables_of_clubs, trace_of
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.rows import insert
from scorekeeper.store.transfer.club_rows import move
from tests.postgres import Cluster
from tests.serving import COMMAND
from tests.web.cast import Phone, Pub, open_pub, record, sit_down


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The secret key of one operator, who has the file and the server."""
    monkeypatch.setenv("SCOREKEEPER_KEY", str(tmp_path / "secret_key"))


@pytest.fixture
def crown(file: Path) -> Pub:
    """A club in a file with some of everything."""
    pub = open_pub(create_app({"DATABASE": file}), "The Crown")
    match = sit_down(pub, "draw_100", "Ann", "Bob", target=40)
    record(pub, match, 0, {1: 20})
    agreed = record(pub, match, 0, {1: 20}, phone=pub.phone("score"), round=1)
    assert agreed.status_code == 303, "another phone has agreed"
    record(pub, match, 1, {0: 12})
    pub.manager.send(pub.manager.open(pub.at(match)).form_saying("Undo"))
    record(pub, match, 0, {1: 33})
    sit_down(pub, "threes_fives_61", "Zoë", "Ann", "Éva", "100 % Bob", pairs="y")
    ann = pub.state(match).match.seats[0].player
    pub.manager.open(f"{pub.home}players/{ann}")
    pub.manager.post(f"{pub.home}players/{ann}", name="Anna")
    return pub


def test_the_key_stays_here_while_the_server_there_does_not_answer(
    crown: Pub, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    monkeypatch.setattr(config, "instance_folder", lambda: there)
    monkeypatch.delenv("SCOREKEEPER_KEY")
    refused = carried(file, "postgresql://nobody@127.0.0.1:1/nowhere")
    assert (refused.exit_code, "does not answer" in refused.output) == (3, True)
    assert not there.exists()
    assert crown


def over(url: str, pub: Pub) -> Flask:
    """The app on the database server, with the secret key of the file's app."""
    return create_app({"DATABASE": url, "SECRET_KEY": pub.app.config["SECRET_KEY"]})


def the_same_phone(app: Flask, pub: Pub) -> Phone:
    """The manager's phone, talking to another app that has the same secret key."""
    phone = Phone(app)
    with pub.manager.client.session_transaction() as mine, phone.client.session_transaction() as theirs:
        theirs.update(mine)
    return phone


def typed(*words: object) -> Result:
    """Run ``scorekeeper`` with these arguments inside this process."""
    return CliRunner().invoke(main, [*map(str, words)])


def carried(file: Path, url: str) -> Result:
    return typed("move", "--database", file, "--to", url)


def pages(phone: Phone, start: str) -> dict[str, str]:
    """Every page reachable from ``start``, without tokens and keys."""
    found: dict[str, str] = {}
    ways = [start]
    while ways:
        path = ways.pop()
        if path in found or not path.startswith(start) or "/join/" in path:
            continue
        text = phone.open(path).text if path.endswith(".svg") else phone.ask(path).text
        found[path] = re.sub(r'(name="key" value=")[^"]*', r"\1", text)
        ways += [href.replace("&amp;", "&") for href in re.findall(r'href="(/[^"#]*)"', text)]
    return found


def test_every_page_is_the_same_on_both(crown: Pub, file: Path, url: str) -> None:
    command = [str(COMMAND), "move", "--database", str(file), "--to", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "were copied and compared" in done.stdout
    # Some pages show the time at which they were made.
    with time_machine.travel(datetime.now(UTC), tick=False):
        there = pages(the_same_phone(over(url, crown), crown), crown.home)
        here = pages(crown.manager, crown.home)
    assert len(here) > 8
    copies = f"{crown.home}copies"  # a database server has no copies of ours
    assert here.pop(copies)
    assert there.keys() == here.keys()
    for path, text in here.items():
        without = re.sub(rf'\s*<p><a class="line" href="{copies}">.*?</p>', "", text, flags=re.S)
        assert there[path] == without, path


def test_the_evening_goes_on_there_with_the_same_phones(crown: Pub, file: Path, url: str) -> None:
    carried(file, url)
    moved = the_same_phone(over(url, crown), crown)
    page = moved.open(crown.home)
    assert "Start a match" in page.text
    assert moved.send(moved.open(page.link_saying("Club")).form_with("name"), name="Bar").status == 200


@pytest.mark.usefixtures("crown")
def test_a_server_that_has_clubs_is_left_alone(file: Path, url: str) -> None:
    carried(file, url)
    repeated = carried(file, url)
    assert repeated.exit_code == 3
    assert "There are clubs in that database already" in repeated.stderr


@pytest.mark.usefixtures("crown")
def test_nothing_is_left_there_if_a_row_arrives_changed(file: Path, url: str) -> None:
    with closing(open_store(file)) as source, closing(open_store(url)) as target:
        target.execute(
            "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN NEW.name := upper(NEW.name); RETURN NEW; END $$"
        )
        target.execute("CREATE TRIGGER spoil BEFORE INSERT ON players FOR EACH ROW EXECUTE FUNCTION spoil()")
        with pytest.raises(StoreError, match="What arrived of players is not what was sent"):
            move(source, target, lambda _: None)
        with writing(target):
            assert target.execute("SELECT count(*) FROM clubs").fetchone() == (0,)


def export_of(place: Path | str) -> str:
    """Everything of the club there."""
    done = typed("export", "--database", place)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_there_and_back_again_is_the_same_club(crown: Pub, file: Path, url: str, tmp_path: Path) -> None:
    back = tmp_path / "back" / "scorekeeper.db"
    with closing(open_store(file)) as db:
        insert(db, "erased_clubs", hash=trace_of("another"), erased_at="2026-11-21T20:00:00Z")
    assert carried(file, url).exit_code == 0
    done = typed("move", "--database", url, "--to", back)
    assert (done.exit_code, done.stderr) == (0, "")
    assert export_of(back) == export_of(url) == export_of(file)
    assert typed("doctor", "--database", back).exit_code == 0
    with closing(open_store(file)) as here, closing(open_store(back)) as there:
        for table in ("clubs", "erased_clubs", *tables_of_clubs()):
            rows = f"SELECT * FROM {table} ORDER BY 1, 2"  # noqa: S608 # the schema's names
            assert here.execute(rows).fetchall() == there.execute(rows).fetchall(), table
        assert there.execute("SELECT count(*) FROM acts WHERE answer = 'false'").fetchone() == (1,)
    assert crown.home


@pytest.mark.usefixtures("crown")
def test_a_club_goes_in_and_out_of_postgres_as_a_file(file: Path, url: str, tmp_path: Path) -> None:
    lines = tmp_path / "crown.jsonl"
    lines.write_text(export_of(file))
    taken = typed("import", lines, "--database", url)
    assert (taken.exit_code, taken.stderr) == (0, "")
    assert export_of(url) == lines.read_text()
    repeated = typed("import", lines, "--database", url)
    assert repeated.exit_code == 3
    assert "This club is here already" in repeated.stderr


@pytest.mark.usefixtures("crown")
def test_a_file_that_is_wrong_leaves_nothing_in_postgres(file: Path, url: str, tmp_path: Path) -> None:
    lines = tmp_path / "crown.jsonl"
    lines.write_text(export_of(file).replace('"pips":20', '"pips":21'))
    refused = typed("import", lines, "--database", url)
    assert refused.exit_code == 3
    assert "is not consistent" in refused.stderr
    with closing(open_store(url)) as db:
        assert db.execute("SELECT count(*) FROM clubs").fetchone() == (0,)


# Planted faults, each in a copy of its own, and what the doctor says.
DAMAGES = {
    "ALTER TABLE hands DISABLE TRIGGER hands_no_update; UPDATE hands SET pips = 99 WHERE version = 1; "
    "ALTER TABLE hands ENABLE TRIGGER hands_no_update": "entry 1, or one before it",
    "DELETE FROM links WHERE role = 'watch'": "three links",
    "UPDATE matches SET version = 9": "without a gap",
    "UPDATE matches SET card = '{}'": "cannot be added up",
    "DROP TRIGGER plays_no_update ON plays": "plays_no_update is missing",
    "ALTER TABLE plays DISABLE TRIGGER plays_no_update": "plays_no_update is missing",
    "DROP TRIGGER acts_no_delete ON acts": "acts_no_delete is missing",
    "DROP INDEX matches_by_change": "matches_by_change is missing",
    "DELETE FROM steps WHERE number = (SELECT max(number) FROM steps)": "1 step behind",
}


@pytest.mark.usefixtures("crown")
def test_the_doctor_looks_at_a_server_too(file: Path, url: str, server: Cluster) -> None:
    carried(file, url)
    sound = typed("doctor", "--database", url)
    assert sound.exit_code == 0, sound.stdout
    assert "2 matches added up" in sound.stdout
    for planted, found in DAMAGES.items():
        damaged = server.copy_of(url)
        with psycopg.connect(damaged) as connection:
            connection.execute(planted)
        result = typed("doctor", "--database", damaged)
        assert result.exit_code == 3, planted
        assert found in result.stdout, planted


def test_a_server_without_our_tables_is_told_so(server: Cluster) -> None:
    empty = server.new_database()
    for command in ("doctor", "backup"):
        said = typed(command, "--database", empty)
        assert (said.exit_code, "Run “scorekeeper migrate”" in said.output) == (3, True), said.output
