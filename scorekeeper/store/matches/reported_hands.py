"""Hands that players entered for themselves, on their own phones, before the scorer ends the round."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.versions import touch
from scorekeeper.store.matches.match_events import Hand
from scorekeeper.store.matches.matches import MatchRef


class ReportedHand(NamedTuple):
    """The newest hand that a player entered of a round, and the phone it was entered on."""

    round: int
    hand: Hand
    entered_at: str
    nickname: str


def add_reported_hand(
    db: Database, at: MatchRef, round: int, hand: Hand, *, key: str, author: Author
) -> bool:
    """Add this hand, within the caller's transaction; False where this key has brought one already."""
    known = db.execute("SELECT 1 FROM reported_hands WHERE club = ? AND match = ? AND key = ?", [*at, key])
    if known.fetchone():
        return False
    (number,) = db.execute(
        "SELECT coalesce(max(number), 0) + 1 FROM reported_hands WHERE club = ? AND match = ?", [*at]
    ).fetchone()
    db.execute(
        "INSERT INTO reported_hands "
        "(club, match, number, round, player, tiles, pips, key, entered_at, device) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [*at, number, round, hand.player, hand.tiles, hand.pips, key, author.at, author.device],
    )
    touch(db, at.club)
    return True


def reported_hands(db: Database, club: str, match: str) -> dict[tuple[int, str], ReportedHand]:
    """The hands that players reported themselves, by round and player."""
    rows = db.execute(
        "SELECT o.round, o.player, o.tiles, o.pips, o.entered_at, d.nickname FROM reported_hands o "
        "JOIN devices d ON d.club = o.club AND d.id = o.device "
        "WHERE o.club = ? AND o.match = ? ORDER BY o.number",
        [club, match],
    )
    return {
        (round, player): ReportedHand(round, Hand(player, tiles, pips), entered_at, nickname)
        for round, player, tiles, pips, entered_at, nickname in rows.fetchall()
    }
