"""A phone with a pocket: a browser with a profile on the disk, and the app in the shell's frame."""

import base64
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

from playwright.sync_api import BrowserContext, Frame, Page, Playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.chromium import FLAGS, executable
from tests.browser.phone import PHONE

PATIENCE = 30_000  # ms for a page, on a machine that is busy with other tests
START = 180_000  # ms for a first start on a busy machine
SHOWN = "performance.getEntriesByName('page shown').length > 0"
STARTED = f"window.started && {SHOWN}"  # a page may be there before Python
KEPT = "async pages => (await Promise.all(pages.map(page => caches.match(page)))).every(Boolean)"
SNAPSHOT_KEPT = "() => performance.getEntriesByName('snapshot kept').length > 0"
# A start that is merely slow also offers choices, and goes on.
STUCK = (
    "document.getElementById('ways')?.hidden === false"
    " && !document.getElementById('message').textContent.includes('taking a long time')"
)
# Firefox asks whether a page may keep its data, and nothing may wait until somebody answers.
NOT_ANSWERED = "if (navigator.storage) navigator.storage.persist = () => new Promise(() => {})"
READ_FILE = """async name => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('pocket pocket');
  const bytes = await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer();
  return btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''));
}"""


class Phone:
    """One browser and its shell. The evening's taps go to ``app``."""

    def __init__(self, context: BrowserContext, profile: Path) -> None:
        self.context = context
        self.profile = profile
        self.shell = context.pages[0]
        self.errors: list[str] = []
        context.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NOT_ANSWERED)

    @property
    def app(self) -> Page:
        """The app's frame; it can be used like a page."""
        return cast(Page, frame_of(self.shell))

    def open(self, address: str) -> None:
        """Go to the pocket and wait for its first page."""
        self.shell.goto(address)
        self.wait_for_the_app()

    def wait_for_the_app(self) -> None:
        self.shell.wait_for_function(f"() => ({STARTED}) || {STUCK}", timeout=START)
        assert self.shell.evaluate(SHOWN), self.shell.locator("#message").inner_text()

    def wait_until(self, function: str, argument: object) -> None:
        """Until this async function says so; ``wait_for_function`` takes a promise for yes."""
        for _ in range(PATIENCE // 100):
            if self.shell.evaluate(function, argument):
                return
            self.shell.wait_for_timeout(100)
        raise AssertionError(function)

    def open_club(self, name: str = "The Crown") -> None:
        """The first page of a new phone, answered."""
        self.app.locator("input[name=name]").fill(name)
        self.app.get_by_role("button", name="Open the club").tap()
        self.app.wait_for_url("**/c/*/")

    def cut(self, *, off: bool = True) -> None:
        """Airplane mode, on or off."""
        self.context.set_offline(off)

    def copy(self, path: Path) -> Path:
        """Copy the database from this phone's disk; closes the pocket."""
        self.shell.goto(self.shell.url.partition("#")[0] + "icons/icon-192.png")
        path.write_bytes(self.read())
        return path

    def read(self) -> bytes:
        """The database as it is on this phone's disk now, between two requests."""
        return base64.b64decode(self.shell.evaluate(READ_FILE, "scorekeeper.db"))

    def kill(self) -> None:
        """End every process of this browser at once, as when the battery is pulled."""
        root = browser_of(self.profile)
        processes = process_tree(root)
        for how in (signal.SIGSTOP, signal.SIGKILL):
            for pid in processes | (process_tree(root) if how == signal.SIGSTOP else set()):
                with suppress(ProcessLookupError):
                    os.kill(pid, how)


def frame_of(shell: Page) -> Frame:
    """The app's frame within a shell."""
    return shell.frames[-1]


@contextmanager
def phone_with(playwright: Playwright, profile: Path, **options: object) -> Iterator[Phone]:
    """A browser on this profile; the next one finds what this one has stored."""
    for lock in profile.glob("Singleton*"):
        lock.unlink()
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=executable(), args=FLAGS, **{**PHONE, **options}
    )
    try:
        yield Phone(context, profile)
    finally:
        with suppress(PlaywrightError):  # a browser that was killed is gone already
            context.close()


def copied(profile: Path, to: Path) -> Path:
    """A copy of a phone that is switched off."""
    return shutil.copytree(profile, to, ignore=shutil.ignore_patterns("Singleton*"))


def browser_of(profile: Path) -> int:
    """The process that was started with this profile."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
            ours = f"--user-data-dir={profile}" in command and "--type=" not in command
            if ours and "chromium" in command.partition("\0")[0]:
                return int(folder.name)
    raise AssertionError(f"No browser runs on {profile}")


def process_tree(root: int) -> set[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(folder.name))
    found, todo = {root}, [root]
    while todo:
        more = [pid for pid in children.get(todo.pop(), []) if pid not in found]
        found.update(more)
        todo += more
    return found
