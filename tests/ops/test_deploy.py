"""The deployment files, read where they cannot be run; the commands of docs/operating.md, run."""

import errno
import os
import re
import shlex
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import Result

from scorekeeper.ops.serve import GRACE
from scorekeeper.store.engine.backup import copies
from tests.programs import program
from tests.seccomp import refused
from tests.serving import COMMAND, ServerProcess

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OPERATING = (ROOT / "docs" / "operating.md").read_text()
UNIT = DEPLOY / "scorekeeper.service"
UNITS = sorted(DEPLOY.glob("*.service"))
WORST_SCORE = 2.0


def test_the_unit_exposes_little() -> None:
    analyze = program("systemd-analyze", "systemd")
    command = [analyze, "security", "--offline=true", "--no-pager", UNIT]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    score = re.search(r"Overall exposure level for \S+: (\S+)", said)
    assert score is not None
    assert float(score[1]) <= WORST_SCORE
    assert "\nUser=scorekeeper\n" in UNIT.read_text()


def test_systemd_accepts_the_units() -> None:
    assert len(UNITS) == 3
    command = [program("systemd-analyze", "systemd"), "verify", *UNITS]
    said = subprocess.run(command, capture_output=True, text=True).stderr.splitlines()
    ours = [line for line in said if any(unit.name in line for unit in UNITS)]
    faults = [line for line in ours if "is not executable" not in line]
    assert faults == []


def test_it_serves_with_the_sockets_that_the_unit_allows(tmp_path: Path) -> None:
    allowed = [getattr(socket, name) for name in re.findall(r"AF_\w+", UNIT.read_text())]
    under = refused("socket", errno.EAFNOSUPPORT, *allowed)
    with ServerProcess(tmp_path / "scorekeeper.db", under=under) as server:
        assert urllib.request.urlopen(f"{server.url}/readyz").status == 200


def test_systemd_restarts_a_failing_server_for_ever() -> None:
    unit = UNIT.read_text().splitlines()
    assert {"Restart=on-failure", "RestartSec=2", "StartLimitIntervalSec=10min", "StartLimitBurst=20"} <= {
        *unit
    }
    (started,) = (line.removeprefix("OnFailure=").split() for line in unit if line.startswith("OnFailure="))
    assert {UNIT.name, *started} == {each.name for each in UNITS}
    restart = (DEPLOY / "scorekeeper-restart.service").read_text().splitlines()
    assert [line for line in restart if "systemctl" in line] == [
        "ExecStart=/bin/systemctl reset-failed scorekeeper.service",
        "ExecStart=/bin/systemctl --no-block start scorekeeper.service",
    ]


def test_logs_and_memory_are_bounded() -> None:
    unit = UNIT.read_text().splitlines()
    assert {"MemoryMax=2G", "LogRateLimitIntervalSec=30s", "LogRateLimitBurst=1000"} <= {*unit}
    services = re.findall(
        r"^  (?:scorekeeper|caddy):\n(?:(?: {4}.*)?\n)+", (DEPLOY / "compose.yaml").read_text(), re.M
    )
    assert len(services) == 2
    assert all("    logging: " in service and "    mem_limit: " in service for service in services)


def test_a_stop_leaves_time_for_the_requests_in_flight() -> None:
    stops = re.findall(r"(?:TimeoutStopSec=|stop_grace_period: )(\d+)", deployed())
    assert len(stops) == 2
    assert all(int(seconds) > GRACE for seconds in stops)


def test_the_image_runs_as_nobody_in_particular_and_holds_no_secret() -> None:
    file = (DEPLOY / "Dockerfile").read_text()
    stages = file.split("FROM ")
    assert re.search(r"^USER scorekeeper$", stages[-1], re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", stages[-1], re.MULTILINE)
    assert re.search(r"^VOLUME /data$", stages[-1], re.MULTILINE)
    assert "SECRET" not in file
    assert stages[-1].index("VOLUME") > stages[-1].index("install -d"), "else the folder is root's"


def test_nothing_of_this_machine_goes_into_the_image() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    allowed = {rule[1:] for rule in rules if rule.startswith("!")}
    package = {"scorekeeper", "static", "templates"}
    built = {"build/pocket"}  # where somebody has built it
    assert allowed == built | package | {
        "pyproject.toml",
        "hatch_build.py",
        "README.md",
        "LICENSE",
        "requirements",
    }
    assert all((ROOT / name).exists() for name in allowed - built)


def test_everything_an_image_is_made_of_has_a_full_version_and_a_hash() -> None:
    images = re.findall(r"^(?:FROM|    image:) (\S+)", deployed(), re.MULTILINE)
    assert len(images) == 3
    assert all(re.search(r":\d+\.\d+\.\d+\S*@sha256:[0-9a-f]{64}$", image) for image in images), images
    pips = re.findall(r"pip install .*", (DEPLOY / "Dockerfile").read_text())
    assert len(pips) == 3
    assert all("--require-hashes" in line or "--no-deps /dist" in line for line in pips)


def test_images_are_pinned_to_what_their_registry_says(tmp_path: Path) -> None:
    """A second run too. The ``docker`` here is a stand-in that has a digest for every name."""
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\nprintf "sha256:%s\\n" "$(printf %s "$6" | sha256sum | cut -c1-64)"\n')
    docker.chmod(0o755)
    for name in ("Dockerfile", "compose.yaml"):
        shutil.copy(DEPLOY / name, tmp_path / name)
    for _ in range(2):
        command = [ROOT / "tools" / "pin-images", tmp_path]
        subprocess.run(command, env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}, check=True)
    for name in ("Dockerfile", "compose.yaml"):
        images = re.findall(r"^(FROM|    image:) (\S+)", (DEPLOY / name).read_text(), re.MULTILINE)
        pinned = re.findall(r"^(FROM|    image:) (\S+)", (tmp_path / name).read_text(), re.MULTILINE)
        names = [(where, image.partition("@")[0]) for where, image in images]
        digests = [(where, f"{name}@sha256:{sha256(name.encode()).hexdigest()}") for where, name in names]
        assert pinned == digests


