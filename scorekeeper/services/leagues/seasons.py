"""Seasons, cached in memory and updated incrementally; also all of a club's together: the county.

They are what acts are done to, under the lock. A season depends on its league's version, on the club's names
and on the day. Where only the version has risen, the cards of fixtures without new entries are reused, with
everything derived from them.
"""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.lru_cache import LRUCache
from scorekeeper.names import NameFault, name_key
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.fixtures import SeasonDay
from scorekeeper.rules.leagues.points import Withdrawals
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.services.clubs.club_results import MatchResult, club_record
from scorekeeper.services.gate import Ask, Closed, Refused, Subject, Superseded, there
from scorekeeper.services.leagues.fixture_card import FixtureCard, fixture_card_of
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.players import player_names
from scorekeeper.store.engine import versions
from scorekeeper.store.engine.connection import database_identity
from scorekeeper.store.leagues import card_events, leagues
from scorekeeper.store.leagues.captains import Proposal, captains_phones, open_proposals
from scorekeeper.store.leagues.card_events import Live
from scorekeeper.store.leagues.leagues import Fixture, League
from scorekeeper.store.leagues.squads import Squad, entries, squads

_MOST_KEPT = 50  # seasons
_MOST_BYTES = 24_000_000  # for all of them
_FEW = 20  # fixtures that are read one by one, and not with all of the league
_CARD, _ENTRY = 12_000, 1_100  # about what one of a season takes, in bytes
ARCHIVED = "This season is in the archive, so it cannot change. The manager can take it out of the archive."
AHEAD = timedelta(days=7)  # what lies further off is found on the league's own pages
WEEK = timedelta(days=6)  # from a matchday to the last day to which one of its matches is moved


def rules_of(league: League) -> LeagueRules:
    return LeagueRules.from_dict(json.loads(league.rules))


def season_day(
    league: League, rules: LeagueRules, teams: Iterable[Squad], all_fixtures: Iterable[Fixture], today: date
) -> SeasonDay:
    left = {team.id: date.fromisoformat(team.withdrawn_on) for team in teams if team.withdrawn_on}
    rounds = [
        (fixture.round, date.fromisoformat(fixture.day) if fixture.day else None)
        for fixture in all_fixtures
        if fixture.stage == "league"
    ]
    withdrawals = Withdrawals.of(rules.withdrawal, left, rounds)
    closed, at_once = bool(league.closed), rules.format == "groups"
    return SeasonDay(today, rules.points.late_days, withdrawals, closed, at_once)


class _Kept(NamedTuple):
    version: tuple[int, ...]  # the league's own, then those of the club's names and of access to it
    season: Season


_seasons = LRUCache[tuple[Hashable, str, str], _Kept](
    _MOST_KEPT,
    most_bytes=_MOST_BYTES,
    weigh=lambda _, kept: sum(_CARD + _ENTRY * len(card.events) for card in kept.season.cards),
    share=1,
)


def open_season(db: Database, club: str, league: str, today: date) -> Season | None:
    """The season of this id in the club as it stands on this day, or None where there is none.

    What is read inside a transaction may be taken back, and is not kept.
    """
    place = (database_identity(db), club, league)
    version = versions.version_of(db, versions.PageSubject("league", club, league))
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


def in_order(newest_first: Sequence[League]) -> list[League]:
    """The same seasons, the divisions of a league side by side and the top one first."""
    place = {(one.name, one.season): number for number, one in reversed(list(enumerate(newest_first)))}
    return sorted(newest_first, key=lambda one: (place[one.name, one.season], one.tier))


def registered_twice(seasons: Iterable[Season]) -> dict[str, list[Squad]]:
    """Who is in more than one squad of these seasons, with those squads in order."""
    found: dict[str, dict[str, Squad]] = {}
    for season in seasons:
        for squad in season.squads:
            for player, _ in squad.players:
                found.setdefault(player, {})[squad.id] = squad
    return {player: [*teams.values()] for player, teams in found.items() if len(teams) > 1}


def keeps_sealed(db: Database, club: str, today: date) -> bool:
    """Whether a captain has named players of this club whom not everybody may see yet."""
    known = open_all(db, club, leagues.leagues(db, club), today)
    cards = (card for season in known if season.rules.names == "sealed" for card in season.cards)
    return any(any(board.hidden) for card in cards for board in card.boards)


