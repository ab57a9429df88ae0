"""The security headers of every answer, and the CSRF checks of every change: its origin and its token."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, make_response, request, session
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.lru_cache import LRUCache

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
HTTPS_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": f"max-age={_YEAR}",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

_MOST_OF_STRANGERS = 4 * 1024  # bytes of a form that needs no role: a PIN, the name of a first club

csrf = CSRFProtect()


class _Proof(NamedTuple):
    """A token that was sent, with what it was valid for."""

    key: Any
    session: str
    token: str


# A token that is valid may still be followed by any number of signs that mean nothing.
_valid = LRUCache[_Proof, bool](1000, most_bytes=1_000_000, weigh=lambda proof, _: 400 + len(proof.token))


def csrf_token() -> str:
    """The CSRF token for this phone's forms, signed once: signing is a fifth of a cached page's cost."""
    if "csrf_token" not in g:
        raw = session.get("csrf_token")
        g.csrf_token = _signed(current_app.secret_key, raw) if raw else generate_csrf()
    return str(g.csrf_token)


def csrf_field() -> Markup:
    """The field with the CSRF token, for a form that a template writes."""
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(csrf_token())


@lru_cache(maxsize=1000)
def _signed(_key: object, _raw: str) -> str:
    return str(generate_csrf())


def same_origin() -> None:
    """Refuse a change that another site's page has sent.

    Browsers say where a request comes from in Sec-Fetch-Site; on plain http they send only Origin.
    A client that sends neither is no browser and carries no cookie it was not given on purpose.
    """
    if request.method in _SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    else:
        foreign = origin is not None and urlsplit(origin).netloc != request.host
    if foreign:
        abort(403, "That was sent by another site’s page, so nothing was saved.")


def knows_who_asks(view: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a view that checks access before it reads a form.

    It calls ``check_csrf`` then, unless those who ask are programs, which bring a secret and no cookie.
    """
    view.knows_who_asks = True  # type: ignore[attr-defined]
    return view


def check_csrf_of_anybody() -> None:
    """Check the CSRF token of views that need no role, and refuse bodies larger than such a form."""
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method not in _SAFE_METHODS and view is not None and not hasattr(view, "knows_who_asks"):
        request.max_content_length = _MOST_OF_STRANGERS
        check_csrf()


def check_csrf() -> None:
    """Reject an unsafe request without a valid CSRF token. Tokens never expire: valid ones are cached."""
    if request.method in _SAFE_METHODS:
        return
    token = request.form.get("csrf_token", "")
    proof = _Proof(current_app.secret_key, session.get("csrf_token", ""), token)
    if token and _valid.find(proof):
        g.csrf_valid = True
        return
    csrf.protect()
    if token and g.get("csrf_valid"):
        _valid.keep(proof, True)


def set_security_headers(response: Response) -> Response:
    """Put the security and cache headers on an answer; a 304 leaves those of the kept page as they are."""
    if response.status_code == 304 and request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
    due = HEADERS | HTTPS_HEADERS if request.is_secure else HEADERS
    if current_app.config["POCKET"]:
        due = due | {"Content-Security-Policy": POCKET_POLICY}
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


def init_app(app: Flask) -> None:
    """Check the origin and the token of every change, and set the security headers of every answer."""
    app.before_request(same_origin)
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # ``check_csrf`` asks for it
    csrf.init_app(app)
    app.jinja_env.globals |= {"csrf_token": csrf_token, "csrf": csrf_field}
    app.before_request(check_csrf_of_anybody)
    app.after_request(set_security_headers)
