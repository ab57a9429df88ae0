"""Squads: the club's teams with their players, and the leagues that they are entered into.

A single player who enters is a squad of one.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.store.clubs.audit import Author, add_change, change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import delete, fetch, groups, has, insert, pairs, put, update
from scorekeeper.store.engine.versions import touch, touch_access
from scorekeeper.store.leagues.leagues import League, touch_league

# What tells the teams of one pub apart: a letter, a figure or a small Roman number, perhaps in quotes.
_LETTER = re.compile(r"\s+[('‘“\"]?([^\W_]|II|III|IV)[)'’”\"]?$")
Venue = tuple[str | None, str | None]  # where it plays at home: its venue and the address


class Squad(NamedTuple):
    """A team, a pair or a single player who enters."""

    id: str
    name: str
    name_key: str
    withdrawn_on: str | None  # the day it left the league, if it did
    players: tuple[tuple[str, str], ...]  # ids and names of today, in the order of the names
    venue: str | None = None  # where it plays at home
    address: str | None = None
    pool: int | None = None  # the group of a cup that it was drawn into, counted from 1
    kind: str = "teams"  # of the club's teams, pairs or players

    @property
    def ground(self) -> str:
        """Its home ground: its venue, or else the pub it is named after, as “Crown A” and “Crown 2” are."""
        return self.venue or (_LETTER.sub("", self.name) if self.kind == "teams" else self.name)

    @property
    def place(self) -> str:
        return ", ".join(part for part in (self.ground, self.address) if part)


class Registration(NamedTuple):
    """Who plays for a team, from which day on and until when; None: still."""

    player: str
    name: str
    joined: date
    left: date | None


def squads(db: Database, club: str, league: str) -> list[Squad]:
    return _read(db, club, league, "AND e.squad IS NOT NULL ")


def all_squads(db: Database, club: str, kind: str | None = None) -> list[Squad]:
    """Every team of the club, whatever it plays, by name; or its pairs, or the players who enter alone."""
    return [squad for squad in _read(db, club, "", "") if kind in (None, squad.kind)]


def _read(db: Database, club: str, league: str, only: str) -> list[Squad]:
    players = groups(
        db,
        lambda player, name: (player, name),
        "SELECT s.squad, p.id, p.name FROM squad_players s "
        "JOIN players p ON p.club = s.club AND p.id = s.player "
        "WHERE s.club = ? AND s.left_on IS NULL ORDER BY p.name_key",
        club,
    )

    def squad(id: str, name: str, key: str, left: str | None, *rest: Any) -> Squad:
        return Squad(id, name, key, left, tuple(players.get(id, ())), *rest)

    entered = (
        "SELECT s.id, s.name, s.name_key, e.withdrawn_on, s.venue, s.address, e.pool, s.kind FROM squads s "
        "LEFT JOIN entrants e ON e.club = s.club AND e.squad = s.id AND e.league = ? "
        f"WHERE s.club = ? {only}ORDER BY s.name_key"  # nosec B608 # one of the two above
    )
    return fetch(db, squad, entered, league, club)


def registrations(db: Database, club: str) -> dict[str, list[Registration]]:
    """Who plays or has played for each team, in the order of their names."""

    def registration(player: str, name: str, joined: str, left: str | None) -> Registration:
        until = date.fromisoformat(left) if left else None
        return Registration(player, name, date.fromisoformat(joined), until)

    playing = (
        "SELECT s.squad, p.id, p.name, s.joined_on, s.left_on FROM squad_players s "
        "JOIN players p ON p.club = s.club AND p.id = s.player "
        "WHERE s.club = ? ORDER BY p.name_key, s.joined_on"
    )
    return groups(db, registration, playing, club)


def teams_of_player(db: Database, club: str, player: str) -> dict[str, str]:
    playing = (
        "SELECT s.id, s.name FROM squad_players p JOIN squads s ON s.club = p.club AND s.id = p.squad "
        "WHERE p.club = ? AND p.player = ? AND p.left_on IS NULL ORDER BY s.name_key"
    )
    return pairs(db, playing, club, player)


def entries(db: Database, club: str) -> dict[str, list[str]]:
    """The leagues that each team has been entered into, the oldest first."""
    return groups(db, str, "SELECT squad, league FROM entrants WHERE club = ? ORDER BY league", club)


def add_squad(
    db: Database,
    club: str,
    league: str,
    name: str,
    players: Iterable[str],
    author: Author,
    kind: str = "teams",
) -> str:
    """A new team with these players, entered into the league; its id."""
    squad = new_id()
    row = {"kind": kind, "name": name, "name_key": name_key(name), "made_at": author.at}
    insert(db, "squads", club=club, id=squad, **row)
    for player in players:
        _join(db, club, squad, player, author)
    add_change(db, club, ("squad", squad, "made"), None, name, author)
    _enter(db, club, league, squad)
    return squad


def enter(db: Database, club: str, league: str, squad: Squad, author: Author) -> None:
    _enter(db, club, league, squad.id)
    add_change(db, club, ("league", league, "made"), None, squad.name, author)


def _enter(db: Database, club: str, league: str, squad: str) -> None:
    insert(db, "entrants", club=club, league=league, squad=squad)
    touch_league(db, club, league)


def change_squad(db: Database, club: str, squad: Squad, new: Squad, author: Author) -> None:
    """Give the team the name and the players of ``new``; the record keeps what it was before."""
    if (new.name, {*new.players}) == (squad.name, {*squad.players}):
        return
    change(db, club, "squad", squad, author, name=new.name, name_key=new.name_key)
    known, wanted = ([player for player, _ in team.players] for team in (squad, new))
    if {*known} != {*wanted}:
        left = (
            "UPDATE squad_players SET left_on = ? "
            "WHERE club = ? AND squad = ? AND player = ? AND left_on IS NULL"
        )
        for player in known:
            if player not in wanted:
                db.execute(left, [author.day.isoformat(), club, squad.id, player])
        for player in wanted:
            if player not in known:
                _join(db, club, squad.id, player, author)
        before, after = (", ".join(known for _, known in team) for team in (squad.players, new.players))
        add_change(db, club, ("squad", squad.id, "players"), before, after, author)
    touch_leagues_of(db, club, squad.id)


def _join(db: Database, club: str, squad: str, player: str, author: Author) -> None:
    """From today on; who left earlier the same day has not left."""
    joined = {"club": club, "squad": squad, "player": player, "joined_on": author.day.isoformat()}
    put(db, "squad_players", [*joined], **joined, left_on=None)


def set_venue(db: Database, club: str, squad: str, place: Venue, author: Author) -> None:
    """Where the team plays at home from now on: its venue and the address, None for what nobody said."""
    known = "SELECT venue, address FROM squads WHERE club = ? AND id = ?"
    before = db.execute(known, [club, squad]).fetchone()
    if tuple(before) == place:
        return
    venue, address = place
    update(db, "squads", {"club": club, "id": squad}, venue=venue, address=address)
    old, new = (", ".join(part for part in said if part) or None for said in (before, place))
    add_change(db, club, ("squad", squad, "plays at"), old, new, author)
    touch_leagues_of(db, club, squad)


def touch_leagues_of(db: Database, club: str, squad: str) -> None:
    for league in entries(db, club).get(squad, ()):
        touch_league(db, club, league)


def set_pools(db: Database, club: str, league: str, pools: Sequence[Sequence[str]], author: Author) -> None:
    at = {"club": club, "league": league}
    update(db, "entrants", at, pool=None)
    for number, drawn in enumerate(pools, 1):
        for squad in drawn:
            update(db, "entrants", {**at, "squad": squad}, pool=number)
    add_change(db, club, ("league", league, "groups"), None, f"{len(pools)} drawn", author)
    touch_league(db, club, league)


def withdraw_squad(
    db: Database, club: str, league: str, squad: Squad, left: str | None, reason: str | None, author: Author
) -> None:
    """The team leaves the season on this day, or comes back (None); its results follow the league's rule."""
    update(db, "entrants", {"club": club, "league": league, "squad": squad.id}, withdrawn_on=left)
    what = ("squad", squad.id, "withdrawn")
    add_change(db, club, what, squad.withdrawn_on, left, author, reason)
    touch_league(db, club, league)


