"""Pages kept in memory until the club changes.

What a page of a club shows follows from the club's facts, the address, and who looks. Every fact that is
told raises the club's version, so a page made under a version is right as long as the club has that
version. What differs from view to view (the proof in the forms, the keys of acts) is cut out of the kept
page and put in anew each time.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import chain, zip_longest
from typing import Any

from flask import Flask, Response, current_app, g, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.lru_cache import LRUCache
from scorekeeper.store.clubs import Club
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.auth.device_name import was_asked
from scorekeeper.web.forms.act import keys_given, new_key
from scorekeeper.web.http.compression import accepts_gzip, compressed, gzipped, mark, stored
from scorekeeper.web.http.db import now
from scorekeeper.web.http.templating import build_id

_KEPT = 400  # pages; one takes about 30 kB
_MOST_BYTES = 24_000_000  # for all of them
_LONGEST = 400  # signs of an address whose page is kept: ours are shorter
_PROOF = -1


class CachedPage:
    """A page's stretches of text, and between them the slots for what is new in each view.

    A slot is the number of a key, in the order they were made for the page, or ``_PROOF``.
    """

    def __init__(self, text: str, proof: str | None, keys: list[str]) -> None:
        slots = {key: number for number, key in enumerate(keys)} | ({proof: _PROOF} if proof else {})
        found = sorted((at, secret) for secret in slots for at in _places(text, secret))
        ends = [0, *(at + len(secret) for at, secret in found)]
        self.slots = [slots[secret] for _, secret in found]
        self.pieces = [
            text[end:at].encode() for end, at in zip(ends, [*(at for at, _ in found), len(text)], strict=True)
        ]
        self.blocks = [compressed(piece) for piece in self.pieces]
        self.weight = 5000 + sum(map(len, self.pieces)) + sum(map(len, self.blocks))

    def answer(self) -> Response:
        """The page for one view, with a proof and keys of its own."""
        new = {slot: (_proof() if slot == _PROOF else new_key()).encode() for slot in set(self.slots)}
        values = [new[slot] for slot in self.slots]
        plain = _woven(self.pieces, values)
        if not accepts_gzip():
            answer = Response(plain, mimetype="text/html")
            answer.vary.add("Accept-Encoding")
            return answer
        return mark(
            Response(gzipped([_woven(self.blocks, map(stored, values))], plain), mimetype="text/html")
        )


def _places(text: str, secret: str) -> Iterator[int]:
    """Where the secret stands. A pattern for all of a page's would have to be compiled for every page."""
    at = text.find(secret)
    while at >= 0:
        yield at
        at = text.find(secret, at + len(secret))


def _proof() -> str:
    """The proof for this phone's forms. It is signed once: signing is a fifth of a kept page's cost."""
    raw = session.get("csrf_token")
    return _signed(current_app.secret_key, raw) if raw else str(generate_csrf())


@lru_cache(maxsize=1000)
def _signed(_key: object, _raw: str) -> str:
    return str(generate_csrf())


def _woven(pieces: Any, values: Any) -> bytes:
    return b"".join(chain.from_iterable(zip_longest(pieces, values, fillvalue=b"")))


def cached_page(view: Callable[..., Any]) -> Callable[..., Any]:
    """Keep what this view of a club answers to a GET.

    For views that show nothing but the club's own facts and the day, and perhaps the question for the
    phone's name: not the phone's settings, not the hour.
    A view that answers anything but text (a redirect, a refusal) is asked again each time.
    """

    @wraps(view)
    def kept(club: Club, **rest: Any) -> Any:
        if request.method != "GET" or len(request.full_path) > _LONGEST:
            return view(club, **rest)
        pages: LRUCache[tuple[object, ...], CachedPage] = current_app.extensions["remembered"]
        who = (visitor().role, visitor().device, was_asked(club))
        key = (club, *who, request.host_url, request.full_path, now()[:10], build_id())
        page = pages.find(key)
        if page is None:
            text = view(club, **rest)
            text = text[0] if isinstance(text, tuple) and text[1:] == (200,) else text
            if not isinstance(text, str):
                return text
            page = CachedPage(text, g.get("csrf_token"), keys_given())
            pages.keep(key, page)
        return page.answer()

    return kept


def init_app(app: Flask) -> None:
    app.extensions["remembered"] = LRUCache[tuple[object, ...], CachedPage](
        _KEPT, most_bytes=_MOST_BYTES, weigh=lambda _key, page: page.weight
    )
