"""What a manager does to a season as a whole: starts it, names it, archives it, begins the next one.

Divisions are tables side by side, with who goes up and down; points are given and taken, fines waived."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from sqlite_utils import Database

from scorekeeper.names import name_key, parse_name
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.points import MOST_START, verify_adjustment
from scorekeeper.rules.leagues.rules import FORMATS, LeagueRules
from scorekeeper.rules.leagues.table import DivisionMove, next_divisions, proposed
from scorekeeper.rules.text import counted
from scorekeeper.services.gate import CLUB, Act, Closed, Missing, Refused, act
from scorekeeper.services.leagues import fixture_commands
from scorekeeper.services.leagues.cups import set_anew
from scorekeeper.services.leagues.ladders import Ladder
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON, LeagueError, open_all, read_season, verify_seen
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import touch_access
from scorekeeper.store.leagues import leagues
from scorekeeper.store.leagues.squads import drop_league, enter, set_pools, squads

MOST_DIVISIONS = 12
NO_REASON = "There are results already, so say why: it goes in the record."


def divisions_of(db: Database, club: str, season: Season, today: date) -> list[Season]:
    """All divisions of this season's league, the highest first; just itself where it has none."""
    if not season.league.division:
        return [season]
    return open_all(db, club, _divisions(db, club, season.league.name, season.league.season), today)


def _divisions(db: Database, club: str, name: str, season: str) -> list[leagues.League]:
    """The divisions of the league of this name in this season, the highest first."""
    same = [
        one for one in leagues.leagues(db, club) if one.division and (one.name, one.season) == (name, season)
    ]
    return sorted(same, key=lambda one: (one.tier, one.division, one.id))


def proposed_moves(divisions: Sequence[Season], count: int) -> tuple[DivisionMove, ...]:
    """Who goes up and down between neighbours, by the tables as they stand. Raises ``LeagueError``."""
    names = [division.league.division or division.league.title for division in divisions]
    with LeagueError.beside("count"):
        return proposed(names, tables(divisions), count, gone(divisions))


def moves_text(moves: Sequence[DivisionMove]) -> str:
    return " ".join(f"{move.team}:{move.old}-{move.new}" for move in moves)


def tables(divisions: Sequence[Season]) -> list[list[str]]:
    return [[row.team for row in division.table] for division in divisions]


def gone(divisions: Sequence[Season]) -> list[str]:
    return [squad.id for division in divisions for squad in division.squads if squad.withdrawn_on]


class ReasonMissing(Refused):
    code = "reason"


@act(CLUB, "manage", "league")
def start_league(act: Act[Club], name: str, season: str, rules: LeagueRules) -> str:
    """A new season; its id."""
    _verify_new(act, name, season)
    return leagues.add_league(act.db, act.club, name, season, json.dumps(rules.to_dict()), act.author)


def _start_division(act: Act[Season], like: leagues.League, season: str, division: str, tier: int) -> str:
    """A season under the name and rules of ``like``; its id. ``division`` is empty where there are none."""
    league = leagues.add_league(act.db, act.club, like.name, season, like.rules, act.author)
    made = leagues.League(league, like.name, season, like.rules, 0, 0)
    leagues.set_division(act.db, act.club, made, division, tier, act.author)
    return league


@act(SEASON, "manage", "league")
def put_above(act: Act[Season], above: str) -> None:
    """Move this division to the place above that one, if it is not above it already."""
    order = _divisions(act.db, act.club, act.on.league.name, act.on.league.season)
    ids = [one.id for one in order]
    own = act.on.league.id
    if own not in ids or above not in ids or above == own:
        raise LeagueError("above", "Move up: choose a division of the same season.")
    if ids.index(own) > ids.index(above):
        order.insert(ids.index(above), order.pop(ids.index(own)))
    for tier, division in enumerate(order, 1):
        if division.tier != tier and division.closed:
            raise Closed(f"{division.title} is in the archive: take it out first.", "above")
        leagues.set_division(act.db, act.club, division, division.division, tier, act.author)


