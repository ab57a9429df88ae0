"""Devices: the phones that make entries, each with a nickname that is shown with them."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change, rename
from scorekeeper.store.engine.rows import column, fetch, find, insert, update, value
from scorekeeper.store.engine.versions import touch_access

# Authors that are no phones: who types at the server, and who restores there. No manager ends them.
COMMAND_LINE, RESTORE = "command-line", "restore"


class Device(NamedTuple):
    """A phone, known within one club."""

    id: str
    nickname: str


def ensure_device(db: Database, club: str, device: str, at: str) -> None:
    """Register this phone if it is new; it is called “Phone 3” until somebody names it."""
    if find_device(db, club, device) is None:
        known = value(db, "SELECT count(*) FROM devices WHERE club = ?", club)
        insert(db, "devices", club=club, id=device, nickname=f"Phone {known + 1}", made_at=at)


def find_device(db: Database, club: str, device: str) -> Device | None:
    return find(db, Device, "devices", club=club, id=device)


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
        if there := find_device(db, other, phone.id):
            rename(db, other, "device", there, author, nickname=phone.nickname)
