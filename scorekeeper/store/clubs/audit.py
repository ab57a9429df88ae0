"""The audit log: what was changed in a club, by which phone, when and why. Lines are only added."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.versions import touch
from scorekeeper.timestamps import club_day_of


class Author(NamedTuple):
    """Who made an entry, and when: the phone's id in the club, and the server's time in UTC."""

    device: str
    at: str

    @property
    def day(self) -> date:
        """The club night on which it was reported."""
        return club_day_of(self.at)


class Change(NamedTuple):
    """One line of the audit log."""

    entity: str
    entity_id: str
    field: str
    old: str | None
    new: str | None
    reason: str | None
    changed_at: str
    nickname: str
    device: str


def add_change(
    db: Database,
    club: str,
    what: tuple[str, str, str],
    old: str | None,
    new: str | None,
    author: Author,
    reason: str | None = None,
) -> None:
    """Write into the club's audit log that ``(entity, id, field)`` went from ``old`` to ``new``, and why."""
    db.execute(
        "INSERT INTO audit_log (club, id, entity, entity_id, field, old, new, changed_at, device, reason) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [club, new_id(), *what, old, new, author.at, author.device, reason],
    )
    touch(db, club)


def changes(db: Database, club: str, entity_ids: Sequence[str]) -> list[Change]:
    """The changes to these entities, newest first."""
    rows = db.execute(
        "SELECT c.entity, c.entity_id, c.field, c.old, c.new, c.reason, c.changed_at, d.nickname, d.id "
        "FROM audit_log c JOIN devices d ON d.club = c.club AND d.id = c.device "
        "WHERE c.club = ? ORDER BY c.id DESC",
        [club],
    )
    wanted = frozenset(entity_ids)
    found = (Change(*row) for row in rows.fetchall())
    return [change for change in found if change.entity_id in wanted]
