"""Phones, one by one: signed out by the manager, freed from a limit, or come along from another address."""

from scorekeeper.services.gate import CLUB, Act, Ask, Missing, Refused, Subject, act
from scorekeeper.store.clubs.acts import forget_counts
from scorekeeper.store.clubs.audit import add_change
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.devices import Device, end_device, find_device, is_ended
from scorekeeper.store.clubs.links import use_former_phone


def _phone(ask: Ask, phone: str) -> Device:
    found = find_device(ask.db, ask.club, phone)
    if found is None:
        raise Missing("phone")
    return found


PHONE = Subject("phone", _phone)


@act(PHONE, "manage", "link")
def end_phone(now: Act[Device]) -> None:
    """Sign this phone out at once, wherever it asks; what it entered stays, and other phones go on."""
    if now.on.id == now.author.device:
        raise Refused("That is this phone. To leave the club, sign it out below.")
    if not is_ended(now.db, now.club, now.on.id):
        end_device(now.db, now.club, now.on, now.author)


@act(CLUB, "manage", None)
def reset_limits(now: Act[Club]) -> None:
    """Let every phone go on that has reached what it may make in an hour."""
    forget_counts(now.db, now.club)
    add_change(now.db, now.club, ("club", now.club, "limits"), None, "reset", now.author)


@act(CLUB, "watch", None)
def come_along(now: Act[Club], secret: str) -> bool:
    """This phone is known here as at the club's former address, whose server gave it the secret; once."""
    return use_former_phone(now.db, now.club, secret)