@act(SEASON, "manage", "league")
def start_division(act: Act[Season], division: str) -> str:
    """Another division below those of this season, under the same rules; its id.

    A league without divisions and without teams becomes the first.
    """
    own = act.on.league
    with LeagueError.beside("division"):
        called = parse_name(division, "The division")
    known = _divisions(act.db, act.club, own.name, own.season)
    if len(known) >= MOST_DIVISIONS:
        raise LeagueError("division", f"{MOST_DIVISIONS} divisions are the most.")
    _verify_new(act, own.name, own.season, called, "" if known else own.id)
    if known:
        return _start_division(act, own, own.season, called, known[-1].tier + 1)
    if act.on.squads:
        words = "This league has teams and no divisions: name the division that it is among its rules first."
        raise LeagueError("division", words)
    leagues.set_division(act.db, act.club, own, called, 1, act.author)
    return own.id


def _verify_new(act: Act[Any], name: str, season: str, division: str = "", but: str = "") -> None:
    """No league ``but`` this one is called so in this season. Raises ``LeagueError``."""
    for one in leagues.leagues(act.db, act.club):
        same = (name_key(one.name), name_key(one.season)) == (name_key(name), name_key(season))
        if one.id == but or not same:
            continue
        if not (division and one.division):
            when = f" in {one.season}" if one.season else ""
            raise LeagueError("name", f"The league’s name: there is a {one.name} already{when}.")
        if name_key(one.division) == name_key(division):
            raise LeagueError("division", f"The division: there is a {division} already.")


@act(SEASON, "manage", "league")
def change_league(
    act: Act[Season],
    *,
    name: str,
    season: str,
    division: str = "",
    rules: LeagueRules,
    reason: str | None,
    seen: str | None = None,
) -> None:
    """The season under this name and these rules from now on.

    Raises ``ReasonMissing`` where results stand and nobody says why the rules change, ``Superseded`` where
    they are not any more as they were ``seen``.
    """
    known, by = act.on, act.author
    verify_seen(seen, known.rules_seen, "The rules", "name")
    changed = rules != known.rules
    _verify_results_stay(known, rules)
    if changed and known.begun and not reason:
        raise ReasonMissing(NO_REASON, "reason")
    own, there = known.league, _divisions(act.db, act.club, name, season)
    others = [one for one in there if one.id != own.id]
    if (name, season, division) != (own.name, own.season, own.division):
        with LeagueError.beside("division"):
            division = division and parse_name(division, "The division")
        _verify_new(act, name, season, division, own.id)
    stays = len(others) < len(there) or not division
    tier = own.tier if stays else 1 + max((one.tier for one in others), default=0)
    leagues.change_league(act.db, act.club, own, by, name=name, season=season)
    leagues.set_division(act.db, act.club, own, division, tier, by)
    if changed:
        text = json.dumps(rules.to_dict())
        leagues.change_league(act.db, act.club, own, by, reason, rules=text)
        if rules.format != known.rules.format and (known.cards or known.places):
            fixture_commands.replace_fixtures(act, known.cards, ())
            set_pools(act.db, act.club, own.id, (), by)
            leagues.set_draw(act.db, act.club, own.id, (), by)
        set_anew(act.ask, own.id)


def _verify_results_stay(season: Season, rules: LeagueRules) -> None:
    """Raise ``LeagueError`` where what was played would be another match by these rules."""
    if season.begun and rules.format != season.rules.format:
        played_as = FORMATS[season.rules.format].partition(":")[0]
        raise LeagueError("format", f"Played as: results have been entered, so it stays {played_as}.")
    played = [card for card in season.cards if not card.means_the_same_on(rules.card)]
    if played and rules.card != season.rules.card:
        results = f"Results stand for {season.rules.card.sentence()} on {counted(len(played), 'card')}"
        words = "so the boards stay. If they were wrong, take those results off first."
        raise LeagueError("kind_0_count", f"{results}, {words}")


