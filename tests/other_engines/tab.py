"""The taps of an evening in one tab of any browser that can run a script in the page."""

import json
import time
from abc import ABC, abstractmethod
from typing import Any

from tests.serving import ServerProcess

SECONDS = 20
TAP = """(words => {
  const found = [...document.querySelectorAll('a, button, label')]
    .filter(each => each.offsetParent)
    .find(each => (each.getAttribute('aria-label') || each.textContent.trim()) === words);
  if (!found) return false;
  found.click();
  return true;
})"""


class PageFault(Exception):
    """A script in the page threw, or there was no page to run it in."""


class Tab(ABC):
    """One tab; ``quit`` ends its browser."""

    @abstractmethod
    def script(self, expression: str) -> Any:
        """Evaluate an expression in the page; raises ``PageFault``."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go there and wait until the page has been loaded."""

    @abstractmethod
    def quit(self) -> None:
        """Close the browser and delete its profile."""

    def until(self, expression: str, seconds: int = SECONDS) -> None:
        """Wait until the expression is true, across navigations."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if self.script(f"!!({expression})"):
                    return
            except PageFault:
                pass  # between two pages there is none to run a script in
            time.sleep(0.1)
        words = self.script("document.body.innerText")
        raise AssertionError(f"never came true: {expression}\n{words}")

    def tap(self, words: str) -> None:
        """Tap the control of this name."""
        self.until(f"{TAP}({json.dumps(words)})")

    def fill(self, name: str, value: str) -> None:
        """At once, as a person's choice: nothing of the page runs between the value and its events."""
        field = f"document.querySelector('[name={name}]')"
        self.until(field)
        event = "field.dispatchEvent(new Event(type, {bubbles: true}))"
        self.script(
            f"(field => {{ field.value = {json.dumps(value)};"
            f" ['input', 'change'].forEach(type => {event}); }})({field})"
        )

    def sit_down(self, server: ServerProcess, game: str) -> str:
        """Open a club and start a match of Ann and Bob; the match's address."""
        self.open(str(server.start_link))
        self.fill("name", "The Crown")
        self.script("document.querySelector('button.primary').click()")
        self.until("location.pathname.indexOf('/c/') === 0")
        self.open(f"{self.script('location.href')}matches/new?game={game}")
        self.fill("seat_0", "Ann")
        self.fill("seat_1", "Bob")
        self.script("document.querySelector('button.primary').click()")
        self.until("document.getElementById('state') && location.pathname.indexOf('/new') < 0")
        return str(self.script("location.origin + location.pathname"))


def totals(*points: int) -> str:
    """An expression that is true while the board says so."""
    shown = "[...document.querySelectorAll('.board .total')].map(total => total.textContent).join()"
    return f"{shown} === '{','.join(map(str, points))}'"


def press(tab: Tab, pips: str) -> None:
    tab.until("document.querySelector('#keypad:not([hidden])')")  # the script shows it
    for digit in pips:
        tab.script(f"document.querySelector('[data-digit=\"{digit}\"]').click()")
