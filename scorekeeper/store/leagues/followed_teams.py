"""The team that a phone follows in a league, so that its fixtures come first."""

from sqlite_utils import Database

from scorekeeper.store.engine.versions import touch


def followed_teams(db: Database, club: str, device: str | None) -> dict[str, str]:
    """The squad that this phone follows, by the league."""
    rows = db.execute(
        "SELECT league, squad FROM followed_teams WHERE club = ? AND device = ?", [club, device or ""]
    )
    return {str(league): str(squad) for league, squad in rows.fetchall()}


def follow_team(db: Database, club: str, device: str, league: str, squad: str) -> None:
    """From now on this phone follows that team of the league, and no other of it."""
    db.execute(
        "DELETE FROM followed_teams WHERE club = ? AND device = ? AND league = ?", [club, device, league]
    )
    db.execute(
        "INSERT INTO followed_teams (club, device, league, squad) VALUES (?, ?, ?, ?)",
        [club, device, league, squad],
    )
    touch(db, club)