@act(SEASON, "manage", "league", even_closed=True)
def archive_season(act: Act[Season], *, archived: bool) -> bool:
    """Put the season into the archive, or take it out."""
    if archived != bool(act.on.league.closed):
        leagues.change_league(act.db, act.club, act.on.league, act.author, closed=int(archived))
        touch_access(act.db, act.club)  # so that its boards are shown as they are now
    return archived


def may_be_deleted(db: Database, club: str, season: Season) -> bool:
    """Whether nothing was entered for it: no result, no points given or taken."""
    return not (season.begun or leagues.was_adjusted(db, club, season.league.id))


@act(CLUB, "manage", "league")
def delete_league(act: Act[Club], league: str) -> None:
    """Delete a season begun by mistake, with its fixtures and the teams that play in no other."""
    season = read_season(act.ask, league)
    if not may_be_deleted(act.db, act.club, season):
        raise LeagueError("", "Something has been entered here, so it stays. It can be put into the archive.")
    drop_league(act.db, act.club, season.league, act.author)


@act(SEASON, "manage", "league", even_closed=True)
def next_season(act: Act[Season], season: str, along: Sequence[str] = ()) -> str:
    """The next season of this league: the same rules and teams, no fixtures yet; its id.

    The competitions ``along`` begin theirs with it.
    """
    made = _goes_on(act, act.on, season)
    _begin_along(act, along, season, gone=())
    return made


@act(SEASON, "manage", "league", even_closed=True)
def next_seasons(
    act: Act[Season],
    count: int,
    *,
    season: str,
    confirmed: str,
    by_hand: Sequence[str] = (),
    along: Sequence[str] = (),
) -> list[str]:
    """The next season of every division, with the teams that went up and down; their ids.

    ``confirmed`` are the moves as they were shown; where the tables have changed since, nothing is done.
    ``by_hand`` says where teams play instead: ``id:0`` in the highest division, ``id:-`` in none. The
    competitions ``along`` begin their next season with it.
    """
    divisions = divisions_of(act.db, act.club, act.on, act.on.today)
    moves = proposed_moves(divisions, count)
    if moves_text(moves) != confirmed:
        raise LeagueError("count", "The tables have changed since. Look at the moves again.")
    teams = placed(next_divisions(tables(divisions), moves, gone(divisions)), by_hand)
    made = [
        _next_season(act, division, ids, season, divisions)
        for division, ids in zip(divisions, teams, strict=True)
    ]
    leaving = {squad.id for division in divisions for squad in division.squads}.difference(*teams)
    _begin_along(act, along, season, leaving)
    return made


def placed(teams: Sequence[Sequence[str]], by_hand: Sequence[str]) -> list[list[str]]:
    """The teams of each division, with those moved that were moved by hand. Raises ``LeagueError``."""
    said = dict(place.partition(":")[::2] for place in by_hand)
    known = {team for division in teams for team in division}
    numbers = {str(number): number for number in range(len(teams))}
    if not said.keys() <= known or not {*said.values()} <= {*numbers, "-"}:
        raise LeagueError("by_hand", "Moved by hand: choose a division for each team, or that it leaves.")
    found: list[list[str]] = [[] for _ in teams]
    for number, division in enumerate(teams):
        for team in division:
            if said.get(team) != "-":
                found[numbers.get(said.get(team, ""), number)].append(team)
    return found


def going_along(db: Database, club: str, season: Season, today: date) -> list[Season]:
    """The other competitions of the same season that are being played, such as its cups."""
    own = {one.league.id for one in divisions_of(db, club, season, today)}
    same = [
        known
        for known in reversed(leagues.leagues(db, club))
        if known.season == season.league.season != "" and not known.closed and known.id not in own
    ]
    return open_all(db, club, same, today)


def _begin_along(act: Act[Season], along: Sequence[str], name: str, gone: Collection[str]) -> None:
    known = {one.league.id: one for one in going_along(act.db, act.club, act.on, act.on.today)}
    if not {*along} <= known.keys():
        raise LeagueError("along", "Together with: choose competitions of this season.")
    for league in dict.fromkeys(along):
        _goes_on(act, known[league], name, gone)


