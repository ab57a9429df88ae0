"""``python -m bench.balanced``: two app servers between HAProxy and PgBouncer, under load.

The servers are restarted one after the other, the schema changes, one server is killed, one is frozen. Every
acknowledged round must be stored exactly once. The settings are those of deploy/haproxy.cfg and
deploy/pgbouncer.ini.
"""

import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import click

from bench.servers import Served, free_port
from bench.survival import Evening, TwoClubs, app_server, verdict
from scorekeeper.store import migrate
from tests.engines.pooled import pooler
from tests.postgres import Cluster as Postgres
from tests.postgres import cluster

_CHECKOUT = Path(__file__).parents[1]
_CONFIGURATION = _CHECKOUT / "deploy" / "haproxy.cfg"
# Expand, then contract: code that knows nothing of the column runs beside both.
_VERSIONS = {
    "m998_expand": "ALTER TABLE matches ADD COLUMN weather TEXT NOT NULL DEFAULT 'fair'",
    "m999_contract": "ALTER TABLE matches DROP COLUMN weather",
}
_PATIENCE = 90  # seconds within which HAProxy has to notice a server's state
_SCORERS, _WATCHERS = 2, 4
_PACE = 0.3  # seconds between two rounds of a phone
_MATCHES = 100  # for each of the acts: more than are needed
ACTS = ("restart_each", "change_schema", "kill_one", "freeze_one")  # of ``Setting``
_FROZEN = 10  # seconds
_SETTINGS = {"SCOREKEEPER_HTTPS": "1", "SCOREKEEPER_PROXIES": "1"}


