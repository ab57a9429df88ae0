"""``python -m bench.fairness``: one club floods a server that two share; the effect on the other.

A quiet club plays on: phones that look at pages and one that saves, each at its own steady pace. In a flooded
stretch the other club’s phones ask as fast as they are answered, with the budget that they saved up before.
Stretches come in pairs, a quiet one and a flooded one, in an order left to chance, so that whatever else this
machine does falls on both. Each pair gives one ratio of the two 95th percentiles; what is reported is their
median, with its 95% confidence interval.
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
from random import Random
from typing import Any
from urllib.parse import urlencode

import click

from bench.clubs import AUTHOR, BigClub, club_of
from bench.servers import Phone, Served, free_port
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing

_POLLING, _EVERY = 12, 0.5  # phones of the quiet club, and seconds between two requests of each
_FLOODING = 20  # connections of the club that floods
_ROUNDS = range(5, 13)

Pairs = list[tuple[list[float], list[float]]]  # the waits of a quiet stretch and of a flooded one


@dataclass
class Table:
    """The quiet club's phones; ``waits`` are the seconds of each answer in this stretch."""

    port: int
    club: BigClub
    waits: list[float] = field(default_factory=list)
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
        for match, round in ((match, round) for match in matches for round in _ROUNDS):
            if self.over.wait(_EVERY):
                return
            said = {"key": f"k-{round}", "round": round, "out": 0, "pips_1": 1}
            self._ask(phone, "POST", f"{home}/{match}/rounds", urlencode(said))

    def _ask(self, phone: Phone, method: str, path: str, body: str | None) -> None:
        waits, before = self.waits, time.perf_counter()
        status, _ = phone.ask(method, path, body)
        waits.append(time.perf_counter() - before)
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
@click.option("--pairs", type=click.IntRange(6), default=15, show_default=True, help="Of stretches.")
@click.option("--seconds", default=20.0, show_default=True, help="Of each stretch.")
@click.option("--settle", default=1.0, show_default=True, help="Seconds after each that are not counted.")
@click.option("--unfair", is_flag=True, help="Without budgets, to compare.")
def main(pairs: int, seconds: float, settle: float, unfair: bool) -> None:
    """Print by how much a flood moves the quiet club's answers."""
    measured, table, answers = _play("0" if unfair else "1", pairs, (seconds, settle))
    click.echo(
        f"{'without' if unfair else 'with'} budgets, {pairs} pairs of {seconds:g} s; "
        f"{table.refused} of the quiet club’s requests refused; the flood was answered {answers}"
    )
    for percent in (50, 95):
        click.echo(_compared(measured, percent))


def _compared(measured: Pairs, percent: int) -> str:
    """This percentile of quiet and of flooded stretches, and their ratio."""
    found = [(_percentile(quiet, percent), _percentile(flooded, percent)) for quiet, flooded in measured]
    quiet, flooded = (statistics.median(side) for side in zip(*found, strict=True))
    ratios = sorted(with_flood / without for without, with_flood in found)
    low, high = _interval(ratios)
    return (
        f"p{percent}: {quiet:.1f} ms quiet, {flooded:.1f} ms flooded; "
        f"median of the ratios {statistics.median(ratios):.3f}, 95% of {low:.3f} to {high:.3f}"
    )


def _percentile(waits: list[float], percent: int) -> float:
    """In milliseconds."""
    return statistics.quantiles(waits, n=100)[percent - 1] * 1000


def _interval(values: list[float]) -> tuple[float, float]:
    """The 95% confidence interval of the median of these sorted values, by their ranks alone."""
    most = (len(values) - 1.96 * len(values) ** 0.5) / 2
    rank = max(0, int(most) - 1)
    return values[rank], values[-1 - rank]


def _play(fair: str, pairs: int, lengths: tuple[float, float]) -> tuple[Pairs, Table, dict[int, int]]:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        club = club_of(1000, Path(folder))
        matches = club.open_matches(_POLLING + int(pairs * 2 * sum(lengths) / _EVERY / len(_ROUNDS)) + 1)
        with writing(club.db):
            other = add_club(club.db, "The Flood", AUTHOR.at).id
        link = join_path(other, link_secret(secret_key(club.file), other, "score", 1))
        port = free_port()
        command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
        settings = {"SCOREKEEPER_DATABASE": str(club.file), "SCOREKEEPER_FAIR": fair}
        with Served([*command, "--port", str(port)], port, **settings):
            table, flood = Table(port, club), Flood(port, link, f"/c/{other}/matches/new")
            return _take_turns(table, flood, matches, pairs, lengths), table, flood.end()


def _take_turns(
    table: Table, flood: Flood, matches: list[str], pairs: int, lengths: tuple[float, float]
) -> Pairs:
    phones = [
        threading.Thread(target=table.poll, args=(matches[n], n * _EVERY / _POLLING)) for n in range(_POLLING)
    ]
    phones.append(threading.Thread(target=table.score, args=(matches[_POLLING:],)))
    for phone in phones:
        phone.start()
    chance, measured = Random(1), Pairs()
    for _ in range(pairs):
        pair: tuple[list[float], list[float]] = ([], [])
        for flooded in chance.sample((False, True), 2):
            table.waits = pair[flooded]
            if flooded:
                flood.on.set()
            time.sleep(lengths[0])
            flood.on.clear()
            table.waits = []
            time.sleep(lengths[1])
        measured.append(pair)
    table.over.set()
    for phone in phones:
        phone.join()
    return measured


if __name__ == "__main__":
    main()
