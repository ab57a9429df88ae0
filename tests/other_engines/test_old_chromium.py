"""The core in old builds of Chromium: from 80 on with JavaScript, before that as plain HTML."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_engines.old_chromium import OldChromium
from tests.serving import ServerProcess

BUILDS = Path(os.environ.get("SCOREKEEPER_OLD_CHROMIUM", "build/old-chromium"))


@pytest.fixture(params=["78", "80", "83", "90", "103"])
def old(request: pytest.FixtureRequest) -> Iterator[OldChromium]:
    folder = BUILDS / request.param
    assert (folder / "chromium").exists(), f"{folder} is missing: tools/old-chromium {BUILDS}"
    browser = OldChromium(folder)
    browser.version = int(request.param)
    yield browser
    browser.quit()


def scripted(old: OldChromium) -> bool:
    return bool(old.script("document.documentElement.className.indexOf('js') >= 0"))


def test_a_round_and_its_undo(old: OldChromium, server: ServerProcess) -> None:
    match = old.sit_down(server, "draw_100")
    if old.version >= 80:
        old.until("document.documentElement.className.indexOf('js') >= 0")
    assert scripted(old) == (old.version >= 80)
    assert f"Chrome/{old.version}." in old.script("navigator.userAgent")
    if scripted(old):
        old.until("document.getElementById('badge').textContent === 'live'")
    old.open(f"{match}/rounds/new?out=0")
    old.fill("pips_1", "25")
    if scripted(old):  # the preview is the phone's own count
        old.until("document.getElementById('preview').textContent.indexOf('25') >= 0")
    old.script("document.getElementById('save').click()")
    old.until("document.querySelector('.total') && document.querySelector('.total').textContent === '25'")
    assert "No signal" not in old.script("document.body.innerText")
    assert old.script("parseFloat(getComputedStyle(document.querySelector('.total')).fontSize)") > 50
    old.tap("Undo")
    old.until("document.querySelector('.total').textContent === '0'")


def test_plays_by_key(old: OldChromium, server: ServerProcess) -> None:
    old.sit_down(server, "fives_250")
    old.tap("15 for Ann")
    old.until("document.querySelector('.total').textContent === '15'")
    old.tap("10 for Bob")
    old.until("document.querySelectorAll('.total')[1].textContent === '10'")
    assert "offline" not in old.script("document.body.innerText")


def test_the_pad_of_ends(old: OldChromium, server: ServerProcess) -> None:
    match = old.sit_down(server, "fives_250")
    old.open(f"{match}?way=ends")
    old.fill("end_0", "5")
    old.fill("end_1", "5")
    old.script("document.querySelector('.made button').click()")
    old.until("document.querySelector('.total').textContent === '10'")


@pytest.mark.parametrize("old", ["80", "83", "90", "103"], indirect=True)
def test_the_preview_warns_before_save(old: OldChromium, server: ServerProcess) -> None:
    match = old.sit_down(server, "draw_100")
    old.open(f"{match}/rounds/new?out=0")
    preview = "document.getElementById('preview').textContent"
    old.until(f"{preview}.indexOf('Enter what Bob still holds') >= 0")
    old.fill("pips_1", "200")
    old.until(f"{preview}.indexOf('Bob cannot have 200 pips') >= 0")
    old.script("document.getElementById('save').click()")
    old.until("document.querySelector('.error') && !document.querySelector('.error').hidden")
    assert "Bob cannot have 200 pips" in old.script("document.querySelector('.error').textContent")
    old.fill("pips_1", "90")  # possible, but hardly ever dealt
    old.until("document.querySelector('.error').hidden")
    old.until(
        f"{preview}.indexOf('90') >= 0 && !document.getElementById('preview').classList.contains('ready')"
    )
    old.fill("pips_1", "25")
    old.until(f"{preview}.indexOf('Ann 25') >= 0 && document.getElementById('preview').matches('.ready')")
