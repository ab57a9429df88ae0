"""The PIN that a club may have for its score role, as a slow hash, and the failed tries at it.

scrypt with N = 2^14, r = 8, p = 5 costs 16 MiB and about a tenth of a second a try; OWASP's password
storage cheat sheet lists it beside N = 2^17, p = 1, which takes 128 MiB. It is in the standard library.
"""

import hashlib
import hmac
import secrets

from sqlite_utils import Database

from scorekeeper.store.audit import Author, add_change
from scorekeeper.store.links import revoke_link

_FREE_TRIES = 5  # before a client has to wait
_CLUB_TRIES = 50  # before the whole club has: somebody tries from many addresses
_FIRST_WAIT, _LONGEST_WAIT = 30, 3600  # seconds; doubled with every further failure
_WHOLE_CLUB = ""


def set_pin(db: Database, club: str, pin: str | None, author: Author) -> None:
    """Give the club this PIN, or none. It ends the score link and every phone that came in before."""
    had = has_pin(db, club)
    db.execute("DELETE FROM pins WHERE club = ?", [club])
    db.execute("DELETE FROM pin_attempts WHERE club = ?", [club])
    if pin:
        salt = secrets.token_hex(16)
        db.execute(
            "INSERT INTO pins (club, salt, hash, made_at) VALUES (?, ?, ?, ?)",
            [club, salt, _hash(pin, salt), author.at],
        )
    add_change(db, club, ("club", club, "pin"), "set" if had else None, "set" if pin else None, author)
    revoke_link(db, club, "score", author)


def has_pin(db: Database, club: str) -> bool:
    return db.execute("SELECT 1 FROM pins WHERE club = ?", [club]).fetchone() is not None


def is_pin(db: Database, club: str, pin: str) -> bool:
    """Whether this is the club's PIN. Slow on purpose."""
    row = db.execute("SELECT salt, hash FROM pins WHERE club = ?", [club]).fetchone()
    return row is not None and hmac.compare_digest(row[1], _hash(pin, row[0]))


def closed_for(db: Database, club: str, client: str, at: int) -> int:
    """For how many seconds from ``at`` (Unix time) this client may not try; 0 where it may."""
    row = db.execute(
        "SELECT max(closed_until) FROM pin_attempts WHERE club = ? AND client IN (?, ?)",
        [club, client, _WHOLE_CLUB],
    ).fetchone()
    return max(0, int(row[0] or 0) - at)


def take_try(db: Database, club: str, client: str, at: int) -> None:
    """Count a try, within the caller's transaction and before it is judged, so that none slips past."""
    for counted, free in ((client, _FREE_TRIES), (_WHOLE_CLUB, _CLUB_TRIES)):
        (failures,) = db.execute(
            "INSERT INTO pin_attempts (club, client, failures, closed_until) VALUES (?, ?, 1, 0) "
            "ON CONFLICT (club, client) DO UPDATE SET failures = pin_attempts.failures + 1 "
            "RETURNING failures",
            [club, counted],
        ).fetchone()
        if failures >= free:
            wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** min(failures - free, 10))
            db.execute(
                "UPDATE pin_attempts SET closed_until = ? WHERE club = ? AND client = ?",
                [at + wait, club, counted],
            )


def forget_tries(db: Database, club: str, client: str | None = None) -> None:
    """A right PIN forgives this client; the manager may forgive all."""
    if client is None:
        db.execute("DELETE FROM pin_attempts WHERE club = ?", [club])
    else:
        db.execute(
            "DELETE FROM pin_attempts WHERE club = ? AND client IN (?, ?)", [club, client, _WHOLE_CLUB]
        )


def _hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=5, dklen=32).hex()
