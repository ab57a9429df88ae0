"""A match that is set up anew: its rule card, its seats, and who sits in whose place."""

from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.versions import touch, touch_names
from scorekeeper.store.matches.matches import Match


def current_players(db: Database, club: str, match: str) -> dict[str, str]:
    """By the player that a fact of this match names: who that is since the seats were changed."""
    now: dict[str, str] = {}
    rows = db.execute(
        "SELECT old_player, new_player FROM seat_changes WHERE club = ? AND match = ? ORDER BY number",
        [club, match],
    )
    for old, new in rows.fetchall():
        now = {known: new if who == old else who for known, who in now.items()} | {old: new}
    return now


def set_up_anew(
    db: Database,
    match: Match,
    card: str,
    seats: Sequence[tuple[str, int, str | None]],
    in_place_of: Mapping[str, str],
    *,
    words: tuple[str, str],
    author: Author,
) -> None:
    """Give the match this card and these ``(player, side, team)``; ``words`` are what was and what is.

    ``in_place_of`` has who left by who came. The audit log keeps what was.
    """
    at = [match.club, match.id]
    (known,) = db.execute("SELECT count(*) FROM seat_changes WHERE club = ? AND match = ?", at).fetchone()
    for number, (old, new) in enumerate(in_place_of.items(), start=known + 1):
        db.execute(
            "INSERT INTO seat_changes (club, match, number, old_player, new_player, changed_at, device) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [*at, number, old, new, author.at, author.device],
        )
    db.execute("DELETE FROM seats WHERE club = ? AND match = ?", at)
    for seat, (player, side, team) in enumerate(seats):
        db.execute(
            "INSERT INTO seats (club, match, seat, player, side, team) VALUES (?, ?, ?, ?, ?, ?)",
            [*at, seat, player, side, team],
        )
    leader = in_place_of.get(match.first_leader or "", match.first_leader)
    sitting = {player for player, _, _ in seats}
    add_change(db, match.club, ("match", match.id, "setup"), *words, author)
    touch_names(db, match.club)
    db.execute(
        "UPDATE matches SET card = ?, first_leader = ?, changed = ? WHERE club = ? AND id = ?",
        [card, leader if leader in sitting else None, touch(db, match.club), *at],
    )
