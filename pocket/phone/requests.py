"""A request from the service worker converted to WSGI (PEP 3333), and the app's answer converted back."""

import io
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from pocket.phone.cookies import CookieJar

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

# Headers for the browser only, or set here.
_NOT_PASSED_ON = {"accept-encoding", "content-length", "content-type", "cookie", "host"}
Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Site:
    """Where the app is served: ``https``, the host, and the path prefix of all its pages."""

    scheme: str
    host: str
    base: str

    def environ(self, method: str, target: str, headers: Headers, body: bytes) -> dict[str, Any]:
        """The request as a WSGI environ."""
        path, _, query = target.partition("?")
        name, _, port = self.host.partition(":")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self.base,
            "PATH_INFO": unquote_to_bytes(path.removeprefix(self.base)).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": name,
            "SERVER_PORT": port or ("443" if self.scheme == "https" else "80"),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": self.host,
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers:
            if name.lower() == "content-type":
                environ["CONTENT_TYPE"] = value
            elif name.lower() not in _NOT_PASSED_ON:
                environ["HTTP_" + name.upper().replace("-", "_")] = value
        return environ


def ask(app: "WSGIApplication", environ: dict[str, Any], jar: CookieJar) -> tuple[int, Headers, bytes]:
    """The app's whole answer; its cookies are stored."""
    environ["HTTP_COOKIE"] = jar.header()
    begun: list[tuple[str, Headers]] = []

    def start_response(status: str, headers: Headers, _error: object = None) -> Any:
        begun.append((status, headers))
        return None

    said: Iterable[bytes] = app(environ, start_response)
    try:
        body = b"".join(said)
    finally:
        getattr(said, "close", lambda: None)()
    status, headers = begun[-1]
    for name, value in headers:
        if name.lower() == "set-cookie":
            jar.take(value)
    return int(status.partition(" ")[0]), [pair for pair in headers if pair[0].lower() != "set-cookie"], body


def as_json(headers: Headers) -> str:
    """Headers as passed to JavaScript."""
    return json.dumps(headers)
