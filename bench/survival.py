"""``python -m bench.survival``: rounds are scored through two app servers while the database loses machines.

The leader dies, its standby dies, the network splits. Every acknowledged round must be stored exactly once. A
phone that got no answer sends the same again under the same key, as the outbox does.
"""

import http.client
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import click
import psycopg

from bench.clubs import BigClub, fill
from bench.cluster import LEASE, Cluster
from bench.servers import Served, free_port
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.link_secrets import join_path, link_secret
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import clubs
from tests.engines.pooled import pooler
from tests.postgres import USER as POOLED_USER

_LEADER = Path(__file__).parents[1] / "deploy" / "haproxy-leader.cfg"
_SCORERS, _WATCHERS = 6, 6
_MATCHES_EACH, _ROUNDS = 40, range(5, 13)
_PACE = 0.2  # seconds between two rounds of a phone
_BEFORE, _AFTER = 6, LEASE + 20  # seconds of load before it happens, and from then on
ACTS = ("kill_leader", "kill_standby", "cut_off_leader", "split")  # of ``Cluster``


@dataclass
class Counts:
    """``saved`` has the acknowledged rounds with their times; ``looks`` counts the watchers’ answers."""

    saved: dict[tuple[str, int], float] = field(default_factory=dict)
    looks: int = 0
    resent: int = 0

    def pause(self, since: float) -> float:
        """The longest time after ``since`` without an acknowledged round."""
        moments = [
            since,
            *sorted(match_version for match_version in self.saved.values() if match_version >= since),
        ]
        return max((later - earlier for earlier, later in pairwise(moments)), default=0.0)


class Phone:
    """A minimal HTTP client: one server, cookies, and a long timeout."""

    def __init__(self, port: int, link: str) -> None:
        self._port = port
        self._cookie = self.tag = ""
        self.ask("GET", link)

    def page(self, path: str) -> str:
        return self.ask("GET", path)[1]

    def send(self, path: str, **said: object) -> int:
        """Send a form; the status, or 0 where no answer came."""
        try:
            return self.ask("POST", path, urlencode(said))[0]
        except OSError:
            return 0

    def ask(self, method: str, path: str, body: str | None = None, tag: str = "") -> tuple[int, str]:
        """Status and text of an answer; ``tag`` names what the phone has already."""
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)) as connection:
            form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
            known = {"If-None-Match": tag} if tag else {}
            connection.request(method, path, body, {"Cookie": self._cookie, **form, **known})
            answer = connection.getresponse()
            if cookie := answer.headers["Set-Cookie"]:
                self._cookie = cookie.split(";")[0]
            self.tag = answer.headers["ETag"] or ""
            return answer.status, answer.read().decode()


@dataclass
class Evening:
    """Scorers and watchers of one club, until ``over`` is set."""

    club: str
    link: str
    ports: list[int]
    pace: float = 0.0  # seconds between two rounds of a phone
    counts: Counts = field(default_factory=Counts)
    over: threading.Event = field(default_factory=threading.Event)

    def score(self, number: int, matches: list[str]) -> None:
        """Save round after round, each until it is acknowledged."""
        phone = Phone(self.ports[number % len(self.ports)], self.link)
        token = phone.page(f"/c/{self.club}/matches/{matches[0]}").split('name="csrf_token" value="')[1]
        for match, round in ((match, round) for match in matches for round in _ROUNDS):
            said = {
                "csrf_token": token.split('"')[0],
                "key": f"k-{round}",
                "round": round,
                "out": 0,
                "pips_1": 1,
            }
            while phone.send(f"/c/{self.club}/matches/{match}/rounds", **said) != 303:
                if self.over.is_set():
                    return
                self.counts.resent += 1
                time.sleep(0.2)
            self.counts.saved[match, round] = time.monotonic()
            if self.over.wait(self.pace):
                return

    def watch(self, number: int, match: str) -> None:
        """Look at a match again and again, whatever the server says."""
        phone = Phone(self.ports[number % len(self.ports)], self.link)
        while not self.over.wait(0.1):
            try:
                phone.page(f"/c/{self.club}/matches/{match}/state")
                self.counts.looks += 1
            except OSError:
                continue

    def threads(self, matches: list[str]) -> list[threading.Thread]:
        """One for each phone, started."""
        share = [matches[n * _MATCHES_EACH : (n + 1) * _MATCHES_EACH] for n in range(_SCORERS)]
        phones = [threading.Thread(target=self.score, args=(n, mine)) for n, mine in enumerate(share)]
        phones += [threading.Thread(target=self.watch, args=(n, matches[n])) for n in range(_WATCHERS)]
        for phone in phones:
            phone.start()
        return phones


