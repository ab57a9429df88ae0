"""Pages, compressed and kept in memory until their subject changes.

What a page shows follows from the facts of its club, match or league, the address, the day, and the role
of who looks. Every fact that is entered raises a version, so a page made under a version is right as long as
that version stands; a round saved at one table leaves every other table's page as it is.

All of that is in the page's ETag, and nothing in it is a phone's own: no token, and no key of an act. So all
phones of a role get the same bytes.
"""

import gzip
import hashlib
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, cast
from zlib import crc32

from flask import Flask, Response, current_app, g, make_response, request
from markupsafe import Markup

from scorekeeper.config import mail_settings
from scorekeeper.lru_cache import LRUCache
from scorekeeper.services.gate import there
from scorekeeper.store.clubs.access import has_pin
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import PageSubject, version_of
from scorekeeper.timestamps import time_zone
from scorekeeper.web.auth.access import visitor, watch_if_closed
from scorekeeper.web.auth.passes import CAPTAIN
from scorekeeper.web.auth.phones import asks_name
from scorekeeper.web.http.answers import from_compressed
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.templating import build_id

_MOST_FRAGMENTS, _FRAGMENTS_BYTES = 4_000, 8_000_000
_KEPT = 2_000  # pages; one takes about 4 kB
_MOST_BYTES = 16_000_000  # for all of them
_LONGEST = 400  # signs of an address whose page is kept: ours are shorter
_BESIDE = 1_000  # bytes that a page takes besides its text
PageKey = tuple[str, str, str]  # host with the path beneath which it is served, path with query, ETag
Version = tuple[int, ...]
View = Callable[..., Any]


def weight(text: str) -> int:
    """About how many bytes a fragment takes in memory, with what it shows: a round and its plays."""
    return 10 * len(text)


_fragments = LRUCache[Hashable, tuple[object, Markup]](
    _MOST_FRAGMENTS, most_bytes=_FRAGMENTS_BYTES, weigh=lambda _, kept: weight(kept[1])
)


def fragment(key: Hashable, shown: object, render: Callable[[], str]) -> Markup:
    """The text under this key, as it was rendered for the same ``shown``: all that it depends on."""
    before, text = _fragments.find(key) or (None, Markup())
    if not text or before != shown:
        text = Markup(render())  # nosec B704 # a template has made it
        _fragments.keep(key, (shown, text))
    return text


def _version_now(kind: str, club: str, id: str) -> Version:
    """The version of this request's subject, noted for the conditional GET middleware."""
    subject = PageSubject(kind, club, id)
    known, version = g.get("about") or (None, ())
    if known != subject:
        version = there(version_of(get_db(), subject), kind)
        g.about = (subject, version)
    return cast(Version, version)


def _settings() -> str:
    """What pages show of the operator's settings, in a few letters: another one once a setting is."""
    config = current_app.config
    mails = mail_settings().server and config["TRUSTED_HOSTS"]
    return f"{crc32(repr((config['OFFLINE'], config['CAMERA'], bool(mails), str(time_zone()))).encode()):x}"


def cached_page(kind: str, *, by_device: bool = False, no_store: bool = False) -> Callable[[View], View]:
    """Keep what this view answers to a GET, until what it is about changes: its club, match or league.

    For views that show nothing but facts and the day, and perhaps the question for the phone's name: not
    the phone's settings, unless ``by_device``, and not the hour. What is no HTML page is not kept. With
    ``no_store`` no phone keeps it: going back to a form after saving fetches it anew.
    """

    def keep(view: View) -> View:
        @wraps(view)
        def kept(club: Club, **rest: Any) -> Any:
            if request.method != "GET":
                return view(club, **rest)
            if kind == "match":
                watch_if_closed(club, rest["match"])
            tag = part_tag(club, kind, club.id if kind == "club" else rest[kind])
            if by_device and (device := visitor().device):
                tag = f"{tag}.{hashlib.sha256(device.encode()).hexdigest()[:12]}"
            if tag in request.if_none_match and not no_store:
                answer = Response(status=304)
            else:
                answer = _answer(tag, lambda: view(club, **rest))
            if no_store:
                answer.headers["Cache-Control"] = "private, no-store"
            elif answer.status_code in (200, 304):
                answer.set_etag(tag)
            return answer

        return kept

    return keep


def part_tag(club: Club, kind: str, id: str) -> str:
    """The ETag of what this visitor sees: the facts, the day, the role, the settings, our files’ build."""
    version, role = _version_now(kind, club.id, id), CAPTAIN if visitor().captain else visitor().role
    if ended := visitor().ended:
        role = f"{role}{crc32(ended.encode()):x}{int(has_pin(get_db(), club.id))}"
    return ".".join(map(str, (*version, int(asks_name(club)), today(), role, _settings(), build_id())))


def shared_part(address: str, tag: str, make: Callable[[], str]) -> Markup:
    """The part of a page that is served at this address under this ``part_tag``.

    It is made at most once for all phones that see the same, and kept as if one of them had asked for it.
    """
    key = (request.root_url, address if "?" in address else f"{address}?", tag)
    zipped = _pages().find(key)
    text = gzip.decompress(zipped).decode() if zipped else make()
    if zipped is None:
        _pages().keep(key, gzip.compress(text.encode(), 6, mtime=0))
    return Markup(text)  # nosec B704 # a template has made it


def _answer(tag: str, make: Callable[[], Any]) -> Response:
    key = (request.root_url, request.full_path, tag)
    zipped = _pages().find(key)
    if zipped is None:
        made = make_response(make())
        if made.status_code != 200 or made.mimetype != "text/html" or len(request.full_path) > _LONGEST:
            return made
        zipped = gzip.compress(made.get_data(), 6, mtime=0)
        _pages().keep(key, zipped)
    return from_compressed(zipped, "text/html")


def _pages() -> LRUCache[PageKey, bytes]:
    return cast(LRUCache[PageKey, bytes], current_app.extensions["pages"])


def init_app(app: Flask) -> None:
    app.extensions["pages"] = LRUCache[PageKey, bytes](
        _KEPT, most_bytes=_MOST_BYTES, weigh=lambda _key, zipped: _BESIDE + len(zipped)
    )
