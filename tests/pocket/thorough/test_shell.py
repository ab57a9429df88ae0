"""The page around the app: a failing start, a newer edition, and no mixing with a club of its origin."""

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.evening import go, sit_down
from tests.pocket.phone import KEPT, SNAPSHOT_KEPT, START, Phone, frame_of
from tests.pocket.static_host import static_host
from tests.serving import ServerProcess

REMEMBER_LOCKS = """() => {
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  window.locks = [];
  navigator.wakeLock.request = async kind => {
    const lock = await request(kind);
    window.locks.push(lock);
    return lock;
  };
}"""
# An edition is complete once its worker waits.
LOADED = """async edition => {
  const { installing, waiting } = await navigator.serviceWorker.getRegistration();
  return waiting && !installing && (await caches.keys()).some(name => name.endsWith(edition));
}"""
HALF = """async () => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('pocket pocket', { recursive: true });
  const folder = await root.getDirectoryHandle("pocket pocket", { create: true });
  const file = await folder.getFileHandle("scorekeeper.db", { create: true });
  const writable = await file.createWritable();
  await writable.write(new Uint8Array(8192).fill(7, 100));
  await writable.close();
}"""
NEWER_PREPARED = "() => performance.getEntriesByName('newer prepared').length > 0"
SNAPSHOTS = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('pocket pocket');
  const snapshots = await folder.getDirectoryHandle('snapshots');
  const names = [];
  for await (const name of snapshots.keys()) names.push(name);
  return names.sort();
}"""
THROW_AWAY = """async () => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('pocket pocket', { recursive: true });
}"""
SPOIL = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('pocket pocket');
  const file = await folder.getFileHandle('scorekeeper.db');
  const writable = await file.createWritable({ keepExistingData: true });
  await writable.write({ type: 'write', position: 0, data: 'X'.repeat(40) });
  await writable.close();
}"""


def test_damaged_file_is_reported_offered_and_replaced(phone: Phone, address: str, tmp_path: Path) -> None:
    phone.open_club("The Plough")
    copy = phone.copy(tmp_path / "copy.db")
    phone.shell.evaluate(SPOIL)
    phone.shell.goto(address)
    message = phone.shell.locator("#message")
    expect(message).to_contain_text("The club’s file on this phone cannot be read", timeout=START)
    with phone.shell.expect_download() as download:
        phone.shell.get_by_role("button", name="Save the club’s file").tap()
    assert download.value.suggested_filename == "scorekeeper.db"
    damaged = tmp_path / "damaged.db"
    download.value.save_as(damaged)
    assert damaged.read_bytes().startswith(b"X" * 40)
    chooser = phone.shell.get_by_label("Restore a saved file")
    chooser.set_input_files(damaged)
    expect(message).to_have_text("That is not a Scorekeeper file. Nothing was changed.")
    phone.shell.on("dialog", lambda dialog: dialog.accept())
    with phone.shell.expect_event("load"):
        chooser.set_input_files(copy)
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_contain_text("The Plough")
    with closing(sqlite3.connect(phone.copy(tmp_path / "again.db"))) as db:
        assert db.execute("SELECT name FROM clubs").fetchall() == [("The Plough",)]


def test_club_that_the_browser_threw_away_is_announced(phone: Phone, address: str) -> None:
    phone.open_club()
    page = phone.app.url
    phone.wait_until(KEPT, [page])
    phone.shell.goto(address + "icons/icon-192.png")
    phone.shell.evaluate(THROW_AWAY)
    phone.shell.goto(address)
    expect(phone.shell.locator("#message")).to_contain_text("the browser has deleted it", timeout=START)
    phone.shell.get_by_role("button", name="Start again with no club").tap()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("button", name="Open the club")).to_be_visible()
    assert not phone.shell.evaluate(KEPT, [page])


