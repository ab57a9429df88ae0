"""Requests that stop in the middle keep no honest phone from its page or its Save."""

import os
import socket
import ssl
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper.ops.front import BODY_SECONDS
from scorekeeper.ops.network import choose_port
from tests.durability.phones import Phone, Table, seat_two
from tests.ops import http2
from tests.programs import program
from tests.serving import PATIENCE, ServerProcess, serving_on

DEPLOY = Path(__file__).parents[2] / "deploy"
FORM = "Content-Type: application/x-www-form-urlencoded"
LENGTH = "Content-Length: 1000"
# Beginnings of requests, after which nothing more is sent.
HALVES = {
    "form": (f"{FORM}\r\n{LENGTH}", "pin=1"),
    "JSON": (f"Content-Type: application/json\r\n{LENGTH}", '{"round": '),
    "chunked": (f"{FORM}\r\nTransfer-Encoding: chunked", "5\r\npin=1\r\n"),
    "no body at all": (f"{FORM}\r\n{LENGTH}", ""),
}


@pytest.fixture(scope="module")
def seated(shared_server: ServerProcess) -> tuple[Phone, Table]:
    return seat_two(shared_server)


@contextmanager
def half_sent(port: int, count: int, kind: str, path: str, cookie: str = "") -> Iterator[list[socket.socket]]:
    """Keep so many connections open with half a POST each."""
    headers, began = HALVES[kind]
    sent = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}{headers}\r\n\r\n{began}".encode()
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)))
            for _ in range(count)
        ]
        for each in sockets:
            each.sendall(sent)
        time.sleep(0.3)
        yield sockets


@contextmanager
def before_the_server_drops_them() -> Iterator[None]:
    """Fail if something waits until the server drops the half-sent requests."""
    before = time.monotonic()
    yield
    assert time.monotonic() - before < BODY_SECONDS, "it waited for the half-sent requests"


def honest(phone: Phone, table: Table, key: str) -> None:
    """A phone shows the match and saves a round."""
    assert phone.ask(table.path).status == 200
    assert phone.record(table, len(table.keys()) + 1, key).status == 303


@pytest.fixture(scope="module", autouse=True)
def unfinished(shared_server: ServerProcess) -> Iterator[socket.socket]:
    """A request that stops in the middle before all others; the module's last test sees how it ends."""
    with half_sent(shared_server.port, 1, "form", "/c/nobody/pin") as (one,):
        yield one


def cookie_of(phone: Phone) -> str:
    jar = next(each for each in phone.opener.handlers if hasattr(each, "cookiejar")).cookiejar
    return "".join(f"Cookie: {each.name}={each.value}\r\n" for each in jar)


@pytest.mark.parametrize("kind", HALVES)
@pytest.mark.parametrize("count", [4, pytest.param(40, marks=pytest.mark.long), 200])
def test_half_sent_requests_hold_nobody_up(
    shared_server: ServerProcess, seated: tuple[Phone, Table], count: int, kind: str
) -> None:
    phone, table = seated
    with before_the_server_drops_them(), half_sent(shared_server.port, count, kind, "/c/nobody/pin"):
        honest(phone, table, f"{kind}-{count}")


@pytest.mark.parametrize(("count", "kind"), [(4, "form"), (40, "form"), *((200, kind) for kind in HALVES)])
def test_nor_do_those_of_a_phone_that_may_score(
    shared_server: ServerProcess, seated: tuple[Phone, Table], count: int, kind: str
) -> None:
    phone, table = seated
    rounds = f"{table.path}/rounds"
    with before_the_server_drops_them(), half_sent(shared_server.port, count, kind, rounds, cookie_of(phone)):
        honest(phone, table, f"with a cookie, {kind}-{count}")


def test_a_truncated_body_is_not_taken_for_a_whole_one(
    shared_server: ServerProcess, seated: tuple[Phone, Table]
) -> None:
    phone, table = seated
    before = len(table.keys())
    said = "key=broke-off&round=1&out=0&pips_1=1"
    head = (
        f"POST {table.path}/rounds HTTP/1.1\r\nHost: here\r\nOrigin: http://here\r\n{cookie_of(phone)}{FORM}"
    )
    with closing(socket.create_connection(("127.0.0.1", shared_server.port), timeout=PATIENCE)) as one:
        one.sendall(f"{head}\r\nContent-Length: {len(said) + 1}\r\n\r\n{said}".encode())
        one.shutdown(socket.SHUT_WR)
        one.recv(1000)
    assert len(table.keys()) == before


@pytest.mark.parametrize(
    ("request_line", "header", "length"),
    [
        ("GET /", "Cookie: ", 100_000),
        # The form's parser would look for it at every byte of a body.
        ("POST /c/nobody/pin", f"{LENGTH}\r\nContent-Type: multipart/form-data; boundary=", 400_000),
    ],
    ids=["cookie", "boundary"],
)
def test_headers_are_limited_in_size(
    shared_server: ServerProcess, request_line: str, header: str, length: int
) -> None:
    with closing(socket.create_connection(("127.0.0.1", shared_server.port), timeout=PATIENCE)) as one:
        sent = f"{request_line} HTTP/1.1\r\nHost: here\r\n{header}{'x' * length}\r\n\r\n"
        with suppress(OSError):  # It hangs up on clients that go on sending.
            one.sendall(sent.encode())
        assert one.recv(100).startswith(b"HTTP/1.1 431 ")


