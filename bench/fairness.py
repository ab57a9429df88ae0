"""``python -m bench.fairness``: one club floods a server that two share; the effect on the other.

A quiet club plays on: phones that look at pages and one that saves, each at its own steady pace. In the
flooded stretches the other club’s phones ask as fast as they are answered. Quiet and flooded stretches take
turns in one run, so that whatever else this machine does falls on both.
"""

import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from bench.clubs import AUTHOR, BigClub, club_of
from bench.servers import Served, free_port
from bench.survival import Phone
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.link_secrets import join_path, link_secret
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing

_POLLING, _EVERY = 12, 0.5  # phones of the quiet club, and seconds between two requests of each
_FLOODING = 20  # connections of the club that floods
_ROUNDS = range(5, 13)


@dataclass
class Table:
    """The quiet club's phones; ``waits`` are the seconds of each answer, quiet first, then flooded."""

    port: int
    club: BigClub
    flooded: bool = False
    waits: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    refused: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def poll(self, match: str, first: float) -> None:
        """Look at a match at a steady pace."""
        phone = Phone(self.port, self.club.score_link)
        self.over.wait(first)
        while not self.over.wait(_EVERY):
            self._ask(phone, "GET", f"/c/{self.club.id}/matches/{match}", None)

    def score(self, matches: list[str]) -> None:
        """Save a round at a steady pace."""
        phone, home = Phone(self.port, self.club.score_link), f"/c/{self.club.id}/matches"
        token = phone.page(f"{home}/{matches[0]}").split('name="csrf_token" value="')[1].split('"')[0]
        for match, round in ((match, round) for match in matches for round in _ROUNDS):
            if self.over.wait(_EVERY):
                return
            said = {"csrf_token": token, "key": f"k-{round}", "round": round, "out": 0, "pips_1": 1}
            self._ask(phone, "POST", f"{home}/{match}/rounds", urlencode(said))

    def _ask(self, phone: Phone, method: str, path: str, body: str | None) -> None:
        flooded, before = self.flooded, time.perf_counter()
        status, _ = phone.ask(method, path, body)
        self.waits[flooded].append(time.perf_counter() - before)
        self.refused += status >= 400


class Flood:
    """Phones of the other club that send a request as soon as the last is answered, while ``on`` is set.

    They have a process of their own, so that they do not slow this one.
    """

    def __init__(self, port: int, link: str, path: str) -> None:
        apart = multiprocessing.get_context("spawn")
        self.on, self._over, self._answers = apart.Event(), apart.Event(), apart.Array("i", 600)
        asked = (port, link, path, self.on, self._over, self._answers)
        self._process = apart.Process(target=_flood, args=asked)
        self._process.start()

    def end(self) -> dict[int, int]:
        """Stop; returns the number of answers by status, with 0 for none."""
        self._over.set()
        self._process.join()
        return {status: count for status, count in enumerate(self._answers) if count}


def _flood(*asked: Any) -> None:
    phones = [threading.Thread(target=_ask_on, args=asked) for _ in range(_FLOODING)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()


def _ask_on(port: int, link: str, path: str, on: Event, over: Event, answers: Any) -> None:
    phone = Phone(port, link)
    while not over.is_set():
        if on.wait(0.1):
            try:
                status, _ = phone.ask("GET", path)
            except OSError:
                status = 0
            with answers.get_lock():
                answers[status] += 1


@click.command()
@click.option("--stretches", default=6, show_default=True, help="Of each kind.")
@click.option("--seconds", default=10.0, show_default=True, help="Of each stretch.")
def main(stretches: int, seconds: float) -> None:
    """Print the quiet club's 95th percentile, flooded or not, with budgets and without."""
    for fair in ("1", "0"):
        table, answers = _play(fair, stretches, seconds)
        quiet, flooded = map(_slow, table.waits)
        click.echo(
            f"{'with' if fair == '1' else 'without'} budgets: 95 of 100 within {quiet:.1f} ms, "
            f"flooded {flooded:.1f} ms ({flooded / quiet:.2f} times); {sum(map(len, table.waits))} answers, "
            f"{table.refused} refused; the flood was answered {answers}"
        )


def _slow(waits: list[float]) -> float:
    """The 95th percentile of the answers, in milliseconds."""
    return statistics.quantiles(waits, n=20)[-1] * 1000


def _play(fair: str, stretches: int, seconds: float) -> tuple[Table, dict[int, int]]:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        club = club_of(1000, Path(folder))
        matches = club.open_matches(60)
        with writing(club.db):
            other = add_club(club.db, "The Flood", AUTHOR.at).id
        link = join_path(other, link_secret(secret_key(club.file), other, "score", 1))
        port = free_port()
        command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
        settings = {"SCOREKEEPER_DATABASE": str(club.file), "SCOREKEEPER_FAIR": fair}
        with Served([*command, "--port", str(port)], port, **settings):
            table, flood = Table(port, club), Flood(port, link, f"/c/{other}/matches/new")
            _take_turns(table, flood, matches, stretches, seconds)
            return table, flood.end()


def _take_turns(table: Table, flood: Flood, matches: list[str], stretches: int, seconds: float) -> None:
    phones = [
        threading.Thread(target=table.poll, args=(matches[n], n * _EVERY / _POLLING)) for n in range(_POLLING)
    ]
    phones.append(threading.Thread(target=table.score, args=(matches[_POLLING:],)))
    for phone in phones:
        phone.start()
    for stretch in range(2 * stretches):
        table.flooded = bool(stretch % 2)
        (flood.on.set if table.flooded else flood.on.clear)()
        time.sleep(seconds)
    flood.on.clear()
    table.over.set()
    for phone in phones:
        phone.join()


if __name__ == "__main__":
    main()