def is_recorded(db: Database, club: str, league: str, squad: str, *, ladder: bool) -> bool:
    """Whether something in the record is about the team: a fixture, a draw, points given or taken.

    A place on a ladder is none: whoever enters has one.
    """
    places = [("fixtures", "home"), ("fixtures", "away"), ("adjustments", "squad")]
    if not ladder:
        places.append(("draws", "squad"))
    return any(has(db, table, club=club, league=league, **{column: squad}) for table, column in places)


def drop_squad(db: Database, club: str, league: str, squad: Squad, author: Author) -> None:
    """Take a team out of a league in which nothing in the record is about it; of none any more, delete it."""
    delete(db, "draws", club=club, league=league, squad=squad.id)
    delete(db, "entrants", club=club, league=league, squad=squad.id)
    if squad.id not in entries(db, club):
        for table in ("squad_players", "captains", "followed_teams", "mail_addresses", "pins"):
            delete(db, table, club=club, squad=squad.id)
        delete(db, "squads", club=club, id=squad.id)
    add_change(db, club, ("squad", squad.id, "dropped"), squad.name, None, author)
    touch_league(db, club, league)
    touch_access(db, club)


def drop_league(db: Database, club: str, league: League, author: Author) -> None:
    """Delete a league in which nothing was played or entered, with the teams that are in no other."""
    of_league = "fixture IN (SELECT id FROM fixtures WHERE club = ? AND league = ?)"
    db.execute(f"DELETE FROM proposals WHERE club = ? AND {of_league}", [club, club, league.id])  # nosec B608
    for table in ("fixtures", "draws", "handicaps", "free_days"):
        delete(db, table, club=club, league=league.id)
    for squad in squads(db, club, league.id):
        drop_squad(db, club, league.id, squad, author)
    delete(db, "leagues", club=club, id=league.id)
    add_change(db, club, ("league", league.id, "dropped"), league.title, None, author)
    touch(db, club)
