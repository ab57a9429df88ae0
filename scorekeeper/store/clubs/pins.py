"""PINs as slow hashes, a club's for its score role and those of its teams' links, and the failed tries.

scrypt with N = 2^14, r = 8, p = 5 costs 16 MiB and about a tenth of a second a try; OWASP's password
storage cheat sheet lists it beside N = 2^17, p = 1, which takes 128 MiB. It is in the standard library.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.rows import delete, find, has, insert, put, value

COST = 2**14  # scrypt's N


class _Bound(NamedTuple):
    """How many failures are free, in how many seconds one fades, and the shortest and longest wait after."""

    free: int
    fades: int
    first_wait: int
    longest_wait: int


# A try counts for the phone, for the address it comes from, and for the whole club, in this order. Who tries
# from many addresses shuts out newcomers for half a minute at a time, not for an hour.
_BOUNDS = (_Bound(5, 900, 30, 3600), _Bound(20, 300, 30, 3600), _Bound(100, 180, 30, 30))
_WHOLE_CLUB = ""
_DAY = 24 * 3600


class _Pin(NamedTuple):
    salt: str
    hash: str


class _Failed(NamedTuple):
    failures: int
    failed_at: int


# The phone that tries, and the address it comes from, as ``pin_attempts.client`` names them.
Client = tuple[str, str]


def set_pin(db: Database, club: str, pin: str | None, author: Author, squad: str = "") -> None:
    """Give the club, or with ``squad`` that team's link, this PIN or none. The caller ends what it guards."""
    had = has_pin(db, club, squad)
    delete(db, "pins", club=club, squad=squad)
    forget_tries(db, club)
    if pin:
        salt = secrets.token_hex(16)
        insert(db, "pins", club=club, squad=squad, salt=salt, hash=_hash(pin, salt), made_at=author.at)
    whose = ("squad", squad, "pin") if squad else ("club", club, "pin")
    add_change(db, club, whose, "set" if had else None, "set" if pin else None, author)


def has_pin(db: Database, club: str, squad: str = "") -> bool:
    """Whether the club, or with ``squad`` that team's link, has a PIN."""
    return has(db, "pins", club=club, squad=squad)


def is_pin(db: Database, club: str, pin: str, squad: str = "") -> bool:
    """Whether this is the PIN of the club, or of that team's link. Slow on purpose."""
    known = find(db, _Pin, "pins", club=club, squad=squad)
    return known is not None and hmac.compare_digest(known.hash, _hash(pin, known.salt))


def closed_for(db: Database, club: str, client: Client, at: int) -> int:
    """For how many seconds from ``at`` (Unix time) this client may not try; 0 where it may."""
    until = "SELECT max(closed_until) FROM pin_attempts WHERE club = ? AND client IN (?, ?, ?)"
    return max(0, int(value(db, until, club, *client, _WHOLE_CLUB) or 0) - at)


def take_try(db: Database, club: str, client: Client, at: int) -> None:
    """Count a try, within the caller's transaction and before the PIN is checked, so that none is missed."""
    db.execute(
        "DELETE FROM pin_attempts WHERE club = ? AND failed_at < ? AND closed_until < ?",
        [club, at - _DAY, at],
    )
    for counted, bound in zip((*client, _WHOLE_CLUB), _BOUNDS, strict=True):
        failures, failed_at = find(db, _Failed, "pin_attempts", club=club, client=counted) or (0, at)
        # A clock that was set back makes no failure older than it is.
        failures = 1 + max(0, failures - max(0, at - failed_at) // bound.fades)
        wait = bound.first_wait * 2 ** min(failures - bound.free, 20) if failures >= bound.free else 0
        known = {"failures": failures, "closed_until": at + min(wait, bound.longest_wait), "failed_at": at}
        put(db, "pin_attempts", ["club", "client"], club=club, client=counted, **known)


def forgive_try(db: Database, club: str, client: Client) -> None:
    """The try that was taken last was right: this phone's failures are forgotten, the others' stay."""
    phone, address = client
    delete(db, "pin_attempts", club=club, client=phone)
    db.execute(
        "UPDATE pin_attempts SET failures = failures - 1, closed_until = 0 "
        "WHERE club = ? AND client IN (?, ?) AND failures > 0",
        [club, address, _WHOLE_CLUB],
    )


def forget_tries(db: Database, club: str) -> None:
    delete(db, "pin_attempts", club=club)


def _hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=COST, r=8, p=5, dklen=32).hex()
