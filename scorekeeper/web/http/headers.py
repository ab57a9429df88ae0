"""The headers of every answer: what a browser may do with it, and what a phone may keep of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, Response, current_app, g, make_response, request

from scorekeeper.web.http.changes import SAFE_METHODS
from scorekeeper.web.http.templating import build_id

HEADER = "X-Scorekeeper"
_ENDED = "ended"
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
_OF_PROGRAMS = "/api/"
_READ_BY_OTHERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def keep_no_copy() -> None:
    """Mark this request's answer as one with a secret, which no phone may keep."""
    g.holds_secret = True


def drop_copies() -> None:
    """Have the phone drop what it kept of this club, because its access ended or the club is gone."""
    g.link_ended = True


def _mark(answer: Response) -> Response:
    if g.get("link_ended"):
        answer.headers[HEADER] = _ENDED
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
    if request.method in SAFE_METHODS and (
        request.path.startswith(_OF_PROGRAMS) or request.path.endswith(".csv")
    ):
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


def init_app(app: Flask) -> None:
    app.after_request(set_security_headers)
    app.after_request(_mark)
