"""Leagues: a season each, and the rules it is played by. ``squads`` say who plays, ``fixtures`` when."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.versions import touch


class League(NamedTuple):
    """``rules`` is the JSON text of its league rules; ``version`` rises with whatever is entered for it."""

    id: str
    name: str
    season: str
    rules: str
    closed: int
    version: int
    division: str = ""
    tier: int = 1

    @property
    def title(self) -> str:
        """The league with its division: ``Tuesday League, Division Two``."""
        return f"{self.name}, {self.division}" if self.division else self.name


_LEAGUE = "SELECT id, name, season, rules, closed, version, division, tier FROM leagues WHERE club = ? "


def leagues(db: Database, club: str) -> list[League]:
    """Every season of every league, newest first."""
    return [League(*row) for row in db.execute(_LEAGUE + "ORDER BY id DESC", [club]).fetchall()]


def find_league(db: Database, club: str, league: str) -> League | None:
    """The league of this id in the club, or None."""
    row = db.execute(_LEAGUE + "AND id = ?", [club, league]).fetchone()
    return row and League(*row)


def find_league_by_key(db: Database, club: str, key: str) -> str | None:
    """The id of the league that this key made, or None."""
    known = db.execute("SELECT id FROM leagues WHERE club = ? AND key = ?", [club, key]).fetchone()
    return str(known[0]) if known else None


def add_league(
    db: Database, club: str, name: str, season: str, rules: str, *, key: str, author: Author
) -> str:
    """A new season; its id, or that of the season this key made."""
    known = find_league_by_key(db, club, key)
    if known:
        return known
    league = new_id()
    db.execute(
        "INSERT INTO leagues (club, id, name, season, rules, closed, version, key, made_at, device) "
        "VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)",
        [club, league, name, season, rules, key, author.at, author.device],
    )
    touch(db, club)
    return league


def set_rules(
    db: Database, club: str, league: League, rules: str, author: Author, reason: str | None
) -> None:
    """Change the season's rules; the audit log keeps the old ones, with the reason."""
    db.execute("UPDATE leagues SET rules = ? WHERE club = ? AND id = ?", [rules, club, league.id])
    add_change(db, club, ("league", league.id, "rules"), league.rules, rules, author, reason)
    touch_league(db, club, league.id)


def set_name(db: Database, club: str, league: League, name: str, season: str, author: Author) -> None:
    """Rename the league or its season; the audit log keeps the old names."""
    db.execute(
        "UPDATE leagues SET name = ?, season = ? WHERE club = ? AND id = ?", [name, season, club, league.id]
    )
    for field, old, new in (("name", league.name, name), ("season", league.season, season)):
        if old != new:
            add_change(db, club, ("league", league.id, field), old, new, author)
    touch_league(db, club, league.id)


def set_division(db: Database, club: str, league: League, division: str, tier: int, author: Author) -> None:
    """Which division of its league this is; none with an empty name."""
    if (division, tier) == (league.division, league.tier):
        return
    db.execute(
        "UPDATE leagues SET division = ?, tier = ? WHERE club = ? AND id = ?",
        [division, tier, club, league.id],
    )
    old, new = _division_words(league.division, league.tier), _division_words(division, tier)
    add_change(db, club, ("league", league.id, "division"), old, new, author)
    touch_league(db, club, league.id)


def _division_words(division: str, tier: int) -> str | None:
    return f"{division} ({tier})" if division else None


def set_closed(db: Database, club: str, league: League, closed: bool, author: Author) -> None:
    """Put the season into the archive, or take it out again."""
    db.execute("UPDATE leagues SET closed = ? WHERE club = ? AND id = ?", [int(closed), club, league.id])
    add_change(db, club, ("league", league.id, "closed"), str(league.closed), str(int(closed)), author)
    touch_league(db, club, league.id)


def touch_league(db: Database, club: str, league: str) -> None:
    """Raise the version of the league and of its club: something on their pages has changed."""
    db.execute("UPDATE leagues SET version = version + 1 WHERE club = ? AND id = ?", [club, league])
    touch(db, club)