@click.command()
@click.argument("acts", nargs=-1, type=click.Choice(ACTS))
@click.option("--pooled", is_flag=True, help="With PgBouncer and HAProxy between app servers and database.")
def main(acts: tuple[str, ...], pooled: bool) -> None:
    """Do these ACTS (all of them) to a cluster under load; exit 1 if a round was lost or stored twice."""
    wrong = 0
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="scorekeeper-cluster-"))
        click.echo("Starting three etcd, three Patroni and two app servers")
        cluster = stack.enter_context(Cluster(folder))
        url = cluster.url("postgres")
        migrate(url)
        club, matches = begin(url, len(acts or ACTS) * _SCORERS * _MATCHES_EACH)
        served = stack.enter_context(through_pooler(cluster)) if pooled else url
        ports = [stack.enter_context(app_server(served)).port for _ in range(2)]
        link = join_path(club, link_secret(secret_key(url), club, "score", 1))
        for number, act in enumerate(acts or ACTS):
            evening = Evening(club, link, ports, _PACE)
            share = matches[number * _SCORERS * _MATCHES_EACH :]
            began = _play(evening, share, getattr(cluster, act))
            cluster.repair()
            counts = evening.counts
            lost, doubled = verdict(url, counts)
            pause = counts.pause(began)
            went_on = any(moment > began + pause for moment in counts.saved.values())
            click.echo(
                f"{act}: {len(counts.saved)} rounds acknowledged, lost {lost}, doubled {doubled}, "
                f"{counts.resent} times sent again, {counts.looks} looks; longest pause {pause:.1f} s"
                f"{'' if went_on else ', and it did not go on'} (a leader keeps its place for {LEASE} s)"
            )
            wrong += lost + doubled + (not went_on)
    sys.exit(bool(wrong))


@contextmanager
def through_pooler(cluster: Cluster) -> Iterator[str]:
    """The database's URL behind PgBouncer and HAProxy, with the settings of deploy/."""
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {POOLED_USER} SUPERUSER LOGIN")
    port = free_port()
    text = re.sub(r"bind \S+", f"bind 127.0.0.1:{port}", _LEADER.read_text())
    for number in range(len(cluster.ports)):
        at = cluster.network.address(number)
        here = f"{at}:{cluster.ports[number]} check port {cluster.rest[number]}"
        text = text.replace(f"db{number + 1}:5432 check port 8008", here)
    file = cluster.folder / "haproxy.cfg"
    file.write_text(text)
    with subprocess.Popen(["haproxy", "-db", "-q", "-f", str(file)], stderr=subprocess.DEVNULL) as process:
        try:
            time.sleep(3)  # until it has asked each
            with pooler(f"postgresql://{POOLED_USER}@127.0.0.1:{port}/postgres") as url:
                yield url
        finally:
            process.terminate()


def begin(url: str, matches: int = _SCORERS * _MATCHES_EACH) -> tuple[str, list[str]]:
    """A club in a migrated database, and so many matches."""
    with closing(open_store(url, patient=True)) as db:
        fill(db, 100)
        return clubs(db)[0].id, BigClub(db, Path()).open_matches(matches)


def app_server(url: str, port: int = 0, **settings: str) -> Served:
    """A server of this database, on this port or on any; ``settings`` are its environment."""
    port = port or free_port()
    command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
    return Served([*command, "--port", str(port)], port, SCOREKEEPER_DATABASE=url, **settings)


def _play(evening: Evening, matches: list[str], act: Callable[[], None]) -> float:
    """Score, and let it happen in the middle of it; the moment of that."""
    phones = evening.threads(matches)
    try:
        time.sleep(_BEFORE)
        began = time.monotonic()
        act()
        time.sleep(_AFTER)
    finally:
        evening.over.set()
        for phone in phones:
            phone.join()
    return began


def verdict(url: str, counts: Counts) -> tuple[int, int]:
    """Acknowledged rounds that are missing, and rounds stored more than once."""
    with closing(open_store(url)) as db:
        rows = db.execute("SELECT match, round FROM match_events WHERE key LIKE ?", ["k-%"]).fetchall()
    found = [tuple(row) for row in rows]
    return len(counts.saved.keys() - set(found)), len(found) - len(set(found))


if __name__ == "__main__":
    main()
