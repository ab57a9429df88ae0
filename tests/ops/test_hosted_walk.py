"""From a bare machine to a hosted instance with two clubs, using only the commands of docs/operating.md.

They are run unchanged, below a folder instead of the root, with a real PostgreSQL. The system's own commands
are stand-ins: ``sudo`` chooses the PostgreSQL user, packages are installed already, and ``systemctl`` writes
down its arguments.
"""

import http.client
import os
import re
import shlex
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.postgres import USER, Cluster, cluster
from tests.serving import COMMAND, PATIENCE, ServerProcess

ROOT = Path(__file__).parents[2]
SECTIONS = ("A machine of its own, with https", "Many pubs on PostgreSQL", "Many clubs on one instance")
SITE = "scores.example.org"
STAND_INS = {
    "sudo": 'if [ "$1" = -u ]; then export PGUSER="$2"; shift 2; fi; exec "$@"',
    "apt-get": "",
    "useradd": "",
    "systemctl": 'echo "$@" >> "$HERE/systemctl"',
    "journalctl": "echo http://127.0.0.1:8000/start/secret",
    "pip": 'while [ $# -gt 0 ]; do [ "$1" != -r ] || test -f "$2" || exit 1; shift; done',
}


def blocks(section: str) -> str:
    """All commands in this section."""
    text = (ROOT / "docs" / "operating.md").read_text().split(f"\n## {section}\n")[1].split("\n## ")[0]
    return "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def below(here: Path, typed: str) -> str:
    """The same text with every system path below this folder."""
    return re.sub(r"(?<![\w/.])/(etc|opt|var/lib)/", rf"{here}/\1/", typed)


def stand_in(program: Path, words: str) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!/bin/sh\n{words}\n")
    program.chmod(0o755)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    for name, words in STAND_INS.items():
        stand_in(tmp_path / "bin" / name, words)
    # ``python3 -m venv`` makes an environment whose pip downloads nothing, with the command installed here.
    made = f'cp "$HERE/bin/pip" "$3/bin/pip" && ln -s {COMMAND} "$3/bin/scorekeeper"'
    fresh = f'[ "$2" = venv ] || exec {shutil.which("python3")} "$@"; mkdir -p "$3/bin" && {made}'
    stand_in(tmp_path / "bin" / "python3", fresh)
    for folder in ("etc/systemd/system", "etc/caddy", "etc/default", "opt", "var/lib/scorekeeper"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def type_it(here: Path, server: Cluster, typed: str) -> str:
    """Run these commands in a shell, each of which must succeed; returns the output."""
    programs = Path("/usr/lib/postgresql").glob("*/bin")
    path = ":".join(map(str, (here / "bin", *programs, os.environ["PATH"])))
    known = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    place = {"PGHOST": "127.0.0.1", "PGPORT": str(server.port), "HERE": str(here), "PATH": path}
    done = subprocess.run(
        ["bash", "-euc", typed], cwd=ROOT, env=known | place, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


def bare(server: Cluster) -> None:
    """A PostgreSQL with only the user ``postgres``, as after its installation."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as db:
        db.execute("CREATE ROLE postgres SUPERUSER LOGIN")
    with psycopg.connect(server.url("postgres").replace(USER, "postgres", 1), autocommit=True) as db:
        db.execute(f"ALTER ROLE {USER} RENAME TO installer")


def test_the_page_alone_leads_to_two_clubs_on_postgresql(here: Path) -> None:
    with cluster() as server:
        bare(server)
        said = type_it(here, server, below(here, "".join(map(blocks, SECTIONS))))
        links = re.findall(rf"https://{SITE}(/c/\S+/join/\S+)", said)
        assert len(links) == 2
        assert "The Anchor  opened " in said
        assert "The Swan  opened " in said
        assert "restart scorekeeper" in (here / "systemctl").read_text()
        served = ServerProcess(here / "served", under=("env", *assignments(here, server)))
        served.start()
        try:
            pages = [ask(served.port, link) for link in links]
            assert ["Start a match" in page for page in pages] == [False, True], "the first has been closed"
            assert "The Swan" in pages[1]
        finally:
            served.stop()


def settings(here: Path) -> dict[str, str]:
    """The environment that systemd passes to the service."""
    lines = shlex.split((here / "etc/scorekeeper.env").read_text())
    return dict(line.split("=", 1) for line in lines)


def assignments(here: Path, server: Cluster) -> list[str]:
    """The same as arguments of ``env``; settings in the file override those in the unit."""
    unit = (here / "etc/systemd/system/scorekeeper.service").read_text()
    assert "\nEnvironmentFile=/etc/scorekeeper.env\n" in unit
    place = {"PGHOST": "127.0.0.1", "PGPORT": str(server.port), "PGUSER": USER}
    return [f"{name}={value}" for name, value in (settings(here) | place).items()]


def ask(port: int, path: str) -> str:
    """Request the page as Caddy does, following redirects as a browser does."""
    way = {"Host": SITE, "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as phone:
        phone.request("GET", path, headers=way)
        answer = phone.getresponse()
        answer.read()
        cookie = str(answer.headers["Set-Cookie"]).split(";")[0]
        phone.request("GET", str(answer.headers["Location"]), headers={**way, "Cookie": cookie})
        return phone.getresponse().read().decode()
