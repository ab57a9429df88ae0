"""Saved means saved: a round is on the phone's disk before its page says so, and survives a kill."""

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

from tests.browser.evening import enter_hands, open_round, score, sit_down
from tests.pocket.phone import Phone, browser_of, phone_with, process_tree
from tests.programs import program

KILLS = int(os.environ.get("SCOREKEEPER_KILLS", "1"))
SAVES = 4
CREATED = 201


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
            phone.open(match)
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
