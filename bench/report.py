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
# The highest cost of a request, in bare pages. A table has 20 rows, like the bare page.
_AIMS = {
    "save a round": 2.0,
    "save a round and look at it": 5.0,
    "the same in one request, by script": 5.0,
    "save a round, and six phones look": 9.0,
    "match page": 1.0,
    "club page": 1.0,
    "table": 1.0,
    "player’s page": 1.0,
    "another table’s poll after a save: 304": 0.4,
}
_POLL = 2.5  # a poll without news, in 304s of granian’s own threads
_FLAT = 1.15  # the highest cost of the largest club relative to the smallest
_FIRST_PAINT, _FIRST_VIEW = 18_000, 70_000  # bytes; a page with the one sheet, and with the script
_COLD = 2.0  # bare starts
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
        sizes = list(self.costs)
        smallest = self.costs[sizes[0]]
        names = [name for name in (*_AIMS, *smallest) if name in smallest]
        head = [
            "server CPU a request",
            *(f"{size:,} rounds" for size in sizes),
            "last time",
            "aim",
            "grows",
            "",
        ]
        rows = [self._cost_row(name, sizes) for name in dict.fromkeys(names)]
        return _table([head, *rows])

    def _cost_row(self, name: str, sizes: list[int]) -> list[str]:
        ratios = [self.costs[size][name] / self.costs[size][BARE] for size in sizes]
        cells = [
            f"{self.costs[size][name]:.0f} µs {ratio:.2f}x" for size, ratio in zip(sizes, ratios, strict=True)
        ]
        cells.append(self._last_time(name, f"{ratios[-1]:.2f}x"))
        if name not in _AIMS:
            return [name, *cells, "", "", ""]
        growth = ratios[-1] / ratios[0]
        met = max(ratios) <= _AIMS[name] and growth <= _FLAT
        return [name, *cells, f"{_AIMS[name]}x", f"{growth:.2f}x", "met" if met else "missed"]

    def _other_lines(self) -> list[str]:
        bare, ours = self.cold
        polls = max(cost[POLL] / cost[f"{BENEATH}{GRANIANS}"] for cost in self.costs.values())
        first = "match page, first look: compressed HTML and CSS"
        rows = [
            (POLL.replace(": 304", f", in bare 304s{GRANIANS}"), polls, "", _POLL),
            *(
                (f"league table of {matches:,} matches, in bare pages", ratio, "", 1.5)
                for matches, ratio in self.leagues.items()
            ),
            (first, self.first.paint, "bytes", _FIRST_PAINT),
            (f"all of it, in {self.first.requests} requests", self.first.total, "bytes", _FIRST_VIEW),
            (f"the same again, requests: {self.repeat.requests}", self.repeat.total, "bytes", None),
            ("cold start to the first page, in bare starts", ours / bare, f"({ours:.2f} s)", _COLD),
            ("first page of the largest club after a start", self.first_page, "s", 0.5),
            ("memory of a worker, largest club", self.memory / 2**20, "MiB", 70),
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
