"""In front of the WSGI app: a request gets a thread once all of it has arrived, and never all the threads.

The app has a few threads, and everybody shares them. A phone whose radio dies in the middle of a form, or
somebody who sends half a form on purpose, must not hold one; nor may the phones of one club, which wait for
that club's lock or for its first page, hold all of them.
"""

import asyncio
import io
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from scorekeeper.services.transfer.handover_file import MOST_BYTES as MOST_HANDED_OVER
from scorekeeper.vision.limits import MOST_BODY as MOST_PHOTO

BODY_SECONDS = 10  # for a whole body to arrive
TURN_SECONDS = 1  # that a change waits for a thread; then it is refused, and the phone sends it again
MOST_BODY = 64 * 1024  # bytes that are read of a body; the app refuses what is longer
PHOTOS_AT_ONCE = 4  # photos of hands that may be on their way, each of MOST_PHOTO bytes at the most
HANDED_OVER_AT_ONCE = 2  # files that pockets hand over
PHOTO_PATH = re.compile(r"/c/[^/]+/matches/[^/]+/photo(/|$)")
HAND_OVER_PATH = re.compile(r"/c/[^/]+/take-in$")
_SUBJECTS = ("/c/", "/api/v1/clubs/")  # what follows them is a club's id
_ALWAYS = "/healthz"  # has a thread of its own: it says that the process lives, whatever the others wait for
_SAFE = ("GET", "HEAD", "OPTIONS")
_PLAIN = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Connection", "close"),
    ("Retry-After", "1"),
]

Environ = dict[str, Any]
Answer = tuple[int, list[tuple[str, str]], bytes]
WSGIApp = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Refusal(Exception):
    """A request that is not brought to the app; ``args`` are the status and a sentence."""


class _Turns(NamedTuple):
    """Who of one club has a thread, and how many have one or wait for it."""

    free: asyncio.Semaphore
    asking: list[None]


class _Large(NamedTuple):
    """Where a body longer than MOST_BODY is read, how long one may be, and how many may be on their way."""

    path: re.Pattern[str]
    most: int
    free: asyncio.Semaphore


class Front:
    """An RSGI app that reads each request whole, within a deadline, before a thread calls the WSGI app.

    The phones of one club never have all the ``threads``, so that those of the others are answered.
    """

    def __init__(self, app: WSGIApp, threads: int) -> None:
        self._app = app
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._always = ThreadPoolExecutor(1, thread_name_prefix="healthz")
        self._share = max(1, threads - 1)
        self._clubs: dict[str, _Turns] = {}
        self._large = (
            _Large(PHOTO_PATH, MOST_PHOTO, asyncio.Semaphore(PHOTOS_AT_ONCE)),
            _Large(HAND_OVER_PATH, MOST_HANDED_OVER, asyncio.Semaphore(HANDED_OVER_AT_ONCE)),
        )

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop is about to run: granian calls this."""

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        self._pool.shutdown()
        self._always.shutdown()

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        """Answer one request."""
        try:
            environ = environ_of(scope, await self._body(scope, proto))
            if scope.path == _ALWAYS:
                answer = await self._call(self._always, environ)
            else:
                async with self._turn(club_of(scope.path), None if scope.method in _SAFE else TURN_SECONDS):
                    answer = await self._call(self._pool, environ)
        except Refusal as refusal:
            status, sentence = refusal.args
            answer = status, _PLAIN, f"{sentence}\n".encode()
        proto.response_bytes(*answer)

    async def _body(self, scope: Any, proto: Any) -> bytes:
        large = next((each for each in self._large if each.path.match(scope.path)), None)
        if large is None:
            return await read_body(scope, proto, MOST_BODY)
        if large.free.locked():
            raise Refusal(503, "Too many files at once. Send it again.")
        async with large.free:
            return await read_body(scope, proto, large.most)

    def _call(self, pool: ThreadPoolExecutor, environ: Environ) -> asyncio.Future[Answer]:
        return asyncio.get_running_loop().run_in_executor(pool, call, self._app, environ)

    @asynccontextmanager
    async def _turn(self, club: str, seconds: float | None) -> AsyncIterator[None]:
        turns = self._clubs.setdefault(club, _Turns(asyncio.Semaphore(self._share), []))
        turns.asking.append(None)
        try:
            try:
                async with asyncio.timeout(seconds):
                    await turns.free.acquire()
            except TimeoutError:
                raise Refusal(503, "The server is busy. Nothing was saved; send it again.") from None
            try:
                yield
            finally:
                turns.free.release()
        finally:
            turns.asking.pop()
            if not turns.asking:
                del self._clubs[club]


async def read_body(scope: Any, proto: Any, most: int) -> bytes:
    """The request's body; nothing of one longer than ``most`` bytes, which the app refuses by its length.

    Raises ``Refusal`` where it does not arrive whole in time.
    """
    if "transfer-encoding" in scope.headers:
        # Where its sender hangs up, such a body ends like a whole one; no browser sends any.
        raise Refusal(411, "Say how long it is: send a Content-Length.")
    length = int(scope.headers.get("content-length") or 0)
    if not 0 < length <= most:
        return b""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in proto:
                body += piece
    except TimeoutError:
        raise Refusal(408, "The rest of it did not come. Nothing was saved; send it again.") from None
    if len(body) != length:
        raise Refusal(400, "It broke off. Nothing was saved; send it again.")
    return bytes(body)


def club_of(path: str) -> str:
    """The club that a path is about; the path itself where it is about none."""
    for before in _SUBJECTS:
        if path.startswith(before):
            return path[len(before) :].partition("/")[0]
    return path


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


def environ_of(scope: Any, body: bytes) -> Environ:
    """The request as PEP 3333 has it."""
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
    }
    for name, value in scope.headers.items():
        if "_" in name:
            continue  # It would pass for another header: X_Forwarded_For is not what our proxy says.
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ


def call(app: WSGIApp, environ: Environ) -> Answer:
    """The app's answer, whole."""
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
