"""A manager's acts on a season as a whole: starting it, its name and rules, the next one."""

import json

from sqlite_utils import Database

from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues import leagues
from scorekeeper.store.leagues.squads import add_squad, set_venue, squads

NO_REASON = "There are results already, so say why: it goes in the record."


class ReasonMissing(Exception):
    """The rules of a season with results change only for a reason; ``str(error)`` says so."""


def start_league(
    db: Database,
    club: str,
    name: str,
    season: str,
    rules: LeagueRules,
    *,
    division: tuple[str, int] = ("", 1),
    key: str,
    author: Author,
) -> str:
    """A new season; its id, or that of the season this key made."""
    with writing(db, club):
        count_act(db, club, "league", author)
        text = json.dumps(rules.to_dict())
        league = leagues.add_league(db, club, name, season, text, key=key, author=author)
        made = leagues.find_league(db, club, league)
        if made:
            leagues.set_division(db, club, made, *division, author)
        return league


def change_league(
    db: Database,
    club: str,
    league: str,
    *,
    name: str,
    season: str,
    division: tuple[str, int] = ("", 1),
    rules: LeagueRules,
    reason: str | None,
    author: Author,
) -> None:
    """The season under this name and these rules from now on.

    Raises ``ReasonMissing`` where results stand and nobody says why the rules change; LookupError for
    an unknown league.
    """
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_open(db, club, league)
        known = open_season(db, club, league, author.day)
        if known is None:
            raise LookupError(f"no league {league}")
        changed = rules != known.rules
        if changed and known.begun and not reason:
            raise ReasonMissing(NO_REASON)
        leagues.set_name(db, club, known.league, name, season, author)
        leagues.set_division(db, club, known.league, *division, author)
        if changed:
            leagues.set_rules(db, club, known.league, json.dumps(rules.to_dict()), author, reason)


def next_season(db: Database, club: str, season: Season, name: str, *, key: str, author: Author) -> str:
    """The next season of this league: the same rules and teams, no fixtures yet; its id.

    Raises ``LeagueError`` where nothing would tell it from another season of the league.
    """
    known = season.league
    with writing(db, club):
        count_act(db, club, "league", author)
        verify_new_season(db, club, season, name, key)
        league = leagues.add_league(db, club, known.name, name, known.rules, key=key, author=author)
        if not squads(db, club, league):
            made = leagues.find_league(db, club, league)
            if made:
                leagues.set_division(db, club, made, known.division, known.tier, author)
            for squad in season.squads:
                if not squad.withdrawn_on:
                    ids = [player for player, _ in squad.players]
                    entered = add_squad(db, club, league, squad.name, squad.name_key, ids, author)
                    set_venue(db, club, league, entered, (squad.venue, squad.address), author)
        return league


def verify_new_season(db: Database, club: str, season: Season, name: str, key: str) -> None:
    """Raise ``LeagueError`` for a season without a name or with that of another than ``key`` made."""
    if not name:
        raise LeagueError("season", "Next season: what is it called? 2027–28, for instance.")
    league = season.league
    wanted = (league.name, league.division, name)
    same = [
        known for known in leagues.leagues(db, club) if (known.name, known.division, known.season) == wanted
    ]
    if any(leagues.find_league_by_key(db, club, key) != known.id for known in same):
        raise LeagueError("season", f"Next season: there is a {name} of {league.name} already.")
