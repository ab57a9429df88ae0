"""The secrets of a club's links as pages make and check them, those of its former address among them."""

import hmac

from flask import current_app, request

from scorekeeper.services.clubs import link_secrets
from scorekeeper.services.clubs.phones import come_along
from scorekeeper.services.gate import Ask
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.devices import is_ended
from scorekeeper.store.clubs.links import former_phone, generations, is_former_link
from scorekeeper.web.caching.kept_copies import keep_no_copy
from scorekeeper.web.http.db import get_db, now


def link_secret(club: str, role: str, generation: int) -> str:
    """The secret in the club's link for this role; a page that it is made for is not kept."""
    keep_no_copy()
    return link_secrets.link_secret(current_app.config["SECRET_KEY"], club, role, generation)


def role_of_secret(club: str, secret: str) -> tuple[str, int] | None:
    """The role and generation that this secret grants in the club; None if it grants nothing."""
    for role, generation in generations(get_db(), club).items():
        if opens(club, role, generation, secret):
            return role, generation
    return None


def opens(club: str, role: str, generation: int, secret: str) -> bool:
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
