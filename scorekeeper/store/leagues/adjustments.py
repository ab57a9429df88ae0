"""Adjustments: points that a secretary added or deducted, late fines waived; only added."""

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


def add_adjustment(
    db: Database, club: str, league: str, new: NewAdjustment, *, key: str, author: Author
) -> None:
    """Add it, once for its key; the record says what and why."""
    if db.execute("SELECT 1 FROM adjustments WHERE club = ? AND key = ?", [club, key]).fetchone():
        return
    db.execute(
        "INSERT INTO adjustments (club, id, league, squad, points, fixture, reverts, reason, day, key, "
        "made_at, device) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [club, new_id(), league, *new, author.day.isoformat(), key, author.at, author.device],
    )
    words = f"{new.points:+d}" if new.points else "late fine waived" if new.fixture else "taken back"
    add_change(db, club, ("squad", new.squad, "points"), None, words, author, new.reason)
    touch_league(db, club, league)
