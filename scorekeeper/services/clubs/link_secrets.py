"""The secrets in a club's links, derived and never stored.

A secret is made from the app's key, the club, the role and the link's generation, so it can be shown
again at any time and stands in no database. Raising the generation ends it.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode

_SECRET_BYTES = 16


def link_secret(key: bytes, club: str, role: str, generation: int | str) -> str:
    """The secret in the club's link for this role, 128 bits; ``key`` is the app's secret key."""
    message = f"link {club} {role} {generation}".encode()
    digest = hmac.new(key, message, hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:_SECRET_BYTES]).decode().rstrip("=")


def match_secret(key: bytes, club: str, match: str, generation: str) -> str:
    """The secret in the link that opens one match for watching."""
    return link_secret(key, club, f"match {match}", generation)


def captain_role(squad: str) -> str:
    """What stands in a role's place for the link of this team's captain."""
    return f"captain {squad}"


def reminders_role(squad: str) -> str:
    """What stands in a role's place for the link that ends the mails to this team's captain."""
    return f"reminders {squad}"


def phone_role(device: str) -> str:
    """What stands in a role's place for the secret by which a phone is known where its club has moved to."""
    return f"phone {device}"


def join_path(club: str, secret: str) -> str:
    """The path of a club's link, to be appended to the server's address."""
    return f"/c/{club}/join/{secret}"
