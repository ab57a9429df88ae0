"""Pages cached in memory until their subject changes.

What a page shows follows from the facts of its club, match or league, the address, the day, and the role
of who looks. Every fact that is entered raises a version, so a page made under a version is right as long as
that version stands; a round saved at one table leaves every other table's page as it is.

What differs from view to view (the CSRF token in forms, the keys of acts) is cut out of the cached page and
inserted again for each view. The part of a page that is polled is made and compressed once, whether a phone
asks for the page, for the part, or has it with the answer to its own entry.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, cast

from flask import Flask, Response, current_app, g, make_response, request, session
from markupsafe import Markup

from scorekeeper.lru_cache import LRUCache
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import Subject
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.auth.device_name import asks_name
from scorekeeper.web.caching.cached_text import CachedPage
from scorekeeper.web.caching.etags import Version, sight, tag_under, version_now
from scorekeeper.web.forms.act import keys_given
from scorekeeper.web.http.csrf import csrf_token

_KEPT = 400  # pages; one takes about 30 kB
_MOST_BYTES = 16_000_000  # for all of them
_LONGEST = 400  # signs of an address whose page is kept: ours are shorter
View = Callable[..., Any]


class Visit(NamedTuple):
    """A cached page as a phone has seen it: what decides what it sees at the same address later.

    ``address`` is the page's place in the cache but for its version, ``sight`` what it depends on besides;
    ``phone`` stands at the end of the ETag where the page has something of the phone's own.
    """

    subject: Subject
    version: Version
    address: tuple[str, str, str | None]
    sight: str
    phone: str
    csrf_token: str = ""

    @property
    def page_key(self) -> tuple[object, ...]:
        """Where the page is cached."""
        return (*self.address, tag_under(self.version, self.sight))

    @property
    def etag(self) -> str:
        """The ETag of the page for this phone."""
        return tag_under(self.version, f"{self.sight}.{self.phone}" if self.phone else self.sight)


def cached_page(kind: str, *, by_device: bool = False) -> Callable[[View], View]:
    """Keep what this view answers to a GET, until what it is about changes: its club, match or league.

    For views that show nothing but facts and the day, and perhaps the question for the phone's name: not
    the phone's settings, unless ``by_device``, and not the hour. All phones of a role share the page; its
    ETag is each phone's own, for its CSRF token. What is no HTML page is not cached.
    """
    return _cached(kind, by_device=by_device, whole=True)


def cached_part(kind: str) -> Callable[[View], View]:
    """The same for a part of a page that polls: ``part_tag`` is its ETag, and stands on the whole page."""
    return _cached(kind, by_device=False, whole=False)


def cached_form(kind: str) -> Callable[[View], View]:
    """The same for a form with a key of its own, which no phone keeps: see ``csrf.never_kept``."""

    def keep(view: View) -> View:
        kept = _cached(kind, by_device=False, whole=False)(view)

        @wraps(view)
        def form(club: Club, **rest: Any) -> Any:
            answer = make_response(kept(club, **rest))  # bare text where the address is too long to keep
            if answer.status_code == 200:
                answer.headers.pop("ETag", None)
                answer.headers["Cache-Control"] = "private, no-store"
            return answer

        return form

    return keep


def part_tag(club: Club, kind: str, id: str) -> str:
    """The ETag under which the part about this is served now, to this visitor."""
    return tag_under(version_now(kind, club.id, id), _sight(club))


def _sight(club: Club) -> str:
    return sight(int(asks_name(club)))


def _cached(kind: str, *, by_device: bool, whole: bool) -> Callable[[View], View]:
    def keep(view: View) -> View:
        @wraps(view)
        def kept(club: Club, **rest: Any) -> Any:
            if request.method != "GET" or len(request.full_path) > _LONGEST:
                return view(club, **rest)
            subject = Subject(kind, club.id, club.id if kind == "club" else rest[kind])
            device = visitor().device if by_device else None
            address = (request.host_url, request.full_path, device)
            phone = _phone_tag(device) if whole else ""
            visit = Visit(subject, version_now(*subject), address, _sight(club), phone)
            if visit.etag in request.if_none_match:
                answer = Response(status=304)
            else:
                answer = _answer(view, club, rest, visit)
            if answer.status_code in (200, 304):
                answer.set_etag(visit.etag)
            return answer

        return kept

    return keep


def _phone_tag(device: str | None) -> str:
    """What of a whole page is this phone's own: its CSRF token, and on some pages the phone itself."""
    return hashlib.sha256(f"{session.get('csrf_token')} {device}".encode()).hexdigest()[:12]


def shared_part(address: str, tag: str, make: Callable[[], str]) -> Markup:
    """The part of a page that is served at this address under this ``part_tag``, for this view.

    It is made at most once for all phones that see the same, and kept as if one of them had asked for it.
    """
    path = address if "?" in address else f"{address}?"
    part = _pages().find(key := (request.host_url, path, None, tag))
    if part is None:
        text = make()
        part = CachedPage(text, g.get("csrf_token"), keys_given())
        _pages().keep(key, part)
    else:
        text = part.text()
    g.part = part
    return Markup(text)  # nosec B704 # a template has made it


def _answer(view: View, club: Club, rest: dict[str, Any], visit: Visit) -> Response:
    page = _pages().find(visit.page_key)
    if page is None:
        made = make_response(view(club, **rest))
        if made.status_code != 200 or made.mimetype != "text/html":
            return made
        page = CachedPage(made.get_data(as_text=True), g.get("csrf_token"), keys_given(), g.get("part"))
        _pages().keep(visit.page_key, page)
    g.visit = visit._replace(csrf_token=csrf_token()) if page.has_token else visit
    return page.answer()


def _pages() -> LRUCache[tuple[object, ...], CachedPage]:
    return cast(LRUCache[tuple[object, ...], CachedPage], current_app.extensions["pages"])


def init_app(app: Flask) -> None:
    """Give the app its own cache of pages."""
    app.extensions["pages"] = LRUCache[tuple[object, ...], CachedPage](
        _KEPT, most_bytes=_MOST_BYTES, weigh=lambda _key, page: page.weight
    )
