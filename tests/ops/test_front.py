"""The waiting requests of one club's phones keep nobody else waiting."""

import asyncio
import json
import re
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import secret_key
from scorekeeper.ops.front import (
    HAND_OVER_PATH,
    HANDED_OVER_AT_ONCE,
    MOST_BODY,
    MOST_HANDED_OVER,
    MOST_PHOTO,
    PHOTO_PATH,
    PHOTOS_AT_ONCE,
    Budgets,
    Front,
    address_of,
    club_of,
)
from scorekeeper.ops.network import choose_port
from scorekeeper.ops.wsgi import ARRIVED, Environ
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import add_club
from scorekeeper.store.engine.connection import writing
from tests.serving import GRANIANS, PATIENCE, serving_on, until
from tests.web.cast import open_pub

THREADS = 4
# Every request of the big club writes a file, and waits for the file that releases them all.
HELD = """
import time
from pathlib import Path
from uuid import uuid4
from scorekeeper.ops.serve import Listening, run

def make_app():
    def app(environ, start_response):
        if "scorekeeper.asked_ahead" in environ:
            start_response("204 No Content", [])
            return []
        if environ["PATH_INFO"].startswith("/c/big"):
            Path("{folder}/held", uuid4().hex).touch()
            while not Path("{folder}/let-go").exists():
                time.sleep(0.02)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [str(len(environ["wsgi.input"].read())).encode()]
    return app

run(make_app, Listening("127.0.0.1", {port}, 1, {threads}), ready=lambda: None, patience={patience})
"""

READ_IN = """
import threading, time
from contextlib import closing
from pathlib import Path
from scorekeeper.app import create_app
from scorekeeper.ops.serve import Listening, run
from scorekeeper.services.clubs.club_results import database_identity, club_record
from scorekeeper.store import open_store

def make_app():
    held = threading.Event()
    threading.Thread(target=hold, args=(held,), daemon=True).start()
    held.wait()
    return create_app({{"DATABASE": Path("{file}")}})

def hold(held):
    with closing(open_store("{file}")) as db, club_record(db, "{club}"):
        held.set()
        while not Path("{file}.read").exists():
            time.sleep(0.02)

run(make_app, Listening("127.0.0.1", {port}), ready=lambda: None)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("front")


@contextmanager
def held(folder: Path, patience: float | None = None) -> Iterator[int]:
    """The port of a server whose requests for the big club wait."""
    (folder / "held").mkdir()
    port = choose_port("127.0.0.1", 0)
    program = HELD.format(folder=folder, port=port, threads=THREADS, patience=patience)
    with serving_on(port, [sys.executable, "-c", program]):
        yield port


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    with held(folder) as port:
        yield port


def ask(port: int, path: str, data: bytes | None = None) -> int:
    """The status of the answer; none within PATIENCE is an error."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", data, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_a_club_that_is_held_up_holds_up_no_other(port: int, folder: Path) -> None:
    with ThreadPoolExecutor(9) as phones:
        waiting = [phones.submit(ask, port, "/c/big/") for _ in range(9)]
        try:
            until(lambda: len([*(folder / "held").iterdir()]) == THREADS - 1)
            for path in ("/c/small/", "/healthz", "/c/small/matches/1", "/api/v1/clubs/small/table"):
                assert ask(port, path) == 200, path
            assert ask(port, "/c/big/matches/1/rounds", b"round=1") == 503, "a change waits for a second only"
            assert not any(phone.done() for phone in waiting)
        finally:
            (folder / "let-go").touch()
        assert {phone.result(PATIENCE) for phone in waiting} == {200}


def test_photos_hold_no_thread_that_answers_pages_and_not_all_of_their_own(tmp_path: Path) -> None:
    """Be they as small as any form."""
    with held(tmp_path) as port, ThreadPoolExecutor(PHOTOS_AT_ONCE) as phones:
        photo, most = "/c/big/matches/1/photo", PHOTOS_AT_ONCE // 2
        waiting = [phones.submit(ask, port, photo, b"photo=") for _ in range(most)]
        try:
            until(lambda: len([*(tmp_path / "held").iterdir()]) == most)
            assert ask(port, photo, b"photo=") == 503, "the club has half of the places"
            assert ask(port, "/c/small/matches/1/rounds", b"round=1") == 200
            assert ask(port, "/c/other/matches/1/photo", b"photo=") == 200
        finally:
            (tmp_path / "let-go").touch()
        assert {phone.result(PATIENCE) for phone in waiting} == {200}


