"""Teams of a season as a secretary enters and changes them, with their players and their venue."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.rules.text import listed, side_name
from scorekeeper.services.gate import Act, Missing, act
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.subject import SEASON, LeagueError
from scorekeeper.store.clubs.players import ensure_player
from scorekeeper.store.leagues import captains
from scorekeeper.store.leagues.squads import (
    Squad,
    add_squad,
    change_squad,
    drop_squad,
    is_recorded,
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


@act(SEASON, "manage", "league")
def enter_squad(
    now: Act[Season],
    name: str,
    players: str,
    place: tuple[str | None, str | None] = (None, None),
    *,
    known: str | None = None,
    move: bool = False,
) -> str:
    """Enter the team, or change the ``known`` one; its id. ``players`` are names by lines or commas.

    Whom the club does not know yet is made in passing. With ``move`` those of another team leave it.
    """
    report = squad_report(now.on, name, players, place)
    squad = now.on.squad(known) if known else None
    if known and squad is None:
        raise Missing("team")
    return put_squad(now, report, squad, move=move)


@act(SEASON, "manage", "league")
def withdraw_or_drop_squad(now: Act[Season], squad: str, reason: str | None, *, withdrawn: bool) -> bool:
    """The team leaves the season, or comes back; one that nothing in the record is about is taken out.

    Asked for a second time, nothing happens.
    """
    db, club, league = now.db, now.club, now.on.league.id
    known = now.on.squad(squad)
    if known is None:
        raise Missing("team")
    if withdrawn == bool(known.withdrawn_on):
        return withdrawn
    if withdrawn and not is_recorded(db, club, league, squad):
        drop_squad(db, club, league, known, now.author)
    else:
        left = now.author.day.isoformat() if withdrawn else None
        withdraw_squad(db, club, league, known, left, reason, now.author)
    return withdrawn


@act(SEASON, "score", "league", sealed=False, comes_home=True)
def follow_team(now: Act[Season], squad: str) -> None:
    """From now on this phone follows that team of the league, and no other of it."""
    if now.on.squad(squad) is None:
        raise Missing("team")
    captains.follow_team(now.db, now.club, now.author.device, now.on.league.id, squad)


def put_squad(now: Act[Season], report: SquadReport, known: Squad | None, *, move: bool = False) -> str:
    """Enter the team, or change the ``known`` one, as part of an act; its id."""
    db, club, league, author = now.db, now.club, now.on.league.id, now.author
    others = [squad for squad in squads(db, club, league) if known is None or squad.id != known.id]
    if any(squad.name_key == name_key(report.name) for squad in others):
        raise LeagueError("name", f"The team’s name: {report.name} is in this league already.")
    met = [ensure_player(db, club, name, name_key(name), author.at) for name in report.players]
    players = [(player.id, player.name) for player in met]
    _take_from_others(now, players, others, move=move)
    if known is None:
        ids = [player for player, _ in players]
        squad = add_squad(db, club, league, report.name, ids, author)
    else:
        called = known._replace(name=report.name, name_key=name_key(report.name))
        change_squad(db, club, league, known, called._replace(players=tuple(players)), author)
        squad = known.id
    set_venue(db, club, league, squad, report.place, author)
    return squad


def _take_from_others(
    now: Act[Season], players: Sequence[tuple[str, str]], others: Sequence[Squad], *, move: bool
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
            staying = tuple((player, name) for player, name in squad.players if player not in coming)
            league = now.on.league.id
            change_squad(now.db, now.club, league, squad, squad._replace(players=staying), now.author)
