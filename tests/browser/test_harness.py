"""The browser tests' own tools: each of them finds the fault it is for."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.phone import (
    Complaints,
    assert_accessible,
    assert_no_sideways_scroll,
    assert_targets_big_enough,
    shot,
)
from tests.pocket.in_place_of_a_server import WITHOUT_SENSE

SOUND = """<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Sound</title>
<style>:root {color-scheme: light dark; background: Canvas; color: CanvasText}
button {min-width: 60px; min-height: 44px}</style>
<main><h1>Round 1</h1><p>See <a href="#rules">the rules</a> first.</p><button>Save</button></main>"""


def test_a_sound_page_passes(phone: Page) -> None:
    phone.set_content(SOUND)
    assert_no_sideways_scroll(phone)
    assert_targets_big_enough(phone)
    assert_accessible(phone)


@pytest.mark.parametrize(
    ("fault", "validate"),
    [
        ("<div style='width: 391px'>too wide</div>", assert_no_sideways_scroll),
        ("<button style='min-height: 30px'>Undo</button>", assert_targets_big_enough),
        ("<p><a href='#alone'>alone</a></p>", assert_targets_big_enough),
        (
            "<label for=pips>Pips</label><input id=pips style='width: 30px; height: 60px'>",
            assert_targets_big_enough,
        ),
        ("<img src='data:,'>", assert_accessible),
        (
            "<p style='color: light-dark(#777, #eee); background: light-dark(#888, #111)'>Ann leads</p>",
            assert_accessible,
        ),
    ],
    ids=[
        "sideways scroll",
        "small button",
        "lonely link",
        "narrow field",
        "no alternative text",
        "low contrast in the light only",
    ],
)
def test_a_fault_is_seen(phone: Page, fault: str, validate: Callable[[Page], None]) -> None:
    phone.set_content(SOUND.replace("</main>", f"{fault}</main>"))
    with pytest.raises(AssertionError):
        validate(phone)


def test_errors_on_the_page_are_heard(phone: Page, complaints: Complaints) -> None:
    phone.set_content(SOUND)
    with phone.expect_console_message():
        phone.evaluate("console.error('the outbox is stuck')")
    with phone.context.expect_event("weberror"):
        phone.evaluate("setTimeout(() => { throw new Error('no such match') })")
    with pytest.raises(AssertionError, match=r"(?s)the outbox is stuck.*no such match"):
        complaints.check()
    complaints.expect("the outbox is stuck|no such match")


def test_a_shot_shows_both_schemes(phone: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.browser.phone.PICTURED", True)
    monkeypatch.setattr("tests.browser.phone.PICTURES", tmp_path)
    phone.set_content(SOUND)
    dark, light = shot(phone, "sound")
    assert (dark.name, light.name) == ("sound-390-dark.png", "sound-390-light.png")
    assert dark.read_bytes() != light.read_bytes()


def test_what_runs_in_the_pocket_too_asks_for_no_servers_database() -> None:
    here, found = Path(__file__).parent, []
    for file in sorted(here.rglob("test_*.py")):
        text = file.read_text()
        for part in ast.parse(text).body:
            name = f"{file.relative_to(here)}::{getattr(part, 'name', '')}"
            if "::test_" in name and not name.startswith(tuple(WITHOUT_SENSE)):
                found += [name] * (".database" in (ast.get_source_segment(text, part) or ""))
    assert found == [], "left out, with its reason, in tests/pocket/in_place_of_a_server.py"
