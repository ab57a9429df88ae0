"""In front of Flask: every request has a host name that URLs can be built from, and HEAD arrives as GET."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from scorekeeper.ops.wsgi import Environ
from scorekeeper.web.http.headers import HEADERS

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
                return self._head(environ, start_response)
            return self._behind(environ, start_response)
        plain = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
        start_response("400 BAD REQUEST", [*(HEADERS | plain).items()])
        return [_REFUSAL]

    def _head(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        close(self._behind({**environ, "REQUEST_METHOD": "GET"}, start_response))
        return []


def close(answer: Iterable[bytes]) -> None:
    """End an answer that is given to nobody."""
    if ends := getattr(answer, "close", None):
        ends()
