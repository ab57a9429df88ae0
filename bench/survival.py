"""``python -m bench.survival``: rounds are scored through two app servers while the database loses machines.

The leader dies, its standby dies, the network splits. Every acknowledged round must be stored exactly once. A
phone that got no answer sends the same again under the same key, as the outbox does. Phones of another club
look at a page meanwhile.
"""

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import click

from bench.clubs import BigClub, fill
from bench.cluster import LEASE, Cluster, cluster
from bench.servers import Phone, Served, free_port
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import clubs
from tests.engines.pooled import pooler

_SCORERS, _WATCHERS = 6, 6
_MATCHES_EACH, _ROUNDS = 40, range(5, 13)
_PACE = 0.2  # seconds between two rounds of a phone
_BEFORE, _AFTER = 6, LEASE + 20  # seconds of load before it happens, and from then on
ACTS = ("kill_leader", "kill_standby", "cut_off_leader", "split")  # of ``Cluster``


@dataclass
class Counts:
    """``saved`` has the acknowledged rounds with their times."""

    saved: dict[tuple[str, int], float] = field(default_factory=dict)
    resent: int = 0

    def pause(self, since: float) -> float:
        """The longest time after ``since`` without an acknowledged round."""
        return longest_pause(since, self.saved.values())


def longest_pause(since: float, moments: Iterable[float]) -> float:
    """The longest time between two of these moments, from ``since`` on."""
    later = sorted(moment for moment in moments if moment >= since)
    return max((then - before for before, then in pairwise([since, *later])), default=0.0)


@dataclass
class Views:
    """Phones of a club that only look: when each page came, and how many answers had none."""

    club: str
    link: str
    matches: list[str]
    ports: list[int]
    pages: list[float] = field(default_factory=list)
    failed: int = 0

    def watch(self, number: int, over: threading.Event) -> None:
        """Look at a match again and again, whatever the server says."""
        phone = Phone(self.ports[number % len(self.ports)], self.link)
        while not over.wait(0.1):
            try:
                status, _ = phone.ask("GET", f"/c/{self.club}/matches/{self.matches[number]}")
            except OSError:
                status = 0
            if status == 200:
                self.pages.append(time.monotonic())
            else:
                self.failed += 1

    def summary(self, since: float) -> str:
        """How many pages came, and the longest time without one."""
        return (
            f"another club: {len(self.pages)} pages, {self.failed} answers without one, "
            f"longest pause {longest_pause(since, self.pages):.1f} s"
        )


@dataclass
class Evening:
    """Scorers of one club, and watchers of another, until ``over`` is set."""

    club: str
    link: str
    ports: list[int]
    views: Views
    pace: float = 0.0  # seconds between two rounds of a phone
    counts: Counts = field(default_factory=Counts)
    over: threading.Event = field(default_factory=threading.Event)

    def score(self, number: int, matches: list[str]) -> None:
        """Save round after round, each until it is acknowledged."""
        phone = Phone(self.ports[number % len(self.ports)], self.link)
        for match, round in ((match, round) for match in matches for round in _ROUNDS):
            said = {"key": f"k-{round}", "round": round, "out": 0, "pips_1": 1}
            while phone.send(f"/c/{self.club}/matches/{match}/rounds", **said) != 303:
                if self.over.is_set():
                    return
                self.counts.resent += 1
                time.sleep(0.2)
            self.counts.saved[match, round] = time.monotonic()
            if self.over.wait(self.pace):
                return

    @contextmanager
    def playing(self, matches: list[str], scorers: int) -> Iterator[None]:
        """All phones are active until the end of the block."""
        each = len(matches) // scorers
        share = [matches[number * each : (number + 1) * each] for number in range(scorers)]
        phones = [
            threading.Thread(target=self.score, args=(number, mine)) for number, mine in enumerate(share)
        ]
        watchers = range(len(self.views.matches))
        phones += [threading.Thread(target=self.views.watch, args=(n, self.over)) for n in watchers]
        for phone in phones:
            phone.start()
        try:
            yield
        finally:
            self.over.set()
            for phone in phones:
                phone.join()


