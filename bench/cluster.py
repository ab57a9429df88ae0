"""Three etcd and three Patroni nodes with their PostgreSQL, each on a machine of its own in a network.

Their settings are those of deploy/etcd.yml and deploy/patroni.yml.
"""

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from bench.network import Network, network

_DEPLOY = Path(__file__).parents[1] / "deploy"
_NODES = 3
_PATIENCE = 180  # seconds; a leader that was cut off stops only once it has given up on its standbys
USER = "postgres"  # PostgreSQL refuses to run as root
APP = "scorekeeper"  # the app's user and its database
LEASE = int((_DEPLOY / "patroni.yml").read_text().split("ttl: ")[1].split()[0])  # seconds


class Node:
    """What runs on one machine: a program, and the PostgreSQL of ``data`` that it may have started."""

    def __init__(self, command: list[str], log: Path, data: Path | None = None) -> None:
        self._data = data
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                command, stdout=out, stderr=out, stdin=subprocess.DEVNULL, cwd=log.parent
            )

    def kill(self) -> None:
        """Kill every process of it at once, as a power cut would."""
        pids = [self._process.pid]
        if self._data and (own := self._data / "postmaster.pid").exists():
            # Patroni detaches its PostgreSQL, which therefore outlives it; its pid file names the process.
            pids.append(int(own.read_text().split()[0]))
        for pid in pids:
            with suppress(FileNotFoundError):
                for task in Path(f"/proc/{pid}/task").glob("*/children"):
                    pids += map(int, task.read_text().split())
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()


