"""A page of the file is overwritten overnight: phones see the last copy, and the manager goes on from it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from scorekeeper.config import secret_key
from scorekeeper.ops.rescue import choose, offer, put_chosen_in_place
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.services.clubs.hosting import begin_read_only
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.clubs.hosting import read_only_words
from scorekeeper.store.engine import connection
from scorekeeper.store.engine.backup import back_up
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.integrity import faults_in_every_chain, faults_in_file, faults_in_record
from scorekeeper.timestamps import time_zone
from tests.durability.phones import Phone, Table, seat_two
from tests.serving import COMMAND, PATIENCE, ServerProcess, answers, until
from tests.web.operate.hosted import SECRET

YESTERDAY = datetime.now(UTC) - timedelta(hours=12)


def overwrite(database: Path, table: str) -> None:
    """Fill the first page of this table with what no database has there."""
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = db.execute("PRAGMA page_size").fetchone()
        found = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchone()
        (page,) = found or (1,)  # the schema's own
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def damaged(server: ServerProcess, table: str = "round_ends") -> tuple[Phone, Table]:
    """A table with one round in the copy and one since, its manager's phone, and a file with a bad page."""
    manager, at = seat_two(server)
    manager.record(at, 1, "in the copy", 11)
    back_up(server.database, server.database.parent / "backups", YESTERDAY)
    manager.record(at, 2, "since", 7)
    manager.ask(f"/c/{at.club}/links/score/revoke", [])
    server.kill()
    overwrite(server.database, table)
    return manager, at


def sound(database: Path) -> list[str]:
    with closing(open_store(database)) as db:
        return [*faults_in_file(db), *faults_in_record(db), *faults_in_every_chain(db)]


@pytest.mark.parametrize(
    "bad", ["acts", pytest.param("round_ends", marks=pytest.mark.long), "sqlite_autoindex_links_1"]
)
def test_the_manager_s_phone_says_so_and_brings_the_club_back(server: ServerProcess, bad: str) -> None:
    """Also where the page is of what says who may come in, as long as that can be read all the same."""
    manager, table = damaged(server, bad)
    old, new = [score_link(server, table.club, generation) for generation in (1, 2)]
    server.start()
    visitor, home = Phone(server), f"/c/{table.club}/"
    page = manager.ask(home).page
    assert "damaged" in page.text
    ready = Phone(server).ask("/readyz")
    assert ready.status == 503
    assert "the database is damaged, and a copy is shown" in ready.page.text
    assert manager.record(table, 2, "meanwhile", 5).status == 503
    assert visitor.ask(f"{home}go-on").status == 403
    assert visitor.ask(f"{home}go-on", []).status == 403

    (to,) = [at for words, at in page.links if words == "Go on from this copy"]
    asked = manager.ask(to).page
    assert "1 round in 1 match" in asked.text
    (form,) = [form for form in asked.forms if form.action.endswith("go-on")]
    coming = manager.send(form).page
    assert "damaged" not in coming.text, "that is decided"
    (back,) = [at for words, at in coming.links if words == "Go on"]
    wait_until_it_saves(server)
    assert manager.ask(back).status == 200
    assert manager.record(table, 2, "after", 3).status == 303
    assert [event.key for event in table.state().events] == ["in the copy", "after"]
    assert sound(server.database) == []
    at = YESTERDAY.astimezone(time_zone())
    assert f"the copy of {at.day} {at:%b %Y, %H:%M}." in manager.ask(f"{home}copies").page.text
    assert Phone(server).ask(old).status == 404, "it was ended after the copy was made"
    assert Phone(server).ask(new).status == 303
    assert len([*server.database.parent.glob("*.before-restore-*.db")]) == 1
    assert [*server.database.parent.glob("*.offered*"), *server.database.parent.glob("*.chosen")] == []


def score_link(server: ServerProcess, club: str, generation: int) -> str:
    return join_path(club, link_secret(secret_key(server.database), club, "score", generation))


