"""``python -m bench.phone``: how long a slow phone takes to the keypad and to a new total; heap and traffic.

DevTools slows the page's thread by a factor, and the network where a line says so. Other work on the
machine slows it too, so each line ends with the load.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Error, Locator, Page, expect, sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.phone import PHONE
from tests.browser.table import sit_down
from tests.serving import ServerProcess

SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
NO_LIMIT = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
BETWEEN = 900  # ms from one act to the next
LOOK = 150  # ms
RESTS = 80  # ms a finger is on the glass
PLAYS = 30  # before the heap is looked at

# From the tap, as the browser dates it, to the first frame painted with what was waited for; works
# across a navigation. While it waits it asks the browser for nothing that could hold the page up.
WATCH = """(() => {
  let tap = JSON.parse(sessionStorage.tap ?? null);
  const now = () => performance.timeOrigin + performance.now();
  // What a frame asks for before all else comes once that frame has been laid out and painted.
  const painted = (done) => scheduler.postTask(done, { priority: 'user-blocking' });
  const look = () => {
    if (!tap?.began || tap.took) return;
    const { selector, words } = tap;
    const stands = () => {
      const found = document.querySelector(selector);
      return found && (!words || found.textContent === words) && found.getClientRects().length;
    };
    requestAnimationFrame(() => (stands() ? painted(done) : look()));
    const done = () => { if (stands()) tap.took = now() - tap.began; else look(); };
  };
  addEventListener('click', (event) => {
    if (!tap || tap.began) return;
    tap.began = performance.timeOrigin + event.timeStamp;
    look();
  }, true);
  addEventListener('pagehide', () => { sessionStorage.tap = JSON.stringify(tap); });
  window.want = (wanted) => { tap = wanted; };
  window.took = () => tap?.took;
  look();
})()"""
# What a tap takes of the browser alone, on this machine at this time.
BARE = """<!doctype html><meta name="viewport" content="width=device-width">
<div class="board"><b class="total">0</b></div>
<div class="keys"><form><button type="button" value="5">5</button></form></div>
<script>
  const total = document.querySelector('.total');
  document.querySelector('button').onclick = () => { total.textContent = Number(total.textContent) + 5; };
</script>"""
AT_HAND = """performance.getEntriesByType('resource')
  .some(each => each.name.endsWith('/rounds/new') && each.responseEnd)"""


class Slowed:
    """A page on a phone, and the means to slow it and to weigh it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        for domain in ("Network", "HeapProfiler"):
            self._session.send(f"{domain}.enable")
        self.requests = self.received = 0
        self._session.on("Network.loadingFinished", self._count)

    def _count(self, event: dict[str, float]) -> None:
        self.requests += 1
        self.received += int(event["encodedDataLength"])

    def slow(self, rate: float, network: dict[str, float | bool]) -> None:
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        self._session.send("Network.emulateNetworkConditions", network)

    def took(self, control: Locator, selector: str, words: str = "") -> float:
        """Milliseconds from a tap on this until what it is for has been painted."""
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None, "nothing stands there to be tapped"
        self.page.evaluate("tap => want(tap)", {"selector": selector, "words": words})
        self._press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return float(str(self.until("window.took()")))

    def _press(self, x: float, y: float) -> None:
        """A finger rests: what the page does as it comes down is done before it is lifted."""
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            self.page.wait_for_timeout(RESTS if points else 0)

    def until(self, expression: str) -> object:
        """What an expression comes to as soon as it is true."""
        while True:
            self.page.wait_for_timeout(LOOK)
            with suppress(Error):  # between two pages there is none to ask
                if found := self.page.evaluate(expression):
                    return found

    def heap(self) -> str:
        """What is left after a forced collection."""
        self._session.send("HeapProfiler.collectGarbage")
        used = self._session.send("Runtime.getHeapUsage")["usedSize"] / 1000
        counted = self._session.send("Memory.getDOMCounters")
        return f"{used:.0f} kB, {counted['nodes']} nodes, {counted['jsEventListeners']} listeners"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", type=float, nargs="*", default=[1, 6])
    parser.add_argument("--acts", type=int, default=20)
    asked = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        server = ServerProcess(Path(folder, "scorekeeper.db")).start()
        try:
            for rate in asked.rates:
                plays(browser, server, rate, asked.acts)
                rounds(browser, server, rate, asked.acts)
            weight(browser, server)
        finally:
            server.kill()
            browser.close()


