"""``python -m bench.pocket``: what the pocket costs a phone: starts at three speeds, saves, storage.

To slow it down, the browser's renderers are stopped most of the time: DevTools' throttle does not affect
workers.
"""

import argparse
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Playwright, expect, sync_playwright

import tests.browser.conftest  # noqa: F401 - a tap by name first lifts the finger
from pocket.packing.__main__ import OUT
from tests.browser.evening import sit_down
from tests.pocket.phone import START, Phone, browser_of, phone_with, process_tree
from tests.pocket.static_host import static_host

SLICE = 0.010  # seconds that a slowed renderer runs at a time
LINE = 5_000_000 / 8  # bytes a second
STEPS = 50  # saves between two lines
PLAYED = 12  # saves after which a browser keeps what it has compiled
AWHILE = 6_000  # milliseconds until what is shown is kept for the next start
STEADY = 1_100  # milliseconds; a second tap within a second does nothing
# When the first page was painted; it may have been there before Python was.
SHOWN = """() => {
  const { performance: page } = document.getElementById("app").contentWindow;
  const painted = page.getEntriesByName("first-contentful-paint")[0]?.startTime;
  return painted && page.timeOrigin + painted - performance.timeOrigin;
}"""
KINDS = [("first", ""), *[("warm", "")] * 3, ("no snapshot", "?plain")]
KEPT = "() => performance.getEntriesByName('snapshot kept').length"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", type=float, nargs="*", default=[1, 4, 6])
    parser.add_argument("--saves", type=int, default=200)
    asked = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        for rate in asked.rates:
            starts(playwright, Path(folder, f"rate-{rate:g}"), rate)
        line(playwright, Path(folder, "line"))
        if asked.saves:
            saves(playwright, Path(folder, "saves"), asked.saves)


def starts(playwright: Playwright, profile: Path, rate: float) -> None:
    """Seconds from the navigation to the app's page: a first start, one without a snapshot, warm ones."""
    with static_host(OUT) as url:
        address = url
        for kind, query in KINDS:
            with phone_with(playwright, profile) as phone, slowed(profile, rate):
                phone.shell.set_default_timeout(4 * START)
                began = time.monotonic()
                phone.shell.goto(address.replace("#", f"{query}#"))
                took = phone.shell.wait_for_function(SHOWN).json_value() / 1000
                answered = "" if kind == "first" else point(phone, began)
                phone.wait_for_the_app()
                steps = phone.shell.evaluate("window.started.steps")
                print(f"{rate:g}x {kind}: {took:.1f} s{answered} {steps}", flush=True)
                if kind == "first":
                    phone.shell.wait_for_function(KEPT)
                    phone.open_club()
                else:
                    phone.shell.wait_for_timeout(AWHILE)
            if kind == "first":
                address = play_a_match(playwright, profile, url)


def point(phone: Phone, began: float) -> str:
    """A tap as soon as the page is there: when it is counted, and when it is in the club's file."""
    before = phone.app.locator(".board .total").first.inner_text()
    with phone.context.expect_event("response", lambda answer: answer.request.method == "POST"):
        phone.app.locator("button[value='5']").first.tap()
        expect(phone.app.locator(".board .total").first).not_to_have_text(before)
        counted = time.monotonic() - began
    return f", a tap counted at {counted:.1f} s and saved at {time.monotonic() - began:.1f} s"


def play_a_match(playwright: Playwright, profile: Path, url: str) -> str:
    """What somebody does on the first evening; the match's address."""
    with phone_with(playwright, profile) as phone:
        phone.open(url)
        sit_down(phone.app, "Straight dominoes to 250", "Ann", "Bob")
        for number in range(PLAYED):
            save(phone, number)
        phone.shell.wait_for_timeout(AWHILE)
        return phone.shell.url


def line(playwright: Playwright, profile: Path) -> None:
    """A first start over a line of 5 Mbit/s, with brotli as a host sends it."""
    with static_host(OUT, rate=LINE) as url, phone_with(playwright, profile) as phone:
        phone.open(url)
        print(f"first start over 5 Mbit/s: {phone.shell.evaluate(SHOWN) / 1000:.1f} s", flush=True)


def saves(playwright: Playwright, profile: Path, count: int) -> None:
    """Taps of a points key, each undone by the next: time to the new page, Python's heap, storage."""
    with static_host(OUT) as url, phone_with(playwright, profile) as phone:
        phone.open(url)
        phone.open_club()
        sit_down(phone.app, "Straight dominoes to 250", "Ann", "Bob")
        heap = phone.shell.evaluate("window.started.heap")
        print(
            f"heap at the start {heap / 1e6:.1f} MB, renderers {resident(profile) / 1e6:.0f} MB", flush=True
        )
        took: list[float] = []
        for number in range(count):
            took.append(save(phone, number))
            if len(took) % STEPS == 0:
                median = 1000 * statistics.median(took[-STEPS:])
                memory = resident(profile) / 1e6
                print(f"{len(took)} saves: median {median:.0f} ms, renderers {memory:.0f} MB", flush=True)
        used = phone.shell.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
        print(f"storage {used / 1e6:.1f} MB")


def save(phone: Phone, number: int) -> float:
    """One act from the tap to the page that shows it."""
    phone.app.wait_for_timeout(STEADY)
    key = phone.app.locator("input[name=key]").first.get_attribute("value")
    began = time.monotonic()
    if number % 2:
        phone.app.get_by_role("button", name="Undo", exact=True).tap()
    else:
        phone.app.locator("button[value='5']").first.tap()
    expect(phone.app.locator(f"input[name=key][value='{key}']")).to_have_count(0)
    return time.monotonic() - began


@contextmanager
def slowed(profile: Path, rate: float) -> Iterator[None]:
    """Let this browser's renderers run for one part in ``rate`` of the time."""
    over = threading.Event()

    def run() -> None:
        while not over.is_set():
            pids = renderers(profile)
            for _ in range(10):
                each(pids, signal.SIGSTOP)
                time.sleep(SLICE * (rate - 1))
                each(pids, signal.SIGCONT)
                time.sleep(SLICE)

    thread = threading.Thread(target=run)
    if rate > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if rate > 1:
            thread.join()


def renderers(profile: Path) -> list[int]:
    found = []
    for pid in process_tree(browser_of(profile)):
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def resident(profile: Path) -> int:
    """Bytes of memory that this browser's renderers have: pages, scripts and Python's heap."""
    pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in renderers(profile))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def each(pids: list[int], how: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, how)


if __name__ == "__main__":
    main()
