"""Teams of a season as a secretary enters and changes them, with their players and their venue."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.text import listed, side_name
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import ensure_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues import followed_teams
from scorekeeper.store.leagues.fixtures import fixtures
from scorekeeper.store.leagues.squads import (
    Squad,
    add_squad,
    change_squad,
    drop_squad,
    set_venue,
    squads,
    withdraw_squad,
)

DIFFERENCE = "If they are two people, write one with a difference, such as a second name."


class PlayersTaken(LeagueError):
    """Some of the players are in another squad; they can be moved from it."""

    def __init__(self, sentence: str) -> None:
        super().__init__("players", sentence)


@dataclass(frozen=True, slots=True)
class SquadReport:
    """A team as it was typed: its name, its players' names in order, where it plays at home."""

    name: str
    players: tuple[str, ...]
    place: tuple[str | None, str | None] = (None, None)

    @classmethod
    def of(cls, squad: Squad) -> "SquadReport":
        """The team as it stands."""
        names = tuple(name for _, name in squad.players)
        return cls(squad.name, names, (squad.venue, squad.address)).in_order

    @property
    def in_order(self) -> "SquadReport":
        """The same with its players in an order that does not hang on how they were typed."""
        return replace(self, players=tuple(sorted(self.players, key=name_key)))


def squad_report(
    season: Season, name: str, typed: str, place: tuple[str | None, str | None] = (None, None)
) -> SquadReport:
    """The typed team checked: ``typed`` holds players' names by lines or commas. Raises ``LeagueError``.

    Where single players or pairs enter, a team without a name of its own goes by its players'.
    """
    lines = [line for line in typed.replace(",", "\n").splitlines() if line.strip()]
    try:
        players = tuple(parse_name(line, f"Player {n}") for n, line in enumerate(lines, 1))
    except NameFault as fault:
        raise LeagueError("players", str(fault)) from fault
    twice = next((p for n, p in enumerate(players) if name_key(p) in map(name_key, players[:n])), None)
    if twice:
        raise LeagueError("players", f"Players: {twice} is in the list twice. {DIFFERENCE}")
    wanted = {"players": 1, "pairs": 2}.get(season.rules.entrants)
    if wanted and len(players) != wanted:
        raise LeagueError("players", f"Players: {wanted} a team in this league, not {len(players)}.")
    if len(players) > season.rules.registered:
        most = f"Players: {season.rules.registered} are the most in a squad, not {len(players)}."
        raise LeagueError("players", most)
    try:
        called = parse_name(name or (side_name(players) if wanted else ""), "The team’s name")
    except NameFault as fault:
        raise LeagueError("name", str(fault)) from fault
    return SquadReport(called, players, place)


def enter_squad(
    db: Database,
    club: str,
    season: Season,
    report: SquadReport,
    author: Author,
    known: Squad | None = None,
    *,
    move: bool = False,
) -> str:
    """Enter the team, or change the ``known`` one; its id. Raises ``LeagueError``.

    Players whom the club does not know yet are made in passing. With ``move`` those of another team leave it.
    """
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, season.league.id)
        return put_squad(db, club, season, report, author, known, move=move)


def withdraw_or_drop_squad(
    db: Database,
    club: str,
    season: Season,
    squad: Squad,
    reason: str | None,
    author: Author,
    *,
    withdrawn: bool,
) -> None:
    """The team leaves the season, or comes back; one without fixtures is simply taken out.

    Asked for a second time, nothing happens.
    """
    if withdrawn == bool(squad.withdrawn_on):
        return
    league = season.league.id
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, league)
        if any(squad.id in (one.home, one.away) for one in fixtures(db, club, league)):
            left = None if squad.withdrawn_on else author.day.isoformat()
            withdraw_squad(db, club, league, squad, left, reason, author)
        else:
            drop_squad(db, club, league, squad, author)


def follow_team(db: Database, club: str, league: str, squad: str, author: Author) -> None:
    """From now on this phone follows that team of the league, and no other of it."""
    with writing(db, club):
        followed_teams.follow_team(db, club, author.device, league, squad)


def put_squad(
    db: Database,
    club: str,
    season: Season,
    report: SquadReport,
    author: Author,
    known: Squad | None,
    *,
    move: bool = False,
) -> str:
    """The same within the caller's transaction."""
    others = [squad for squad in squads(db, club, season.league.id) if known is None or squad.id != known.id]
    if any(squad.name_key == name_key(report.name) for squad in others):
        raise LeagueError("name", f"The team’s name: {report.name} is in this league already.")
    met = [ensure_player(db, club, name, name_key(name), author.at) for name in report.players]
    players = [(player.id, player.name) for player in met]
    _take_from_others(db, club, season.league.id, players, others, author, move=move)
    if known is None:
        ids = [player for player, _ in players]
        squad = add_squad(db, club, season.league.id, report.name, name_key(report.name), ids, author)
    else:
        change_squad(db, club, season.league.id, known, report.name, name_key(report.name), players, author)
        squad = known.id
    set_venue(db, club, season.league.id, squad, report.place, author)
    return squad


def _take_from_others(
    db: Database,
    club: str,
    league: str,
    players: Sequence[tuple[str, str]],
    others: Sequence[Squad],
    author: Author,
    *,
    move: bool,
) -> None:
    """Nobody is in two squads: who is in another is moved, or refused with the way out."""
    coming = dict(players)
    for squad in others:
        leaving = [name for player, name in squad.players if player in coming]
        if leaving and not move:
            raise PlayersTaken(
                f"Players: {listed(leaving)} {'is' if len(leaving) == 1 else 'are'} in the squad of "
                f"{squad.name}. Move them on this team’s page. {DIFFERENCE}"
            )
        if leaving:
            staying = [(player, name) for player, name in squad.players if player not in coming]
            change_squad(db, club, league, squad, squad.name, squad.name_key, staying, author)
