"""``python -m bench.county``: a Thursday night of a county, seeded and compressed, over two app servers.

Of the clubs every fifth plays, at four tables each; at a table six phones look every two seconds and a round
is saved every four minutes. All pauses are shortened by one factor, so that what is asked stays the same.
From what that costs follows, by arithmetic that is printed, what other counties would need.
"""

import os
import shutil
import statistics
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

import click

from bench.balanced import Setting, setting
from bench.clubs import BigClub, fill
from bench.servers import Phone, cpu_of_tree
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs

_PLAYING = 5  # every so many clubs one plays
_TABLES, _PHONES, _LOOK, _SAVE = 4, 6, 2.0, 240.0  # of a club, of a table; seconds between two of each
_ROUNDS = range(5, 13)  # of a match that has four already
_SEASON = 30 * _TABLES * 3 * 3600 / _SAVE  # rounds of a club: thirty nights of three hours
_HISTORY = 100  # rounds that every club has behind it


class Table(NamedTuple):
    """Where the phones of a table are, and the matches that they play."""

    home: str
    matches: list[str]
    phones: list[Phone]

    @classmethod
    def of(cls, port: int, club: str, link: str, matches: list[str]) -> "Table":
        """The table as its phones have just come in."""
        return cls(f"/c/{club}/matches", matches, [Phone(port, link) for _ in range(_PHONES)])


@dataclass
class Answers:
    """What the phones waited, in seconds, and how many answers were refusals or faults."""

    faster: float
    over: threading.Event = field(default_factory=threading.Event)
    waits: dict[str, list[float]] = field(default_factory=lambda: {"save": [], "look": []})
    refused: int = 0

    def play(self, table: Table, seed: int) -> None:
        """All phones look and the first one saves, each from a moment of its own on."""
        chance, start = Random(seed), time.monotonic()
        due = [(start + chance.uniform(0, _LOOK) / self.faster, n) for n in range(_PHONES)]
        save = start + chance.uniform(0, _SAVE) / self.faster
        rounds = iter([(match, round) for match in table.matches for round in _ROUNDS])
        match = table.matches[0]
        while True:
            at, number = min(due)
            if self.over.wait(max(0.0, at - time.monotonic())):
                return
            due[number] = (at + _LOOK / self.faster, number)
            self._ask("look", table.phones[number], "GET", f"{table.home}/{match}/state", None)
            if time.monotonic() >= save:
                match, round = next(rounds)
                said = {"key": f"k-{round}", "round": round, "out": 0, "pips_1": 1}
                self._ask("save", table.phones[0], "POST", f"{table.home}/{match}/rounds", urlencode(said))
                save += _SAVE / self.faster

    def _ask(self, kind: str, phone: Phone, method: str, path: str, body: str | None) -> None:
        before = time.perf_counter()
        try:
            status, _ = phone.ask(method, path, body, phone.tag if kind == "look" else "")
        except OSError:
            status = 0
        self.waits[kind].append(time.perf_counter() - before)
        self.refused += status not in (200, 303, 304)


@dataclass(frozen=True)
class Costs:
    """What was measured: seconds of CPU a table-hour, by who used them, and bytes a round."""

    cpu: dict[str, float]
    round: float

    def of(self, pubs: int) -> str:
        """What a county of so many pubs costs on its busiest night, by these figures."""
        playing = pubs // _PLAYING
        tables = playing * _TABLES
        cores = {who: tables * seconds / 3600 for who, seconds in self.cpu.items()}
        said = ", ".join(f"{who} {needed:.1f}" for who, needed in cores.items())
        season = pubs * _SEASON * self.round / 1e9
        looks, saves = tables * _PHONES / _LOOK, tables / _SAVE
        return (
            f"{pubs:,} pubs: {tables:,} tables of {playing:,} clubs, "
            f"{looks:,.0f} looks and {saves:,.1f} saves a second; cores: {said}; "
            f"the database grows by {season:,.1f} GB a season"
        )


