"""In front of the WSGI app: a request gets a thread only once all of it has arrived.

The app has a few threads, and everybody shares them. A phone whose radio dies in the middle of a form, or
somebody who sends half a form on purpose, must not hold one; nor may the phones of one club, which wait for
that club's lock or for its first page, hold all of them.
"""

import asyncio
import math
import re
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

from scorekeeper.ops.budgets import A_BYTE, A_REQUEST, A_WAIT, Budgets
from scorekeeper.ops.wsgi import Answer, Environ, WSGIApp, environ_of, metered
from scorekeeper.services.transfer.handover_file import MOST_BYTES as MOST_HANDED_OVER
from scorekeeper.vision.limits import MOST_BODY as MOST_PHOTO

BODY_SECONDS = 10  # for a whole body to arrive
TURN_SECONDS = 1  # that a change waits for its club's turn; then it is refused, and the phone sends it again
HOLD_SECONDS = 1  # that somebody past a budget is kept waiting, who would only ask again the sooner
REST = 4  # times as long as an answer took, before the next phone of a club that runs low on its budget
MOST_HELD = 1000  # of them at once
MOST_BODY = 64 * 1024  # bytes that are read of a body; the app refuses what is longer
PHOTOS_AT_ONCE = 4  # photos of hands that may be on their way, each of MOST_PHOTO bytes at the most
HANDED_OVER_AT_ONCE = 2  # files that pockets hand over
PHOTO_PATH = re.compile(r"/c/[^/]+/matches/[^/]+/photo(/|$)")
HAND_OVER_PATH = re.compile(r"/c/[^/]+/take-in$")
_SUBJECTS = ("/c/", "/api/v1/clubs/")  # what follows them is a club's id
_ALWAYS = "/healthz"  # has its own thread: it reports that the process is alive, whatever the others wait for
_SAFE = ("GET", "HEAD", "OPTIONS")
_BUSY = "The server is busy. Nothing was saved; send it again."
_PLAIN = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Connection", "close"),
]


class Refusal(Exception):
    """A request that is not brought to the app; ``args``: the status, a sentence, when to come back."""

    def __init__(self, status: int, sentence: str, seconds: int = 1) -> None:
        super().__init__(status, sentence, seconds)


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

    def __init__(
        self, app: WSGIApp, threads: int, budgets: Budgets | None = None, patience: float | None = None
    ) -> None:
        """``budgets`` where many clubs share the server: a club that costs more than its own waits.

        ``patience`` is how many seconds anybody waits for a thread, where all may be held at once; None for
        as long as it takes.
        """
        self._app, self._budgets, self._patience = app, budgets, patience
        self._free = asyncio.Semaphore(threads) if patience else None
        self._held = 0
        self._line_of_low = asyncio.Semaphore()
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
        club, phone = club_of(scope.path), scope.headers.get("cookie") or ""
        try:
            await self._within_budget(club, phone)
            environ = environ_of(scope, await self._body(scope, proto))
            if scope.path == _ALWAYS:
                answer, _ = await self._call(self._always, environ)
            else:
                seconds = self._patience if scope.method in _SAFE else TURN_SECONDS
                async with self._line(club, seconds) as waited, self._turn(club, seconds):
                    answer, cost = await self._call(self._pool, environ)
                if self._budgets and club != scope.path:
                    _, _, body = answer
                    carried = len(body) + int(environ.get("CONTENT_LENGTH") or 0)
                    self._budgets.charge(club, phone, cost + A_REQUEST + A_BYTE * carried + A_WAIT * waited)
        except Refusal as refusal:
            status, sentence, wait = refusal.args
            answer = status, [*_PLAIN, ("Retry-After", str(wait))], f"{sentence}\n".encode()
        proto.response_bytes(*answer)

    async def _within_budget(self, club: str, phone: str) -> None:
        """Go on where club and phone may; else hold them for a moment, which costs nothing, and refuse."""
        if self._budgets is None or (wait := self._budgets.wait(club, phone)) <= 0:
            return
        if self._held < MOST_HELD:
            self._held += 1
            try:
                await asyncio.sleep(HOLD_SECONDS)
            finally:
                self._held -= 1
        raise Refusal(429, "Too many requests from here. Nothing was saved; send it again.", math.ceil(wait))

    @asynccontextmanager
    async def _line(self, club: str, seconds: float | None) -> AsyncIterator[bool]:
        """Those whose clubs run low are answered one after another, with rests; whether this one waits."""
        if self._budgets is None or not self._budgets.runs_low(club):
            yield False
            return
        waits = self._line_of_low.locked()
        try:
            async with asyncio.timeout(seconds):
                await self._line_of_low.acquire()
        except TimeoutError:
            raise Refusal(503, _BUSY) from None
        began = time.monotonic()
        try:
            yield waits
            await asyncio.sleep(REST * (time.monotonic() - began))
        finally:
            self._line_of_low.release()

    async def _body(self, scope: Any, proto: Any) -> bytes:
        large = next((each for each in self._large if each.path.match(scope.path)), None)
        if large is None:
            return await read_body(scope, proto, MOST_BODY)
        if large.free.locked():
            raise Refusal(503, "Too many files at once. Send it again.")
        async with large.free:
            return await read_body(scope, proto, large.most)

    def _call(self, pool: ThreadPoolExecutor, environ: Environ) -> asyncio.Future[tuple[Answer, float]]:
        return asyncio.get_running_loop().run_in_executor(pool, metered, self._app, environ)

    @asynccontextmanager
    async def _turn(self, club: str, seconds: float | None) -> AsyncIterator[None]:
        turns = self._clubs.setdefault(club, _Turns(asyncio.Semaphore(self._share), []))
        turns.asking.append(None)
        try:
            async with AsyncExitStack() as held:
                try:
                    async with asyncio.timeout(seconds):
                        await held.enter_async_context(turns.free)
                        if self._free:
                            await held.enter_async_context(self._free)
                except TimeoutError:
                    raise Refusal(503, _BUSY) from None
                yield
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
        raise Refusal(408, "The request was cut short. Nothing was saved; send it again.") from None
    if len(body) != length:
        raise Refusal(400, "The connection was lost. Nothing was saved; send it again.")
    return bytes(body)


def club_of(path: str) -> str:
    """The club that a path is about; the path itself where it is about none."""
    for before in _SUBJECTS:
        if path.startswith(before):
            return path[len(before) :].partition("/")[0]
    return path