def test_download_that_breaks_off_goes_on(
    new_phone: Callable[[], Phone], built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "served"
    shutil.copytree(built, folder)
    (library,) = folder.glob("python-*/python_stdlib.zip")
    whole = library.read_bytes()
    Path(f"{library}.br").unlink()
    library.write_bytes(whole[:1000] + b"<html>a wifi's log-in page</html>")
    phone = new_phone()
    with static_host(folder) as url:
        phone.shell.goto(url)
        message = phone.shell.locator("#message")
        expect(message).to_have_text("The download broke off. What has come is kept.", timeout=START)
        library.write_bytes(whole)
        phone.shell.get_by_role("button", name="Try again").tap()
        phone.wait_for_the_app()


def publish(phone: Phone, folder: Path, edition: str, change: tuple[str, str]) -> None:
    """Serve an edition whose worker differs by this change, and wait until the phone has loaded it."""
    script = folder / "service-worker.js"
    worker = re.sub(r'(EDITION = ")\w+"', rf'\1{edition}"', script.read_text())
    script.write_text(worker.replace(*change))
    phone.shell.evaluate("navigator.serviceWorker.getRegistration().then(kept => kept.update())")
    phone.wait_until(LOADED, edition)


def test_newer_edition_waits_for_the_next_start(
    new_phone: Callable[[], Phone], built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "served"
    shutil.copytree(built, folder)
    Path(f"{folder / 'service-worker.js'}.br").unlink()
    phone = new_phone()
    with static_host(folder) as url:
        phone.open(url)
        phone.open_club()
        publish(phone, folder, "stubborn", ("take over", "nothing"))
        go(phone.app, "Players")
        expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")
        phone.shell.reload()
        phone.wait_for_the_app()  # the older edition goes on where the newer cannot take over
        assert len(phone.shell.evaluate("caches.keys()")) == 2
        publish(phone, folder, "newer", ("nothing", "take over"))
        for _ in range(4):  # a browser may have the older one finish something first
            phone.shell.reload()
            phone.wait_for_the_app()
            if len(phone.shell.evaluate("caches.keys()")) == 1:
                break
        assert [name.split()[-1] for name in phone.shell.evaluate("caches.keys()")] == ["newer"]
        expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")


def publish_anew(folder: Path, phone: Phone) -> str:
    """Serve an edition under names of its own, and wait until the phone has made its snapshot; its name."""
    (app,) = folder.glob("app-*")
    newer = app.with_name("app-feedfeedfeed")
    shutil.copytree(app, newer)
    index, script = folder / "index.html", folder / "service-worker.js"
    before = hashlib.sha256(index.read_bytes()).hexdigest()
    for path in (index, script):
        path.write_text(path.read_text().replace(app.name, newer.name))
        Path(f"{path}.br").unlink()
    after = hashlib.sha256(index.read_bytes()).hexdigest()
    publish(phone, folder, "feed", (before, after))
    phone.shell.wait_for_function(NEWER_PREPARED, timeout=START)
    return newer.name


def test_newer_edition_makes_its_snapshot_while_the_older_one_is_open(
    new_phone: Callable[[], Phone], built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "served"
    shutil.copytree(built, folder)
    phone = new_phone()
    with static_host(folder) as url:
        phone.open(url)
        phone.open_club()
        phone.shell.wait_for_function(SNAPSHOT_KEPT, timeout=START)
        older = phone.shell.evaluate("window.started.edition")
        newer = publish_anew(folder, phone)
        assert phone.shell.evaluate(SNAPSHOTS) == sorted((older, newer)), "the older one's is still there"
        go(phone.app, "Players")
        for _ in range(4):  # a browser may have the older one finish something first
            phone.shell.reload()
            phone.wait_for_the_app()
            started = phone.shell.evaluate("window.started")
            assert started["warm"]
            if started["edition"] == newer:
                break
        assert started["edition"] == newer
        expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")


def test_first_file_that_a_kill_left_half_is_made_anew(phone: Phone, address: str, tmp_path: Path) -> None:
    """A new database gets its header last: without it nothing in it was ever acknowledged."""
    phone.shell.goto(address + "icons/icon-192.png")
    phone.shell.evaluate(HALF)
    phone.open(address)
    phone.open_club("The Plough")
    with closing(sqlite3.connect(phone.copy(tmp_path / "copy.db"))) as db:
        assert db.execute("SELECT name FROM clubs").fetchall() == [("The Plough",)]


def test_second_tab_waits_and_takes_over(phone: Phone, address: str) -> None:
    phone.open_club()
    second = phone.context.new_page()
    second.goto(address)
    expect(second.locator("#message")).to_have_text("Scorekeeper is open in another tab.")
    go(phone.app, "Players")
    expect(phone.app.get_by_role("heading", level=1)).to_contain_text("Players")
    second.get_by_role("button", name="Use it here").tap()
    expect(frame_of(second).get_by_role("heading", level=1)).to_contain_text("The Crown", timeout=60_000)
    expect(phone.shell.locator("#message")).to_have_text("Scorekeeper is open in another tab.")
    second.close()
    phone.shell.get_by_role("button", name="Use it here").tap()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("navigation", name="Club")).to_be_visible()


def test_screen_stays_awake_while_a_match_is_shown(phone: Phone) -> None:
    phone.context.grant_permissions(["screen-wake-lock"])  # which a browser without a window has to be told
    phone.shell.evaluate(REMEMBER_LOCKS)
    phone.open_club()
    sit_down(phone.app, "Straight dominoes to 250", "Ann", "Bob")
    phone.shell.wait_for_function("() => window.locks.some(lock => !lock.released)")
    go(phone.app, "Players")
    phone.shell.wait_for_function("() => window.locks.every(lock => lock.released)")


@pytest.mark.usefixtures("built")
def test_club_and_pocket_of_one_origin_do_not_mix(
    new_phone: Callable[[], Phone], server: ServerProcess
) -> None:
    phone = new_phone()
    assert server.start_link is not None
    page = phone.context.new_page()
    page.goto(server.start_link)
    page.locator("input[name=name]").fill("The Crown")
    page.get_by_role("button", name="Open the club").click()
    page.wait_for_url("**/c/*/", timeout=START)
    phone.open(f"{server.url}/pocket/")
    phone.open_club("The Plough")
    page.reload()
    phone.shell.wait_for_function("caches.keys().then(names => names.length > 1)", timeout=START)
    names = phone.shell.evaluate("caches.keys()")
    assert {name.split()[0] for name in names} == {"club", "pocket"}
    databases = "indexedDB.databases().then(all => all.map(each => each.name).sort())"
    phone.shell.wait_for_function(f"{databases}.then(names => names.length >= 2)", timeout=START)
    assert phone.shell.evaluate(databases) == ["scorekeeper", "scorekeeper/pocket/app"]
    expect(page.get_by_role("heading", level=1)).to_have_text("The Crown")
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Plough")
    assert phone.shell.evaluate("document.cookie") == "pocket=1"


def test_another_sites_page_changes_nothing(phone: Phone) -> None:
    """A form sent to the top frame gets no further than the service worker; other frames are forbidden."""
    phone.open_club()
    club = phone.app.url
    page = phone.context.new_page()
    page.goto("about:blank")
    page.set_content(
        f"<form method='post' action='{club}name'><input name='name' value='Mine'><button>Go</button></form>"
    )
    with page.expect_navigation():
        page.get_by_role("button").click()
    assert "That was sent by another site’s page" in page.content()
    phone.shell.reload()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Crown")
