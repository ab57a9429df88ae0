"""An evening in the pocket that a server gives out: offline from the first tap; saved means saved.

A round is on the phone's disk before its page says so, and survives a kill; a full phone says it is full; and
a night without the club's server comes home.
"""

import os
import re
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, Response, expect

from scorekeeper.services.match_state import load_match
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.matches.matches import matches
from tests.browser.evening import (
    MATCH,
    end_round,
    enter_hands,
    expect_totals,
    go,
    open_round,
    score,
    sit_down,
    undo,
)
from tests.browser.phone import open_club
from tests.pocket.conftest import installed_from
from tests.pocket.copying import copy_here
from tests.pocket.phone import START, Phone, browser_of, phone_with, process_tree
from tests.programs import program
from tests.serving import ServerProcess

KILLS = int(os.environ.get("SCOREKEEPER_KILLS", "1"))
SAVES = 4
CREATED = 201
FOUR = ("Ann", "Bob", "Cy", "Di")
FULL = """() => {
  const files = FileSystemSyncAccessHandle.prototype;
  self.write = files.write;
  files.write = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { FileSystemSyncAccessHandle.prototype.write = self.write; }"


@pytest.fixture(scope="module")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:  # noqa: ARG001
    with ServerProcess(tmp_path_factory.mktemp("club") / "club.db") as process:
        yield process


@pytest.fixture(scope="module")
def address(server: ServerProcess) -> str:
    return f"{server.url}/pocket/"


@pytest.fixture(scope="module")
def installed(driver: Playwright, address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_from(driver, address, tmp_path_factory)


def test_an_evening_with_the_network_cut_is_kept(driver: Playwright, address: str, profile: Path) -> None:
    """The whole browser is killed each time the outbox has just received its answer."""
    with phone_with(driver, profile) as phone:
        phone.open(address)
        play_an_evening(phone)
        fill_up(phone)
        every_commit_is_synced(phone, profile)
        sit_down(phone.app, "English pub Block", "Ann", "Bob", target=99)
        match = phone.app.url
        save_and_kill(phone)
    for answered in range(1, KILLS + 1):
        with phone_with(driver, profile) as phone:
            phone.open(match)  # a link to a page of the app, opened at the top
            assert phone.app.url == match
            kept = phone.app.locator(".round-line")
            expect(kept).to_have_count(answered)
            if answered < KILLS:
                save_and_kill(phone)
                continue
            with closing(sqlite3.connect(phone.copy(profile.parent / "copy.db"))) as db:
                assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def play_an_evening(phone: Phone) -> None:
    """Offline from the first tap."""
    phone.cut()
    expect(
        phone.app.get_by_text("This browser may delete the scores")
    ).to_be_visible()  # before a name is typed
    phone.open_club()
    app = phone.app
    sit_down(app, "English pub Block", *FOUR, pairs=True)
    end_round(app, "Ann", {"Bob": 9, "Cy": 4, "Di": 12})
    end_round(app, None, {"Ann": 9, "Bob": 4, "Cy": 8, "Di": 12})
    expect_totals(app, 1, 1)
    undo(app)
    expect_totals(app, 1, 0)
    expect(phone.shell).to_have_url(re.compile(r"/pocket/#/c/.+/matches/"))
    go(app, "Players")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Players")
    go(app, "Table")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Table")
    phone.shell.go_back()
    expect(app.get_by_role("heading", level=1)).to_contain_text("Players")
    phone.shell.go_forward()
    expect(app.get_by_role("heading", level=1)).to_contain_text("Table")
    phone.shell.go_back()
    app.wait_for_url("**/players**")
    phone.shell.reload()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")
    assert not phone.errors


def fill_up(phone: Phone) -> None:
    """What a full phone could not save is saved once there is room."""
    app = phone.app
    sit_down(app, "English pub Block", "Ann", "Bob", target=1)
    (disk,) = phone.shell.workers
    disk.evaluate(FULL)
    open_round(app, "Ann")
    enter_hands(app, {"Bob": 9})
    app.get_by_role("button", name="Save", exact=True).tap()
    expect(app.locator("#room")).to_contain_text("This phone is full")
    expect(app.locator("#said")).to_contain_text("This phone is full")
    app.wait_for_timeout(1500)  # after which a page says of what waits that it is kept
    expect(app.locator("#said")).to_contain_text("This phone is full")
    disk.evaluate(ROOM)
    app.get_by_role("button", name="Try now").tap()
    expect(app.locator("#badge")).not_to_contain_text("waiting")
    app.wait_for_url(MATCH)  # by itself
    expect(app.locator("#slip")).to_contain_text("Ann")
    expect(app.locator("#room")).to_contain_text("keep its file now")


def save_and_kill(phone: Phone) -> None:
    """Save a round; the browser is dead before its page can do anything with the answer."""
    answers: list[int] = []

    def answered(response: Response) -> None:
        request = response.request
        new = response.status == CREATED  # a round whose answer the killed page never saw is sent again
        if new and request.method == "POST" and re.search(r"/rounds$", request.url) and not answers:
            answers.append(response.status)
            phone.kill()

    phone.context.on("response", answered)
    open_round(phone.app, "Ann")
    enter_hands(phone.app, {"Bob": 3})
    with suppress(PlaywrightError):
        phone.app.get_by_role("button", name="Save", exact=True).tap()
        phone.app.wait_for_timeout(20_000)
    assert answers == [CREATED]


def every_commit_is_synced(phone: Phone, profile: Path) -> None:
    """Seen from outside: for each save the journal and then the database reach the disk."""
    sit_down(phone.app, "Straight dominoes to 250", "Ann", "Bob")
    score(phone.app, "Ann", 5)  # everything that is written once has been
    log = profile.parent / "strace.txt"
    pids = [f"--attach={pid}" for pid in process_tree(browser_of(profile))]
    tracing = subprocess.Popen(
        [program("strace", "strace"), "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", log, *pids],
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(1)
        for _ in range(SAVES):
            score(phone.app, "Bob", 5)
    finally:
        tracing.terminate()
        tracing.wait()
    synced = Counter(re.findall(r"f(?:data)?sync\(\d+<[^>]*?/File System/([^>]+)>", log.read_text()))
    database, journal = sorted(synced.values())
    assert database >= SAVES
    assert journal >= 2 * SAVES  # its pages and then its head, before the database is touched


def test_night_without_the_server_comes_home(
    driver: Playwright, profile: Path, server: ServerProcess
) -> None:
    """Taken along and handed over again, in one browser."""
    with phone_with(driver, profile) as phone:
        club = phone.shell
        open_club(club, server)
        sit_down(club, "English pub Block", "Ann", "Bob")
        end_round(club, "Ann", {"Bob": 9})
        begun = club.url.rpartition("/")[2].partition("?")[0]
        home = club.url.partition("matches/")[0]
        copy_here(phone)
        server.kill()
        phone.cut()
        phone.app.locator(f"a[href*='{begun}']").first.tap()
        phone.app.wait_for_url(MATCH)
        end_round(phone.app, "Bob", {"Ann": 4})
        sit_down(phone.app, "English pub Block", "Ann", "Cy")
        end_round(phone.app, "Cy", {"Ann": 3})
        expect_totals(phone.app, 0, 1)
        phone.cut(off=False)
        server.start()
        go(phone.app, "Club")
        phone.app.get_by_role("link", name="Bring this phone and the club up to date").tap()
        expect(phone.app.get_by_text("not handed over yet: 2")).to_be_visible()
        beside = phone.context.new_page()
        beside.goto(home)
        sit_down(beside, "English pub Block", "Bob", "Dot")  # at the club, while the phone was away
        end_round(beside, "Dot", {"Bob": 8})
        phone.app.get_by_role("button", name="Bring both up to date").tap()
        all_there = phone.app.get_by_text("Everything on this phone is with the club.")
        expect(all_there).to_be_visible(timeout=START)
        expect(phone.app.get_by_text("This phone only, not handed over yet")).to_have_count(0)
        phone.app.get_by_role("link", name="Players").tap()
        expect(phone.app.get_by_text("Dot").first).to_be_visible()
    with closing(open_store(server.database)) as db:
        (there,) = clubs(db)
        states = [load_match(db, there.id, match.id) for match in matches(db, there.id)]
    assert sorted([*state.score.totals] for state in states if state) == [[0, 1], [0, 1], [1, 1]]