def wait_until_it_saves(server: ServerProcess) -> None:
    def ready() -> bool:
        with suppress(OSError):
            return Phone(server).ask("/readyz").status == 200
        return False

    until(ready, server.log.read_text)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with an operator."""
    secret = ["env", f"SCOREKEEPER_OPERATOR_SECRET={SECRET}"]
    with ServerProcess(tmp_path / "scorekeeper.db", under=secret) as process:
        yield process


def test_the_operator_puts_every_club_back_while_it_runs(hosted: ServerProcess) -> None:
    server = hosted
    manager, table = seat_two(server)
    manager.record(table, 1, "in the copy", 11)
    copy = back_up(server.database, server.database.parent / "backups", YESTERDAY)
    manager.record(table, 2, "since", 7)
    manager.ask(f"/c/{table.club}/links/score/revoke", [])
    old, new = [score_link(server, table.club, generation) for generation in (1, 2)]
    operator = Phone(server)
    assert operator.ask(f"/operate/copies/{copy.name}", []).status == 403
    operator.ask("/operate", [("secret", SECRET)])
    page = operator.ask("/operate/copies").page
    assert "The Crown : 1 round in 1 match" in page.text
    (form,) = [form for form in page.forms if form.action.endswith(copy.name)]
    server.database.with_name("scorekeeper.db.offered").write_bytes(b"of a choice that was killed")
    assert operator.send(form).status == 200
    wait_until_it_goes_on(server, 1)
    assert manager.record(table, 2, "after", 3).status == 303
    assert [event.key for event in table.state().events] == ["in the copy", "after"]
    assert Phone(server).ask(old).status == 404
    assert Phone(server).ask(new).status == 303
    assert sound(server.database) == []

    page = operator.ask("/operate/copies").page
    assert "from before a copy was put back The Crown : 2 rounds in 1 match" in " ".join(page.text.split())
    (form,) = [form for form in page.forms if "before-restore" in form.action]
    assert operator.send(form).status == 200
    wait_until_it_goes_on(server, 2)
    assert [event.key for event in table.state().events] == ["in the copy", "since"]


def wait_until_it_goes_on(server: ServerProcess, times: int) -> None:
    log = server.log.read_text
    until(lambda: log().count("goes on from the copy") == times, log)
    wait_until_it_saves(server)


DUE_WHEN_ASKED = """
from pathlib import Path
from scorekeeper.ops import nightly
nightly._FIRST = nightly._PAUSE = 0.1
nightly.due = lambda newest, now: Path({flag!r}).exists()
"""


def test_a_file_that_is_damaged_while_it_is_served_is_told_and_found_by_the_night(tmp_path: Path) -> None:
    modules, flag = tmp_path / "modules", tmp_path / "night"
    modules.mkdir()
    (modules / "sitecustomize.py").write_text(DUE_WHEN_ASKED.format(flag=str(flag)))
    with ServerProcess(tmp_path / "scorekeeper.db", modules=modules) as server:
        manager, table = seat_two(server)
        manager.record(table, 1, "in the copy", 11)
        back_up(server.database, server.database.parent / "backups", YESTERDAY)
        manager.record(table, 2, "since", 7)
        overwrite(server.database, "round_ends")

        page = manager.ask(f"/c/{table.club}/matches/{table.match}")
        assert (page.status, "damaged or gone" in page.page.text) == (503, True)
        assert manager.record(table, 3, "meanwhile", 5).status == 503
        flag.touch()
        until(lambda: "is shown, to look at" in server.log.read_text(), server.log.read_text)
        until(lambda: answers(server.url), server.log.read_text)
        at = YESTERDAY.astimezone(time_zone())
        assert f"the copy of {at.day} {at:%B, %H:%M}, to" in manager.ask(f"/c/{table.club}/").page.text


def test_a_start_after_a_kill_goes_on_from_the_copy_that_was_chosen(server: ServerProcess) -> None:
    manager, table = damaged(server)
    server.start()
    server.kill()
    server.database.with_name(f"{server.database.name}.chosen").touch()
    server.start()
    assert server.start_link is None, "there is a club, so the plain address is printed"
    assert manager.record(table, 2, "after", 3).status == 303


KILLED = """
import os, sys
from pathlib import Path
from scorekeeper.ops import rescue
rescue.draft_of = lambda *_: os._exit(9)
rescue.choose(*map(Path, sys.argv[1:]))
"""


def test_a_choice_that_was_cut_short_leaves_the_clubs_open(server: ServerProcess) -> None:
    manager, table = seat_two(server)
    copy = back_up(server.database, server.database.parent / "backups", YESTERDAY)
    server.kill()
    assert subprocess.run([sys.executable, "-c", KILLED, copy, server.database]).returncode == 9
    with closing(open_store(server.database)) as db:
        assert read_only_words(db)
    server.start()
    assert manager.record(table, 1, "after", 3).status == 303


SLOW = """
import sys, time
from pathlib import Path
from scorekeeper.ops import rescue
copy, database = map(Path, sys.argv[1:])
put_whole = rescue.draft_of
def slowly(copy, *rest):
    print(copy, flush=True)
    time.sleep(1)
    return put_whole(copy, *rest)
