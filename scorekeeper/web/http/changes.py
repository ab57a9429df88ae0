"""Which changes are taken: none from another site's page (CSRF), none in read-only mode.

Browsers say from which site's page a change comes, so pages hold no token. Only a client that does not say is
asked for one: a program, or a browser of ten years ago, which gets it with a page to save once more.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, g, request
from flask_wtf.csrf import CSRFError, validate_csrf
from wtforms.validators import ValidationError

from scorekeeper.store.engine.errors import ReadOnly

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_MOST_OF_STRANGERS = 4 * 1024  # bytes of a form that needs no role: a PIN, the name of a first club


def refuse_other_sites() -> None:
    """Refuse a change that another site's page has sent.

    Browsers say where a request comes from in Sec-Fetch-Site; on plain http, and older ones, only in Origin.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    foreign = site not in ("same-origin", "none", None)
    if site is None and origin is not None:
        scheme, host, *_ = urlsplit(origin)
        foreign = host != request.host or (scheme != "https" and current_app.config["HTTPS"])
    if foreign and request.method not in SAFE_METHODS:
        abort(403, "That was sent by another site’s page, so nothing was saved.")


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


class Moved(Exception):
    """The club is at another address; ``way`` is the path by which this phone comes in there."""

    def __init__(self, address: str, way: str) -> None:
        super().__init__(address)
        self.address, self.way = address, way


def note_read_only(words: str | None) -> None:
    g.read_only = words


def read_only_here() -> str:
    """The words for this page; empty where changes are taken."""
    return g.get("read_only") or ""


def refuse_while_read_only() -> None:
    if (words := g.get("read_only")) and request.method not in SAFE_METHODS:
        raise ReadOnly(words)


def init_app(app: Flask) -> None:
    app.before_request(refuse_other_sites)
    app.before_request(check_csrf_of_anybody)
