"""Players and the teams they form. A name is for display; the id identifies the player."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import column, fetch, find, groups, has, insert, pairs, value
from scorekeeper.store.engine.versions import touch_names


class Player(NamedTuple):
    """A player; the ``name_key`` of a name is what two names that look alike share."""

    id: str
    name: str
    name_key: str


class Team(NamedTuple):
    """Two players who sit opposite each other; without a name of its own it goes by theirs."""

    id: str
    name: str | None
    members: tuple[str, ...]


def players(db: Database, club: str, most: int = 0, skip: int = 0) -> list[Player]:
    """Everybody in the club, those who played last first, then by name; ``most`` of them where it is given.

    Left out are players whose every seat was given to somebody else (a misspelt name), and deleted players
    who have not played since.
    """
    return fetch(
        db,
        Player,
        "SELECT p.id, p.name, p.name_key FROM players p "
        "LEFT JOIN (SELECT player, max(match) AS latest FROM seats WHERE club = ? GROUP BY player) s "
        "ON s.player = p.id WHERE p.club = ? AND (s.latest IS NOT NULL OR NOT EXISTS "
        "(SELECT 1 FROM seat_changes c WHERE c.club = p.club AND c.old_player = p.id)) "
        "AND NOT EXISTS (SELECT 1 FROM unlisted_players u WHERE u.club = p.club AND u.player = p.id "
        "AND u.latest = coalesce(s.latest, '')) "
        f"ORDER BY s.latest DESC NULLS LAST, p.name_key {'LIMIT ? OFFSET ?' if most else ''}",  # nosec B608
        *(club, club, *([most, skip] if most else ())),
    )


def unlist_player(db: Database, club: str, player: Player, author: Author) -> None:
    """List this player no more until they sit down again; the audit log says who did it."""
    last = "SELECT coalesce(max(match), '') FROM seats WHERE club = ? AND player = ?"
    unlisted = {"club": club, "player": player.id, "latest": value(db, last, club, player.id)}
    if has(db, "unlisted_players", **unlisted):
        return
    insert(db, "unlisted_players", **unlisted)
    add_change(db, club, ("player", player.id, "listed"), player.name, None, author)
    touch_names(db, club)


def in_squad(db: Database, club: str, player: str) -> bool:
    return has(db, "squad_players", club=club, player=player)


def player_names(db: Database, club: str) -> dict[str, str]:
    return pairs(db, "SELECT id, name FROM players WHERE club = ?", club)


def matches_of(db: Database, club: str, player: str) -> list[str]:
    return column(db, "SELECT match FROM seats WHERE club = ? AND player = ?", club, player)


def find_player(db: Database, club: str, player: str) -> Player | None:
    return find(db, Player, "players", club=club, id=player)


def player_by_name_key(db: Database, club: str, name_key: str) -> Player | None:
    return find(db, Player, "players", club=club, name_key=name_key)


def add_player(db: Database, club: str, name: str, name_key: str, at: str) -> Player:
    """Add a player; the name key must be new, because name keys are unique in a club."""
    player = Player(new_id(), name, name_key)
    add_player_as(db, club, player, at)
    return player


def add_player_as(db: Database, club: str, player: Player, at: str) -> None:
    """A player whom a phone has met, as they are known there."""
    insert(db, "players", club=club, made_at=at, **player._asdict())


def ensure_player(db: Database, club: str, name: str, name_key: str, at: str) -> Player:
    """The player whose name looks like this one, created if the club has none."""
    return player_by_name_key(db, club, name_key) or add_player(db, club, name, name_key, at)


def teams(db: Database, club: str) -> list[Team]:
    of_team = "SELECT team, player FROM team_members WHERE club = ? ORDER BY team, player"
    members = groups(db, str, of_team, club)
    names = pairs(db, "SELECT id, name FROM teams WHERE club = ? ORDER BY id", club)
    return [Team(id, name, tuple(members[id])) for id, name in names.items()]


def team_of(db: Database, club: str, members: Iterable[str], at: str) -> Team:
    """The team these players form; made when they first sit down together."""
    together = tuple(sorted(members))
    key = " ".join(together)
    for id, name in pairs(
        db, "SELECT id, name FROM teams WHERE club = ? AND members_key = ?", club, key
    ).items():
        return Team(id, name, together)
    team = Team(new_id(), None, together)
    insert(db, "teams", club=club, id=team.id, name=None, members_key=key, made_at=at)
    for player in together:
        insert(db, "team_members", club=club, team=team.id, player=player)
    return team


def with_teams(
    db: Database, club: str, seats: Sequence[tuple[str, int]], at: str
) -> list[tuple[str, int, str | None]]:
    """These ``(player, side)``, each with the team that the players of the side form where they are two."""
    sides: dict[int, list[str]] = {}
    for player, side in seats:
        sides.setdefault(side, []).append(player)
    teams = {side: team_of(db, club, who, at).id for side, who in sides.items() if len(who) > 1}
    return [(player, side, teams.get(side)) for player, side in seats]
