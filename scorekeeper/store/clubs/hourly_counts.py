"""How many acts of a kind were done in a club in this hour, by one phone and by all phones."""

from sqlite_utils import Database

_HOUR = len("2026-11-21T20")
_WHOLE_CLUB = ""


def count_one(db: Database, club: str, kind: str, device: str, at: str) -> tuple[int, int]:
    """Count one act at the time ``at``, within the caller's transaction: the phone's acts, and the club's.

    Counts of any other hour are deleted.
    """
    hour = at[:_HOUR]
    db.execute("DELETE FROM hourly_counts WHERE club = ? AND hour <> ?", [club, hour])
    return _raised(db, club, kind, device, hour), _raised(db, club, kind, _WHOLE_CLUB, hour)


def _raised(db: Database, club: str, kind: str, device: str, hour: str) -> int:
    ((acts,),) = db.execute(
        "INSERT INTO hourly_counts (club, kind, device, hour, acts) VALUES (?, ?, ?, ?, 1) "
        "ON CONFLICT (club, kind, device) DO UPDATE SET acts = hourly_counts.acts + 1 RETURNING acts",
        [club, kind, device, hour],
    ).fetchall()
    return int(acts)
