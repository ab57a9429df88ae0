"""Capability links: the secret of each, derived from its generation (``services.clubs.administration``).

Raising the generation ends the link and every cookie it gave.
"""

import hmac

from flask import current_app, request

from scorekeeper.services.clubs.administration import come_along
from scorekeeper.services.clubs.administration import link_secret as secret_of
from scorekeeper.services.gate import Ask
from scorekeeper.store.clubs.access import former_phone, generations, is_ended, is_former_link
from scorekeeper.store.clubs.audit import Author
from scorekeeper.web.http.db import get_db, now
from scorekeeper.web.http.headers import keep_no_copy


def link_secret(club: str, role: str, generation: int | str) -> str:
    """The secret in the club's link for this role; a page that it is made for is not kept."""
    keep_no_copy()
    return secret_of(current_app.config["SECRET_KEY"], club, role, generation)


def role_of_secret(club: str, secret: str) -> tuple[str, int] | None:
    """The role and generation that this secret grants in the club; None if it grants nothing."""
    links = generations(get_db(), club).items()
    return next((link for link in links if is_secret(club, *link, secret)), None)


def is_secret(club: str, role: str, generation: int | str, secret: str) -> bool:
    """Whether this is the secret of the club's link for this role, made here or where the club was before."""
    ours = link_secret(club, role, generation)
    return hmac.compare_digest(ours.encode(), secret.encode()) or is_former_link(
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
