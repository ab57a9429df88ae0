"""Session cookies without a timestamp, so that a server’s wrong clock signs nobody out."""

import hashlib
from typing import Any, NamedTuple

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeSerializer

from scorekeeper.lru_cache import LRUCache
from scorekeeper.web.http.db import now

_RENEWED = "renewed"  # the day, in UTC, on which the cookie was given
_MOST_CACHED, _MOST_BYTES = 1000, 4_000_000  # cookies, and what all of them take
_READ = 10  # bytes in memory for each of a cookie, which says the same more briefly


class UndatedSessions(SecureCookieSessionInterface):
    """Signed cookies without a date in them.

    Flask's own carry the time they were signed and are refused when the server's clock has been set
    back, which on a machine without a battery-backed clock happens at a power cut. How long a cookie
    lives is the browser's affair; ending one is the link's generation's (``access``).
    """

    digest_method = staticmethod(hashlib.sha256)  # Flask's is SHA-1

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Renew the cookie for a year with the first entry of a day.

        Not with every page, nor with everything: signing a cookie costs more than telling a phone that it
        has the page already.
        """
        today = now()[:10]
        if (
            (session.modified or request.method == "POST")
            and session.permanent
            and session.get(_RENEWED) != today
        ):
            session[_RENEWED] = today
        super().save_session(app, session, response)

    def should_set_cookie(self, _app: Flask, session: SessionMixin) -> bool:
        """Set the cookie where it has changed, and never on static files.

        A proxy may keep those and hand them, cookie and all, to somebody else.
        """
        return session.modified and request.endpoint != "static"

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer | None:  # type: ignore[override]
        """The app's serializer, made once: making one costs as much as reading a cookie with it."""
        if not app.secret_key:
            return None
        keys = (*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.secret_key)
        if keys != self._keys:
            self._keys, self._made = keys, self._make(keys)
        return self._made

    _keys: tuple[str | bytes, ...] = ()
    _made: URLSafeSerializer | None = None

    def _make(self, keys: tuple[str | bytes, ...]) -> URLSafeSerializer:
        return _CachedSerializer(
            list(keys),
            salt="scorekeeper session",
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )


class _Cookie(NamedTuple):
    text: str | bytes
    salt: object


class _CachedSerializer(URLSafeSerializer):
    """Reads each cookie once: a phone sends the same one with every request, and no clock ends it."""

    def __init__(self, *keys: Any, **how: Any) -> None:
        super().__init__(*keys, **how)
        # The end of a signature may be followed by any number of signs that mean nothing.
        self._read = LRUCache[_Cookie, Any](
            _MOST_CACHED, most_bytes=_MOST_BYTES, weigh=lambda cookie, _: _READ * len(cookie.text)
        )

    def loads(self, s: str | bytes, salt: str | bytes | None = None, **_age: Any) -> Any:
        read = self._read.find(_Cookie(s, salt))
        if read is None:
            read = super().loads(s, salt)
            self._read.keep(_Cookie(s, salt), read)
        return read
