"""A request as a WSGI app wants it (PEP 3333), and its answer whole."""

import io
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Environ = dict[str, Any]
Answer = tuple[int, list[tuple[str, str]], bytes]
WSGIApp = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

ADMITTED = "scorekeeper.admitted"  # the app says so of a phone that came in by a link of the club
ASKED_AHEAD = "scorekeeper.asked_ahead"  # whether it may be sent, before its body is read: 204 where it may
ARRIVED = "scorekeeper.arrived"  # when all of the request was there, by ``time.monotonic``
_SERVER: Environ = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "Granian",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}


class ForFront(NamedTuple):
    """What an app tells the front that stands before it."""

    proxies: int = 0  # of ours, whose word about a phone's address is believed
    # What is refused before the app: its method and the status.
    count_refusal: Callable[[str, int], object] = lambda _method, _status: None
    # The answer to a GET that is known without waiting for anything; None where the app has to be asked.
    at_once: Callable[[Environ], Answer | None] = lambda _environ: None


FRONT_DEFAULTS = ForFront()


def environ_of(scope: Any, body: bytes) -> Environ:
    address, _, port = scope.server.rpartition(":")
    environ = {
        **_SERVER,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": address,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        ARRIVED: time.monotonic(),
    }
    for name, value in scope.headers.items():
        if "_" in name:
            continue  # X_Forwarded_For would pass for the X-Forwarded-For of our proxy.
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ


def metered(app: WSGIApp, environ: Environ) -> tuple[Answer, float]:
    """The app's answer, and the seconds of CPU that this thread has spent on it."""
    before = time.thread_time()
    return call(app, environ), time.thread_time() - before


def call(app: WSGIApp, environ: Environ) -> Answer:
    began: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
        began[:] = (status, headers)

    answer = app(environ, start_response)
    try:
        body = b"".join(answer)
    finally:
        close = getattr(answer, "close", None)
        if close:
            close()
    status, headers = began
    return int(status.split(" ", 1)[0]), headers, body
