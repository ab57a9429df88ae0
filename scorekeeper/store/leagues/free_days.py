"""Days on which a league does not play: Christmas, the darts final."""

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.leagues.leagues import touch_league


def free_days(db: Database, club: str, league: str) -> list[str]:
    """The league's free days in order."""
    rows = db.execute("SELECT day FROM free_days WHERE club = ? AND league = ? ORDER BY day", [club, league])
    return [str(day) for (day,) in rows.fetchall()]


def add_free_day(db: Database, club: str, league: str, day: str, author: Author) -> None:
    """Keep this day free from now on; a second time changes nothing."""
    if day in free_days(db, club, league):
        return
    db.execute("INSERT INTO free_days (club, league, day) VALUES (?, ?, ?)", [club, league, day])
    add_change(db, club, ("league", league, "free day"), None, day, author)
    touch_league(db, club, league)


def drop_free_day(db: Database, club: str, league: str, day: str, author: Author) -> None:
    """The league may play on this day again."""
    if day not in free_days(db, club, league):
        return
    db.execute("DELETE FROM free_days WHERE club = ? AND league = ? AND day = ?", [club, league, day])
    add_change(db, club, ("league", league, "free day"), day, None, author)
    touch_league(db, club, league)
