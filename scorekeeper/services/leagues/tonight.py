"""Tonight: the fixtures of today, or of the next day that has some, in every league being played."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sqlite_utils import Database

from scorekeeper.rules.fixtures.status import SeasonDay, Status
from scorekeeper.services.cards.fixture_card import FixtureCard, fixture_card_of
from scorekeeper.services.clubs.club_results import results
from scorekeeper.services.leagues.season_day import rules_of, season_day
from scorekeeper.store.leagues.card_events import Live, league_card_events
from scorekeeper.store.leagues.fixtures import fixtures, next_days
from scorekeeper.store.leagues.leagues import League, find_league
from scorekeeper.store.leagues.squads import squads

AHEAD = timedelta(days=7)  # later fixtures are shown on the league's own pages


@dataclass(frozen=True, slots=True)
class LeagueMatchday:
    """The fixtures of one league on one day, the own team's first; ``own`` is that team's id."""

    league: League
    day: date
    fixture_cards: tuple[FixtureCard, ...]
    own: str | None
    season_day: SeasonDay

    @property
    def tonight(self) -> bool:
        """It is today."""
        return self.day.toordinal() == self.season_day.today

    def status(self, fixture_card: FixtureCard) -> Status:
        """What the fixture is today."""
        return self.season_day.status(fixture_card.facts)


def league_matchdays(db: Database, club: str, today: date, own: Mapping[str, str]) -> list[LeagueMatchday]:
    """Every league's next matchday within a week; ``own`` names the team that the phone follows in each."""
    found = []
    for league, day in next_days(db, club, today.isoformat()):
        if date.fromisoformat(day) - today <= AHEAD:
            fixture_card = _league_matchday(db, club, (league, day), today, own.get(league))
            if fixture_card:
                found.append(fixture_card)
    return sorted(found, key=lambda one: (one.own is None, one.day))


def _league_matchday(
    db: Database, club: str, at: tuple[str, str], today: date, own: str | None
) -> LeagueMatchday | None:
    league, day = at
    known = find_league(db, club, league)
    if known is None:
        return None
    rules, teams = rules_of(known), {squad.id: squad for squad in squads(db, club, league)}
    everything = fixtures(db, club, league)
    reported = league_card_events(db, club, league, day)
    scored_live = any(isinstance(event.body, Live) for events in reported.values() for event in events)
    matches = {line.match.id: line for line in results(db, club)} if scored_live else {}
    on_day = season_day(rules, teams.values(), everything, today)
    fixture_cards = [
        fixture_card_of(
            fixture, rules, (teams[fixture.home], teams[fixture.away]), reported.get(fixture.id, []), matches
        )
        for fixture in everything
        if fixture.day == day
    ]
    standing = [fixture_card for fixture_card in fixture_cards if not on_day.is_void(fixture_card.facts)]
    standing.sort(key=lambda fixture_card: own not in fixture_card.facts.teams)
    return LeagueMatchday(known, date.fromisoformat(day), tuple(standing), own, on_day) if standing else None
