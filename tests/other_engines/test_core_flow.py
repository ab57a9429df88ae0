"""From an empty club to a saved round in a second and a third engine, with the server and without."""

from collections.abc import Callable
from pathlib import Path

from tests.other_engines.tab import Tab, press, totals
from tests.serving import ServerProcess


def badge(words: str) -> str:
    return f"document.getElementById('badge').textContent.includes('{words}')"


def enter(tab: Tab, match: str, pips: str) -> None:
    """Ann chipped out, Bob holds so many; not saved yet."""
    tab.open(f"{match}/rounds/new?out=0")
    press(tab, pips)
    tab.until(f"document.getElementById('preview').textContent.includes('Ann chipped out: {pips}')")


def test_a_round_by_the_keypad_and_its_undo(tab: Tab, server: ServerProcess) -> None:
    match = tab.sit_down(server, "draw_100")
    tab.until(badge("live"))
    enter(tab, match, "25")
    tab.tap("Save")
    tab.until(totals(25, 0))
    tab.tap("Undo")
    tab.until(totals(0, 0))


def test_a_round_saved_as_the_page_is_left_is_kept(tab: Tab, server: ServerProcess) -> None:
    match = tab.sit_down(server, "draw_100")
    enter(tab, match, "25")
    tab.script("(document.getElementById('save').click(), location.href = '/static/icon.svg')")
    tab.until("!document.getElementById('save')")
    tab.open(match)
    tab.until(f"{totals(25, 0)} && !document.querySelector('.board.counted')")


def test_plays_by_key_and_news_from_another_phone(start: Callable[[], Tab], server: ServerProcess) -> None:
    phone, watcher = start(), start()
    match = phone.sit_down(server, "fives_250")
    watcher.open(match)
    watcher.until(totals(0, 0))
    phone.tap("15 for Ann")
    phone.tap("10 for Ann")
    phone.until(totals(25, 0))
    watcher.until(totals(25, 0))


def test_a_play_is_counted_without_the_server(tab: Tab, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "scorekeeper.db") as server:
        tab.sit_down(server, "fives_250")
        tab.until(badge("live"))
        server.kill()
        tab.tap("15 for Ann")
        tab.until(f"{totals(15, 0)} && document.querySelector('.board.counted')")
        server.start()


def test_rounds_entered_without_the_server_arrive_once(tab: Tab, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "scorekeeper.db") as server:
        match = tab.sit_down(server, "draw_100")
        tab.until("await caches.match(location.href)", seconds=60)
        tab.open(f"{match}/rounds/new?out=0")
        server.kill()
        for number, pips in enumerate(("37", "12"), 1):
            tab.until(f"document.querySelector('h1').textContent.trim() === 'Round {number}'")
            tab.script("document.querySelector('[name=out][value=\"0\"]').click()")
            press(tab, pips)
            tab.tap("Save")
            tab.until(badge(f"{number} waiting"))
        tab.open(match)
        tab.until(badge("2 waiting"))
        server.start()
        tab.until(totals(49, 0), seconds=60)
        tab.until("document.querySelectorAll('.round-line').length === 2")
        tab.until(badge("live"))