def _read(db: Database, club: str, league: str, today: date, before: Season | None) -> Season | None:
    found = leagues.find_league(db, club, league)
    if found is None:
        return None
    rules = before.rules if before and before.league.rules == found.rules else rules_of(found)
    teams = tuple(squads(db, club, league))
    listed = leagues.fixtures(db, club, league)
    standing = _standing(found, teams, listed, before)
    changed = [fixture.id for fixture in listed if fixture.id not in standing]
    few = changed if len(changed) <= _FEW else ()
    entered = card_events.league_card_events(db, club, league, few) if changed else {}
    wanted = {line.match.id for card in standing.values() for line in card.live}
    wanted |= {e.body.match for events in entered.values() for e in events if isinstance(e.body, Live)}
    matches: dict[str, MatchResult] = {}
    if wanted:
        with club_record(db, club) as results:
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
        cards=cards,
        people=player_names(db, club),
        day=season_day(found, rules, teams, listed, today),
        adjustments=tuple(leagues.adjustments(db, club, league)),
        best_players=_best_players(db, club, league, cards),
        handicaps=leagues.handicaps(db, club, league),
        captains=captains_phones(db, club, league),
        places=tuple(leagues.places_of(db, club, league)),
    )
    superseded = {card.fixture.id for ties in season.bracket for tie in ties for card in tie.others}
    if all(card.superseded == (card.fixture.id in superseded) for card in cards):
        return season
    marked = (replace(card, superseded=card.fixture.id in superseded) for card in cards)
    return replace(season, cards=tuple(marked))


def _best_players(
    db: Database, club: str, league: str, cards: Iterable[FixtureCard]
) -> dict[str, dict[int, str]]:
    """Whom the captains named, as long as they played: a card may have been corrected since, or forfeited."""
    named = card_events.best_players(db, club, league)
    return {
        card.fixture.id: {
            side: best for side, best in of.items() if best in (card.played_for(1 - side) or (best,))
        }
        for card in cards
        if card.forfeited_by is None and (of := named.get(card.fixture.id))
    }


def _standing(
    league: League, teams: tuple[Squad, ...], listed: Iterable[Fixture], before: Season | None
) -> dict[str, FixtureCard]:
    """The cards of before by fixture, of those for which nothing was entered since by a captain."""
    if before is None or before.league.rules != league.rules or before.squads != teams:
        return {}
    known = {card.fixture.id: card for card in before.cards}
    return {
        fixture.id: known[fixture.id]
        for fixture in listed
        if fixture.id in known and known[fixture.id].fixture == fixture
    }


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


def verify_open(season: Season) -> None:
    if season.league.closed:
        raise Closed(ARCHIVED)


def verify_seen(seen: str | None, now: str, what: str, field: str) -> None:
    """Raise ``Superseded`` where a form had shown something else than what it would replace."""
    if seen and seen.partition(".")[0] != now.partition(".")[0]:
        raise Superseded(f"{what} have changed since this page was shown. Look, then send it again.", field)


def read_season(ask: Ask, league: str) -> Season:
    return there(open_season(ask.db, ask.club, league, ask.author.day), "league")


SEASON = Subject("league", read_season, lambda _, season: verify_open(season))


class CardOf(NamedTuple):
    season: Season
    card: FixtureCard


class Clash(NamedTuple):
    """Matches of one day that want the same: a team, or a pub that has both at home."""

    day: date
    what: str
    at_home: bool
    matches: tuple[CardOf, ...]