def test_for_a_short_time_all_threads_may_be_busy(tmp_path: Path) -> None:
    """As by a frozen database server: everybody else is answered so, and not left waiting."""
    with held(tmp_path, patience=0.2) as port, ThreadPoolExecutor(THREADS) as phones:
        waiting = [phones.submit(ask, port, f"/c/big{n}/") for n in range(THREADS)]
        try:
            until(lambda: len([*(tmp_path / "held").iterdir()]) == THREADS)
            for path in ("/c/big/", "/c/small/", "/"):
                assert ask(port, path) == 503, path
            assert ask(port, "/c/small/matches/1/rounds", b"round=1") == 503
            assert ask(port, "/healthz") == 200
            assert not any(phone.done() for phone in waiting)
        finally:
            (tmp_path / "let-go").touch()
        assert {phone.result(PATIENCE) for phone in waiting} == {200}
        assert ask(port, "/c/small/") == 200


def read(port: int, path: str, length: int) -> int:
    """How many bytes of such a body the app receives."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", bytes(length), timeout=PATIENCE) as answer:
        return int(answer.read())


def unread(port: int, path: str, length: int) -> bool:
    """Whether the app is called at once, before any byte of a body this long."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as phone:
        phone.sendall(head.encode())
        return b"".join(iter(lambda: phone.recv(4096), b"")).endswith(b"\r\n\r\n0")


def test_only_a_photo_may_be_large(port: int) -> None:
    photo, play = "/c/small/matches/1/photo", "/c/small/matches/1/rounds"
    assert read(port, photo, MOST_PHOTO) == MOST_PHOTO
    assert read(port, f"{photo}/round", MOST_BODY + 1) == MOST_BODY + 1
    assert read(port, play, MOST_BODY) == MOST_BODY
    assert unread(port, photo, MOST_PHOTO + 1)
    assert unread(port, play, MOST_BODY + 1)
    assert unread(port, "/c/small/photos", MOST_BODY + 1)


def test_a_pockets_handed_over_evening_is_read_whole(port: int) -> None:
    assert read(port, "/c/small/take-in", MOST_HANDED_OVER) == MOST_HANDED_OVER
    assert unread(port, "/c/small/take-in", MOST_HANDED_OVER + 1)
    assert unread(port, "/c/small/take-in/more", MOST_BODY + 1)


def test_a_large_body_is_read_only_on_the_route_that_takes_it(tmp_path: Path) -> None:
    app = create_app({"DATABASE": tmp_path / "scorekeeper.db"})
    (rule,) = app.url_map.iter_rules("take_in.take")
    assert HAND_OVER_PATH.match(re.sub("<[^>]+>", "1", rule.rule)), rule.rule


