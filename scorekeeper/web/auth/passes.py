"""Links and passes: the secret of each link, and what a browser's cookie holds once one was opened on it.

A secret is derived from its link's generation (``services.clubs.administration``). Raising that ends the link
and every cookie it gave.
"""

import hashlib
import hmac
from typing import NamedTuple

from flask import Flask, Response, current_app, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeSerializer

from scorekeeper.services.clubs.administration import come_along
from scorekeeper.services.clubs.administration import link_secret as secret_of
from scorekeeper.services.gate import Ask
from scorekeeper.store.clubs.access import ROLES, former_phone, generations, is_ended, is_former_link
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues.captains import captained_teams
from scorekeeper.web.http.answers import keep_no_copy
from scorekeeper.web.http.db import get_db, now

CAPTAIN = "captain"  # a pass by a team's link: it scores as long as that link stands, and for that team
_PASSES = ("watch", CAPTAIN, "score", "manage")
_RENEWED = "renewed"  # the day, in UTC, on which the cookie was given
_MATCHES_HELD = 8  # single matches that a cookie may name: enough for a guest's evening


class Pass(NamedTuple):
    """What this browser's cookie holds of a club: a role, that role's generation, and the phone's id."""

    role: str = ""
    generation: int = 0
    device: str | None = None


def grant(club: str, role: str, generation: int, device: str | None = None) -> None:
    """Write the role into this browser's cookie; a role already held is never made smaller.

    ``device`` is the phone's id where the club knows it already; a new one is made where it does not.
    """
    before = _unless_ended(club)
    device = before.device or device or new_id()
    standing = before.role in ROLES and before.generation == generations(get_db(), club)[before.role]
    if standing or (before.role == CAPTAIN and captained_teams(get_db(), club, device)):
        held = before._replace(device=device)
        role, generation, _ = max(held, Pass(role, generation), key=lambda one: _PASSES.index(one.role))
    session.permanent = True
    session["clubs"] = {**session.get("clubs", {}), club: [role, generation, device]}


def known_device(club: str) -> str:
    """The id under which this browser is known in the club, once it was granted something there."""
    return _unless_ended(club).device or new_id()


def _unless_ended(club: str) -> Pass:
    """The browser's pass; none of a phone that a manager has signed out, which comes in as a new one."""
    held = pass_of(club)
    return Pass() if held.device and is_ended(get_db(), club, held.device) else held


def forget(club: str) -> None:
    session["clubs"] = {id: kept for id, kept in session.get("clubs", {}).items() if id != club}


def grant_match(club: str, match: str, generation: str) -> None:
    others = [held for held in session.get("matches", []) if held[:2] != [club, match]]
    session.permanent = True
    session["matches"] = [*others, [club, match, generation]][-_MATCHES_HELD:]


def pass_of(club: str) -> Pass:
    return Pass(*session.get("clubs", {}).get(club, ()))


def match_pass(club: str, match: str) -> str | None:
    """The generation of the link by which this browser may watch this one match."""
    held = (generation for *of, generation in session.get("matches", []) if of == [club, match])
    return next(held, None)


def link_secret(club: str, role: str, generation: int | str) -> str:
    """The secret in the club's link for this role; a page that it is made for is not kept."""
    keep_no_copy()
    return secret_of(current_app.config["SECRET_KEY"], club, role, generation)


def keys() -> list[bytes]:
    """The secret key, and the one that it has replaced for as long as both count."""
    return [current_app.config["SECRET_KEY"], *current_app.config["SECRET_KEY_FALLBACKS"]]


def role_of_secret(club: str, secret: str) -> tuple[str, int] | None:
    """The role and generation that this secret grants in the club; None if it grants nothing."""
    links = generations(get_db(), club).items()
    return next((link for link in links if is_secret(club, *link, secret)), None)


def is_secret(club: str, role: str, generation: int | str, secret: str) -> bool:
    """Whether this is the secret of the club's link for this role, made here or where the club was before."""
    keep_no_copy()
    ours = [secret_of(key, club, role, generation) for key in keys()]
    return any(hmac.compare_digest(one.encode(), secret.encode()) for one in ours) or is_former_link(
        get_db(), club, secret, role, generation
    )


def phone_that_moved(club: str, role: str, generation: int) -> str | None:
    """The id that this phone had at the club's former address, which gave it a secret to come in by once."""
    secret = request.args.get("phone", "")
    device = former_phone(get_db(), club, secret)
    if device is None or request.method != "GET" or is_ended(get_db(), club, device):
        return None
    ask = Ask(get_db(), club, Author(device, now()), role, generation)
    return device if come_along(ask, club, secret).answer else None


def place_key(club: str) -> str:
    """Under which a club is found that takes this one's place."""
    return secret_of(current_app.config["SECRET_KEY"], club, "in place of", 1)


class UndatedSessions(SecureCookieSessionInterface):
    """Signed cookies without a date in them.

    Flask's own carry the time they were signed and are refused when the server's clock has been set
    back, which on a machine without a battery-backed clock happens at a power cut. How long a cookie
    lives is the browser's affair; a link’s generation ends one.
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

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer:  # type: ignore[override]
        newest_last = [*app.config["SECRET_KEY_FALLBACKS"], app.config["SECRET_KEY"]]
        how = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeSerializer(
            newest_last, salt="scorekeeper session", serializer=self.serializer, signer_kwargs=how
        )
