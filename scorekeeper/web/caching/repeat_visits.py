"""Middleware that answers a phone's repeated request for a cached page without entering Flask.

Whom a club lets in, and in which role, follows from the cookie, the access to the club and its names. While
nothing of that changes, a phone that the app has shown a page may have the same address again: the page as it
is cached for its subject's version of now, also where another phone of that role was the first to see it.
Anything else is passed on to the app.
"""

import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Flask, Response, g, request
from werkzeug.http import quote_etag

from scorekeeper.lru_cache import LRUCache
from scorekeeper.store.engine.errors import EngineError, StoreError
from scorekeeper.store.engine.versions import version_of
from scorekeeper.web.caching.cached_text import CachedPage
from scorekeeper.web.caching.etags import same_visitors
from scorekeeper.web.caching.not_modified import LONGEST, Environ, Headers, question_of
from scorekeeper.web.caching.page_cache import Visit
from scorekeeper.web.http.db import pooled_connection
from scorekeeper.web.operate.metrics import count_repeated

_KEPT = 3_000  # visits; one for each page that a phone looks at
_MOST_BYTES = 10_000_000  # for all of them
_VISIT = "scorekeeper.visit"  # where the app notes what it has shown, and to whom


class _Known(NamedTuple):
    """A visit, with the headers of its answer that are those of the next one as well."""

    page: str
    visit: Visit
    headers: Headers
    has_etag: bool


class RepeatVisitMiddleware:
    """WSGI middleware in front of the app."""

    def __init__(self, app: Flask, behind: Callable[..., Iterable[bytes]]) -> None:
        self._app, self._behind = app, behind
        self._known = LRUCache[tuple[str, ...], _Known](_KEPT, most_bytes=_MOST_BYTES, weigh=_weight)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer with the cached page of now if this phone may see it; otherwise pass the request on."""
        began = time.perf_counter()
        question = question_of(environ)
        compressed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        if environ["REQUEST_METHOD"] != "GET" or not compressed or sum(map(len, question)) > LONGEST:
            return self._behind(environ, start_response)
        known = self._known.find(question)
        answer = known and self._answer(known, environ.get("HTTP_IF_NONE_MATCH", ""))
        if known and answer:
            count_repeated(self._app, known.page, HTTPStatus.OK, began)
            body, headers = answer
            start_response("200 OK", headers)
            return [body]

        def listen(status: str, headers: Headers, *rest: Any) -> Any:
            if status.startswith("200") and _VISIT in environ:
                self._keep(question, headers, *environ[_VISIT])
            return start_response(status, headers, *rest)

        return self._behind(environ, listen)

    def _answer(self, known: _Known, held: str) -> tuple[bytes, Headers] | None:
        """Body and headers, None where the app has to say something; ``held`` are the phone's ETags."""
        visit = known.visit
        try:
            with pooled_connection(self._app.config["DATABASE"]) as db:
                version = version_of(db, visit.subject)
        except (StoreError, EngineError):
            return None  # The app answers with the right error.
        if version is None or not same_visitors(visit.version, version):
            return None
        now = visit._replace(version=version)
        pages: LRUCache[tuple[object, ...], CachedPage] = self._app.extensions["pages"]
        page, etag = pages.find(now.page_key), quote_etag(now.etag)
        if page is None or etag in held or (page.has_token and not visit.csrf_token):
            return None
        body = page.zipped(lambda: visit.csrf_token)
        own = [("ETag", etag)] if known.has_etag else []
        return body, [*known.headers, *own, ("Content-Length", str(len(body)))]

    def _keep(self, question: tuple[str, ...], headers: Headers, page: str, visit: Visit) -> None:
        names = {name for name, _ in headers}
        if "Set-Cookie" not in names and "Content-Encoding" in names:
            same = [(name, value) for name, value in headers if name not in ("ETag", "Content-Length")]
            self._known.keep(question, _Known(page, visit, same, "ETag" in names))


def _weight(question: tuple[str, ...], known: _Known) -> int:
    """About how many bytes a visit takes in memory, with the question it answers."""
    texts = (*question, *map(str, known.visit), *(name + value for name, value in known.headers))
    return 3000 + sum(map(len, texts))


def note_visit(answer: Response) -> Response:
    """Note page and visit where a cached page was shown."""
    if answer.status_code == 200 and "visit" in g:
        request.environ[_VISIT] = (request.endpoint, g.visit)
    return answer


def init_app(app: Flask) -> None:
    """Put the middleware in front of this app."""
    app.after_request(note_visit)
    app.wsgi_app = RepeatVisitMiddleware(app, app.wsgi_app)  # type: ignore[method-assign]
