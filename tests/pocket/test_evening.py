"""An evening in the pocket, offline from the first tap; a phone that is full; saved means saved.

A round is on the phone's disk before its page says so, and survives a kill.
"""

import os
import re
import sqlite3
import subprocess
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, Response, expect

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
from tests.pocket.phone import Phone, browser_of, phone_with, process_tree
from tests.programs import program

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


def test_evening_with_the_network_cut(phone: Phone) -> None:
    phone.cut()
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


def test_a_full_phone_is_called_full(phone: Phone) -> None:
    """And what it could not save is saved once there is room."""
    app = phone.app
    expect(app.get_by_text("This browser may delete the scores")).to_be_visible()  # before a name is typed
    phone.open_club()
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


def test_answered_round_survives_a_kill(driver: Playwright, address: str, profile: Path) -> None:
    """The whole browser is killed each time the outbox has just received its answer."""
    with phone_with(driver, profile) as phone:
        phone.open(address)
        phone.open_club()
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


def test_every_commit_is_synced(driver: Playwright, address: str, profile: Path) -> None:
    """Seen from outside: for each save the journal and then the database reach the disk."""
    tracer = program("strace", "strace")
    with phone_with(driver, profile) as phone:
        phone.open(address)
        phone.open_club()
        sit_down(phone.app, "Straight dominoes to 250", "Ann", "Bob")
        score(phone.app, "Ann", 5)  # everything that is written once has been
        log = profile.parent / "strace.txt"
        pids = [f"--attach={pid}" for pid in process_tree(browser_of(profile))]
        tracing = subprocess.Popen(
            [tracer, "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", log, *pids], stderr=subprocess.DEVNULL
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
