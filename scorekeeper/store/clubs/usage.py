"""How much each club is used: what an operator of many clubs looks at."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.trash import tables_of_clubs


class Usage(NamedTuple):
    """A club with its use; times are UTC, ``last_match_at`` None where no match was ever started."""

    club: str
    name: str
    opened_at: str
    last_match_at: str | None
    matches: int


def usage_of_clubs(db: Database) -> list[Usage]:
    """Every club without those in the trash, the one used last first, unused ones last."""
    rows = db.execute(
        "SELECT c.id, c.name, c.made_at, max(m.started_at), count(m.id) FROM clubs c "
        "LEFT JOIN matches m ON m.club = c.id WHERE c.deleted_at IS NULL "
        "GROUP BY c.id, c.name, c.made_at ORDER BY max(m.started_at) DESC NULLS LAST, c.id"
    )
    return [Usage(*row) for row in rows.fetchall()]


def matches_since(db: Database, since: str) -> int:
    """How many matches were started at or after ``since``, in all clubs."""
    return int(db.execute("SELECT count(*) FROM matches WHERE started_at >= ?", [since]).fetchone()[0])


def clubs_there(db: Database) -> int:
    """How many clubs there are, without those in the trash."""
    return int(db.execute("SELECT count(*) FROM clubs WHERE deleted_at IS NULL").fetchone()[0])


def live_tables(db: Database, since: str, lately: str) -> int:
    """How many matches started at or after ``since`` had an entry at or after ``lately``, or began then."""
    row = db.execute(
        "SELECT count(*) FROM matches m WHERE m.started_at >= ? AND (m.started_at >= ? OR EXISTS "
        "(SELECT 1 FROM match_events e WHERE e.club = m.club AND e.match = m.id AND e.entered_at >= ?))",
        [since, lately, lately],
    ).fetchone()
    return int(row[0])


def rows_of_club(db: Database, club: str) -> dict[str, int]:
    """How many rows of each table are the club's; tables in which it has none are left out."""
    counts = {
        table: int(
            db.execute(
                f"SELECT count(*) FROM {table} WHERE club = ?",  # nosec B608 # the schema's names
                [club],
            ).fetchone()[0]
        )
        for table in tables_of_clubs(db)
    }
    return {table: count for table, count in counts.items() if count}