def test_photos_that_do_not_arrive_take_only_the_place_of_their_own_club(port: int) -> None:
    head = f"POST /c/small/matches/1/photo HTTP/1.1\r\nHost: x\r\nContent-Length: {MOST_BODY * 2}\r\n\r\nhalf"
    with ExitStack() as open_sockets:
        for _ in range(PHOTOS_AT_ONCE // 2):
            half = open_sockets.enter_context(socket.create_connection(("127.0.0.1", port)))
            half.sendall(head.encode())
        time.sleep(0.3)
        assert ask(port, "/c/small/matches/1/photo", bytes(MOST_BODY + 1)) == 503
        assert ask(port, "/c/small/matches/1/rounds", b"round=1") == 200
        assert ask(port, "/c/other/matches/1/photo", bytes(MOST_BODY + 1)) == 200
    time.sleep(0.3)
    assert ask(port, "/c/small/matches/1/photo", bytes(MOST_BODY + 1)) == 200


REAL = """
from pathlib import Path
from scorekeeper.app import create_app
from scorekeeper.ops.serve import Listening, run

def make_app():
    return create_app({{"DATABASE": Path("{file}"), "CAMERA": True, "OPERATOR_SECRET": "{secret}"}})

run(make_app, Listening("127.0.0.1", {port}), ready=lambda: None)
"""
SECRET = "the operator’s own secret".encode().hex()


def read_all(phone: socket.socket) -> bytes:
    return b"".join(iter(lambda: phone.recv(4096), b""))


def sent_in_part(port: int, path: str) -> socket.socket:
    """The connection of a large body of which the end never comes."""
    phone = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: {MOST_BODY * 2}\r\n\r\n"
    phone.sendall(head.encode() + b"half")
    return phone


@contextmanager
def real(file: Path) -> Iterator[int]:
    """The port of a server of these clubs."""
    port = choose_port("127.0.0.1", 0)
    program = REAL.format(file=file, port=port, secret=SECRET)
    command = [sys.executable, "-c", program]
    with file.with_suffix(".log").open("w") as log, serving_on(port, command, stderr=log):
        yield port


def whole(port: int, path: str, cookie: str) -> bytes:
    """The answer to a large body that arrives."""
    body = b"x" * (MOST_BODY + 1)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n"
    said = f"Origin: http://localhost:{port}\r\nCookie: scorekeeper={cookie}\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as phone:
        phone.sendall(f"{head}{said}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return read_all(phone)


def test_who_may_not_score_takes_no_place_with_a_file(tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.db"
    migrate(file)
    pub = open_pub(create_app({"DATABASE": file}), "The Crown")
    known = pub.phone("score").client.get_cookie("scorekeeper")
    assert known
    with real(file) as port:
        for path, places in (("take-in", HANDED_OVER_AT_ONCE), ("matches/nothing/photo", PHOTOS_AT_ONCE)):
            with ExitStack() as strangers:
                for club in (pub.id, "nobodys"):
                    for _ in range(places):
                        strangers.enter_context(sent_in_part(port, f"/c/{club}/{path}"))
                time.sleep(0.5)
                answer = whole(port, f"/c/{pub.id}/{path}", known.decoded_value)
                assert not answer.startswith(b"HTTP/1.1 503"), answer[-200:]


def test_a_flood_is_counted_whole_and_logged_in_few_lines(tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.db"
    migrate(file)
    with real(file) as port:
        head = f"POST /c/x/y HTTP/1.1\r\nHost: localhost:{port}\r\nTransfer-Encoding: chunked\r\n\r\n"
        for _ in range(80):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as nobody:
                nobody.sendall(head.encode())
                assert nobody.recv(12) == b"HTTP/1.1 411"
            assert ask(port, "/c/nobodys/join/false") == 404
        for path in ("/api/v1/clubs/x/y", "/c/x/matches/y/photo", "/c/x/take-in"):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as program:
                asks = head.replace("/c/x/y", path).replace("\r\n", "\r\nAccept: application/json\r\n", 1)
                program.sendall(asks.encode())
                said = b"".join(iter(lambda: program.recv(1000), b"")).decode()
            assert "application/problem+json" in said, path
            assert json.loads(said.partition("\r\n\r\n")[2]) == {
                "status": 411,
                "title": (words := "Say how long it is: send a Content-Length."),
                "detail": words,
                "code": "length_required",
            }
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {SECRET}"}
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            metrics = answer.read().decode()
    assert 'scorekeeper_answers_total{page="front",status="411"} 83.0' in metrics
    lines = file.with_suffix(".log").read_text().splitlines()
    for endpoint in ("front", "clubs.join"):
        # One more minute may have begun meanwhile.
        assert 30 <= sum(f'"endpoint": "{endpoint}"' in line for line in lines) <= 60, endpoint


def test_the_app_takes_photos_nowhere_else(tmp_path: Path) -> None:
    app = create_app({"DATABASE": tmp_path / "scorekeeper.db", "CAMERA": True})
    takes = [
        rule
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("camera.") and "POST" in rule.methods
    ]
    assert takes
    for rule in takes:
        assert PHOTO_PATH.match(re.sub("<[^>]+>", "1", rule.rule)), rule.rule


def test_a_club_whose_results_are_loading_holds_up_no_other(tmp_path: Path) -> None:
    """Its results are locked, as they are while all matches are replayed after a start."""
    file, port = tmp_path / "scorekeeper.db", choose_port("127.0.0.1", 0)
    migrate(file)
    secret_key(file)
    with closing(open_store(file)) as db, writing(db):
        big, small = (add_club(db, name, "2026-11-22T20:00:00Z") for name in ("The Crown", "The Anchor"))
    program = READ_IN.format(file=file, club=big.id, port=port)
    with serving_on(port, [sys.executable, "-c", program]), ThreadPoolExecutor(12) as phones:
        waiting = [phones.submit(ask, port, f"/c/{big.id}/") for _ in range(12)]
        time.sleep(0.5)
        for path in (f"/c/{small.id}/", "/healthz", f"/c/{small.id}/table"):
            assert ask(port, path) == 200, path
        assert not any(phone.done() for phone in waiting)
        file.with_name(f"{file.name}.read").touch()
        assert {phone.result(PATIENCE) for phone in waiting} == {200}


def test_a_request_that_waits_for_a_thread_keeps_the_time_at_which_it_arrived() -> None:
    arrived, go = list[float](), threading.Event()

    def app(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
        go.wait()
        arrived.append(environ[ARRIVED])
        start_response("200 OK", [])
        return []

    async def ask_twice() -> float:
        front, scope = Front(app, threads=1), SimpleNamespace(**GRANIANS)
        proto = SimpleNamespace(response_bytes=lambda *_: None)
        asked = [asyncio.ensure_future(front.__rsgi__(scope, proto)) for _ in range(2)]
        await asyncio.sleep(0)
        both_wait = time.monotonic()
        go.set()
        await asyncio.gather(*asked)
        return both_wait

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have a browser’s event loop
        both_wait = elsewhere.submit(asyncio.run, ask_twice()).result(PATIENCE)
    assert len(arrived) == 2
    assert max(arrived) <= both_wait


def request_of(address: str, club: str, **headers: str) -> SimpleNamespace:
    changed = {"client": f"{address}:50000", "path": f"/c/{club}/", "headers": headers}
    return SimpleNamespace(**GRANIANS | changed)


def test_who_has_no_link_draws_on_their_address_and_not_on_the_club(path: Path) -> None:
    """A request without a cookie, whoever it is about, costs the phones of that club nothing."""
    crown = open_pub(create_app({"DATABASE": path}), "The Crown")
    assert crown.manager.open(crown.home).status == 200
    cookie = crown.manager.client.get_cookie("scorekeeper")
    assert cookie
    answers = list[int]()

    async def ask_all() -> None:
        front = Front(crown.app, threads=2, budgets=Budgets(lambda: 0.0))  # none refills meanwhile
        proto = SimpleNamespace(response_bytes=lambda status, *_: answers.append(status))
        member = {"cookie": f"scorekeeper={cookie.value}", "host": "localhost"}
        await front.__rsgi__(request_of("192.0.2.1", crown.id, **member), proto)
        for _ in range(15):
            asked = [request_of("192.0.2.66", crown.id, host="localhost") for _ in range(200)]
            await asyncio.gather(*(front.__rsgi__(each, proto) for each in asked))
            if 429 in answers:
                break
        assert 429 in answers
        # Also from the very address of the flood, and again after its pass has been seen.
        for _ in range(3):
            await front.__rsgi__(request_of("192.0.2.66", crown.id, **member), proto)

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, ask_all()).result(2 * PATIENCE)
    assert (answers[0], answers[-3:]) == (200, [200] * 3)


def test_an_address_is_believed_from_our_own_proxies_only() -> None:
    asked = request_of("127.0.0.1", "crown", **{"x-forwarded-for": "198.51.100.7, 192.0.2.66"})
    assert [address_of(asked, proxies) for proxies in (0, 1, 2, 3)] == [
        *("127.0.0.1", "192.0.2.66", "198.51.100.7", "127.0.0.1")
    ]


def test_addresses_that_run_low_are_answered_one_request_at_a_time_and_others_meanwhile() -> None:
    inside, most, together = Counter[str](), Counter[str](), threading.Barrier(2)

    def app(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
        club = club_of(environ["PATH_INFO"])
        inside[club] += 1
        most[club] = max(most[club], inside[club])
        if club == "anchor":
            together.wait(PATIENCE)
        else:
            time.sleep(0.01)
        inside[club] -= 1
        start_response("200 OK", [])
        return []

    async def ask_all() -> None:
        budgets = Budgets()
        while not budgets.runs_low("address 127.0.0.1"):
            budgets.charge("address 127.0.0.1", "", 0.05)
        front, proto = Front(app, threads=4, budgets=budgets), SimpleNamespace(response_bytes=lambda *_: None)
        asked = [*[("127.0.0.1", "crown")] * 6, *[("127.0.0.2", "anchor")] * 2]
        await asyncio.gather(*(front.__rsgi__(request_of(*each), proto) for each in asked))

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, ask_all()).result(PATIENCE)
    assert most == {"crown": 1, "anchor": 2}


def test_past_its_budget_an_address_takes_no_thread() -> None:
    asked, answered = list[str](), Counter[int]()

    def app(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
        asked.append(environ["PATH_INFO"])
        start_response("200 OK", [])
        return []

    async def ask_all() -> None:
        budgets = Budgets()
        while not budgets.wait("address 127.0.0.1", ""):
            budgets.charge("address 127.0.0.1", "", 0.1)
        front = Front(app, threads=2, budgets=budgets)
        proto = SimpleNamespace(response_bytes=lambda status, *_: answered.update([status]))
        asked = [*[("127.0.0.1", "crown")] * 50, ("127.0.0.2", "anchor")]
        await asyncio.gather(*(front.__rsgi__(request_of(*each), proto) for each in asked))

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, ask_all()).result(PATIENCE)
    assert asked == ["/c/anchor/"]
    assert answered == {429: 50, 200: 1}