def _goes_on(act: Act[Season], season: Season, name: str, gone: Collection[str] = ()) -> str:
    """The next season with the same, but for those ``gone``; who is at the top of a ladder begins there."""
    order = Ladder(season).order if season.rules.format == "ladder" else ()
    teams = [*order, *(squad.id for squad in season.squads if squad.id not in order)]
    made = _next_season(act, season, [team for team in teams if team not in gone], name)
    if order:
        there = {squad.id for squad in squads(act.db, act.club, made)}
        leagues.set_draw(act.db, act.club, made, [id for id in teams if id in there], act.author)
    return made


def _next_season(
    act: Act[Season], old: Season, teams: Sequence[str], name: str, among: Sequence[Season] = ()
) -> str:
    """The next season with those of these teams that have not withdrawn; its id. They come from ``among``.

    The rules are the same, but for the day until which players are registered.
    """
    if not name:
        raise LeagueError("season", "Next season: what is it called? 2027–28, for instance.")
    own = old.league
    for one in leagues.leagues(act.db, act.club):
        if (one.name, one.division, one.season) == (own.name, own.division, name):
            raise LeagueError("season", f"Next season: there is a {name} of {own.name} already.")
    known = own._replace(rules=json.dumps(old.rules.but(deadline="").to_dict()))
    league = _start_division(act, known, name, known.division, known.tier)
    found = {squad.id: squad for season in among or [old] for squad in season.squads}
    for team in teams:
        if not found[team].withdrawn_on:
            enter(act.db, act.club, league, found[team], act.author)
    return league


@act(SEASON, "manage", "league")
def adjust_points(act: Act[Season], squad: str, points: int, reason: str) -> None:
    """Give the team these league points, or take them if below 0."""
    if act.on.squad(squad) is None:
        raise LeagueError("squad", "Team: choose one of the league.")
    try:
        verify_adjustment(points, reason)
    except RuleError as error:
        raise LeagueError("reason" if error.code == "no_reason" else "points", str(error)) from error
    _add(act, leagues.NewAdjustment(squad, points, None, None, reason))


@act(SEASON, "manage", "league")
def waive_fine(act: Act[Season], fixture: str, reason: str) -> None:
    """The late card of this fixture costs nothing."""
    card = act.on.card(fixture)
    if card is None or card.late_by is None or fixture in act.on.waived:
        raise LeagueError("reason", "There is no late fine for this card.")
    if not reason:
        raise LeagueError("reason", "Say why: the table shows it.")
    _add(act, leagues.NewAdjustment(card.teams[card.late_by].id, None, fixture, None, reason))


@act(SEASON, "manage", "league")
def take_back_adjustment(act: Act[Season], adjustment: str, reason: str) -> None:
    """Undo this adjustment of the season; one that was taken back already stays so."""
    if not reason:
        raise LeagueError("reason", "Say why: it goes in the record.")
    known = next((row for row in act.on.adjustments if row.id == adjustment), None)
    if known:
        _add(act, leagues.NewAdjustment(known.squad, None, None, known.id, reason))
    elif not leagues.was_adjusted(act.db, act.club, act.on.league.id, reverts=adjustment):
        raise Missing("adjustment")


def _add(act: Act[Season], new: leagues.NewAdjustment) -> None:
    leagues.add_adjustment(act.db, act.club, act.on.league.id, new, act.author)


@act(SEASON, "manage", "league")
def give_handicaps(act: Act[Season], points: Mapping[str, int]) -> None:
    """Teams and players by their ids start with these points; who is left out keeps theirs, 0 ends them."""
    season = act.on
    if not season.rules.handicaps:
        raise LeagueError("points", "In this league nobody has a handicap: the rules say so.")
    known = {squad.id for squad in season.squads}
    known |= {player for squad in season.squads for player, _ in squad.players}
    if not set(points) <= known:
        raise LeagueError("points", "Points: one of these is no team or player of this league.")
    if not all(0 <= given <= MOST_START for given in points.values()):
        raise LeagueError("points", f"Points: 0 to {MOST_START}.")
    leagues.set_handicaps(act.db, act.club, season.league.id, {**season.handicaps, **points}, act.author)
