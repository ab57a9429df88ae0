"""The security headers of every answer, and the CSRF check of every change: where it comes from.

Browsers say from which site's page a change comes, so pages hold no token. Only a client that does not say is
asked for one: a program, or a browser of ten years ago, which gets it with a page to save once more.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, make_response, request
from flask_wtf.csrf import CSRFError, validate_csrf
from wtforms.validators import ValidationError

from scorekeeper.web.http.read_only import SAFE_METHODS
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
_MOST_OF_STRANGERS = 4 * 1024  # bytes of a form that needs no role: a PIN, the name of a first club


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


def refuse_other_sites() -> None:
    """Refuse a change that another site's page has sent.

    Browsers say where a request comes from in Sec-Fetch-Site; on plain http, and older ones, only in Origin.
    """
    if request.method not in SAFE_METHODS and _from_other_site():
        abort(403, "That was sent by another site’s page, so nothing was saved.")


def _from_other_site() -> bool:
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None or origin is None:
        return site not in ("same-origin", "none", None)
    scheme, host, *_ = urlsplit(origin)
    return host != request.host or (scheme != "https" and current_app.config["HTTPS"])


def knows_who_asks(view: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a view that checks access before it reads a form.

    It calls ``check_csrf`` then, unless those who ask are programs, which bring a secret and no cookie.
    """
    view.knows_who_asks = True  # type: ignore[attr-defined]
    return view


def check_csrf_of_anybody() -> None:
    """Check changes by anybody, in views that need no role, and refuse bodies larger than such a form."""
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method not in SAFE_METHODS and view is not None and not hasattr(view, "knows_who_asks"):
        request.max_content_length = _MOST_OF_STRANGERS
        if (request.content_length or 0) > _MOST_OF_STRANGERS:
            abort(413)
        check_csrf()


def check_csrf() -> None:
    """Ask a client that does not say where a change comes from for its CSRF token."""
    if request.method in SAFE_METHODS or "Sec-Fetch-Site" in request.headers or "Origin" in request.headers:
        return
    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValidationError as error:
        raise CSRFError(str(error)) from None


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
    """The view, of whose page nobody keeps a copy."""

    @wraps(view)
    def fresh(*args: Any, **rest: Any) -> Response:
        return never_kept(view(*args, **rest))

    return fresh


def init_app(app: Flask) -> None:
    app.before_request(refuse_other_sites)
    app.before_request(check_csrf_of_anybody)
    app.after_request(set_security_headers)
    app.after_request(_mark)