class Cluster:
    """Its machines are called db1, db2 and db3, as in the files of deploy/. Needs root."""

    def __init__(self, folder: Path, network: Network) -> None:
        self.folder, self.network = folder, network
        self._passwords = {name: secrets.token_hex(16) for name in (USER, "replicator", APP)}
        self._running: dict[str, Node] = {}
        self._apart = set[int]()  # machines that know nothing of the others

    def url(self, user: str = APP) -> str:
        """The URL of all three nodes: a client connects to the one that takes writes."""
        return self.url_at(",".join(f"{self.network.address(number)}:5432" for number in range(_NODES)), user)

    def url_at(self, hosts: str, user: str = APP) -> str:
        """The URL of this user's database behind these addresses, with the password."""
        return f"postgresql://{user}:{self._passwords[user]}@{hosts}/{user}"

    def settings(self, file: str) -> str:
        """The text of this file of deploy/ with the machines’ addresses in place of their names."""
        text = (_DEPLOY / file).read_text()
        return re.sub(r"\bdb([1-3]):", lambda found: f"{self.network.address(int(found[1]) - 1)}:", text)

    def start(self) -> None:
        """Start everything, and wait until it is whole."""
        for number in range(_NODES):
            self._start(number, "etcd")
        for number in range(_NODES):
            self._start(number, "patroni")
            self._wait(lambda: self.leader() is not None)
        self._wait(self.whole)
        with psycopg.connect(
            self.url(USER), target_session_attrs="read-write", autocommit=True
        ) as connection:
            connection.execute(f"CREATE ROLE {APP} LOGIN PASSWORD '{self._passwords[APP]}'")
            connection.execute(f"CREATE DATABASE {APP} OWNER {APP}")

    def stop(self) -> None:
        """Kill everything that runs."""
        for node in self._running.values():
            node.kill()

    def views(self) -> list[list[dict[str, Any]]]:
        """The cluster's members, as each machine that answers Patroni's API knows them."""
        found = []
        for number in range(_NODES):
            if f"patroni{number}" in self._running and number not in self._apart:
                address = f"http://{self.network.address(number)}:8008/cluster"
                with suppress(OSError, ValueError), urllib.request.urlopen(address, timeout=2) as answer:
                    found.append(json.load(answer)["members"])
        return found

    def members(self) -> list[dict[str, Any]]:
        """The cluster's members; empty while no machine answers."""
        return next(iter(self.views()), [])

    def leader(self) -> str | None:
        """The node that takes writes."""
        up = (m for m in self.members() if m["role"] == "leader" and m["state"] == "running")
        return next((str(member["name"]) for member in up), None)

    def whole(self) -> bool:
        """Whether there is a leader, and a node that has every commit before it is answered."""
        return self.leader() is not None and any(m["role"] == "sync_standby" for m in self.members())

    def kill_leader(self) -> None:
        """Kill the leader’s machine."""
        self._running.pop(f"patroni{self._number('leader')}").kill()

    def kill_standby(self) -> None:
        """Kill the machine of the synchronous standby."""
        self._running.pop(f"patroni{self._number('sync_standby')}").kill()

    def cut_off_leader(self) -> None:
        """Pull the network’s cable out of the leader’s machine."""
        number = self._number("leader")
        self._apart.add(number)
        self.network.cut_off(number)

    def split(self) -> None:
        """Leave the leader to the app servers, but without the other machines."""
        number = self._number("leader")
        self._apart.add(number)
        self.network.split(number)

    def repair(self) -> None:
        """Everything runs again, and is whole."""
        for number in self._apart:
            self.network.repair(number)
        self._apart.clear()
        for number in range(_NODES):
            if f"patroni{number}" not in self._running:
                self._start(number, "patroni")
        self._wait(self._all_agree)

    def _all_agree(self) -> bool:
        """Whether all machines run and say the same; one that was cut off knows only what was before."""
        views = [
            {(m["name"], m["role"], m["state"], m.get("timeline")) for m in view} for view in self.views()
        ]
        timelines = {timeline for view in views for *_, timeline in view}
        running = {state for view in views for _, _, state, _ in view} <= {"running", "streaming"}
        return (
            len(views) == _NODES
            and all(view == views[0] and len(view) == _NODES for view in views)
            and (running, len(timelines), None in timelines) == (True, 1, False)
            and self.whole()
        )

    def _number(self, role: str) -> int:
        """The node that has this role now."""
        names = [str(member["name"]) for member in self.members() if member["role"] == role]
        if not names:
            raise RuntimeError(f"nobody is {role}")
        return int(names[0].removeprefix("db")) - 1

    def _start(self, number: int, program: str) -> None:
        """Start etcd or Patroni on this machine, with its file of deploy/ and below our folder."""
        home = self.folder / f"{program}{number}"
        home.mkdir(exist_ok=True)
        places = {
            "PASSWORD_OF_POSTGRES": self._passwords[USER],
            "PASSWORD_OF_REPLICATOR": self._passwords["replicator"],
            "THIS_HOST:": f"{self.network.address(number)}:",
            "THIS_HOST": f"db{number + 1}",
            "/var/lib/etcd": str(home),
            "/var/lib/postgresql": str(home),
            "/var/run/postgresql": str(home),
            "/usr/lib/postgresql/15/bin": str(sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]),
        }
        text = self.settings(f"{program}.yml")
        for theirs, ours in places.items():
            text = text.replace(theirs, ours)
        file = home / f"{program}.yml"
        file.write_text(text)
        for ours in (home, file):
            shutil.chown(ours, USER, USER)
        command = {"etcd": ["etcd", f"--config-file={file}"], "patroni": ["patroni", str(file)]}[program]
        self._running[f"{program}{number}"] = Node(
            self._as(number, command), home / "log", home / "15/scorekeeper" if program == "patroni" else None
        )

    def _as(self, number: int, command: list[str]) -> list[str]:
        """The command on this machine, and not as root."""
        user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--"]
        return self.network.inside(number, [*user, *command])

    def _wait(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not happened():
            if time.monotonic() > deadline:
                logs = "".join(log.read_text()[-1500:] for log in sorted(self.folder.glob("*/log")))
                raise RuntimeError(f"the cluster did not come up:\n{logs}")
            time.sleep(0.5)


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A whole cluster; at the end every process of it is killed and the folder is deleted."""
    shutil.chown(folder, USER, USER)
    try:
        with network(_NODES) as machines:
            there = Cluster(folder, machines)
            try:
                there.start()
                yield there
            finally:
                there.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
