"""In front of the WSGI app: a request gets a thread only once all of it has arrived.

What is known without waiting, as most polls are, is answered at once, by no thread of the app's.

The app has a few threads, and everybody shares them. A phone whose radio dies in the middle of a form, or
somebody who sends half a form on purpose, must not hold one; nor may the phones of one club, which wait for
that club's lock or for its first page, hold all of them.

A budget is counted in seconds of the server: the thread's CPU time, so much for each request, and so much for
each byte. Each club and each phone has a bucket that fills at a steady rate; who has emptied it waits. A
refusal is counted as well, so that a flood that goes on gets nothing. Who is not known to a club draws from a
bucket of their address instead, as large as a club's.
"""

import asyncio
import json
import logging
import math
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from http import HTTPStatus
from typing import Any, NamedTuple

from scorekeeper.ops import wsgi
from scorekeeper.ops.logs import LOGGER, host_of, network_of
from scorekeeper.ops.wsgi import Answer, Environ, ForFront, WSGIApp
from scorekeeper.services.leagues.season_import import MOST_BYTES as MOST_SPREADSHEET
from scorekeeper.services.transfer.handover_file import MOST_BYTES as MOST_HANDED_OVER
from scorekeeper.vision.limits import MOST_BODY as MOST_PHOTO

log = logging.getLogger(LOGGER)

A_REQUEST = 0.0005  # seconds that a request costs before the app sees it
A_BYTE = 1e-7  # ten megabytes a second
A_REFUSAL = 0.05  # far more than it costs: a client that retries at once waits longer
LOW = 0.75  # of what a club can save up: a busy league night never comes to it
A_WAIT = 0.01  # seconds for having to wait in that line: a league night seldom does, a flood always
MOST_OWED = 0.5  # seconds; so much is earned again within a few seconds of quiet
MOST_OF_ONE = 0.1  # seconds that one request is counted at the most: a club's first page takes many
_KEPT = 20_000  # buckets; those that were not used for longest are full again
BODY_SECONDS = 10  # for a whole body to arrive
TURN_SECONDS = 1  # that a change waits for its club's turn; then it is refused, and the phone sends it again
HOLD_SECONDS = 1  # that somebody past a budget is kept waiting, who would only ask again the sooner
REST = 4  # times as long as an answer took, before the next phone of a club that runs low on its budget
MOST_HELD = 1000  # of them at once
MOST_BODY = 64 * 1024  # bytes that are read of a body; the app refuses what is longer
PHOTOS_AT_ONCE = 4  # photos of hands that may be on their way, each of MOST_PHOTO bytes at the most
HANDED_OVER_AT_ONCE = 2  # files that pockets hand over
SPREADSHEETS_AT_ONCE = 2
PHOTO_PATH = re.compile(r"/c/[^/]+/matches/[^/]+/photo(/|$)")
HAND_OVER_PATH = re.compile(r"/c/[^/]+/take-in$")
SPREADSHEET_PATH = re.compile(r"/c/[^/]+/leagues/[^/]+/spreadsheet/$")
_SUBJECTS = ("/c/", "/api/v1/clubs/")  # what follows them is a club's id
_MOST_ADMITTED = 20_000  # phones that are remembered; one that is forgotten is admitted anew
_PROGRAMS, _JSON = "/api/", "application/json"
_SHOWN = re.compile(r"/c/[^/]+/(take-in|matches/[^/]+/photo)$")  # to whose script; the outbox sends again
_PROBLEM = ("Content-Type", "application/problem+json")
_ALWAYS = "/healthz"  # has its own thread: it reports that the process is alive, whatever the others wait for
_SAFE = ("GET", "HEAD", "OPTIONS")
_PHOTOS = "Too many photos at once. Enter the hand yourself, or send it again."
_BUSY = "The server is busy. Nothing was saved; send it again."
_PLAIN = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Connection", "close"),
]


class Budget(NamedTuple):
    """Seconds of the server each second, and how many can be saved up."""

    rate: float
    most: float


# Far above a busy league night: a hundred watchers and five tables that score every two seconds use 0.1.
CLUB = Budget(rate=0.15, most=1.5)
PHONE = Budget(rate=0.05, most=0.5)