@click.command()
@click.option("--clubs", "count", default=20, show_default=True, help="A county has 2,000.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="Of the night.",
)
@click.option("--faster", default=8.0, show_default=True, help="By how much time is compressed.")
@click.option("--seed", default=1, show_default=True)
def main(count: int, minutes: float, faster: float, seed: int) -> None:
    """Play a night of so many clubs and say what it costs."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-county-"))
    try:
        with setting(folder) as (there, database):
            empty = _size(database)
            tables = [Table.of(there.balancer.port, *table) for table in _county(database, count)]
            before, answers = _cpu(there), Answers(faster)
            _play(answers, tables, minutes, seed)
            hours = len(tables) * minutes / 60
            cpu = {who: (now - before[who]) / hours for who, now in _cpu(there).items()}
            costs = Costs(cpu, _grown(database, empty))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    _report(count, minutes, faster, len(tables), answers, costs)


def _county(database: str, count: int) -> list[tuple[str, str, list[str]]]:
    """Clubs with a history; for each table of those that play: the club's id, its link, some matches."""
    with closing(open_store(database, patient=True)) as db:
        for _ in range(count):
            fill(db, _HISTORY)
        found = []
        for club in clubs(db)[::_PLAYING]:
            playing = BigClub(db, Path(), club.id)
            matches = playing.open_matches(_TABLES * 10)
            link = join_path(club.id, link_secret(secret_key(database), club.id, "score", 1))
            found += [(club.id, link, matches[n::_TABLES]) for n in range(_TABLES)]
    return found


def _size(database: str) -> int:
    with closing(open_store(database, patient=True)) as db:
        return int(db.execute("SELECT pg_database_size(current_database())").fetchone()[0])


def _grown(database: str, empty: int) -> float:
    """Bytes of the database for each round in it, with its match, its players and all indexes."""
    with closing(open_store(database, patient=True)) as db:
        rounds = int(db.execute("SELECT count(*) FROM match_events").fetchone()[0])
    return (_size(database) - empty) / rounds


def _play(answers: Answers, tables: list[Table], minutes: float, seed: int) -> None:
    phones = [
        threading.Thread(target=answers.play, args=(table, seed * 1000 + number))
        for number, table in enumerate(tables)
    ]
    for phone in phones:
        phone.start()
    time.sleep(minutes * 60 / answers.faster)
    answers.over.set()
    for phone in phones:
        phone.join()


def _cpu(there: Setting) -> dict[str, float]:
    """Seconds of CPU so far, by who used them."""
    apps = sum(server.cpu() for server in there.servers)
    between = cpu_of_tree(os.getpid()) - time.process_time() - apps
    postmaster = int((there.postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    return {"app servers": apps, "HAProxy and PgBouncer": between, "PostgreSQL": cpu_of_tree(postmaster)}


def _report(count: int, minutes: float, faster: float, tables: int, answers: Answers, costs: Costs) -> None:
    took = minutes * 60 / faster
    click.echo(f"{count} clubs, {tables} tables, {minutes:g} minutes of a night in {took:.0f} s")
    for kind, waits in answers.waits.items():
        cuts = statistics.quantiles(waits, n=100)
        half, most, nearly_all = (1000 * cuts[at - 1] for at in (50, 95, 99))
        click.echo(
            f"{kind}: {len(waits)} times, p50 {half:.1f} ms, p95 {most:.1f} ms, p99 {nearly_all:.1f} ms"
        )
    click.echo(f"refused or failed: {answers.refused}")
    for who, seconds in costs.cpu.items():
        click.echo(f"{who}: {seconds:.2f} s of CPU a table-hour")
    season = _SEASON * costs.round / 1e6
    click.echo(
        f"a round takes {costs.round:.0f} bytes, a club’s season of {_SEASON:,.0f} rounds {season:.1f} MB"
    )
    for pubs in (2_000, 5_000, 50_000):
        click.echo(costs.of(pubs))


if __name__ == "__main__":
    main()