def test_phones_can_reach_only_the_proxy() -> None:
    app = (DEPLOY / "compose.yaml").read_text().split("  caddy:")[0]
    assert "ports:" not in app
    assert 'SCOREKEEPER_HTTPS: "1"' in app
    assert 'SCOREKEEPER_PROXIES: "1"' in app
    assert "read_only: true" in app


def test_every_setting_in_the_files_and_on_the_page_is_one_we_read() -> None:
    readers = "".join((ROOT / "scorekeeper" / name).read_text() for name in ("config.py", "timestamps.py"))
    read = set(re.findall(r"SCOREKEEPER_[A-Z]+", readers))
    assert set(re.findall(r"SCOREKEEPER_[A-Z]+", deployed() + OPERATING)) <= read
    assert read <= set(re.findall(r"^\| `(SCOREKEEPER_[A-Z]+)`", OPERATING, re.MULTILINE))


def test_the_pages_name_every_file_that_is_there_and_no_other() -> None:
    pages = OPERATING + (ROOT / "docs" / "scaling.md").read_text()
    named = set(re.findall(r"deploy/([\w.-]*\w)", pages))
    assert named | {"Dockerfile"} == {file.name for file in DEPLOY.iterdir()}  # compose.yaml names that one


def test_the_cluster_s_files_agree_on_machines_and_ports() -> None:
    etcd, patroni, leader, pooler = (
        (DEPLOY / name).read_text()
        for name in ("etcd.yml", "patroni.yml", "haproxy-leader.cfg", "pgbouncer.ini")
    )
    machines = re.findall(r"\b(db\d)=http://\1:2380\b", etcd)
    assert machines == ["db1", "db2", "db3"]
    assert re.findall(r"(db\d):2379", patroni) == machines
    assert "advertise-client-urls: http://THIS_HOST:2379\n" in etcd
    assert re.findall(r"server (db\d) \1:5432 check port 8008\n", leader) == machines
    assert "restapi:\n  listen: 0.0.0.0:8008\n" in patroni
    assert "postgresql:\n  listen: 0.0.0.0:5432\n" in patroni
    assert "bind 127.0.0.1:5000\n" in leader
    assert "host=127.0.0.1 port=5000 " in pooler


def test_nobody_enters_the_cluster_without_a_password() -> None:
    patroni, pooler = ((DEPLOY / name).read_text() for name in ("patroni.yml", "pgbouncer.ini"))
    assert {line.split()[-1] for line in re.findall(r"- host .*", patroni)} == {"scram-sha-256"}
    assert "\nauth_type = scram-sha-256\n" in pooler
    written = re.findall(r"s/(\w+)/", patroni)
    assert written == ["THIS_HOST", *re.findall(r"password: ([A-Z_]+)", patroni)]


@pytest.mark.usefixtures("played")
def test_every_command_on_the_page_works(path: Path, run: Callable[..., Result]) -> None:
    # The commands for PostgreSQL are run by test_hosted_walk.py.
    over_a_file = re.sub(r"\n## Many pubs on PostgreSQL\n.*?(?=\n## )", "", OPERATING, flags=re.DOTALL)
    typed = re.findall(r"^scorekeeper (.+)$", over_a_file, re.MULTILINE)
    assert {line.split()[0] for line in typed} == {
        "backup",
        "doctor",
        "restore",
        "link",
        "club",
        "maintenance",
        "migrate",
    }
    for line in typed:
        made = copies(path.with_name("backups"))
        here = line.replace("/var/lib/scorekeeper", str(path.parent))
        words = [str(next(iter(made))) if "/backups/" in word else word for word in shlex.split(here)]
        result = run(*words)
        assert result.exit_code == 0, f"{line}\n{result.output}"


def test_the_service_does_not_start_without_its_settings() -> None:
    assert "\nEnvironmentFile=/etc/scorekeeper.env\n" in UNIT.read_text()


@pytest.mark.usefixtures("played")
def test_the_command_of_the_page_has_the_settings_of_the_service(path: Path, tmp_path: Path) -> None:
    (command,) = re.findall(r"^scorekeeper\(\) .+$", OPERATING, re.MULTILINE)
    env = tmp_path / "scorekeeper.env"
    (typed,) = re.findall(r"^echo '([^']+)' \| sudo tee /etc/scorekeeper.env$", OPERATING, re.MULTILINE)
    env.write_text(f'{typed}\nSCOREKEEPER_OPERATOR="The Crown, 01234 567890"\n')
    here = {
        "sudo -u scorekeeper ": "",
        "/etc/scorekeeper.env": str(env),
        "/var/lib/scorekeeper": str(path.parent),
        "/opt/scorekeeper/bin/scorekeeper": str(COMMAND),
    }
    for there, ours in here.items():
        assert there in command
        command = command.replace(there, ours)
    said = subprocess.run(
        ["sh", "-c", f"{command}\nscorekeeper doctor"], capture_output=True, text=True, check=True
    ).stdout
    assert "good   Phones come by https" in said


def deployed() -> str:
    """All of the deployment files."""
    return "".join(found.read_text() for found in sorted(DEPLOY.iterdir()))
