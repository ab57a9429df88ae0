"""The phone's count in a browser, asked many questions at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

STATIC = Path(__file__).parents[3] / "static"
AT_ONCE = 150  # matches in one question, about 2,000 entries
ASKED = """async (text) => {
  const count = await import("/count/count.js"), {doubtsOf, faultsOf} = await import("/count/faults.js");
  const messages = (...end) => faultsOf(...end).map(({message}) => message);
  const said = (table, before, entry) => {
    const wrong = entry.kind === "round" ? messages(table, before, entry) : [];
    const {standing, steps, refusal} = count.add(table, before, entry);
    if (refusal !== undefined) return {refusal, wrong};
    const {unsure, ...after} = standing;
    const doubts = entry.kind === "round" ? doubtsOf(table, entry) : [];
    return {after, steps, wrong, doubts,
      becomes: count.newTotals(table, before, {standing, steps}),
      needs: after.totals.map((total) => count.need(table.card, total)),
      over: after.totals.map((total) => count.tooMuch(table.card, total))};
  };
  return JSON.stringify(JSON.parse(text).map(({table, start, moves}) => {
    let now = start;
    return moves.map(({before, entry, served, taken}) => {
      if (served) now = before;
      const alone = said(table, before, entry), drifted = said(table, now, entry);
      const {standing} = count.fold(table, now, taken ? [entry] : []);
      now = standing;
      return {...alone, drifted: JSON.stringify(alone) !== JSON.stringify(drifted)};
    });
  }));
}"""


class Counting:
    """A page with the count, its text changed where a test wants to see a fault noticed."""

    def __init__(self, browser: Browser, changed: Callable[[str], str] = str) -> None:
        self._browser, self._changed = browser, changed

    def __enter__(self) -> Counting:
        self._page = self._browser.new_page()
        self._page.route("http://count.test/**", self._serve)
        self._page.goto("http://count.test/")
        return self

    def __exit__(self, *_: object) -> None:
        self._page.close()

    def _serve(self, route: Any) -> None:
        path = route.request.url.removeprefix("http://count.test/")
        if not path.endswith(".js"):
            route.fulfill(body="<!doctype html><title>Count</title>", content_type="text/html")
            return
        text = (STATIC / path).read_text(encoding="utf-8")
        text = self._changed(text) if path == "count/count.js" else text
        route.fulfill(body=text, content_type="text/javascript; charset=utf-8")

    @property
    def page(self) -> Page:
        return self._page

    def answers(self, matches: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
        """What the count says of every entry: added to the rules' standing, and to its own."""
        asked = [
            {
                **match,
                "moves": [
                    {**{key: move[key] for key in ("before", "entry", "served")}, "taken": "after" in move}
                    for move in match["moves"]
                ],
            }
            for match in matches
        ]
        # As text: Playwright takes fifty times as long over values that are nested so deep.
        return json.loads(self._page.evaluate(ASKED, json.dumps(asked)))

    def differences(self, matches: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Every entry that the count says anything else about than the rules."""
        rest = iter(matches)
        while batch := list(islice(rest, AT_ONCE)):
            for match, answers in zip(batch, self.answers(batch), strict=True):
                for move, said in zip(match["moves"], answers, strict=True):
                    wrong = difference(json.loads(json.dumps(move)), said)
                    if wrong:
                        yield {"wrong": wrong, "table": match["table"], "move": move, "said": said}


def difference(move: dict[str, Any], said: dict[str, Any]) -> str:
    """What the count says otherwise than the rules, empty where nothing."""
    if "refusal" in move:
        return "" if said.get("refusal") == move["refusal"] else "refusal"
    # The count may see less that is wrong than the rules, never more, and says it in their words.
    if not set(said["wrong"]) <= set(move.get("faults", ())):
        return "faults"
    if "after" not in move:
        return ""
    names = ("after", "steps", "needs", "over", "doubts")
    return next(
        (name for name in names if said.get(name) != move[name]), "drifted" if said["drifted"] else ""
    )
