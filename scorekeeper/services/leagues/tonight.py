"""Tonight: the fixtures of today, or of the next day that has some, in every league being played."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sqlite_utils import Database

from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.leagues.captains import Proposal, open_proposals
from scorekeeper.store.leagues.fixtures import next_days

AHEAD = timedelta(days=7)  # what lies further off is found on the league's own pages
WEEK = timedelta(days=6)  # from a matchday to the last day to which one of its matches is moved


@dataclass(frozen=True, slots=True)
class LeagueMatchday:
    """One league's next matchday and what is played in the week from it, the own team's first.

    ``day`` is None where only a proposal brings the league here; ``own`` is the own team's id.
    ``proposals``: other days that captains propose, by the fixture.
    """

    season: Season
    day: date | None
    own: str | None
    proposals: Mapping[str, Proposal]

    @property
    def fixture_cards(self) -> list[FixtureCard]:
        """What is played in the week from this day, and what has the own team answer or wait for one."""
        ends = self.day + WEEK if self.day else None
        shown = [
            card
            for card in self.season.fixture_cards
            if (
                (self.day and ends and str(self.day) <= (card.fixture.day or "") <= str(ends))
                or (card.fixture.id in self.proposals and self.own in card.facts.teams)
            )
            and self.season.counts(card)
        ]
        return sorted(shown, key=lambda card: (self.own not in card.facts.teams, card.fixture.day or ""))

    @property
    def tonight(self) -> bool:
        return self.day == self.season.today

    def proposal(self, fixture_card: FixtureCard) -> Proposal | None:
        """The other day proposed for the fixture, as long as its card has not been begun."""
        return None if fixture_card.begun else self.proposals.get(fixture_card.fixture.id)


def league_matchdays(db: Database, club: str, today: date, own: Mapping[str, str]) -> list[LeagueMatchday]:
    """Every league's next matchday within a week; ``own`` names the team that the phone follows in each.

    A proposal for a match of the own team is there however far off the match is.
    """
    following = next_days(db, club, today.isoformat()).items()
    days = {league: day for league, iso in following if (day := date.fromisoformat(iso)) - today <= AHEAD}
    proposals = open_proposals(db, club) if own or days else {}
    found = [
        LeagueMatchday(season, days.get(league), own.get(league), proposals.get(league, {}))
        for league in sorted({*days, *(proposals.keys() & own.keys())})
        if (season := open_season(db, club, league, today))
    ]
    shown = [matchday for matchday in found if matchday.fixture_cards]
    return sorted(shown, key=lambda one: (one.own is None, one.day or date.max))
