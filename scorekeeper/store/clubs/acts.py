"""Acts by their keys, so that one sent again is answered alike and done once; and how many this hour."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author


class DoneAct(NamedTuple):
    """An act that was done: its name, the fingerprint of what was sent, and its answer as JSON."""

    name: str
    fingerprint: str
    answer: str


def find_act(db: Database, club: str, subject: str, key: str) -> DoneAct | None:
    """The act that this key did to this subject, None where it did none."""
    row = db.execute(
        "SELECT name, fingerprint, answer FROM acts WHERE club = ? AND subject = ? AND key = ?",
        [club, subject, key],
    ).fetchone()
    return row and DoneAct(*row)


def add_act(db: Database, club: str, subject: str, key: str, done: DoneAct, author: Author) -> None:
    """Keep what was done, within the transaction that does it."""
    db.execute(
        "INSERT INTO acts (club, subject, key, name, fingerprint, answer, made_at, device) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [club, subject, key, *done, author.at, author.device],
    )


def forget_counts(db: Database, club: str) -> None:
    """Count from nothing again, in this hour as well."""
    db.execute("DELETE FROM hourly_counts WHERE club = ?", [club])


_HOUR = len("2026-11-21T20")
_WHOLE_CLUB = ""


def count_acts(db: Database, club: str, kind: str, device: str, at: str, acts: int) -> tuple[int, int]:
    """Count so many acts at the time ``at``, in the caller's transaction: the phone's acts, and the club's.

    With the club's first of an hour, the counts of any other hour are deleted.
    """
    hour = at[:_HOUR]
    counts: dict[str, int] = dict(
        db.execute(
            "INSERT INTO hourly_counts (club, kind, device, hour, acts) VALUES (?, ?, ?, ?, ?), "
            "(?, ?, ?, ?, ?) ON CONFLICT (club, kind, device) DO UPDATE SET hour = excluded.hour, "
            "acts = CASE hourly_counts.hour WHEN excluded.hour THEN hourly_counts.acts + excluded.acts "
            "ELSE excluded.acts END "
            "RETURNING device, acts",
            [club, kind, device, hour, acts, club, kind, _WHOLE_CLUB, hour, acts],
        ).fetchall()
    )
    if counts[_WHOLE_CLUB] == acts:
        db.execute("DELETE FROM hourly_counts WHERE club = ? AND hour <> ?", [club, hour])
    return counts[device], counts[_WHOLE_CLUB]