class Budgets:
    """The buckets of one process; for one thread. ``clock`` tells seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def wait(self, club: str, phone: str) -> float:
        """Seconds until this phone of this club is answered again; 0 where it is now."""
        longest = 0.0
        for key, budget in _whose(club, phone):
            if (have := self._have(key, budget)) <= 0:
                longest = max(longest, (A_REFUSAL - have) / budget.rate)
                self._take(key, budget, A_REFUSAL)
        return longest

    def runs_low(self, club: str) -> bool:
        """Whether the club has used so much lately that its phones are answered one after another."""
        return self._have(hash((club, "")), CLUB) < CLUB.most * LOW

    def charge(self, club: str, phone: str, seconds: float) -> None:
        """Take what a request has cost; one costly page is no flood."""
        for key, budget in _whose(club, phone):
            self._take(key, budget, min(seconds, MOST_OF_ONE))

    def _take(self, key: int, budget: Budget, seconds: float) -> None:
        self._buckets[key] = (max(self._have(key, budget) - seconds, -MOST_OWED), self._clock())
        self._buckets.move_to_end(key)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)

    def _have(self, key: int, budget: Budget) -> float:
        have, at = self._buckets.get(key, (budget.most, 0.0))
        return min(budget.most, have + (self._clock() - at) * budget.rate)


def _whose(club: str, phone: str) -> list[tuple[int, Budget]]:
    """The buckets that a request draws from; a phone without a cookie has only its club's.

    They are kept by a hash of the two: how long both are, is up to whoever sends them.
    """
    return [(hash((club, "")), CLUB), *([(hash((club, phone)), PHONE)] if phone else [])]


class Refusal(Exception):
    """A request that is not brought to the app; ``args``: the status, a sentence, when to come back."""

    def __init__(self, status: int, sentence: str, seconds: int = 1) -> None:
        super().__init__(status, sentence, seconds)


class _Turns(NamedTuple):
    """Who of one club has a thread, and how many have one or wait for it."""

    free: asyncio.Semaphore
    asking: list[None]


class _Places:
    """So many at once, and of one club never more than are left: its flood leaves room for the others."""

    def __init__(self, most: int) -> None:
        self._most, self._taken = most, list[str]()

    @contextmanager
    def take(self, club: str, sentence: str) -> Iterator[None]:
        if self._taken.count(club) >= self._most - len(self._taken):
            raise Refusal(503, sentence)
        self._taken.append(club)
        try:
            yield
        finally:
            self._taken.remove(club)


class _Large(NamedTuple):
    """Where a body longer than MOST_BODY is read, how long one may be, and the places for those that come."""

    path: re.Pattern[str]
    most: int
    places: _Places


class Front:
    """An RSGI app that reads each request whole, within a deadline, before a thread calls the WSGI app.

    The phones of one club never have all the ``threads``, so that those of the others are answered.
    """

    def __init__(
        self,
        app: WSGIApp,
        threads: int,
        budgets: Budgets | None = None,
        patience: float | None = None,
        settings: ForFront = wsgi.FRONT_DEFAULTS,
    ) -> None:
        """``budgets`` where many clubs share the server: a club that costs more than its own waits.

        A phone draws from its club's once the app has admitted it; whoever else asks draws from their
        address's.

        ``patience`` is how many seconds anybody waits for a thread, where all may be held at once; None for
        as long as it takes.
        """
        self._app, self._budgets, self._patience, self._settings = app, budgets, patience, settings
        self._free = asyncio.Semaphore(threads) if patience else None
        self._admitted: OrderedDict[int, None] = OrderedDict()  # clubs with their phones, the latest last
        self._held = 0
        self._line_of_low = asyncio.Semaphore()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._always = ThreadPoolExecutor(1, thread_name_prefix="healthz")
        self._photos = ThreadPoolExecutor(PHOTOS_AT_ONCE, thread_name_prefix="photo")
        self._reading = _Places(PHOTOS_AT_ONCE)
        self._share = max(1, threads - 1)
        self._clubs: dict[str, _Turns] = {}
        self._large = (
            _Large(PHOTO_PATH, MOST_PHOTO, _Places(PHOTOS_AT_ONCE)),
            _Large(HAND_OVER_PATH, MOST_HANDED_OVER, _Places(HANDED_OVER_AT_ONCE)),
            _Large(SPREADSHEET_PATH, MOST_SPREADSHEET, _Places(SPREADSHEETS_AT_ONCE)),
        )

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop is about to run: granian calls this."""

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        self._pool.shutdown()
        self._always.shutdown()
        self._photos.shutdown()

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        club = club_of(scope.path)
        payer = self._payer(scope, club, _phone_of(scope))
        try:
            await self._within_budget(*payer)
            large, answer = self._large_of(scope), None
            if large:
                ahead = wsgi.environ_of(scope, b"") | {wsgi.ASKED_AHEAD: True}
                answer = await self._answer(scope, ahead, payer)
            if answer is None or answer[0] == HTTPStatus.NO_CONTENT:
                environ = wsgi.environ_of(scope, await _body(scope, proto, large))
                answer = await self._answer(scope, environ, payer)
        except Refusal as refusal:
            answer = self._refused(scope, *refusal.args)
        proto.response_bytes(*answer)

    async def _answer(self, scope: Any, environ: Environ, payer: tuple[str, str]) -> Answer:
        """The app's, once it is this club's turn."""
        if scope.path == _ALWAYS:
            answer, _ = await self._call(self._always, environ)
            return answer
        club, seconds = club_of(scope.path), self._patience if scope.method in _SAFE else TURN_SECONDS
        began, waited = time.thread_time(), False
        photo = scope.method == "POST" and PHOTO_PATH.match(scope.path)
        if photo and wsgi.ASKED_AHEAD not in environ:
            # A photo takes seconds to read: it waits in a thread of its own, and in none that answers pages.
            async with self._line(payer[0], seconds) as waited:
                with self._reading.take(club, _PHOTOS):
                    answer, cost = await self._call(self._photos, environ)
        elif not self._runs_low(payer[0]) and (known := self._settings.at_once(environ)):
            answer, cost = known, time.thread_time() - began
        else:
            async with self._line(payer[0], seconds) as waited, self._turn(club, seconds):
                answer, cost = await self._call(self._pool, environ)
        if self._budgets and club != scope.path:
            self._note_admission(club, _phone_of(scope), environ.get(wsgi.ADMITTED))
            carried = len(answer[2]) + int(environ.get("CONTENT_LENGTH") or 0)
            self._budgets.charge(*payer, cost + A_REQUEST + A_BYTE * carried + A_WAIT * waited)
        return answer

    def _refused(self, scope: Any, status: int, sentence: str, wait: int) -> Answer:
        about = {"method": scope.method, "endpoint": "front", "status": status}
        sender = network_of(address_of(scope, self._settings.proxies))
        extra = {f"about_{key}": value for key, value in (about | {"from": sender}).items()}
        log.warning("request refused", extra=extra)
        self._settings.count_refusal(scope.method, status)
        retry = ("Retry-After", str(wait))
        script = scope.headers.get("accept") == _JSON and _SHOWN.match(scope.path)
        if not (script or scope.path.startswith(_PROGRAMS)):
            return status, [*_PLAIN, retry], f"{sentence}\n".encode()
        code = HTTPStatus(status).phrase.lower().replace(" ", "_")
        problem = {"status": status, "title": sentence, "detail": sentence, "code": code}
        return status, [*_PLAIN[1:], retry, _PROBLEM], json.dumps(problem).encode()

    def _payer(self, scope: Any, club: str, phone: str) -> tuple[str, str]:
        if not self._budgets or club == scope.path or hash((club, phone)) in self._admitted:
            return club, phone
        return f"address {host_of(address_of(scope, self._settings.proxies))}", ""

    def _note_admission(self, club: str, phone: str, admitted: bool | None) -> None:
        """Remember what the app said of this phone; of an answer from a cache it says nothing."""
        if admitted is None:
            return
        self._admitted.pop(key := hash((club, phone)), None)
        if admitted and phone:
            self._admitted[key] = None
        if len(self._admitted) > _MOST_ADMITTED:
            self._admitted.popitem(last=False)

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
        if not self._runs_low(club):
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

    def _runs_low(self, club: str) -> bool:
        return self._budgets is not None and self._budgets.runs_low(club)

    def _large_of(self, scope: Any) -> _Large | None:
        """Where a large body belongs that this request announces: its place is given to who may send one."""
        if int(scope.headers.get("content-length") or 0) <= MOST_BODY:
            return None
        return next((each for each in self._large if each.path.match(scope.path)), None)

    def _call(self, pool: ThreadPoolExecutor, environ: Environ) -> asyncio.Future[tuple[Answer, float]]:
        return asyncio.get_running_loop().run_in_executor(pool, wsgi.metered, self._app, environ)

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


def _phone_of(scope: Any) -> str:
    return scope.headers.get("cookie") or scope.headers.get("authorization") or ""


async def _body(scope: Any, proto: Any, large: _Large | None) -> bytes:
    if large is None:
        return await read_body(scope, proto, MOST_BODY)
    with large.places.take(club_of(scope.path), "Too many files at once. Send it again."):
        return await read_body(scope, proto, large.most)


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


def address_of(scope: Any, proxies: int) -> str:
    """Who asks: whom the outermost of our ``proxies`` has named, or who is connected to us."""
    named = ",".join(value for name, value in scope.headers.items() if name == "x-forwarded-for").split(",")
    if proxies and len(named) >= proxies:
        return named[-proxies].strip()
    return str(scope.client.rpartition(":")[0].strip("[]"))


def club_of(path: str) -> str:
    """The club that a path is about; the path itself where it is about none."""
    for before in _SUBJECTS:
        if path.startswith(before):
            return path[len(before) :].partition("/")[0]
    return path
