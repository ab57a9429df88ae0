"""The draw of a knockout: who stands at which place of its first round."""

from collections.abc import Sequence

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.leagues.leagues import touch_league


def places_of(db: Database, club: str, league: str) -> list[str | None]:
    """The squads by their places, None for a bye; empty before the draw."""
    rows = db.execute("SELECT squad FROM draws WHERE club = ? AND league = ? ORDER BY place", [club, league])
    return [squad for (squad,) in rows.fetchall()]


def set_draw(db: Database, club: str, league: str, places: Sequence[str | None], author: Author) -> None:
    """These places in place of what was drawn before."""
    db.execute("DELETE FROM draws WHERE club = ? AND league = ?", [club, league])
    for place, squad in enumerate(places, 1):
        db.execute(
            "INSERT INTO draws (club, league, place, squad) VALUES (?, ?, ?, ?)", [club, league, place, squad]
        )
    drawn = sum(squad is not None for squad in places)
    add_change(db, club, ("league", league, "draw"), None, f"{drawn} drawn", author)
    touch_league(db, club, league)
