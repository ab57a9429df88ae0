"""Clubs opened on the front page of a hosted instance, and those of them that were never used."""

from sqlite_utils import Database


def add_opening(db: Database, club: str, network: str, at: str) -> None:
    """Note that the club was opened from this network, named by a keyed hash."""
    db.execute("INSERT INTO club_openings (club, network, opened_at) VALUES (?, ?, ?)", [club, network, at])


def openings_since(db: Database, since: str, network: str | None = None) -> int:
    """How many clubs were opened at or after ``since``, by everybody or from one network."""
    row = db.execute(
        "SELECT count(*) FROM club_openings WHERE opened_at >= ? AND (? IS NULL OR network = ?)",
        [since, network, network],
    ).fetchone()
    return int(row[0])


def never_used(db: Database, opened_before: str) -> list[str]:
    """Clubs opened on the front page before that moment in which no match and no league was ever started."""
    rows = db.execute(
        "SELECT o.club FROM club_openings o JOIN clubs c ON c.id = o.club "
        "WHERE o.opened_at < ? AND c.deleted_at IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.club = o.club) "
        "AND NOT EXISTS (SELECT 1 FROM leagues l WHERE l.club = o.club) ORDER BY o.club",
        [opened_before],
    )
    return [row[0] for row in rows.fetchall()]
