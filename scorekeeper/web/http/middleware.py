"""In front of Flask: 304s from memory, requests done again, and hosts and methods as the app wants them.

Most requests of a pub's phones repeat an earlier one. A 304 that the app gave for a version of the page's
subject stays valid for the same request on the same day with the same cookie while that version stands;
every entry, renaming, revocation or closing raises it. So one indexed read answers, and a visitor whose
access has ended is passed on to the app, which says so. An answer is kept by address and ETag for all phones;
of each phone it was given to, a fingerprint. Polls come in a circle: a cache that holds fewer than there are
phones would answer none of them.

A request that a database server could not finish is done again from the beginning. Somebody else can be
faster there between our reading and our writing, and the server itself can be replaced by another in the
middle of a commit: then nobody knows whether it was stored. If it was stored after all, the phone's
idempotency key finds it, so it is not stored twice. SQLite's own file has one lock, for which all wait.

Every request has a host name that URLs can be built from, and HEAD arrives as GET.
"""

import hashlib
import io
import re
import time
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Flask, Response, g, request

from scorekeeper.config import is_postgres
from scorekeeper.lru_cache import LRUCache
from scorekeeper.ops.wsgi import ARRIVED, Answer, Environ, ForFront
from scorekeeper.store.engine.connection import reads_never_wait
from scorekeeper.store.engine.errors import EngineError, Retryable, StoreError
from scorekeeper.store.engine.versions import PageSubject, version_of
from scorekeeper.web.http.answers import HEADERS
from scorekeeper.web.http.db import pooled_connection, today
from scorekeeper.web.http.errors import busy
from scorekeeper.web.operate.metrics import count_outside

_ANSWERS, _MOST_BYTES = 2_000, 4_000_000
_PHONES = 20_000  # fingerprints; one for each page that a phone looks at, about 250 bytes
_LONGEST = 4096  # bytes of a request that is cached; only an attacker sends longer ones
_ABOUT = "scorekeeper.about"  # where the app notes the page and the subject of an answer
_KEYS = "scorekeeper.asked"  # what is asked, and by which phone, where it was looked for in memory
_ASKED = ("HTTP_IF_NONE_MATCH", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "wsgi.url_scheme")
_FORWARDED = ("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO")

Headers = list[tuple[str, str]]


class _Known(NamedTuple):
    page: str
    subject: PageSubject
    version: tuple[int, ...]
    headers: tuple[tuple[str, str], ...]


class ConditionalGetMiddleware:
    def __init__(self, app: Flask, behind: Callable[..., Iterable[bytes]]) -> None:
        self._app, self._behind = app, behind
        self._answers = LRUCache[str, _Known](_ANSWERS, most_bytes=_MOST_BYTES, weigh=_weight)
        self._given = LRUCache[bytes, bool](_PHONES)

    def at_once(self, environ: Environ) -> Answer | None:
        """The 304 from memory, where the subject has not changed; None where the app has to be asked."""
        if environ["REQUEST_METHOD"] != "GET" or "HTTP_IF_NONE_MATCH" not in environ:
            return None
        began = time.perf_counter()
        asked = "\n".join((*(environ.get(name, "") for name in (*_ASKED, *_FORWARDED)), str(today())))
        whole = f"{asked}\n{environ.get('HTTP_COOKIE', '')}"
        if len(whole) > _LONGEST:
            return None
        environ[_KEYS] = asked, (phone := hashlib.sha256(whole.encode()).digest())
        known = self._answers.find(asked) if self._given.find(phone) else None
        if known is None or not self._still(known):
            return None
        count_outside(self._app, known.page, "GET", 304, time.perf_counter() - began)
        return HTTPStatus.NOT_MODIFIED, list(known.headers), b""

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer from memory where that was not tried before; otherwise pass the request on."""
        if _KEYS not in environ and (answer := self.at_once(environ)):
            start_response("304 NOT MODIFIED", answer[1])
            return []
        if _KEYS not in environ:
            return self._behind(environ, start_response)
        asked, phone = environ[_KEYS]

        def listen(status: str, headers: Headers, *rest: Any) -> Any:
            cookie = any(name == "Set-Cookie" for name, _ in headers)
            if status.startswith("304") and _ABOUT in environ and not cookie:
                page, subject, version = environ[_ABOUT]
                self._answers.keep(asked, _Known(page, subject, version, tuple(headers)))
                self._given.keep(phone, True)
            return start_response(status, headers, *rest)

        return self._behind(environ, listen)

    def _still(self, known: _Known) -> bool:
        try:
            with pooled_connection(self._app.config["DATABASE"]) as db:
                return version_of(db, known.subject) == known.version
        except (StoreError, EngineError):
            return False  # The app answers with the right error.


def _weight(asked: str, known: _Known) -> int:
    """About how many bytes an answer takes in memory, with what was asked."""
    return 2000 + len(asked) + sum(len(name) + len(value) for name, value in known.headers)


def note_subject(answer: Response) -> Response:
    """Note the page and the subject of a 304, in the version that was read before all else."""
    if answer.status_code == 304 and "about" in g:
        request.environ[_ABOUT] = (request.endpoint, *g.about)
    return answer


_PAUSES = (0.01, 0.03, 0.1, 0.3, 0.5, 0.5, 0.5)  # seconds before each further attempt
# From the arrival of its request until the phone is told to come back: it keeps what was entered.
_SECONDS = 3.0
_FLAG = "scorekeeper.retry"
_UNTIL = "scorekeeper.retry_until"
_TOO_EARLY = 425  # seen by nobody but this middleware


class RetryMiddleware:
    def __init__(self, behind: Callable[..., Iterable[bytes]], most: int) -> None:
        """``most`` is the longest body, in bytes, that is kept to be sent again; a longer one is refused."""
        self._behind, self._most = behind, most

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Pass the request on, again after each pause, while the store asks for a retry and time is left."""
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length > self._most or "HTTP_TRANSFER_ENCODING" in environ:
            return self._behind(environ, start_response)
        body = environ["wsgi.input"].read(length)
        until = environ.get(ARRIVED, time.monotonic()) + _SECONDS
        for pause in _PAUSES:
            attempt = {**environ, "wsgi.input": io.BytesIO(body), _UNTIL: until - pause}
            began: list[Any] = []
            answer = self._behind(attempt, _note(began))
            if _FLAG not in attempt:
                environ.update(attempt)  # what was said beside the answer is for those in front of us
                start_response(*began)
                return answer
            close(answer)
            time.sleep(pause)
        return self._behind({**environ, "wsgi.input": io.BytesIO(body)}, start_response)


