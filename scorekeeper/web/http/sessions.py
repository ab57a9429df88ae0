"""Session cookies without a timestamp, so that a server’s wrong clock signs nobody out."""

import hashlib
from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeSerializer

from scorekeeper.web.http.db import now

_RENEWED = "renewed"  # the day, in UTC, on which the cookie was given


class UndatedSessions(SecureCookieSessionInterface):
    """Signed cookies without a date in them.

    Flask's own carry the time they were signed and are refused when the server's clock has been set
    back, which on a machine without a battery-backed clock happens at a power cut. How long a cookie
    lives is the browser's affair; ending one is the link’s generation’s (``auth.passes``).
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
        """Where it has changed, and not on static files: a proxy may keep those, and give it to others."""
        return session.modified and request.endpoint != "static"

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer | None:  # type: ignore[override]
        if not app.secret_key:
            return None
        keys: list[Any] = [*(app.config["SECRET_KEY_FALLBACKS"] or ()), app.secret_key]
        how = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeSerializer(
            keys, salt="scorekeeper session", serializer=self.serializer, signer_kwargs=how
        )