def test_the_plain_port_speaks_http_1_only(shared_server: ServerProcess) -> None:
    with closing(socket.create_connection(("127.0.0.1", shared_server.port), timeout=PATIENCE)) as one:
        one.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")
        assert not one.recv(100).startswith(b"\x00\x00"), "a frame of HTTP/2 settings"


@contextmanager
def caddy(app: ServerProcess, home: Path, scheme: str, *options: str) -> Iterator[int]:
    """Caddy with our Caddyfile in front of the app, on a port of its own."""
    command = [program("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config"]
    port = choose_port("127.0.0.1", 0)
    keep = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    env = keep | {"SITE": f"{scheme}://127.0.0.1:{port}", "APP": f"127.0.0.1:{app.port}"}
    file = home / "Caddyfile"
    more = "".join(f"\t{option}\n" for option in ("admin off", *options))
    file.write_text((DEPLOY / "Caddyfile").read_text().replace("{\n", f"{{\n{more}", 1))
    with (
        (home / "log").open("wb") as log,
        serving_on(port, [*command, file], env=env, stdout=log, stderr=log),
    ):
        yield port


@pytest.fixture(scope="module")
def proxy(shared_server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with caddy(shared_server, tmp_path_factory.mktemp("caddy"), "http") as port:
        yield port


@pytest.fixture(scope="module")
def https(shared_server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The address over TLS, with a self-signed certificate."""
    options = ("local_certs", "skip_install_trust", "auto_https disable_redirects")
    with caddy(shared_server, tmp_path_factory.mktemp("caddy"), "https", *options) as port:
        while not is_signed(port):
            time.sleep(0.02)
        yield port


def is_signed(port: int) -> bool:
    """Whether there is a certificate yet: Caddy makes it after it listens, and until then refuses."""
    try:
        ssl.get_server_certificate(("127.0.0.1", port), timeout=PATIENCE)
    except ssl.SSLError:
        return False
    return True


@pytest.mark.parametrize(
    ("count", "kind", "signed_in"),
    [
        (4, "form", False),
        (40, "form", True),
        (200, "form", False),
        (200, "JSON", True),
        (200, "chunked", True),
        (200, "chunked", False),
    ],
)
def test_half_sent_requests_hold_nobody_up_behind_the_proxy(
    seated: tuple[Phone, Table], proxy: int, count: int, kind: str, signed_in: bool
) -> None:
    phone, table = Phone(SimpleNamespace(url=f"http://127.0.0.1:{proxy}")), seated[1]  # type: ignore[arg-type]
    phone.opener = seated[0].opener
    path, cookie = (f"{table.path}/rounds", cookie_of(seated[0])) if signed_in else ("/c/nobody/pin", "")
    with before_the_server_drops_them(), half_sent(proxy, count, kind, path, cookie):
        honest(phone, table, f"proxy-{kind}-{count}-{signed_in}")


@pytest.mark.parametrize(
    ("count", "kind", "signed_in"),
    [
        (4, "form", False),
        (200, "form", False),
        (40, "form", True),
        (200, "JSON", True),
        (200, "chunked", True),
    ],
)
def test_nor_do_streams_of_one_connection(
    seated: tuple[Phone, Table], https: int, count: int, kind: str, signed_in: bool
) -> None:
    """The counterpart of a chunked body in HTTP/1.1: an HTTP/2 body without a Content-Length."""
    phone, table = Phone(SimpleNamespace(url=f"https://127.0.0.1:{https}")), seated[1]  # type: ignore[arg-type]
    phone.opener = trusting(seated[0])
    path, cookie = (f"{table.path}/rounds", cookie_of(seated[0])) if signed_in else ("/c/nobody/pin", "")
    said, began = HALVES[kind]
    lines = [line.split(": ", 1) for line in f"{said}\r\n{cookie}".strip().split("\r\n")]
    headers = {name.lower(): value for name, value in lines if name != "Transfer-Encoding"}
    with before_the_server_drops_them(), http2.half_sent(https, count, path, headers, began):
        honest(phone, table, f"streams-{kind}-{count}-{signed_in}")


def trusting(phone: Phone) -> urllib.request.OpenerDirector:
    """A client with the phone's cookies that accepts any certificate."""
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    ours = [each for each in phone.opener.handlers if not isinstance(each, urllib.request.HTTPSHandler)]
    return urllib.request.build_opener(urllib.request.HTTPSHandler(context=anybody), *ours)


def test_no_request_waits_for_ever_for_the_rest_of_a_body(unfinished: socket.socket) -> None:
    assert unfinished.recv(100).startswith(b"HTTP/1.1 408 ")
