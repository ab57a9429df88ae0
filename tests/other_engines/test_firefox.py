"""The core in Firefox: a round by the keypad, plays, updates from another phone, rounds offline."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_engines.firefox import Firefox
from tests.other_engines.tab import Tab
from tests.serving import ServerProcess


def start() -> Firefox:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "Firefox is missing: sudo apt-get install firefox-esr"
    return Firefox(program)


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    browser = start()
    yield browser
    browser.quit()


def totals(*points: int) -> str:
    """An expression that is true while the board says so."""
    shown = "[...document.querySelectorAll('.board .total')].map(total => total.textContent).join()"
    return f"{shown} === '{','.join(map(str, points))}'"


def badge(words: str) -> str:
    return f"document.getElementById('badge').textContent.includes('{words}')"


def press(tab: Tab, pips: str) -> None:
    for digit in pips:
        tab.script(f"document.querySelector('[data-digit=\"{digit}\"]').click()")


def test_a_round_by_the_keypad_and_its_undo(firefox: Firefox, server: ServerProcess) -> None:
    match = firefox.sit_down(server, "draw_100")
    firefox.until(badge("live"))
    firefox.open(f"{match}/rounds/new?out=0")
    press(firefox, "25")
    firefox.until("document.getElementById('preview').textContent.includes('Ann chipped out: 25')")
    firefox.tap("Save")
    firefox.until(totals(25, 0))
    firefox.tap("Undo")
    firefox.until(totals(0, 0))


def test_a_round_saved_as_the_page_is_left_is_kept(firefox: Firefox, server: ServerProcess) -> None:
    match = firefox.sit_down(server, "draw_100")
    firefox.open(f"{match}/rounds/new?out=0")
    press(firefox, "25")
    firefox.until("document.getElementById('preview').textContent.includes('Ann chipped out: 25')")
    firefox.script("(document.getElementById('save').click(), location.href = '/static/icon.svg')")
    firefox.until("!document.getElementById('save')")
    firefox.open(match)
    firefox.until(f"{totals(25, 0)} && !document.querySelector('.board.counted')")


def test_plays_by_key_and_news_from_another_phone(firefox: Firefox, server: ServerProcess) -> None:
    match = firefox.sit_down(server, "fives_250")
    watcher = start()
    try:
        watcher.open(match)
        watcher.until(totals(0, 0))
        firefox.tap("15 for Ann")
        firefox.tap("10 for Ann")
        firefox.until(totals(25, 0))
        watcher.until(totals(25, 0))
    finally:
        watcher.quit()


def test_rounds_entered_without_the_server_arrive_once(firefox: Firefox, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "scorekeeper.db").start()
    try:
        match = firefox.sit_down(server, "draw_100")
        firefox.until("await caches.match(location.href)", seconds=60)
        firefox.open(f"{match}/rounds/new?out=0")
        server.kill()
        for number, pips in enumerate(("37", "12"), 1):
            firefox.until(f"document.querySelector('h1').textContent.trim() === 'Round {number}'")
            firefox.script("document.querySelector('[name=out][value=\"0\"]').click()")
            press(firefox, pips)
            firefox.tap("Save")
            firefox.until(badge(f"{number} waiting"))
        firefox.open(match)
        firefox.until(badge("2 waiting"))
        server.start()
        firefox.until(totals(49, 0), seconds=60)
        firefox.until("document.querySelectorAll('.round-line').length === 2")
        firefox.until(badge("live"))
    finally:
        server.kill()
