"""The report: every cost as a multiple of the bare page's, beside its aim and what it was last time."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import ge
from pathlib import Path

from bench.evening import SCORERS, WATCHERS, Evenings, slow
from bench.pages import Cost, cost_rows
from bench.views import NOTHING, View

GRANIANS = ", by granian’s own threads"
BARE, BENEATH, POLL = "bare page, 20 rows", "bare 304 without Flask", "poll, nothing new: 304"
BY_SCRIPT, SIX_LOOK = "save a round by script, with what changed", "save a round, and six phones look"
# Aims.
_SAVE, _SIX_LOOK = 3.0, 8.0  # bare pages
_POLL = 2.5  # a poll without news, in 304s of granian’s own threads
_FIRST_VIEW = 70_000  # bytes of a page with sheet and script
_COLD = 2.6  # bare starts
_MEMORY = 90  # MiB
_LIGHTHOUSE = (98, 100, 100, 100)  # the fewest points: performance, accessibility, best practices, SEO
_LAST = Path(__file__).with_name("last_time.json")
_BEGIN, _END = "<!-- what make bench found: begin -->", "<!-- what make bench found: end -->"


@dataclass
class Report:
    """``costs`` holds microseconds by number of rounds and subject.

    ``leagues`` holds bare pages by the number of matches in a season, ``pages`` what each page of a large
    club costs, ``first_page`` the seconds of the largest club's first page after a start,
    ``cold`` are the seconds of a bare start and of ours, ``memory`` is in bytes. ``lighthouse`` holds the
    points of each category by page; where there are none, ``no_lighthouse`` says why. ``figures`` are all
    that were printed, for next time.
    """

    costs: dict[int, dict[str, float]] = field(default_factory=dict)
    pages: list[Cost] = field(default_factory=list)
    first_page: float = 0.0
    load: str = ""
    first: View = NOTHING
    repeat: View = NOTHING
    leagues: dict[int, float] = field(default_factory=dict)
    memory: int = 0
    cold: tuple[float, float] = (1.0, 1.0)
    rounds_a_second: float = 0
    lighthouse: dict[str, tuple[int, ...]] = field(default_factory=dict)
    no_lighthouse: str = ""
    evenings: Evenings | None = None
    figures: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The whole report, for a terminal and for the documentation."""
        return "\n".join([*self._cost_lines(), "", *self._other_lines(), "", *self._page_lines()])

    def _page_lines(self) -> list[str]:
        return [*_table(cost_rows(self.pages, self._last_time)), "", self.load]

    def _last_time(self, name: str, found: str) -> str:
        """What this figure was last time; it is kept as ``found`` for the next."""
        self.figures[name] = found
        known: dict[str, str] = json.loads(_LAST.read_text())
        return known.get(name, "")

    def _cost_lines(self) -> list[str]:
        names = [name for costs in self.costs.values() for name in costs]
        head = ["server CPU a request", *(f"{size:,} rounds" for size in self.costs), "last time"]
        return _table([head, *(self._cost_row(name) for name in dict.fromkeys(names))])

    def _cost_row(self, name: str) -> list[str]:
        found = [(costs[name], costs[name] / costs[BARE]) for costs in self.costs.values()]
        cells = [f"{cost:.0f} µs {ratio:.2f}x" for cost, ratio in found]
        return [name, *cells, self._last_time(name, f"{found[-1][1]:.2f}x")]

    def _at_most(self, name: str, yardstick: str) -> float:
        """What it costs in these bare requests, in the club where that is most."""
        return max(costs[name] / costs[yardstick] for costs in self.costs.values())

    def _other_lines(self) -> list[str]:
        bare, ours = self.cold
        saved = self._at_most(BY_SCRIPT, f"{BARE}{GRANIANS}")
        rows = [
            (f"{BY_SCRIPT}, in bare pages{GRANIANS}", saved, "", _SAVE),
            (f"{SIX_LOOK}, in bare pages", self._at_most(SIX_LOOK, BARE), "", _SIX_LOOK),
            (f"{POLL}, in bare 304s{GRANIANS}", self._at_most(POLL, f"{BENEATH}{GRANIANS}"), "", _POLL),
            *(
                (f"league table of {matches:,} matches, in bare pages", ratio, "", None)
                for matches, ratio in self.leagues.items()
            ),
            ("match page, first look: compressed HTML and CSS", self.first.paint, "bytes", None),
            (f"all of it, in {self.first.requests} requests", self.first.total, "bytes", _FIRST_VIEW),
            (f"the same again, requests: {self.repeat.requests}", self.repeat.total, "bytes", None),
            ("cold start to the first page, in bare starts", ours / bare, f"({ours:.2f} s)", _COLD),
            ("first page of the largest club after a start", self.first_page, "s", 0.5),
            ("memory of a worker, largest club", self.memory / 2**20, "MiB", _MEMORY),
            ("ends of rounds validated in a second", self.rounds_a_second, "", None),
            *self._evening(),
        ]
        head = ["measured", "found", "last time", "aim", ""]
        return _table([head, *(_row(*row, self._last_time) for row in rows), *self._lighthouse_rows()])

    def _evening(self) -> list[tuple[str, float, str, float | None]]:
        if self.evenings is None:
            return []
        alone, watched = self.evenings
        rounds, polls = slow(watched.waits["round"]), slow(watched.waits["state"])
        return [
            (f"{SCORERS} score: 95 % of rounds saved within", slow(alone.waits["round"]), "ms", None),
            (f"the same while {WATCHERS} watch", rounds, "ms", None),
            ("the second, in the first", self.evenings.ratio, "", 2.0),
            (f"95 % of {len(watched.waits['state']):,} polls answered within", polls, "ms", None),
            (f"faults among all; {watched.server}", alone.faults + watched.faults, "", 0),
        ]

    def _lighthouse_rows(self) -> list[list[str]]:
        if self.no_lighthouse:
            return [["Lighthouse", f"not measured: {self.no_lighthouse}", "", "", ""]]
        return [self._lighthouse_row(page, points) for page, points in self.lighthouse.items()]

    def _lighthouse_row(self, page: str, points: tuple[int, ...]) -> list[str]:
        name = f"Lighthouse, {page}: performance, accessibility, best practices, SEO"
        found, aims = (", ".join(map(str, each)) for each in (points, _LIGHTHOUSE))
        met = all(map(ge, points, _LIGHTHOUSE))
        return [name, found, self._last_time(name, found), aims, "met" if met else "missed"]


def _row(
    name: str, found: float, unit: str, aim: float | None, last_time: Callable[[str, str], str]
) -> list[str]:
    shown = f"{found:,.0f}" if found >= 10 else f"{found:.2f}"
    row = [name, f"{shown} {unit}".strip(), last_time(name, f"{shown} {unit}".strip())]
    return [*row, "", ""] if aim is None else [*row, f"{aim:,g}", "met" if found <= aim else "missed"]


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def write_into(document: Path, report: Report) -> None:
    """Replace what stands between the marks, and keep the figures for next time.

    Raises ``ValueError`` for a page without the marks.
    """
    text, found = document.read_text(), report.text()
    before, rest = text.split(_BEGIN)
    _, after = rest.split(_END)
    document.write_text(f"{before}{_BEGIN}\n{found}\n{_END}{after}")
    _LAST.write_text(json.dumps(report.figures, indent=1, ensure_ascii=False) + "\n")
