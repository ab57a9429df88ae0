"""The server as a process: its output, and that it starts and stops as promised."""

import os
import pty
import re
import signal
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.config import GARBAGE_COLLECTION
from scorekeeper.ops.network import choose_port
from scorekeeper.ops.serve import GRACE
from scorekeeper.store import StoreError
from scorekeeper.store.engine.backup import back_up
from scorekeeper.store.transfer.restore import restore
from tests.durability.phones import seat_two
from tests.serving import COMMAND, PATIENCE, ServerProcess, serving_on


def test_the_first_start_prints_the_link_that_makes_a_manager(shared_server: ServerProcess) -> None:
    assert shared_server.start_link is not None
    secret = shared_server.start_link.rpartition("/")[2]
    assert len(secret) >= 22, "128 bits, as token_urlsafe writes them"
    with urllib.request.urlopen(shared_server.start_link) as answer:
        assert answer.status == 200
    assert shared_server.log.read_text().count(shared_server.start_link) == 1, "printed once, never logged"


def test_a_server_for_a_proxy_says_what_https_needs(shared_server: ServerProcess) -> None:
    said = shared_server.log.read_text()
    assert "SCOREKEEPER_HTTPS, SCOREKEEPER_PROXIES, SCOREKEEPER_HOSTS not set" in said


def test_behind_https_the_first_link_is_the_one_that_phones_open(tmp_path: Path) -> None:
    port, settings = choose_port("127.0.0.1", 0), {"HTTPS": "1", "HOSTS": "crown.test,127.0.0.1"}
    env = os.environ | {f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    command = [COMMAND, "serve", "--host", "127.0.0.1", "--port", port, "--database", tmp_path / "pub.db"]
    with serving_on(port, command, env=env, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith(b"Open on a phone: https://crown.test/start/")
        assert server.stdout.readline() == f"For the proxy: http://127.0.0.1:{port}/\n".encode()


def test_the_secret_key_is_for_the_owner_only(shared_server: ServerProcess) -> None:
    key = shared_server.database.with_name("secret_key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


# By kill, Ctrl-C and a closed terminal; systemd's is in the test after this.
STOPS: tuple[tuple[Callable[[int, int], None], signal.Signals], ...] = (
    (os.kill, signal.SIGTERM),
    (os.killpg, signal.SIGINT),
    (os.killpg, signal.SIGHUP),
)


def test_a_stop_ends_it_quietly_and_a_new_start_keeps_the_address(server: ServerProcess) -> None:
    url = server.url
    for number, (send, how) in enumerate(STOPS):
        if number:
            server.start()
        assert server.url == url
        before = time.monotonic()
        send(server.pid, how)
        assert server.wait() == 0, (send, how)
        assert time.monotonic() - before < GRACE, "a worker had to be killed"
        assert "Traceback" not in server.log.read_text()


def test_a_worker_that_stops_before_its_parent_is_no_fault(server: ServerProcess) -> None:
    os.kill(server.pid, signal.SIGSTOP)
    os.killpg(server.pid, signal.SIGTERM)
    time.sleep(1)  # The worker ends meanwhile.
    os.kill(server.pid, signal.SIGCONT)
    assert server.wait() == 0


SLOW_APP = """
import time
from scorekeeper.ops.serve import Listening, run

def make_app():
    def app(environ, start_response):
        print("asked", flush=True)
        time.sleep(1)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"stored"]
    return app

run(make_app, Listening("127.0.0.1", {port}), ready=lambda: print("ready", flush=True))
"""


def test_a_request_in_flight_is_answered_before_the_server_stops() -> None:
    port = choose_port("127.0.0.1", 0)
    answers: list[bytes] = []

    def ask() -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            answers.append(answer.read())

    program = [sys.executable, "-c", SLOW_APP.format(port=port)]
    with serving_on(port, program, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        phone = threading.Thread(target=ask)
        phone.start()
        assert process.stdout.readline() == b"asked\n"
        process.terminate()
        phone.join(PATIENCE)
        assert process.wait(PATIENCE) == 0
    assert answers == [b"stored"]


def test_a_terminal_shows_the_qr_code(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    port = choose_port("127.0.0.1", 0)
    command = [COMMAND, "serve", "--host", "127.0.0.1", "--port", port, "--database", tmp_path / "club.db"]
    with serving_on(port, command, stdout=theirs, start_new_session=True) as process:
        os.close(theirs)
        shown = ""
        with os.fdopen(ours, errors="replace") as terminal:
            while "Ctrl-C stops it." not in shown:
                shown += terminal.readline()
            process.terminate()
            assert process.wait(PATIENCE) == 0
    assert shown.count("\x1b[97;40m") > 10


def test_a_surviving_worker_prevents_a_restore(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "scorekeeper.db") as server:
        phone, table = seat_two(server)
        copy = back_up(server.database, tmp_path / "backups", datetime.now(UTC))
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        assert phone.record(table, 1, "to the worker alone").status == 303
        with pytest.raises(StoreError, match="Stop it first"):
            restore(copy, server.database, datetime.now(UTC), replace=True)
        assert table.keys() == ["to the worker alone"]
        os.killpg(server.pid, signal.SIGTERM)
        for _ in range(PATIENCE * 10):
            with suppress(StoreError):
                restore(copy, server.database, datetime.now(UTC), replace=True)
                break
            time.sleep(0.1)
        assert table.keys() == []


DYING_APP = """
import os, pathlib
from scorekeeper.ops.serve import Listening, run

def make_app():
    lives = pathlib.Path({lives!r})
    lives.write_text(lives.read_text() + "x")
    if len(lives.read_text()) < 5:
        os._exit(1)
    def app(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"at last"]
    return app

run(make_app, Listening("127.0.0.1", {port}), ready=lambda: print("ready", flush=True))
"""


def test_a_worker_that_keeps_dying_is_started_each_time(tmp_path: Path) -> None:
    port, lives = choose_port("127.0.0.1", 0), tmp_path / "lives"
    lives.write_text("")
    program = [sys.executable, "-c", DYING_APP.format(port=port, lives=str(lives))]
    with serving_on(port, program, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
            assert answer.read() == b"at last"
        process.terminate()
        out, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    assert out.count(b"ready") == 1, "the links are printed once"
    pauses = [int(words) for words in re.findall(rb"Another start in (\d+) s", said)]
    assert pauses == sorted(set(pauses)), "each is longer than the one before"
    assert len(pauses) > 1


def test_a_worker_that_was_not_forked_looks_for_litter_as_seldom() -> None:
    alone = "import gc; from scorekeeper.ops.serve import in_worker; in_worker(lambda: None, 1, False, None)"
    said = subprocess.run(
        [sys.executable, "-c", f"{alone}; print(gc.get_threshold())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == f"{GARBAGE_COLLECTION}\n"