rescue.draft_of = slowly
rescue.choose(copy, database)
"""


def test_a_second_tap_leaves_the_first_choice_as_it_is_also_in_another_worker(path: Path) -> None:
    old, new = [back_up(path, path.parent / "backups", YESTERDAY + timedelta(hours=n)) for n in range(2)]
    taps = [
        subprocess.Popen([sys.executable, "-c", SLOW, copy, path], stdout=subprocess.PIPE, text=True)
        for copy in (old, new)
    ]
    drafted = [tap.communicate(timeout=PATIENCE)[0].split() for tap in taps]
    assert [tap.returncode for tap in taps] == [0, 0]
    assert sorted(map(len, drafted)) == [0, 1]
    assert put_chosen_in_place(path)


def test_a_choice_that_could_not_begin_leaves_a_maintenance_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    copy = back_up(path, path.parent / "backups", YESTERDAY)
    with closing(open_store(path)) as db:
        begin_read_only(db, "Back at nine.", YESTERDAY)
        with writing(db), pytest.raises(sqlite3.OperationalError, match="locked"):
            choose(copy, path)
        assert put_chosen_in_place(path) is None
        assert read_only_words(db) == "Back at nine."


@pytest.mark.parametrize(
    "table",
    [
        "links",
        "sqlite_schema",
        *(pytest.param(table, marks=pytest.mark.long) for table in ("devices", "squads")),
    ],
)
def test_where_nobody_knows_who_may_come_in_phones_are_told_until_a_copy_is_put_back(
    server: ServerProcess, table: str
) -> None:
    manager, at = damaged(server, table)
    server.start()
    page = manager.ask(f"/c/{at.club}/")
    assert page.status == 503
    assert "file is damaged" in page.page.text
    assert manager.record(at, 2, "meanwhile", 5).status == 503
    assert Phone(server).ask("/readyz").status == 503
    assert [*server.database.parent.glob("*.offered*")] == []

    (copy,) = (server.database.parent / "backups").glob("*.db")
    subprocess.run([COMMAND, "restore", copy, "--force", "--database", server.database], check=True)
    wait_until_it_saves(server)
    assert [event.key for event in at.state().events] == ["in the copy"]


@pytest.mark.parametrize(
    ("names", "who"), [(["The Crown"], "the manager"), (["Bell", "Crown"], "whoever runs")]
)
def test_a_copy_that_is_shown_names_who_goes_on_from_it(path: Path, names: list[str], who: str) -> None:
    with closing(open_store(path)) as db, writing(db):
        for name in names:
            add_club(db, name, "2026-11-26T20:00:00Z")
    back_up(path, path.parent / "backups", YESTERDAY)
    overwrite(path, "round_ends")
    offered = offer(path)
    assert offered
    with closing(open_store(offered.shown)) as db:
        assert f"until {who}" in (read_only_words(db) or "")
