"""Who did what: the audit log, and acts by their keys.

The log has what was changed in a club, by which phone, when and why; lines are only added. An act that is
sent again is answered alike and done once, and so many are taken in an hour.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import fetch, fetch_one, insert, pairs, update
from scorekeeper.store.engine.versions import touch, touch_names
from scorekeeper.timestamps import club_day_of

_DAY, _HOUR = len("2026-11-21"), len("2026-11-21T20")
_WHOLE_CLUB = ""


class Author(NamedTuple):
    """Who made an entry, and when: the phone's id in the club, and the server's time in UTC."""

    device: str
    at: str

    @property
    def day(self) -> date:
        return club_day_of(self.at)


class Change(NamedTuple):
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
    entity, id, field = what
    said = {"old": old, "new": new, "reason": reason, "changed_at": author.at, "device": author.device}
    insert(db, "audit_log", club=club, id=new_id(), entity=entity, entity_id=id, field=field, **said)
    touch(db, club)


def change(
    db: Database, club: str, entity: str, was: Any, author: Author, reason: str | None = None, **now: Any
) -> bool:
    """Give the row of this ``entity`` (a player stands in players) these values, and log what they ``was``.

    Whether any was another before. A key by which names are compared is no change of its own.
    """
    changed = {name: (getattr(was, name), new) for name, new in now.items() if getattr(was, name) != new}
    if changed:
        at = {"id": was.id} if entity == "club" else {"club": club, "id": was.id}
        update(db, f"{entity}s", at, **now)
    for name, values in changed.items():
        old, new = (None if said is None else str(said) for said in values)
        if name != "name_key":
            add_change(db, club, (entity, was.id, name), old, new, author, reason)
    return bool(changed)


def rename(db: Database, club: str, entity: str, was: Any, author: Author, **now: str | None) -> None:
    """As ``change`` does, what somebody or something is called, which any page may show."""
    if change(db, club, entity, was, author, **now):
        touch_names(db, club)


def changes(db: Database, club: str, entity_ids: Sequence[str]) -> list[Change]:
    found = fetch(
        db,
        Change,
        "SELECT c.entity, c.entity_id, c.field, c.old, c.new, c.reason, c.changed_at, d.nickname, d.id "
        "FROM audit_log c JOIN devices d ON d.club = c.club AND d.id = c.device "
        "WHERE c.club = ? ORDER BY c.id DESC",
        club,
    )
    wanted = frozenset(entity_ids)
    return [change for change in found if change.entity_id in wanted]


class DoneAct(NamedTuple):
    """An act that was done: its name, the fingerprint of what was sent, and its answer as JSON."""

    name: str
    fingerprint: str
    answer: str


def find_act(db: Database, club: str, subject: str, key: str) -> DoneAct | None:
    done = "SELECT name, fingerprint, answer FROM acts WHERE club = ? AND subject = ? AND key = ?"
    return fetch_one(db, DoneAct, done, club, subject, key)


def add_act(db: Database, club: str, subject: str, key: str, done: DoneAct, author: Author) -> None:
    """Keep what was done, within the transaction that does it."""
    made = {"made_at": author.at, "device": author.device}
    insert(db, "acts", club=club, subject=subject, key=key, **done._asdict(), **made)


def forget_counts(db: Database, club: str) -> None:
    """Count from nothing again, in this hour as well; but not the mails to people outside the club."""
    db.execute("DELETE FROM hourly_counts WHERE club = ? AND kind <> 'mail'", [club])


def count_acts(db: Database, club: str, kind: str, device: str, at: str, acts: int) -> tuple[int, int]:
    """Count so many acts at the time ``at``, in the caller's transaction: the phone's acts, and the club's.

    A day for ``at`` counts by the day. With the club's first of an hour, counts of days before are deleted.
    """
    hour = at[:_HOUR]
    counts: dict[str, int] = pairs(
        db,
        "INSERT INTO hourly_counts (club, kind, device, hour, acts) VALUES (?, ?, ?, ?, ?), "
        "(?, ?, ?, ?, ?) ON CONFLICT (club, kind, device) DO UPDATE SET hour = excluded.hour, "
        "acts = CASE hourly_counts.hour WHEN excluded.hour THEN hourly_counts.acts + excluded.acts "
        "ELSE excluded.acts END RETURNING device, acts",
        *(club, kind, device, hour, acts, club, kind, _WHOLE_CLUB, hour, acts),
    )
    if counts[_WHOLE_CLUB] == acts:
        db.execute("DELETE FROM hourly_counts WHERE club = ? AND hour < ?", [club, hour[:_DAY]])
    return counts[device], counts[_WHOLE_CLUB]