def _note(began: list[Any]) -> Callable[..., None]:
    """Keep how an answer begins, until it is known that it is the one to be given."""

    def start_response(*how: Any) -> None:
        began[:] = how

    return start_response


def answer_retryable(error: Retryable) -> Response:
    """Have the request repeated, or answer 503 where that may end too late or never."""
    if time.monotonic() + error.seconds > request.environ.get(_UNTIL, 0):
        return busy(error)
    request.environ[_FLAG] = True
    return Response(status=_TOO_EARLY)


_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(
    rf"({_LABEL}(\.{_LABEL})*\.?|\[[0-9a-f:.]{{2,45}}\])(:[0-9]{{1,5}})?", re.ASCII | re.IGNORECASE
)
_LONGEST_HOST = 253 + len(".:65535")  # what DNS allows
_REFUSAL = b"Scorekeeper does not answer at this address.\n"


class RequestGateMiddleware:
    """As HEAD arrives as GET, a view never takes it for a change."""

    def __init__(self, behind: Callable[..., Iterable[bytes]]) -> None:
        self._behind = behind

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if len(host) <= _LONGEST_HOST and _HOST.fullmatch(host):
            if environ["REQUEST_METHOD"] == "HEAD":
                close(self._behind({**environ, "REQUEST_METHOD": "GET"}, start_response))
                return []
            return self._behind(environ, start_response)
        plain = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
        start_response("400 BAD REQUEST", [*(HEADERS | plain).items()])
        return [_REFUSAL]


def close(answer: Iterable[bytes]) -> None:
    """End an answer that is given to nobody."""
    if ends := getattr(answer, "close", None):
        ends()


def init_app(app: Flask) -> None:
    """Put them in front of this app, and tell the front of the server what it may ask of it."""
    if is_postgres(app.config["DATABASE"]):
        app.register_error_handler(Retryable, answer_retryable)
        app.wsgi_app = RetryMiddleware(app.wsgi_app, app.config["MAX_CONTENT_LENGTH"])  # type: ignore[method-assign]
    app.after_request(note_subject)
    app.wsgi_app = middleware = ConditionalGetMiddleware(app, app.wsgi_app)  # type: ignore[method-assign]
    settings = ForFront(app.config["PROXIES"], partial(count_outside, app, "front"))
    waits = not reads_never_wait(app.config["DATABASE"])
    app.extensions["front"] = settings if waits else settings._replace(at_once=middleware.at_once)
