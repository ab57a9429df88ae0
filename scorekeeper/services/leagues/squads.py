"""The teams of a season as a secretary enters and changes them, with their players and their venue."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from scorekeeper.names import MAX_ADDRESS, MAX_NAME, MAX_VENUE, clean_name, name_key, parse_name
from scorekeeper.rules.text import listed, side_name
from scorekeeper.services.gate import Act, act, there
from scorekeeper.services.leagues.cups import set_anew
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON, LeagueError, verify_seen
from scorekeeper.store.clubs.players import ensure_player
from scorekeeper.store.leagues import captains, squads
from scorekeeper.store.leagues.leagues import leagues, place_last, places_of
from scorekeeper.store.leagues.squads import Squad, Venue

DIFFERENCE = "If they are two people, write one with a difference, such as a second name."


class PlayersTaken(LeagueError):
    """Some of the players are in another squad; they can be moved from it."""

    def __init__(self, sentence: str) -> None:
        super().__init__("players", sentence)


@dataclass(frozen=True, slots=True)
class SquadReport:
    name: str
    players: tuple[str, ...]
    place: Venue = (None, None)

    @classmethod
    def of(cls, squad: Squad) -> "SquadReport":
        names = tuple(name for _, name in squad.players)
        return cls(squad.name, names, (squad.venue, squad.address)).in_order

    @property
    def in_order(self) -> "SquadReport":
        """The same with its players in an order that does not hang on how they were typed."""
        return replace(self, players=tuple(sorted(self.players, key=name_key)))


def squad_report(
    season: Season, name: str, typed: str | Sequence[str], place: Venue = (None, None)
) -> SquadReport:
    """The typed team checked: ``typed`` are players' names by lines or commas. Raises ``LeagueError``.

    A comma parts nothing in the name of somebody whom the club knows, nor in a list. Where single players
    or pairs enter, a team without a name of its own goes by its players'.
    """
    if isinstance(typed, str):
        known = {*map(name_key, season.people.values())}
        typed = [
            name
            for line in typed.splitlines()
            for name in ([line] if name_key(clean_name(line)) in known else line.split(","))
        ]
    lines = [name for name in typed if name.strip()]
    with LeagueError.beside("players"):
        players = tuple(parse_name(line, f"Player {n}") for n, line in enumerate(lines, 1))
    twice = next((p for n, p in enumerate(players) if name_key(p) in map(name_key, players[:n])), None)
    if twice:
        raise LeagueError("players", f"Players: {twice} is in the list twice. {DIFFERENCE}")
    if len(place[0] or "") > MAX_VENUE:
        raise LeagueError("venue", f"Plays at: {MAX_VENUE} letters are the most.")
    if len(place[1] or "") > MAX_ADDRESS:
        raise LeagueError("address", f"Address: {MAX_ADDRESS} letters are the most.")
    wanted = {"players": 1, "pairs": 2}.get(season.rules.entrants)
    if wanted and len(players) != wanted:
        raise LeagueError("players", f"Players: name {'two' if wanted > 1 else 'one'}, not {len(players)}.")
    if len(players) > season.rules.registered:
        most = f"Players: {season.rules.registered} are the most in a squad, not {len(players)}."
        raise LeagueError("players", most)
    with LeagueError.beside("name"):
        called = parse_name(name or (_name_of(players) if wanted else ""), "The team’s name")
    return SquadReport(called, players, place)


def _name_of(players: Sequence[str]) -> str:
    """What who enters without a name of its own is called: ``Ann & Bob``, or ``J. Long & M. Longer``."""
    short = [f"{name[0]}. {name.rpartition(' ')[2]}" if " " in name else name for name in players]
    for called in (side_name(players), side_name(short)):
        if len(called) <= MAX_NAME:
            return called
    long = f"give the pair a name of its own, with {MAX_NAME} letters at the most."
    raise LeagueError("name", f"Both names are too long for one line: {long}")


@act(SEASON, "manage", "league")
def enter_squad(
    act: Act[Season],
    name: str,
    players: str | Sequence[str],
    place: Venue = (None, None),
    *,
    known: str | None = None,
    move: bool = False,
    seen: str | None = None,
) -> str:
    """Enter a team, or change one that is known; its id.

    ``players`` are names by lines or commas, or a list of them. Whom the club does not know yet is made in
    passing. With ``move`` those of another team leave it.
    """
    report = squad_report(act.on, name, players, place)
    same = next((one for one in act.on.playing if SquadReport.of(one) == report.in_order), None)
    if same and not known and len(report.players) > 1:  # who is alone may be another of that name
        return same.id
    squad = there(act.on.squad(known), "team") if known else None
    if squad:
        verify_seen(seen, act.on.team_seen(squad.id), "The team’s players or place", "name")
    return put_squad(act, report, squad, move=move)


@act(SEASON, "manage", "league")
def withdraw_or_drop_squad(act: Act[Season], squad: str, reason: str | None, *, withdrawn: bool) -> bool:
    """The team leaves the season, or comes back; one that nothing in the record is about is taken out.

    Asked for a second time, nothing happens.
    """
    db, club, league = act.db, act.club, act.on.league.id
    known = there(act.on.squad(squad), "team")
    if withdrawn == bool(known.withdrawn_on):
        return withdrawn
    ladder = act.on.rules.format == "ladder"
    if withdrawn and not squads.is_recorded(db, club, league, squad, ladder=ladder):
        squads.drop_squad(db, club, league, known, act.author)
    else:
        left = act.author.day.isoformat() if withdrawn else None
        squads.withdraw_squad(db, club, league, known, left, reason, act.author)
        set_anew(act.ask, league)
    return withdrawn


@act(SEASON, "score", "league", even_closed=True, comes_home=True)
def follow_team(act: Act[Season], squad: str) -> None:
    """From now on this phone follows that team of the league, and no other of it."""
    there(act.on.squad(squad), "team")
    captains.follow_team(act.db, act.club, act.author.device, squad)


def put_squad(act: Act[Season], report: SquadReport, known: Squad | None, *, move: bool = False) -> str:
    """Enter the team, or change the ``known`` one, as part of an act; its id."""
    db, club, league, author = act.db, act.club, act.on.league.id, act.author
    kind, key = known.kind if known else act.on.rules.entrants, name_key(report.name)
    own = known.id if known else None
    same = next((one for one in squads.all_squads(db, club, kind) if one.name_key == key), None)
    others = [squad for squad in squads.squads(db, club, league) if squad.id != own]
    here = any(squad.name_key == key for squad in others)
    if here or (known and same and same.id != own):
        there = "entered" if here else "a team of the club"
        raise LeagueError("name", f"{report.name} is {there} already.")
    met = [ensure_player(db, club, name, author.at) for name in report.players]
    players = [(player.id, player.name) for player in met]
    if same and not known:
        # A team of another competition that is being played gets no other players in passing.
        if players and {*players} != {*same.players} and _plays_in(act, same):
            words = f"{same.name} is a team of the club already, with other players."
            raise LeagueError("players", f"Players: {words} Enter it without any: it brings its own.")
        players = players or [*same.players]
    elsewhere = (squads.squads(db, club, one) for one in _plays_in(act, known) - {league}) if known else ()
    beside = {one.id: one for teams in (others, *elsewhere) for one in teams if one.id != own}
    _take_from_others(act, players, [*beside.values()], move=move)
    team = known or same
    if team is None:
        team_id = squads.add_squad(db, club, league, report.name, [one.id for one in met], author, kind)
        squads.set_venue(db, club, team_id, report.place, author)
        _begin_below(act, team_id)
        return team_id
    if known is None:
        squads.enter(db, club, league, team, author)
        _begin_below(act, team.id)
    called = team._replace(name=report.name, name_key=key, players=tuple(players))
    squads.change_squad(db, club, team, called, author)
    if known or any(report.place):
        squads.set_venue(db, club, team.id, report.place, author)
    return team.id


def _begin_below(act: Act[Season], new: str) -> None:
    """Who enters a ladder begins at its foot, however long the club has known them."""
    db, club, league = act.db, act.club, act.on.league.id
    if act.on.rules.format == "ladder":
        placed = {*places_of(db, club, league), new}
        before = sorted(squad.id for squad in squads.squads(db, club, league) if squad.id not in placed)
        place_last(db, club, league, [*before, new])


def _plays_in(act: Act[Season], team: Squad) -> set[str]:
    """The leagues that the team has entered and that are being played."""
    playing = {one.id for one in leagues(act.db, act.club) if not one.closed}
    return playing & {*squads.entries(act.db, act.club)[team.id]}


def _take_from_others(
    act: Act[Season], players: Sequence[tuple[str, str]], others: Sequence[Squad], *, move: bool
) -> None:
    """Nobody is in two squads of a league: who is in another is moved, or refused with the way out."""
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
            squads.change_squad(act.db, act.club, squad, squad._replace(players=staying), act.author)


def not_entered(db: Database, club: str, season: Season) -> list[Squad]:
    """The club's teams, pairs or single players that have entered some season but not this one."""
    known = {squad.id for squad in season.squads}
    return [one for one in squads.all_squads(db, club, season.rules.entrants) if one.id not in known]


@act(SEASON, "manage", "league")
def enter_teams(act: Act[Season], teams: Sequence[str]) -> int:
    """These teams of the club play in this season, too; how many of them did not yet."""
    known = {squad.id for squad in act.on.squads}
    found = {squad.id: squad for squad in not_entered(act.db, act.club, act.on)}
    if not {*teams} <= {*known, *found}:
        raise LeagueError("teams", "Who plays: choose teams of the club.")
    new = [found[team] for team in dict.fromkeys(teams) if team not in known]
    playing = [*act.on.squads]
    for team in new:
        if len(team.players) > act.on.rules.registered:
            most = f"{act.on.rules.registered} are the most in a squad here"
            raise LeagueError("teams", f"Who plays: {team.name} has {len(team.players)} players; {most}.")
        _take_from_others(act, team.players, playing, move=False)
        playing.append(team)
        squads.enter(act.db, act.club, act.on.league.id, team, act.author)
        _begin_below(act, team.id)
    return len(new)


def find_squad(db: Database, club: str, squad: str) -> Squad | None:
    return next((one for one in squads.all_squads(db, club) if one.id == squad), None)
