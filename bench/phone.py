"""``python -m bench.phone``: how long a slow phone takes to the keypad and to a new total; heap and traffic.

DevTools slows the page's thread by a factor, and the network where a line says so. Other work on the
machine slows it too, so each line ends with the load.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Error, Page, expect, sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.phone import PHONE
from tests.browser.table import sit_down
from tests.serving import ServerProcess

SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
NO_LIMIT = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
BETWEEN = 900  # ms from one act to the next
LOOK = 150  # ms
PLAYS = 30  # before the heap is looked at

# From the tap, as the browser dates it, to the first frame painted with what was waited for; works
# across a navigation.
WATCH = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  // A message that a frame sends comes once that frame has been laid out and painted.
  const painted = (done) => {
    const after = new MessageChannel();
    after.port1.onmessage = done;
    after.port2.postMessage(0);
  };
  const look = () => {
    const { began, wanted, took } = sessionStorage;
    if (!began || took) return;
    const [selector, words] = JSON.parse(wanted);
    const stands = () => {
      const found = document.querySelector(selector);
      return found && (!words || found.textContent === words) && found.getClientRects().length;
    };
    requestAnimationFrame(() => (stands() ? painted(done) : look()));
    const done = () => { if (stands()) sessionStorage.took = now() - Number(began); else look(); };
  };
  addEventListener('click', (event) => {
    if (!sessionStorage.wanted || sessionStorage.began) return;
    sessionStorage.began = performance.timeOrigin + event.timeStamp;
    look();
  }, true);
  look();
})()"""
WANT = """wanted => {
  delete sessionStorage.began;
  delete sessionStorage.took;
  sessionStorage.wanted = JSON.stringify(wanted);
}"""
AT_HAND = """performance.getEntriesByType('resource')
  .some(each => each.name.endsWith('/rounds/new') && each.responseEnd)"""


class Slowed:
    """A page on a phone, and the means to slow it and to weigh it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        for domain in ("Network", "Performance", "HeapProfiler"):
            self._session.send(f"{domain}.enable")
        self.requests = self.received = 0
        self._session.on("Network.loadingFinished", self._count)

    def _count(self, event: dict[str, float]) -> None:
        self.requests += 1
        self.received += int(event["encodedDataLength"])

    def slow(self, rate: float, network: dict[str, float | bool]) -> None:
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        self._session.send("Network.emulateNetworkConditions", network)

    def took(self, tap: Callable[[], None], selector: str, words: str = "") -> float:
        """Milliseconds from this tap until what it is for has been painted."""
        self.page.evaluate(WANT, [selector, words])
        tap()
        return float(str(self.until("Number(sessionStorage.took ?? 0)")))

    def until(self, expression: str) -> object:
        """What an expression comes to as soon as it is true."""
        while True:
            with suppress(Error):  # between two pages there is none to ask
                if found := self.page.evaluate(expression):
                    return found
            self.page.wait_for_timeout(LOOK)

    def heap(self) -> str:
        """What is left after a forced collection."""
        self._session.send("HeapProfiler.collectGarbage")
        used = self._session.send("Runtime.getHeapUsage")["usedSize"] / 1000
        counted = self._session.send("Memory.getDOMCounters")
        return f"{used:.0f} kB, {counted['nodes']} nodes, {counted['jsEventListeners']} listeners"

    def spent(self) -> dict[str, float]:
        """Milliseconds that the page's thread has worked so far, by kind."""
        metrics = {
            one["name"]: one["value"] for one in self._session.send("Performance.getMetrics")["metrics"]
        }
        kinds = {"script": "ScriptDuration", "layout": "LayoutDuration", "style": "RecalcStyleDuration"}
        return {kind: 1000 * metrics[name] for kind, name in {**kinds, "all": "TaskDuration"}.items()}


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


def plays(browser: Browser, server: ServerProcess, rate: float, acts: int) -> None:
    """A key of points tapped, the new total painted."""
    with phone_at(browser, server, "fives_250") as phone:
        phone.slow(rate, NO_LIMIT)
        before, taken = phone.spent(), []
        for number in range(1, acts + 1):
            phone.page.wait_for_timeout(BETWEEN)
            taken.append(play(phone, number))
        spent = {kind: (after - before[kind]) / acts for kind, after in phone.spent().items()}
        say(f"{rate:g}x: key tapped, new total", taken)
        print(
            "    of it each time:", ", ".join(f"{kind} {ms:.0f} ms" for kind, ms in spent.items()), flush=True
        )


def play(phone: Slowed, number: int) -> float:
    key = phone.page.locator(".keys form:nth-child(1) button[value='5']")
    return phone.took(key.tap, ".board .total", str(5 * number))


def rounds(browser: Browser, server: ServerProcess, rate: float, acts: int) -> None:
    """The keypad on slow 3G, with the form at hand and without; then Save tapped, the new total painted."""
    at_hand, fetched, saved = [], [], []
    with phone_at(browser, server, "draw_100") as phone:
        page, match = phone.page, phone.page.url.split("?")[0]
        for number in range(acts):
            phone.slow(rate, SLOW_3G)
            link = page.locator("#state a[href*='/rounds/new']").first
            if number % 4 == 0:
                page.goto(match)
                fetched.append(phone.took(link.tap, ".keypad"))
            page.goto(match)
            phone.until(AT_HAND)
            page.wait_for_timeout(BETWEEN)
            at_hand.append(phone.took(link.tap, ".keypad"))
            phone.slow(rate, NO_LIMIT)
            page.locator(".keypad [data-digit='1']").tap()
            page.wait_for_timeout(BETWEEN)
            saved.append(phone.took(page.locator("#save").tap, ".board .total", str(number + 1)))
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
