"""Who may come in: the links of a club, the phones that came in by them, the PINs that guard them.

Raising a link's generation ends it and every cookie it issued. Former links are those that a club brought
along from the instance it moved from, by the hashes of their secrets. Each counts as the club's own link of
the same generation does, and ends with it. A match's generation has two parts, which stand in ``opens``. The
key mark says with which secret key all of them were made.

PINs are kept as slow hashes: scrypt with N = 2^14, r = 8, p = 5 costs 16 MiB and about a tenth of a second a
try; OWASP's password storage cheat sheet lists it beside N = 2^17, p = 1, which takes 128 MiB. It is in the
standard library.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change, rename
from scorekeeper.store.engine.rows import column, delete, fetch, find, has, insert, pairs, put, update, value
from scorekeeper.store.engine.versions import touch_access

ROLES = ("watch", "score", "manage")  # each may do what those before it may
# Authors that are no phones: who types at the server, and who restores there. No manager ends them.
COMMAND_LINE, RESTORE = "command-line", "restore"
COST = 2**14  # scrypt's N
_WHOLE_CLUB = ""
_DAY = 24 * 3600  # seconds
# The phone that tries, and the address it comes from, as ``pin_attempts.client`` names them.
Client = tuple[str, str]


def generations(db: Database, club: str) -> dict[str, int]:
    return pairs(db, "SELECT role, generation FROM links WHERE club = ?", club)


def revoke_link(db: Database, club: str, role: str, author: Author) -> None:
    """End this link with every cookie it gave, and the match links taken with it; a new generation begins."""
    end_match_links(db, club)
    raised = (
        "UPDATE links SET generation = generation + 1, made_at = ? WHERE club = ? AND role = ? "
        "RETURNING generation"
    )
    now = value(db, raised, author.at, club, role)
    add_change(db, club, ("link", role, "generation"), str(now - 1), str(now), author)
    touch_access(db, club)


def end_match_links(db: Database, club: str) -> None:
    db.execute("UPDATE clubs SET guest_generation = guest_generation + 1 WHERE id = ?", [club])


def keep_former_link(db: Database, club: str, secret: str, opens: str, generation: int) -> None:
    """Have the club know this secret wherever it goes; ``opens`` is a role, a captain's or a phone."""
    known = {"club": club, "hash": _hash(secret)}
    if not has(db, "former_links", **known):
        insert(db, "former_links", **known, opens=opens, generation=generation)


def is_former_link(db: Database, club: str, secret: str, opens: str, generation: int | str) -> bool:
    """Whether the club came with a link of this secret that opens just this."""
    return has(db, "former_links", club=club, hash=_hash(secret), opens=opens, generation=generation)


def former_phone(db: Database, club: str, secret: str) -> str | None:
    """The phone that the club’s former instance has given this secret, to be known by it here."""
    phone = "SELECT substr(opens, 7) FROM former_links WHERE club = ? AND hash = ? AND opens LIKE 'phone %'"
    return cast(str | None, value(db, phone, club, _hash(secret)))


def use_former_phone(db: Database, club: str, secret: str) -> bool:
    """Use up this secret of a phone, within the caller's transaction; False where somebody has before."""
    used = "DELETE FROM former_links WHERE club = ? AND hash = ? RETURNING hash"
    return value(db, used, club, _hash(secret)) is not None


def drop_former_links(db: Database, club: str) -> None:
    delete(db, "former_links", club=club)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def key_mark(db: Database) -> str | None:
    """The fingerprint of the database's key; None where it has not been served yet, or was restored."""
    return cast(str | None, value(db, "SELECT fingerprint FROM key_marks"))


def set_key_mark(db: Database, fingerprint: str) -> None:
    db.execute("BEGIN IMMEDIATE")
    with db.conn:
        db.execute("DELETE FROM key_marks")
        insert(db, "key_marks", fingerprint=fingerprint)


class Device(NamedTuple):
    id: str
    nickname: str


def ensure_device(db: Database, club: str, device: str, at: str) -> None:
    """Register this phone if it is new; it is called “Phone 3” until somebody names it."""
    if find_device(db, club, device) is None:
        known = value(db, "SELECT count(*) FROM devices WHERE club = ?", club)
        insert(db, "devices", club=club, id=device, nickname=f"Phone {known + 1}", made_at=at)


def find_device(db: Database, club: str, device: str) -> Device | None:
    return find(db, Device, "devices", club=club, id=device)


def name_device(db: Database, club: str, nickname: str, author: Author) -> None:
    """The author's phone is called so in this club."""
    if known := find_device(db, club, author.device):
        rename(db, club, "device", known, author, nickname=nickname)


