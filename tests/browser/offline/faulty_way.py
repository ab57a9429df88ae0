"""A proxy between phone and server with the faults of a pub’s wifi: real sockets, a port of its own."""

import http.client
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.serving import ServerProcess

PATIENCE = 30  # seconds for the server behind it
SLOW = 0.6  # seconds each way on 2G
BYTES_A_SECOND = 5000  # on 2G
NOT_PASSED_ON = ("connection", "keep-alive", "transfer-encoding")
PORTALS = {
    "portal 200": (200, "text/html", b"<h1>Welcome, log in</h1>"),
    "portal 302": (302, "text/html", b""),
    "portal 511": (511, "text/html", b"<h1>Network authentication required</h1>"),
    "portal JSON": (200, "application/json", b'{"ok": true, "portal": "log in"}'),
}
FAULTS = ("refused", "cut after the commit", "cut in the middle", "silence", *PORTALS)


class FaultyWay:
    """``url`` leads to the server; ``fates`` are what happens to the next POSTs, one after the other.

    A fate is one of FAULTS, or "" for none. ``slow``: everything is as slow as 2G. ``delay``: seconds that
    everything takes each way besides. ``close``: nobody is there, as if the server had been killed.
    """

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.fates: list[str] = []
        self.acts: list[str] = []
        self.slow = False
        self.delay = 0.0
        self.over = threading.Event()
        self.passing = threading.Event()
        self.passing.set()
        self.connections: set[socket.socket] = set()
        self._handler = type("Handler", (_Handler,), {"way": self})
        self._listening = ThreadingHTTPServer(("127.0.0.1", 0), self._handler)
        self.url = f"http://127.0.0.1:{self._listening.server_port}"

    @property
    def database(self) -> object:
        return self.server.database

    def serve(self) -> None:
        self._listening.daemon_threads = True
        threading.Thread(target=self._listening.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._listening.shutdown()
        self._listening.server_close()
        for connection in [*self.connections]:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def open(self) -> None:
        """Be there again, at the same address."""
        self._listening = ThreadingHTTPServer(self._listening.server_address, self._handler)
        self.serve()

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is asked meanwhile is passed on only afterwards: what the phone shows until then stands."""
        self.passing.clear()
        try:
            yield
        finally:
            self.passing.set()

    def end(self) -> None:
        self.over.set()
        self._listening.shutdown()
        self._listening.server_close()

    def next_fate(self, path: str) -> str:
        self.acts.append(path)
        return self.fates.pop(0) if self.fates else ""


@contextmanager
def faulty_way(server: ServerProcess) -> Iterator[FaultyWay]:
    """A faulty proxy to this server, open while the block runs."""
    way = FaultyWay(server)
    way.serve()
    try:
        yield way
    finally:
        way.end()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    way: FaultyWay

    def setup(self) -> None:
        super().setup()
        self.way.connections.add(self.connection)

    def finish(self) -> None:
        self.way.connections.discard(self.connection)
        super().finish()

    def do_GET(self) -> None:
        self._pass_on("")

    def do_POST(self) -> None:
        self._pass_on(self.way.next_fate(self.path))

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def _pass_on(self, fate: str) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if fate == "refused":
            self._hang_up()
        elif fate == "silence":
            self.way.over.wait(PATIENCE)
            self._hang_up()
        elif fate in PORTALS:
            self._portal(*PORTALS[fate])
        else:
            self._answer(body, fate)

    def _answer(self, body: bytes, fate: str) -> None:
        self.way.passing.wait(PATIENCE)
        self._pause(body)
        status, headers, said = self._ask(body)
        self._pause(said)
        if fate == "cut after the commit":
            self._hang_up()
            return
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.end_headers()
        with suppress(OSError):  # the phone may have gone
            self.wfile.write(said[: len(said) // 2] if fate == "cut in the middle" else said)
        if fate == "cut in the middle":
            self._hang_up()

    def _ask(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.way.server.port, timeout=PATIENCE)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_PASSED_ON}
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def _portal(self, status: int, kind: str, body: bytes) -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status == 302:
            self.send_header("Location", "http://portal.test/login")
        self.end_headers()
        self.wfile.write(body)

    def _pause(self, data: bytes) -> None:
        slow = SLOW + len(data) / BYTES_A_SECOND if self.way.slow else 0
        time.sleep(self.way.delay + slow)

    def _hang_up(self) -> None:
        """Reset the connection, as a router does that has forgotten it."""
        self.close_connection = True
        with suppress(OSError):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
