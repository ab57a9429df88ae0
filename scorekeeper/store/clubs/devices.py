"""Devices: the phones that make entries, each with a nickname that is shown with them."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.versions import touch_names


class Device(NamedTuple):
    """A phone, known within one club."""

    id: str
    nickname: str


def ensure_device(db: Database, club: str, device: str, at: str) -> None:
    """Register this phone if it is new; it is called “Phone 3” until somebody names it."""
    if find_device(db, club, device) is None:
        (known,) = db.execute("SELECT count(*) FROM devices WHERE club = ?", [club]).fetchone()
        db.execute(
            "INSERT INTO devices (club, id, nickname, made_at) VALUES (?, ?, ?, ?)",
            [club, device, f"Phone {known + 1}", at],
        )


def find_device(db: Database, club: str, device: str) -> Device | None:
    """The phone of this id, None for one that has entered nothing yet."""
    row = db.execute("SELECT id, nickname FROM devices WHERE club = ? AND id = ?", [club, device]).fetchone()
    return row and Device(*row)


def known_before(db: Database, club: str, device: str, at: str) -> bool:
    """Whether this phone was known before that time."""
    row = db.execute(
        "SELECT made_at < ? FROM devices WHERE club = ? AND id = ?", [at, club, device]
    ).fetchone()
    return bool(row and row[0])


def device_ids(db: Database, club: str) -> list[str]:
    """The phones that have entered something in the club."""
    return [str(id) for (id,) in db.execute("SELECT id FROM devices WHERE club = ?", [club]).fetchall()]


def rename_device(db: Database, club: str, device: Device, nickname: str, author: Author) -> None:
    """Rename the phone; the audit log keeps its old nickname."""
    db.execute("UPDATE devices SET nickname = ? WHERE club = ? AND id = ?", [nickname, club, device.id])
    add_change(db, club, ("device", device.id, "nickname"), device.nickname, nickname, author)
    touch_names(db, club)
