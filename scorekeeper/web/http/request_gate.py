"""Requests normalised before Flask sees them: invalid host names refused, HEAD turned into GET."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from scorekeeper.ops.wsgi import Environ
from scorekeeper.web.http.csrf import HEADERS

_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(
    rf"({_LABEL}(\.{_LABEL})*\.?|\[[0-9a-f:.]{{2,45}}\])(:[0-9]{{1,5}})?", re.ASCII | re.IGNORECASE
)
_LONGEST = 253 + len(".:65535")  # what DNS allows
_REFUSAL = b"Scorekeeper does not answer at this address.\n"


class RequestGateMiddleware:
    """WSGI middleware in front of the app.

    Behind it every request has a host name that URLs can be built from, and HEAD arrives as GET, so that a
    view never takes HEAD for a change.
    """

    def __init__(self, behind: Callable[..., Iterable[bytes]]) -> None:
        self._behind = behind

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if len(host) <= _LONGEST and _HOST.fullmatch(host):
            if environ["REQUEST_METHOD"] == "HEAD":
                return self._head(environ, start_response)
            return self._behind(environ, start_response)
        plain = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
        start_response("400 BAD REQUEST", [*(HEADERS | plain).items()])
        return [_REFUSAL]

    def _head(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = self._behind({**environ, "REQUEST_METHOD": "GET"}, start_response)
        close = getattr(body, "close", None)
        if close:
            close()
        return []


def init_app(app: Flask) -> None:
    app.wsgi_app = RequestGateMiddleware(app.wsgi_app)  # type: ignore[method-assign]
