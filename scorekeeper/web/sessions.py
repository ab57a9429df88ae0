"""Session cookies that no clock can end."""

import hashlib

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeSerializer


class UndatedSessions(SecureCookieSessionInterface):
    """Signed cookies without a date in them.

    Flask's own carry the time they were signed and are refused when the server's clock has been set
    back, which on a machine without a battery-backed clock happens at a power cut. How long a cookie
    lives is the browser's affair; ending one is the link's generation's (``access``).
    """

    digest_method = staticmethod(hashlib.sha256)  # Flask's is SHA-1

    def should_set_cookie(self, _app: Flask, session: SessionMixin) -> bool:
        """Where it has changed, and with everything that is entered, so that its year begins anew.

        Not with every page: signing one costs more than telling a phone that it has the page already.
        Never on static files: a proxy may keep those and hand them, cookie and all, to somebody else.
        """
        if request.endpoint == "static":
            return False
        return session.modified or (session.permanent and request.method == "POST")

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
        return URLSafeSerializer(
            list(keys),  # type: ignore[arg-type]  # itsdangerous takes a mixture, too
            salt="scorekeeper session",
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )
