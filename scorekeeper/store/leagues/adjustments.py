"""Points that a secretary added or deducted, late fines waived (only added), and a league's handicaps."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues.leagues import touch_league


class NewAdjustment(NamedTuple):
    """``points`` for a team, or the ``fixture`` whose late fine is waived, or what it ``reverts``."""

    squad: str
    points: int | None
    fixture: str | None
    reverts: str | None
    reason: str


class AdjustmentRow(NamedTuple):
    """One that stands; ``day`` is when it was made, ``nickname`` by which phone."""

    id: str
    squad: str
    points: int | None
    fixture: str | None
    day: str
    reason: str
    nickname: str


def adjustments(db: Database, club: str, league: str) -> list[AdjustmentRow]:
    """What stands of the league's adjustments, the oldest first."""
    rows = db.execute(
        "SELECT a.id, a.squad, a.points, a.fixture, a.day, a.reason, d.nickname FROM adjustments a "
        "JOIN devices d ON d.club = a.club AND d.id = a.device "
        "WHERE a.club = ? AND a.league = ? AND a.reverts IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM adjustments b WHERE b.club = a.club AND b.reverts = a.id) "
        "ORDER BY a.id",
        [club, league],
    )
    return [AdjustmentRow(*row) for row in rows.fetchall()]


def add_adjustment(db: Database, club: str, league: str, new: NewAdjustment, author: Author) -> None:
    """Add it; the record says what and why."""
    db.execute(
        "INSERT INTO adjustments (club, id, league, squad, points, fixture, reverts, reason, day, "
        "made_at, device) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [club, new_id(), league, *new, author.day.isoformat(), author.at, author.device],
    )
    words = f"{new.points:+d}" if new.points else "late fine waived" if new.fixture else "taken back"
    add_change(db, club, ("squad", new.squad, "points"), None, words, author, new.reason)
    touch_league(db, club, league)


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