@dataclass(frozen=True)
class County:
    """The competitions that are being played, in order, as they stand ``today``."""

    seasons: tuple[Season, ...]
    today: date

    @cached_property
    def coming(self) -> list[CardOf]:
        found = [
            CardOf(season, card)
            for season in self.seasons
            for card in season.cards
            if card.day and card.day >= self.today and season.may_count(card)
        ]
        return sorted(found, key=lambda one: (one.card.fixture.day or "", one.card.fixture.starts or ""))

    def on(self, day: date) -> list[CardOf]:
        return [one for one in self.coming if one.card.day == day]

    @cached_property
    def clashes(self) -> list[Clash]:
        """Every day still to come on which a team plays twice, or a pub has two matches at home."""
        teams: dict[tuple[str, str], list[CardOf]] = {}
        homes: dict[tuple[str, str], list[CardOf]] = {}
        for one in self.coming:
            day = one.card.fixture.day or ""
            for team in one.card.teams:
                teams.setdefault((day, team.id), []).append(one)
            if not one.card.fixture.place:
                homes.setdefault((day, name_key(one.card.teams[0].ground)), []).append(one)
        names = {team.id: team.name for one in self.coming for team in one.card.teams}
        found = [
            Clash(date.fromisoformat(day), names[team], False, tuple(same))
            for (day, team), same in teams.items()
            if len(same) > 1
        ]
        for (day, _), same in homes.items():
            at_home = {one.card.teams[0].id for one in same}
            if len(at_home) > 1:
                ground = same[0].card.teams[0].ground
                found.append(Clash(date.fromisoformat(day), ground, True, tuple(same)))
        return sorted(found, key=lambda clash: (clash.day, clash.what))

    @cached_property
    def twice(self) -> list[tuple[str, list[tuple[Season, Squad]]]]:
        """Who is registered with two teams of one league, and with which, by name."""
        groups: dict[tuple[str, str], list[Season]] = {}
        for season in self.seasons:
            if season.rules.entrants == "teams":
                groups.setdefault((season.league.name, season.league.season), []).append(season)
        found = {}
        for seasons in groups.values():
            of = {squad.id: season for season in seasons for squad in season.squads}
            for player, teams in registered_twice(seasons).items():
                name = seasons[0].people[player]
                found[name, tuple(team.id for team in teams)] = name, [(of[team.id], team) for team in teams]
        return sorted(found.values(), key=lambda line: line[0])


def open_county(db: Database, club: str, today: date, team: str | None = None) -> County:
    """Every season of the club that is not in the archive; of a ``team``, those that it has entered."""
    entered = entries(db, club).get(team, []) if team else None
    known = [league for league in in_order(leagues.leagues(db, club)) if not league.closed]
    playing = (league for league in known if entered is None or league.id in entered)
    seasons = open_all(db, club, playing, today)
    return County(tuple(sorted(seasons, key=lambda season: season.rules.format != "league")), today)


@dataclass(frozen=True, slots=True)
class LeagueMatchday:
    """One league's next matchday and what is played in the week from it, the own team's first."""

    season: Season
    day: date | None  # None where only a proposal brings the league here
    own: str | None  # the own team's id
    proposals: Mapping[str, Proposal]  # other days that captains propose, by the fixture

    @property
    def cards(self) -> list[FixtureCard]:
        """What is played in the week from this day, and what has the own team answer or wait for one."""
        ends = self.day + WEEK if self.day else None
        shown = [
            card
            for card in self.season.cards
            if (
                (self.day and ends and card.day and self.day <= card.day <= ends)
                or (card.fixture.id in self.proposals and self.own in card.facts.teams)
            )
            and self.season.may_count(card)
        ]
        return sorted(shown, key=lambda card: (self.own not in card.facts.teams, card.fixture.day or ""))

    @property
    def tonight(self) -> bool:
        return self.day == self.season.today

    def proposal(self, card: FixtureCard) -> Proposal | None:
        """The other day proposed for the fixture, as long as its card has not been begun."""
        return None if card.begun else self.proposals.get(card.fixture.id)


def league_matchdays(db: Database, club: str, today: date, own: Mapping[str, str]) -> list[LeagueMatchday]:
    """Every league's next matchday within a week; ``own`` names the team that the phone follows in each.

    A proposal for a match of the own team is there however far off the match is.
    """
    last = (today + AHEAD).isoformat()
    days = {league for league, day in leagues.next_days(db, club, today.isoformat()).items() if day <= last}
    proposals = open_proposals(db, club) if own or days else {}
    found = [
        LeagueMatchday(season, _next_day(season), own.get(league), proposals.get(league, {}))
        for league in sorted(days | (proposals.keys() & own.keys()))
        if (season := open_season(db, club, league, today))
    ]
    shown = [matchday for matchday in found if matchday.cards]
    return sorted(shown, key=lambda one: (one.own is None, one.day or date.max))


def _next_day(season: Season) -> date | None:
    """The next day on which something that counts is played, or None where it is further off."""
    day = next((card.day for card in season.next_fixtures), None)
    return day if day and day - season.today <= AHEAD else None
