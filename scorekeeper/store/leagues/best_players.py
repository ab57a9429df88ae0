"""The players whom captains named as the best of the other team."""

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.leagues.fixtures import Fixture
from scorekeeper.store.leagues.leagues import touch_league


def best_players(db: Database, club: str, league: str) -> dict[str, dict[int, str]]:
    """The players named, by fixture and by the side whose captain named them."""
    found: dict[str, dict[int, str]] = {}
    for fixture, side, player in db.execute(
        "SELECT b.fixture, b.side, b.player FROM best_players b "
        "JOIN fixtures f ON f.club = b.club AND f.id = b.fixture WHERE b.club = ? AND f.league = ?",
        [club, league],
    ).fetchall():
        found.setdefault(fixture, {})[side] = player
    return found


def set_best_player(
    db: Database, club: str, fixture: Fixture, side: int, player: str | None, author: Author
) -> None:
    """The captain of this side names this player, or nobody (None); the record says that, but no name."""
    at = [club, fixture.id, side]
    db.execute("DELETE FROM best_players WHERE club = ? AND fixture = ? AND side = ?", at)
    if player:
        db.execute(
            "INSERT INTO best_players (club, fixture, side, player, made_at, device) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [*at, player, author.at, author.device],
        )
    whose = ("home", "away")[side]
    words = f"named by {whose}" if player else f"nobody named by {whose}"
    add_change(db, club, ("fixture", fixture.id, "best player"), None, words, author)
    touch_league(db, club, fixture.league)
