"""Three etcd and three Patroni nodes with their PostgreSQL, each on a machine of its own in a network."""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from bench.network import Network
from bench.servers import free_port

_NODES = 3
_PATIENCE = 90  # seconds to wait for a cluster to come up
USER = "postgres"  # PostgreSQL refuses to run as root
# Seconds: how long a silent leader keeps its role, and how often every node checks.
LEASE, LOOK = 20, 5


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
    """A context manager: at its end every process is stopped and the folder is deleted. Needs root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.network = folder, Network(_NODES)
        self.ports = [free_port() for _ in range(_NODES)]
        self.rest = [free_port() for _ in range(_NODES)]
        self._etcd = [(free_port(), free_port()) for _ in range(_NODES)]
        self._running: dict[str, Node] = {}
        self._apart = set[int]()  # machines that know nothing of the others

    def url(self, database: str) -> str:
        """The URL of all three nodes: a client connects to the one that takes writes."""
        hosts = ",".join(f"{self.network.address(n)}:{port}" for n, port in enumerate(self.ports))
        return f"postgresql://{USER}@{hosts}/{database}"

    def __enter__(self) -> "Cluster":
        shutil.chown(self.folder, USER, USER)
        self.network.__enter__()
        try:
            for number in range(_NODES):
                self._start_etcd(number)
            for number in range(_NODES):
                self._start_patroni(number)
                self._wait(lambda: self.leader() is not None)
            self._wait(self.whole)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._end()

    def members(self) -> list[dict[str, Any]]:
        """The cluster's members by Patroni's API; empty while no node answers."""
        for number, (name, port) in enumerate(zip(self._names, self.rest, strict=True)):
            if name in self._running and number not in self._apart:
                address = f"http://{self.network.address(number)}:{port}/cluster"
                with suppress(OSError, ValueError), urllib.request.urlopen(address, timeout=2) as answer:
                    members: list[dict[str, Any]] = json.load(answer)["members"]
                    return members
        return []

    def leader(self) -> str | None:
        """The node that takes writes."""
        up = (m for m in self.members() if m["role"] == "leader" and m["state"] == "running")
        return next((str(member["name"]) for member in up), None)

    def whole(self) -> bool:
        """Whether there is a leader, and a node that has every commit before it is answered."""
        return self.leader() is not None and any(m["role"] == "sync_standby" for m in self.members())

    def kill_leader(self) -> None:
        """Kill the leader’s machine."""
        self._running.pop(self._names[self._number("leader")]).kill()

    def kill_standby(self) -> None:
        """Kill the machine of the synchronous standby."""
        self._running.pop(self._names[self._number("sync_standby")]).kill()

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
        for number, name in enumerate(self._names):
            if name not in self._running:
                self._start_patroni(number)
        self._wait(lambda: self.whole() and len(self.members()) == _NODES and self._all_run())

    def _all_run(self) -> bool:
        return all(member["state"] in ("running", "streaming") for member in self.members())

    def _number(self, role: str) -> int:
        """The node that has this role now."""
        names = [str(member["name"]) for member in self.members() if member["role"] == role]
        if not names:
            raise RuntimeError(f"nobody is {role}")
        return self._names.index(names[0])

    @property
    def _names(self) -> list[str]:
        return [f"node{number}" for number in range(_NODES)]

    def _start_etcd(self, number: int) -> None:
        at = self.network.address
        client, peer = (f"http://{at(number)}:{port}" for port in self._etcd[number])
        peers = ",".join(f"etcd{n}=http://{at(n)}:{port}" for n, (_, port) in enumerate(self._etcd))
        options = {
            "name": f"etcd{number}",
            "data-dir": str(self.folder / f"etcd{number}"),
            "listen-client-urls": client,
            "advertise-client-urls": client,
            "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer,
            "initial-cluster": peers,
        }
        command = ["etcd", *(f"--{key}={value}" for key, value in options.items())]
        self._running[f"etcd{number}"] = Node(self._as(number, command), self.folder / f"etcd{number}.log")

    def _start_patroni(self, number: int) -> None:
        name = self._names[number]
        settings = self.folder / f"{name}.json"
        settings.write_text(json.dumps(self._settings(number)))
        self._running[name] = Node(
            self._as(number, ["patroni", str(settings)]),
            self.folder / f"{name}.log",
            self.folder / f"data{number}",
        )

    def _as(self, number: int, command: list[str]) -> list[str]:
        """The command on this machine, and not as root."""
        user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--"]
        return self.network.inside(number, [*user, *command])

    def _settings(self, number: int) -> dict[str, Any]:
        """Patroni’s configuration; JSON is YAML, too."""
        at = self.network.address
        here, rest = f"{at(number)}:{self.ports[number]}", f"{at(number)}:{self.rest[number]}"
        lease = {"ttl": LEASE, "loop_wait": LOOK, "retry_timeout": LOOK, "synchronous_mode": True}
        trusting = ["host all all samenet trust", "host replication all samenet trust"]
        program = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        return {
            "scope": "scorekeeper",
            "name": self._names[number],
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"hosts": [f"{at(n)}:{client}" for n, (client, _) in enumerate(self._etcd)]},
            "bootstrap": {
                "dcs": {**lease, "postgresql": {"use_pg_rewind": True}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}],
            },
            "postgresql": {
                "listen": here,
                "connect_address": here,
                "data_dir": str(self.folder / f"data{number}"),
                "bin_dir": str(program),
                "pgpass": str(self.folder / f"pgpass{number}"),
                "pg_hba": trusting,
                "authentication": {"superuser": {"username": USER}, "replication": {"username": USER}},
                "parameters": {"unix_socket_directories": str(self.folder), "shared_buffers": "32MB"},
            },
        }

    def _wait(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not happened():
            if time.monotonic() > deadline:
                logs = "".join(log.read_text()[-1500:] for log in sorted(self.folder.glob("node*.log")))
                raise RuntimeError(f"the cluster did not come up:\n{logs}")
            time.sleep(0.5)

    def _end(self) -> None:
        for node in self._running.values():
            node.kill()
        self.network.__exit__(None, None, None)
        shutil.rmtree(self.folder, ignore_errors=True)
