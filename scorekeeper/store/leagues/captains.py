"""Captains: the link of each team, and the phones that have opened it."""

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.leagues.leagues import touch_league


def captain_generation(db: Database, club: str, league: str, squad: str) -> int:
    """The generation of the team's link; 0 where none has been made."""
    row = db.execute(
        "SELECT captain_generation FROM squads WHERE club = ? AND league = ? AND id = ?",
        [club, league, squad],
    ).fetchone()
    return int(row[0]) if row else 0


def captain_links(db: Database, club: str) -> list[tuple[str, int]]:
    """Every team of the club that has a link, with the link's generation."""
    rows = db.execute(
        "SELECT id, captain_generation FROM squads WHERE club = ? AND captain_generation > 0", [club]
    )
    return [(str(squad), int(generation)) for squad, generation in rows.fetchall()]


def renew_captain_link(db: Database, club: str, league: str, squad: str, author: Author) -> None:
    """Make the team's link, or a new one that ends the old and what it allowed."""
    db.execute(
        "UPDATE squads SET captain_generation = captain_generation + 1 "
        "WHERE club = ? AND league = ? AND id = ?",
        [club, league, squad],
    )
    add_change(db, club, ("squad", squad, "captain’s link"), None, "made", author)
    touch_league(db, club, league)


def make_captain(
    db: Database, club: str, device: str, league: str, squad: str, generation: int, author: Author
) -> None:
    """This phone is that team's captain's in the league from now on, and no other team's there."""
    db.execute("DELETE FROM captains WHERE club = ? AND device = ? AND league = ?", [club, device, league])
    db.execute(
        "INSERT INTO captains (club, device, league, squad, generation) VALUES (?, ?, ?, ?, ?)",
        [club, device, league, squad, generation],
    )
    add_change(db, club, ("squad", squad, "captain’s phone"), None, "opened", author)
    touch_league(db, club, league)


def captains(db: Database, club: str, league: str) -> dict[str, str]:
    """The team of each phone that has opened a captain's link of the league, also of one that was ended."""
    rows = db.execute("SELECT device, squad FROM captains WHERE club = ? AND league = ?", [club, league])
    return {str(device): str(squad) for device, squad in rows.fetchall()}


def captain_of(db: Database, club: str, league: str, device: str | None) -> str | None:
    """The team of the league whose captain's phone this is, while its link stands."""
    row = db.execute(
        "SELECT c.squad FROM captains c "
        "JOIN squads s ON s.club = c.club AND s.league = c.league AND s.id = c.squad "
        "WHERE c.club = ? AND c.league = ? AND c.device = ? AND c.generation = s.captain_generation",
        [club, league, device or ""],
    ).fetchone()
    return str(row[0]) if row else None
