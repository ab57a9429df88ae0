"""The phones of one club, which all wait for something, keep nobody else waiting."""

import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from scorekeeper.ops.front import TURN_SECONDS
from scorekeeper.ops.network import choose_port
from tests.serving import PATIENCE, listening

HELD = """
import time
from scorekeeper.ops.serve import run

def make_app():
    def app(environ, start_response):
        if environ["PATH_INFO"].startswith("/c/big/"):
            time.sleep(3)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"answered"]
    return app

run(make_app, "127.0.0.1", {port}, workers=1, threads=4, ready=lambda: None)
"""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    port = choose_port("127.0.0.1", 0)
    with subprocess.Popen([sys.executable, "-c", HELD.format(port=port)]) as process:
        while not listening(port):
            assert process.poll() is None
            time.sleep(0.05)
        yield port
        process.terminate()


def ask(port: int, path: str, data: bytes | None = None) -> tuple[int, float]:
    before = time.monotonic()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", data, timeout=PATIENCE) as answer:
            return answer.status, time.monotonic() - before
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, time.monotonic() - before


def test_a_club_that_is_held_up_holds_up_no_other(port: int) -> None:
    phones = [threading.Thread(target=ask, args=(port, "/c/big/")) for _ in range(9)]
    for phone in phones:
        phone.start()
    time.sleep(0.5)
    for path in ("/c/small/", "/healthz", "/c/small/matches/1", "/api/v1/clubs/small/table"):
        status, seconds = ask(port, path)
        assert (status, seconds < 0.5) == (200, True), (path, seconds)
    status, seconds = ask(port, "/c/big/matches/1/rounds", b"round=1")
    assert status == 503
    assert seconds < TURN_SECONDS + 1
    for phone in phones:
        phone.join(PATIENCE)