def is_ended(db: Database, club: str, device: str) -> bool:
    return bool(value(db, "SELECT ended_at FROM devices WHERE club = ? AND id = ?", club, device))


def see_device(db: Database, club: str, device: str, role: str, at: str) -> None:
    """Note in which role the phone acts, and when; the gate does so once in an hour."""
    update(db, "devices", {"club": club, "id": device}, role=role, seen_at=at)


def end_device(db: Database, club: str, device: Device, author: Author) -> None:
    update(db, "devices", {"club": club, "id": device.id}, ended_at=author.at)
    add_change(db, club, ("device", device.id, "ended"), None, device.nickname, author)
    touch_access(db, club)


class ActivePhone(NamedTuple):
    """A phone that may act: in which role it did last, when, and how many entries in matches and on cards."""

    id: str
    nickname: str
    role: str | None
    seen_at: str
    entries: int


def active_phones(db: Database, club: str) -> list[ActivePhone]:
    """The club's phones that nobody has ended, those first that acted last."""
    return fetch(
        db,
        ActivePhone,
        "SELECT d.id, d.nickname, d.role, coalesce(d.seen_at, d.made_at) AS seen, "
        "coalesce(sum(e.entries), 0) FROM devices d LEFT JOIN ("
        "SELECT device, count(*) AS entries FROM match_events WHERE club = ? GROUP BY device UNION ALL "
        "SELECT device, count(*) FROM card_events WHERE club = ? GROUP BY device"
        ") e ON e.device = d.id WHERE d.club = ? AND d.ended_at IS NULL AND d.id NOT IN (?, ?) "
        "GROUP BY d.id, d.nickname, d.role, d.seen_at, d.made_at ORDER BY seen DESC, d.id",
        *(club, club, club, COMMAND_LINE, RESTORE),
    )


def known_before(db: Database, club: str, device: str, at: str) -> bool:
    return bool(value(db, "SELECT made_at < ? FROM devices WHERE club = ? AND id = ?", at, club, device))


def device_ids(db: Database, club: str) -> list[str]:
    return column(db, "SELECT id FROM devices WHERE club = ? AND ended_at IS NULL", club)


def keep_nickname(db: Database, club: str, other: str, author: Author) -> None:
    """The author's phone is called in the other club as in this one, unless another phone is."""
    phone = find_device(db, club, author.device)
    if phone and phone.nickname not in {known.nickname for known in active_phones(db, other)}:
        ensure_device(db, other, phone.id, author.at)
        name_device(db, other, phone.nickname, author)


class _Bound(NamedTuple):
    """How many failures are free, in how many seconds one fades, and the shortest and longest wait after."""

    free: int
    fades: int
    first_wait: int
    longest_wait: int


# A try counts for the phone, for the address it comes from, and for the whole club, in this order. Who tries
# from many addresses shuts out newcomers for half a minute at a time, not for an hour.
_BOUNDS = (_Bound(5, 900, 30, 3600), _Bound(20, 300, 30, 3600), _Bound(100, 180, 30, 30))


def set_pin(db: Database, club: str, pin: str | None, author: Author, squad: str = "") -> None:
    """Give the club, or with ``squad`` that team's link, this PIN or none. The caller ends what it guards."""
    had = has_pin(db, club, squad)
    delete(db, "pins", club=club, squad=squad)
    forget_tries(db, club)
    if pin:
        salt = secrets.token_hex(16)
        insert(db, "pins", club=club, squad=squad, salt=salt, hash=_slow_hash(pin, salt), made_at=author.at)
    whose = ("squad", squad, "pin") if squad else ("club", club, "pin")
    add_change(db, club, whose, "set" if had else None, "set" if pin else None, author)


def has_pin(db: Database, club: str, squad: str = "") -> bool:
    return has(db, "pins", club=club, squad=squad)


def is_pin(db: Database, club: str, pin: str, squad: str = "") -> bool:
    """Whether this is the PIN of the club, or of that team's link. Slow on purpose."""
    known = db.execute("SELECT salt, hash FROM pins WHERE club = ? AND squad = ?", [club, squad]).fetchone()
    return known is not None and hmac.compare_digest(known[1], _slow_hash(pin, known[0]))


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
    tried = "SELECT failures, failed_at FROM pin_attempts WHERE club = ? AND client = ?"
    for counted, bound in zip((*client, _WHOLE_CLUB), _BOUNDS, strict=True):
        failures, failed_at = db.execute(tried, [club, counted]).fetchone() or (0, at)
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


def _slow_hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=COST, r=8, p=5, dklen=32).hex()
