"""The county: every competition that a club is playing, looked at together, and what is played tonight."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.names import name_key
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import in_order
from scorekeeper.services.leagues.seasons import open_all, open_season
from scorekeeper.services.leagues.teams import registered_twice
from scorekeeper.store.leagues.captains import Proposal, open_proposals
from scorekeeper.store.leagues.leagues import leagues, next_days
from scorekeeper.store.leagues.squads import Squad, entries


class CountyMatch(NamedTuple):
    season: Season
    card: FixtureCard


class Clash(NamedTuple):
    """Matches of one day that want the same: a team, or a pub that has both at home."""

    day: date
    what: str
    at_home: bool
    matches: tuple[CountyMatch, ...]


@dataclass(frozen=True)
class County:
    """The competitions that are being played, in order, as they stand ``today``."""

    seasons: tuple[Season, ...]
    today: date

    @cached_property
    def coming(self) -> list[CountyMatch]:
        found = [
            CountyMatch(season, card)
            for season in self.seasons
            for card in season.fixture_cards
            if card.fixture.day and card.fixture.day >= self.today.isoformat() and season.counts(card)
        ]
        return sorted(found, key=lambda one: (one.card.fixture.day or "", one.card.fixture.starts or ""))

    def on(self, day: date) -> list[CountyMatch]:
        return [one for one in self.coming if one.card.fixture.day == day.isoformat()]

    @cached_property
    def clashes(self) -> list[Clash]:
        """Every day still to come on which a team plays twice, or a pub has two matches at home."""
        teams: dict[tuple[str, str], list[CountyMatch]] = {}
        homes: dict[tuple[str, str], list[CountyMatch]] = {}
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
        found = []
        for seasons in groups.values():
            of = {squad.id: season for season in seasons for squad in season.squads}
            names = {
                player: name for one in seasons for squad in one.squads for player, name in squad.players
            }
            found += [
                (names[player], [(of[team.id], team) for team in teams])
                for player, teams in registered_twice(seasons).items()
            ]
        once = {(name, tuple(team.id for _, team in teams)): (name, teams) for name, teams in found}
        return sorted(once.values(), key=lambda line: line[0])


def open_county(db: Database, club: str, today: date, team: str | None = None) -> County:
    """Every season of the club that is not in the archive; of a ``team``, those that it has entered."""
    entered = entries(db, club).get(team, []) if team else None
    known = [league for league in in_order(leagues(db, club)) if not league.closed]
    playing = (league for league in known if entered is None or league.id in entered)
    seasons = open_all(db, club, playing, today)
    return County(tuple(sorted(seasons, key=lambda season: season.rules.format != "league")), today)


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
