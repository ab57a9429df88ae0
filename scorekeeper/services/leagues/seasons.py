"""Seasons, cached in memory and updated incrementally; and as what acts are done to, under the lock.

A season depends on its league's version, on the club's names and on the day. Where only the version has
risen, the cards of fixtures without new entries are reused, with everything derived from them.
"""

import json
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.lru_cache import LRUCache
from scorekeeper.names import NameFault
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures import SeasonDay
from scorekeeper.rules.leagues.points import Withdrawals
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.services.clubs.club_results import MatchResult, record
from scorekeeper.services.gate import Ask, Refused, Subject, Superseded, there
from scorekeeper.services.leagues.fixture_card import FixtureCard, fixture_card_of
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.players import player_names
from scorekeeper.store.engine import versions
from scorekeeper.store.engine.connection import database_identity
from scorekeeper.store.leagues import card_events
from scorekeeper.store.leagues.captains import captains
from scorekeeper.store.leagues.card_events import Live
from scorekeeper.store.leagues.leagues import (
    Fixture,
    League,
    adjustments,
    find_league,
    fixtures,
    handicaps,
    places_of,
)
from scorekeeper.store.leagues.squads import Squad, squads


def rules_of(league: League) -> LeagueRules:
    return LeagueRules.from_dict(json.loads(league.rules))


def season_day(
    league: League, rules: LeagueRules, teams: Iterable[Squad], all_fixtures: Iterable[Fixture], today: date
) -> SeasonDay:
    left = {team.id: date.fromisoformat(team.withdrawn_on).toordinal() for team in teams if team.withdrawn_on}
    rounds = [
        (fixture.round, date.fromisoformat(fixture.day).toordinal() if fixture.day else None)
        for fixture in all_fixtures
        if fixture.stage == "league"
    ]
    withdrawals = Withdrawals.of(rules.withdrawal, left, rounds)
    return SeasonDay(today.toordinal(), rules.points.late_days, withdrawals, bool(league.closed))


_MOST_KEPT = 50  # seasons
_MOST_BYTES = 24_000_000  # for all of them
_FEW = 20  # fixtures that are read one by one, and not with all of the league
_CARD, _ENTRY = 12_000, 1_100  # about what one of a season takes, in bytes


class _Kept(NamedTuple):
    version: tuple[int, ...]  # the league's own, then those of the club's names and of access to it
    season: Season


_seasons = LRUCache[tuple[Hashable, str, str], _Kept](
    _MOST_KEPT,
    most_bytes=_MOST_BYTES,
    weigh=lambda _, kept: sum(_CARD + _ENTRY * len(card.events) for card in kept.season.fixture_cards),
    share=1,
)


def open_season(db: Database, club: str, league: str, today: date) -> Season | None:
    """The season of this id in the club as it stands on this day, or None where there is none.

    What is read inside a transaction may be taken back, and is not kept.
    """
    place = (database_identity(db), club, league)
    version = versions.version_of(db, versions.Subject("league", club, league))
    kept = _seasons.find(place)
    if kept and version == kept.version and kept.season.today == today:
        return kept.season
    # The first number is the league's own; the others are of the club's names and of who has access.
    same_names = kept and version and kept.version[1:] == version[1:]
    season = _read(db, club, league, today, kept.season if kept and same_names else None)
    if season and version and not db.conn.in_transaction:
        _seasons.keep(place, _Kept(version, season))
    return season


def open_all(db: Database, club: str, known: Iterable[League], today: date) -> list[Season]:
    return [season for league in known if (season := open_season(db, club, league.id, today))]


def _read(db: Database, club: str, league: str, today: date, before: Season | None) -> Season | None:
    found = find_league(db, club, league)
    if found is None:
        return None
    rules = before.rules if before and before.league.rules == found.rules else rules_of(found)
    teams = tuple(squads(db, club, league))
    listed = fixtures(db, club, league)
    standing = _standing(found, teams, listed, before)
    changed = [fixture.id for fixture in listed if fixture.id not in standing]
    if len(changed) > _FEW:
        entered = card_events.league_card_events(db, club, league)
    else:
        entered = card_events.card_events_of(db, club, changed) if changed else {}
    wanted = {line.match.id for card in standing.values() for line in card.live}
    wanted |= {e.body.match for events in entered.values() for e in events if isinstance(e.body, Live)}
    matches: dict[str, MatchResult] = {}
    if wanted:
        with record(db, club) as results:
            matches = results.lines(wanted)
    by_id = {squad.id: squad for squad in teams}
    cards = tuple(
        known
        if (known := standing.get(fixture.id)) and all(matches[line.match.id] is line for line in known.live)
        else fixture_card_of(
            fixture,
            rules,
            (by_id[fixture.home], by_id[fixture.away]),
            known.events if known else entered.get(fixture.id, ()),
            matches,
        )
        for fixture in listed
    )
    season = Season(
        league=found,
        rules=rules,
        squads=teams,
        fixture_cards=cards,
        people=player_names(db, club),
        day=season_day(found, rules, teams, listed, today),
        adjustments=tuple(adjustments(db, club, league)),
        best_players=card_events.best_players(db, club, league),
        handicaps=handicaps(db, club, league),
        captains=captains(db, club, league),
        places=tuple(places_of(db, club, league)),
    )
    superseded = {card.fixture.id for ties in season.bracket for tie in ties for card in tie.others}
    if all(card.superseded == (card.fixture.id in superseded) for card in cards):
        return season
    marked = (replace(card, superseded=card.fixture.id in superseded) for card in cards)
    return replace(season, fixture_cards=tuple(marked))


def _standing(
    league: League, teams: tuple[Squad, ...], listed: Iterable[Fixture], before: Season | None
) -> dict[str, FixtureCard]:
    """The cards of before by fixture, of those for which nothing was entered since by a captain."""
    if before is None or before.league.rules != league.rules or before.squads != teams:
        return {}
    known = {card.fixture.id: card for card in before.fixture_cards}
    return {
        fixture.id: known[fixture.id]
        for fixture in listed
        if fixture.id in known and known[fixture.id].fixture == fixture
    }


ARCHIVED = "This season is in the archive, so it cannot change. The manager can take it out of the archive."


class LeagueError(Refused):
    """The season cannot be changed like this; ``field`` names what is wrong, ``str(error)`` says why."""

    code = "league"

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence, field)

    @classmethod
    @contextmanager
    def beside(cls, field: str) -> Iterator[None]:
        """What the rules refuse in here, or a name that cannot be, is told beside this field."""
        try:
            yield
        except (RuleError, NameFault) as error:
            raise cls(field, str(error)) from error


class SeasonArchived(Refused):
    status, code = 423, "locked"


def verify_open(season: Season) -> None:
    if season.league.closed:
        raise SeasonArchived(ARCHIVED)


def verify_seen(seen: str | None, now: str, what: str, field: str) -> None:
    """Raise ``Superseded`` where a form had shown something else than what it would replace."""
    if seen and seen != now:
        raise Superseded(f"{what} have changed since this page was shown. Look, then send it again.", field)


def read_season(ask: Ask, league: str) -> Season:
    """The season of this id; raises ``Missing``."""
    return there(open_season(ask.db, ask.club, league, ask.author.day), "league")


SEASON = Subject("league", read_season, (lambda _, season: verify_open(season),))
