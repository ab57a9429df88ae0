"""Answers as they travel: their headers, what a phone may keep of them; compressed, as a file, as a QR code.

They are compressed so that no length tells a secret (BREACH).
"""

import gzip
import io
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Flask, Response, current_app, g, make_response, request
from werkzeug.utils import secure_filename

from scorekeeper.web.http.changes import SAFE_METHODS
from scorekeeper.web.http.templating import build_id

HEADER = "X-Scorekeeper"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The pocket's own shell shows the app in a frame; there is no other page of its origin.
POCKET_POLICY = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
_YEAR = 31_536_000  # seconds
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # same-origin, not no-referrer: a link's secret must not leave, our own pages may name each other.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
# On plain http a browser ignores these, and complains of the first one on every page.
HTTPS_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": f"max-age={_YEAR}"}
_READ_BY_OTHERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
JSON_LINES = "application/x-ndjson"
_SMALLEST = 1_000  # bytes worth compressing
_MOST_HIDDEN = 100  # bytes of a header that hides a page's length
_COMPRESSIBLE = {
    *("text/html", "text/csv", "text/calendar", "text/javascript", "application/atom+xml"),
    *("application/json", JSON_LINES, "application/problem+json", "application/manifest+json"),
}


def keep_no_copy() -> None:
    """Mark this request's answer as one with a secret, which no phone may keep."""
    g.holds_secret = True


def drop_copies() -> None:
    """Have the phone drop what it kept of this club, because its access ended or the club is gone."""
    g.link_ended = True


def _mark(answer: Response) -> Response:
    if g.get("link_ended"):
        answer.headers[HEADER] = "ended"
    elif answer.mimetype == "text/html" and request.method == "GET" and not g.get("holds_secret"):
        answer.headers[HEADER] = build_id()
    return answer


def set_security_headers(response: Response) -> Response:
    """Put the security and cache headers on an answer; a 304 leaves those of the kept page as they are."""
    if response.status_code == 304 and request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
    due = HEADERS | HTTPS_HEADERS if request.is_secure else HEADERS
    if current_app.config["POCKET"]:
        due = due | {"Content-Security-Policy": POCKET_POLICY}
    if request.method in SAFE_METHODS and (request.path.startswith("/api/") or request.path.endswith(".csv")):
        # Read by other sites’ scripts; a browser sends no cookie there, so they see what anybody may.
        due = due | _READ_BY_OTHERS
    given = {name for name, _ in response.headers}
    response.headers.extend((name, value) for name, value in due.items() if name not in given)
    if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
        response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
    elif request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def never_kept(page: str) -> Response:
    """A form with its own key, never cached: going back to it after saving fetches a new key."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def fresh_each_time(view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def fresh(*args: Any, **rest: Any) -> Response:
        return never_kept(view(*args, **rest))

    return fresh


def accepts_gzip() -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def from_compressed(zipped: bytes, mimetype: str) -> Response:
    """What is kept compressed, as this phone takes it."""
    answer = Response(zipped if accepts_gzip() else gzip.decompress(zipped), mimetype=mimetype)
    answer.vary.add("Accept-Encoding")
    if accepts_gzip():
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def compress_answer(answer: Response) -> Response:
    """Compress a text that is not cached, with a gzip header of random length.

    Somebody who can see lengths and have words of theirs shown on a page could guess its secrets by how
    well they compress together (BREACH). A header that is up to a hundred bytes longer hides what a guess
    saves; the padding is gzip's file name field.
    """
    small = answer.mimetype not in _COMPRESSIBLE or answer.is_streamed or answer.direct_passthrough
    if small or answer.status_code in (204, 304) or "Content-Encoding" in answer.headers:
        return answer
    plain = answer.get_data()
    if len(plain) < _SMALLEST:
        return answer
    answer.vary.add("Accept-Encoding")
    if accepts_gzip():
        zipped, name = gzip.compress(plain, 6, mtime=0), b"x" * secrets.randbelow(_MOST_HIDDEN)
        answer.set_data(zipped[:3] + b"\x08" + zipped[4:10] + name + b"\x00" + zipped[10:])
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def as_file(answer: Response, name: str) -> Response:
    """The answer as a file of this name, of which nothing on the way keeps a copy."""
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(*words: str, kind: str) -> str:
    """A file's name of these words, in letters every system keeps: ``Tuesday_Division_Two_table.csv``."""
    return secure_filename(f"{' '.join(word for word in words if word)}.{kind}")


def on_a_phone(path: str) -> str:
    """The address of this path on other phones; on the server's own screen, as the pub's network has it."""
    own = urlsplit(request.host_url).hostname in ("localhost", "127.0.0.1", "::1")
    server = own and next(iter(current_app.config["ADDRESSES"]), "")
    return (server or request.host_url.rstrip("/")) + path


def qr_code(url: str, error: str = "q") -> Response:
    """The code of ``url``, dark on white in every colour scheme for scanners; never cached.

    ``error`` l: as few squares as can be, for a long one that is scanned from a screen.
    """
    image = io.BytesIO()
    segno.make(url, error=error, micro=False).save(
        image, kind="svg", border=4, scale=8, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(image.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


def init_app(app: Flask) -> None:
    app.after_request(set_security_headers)
    app.after_request(_mark)
    app.after_request(compress_answer)