@dataclass(frozen=True)
class TwoClubs:
    """One club whose phones score, and one whose phones watch, with their links and matches."""

    scoring: tuple[str, str, list[str]]
    watching: tuple[str, str, list[str]]

    @classmethod
    def in_database(cls, url: str, matches: int, watchers: int) -> "TwoClubs":
        """In a migrated database that has no club."""
        return cls(_begin(url, matches), _begin(url, watchers))

    def evening(self, ports: list[int], pace: float) -> Evening:
        """Nobody plays yet."""
        return Evening(*self.scoring[:2], ports, Views(*self.watching, ports), pace)


def _begin(url: str, matches: int) -> tuple[str, str, list[str]]:
    with closing(open_store(url, patient=True)) as db:
        fill(db, 100)
        newest = clubs(db)[-1].id
        link = join_path(newest, link_secret(secret_key(url), newest, "score", 1))
        return newest, link, BigClub(db, Path(), newest).open_matches(matches)


@click.command()
@click.argument("acts", nargs=-1, type=click.Choice(ACTS))
@click.option("--pooled", is_flag=True, help="With PgBouncer and HAProxy between app servers and database.")
def main(acts: tuple[str, ...], pooled: bool) -> None:
    """Do these ACTS (all of them) to a cluster under load; exit 1 if a round was lost or stored twice."""
    wrong = 0
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="scorekeeper-cluster-"))
        click.echo("Starting three etcd, three Patroni and two app servers")
        there = stack.enter_context(cluster(folder))
        url = there.url()
        migrate(url)
        each = _SCORERS * _MATCHES_EACH
        two = TwoClubs.in_database(url, len(acts or ACTS) * each, _WATCHERS)
        served = stack.enter_context(through_pooler(there)) if pooled else url
        ports = [stack.enter_context(app_server(served)).port for _ in range(2)]
        for number, act in enumerate(acts or ACTS):
            evening = two.evening(ports, _PACE)
            with evening.playing(two.scoring[2][number * each : (number + 1) * each], _SCORERS):
                time.sleep(_BEFORE)
                began = time.monotonic()
                getattr(there, act)()
                time.sleep(_AFTER)
            there.repair()
            counts = evening.counts
            lost, doubled = verdict(url, counts)
            pause = counts.pause(began)
            went_on = any(moment > began + pause for moment in counts.saved.values())
            click.echo(
                f"{act}: {len(counts.saved)} rounds acknowledged, lost {lost}, doubled {doubled}, "
                f"{counts.resent} times sent again, longest pause {pause:.1f} s"
                f"{'' if went_on else ', and it did not go on'} (a leader keeps its place for {LEASE} s); "
                f"{evening.views.summary(began)}"
            )
            wrong += lost + doubled + (not went_on)
    sys.exit(bool(wrong))


@contextmanager
def through_pooler(there: Cluster) -> Iterator[str]:
    """The database's URL behind PgBouncer and HAProxy, with the settings of deploy/."""
    port = free_port()
    file = there.folder / "haproxy.cfg"
    file.write_text(re.sub(r"bind \S+", f"bind 127.0.0.1:{port}", there.settings("haproxy-leader.cfg")))
    with subprocess.Popen(["haproxy", "-db", "-q", "-f", str(file)], stderr=subprocess.DEVNULL) as process:
        try:
            time.sleep(3)  # until it has asked each
            with pooler(there.url_at(f"127.0.0.1:{port}")) as url:
                yield url
        finally:
            process.terminate()


def app_server(url: str, port: int = 0, **settings: str) -> Served:
    """A server of this database, on this port or on any; ``settings`` are its environment."""
    port = port or free_port()
    command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
    return Served([*command, "--port", str(port)], port, SCOREKEEPER_DATABASE=url, **settings)


def verdict(url: str, counts: Counts) -> tuple[int, int]:
    """Acknowledged rounds that are missing, and rounds stored more than once."""
    with closing(open_store(url)) as db:
        rows = db.execute("SELECT match, round FROM match_events WHERE key LIKE ?", ["k-%"]).fetchall()
    found = [tuple(row) for row in rows]
    return len(counts.saved.keys() - set(found)), len(found) - len(set(found))


if __name__ == "__main__":
    main()
