"""Handicaps: the points with which teams and players of a league start."""

from collections.abc import Mapping

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.leagues.leagues import touch_league


def handicaps(db: Database, club: str, league: str) -> dict[str, int]:
    """Points by the id of the team or player; who has none is left out."""
    rows = db.execute("SELECT entrant, points FROM handicaps WHERE club = ? AND league = ?", [club, league])
    return {str(entrant): int(points) for entrant, points in rows.fetchall()}


def set_handicaps(db: Database, club: str, league: str, points: Mapping[str, int], author: Author) -> None:
    """Replace all handicaps by these; the audit log says whose have changed."""
    before = handicaps(db, club, league)
    now = {entrant: given for entrant, given in points.items() if given}
    for entrant in sorted(before.keys() | now.keys()):
        old, new = before.get(entrant), now.get(entrant)
        if old == new:
            continue
        at = [club, league, entrant]
        db.execute("DELETE FROM handicaps WHERE club = ? AND league = ? AND entrant = ?", at)
        if new:
            db.execute(
                "INSERT INTO handicaps (club, league, entrant, points) VALUES (?, ?, ?, ?)", [*at, new]
            )
        add_change(db, club, ("league", league, "handicap"), str(old or 0), str(new or 0), author)
    touch_league(db, club, league)
