"""Squads: the teams of a league with their players. A single player who enters is a squad of one."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.clubs.pins import drop_pin
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.versions import touch_access
from scorekeeper.store.leagues.leagues import touch_league


class Squad(NamedTuple):
    """A team; ``players`` are ``(id, name of today)`` in the order of their names.

    ``withdrawn_on`` is the day it left the league, if it did; ``venue`` where it plays at home,
    ``pool`` the group of a cup that it was drawn into, counted from 1.
    """

    id: str
    name: str
    name_key: str
    withdrawn_on: str | None
    players: tuple[tuple[str, str], ...]
    venue: str | None = None
    address: str | None = None
    pool: int | None = None

    @property
    def ground(self) -> str:
        """Its home ground: its venue, or else the pub it is named after."""
        return self.venue or self.name

    @property
    def place(self) -> str:
        """The same with its address."""
        return ", ".join(part for part in (self.ground, self.address) if part)


def squads(db: Database, club: str, league: str) -> list[Squad]:
    """The league's teams, by name."""
    players: dict[str, list[tuple[str, str]]] = {}
    for squad, player, name in db.execute(
        "SELECT s.squad, p.id, p.name FROM squad_players s "
        "JOIN players p ON p.club = s.club AND p.id = s.player "
        "WHERE s.club = ? AND s.league = ? ORDER BY p.name_key",
        [club, league],
    ).fetchall():
        players.setdefault(squad, []).append((player, name))
    rows = db.execute(
        "SELECT id, name, name_key, withdrawn_on, venue, address, pool FROM squads "
        "WHERE club = ? AND league = ? ORDER BY name_key",
        [club, league],
    )
    return [
        Squad(id, name, name_key, left, tuple(players.get(id, ())), *rest)
        for id, name, name_key, left, *rest in rows.fetchall()
    ]


def add_squad(db: Database, club: str, league: str, name: str, players: Iterable[str], author: Author) -> str:
    """A new team with these players, who must not be in another of the league; its id."""
    squad = new_id()
    db.execute(
        "INSERT INTO squads (club, league, id, name, name_key, withdrawn_on, made_at) "
        "VALUES (?, ?, ?, ?, ?, NULL, ?)",
        [club, league, squad, name, name_key(name), author.at],
    )
    for player in players:
        _join(db, club, league, squad, player)
    add_change(db, club, ("squad", squad, "made"), None, name, author)
    touch_league(db, club, league)
    return squad


def change_squad(
    db: Database,
    club: str,
    league: str,
    squad: Squad,
    now: Squad,
    author: Author,
) -> None:
    """Give the team the name and the players that it has ``now``; the record keeps what it was before."""
    if now.name != squad.name:
        db.execute(
            "UPDATE squads SET name = ?, name_key = ? WHERE club = ? AND league = ? AND id = ?",
            [now.name, now.name_key, club, league, squad.id],
        )
        add_change(db, club, ("squad", squad.id, "name"), squad.name, now.name, author)
    if {player for player, _ in now.players} != {player for player, _ in squad.players}:
        db.execute(
            "DELETE FROM squad_players WHERE club = ? AND league = ? AND squad = ?", [club, league, squad.id]
        )
        for player, _ in now.players:
            _join(db, club, league, squad.id, player)
        before, after = (", ".join(known for _, known in team) for team in (squad.players, now.players))
        add_change(db, club, ("squad", squad.id, "players"), before, after, author)
    touch_league(db, club, league)


def set_venue(
    db: Database, club: str, league: str, squad: str, place: tuple[str | None, str | None], author: Author
) -> None:
    """Where the team plays at home from now on: its venue and the address, None for what nobody said."""
    before = db.execute(
        "SELECT venue, address FROM squads WHERE club = ? AND league = ? AND id = ?", [club, league, squad]
    ).fetchone()
    if tuple(before) == place:
        return
    db.execute(
        "UPDATE squads SET venue = ?, address = ? WHERE club = ? AND league = ? AND id = ?",
        [*place, club, league, squad],
    )
    old, new = (", ".join(part for part in said if part) or None for said in (before, place))
    add_change(db, club, ("squad", squad, "plays at"), old, new, author)
    touch_league(db, club, league)


def set_pools(db: Database, club: str, league: str, pools: Sequence[Sequence[str]], author: Author) -> None:
    """These groups of squads in place of what was drawn before."""
    db.execute("UPDATE squads SET pool = NULL WHERE club = ? AND league = ?", [club, league])
    for number, drawn in enumerate(pools, 1):
        for squad in drawn:
            db.execute(
                "UPDATE squads SET pool = ? WHERE club = ? AND league = ? AND id = ?",
                [number, club, league, squad],
            )
    add_change(db, club, ("league", league, "groups"), None, f"{len(pools)} drawn", author)
    touch_league(db, club, league)


def withdraw_squad(
    db: Database, club: str, league: str, squad: Squad, left: str | None, reason: str | None, author: Author
) -> None:
    """The team leaves the season on this day, or comes back (None); its results follow the league's rule."""
    db.execute(
        "UPDATE squads SET withdrawn_on = ? WHERE club = ? AND league = ? AND id = ?",
        [left, club, league, squad.id],
    )
    what = ("squad", squad.id, "withdrawn")
    add_change(db, club, what, squad.withdrawn_on, left, author, reason)
    touch_league(db, club, league)


def is_recorded(db: Database, club: str, league: str, squad: str) -> bool:
    """Whether something in the record is about the team: a fixture, a draw, points given or taken."""
    at = [club, league, squad]
    (found,) = db.execute(
        "SELECT EXISTS (SELECT 1 FROM fixtures WHERE club = ? AND league = ? AND ? IN (home, away)) "
        "OR EXISTS (SELECT 1 FROM draws WHERE club = ? AND league = ? AND squad = ?) "
        "OR EXISTS (SELECT 1 FROM adjustments WHERE club = ? AND league = ? AND squad = ?)",
        [*at, *at, *at],
    ).fetchone()
    return bool(found)


def drop_squad(db: Database, club: str, league: str, squad: Squad, author: Author) -> None:
    """Delete a team that nothing in the record is about; one that has can only withdraw."""
    of_squads = ("squad_players", "captains", "followed_teams")
    for table, column in (*((table, "squad") for table in of_squads), ("squads", "id")):
        db.execute(
            f"DELETE FROM {table} WHERE club = ? AND league = ? AND {column} = ?",  # nosec B608 # both ours
            [club, league, squad.id],
        )
    drop_pin(db, club, squad.id)
    add_change(db, club, ("squad", squad.id, "dropped"), squad.name, None, author)
    touch_league(db, club, league)
    touch_access(db, club)


def _join(db: Database, club: str, league: str, squad: str, player: str) -> None:
    db.execute(
        "INSERT INTO squad_players (club, league, squad, player) VALUES (?, ?, ?, ?)",
        [club, league, squad, player],
    )
