"""A PostgreSQL of the tests' own: a fresh cluster in a temporary folder, on a free port of 127.0.0.1."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.programs import skip_for_want_of

USER = "scorekeeper"
_PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
_databases = count(1)
# Nothing here has to survive a power cut, and every sync would slow the suite down.
_SETTINGS = ("fsync=off", "listen_addresses=127.0.0.1", "shared_buffers=32MB", "unix_socket_directories=")


class Cluster:
    """A running server; ``new_database`` gives a test an empty database of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of a database that nobody has used."""
        return self._create("template1")

    def copy_of(self, url: str) -> str:
        """The URL of a copy of this database, to which nobody may be connected meanwhile."""
        return self._create(url.rpartition("/")[2])

    def _create(self, template: str) -> str:
        import psycopg

        name = f"test_{next(_databases)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def control(self, *what: str) -> None:
        """``pg_ctl`` on this cluster."""
        run(self.folder, "pg_ctl", "--pgdata", str(self.folder / "data"), "--silent", "--wait", *what)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start one and remove all of it at the end; skips where there is no PostgreSQL."""
    if not _PROGRAMS:
        skip_for_want_of("PostgreSQL", "postgresql")
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
    made = Cluster(folder, free_port())
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        run(
            folder,
            "initdb",
            "--username",
            USER,
            "--auth",
            "trust",
            "--no-sync",
            "--pgdata",
            str(folder / "data"),
        )
        options = " ".join(f"-c {setting}" for setting in (f"port={made.port}", *_SETTINGS))
        made.control("start", "--log", str(folder / "log"), "--options", options)
        yield made
        made.control("stop", "--mode", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(folder: Path, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; they refuse to run as root, so root switches to another user."""
    command = [str(_PROGRAMS[-1].with_name(program)), *arguments]
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
