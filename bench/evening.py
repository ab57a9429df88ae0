"""``python -m bench.evening``: a busy evening on one machine, a minute of it.

Two hundred phones watch, each asking every two seconds as an open match page does, and thirty score a round
every two seconds, far more than is ever played. What counts is how long they wait, and that the
server's memory and open files stay the same.
"""

import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import click

from bench.clubs import club_of
from bench.servers import Phone, Served, free_port

WATCHERS, SCORERS = 200, 30
_EVERY = 2.0  # seconds between two requests of a phone
_MATCHES_EACH, _ROUNDS = 4, range(5, 13)


@dataclass
class Evening:
    """``waits`` holds the seconds of every answer by kind of request; ``faults`` counts the 500s.

    ``server`` describes the server's resources.
    """

    waits: dict[str, list[float]] = field(default_factory=lambda: {"state": [], "round": []})
    faults: int = 0
    server: str = ""
    over: threading.Event = field(default_factory=threading.Event)

    def watch(self, phone: Phone, path: str, first: float) -> None:
        """Poll a match, beginning after ``first`` seconds."""
        self.over.wait(first)
        while not self.over.wait(_EVERY):
            self._ask("state", phone, "GET", path, None, phone.tag)

    def score(self, phone: Phone, home: str, matches: list[str]) -> None:
        """Save round after round."""
        for match, round in ((match, round) for match in matches for round in _ROUNDS):
            if self.over.wait(_EVERY):
                return
            said = {"key": f"k-{round}", "round": round, "out": 0, "pips_1": 1}
            self._ask("round", phone, "POST", f"{home}/{match}/rounds", urlencode(said))

    def _ask(self, what: str, phone: Phone, *asked: str | None) -> None:
        start = time.perf_counter()
        status, _ = phone.ask(*asked)  # type: ignore[arg-type]  # a method and a path come first
        self.waits[what].append(time.perf_counter() - start)
        self.faults += status >= 500


class Evenings(NamedTuple):
    """The evening of those who score alone, and with all who watch."""

    alone: Evening
    watched: Evening

    @property
    def ratio(self) -> float:
        """How many times as long those who score wait while all watch."""
        return slow(self.watched.waits["round"]) / slow(self.alone.waits["round"])


@click.command()
@click.option("--seconds", default=40, show_default=True)
def main(seconds: int) -> None:
    """Let thirty score alone for half as long, then with two hundred who watch; print the difference."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        evenings = played(Path(folder), seconds)
    for words, evening in zip(evenings._fields, evenings, strict=True):
        for what, waits in evening.waits.items():
            if waits:
                click.echo(f"{words}, {what}: {len(waits)} answers, 95 of 100 within {slow(waits):.1f} ms")
        click.echo(f"{words}: {evening.faults} faults; {evening.server}")
    click.echo(f"scorers wait {evenings.ratio:.2f} times as long while {WATCHERS} watch (aim: at most 2)")


def played(folder: Path, seconds: int) -> Evenings:
    """An evening in a club of 10,000 rounds: alone for half as many seconds, then with all who watch."""
    club = club_of(10_000, folder)
    matches = club.open_matches(2 * SCORERS * _MATCHES_EACH)
    port, half = free_port(), len(matches) // 2
    command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
    with Served([*command, "--port", str(port)], port, SCOREKEEPER_DATABASE=str(club.file)) as server:
        table = (port, club.score_link, f"/c/{club.id}/matches")
        alone = _play(server, table, matches[:half], 0, seconds // 2)
        return Evenings(alone, _play(server, table, matches[half:], WATCHERS, seconds))


def slow(waits: list[float]) -> float:
    """The 95th percentile of the answers, in milliseconds."""
    return statistics.quantiles(waits, n=20)[-1] * 1000


def _play(
    server: Served, table: tuple[int, str, str], matches: list[str], watchers: int, seconds: int
) -> Evening:
    evening = Evening()
    phones = _phones(evening, *table, matches, watchers)
    time.sleep(5)
    files, cpu = server.open_files(), server.cpu()
    time.sleep(seconds)
    cpu = (server.cpu() - cpu) / seconds
    grown, memory = server.open_files() - files, server.worker_memory() / 2**20
    evening.server = f"{memory:.0f} MiB in the worker, {grown:+d} open files, {cpu:.0%} of one core"
    evening.over.set()
    for phone in phones:
        phone.join()
    return evening


def _phones(
    evening: Evening, port: int, link: str, home: str, matches: list[str], watchers: int
) -> list[threading.Thread]:
    share = [matches[n * _MATCHES_EACH : (n + 1) * _MATCHES_EACH] for n in range(SCORERS)]
    scoring = [threading.Thread(target=evening.score, args=(Phone(port, link), home, mine)) for mine in share]
    watching = [
        threading.Thread(
            target=evening.watch,
            args=(
                Phone(port, link),
                f"{home}/{matches[n % SCORERS * _MATCHES_EACH]}/state?way=keys",
                n * _EVERY / watchers,
            ),
        )
        for n in range(watchers)
    ]
    for phone in (*scoring, *watching):
        phone.start()
    return [*scoring, *watching]


if __name__ == "__main__":
    main()
