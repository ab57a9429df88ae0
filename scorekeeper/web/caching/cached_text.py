"""The text of a cached page, with slots for what is new in each view: the CSRF token, the keys of acts."""

from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from typing import Any

from flask import Response

from scorekeeper.web.forms.act import new_key, random_key
from scorekeeper.web.http.compression import accepts_gzip, compressed, gzipped, mark, stored
from scorekeeper.web.http.csrf import csrf_token

_CSRF_TOKEN = -1


class CachedPage:
    """A page's fixed text, split at the slots for what is new in each view.

    A slot is the number of a key, in the order they were made for the page, or ``_CSRF_TOKEN``.
    """

    def __init__(
        self, text: str, token: str | None, keys: list[str], part: "CachedPage | None" = None
    ) -> None:
        """``part`` is a part of this page that was compressed before."""
        slots = {key: number for number, key in enumerate(keys)} | ({token: _CSRF_TOKEN} if token else {})
        found = sorted((at, secret) for secret in slots for at in _places(text, secret))
        ends = [0, *(at + len(secret) for at, secret in found)]
        self.slots = [slots[secret] for _, secret in found]
        self.pieces = [
            text[end:at].encode() for end, at in zip(ends, [*(at for at, _ in found), len(text)], strict=True)
        ]
        known = dict(zip(part.pieces, part.blocks, strict=True)) if part else {}
        self.blocks: list[bytes] = [known.get(piece) or compressed(piece) for piece in self.pieces]
        self.weight = 5000 + sum(map(len, self.pieces)) + sum(map(len, self.blocks))

    @property
    def has_token(self) -> bool:
        """Whether each phone's CSRF token stands in it."""
        return _CSRF_TOKEN in self.slots

    def text(self) -> str:
        """The text for one view, to stand in a page that is being made."""
        return _woven(self.pieces, self._values(csrf_token, new_key)).decode()

    def zipped(self, csrf_token: Callable[[], str]) -> bytes:
        """The page for one view as a gzip file, with keys of its own and this CSRF token."""
        values = self._values(csrf_token)
        return gzipped([_woven(self.blocks, map(stored, values))], _woven(self.pieces, values))

    def answer(self) -> Response:
        """The page for one view, with its own CSRF token and keys."""
        if accepts_gzip():
            return mark(Response(self.zipped(csrf_token), mimetype="text/html"))
        answer = Response(_woven(self.pieces, self._values(csrf_token)), mimetype="text/html")
        answer.vary.add("Accept-Encoding")
        return answer

    def _values(self, csrf_token: Callable[[], str], key: Callable[[], str] = random_key) -> list[bytes]:
        new = {slot: (csrf_token() if slot == _CSRF_TOKEN else key()).encode() for slot in set(self.slots)}
        return [new[slot] for slot in self.slots]


def _places(text: str, secret: str) -> Iterator[int]:
    """Where the secret stands. A pattern for all of a page's would have to be compiled for every page."""
    at = text.find(secret)
    while at >= 0:
        yield at
        at = text.find(secret, at + len(secret))


def _woven(pieces: Any, values: Any) -> bytes:
    return b"".join(chain.from_iterable(zip_longest(pieces, values, fillvalue=b"")))
