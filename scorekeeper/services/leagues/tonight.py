"""Tonight: the fixtures of today, or of the next day that has some, in every league being played."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from sqlite_utils import Database

from scorekeeper.rules.fixtures import SeasonDay, Status
from scorekeeper.services.clubs.club_results import results
from scorekeeper.services.leagues.fixture_card import FixtureCard, fixture_card_of
from scorekeeper.services.leagues.seasons import rules_of, season_day
from scorekeeper.store.leagues.captains import Proposal, open_proposals
from scorekeeper.store.leagues.card_events import Live, card_events_of
from scorekeeper.store.leagues.fixtures import Fixture, fixtures, next_days
from scorekeeper.store.leagues.leagues import League, find_league
from scorekeeper.store.leagues.squads import squads

AHEAD = timedelta(days=7)  # what lies further off is found on the league's own pages
WEEK = timedelta(days=6)  # from a matchday to the last day to which one of its matches is moved


@dataclass(frozen=True, slots=True)
class LeagueMatchday:
    """One league's next matchday and what is played in the week from it, the own team's first.

    ``day`` is None where only a proposal brings the league here; ``own`` is the own team's id.
    ``proposals``: other days that captains propose, by the fixture.
    """

    league: League
    day: date | None
    fixture_cards: tuple[FixtureCard, ...]
    own: str | None
    season_day: SeasonDay
    proposals: Mapping[str, Proposal]

    @property
    def tonight(self) -> bool:
        return self.day is not None and self.day.toordinal() == self.season_day.today

    def status(self, fixture_card: FixtureCard) -> Status:
        return self.season_day.status(fixture_card.facts)

    def proposal(self, fixture_card: FixtureCard) -> Proposal | None:
        """The other day proposed for the fixture, as long as its card has not been begun."""
        return None if fixture_card.begun else self.proposals.get(fixture_card.fixture.id)

    def shows(self, fixture: Fixture) -> bool:
        """Whether it is played in the week from this day, or has the own team answer or wait for one."""
        if self.own in (fixture.home, fixture.away) and fixture.id in self.proposals:
            return True
        first, day = self.day, fixture.day
        return bool(first and day and first <= date.fromisoformat(day) <= first + WEEK)


def league_matchdays(db: Database, club: str, today: date, own: Mapping[str, str]) -> list[LeagueMatchday]:
    """Every league's next matchday within a week; ``own`` names the team that the phone follows in each.

    A proposal for a match of the own team is there however far off the match is.
    """
    following = next_days(db, club, today.isoformat())
    days = {league: day for league, iso in following if (day := date.fromisoformat(iso)) - today <= AHEAD}
    proposals = open_proposals(db, club) if own or days else {}
    found = []
    for league in sorted({*days, *(proposals.keys() & own.keys())}):
        known = find_league(db, club, league)
        if known:
            at = (known, days.get(league), today)
            matchday = _league_matchday(db, club, at, own.get(league), proposals.get(league, {}))
            if matchday.fixture_cards:
                found.append(matchday)
    return sorted(found, key=lambda one: (one.own is None, one.day or date.max))


def _league_matchday(
    db: Database,
    club: str,
    at: tuple[League, date | None, date],
    own: str | None,
    proposals: Mapping[str, Proposal],
) -> LeagueMatchday:
    league, day, today = at
    rules, teams = rules_of(league), {squad.id: squad for squad in squads(db, club, league.id)}
    everything = fixtures(db, club, league.id)
    on_day = season_day(league, rules, teams.values(), everything, today)
    matchday = LeagueMatchday(league, day, (), own, on_day, proposals)
    shown = [fixture for fixture in everything if matchday.shows(fixture)]
    reported = card_events_of(db, club, [fixture.id for fixture in shown]) if shown else {}
    scored_live = any(isinstance(event.body, Live) for events in reported.values() for event in events)
    matches = {line.match.id: line for line in results(db, club)} if scored_live else {}
    fixture_cards = [
        fixture_card_of(
            fixture, rules, (teams[fixture.home], teams[fixture.away]), reported.get(fixture.id, []), matches
        )
        for fixture in shown
    ]
    standing = [card for card in fixture_cards if not on_day.is_void(card.facts)]
    standing.sort(key=lambda card: (own not in card.facts.teams, card.fixture.day or ""))
    return replace(matchday, fixture_cards=tuple(standing))