class Balancer:
    """HAProxy in front of two app servers; ``say`` sends it an operator's command."""

    def __init__(self, folder: Path, servers: list[int]) -> None:
        self.port, self._admin = free_port(), folder / "admin.sock"
        changes = {
            r"/run/haproxy/admin\.sock mode 660": f"{self._admin} mode 660",
            r"bind \*:443 ssl crt \S+": f"bind 127.0.0.1:{self.port}",
            r"server app1 app1:8000": f"server app1 127.0.0.1:{servers[0]}",
            r"server app2 app2:8000": f"server app2 127.0.0.1:{servers[1]}",
        }
        text = _CONFIGURATION.read_text()
        for ours, theirs in changes.items():
            text, changed = re.subn(ours, theirs, text)
            if changed != 1:
                raise RuntimeError(f"deploy/haproxy.cfg does not say {ours}")
        self._file = folder / "haproxy.cfg"
        self._file.write_text(text)

    @contextmanager
    def running(self) -> Iterator["Balancer"]:
        """Until the end of the block."""
        command = ["haproxy", "-db", "-q", "-f", str(self._file)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                self.wait_for("app1", "UP")
                self.wait_for("app2", "UP")
                yield self
            finally:
                process.terminate()

    def say(self, words: str) -> str:
        """What HAProxy answers to a command."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._admin))
            line.sendall(f"{words}\n".encode())
            return b"".join(iter(lambda: line.recv(65536), b"")).decode()

    def wait_for(self, server: str, state: str) -> None:
        """Wait until HAProxy considers the server UP or DOWN."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            with suppress(OSError):
                rows = [row.split(",") for row in self.say("show stat").splitlines()]
                if any(row[:2] == ["apps", server] and row[17].startswith(state) for row in rows):
                    return
            time.sleep(0.1)
        raise RuntimeError(f"HAProxy does not take {server} for {state}")


@dataclass
class Setting:
    """The two servers, the balancer before them, and what was done to them."""

    database: str
    servers: list[Served]
    balancer: Balancer
    postgres: Postgres
    folder: Path
    settings: dict[str, str] = field(default_factory=dict)  # of the servers that are started from now on

    def change_schema(self) -> None:
        """Two new versions come one after the other: one adds a column, the next one takes it away again."""
        for version in _VERSIONS:
            self.settings["PYTHONPATH"] = str(_with_step(self.folder, version))
            self.restart_each()

    def restart_each(self) -> None:
        """As for a new version: drain, stop, start and enable one server after the other."""
        for number in range(len(self.servers)):
            name = f"app{number + 1}"
            self.balancer.say(f"set server apps/{name} state drain")
            self._replace(number, self.servers[number].stop)
            self.balancer.say(f"set server apps/{name} state ready")
            self.balancer.wait_for(name, "UP")

    def kill_one(self) -> None:
        """Kill one server, and start it again."""
        self._replace(0, self.servers[0].kill)
        self.balancer.wait_for("app1", "UP")

    def freeze_one(self) -> None:
        """Freeze one server for a while."""
        with self.servers[0].frozen():
            self.balancer.wait_for("app1", "DOWN")
            time.sleep(_FROZEN)
        self.balancer.wait_for("app1", "UP")

    def _replace(self, number: int, end: Callable[[], None]) -> None:
        end()
        server = app_server(self.database, self.servers[number].port, **_SETTINGS, **self.settings)
        self.servers[number] = server.__enter__()


def _with_step(folder: Path, version: str) -> Path:
    """A folder with this package as it would be after further steps of the schema, up to this ``version``."""
    place = folder / version
    for name in ("scorekeeper", "static", "templates"):
        shutil.copytree(_CHECKOUT / name, place / name)
    shutil.copy(_CHECKOUT / "pyproject.toml", place)
    (place / "instance").symlink_to(_CHECKOUT / "instance")  # the same secret key
    with (place / "scorekeeper/store/engine/schema.py").open("a") as steps:
        for name, statement in _VERSIONS.items():
            steps.write(
                f"\n\n@migrations()\ndef {name}(db: Database) -> None:\n    db.execute({statement!r})\n"
            )
            if name == version:
                break
    return place


@contextmanager
def setting(folder: Path) -> Iterator[tuple[Setting, str]]:
    """Everything started, and the URL of the database itself."""
    with ExitStack() as stack:
        postgres = stack.enter_context(cluster())
        direct = postgres.new_database()
        migrate(direct)
        pooled = stack.enter_context(pooler(direct))
        servers = [app_server(pooled, **_SETTINGS).__enter__() for _ in range(2)]
        stack.callback(lambda: [server.stop() for server in servers])
        ports = [server.port for server in servers]
        balancer = stack.enter_context(Balancer(folder, ports).running())
        yield Setting(pooled, servers, balancer, postgres, folder), direct


def play(evening: Evening, matches: list[str], act: Callable[[], None]) -> float:
    """Do this while the phones of both clubs are active; returns the moment of its beginning."""
    saved = evening.counts.saved
    with evening.playing(matches, _SCORERS):
        _wait_until(lambda: len(saved) > _SCORERS)
        began = time.monotonic()
        act()
        stored = len(saved)
        _wait_until(lambda: len(saved) > stored + _SCORERS)
    return began


def _wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not happened():
        if time.monotonic() > deadline:
            raise RuntimeError("no rounds are saved any more")
        time.sleep(0.1)


@click.command()
@click.argument("acts", nargs=-1, type=click.Choice(ACTS))
def main(acts: tuple[str, ...]) -> None:
    """Do these ACTS (all of them) to app servers under load; exit 1 if a round was lost or stored twice."""
    wrong = 0
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-balanced-"))
    try:
        with setting(folder) as (there, database):
            two = TwoClubs.in_database(database, len(ACTS) * _MATCHES, _WATCHERS)
            for number, act in enumerate(acts or ACTS):
                evening = two.evening([there.balancer.port] * _SCORERS, _PACE)
                mine = two.scoring[2][number * _MATCHES : (number + 1) * _MATCHES]
                began = play(evening, mine, getattr(there, act))
                counts = evening.counts
                lost, doubled = verdict(database, counts)
                click.echo(
                    f"{act}: {len(counts.saved)} rounds saved, lost {lost}, doubled {doubled}, "
                    f"{counts.resent} times sent again, longest pause {counts.pause(began):.1f} s; "
                    f"{evening.views.summary(began)}"
                )
                wrong += lost + doubled
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
