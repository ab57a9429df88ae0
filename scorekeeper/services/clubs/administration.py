"""A manager’s acts on a club: its name, its links and PINs, its phones, deleting and restoring it."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.services.gate import CLUB, TRASHED, Act, Refused, Subject, act, there
from scorekeeper.store.clubs import access, clubs
from scorekeeper.store.clubs.access import Client, Device, end_device, find_device, is_ended
from scorekeeper.store.clubs.audit import add_change, forget_counts, rename
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches import matches

_SECRET_BYTES = 16


def link_secret(key: bytes, club: str, role: str, generation: int | str) -> str:
    """The secret in the club's link for this role, 128 bits; ``key`` is the app's secret key."""
    message = f"link {club} {role} {generation}".encode()
    digest = hmac.new(key, message, hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:_SECRET_BYTES]).decode().rstrip("=")


def role_of(kind: str, *ids: str) -> str:
    """What stands in a role's place for a link that is not the club's own.

    A ``match``'s opens that match; a ``captain``'s is of a team; ``reminders`` ends the mails to its captain,
    ``confirming`` confirms an address, once, with what was asked; by a ``phone``'s secret it is known where
    its club has moved to.
    """
    return " ".join((kind, *ids))


def join_path(club: str, secret: str) -> str:
    """The path of a club's link, to be appended to the server's address."""
    return f"/c/{club}/join/{secret}"


@act(CLUB, "manage", "link")
def rename_club(act: Act[Club], name: str) -> str:
    """The same club under another name."""
    rename(act.db, act.club, "club", act.on, act.author, name=name)
    return name


@act(CLUB, "manage", "link")
def set_out_word(act: Act[Club], word: str) -> str:
    """Set the club's word for going out, as it follows a name: chipped out, dominoed."""
    rename(act.db, act.club, "club", act.on, act.author, out_word=word)
    return word


@act(CLUB, "manage", "link")
def set_watched_by_anyone(act: Act[Club], anyone: bool) -> bool:
    """Open or close the club's pages to people who hold none of its links."""
    if anyone != bool(act.on.watched_by_anyone):
        clubs.set_watched_by_anyone(act.db, act.on, anyone, act.author)
    return anyone


@act(CLUB, "manage", "link")
def revoke_link(act: Act[Club], role: str, seen: int | None = None) -> None:
    """End the link of this role and every cookie it gave; that of generation ``seen``, once."""
    if seen in (None, access.generations(act.db, act.club)[role]):
        access.revoke_link(act.db, act.club, role, act.author)


@act(CLUB, "score", "link")
def revoke_match_link(act: Act[Club], match: str, seen: str | None = None) -> None:
    """End the link that opens this one match, and every cookie it gave; that of generation ``seen``, once."""
    if seen in (None, matches.match_generation(act.db, act.club, match)):
        matches.revoke_match_link(act.db, act.club, match, act.author)


@act(CLUB, "manage", "link")
def trash_club(act: Act[Club]) -> None:
    """Put the club into the trash, where its manager finds it for thirty days."""
    clubs.set_trashed(act.db, act.on, act.author, trashed=True)


@act(TRASHED, "manage", "link")
def restore_trashed(act: Act[Club]) -> None:
    """Take the club out of the trash, as it was."""
    clubs.set_trashed(act.db, act.on, act.author, trashed=False)


PHONE = Subject[Device]("phone", lambda ask, phone: there(find_device(ask.db, ask.club, phone), "phone"))


@act(PHONE, "manage", "link")
def end_phone(act: Act[Device]) -> None:
    """Sign this phone out at once, wherever it asks; what it entered stays, and other phones go on."""
    if act.on.id == act.author.device:
        raise Refused("That is this phone. To leave the club, sign it out below.")
    if not is_ended(act.db, act.club, act.on.id):
        end_device(act.db, act.club, act.on, act.author)


@act(CLUB, "manage", None)
def reset_limits(act: Act[Club]) -> None:
    """Let every phone go on that has reached what it may make in an hour."""
    forget_counts(act.db, act.club)
    add_change(act.db, act.club, ("club", act.club, "limits"), None, "reset", act.author)


@act(CLUB, "watch", None)
def come_along(act: Act[Club], secret: str) -> bool:
    """This phone is known here as at the club's former address, whose server gave it the secret; once."""
    return access.use_former_phone(act.db, act.club, secret)


class PinAnswer(NamedTuple):
    """The result of a try: right or wrong, or how many seconds to ``wait`` before the next one."""

    right: bool
    wait: int = 0


def try_pin(db: Database, club: str, pin: str, *, client: Client, at: int, squad: str = "") -> PinAnswer:
    """Try the PIN from ``client``, at the Unix time ``at``; with ``squad`` that of the team's link.

    The try is counted before it is checked, and for the club, whichever PIN it is.
    """
    with writing(db):
        wait = access.closed_for(db, club, client, at)
        if not wait:
            access.take_try(db, club, client, at)
    if wait:
        return PinAnswer(False, wait)
    if not access.is_pin(db, club, pin, squad):
        return PinAnswer(False)
    with writing(db):
        access.forgive_try(db, club, client)
    return PinAnswer(True)


@act(CLUB, "manage", "link")
def set_pin(act: Act[Club], pin: str | None) -> None:
    """Give the club this PIN, or none. It ends the score link and every phone that came in before."""
    access.set_pin(act.db, act.club, pin, act.author)
    access.revoke_link(act.db, act.club, "score", act.author)


@act(CLUB, "manage", "link")
def forgive_tries(act: Act[Club]) -> None:
    """Let everybody who was locked out try again."""
    access.forget_tries(act.db, act.club)
