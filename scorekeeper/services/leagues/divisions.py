"""Divisions of one league: their tables side by side, and who goes up and down at the end."""

from collections.abc import Sequence
from datetime import date

from sqlite_utils import Database

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.promotion import Move, next_divisions, proposed
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import verify_new_season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues import leagues
from scorekeeper.store.leagues.leagues import League
from scorekeeper.store.leagues.squads import Squad, add_squad, set_venue, squads

MOST_DIVISIONS = 12


def in_order(newest_first: Sequence[League]) -> list[League]:
    """The same seasons, the divisions of a league side by side and the top one first."""
    place = {(one.name, one.season): number for number, one in reversed(list(enumerate(newest_first)))}
    return sorted(newest_first, key=lambda one: (place[one.name, one.season], one.tier))


def divisions_of(db: Database, club: str, season: Season, today: date) -> list[Season]:
    """All divisions of this season's league, the highest first; just itself where it has none."""
    own = season.league
    if not own.division:
        return [season]
    same = [
        known.id
        for known in leagues.leagues(db, club)
        if known.division and (known.name, known.season) == (own.name, own.season)
    ]
    found = [open_season(db, club, league, today) for league in same]
    return sorted(
        (one for one in found if one), key=lambda one: (one.league.tier, one.league.division, one.league.id)
    )


def proposed_moves(divisions: Sequence[Season], count: int) -> tuple[Move, ...]:
    """Who goes up and down between neighbours, by the tables as they stand. Raises ``LeagueError``."""
    names = [division.league.division or division.league.title for division in divisions]
    try:
        return proposed(names, _tables(divisions), count, _gone(divisions))
    except RuleError as error:
        raise LeagueError("count", str(error)) from error


def next_seasons(
    db: Database,
    club: str,
    divisions: Sequence[Season],
    count: int,
    *,
    name: str,
    confirmed: str,
    key: str,
    author: Author,
) -> list[str]:
    """The next season of every division, with the teams that went up and down; their ids.

    ``confirmed`` are the moves as they were shown; where the tables have changed since, nothing is done.
    """
    with writing(db, club):
        count_act(db, club, "league", author)
        moves = proposed_moves(divisions, count)
        if moves_text(moves) != confirmed:
            raise LeagueError("count", "The tables have changed since. Look at the moves again.")
        for division in divisions:
            verify_new_season(db, club, division, name, f"{key}-{division.league.tier}")
        teams = next_divisions(_tables(divisions), moves, _gone(divisions))
        everybody = {squad.id: squad for division in divisions for squad in division.squads}
        return [
            _next_season(db, club, division.league, [everybody[id] for id in ids], name, key, author)
            for division, ids in zip(divisions, teams, strict=True)
        ]


def _next_season(
    db: Database, club: str, old: League, teams: Sequence[Squad], name: str, key: str, author: Author
) -> str:
    """One division's next season with these teams; its id, also where the key has made it before."""
    league = leagues.add_league(db, club, old.name, name, old.rules, key=f"{key}-{old.tier}", author=author)
    if squads(db, club, league):
        return league
    new = leagues.find_league(db, club, league)
    if new:
        leagues.set_division(db, club, new, old.division, old.tier, author)
    for squad in teams:
        players = [player for player, _ in squad.players]
        entered = add_squad(db, club, league, squad.name, squad.name_key, players, author)
        set_venue(db, club, league, entered, (squad.venue, squad.address), author)
    return league


def moves_text(moves: Sequence[Move]) -> str:
    """The moves as a form sends them back."""
    return " ".join(f"{move.team}:{move.old}-{move.new}" for move in moves)


def _tables(divisions: Sequence[Season]) -> list[list[str]]:
    return [[row.team for row in division.table()] for division in divisions]


def _gone(divisions: Sequence[Season]) -> list[str]:
    return [squad.id for division in divisions for squad in division.squads if squad.withdrawn_on]