@contextmanager
def phone_at(browser: Browser, server: ServerProcess, game: str) -> Iterator[Slowed]:
    with browser.new_context(**PHONE) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        sit_down(page, server, game)
        yield Slowed(page)


@contextmanager
def bare_phone(browser: Browser) -> Iterator[Slowed]:
    with browser.new_context(**PHONE) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.route("http://bare.test/", lambda route: route.fulfill(body=BARE, content_type="text/html"))
        page.goto("http://bare.test/")
        yield Slowed(page)


def plays(browser: Browser, server: ServerProcess, rate: float, acts: int) -> None:
    """A key of points tapped, the new total painted; beside it a page that does nothing else."""
    with phone_at(browser, server, "fives_250") as phone, bare_phone(browser) as bare:
        phone.slow(rate, NO_LIMIT)
        bare.slow(rate, NO_LIMIT)
        taken: list[float] = []
        floor: list[float] = []
        for number in range(1, acts + 1):
            for each, times in ((phone, taken), (bare, floor)):
                each.page.wait_for_timeout(BETWEEN)
                times.append(play(each, number))
        say(f"{rate:g}x: key tapped, new total", taken)
        say(f"{rate:g}x: the same on a bare page", floor)


def play(phone: Slowed, number: int) -> float:
    key = phone.page.locator(".keys form:nth-child(1) button[value='5']")
    return phone.took(key, ".board .total", str(5 * number))


def rounds(browser: Browser, server: ServerProcess, rate: float, acts: int) -> None:
    """The keypad on slow 3G, with the form at hand and without; then Save tapped, the new total painted.

    As in an evening, the page is loaded now and then, not for every round.
    """
    at_hand, fetched, saved = [], [], []
    with phone_at(browser, server, "draw_100") as phone:
        page, match = phone.page, phone.page.url.split("?")[0]
        for number in range(acts):
            phone.slow(rate, SLOW_3G)
            link = page.locator("#state a[href*='/rounds/new']").first
            if number % 4 == 0:
                page.goto(match)
                fetched.append(phone.took(link, ".keypad"))
                page.goto(match)
            phone.until(AT_HAND)
            page.wait_for_timeout(BETWEEN)
            at_hand.append(phone.took(link, ".keypad"))
            phone.slow(rate, NO_LIMIT)
            page.locator(".keypad [data-digit='1']").tap()
            page.wait_for_timeout(BETWEEN)
            saved.append(phone.took(page.locator("#save"), ".board .total", str(number + 1)))
            page.locator(".board:not(.counted)").wait_for()
    say(f"{rate:g}x, slow 3G: tapped, keypad, form at hand", at_hand)
    say(f"{rate:g}x, slow 3G: tapped, keypad, form fetched", fetched)
    say(f"{rate:g}x: Save tapped, new total", saved)


def weight(browser: Browser, server: ServerProcess) -> None:
    """Heap and traffic of the phone that enters plays."""
    with phone_at(browser, server, "fives_250") as phone:
        expect(phone.page.locator("#badge")).to_have_text("live")
        phone.page.wait_for_timeout(3 * BETWEEN)
        print("heap at the start:", phone.heap())
        phone.requests = phone.received = 0
        for number in range(1, PLAYS + 1):
            phone.page.wait_for_timeout(BETWEEN)
            play(phone, number)
            if number % 10 == 0:
                print(
                    f"after {number} plays: {phone.heap()}; {phone.requests} requests, {phone.received:,} B"
                )


def say(what: str, taken: list[float]) -> None:
    high = statistics.quantiles(taken, n=20, method="inclusive")[-1]
    load = f"load {os.getloadavg()[0]:.1f}"
    middle = statistics.median(taken)
    print(f"{what}: p50 {middle:.0f}, p95 {high:.0f} ms of {len(taken)}, {load}", flush=True)


if __name__ == "__main__":
    main()
