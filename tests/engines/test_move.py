"""A club carried from a file to PostgreSQL is the same club: every row of it, every page of it."""

import re
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.store import StoreError, open_store
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.transfer.move import move
from tests.serving import COMMAND
from tests.web.cast import Phone, Pub, open_pub, record, sit_down


@pytest.fixture
def crown(file: Path) -> Pub:
    """A club in a file, where something of everything has happened."""
    pub = open_pub(create_app({"DATABASE": file}), "The Crown")
    match = sit_down(pub, "draw_100", "Ann", "Bob", target=40)
    record(pub, match, 0, {1: 20})
    record(pub, match, 1, {0: 12})
    pub.manager.send(pub.manager.open(pub.at(match)).form_saying("Undo"))
    record(pub, match, 0, {1: 33})
    sit_down(pub, "threes_fives_61", "Zoë", "Ann", "Éva", "100 % Bob", pairs="y")
    ann = pub.state(match).match.seats[0].player
    pub.manager.open(f"{pub.home}players/{ann}")
    pub.manager.post(f"{pub.home}players/{ann}", name="Anna")
    return pub


def over(url: str, pub: Pub) -> Flask:
    """The app over the database server, with the key that the file's app has."""
    return create_app({"DATABASE": url, "SECRET_KEY": pub.app.config["SECRET_KEY"]})


def the_same_phone(app: Flask, pub: Pub) -> Phone:
    """The manager's phone, before another app that has the same key."""
    phone = Phone(app)
    with pub.manager.client.session_transaction() as mine, phone.client.session_transaction() as theirs:
        theirs.update(mine)
    return phone


def carried(file: Path, url: str) -> subprocess.CompletedProcess[str]:
    command = [str(COMMAND), "move", "--database", str(file), "--to", url]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def pages(phone: Phone, start: str) -> dict[str, str]:
    """Every page that links lead to from ``start``, without what is made anew for each view."""
    found: dict[str, str] = {}
    ways = [start]
    while ways:
        path = ways.pop()
        if path in found or not path.startswith(start) or "/join/" in path:
            continue
        text = phone.open(path).text if path.endswith(".svg") else phone.ask(path).text
        found[path] = re.sub(r'(name="(csrf_token|key)" value=")[^"]*', r"\1", text)
        ways += [href.replace("&amp;", "&") for href in re.findall(r'href="(/[^"#]*)"', text)]
    return found


def test_every_page_is_the_same_on_both(crown: Pub, file: Path, url: str) -> None:
    done = carried(file, url)
    assert (done.returncode, done.stderr) == (0, "")
    assert "are there as they are here" in done.stdout
    # Some pages say when they were made.
    with time_machine.travel(datetime.now(UTC), tick=False):
        there = pages(the_same_phone(over(url, crown), crown), crown.home)
        here = pages(crown.manager, crown.home)
    assert len(here) > 8
    assert there.keys() == here.keys()
    for path, text in here.items():
        assert there[path] == text, path


def test_the_evening_goes_on_there_with_the_phones_that_were_let_in(crown: Pub, file: Path, url: str) -> None:
    carried(file, url)
    moved = the_same_phone(over(url, crown), crown)
    page = moved.open(crown.home)
    assert "Start a match" in page.text
    assert moved.send(moved.open(page.link_saying("Club")).form_with("name"), name="Bar").status == 200


@pytest.mark.usefixtures("crown")
def test_a_server_that_has_clubs_is_left_alone(file: Path, url: str) -> None:
    carried(file, url)
    repeated = carried(file, url)
    assert repeated.returncode == 3
    assert "There are clubs on that server already" in repeated.stderr


@pytest.mark.usefixtures("crown")
def test_nothing_is_left_there_if_something_arrives_otherwise(file: Path, url: str) -> None:
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


def test_what_is_no_database_server_is_refused(file: Path) -> None:
    done = carried(file, "mysql://somewhere/else")
    assert done.returncode == 2
    assert "postgresql://" in done.stderr


def test_commands_for_files_refuse_a_server(url: str) -> None:
    command = [str(COMMAND), "doctor", "--database", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "database server" in done.stderr
