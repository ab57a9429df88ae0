"""In front of Flask: a request that a database server could not finish is done again from the beginning.

Somebody else can be faster there between our reading and our writing, and the server itself can be replaced
by another in the middle of a commit: then nobody knows whether it was stored. If it was stored after all, the
phone's idempotency key finds it, so it is not stored twice. SQLite's own file has one lock, for which all
wait.
"""

import io
import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, request

from scorekeeper.config import is_postgres
from scorekeeper.ops.wsgi import ARRIVED, Environ
from scorekeeper.store.engine.errors import Retryable
from scorekeeper.web.http.errors import busy
from scorekeeper.web.http.request_gate import close

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


def init_app(app: Flask) -> None:
    if is_postgres(app.config["DATABASE"]):
        app.register_error_handler(Retryable, answer_retryable)
        app.wsgi_app = RetryMiddleware(app.wsgi_app, app.config["MAX_CONTENT_LENGTH"])  # type: ignore[method-assign]
