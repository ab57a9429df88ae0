"""What installing the app takes: manifest, icons, and a service worker that never gets stuck."""

import struct
from pathlib import Path

import pytest

from scorekeeper.config import asset_folder
from tests.web.cast import Phone, Pub, open_pub
from tests.web.conftest import app_over


def png_size(path: Path) -> tuple[int, int]:
    """Width and height in pixels, from the header (PNG specification, IHDR)."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_manifest_has_what_a_home_screen_asks_for(crown: Pub) -> None:
    answer = crown.manager.ask("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert {"id", "name", "start_url", "scope", "theme_color", "background_color"} <= set(manifest)
    assert (manifest["display"], len(manifest["short_name"]) <= 12) == ("standalone", True)
    assert sorted((icon["sizes"], icon["purpose"]) for icon in manifest["icons"]) == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for shortcut in manifest["shortcuts"]:
        assert crown.manager.ask(shortcut["url"]).status_code == 303
    for icon in manifest["icons"]:
        assert crown.manager.ask(icon["src"]).mimetype == "image/png"
    for screen in manifest["screenshots"]:
        shown = asset_folder("static") / screen["src"].partition("?")[0].removeprefix("/static/")
        assert "x".join(map(str, png_size(shown))) == screen["sizes"]
        assert shown.stat().st_size < 40_000
    page = crown.manager.open(crown.home)
    links = {v.get("rel"): v["href"] for tag, v in page.tags if tag == "link"}
    assert links["manifest"] == "/manifest.webmanifest"
    assert crown.manager.ask(links["apple-touch-icon"]).status_code == 200


@pytest.mark.parametrize(
    ("name", "size"),
    [("icon-192", 192), ("icon-512", 512), ("icon-maskable-512", 512), ("apple-touch-icon", 180)],
)
def test_icons_are_as_large_as_they_say(name: str, size: int) -> None:
    assert png_size(asset_folder("static") / "icons" / f"{name}.png") == (size, size)


def test_the_worker_is_always_revalidated_and_names_its_build(crown: Pub) -> None:
    answer = crown.manager.ask("/sw.js")
    text = answer.get_data(as_text=True)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    assert crown.manager.ask("/offline").headers["X-Scorekeeper"] in text
    assert text.count("\n") <= 150
    same = crown.manager.ask("/sw.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    for name in ("club.css", "club.js"):
        assert f"/static/bundles/{name}?v=" in text


def test_the_kill_switch_serves_a_worker_that_unregisters_itself(tmp_path: Path) -> None:
    app = app_over(tmp_path, OFFLINE=False)
    text = Phone(app).ask("/sw.js").get_data(as_text=True)
    assert "unregister()" in text
    assert "fetch" not in text
    assert Phone(app).ask(open_pub(app, "The Crown").home).status_code == 200
