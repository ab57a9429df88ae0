"""A league's page in the score book: its teams, its nights, and the table they come to."""

import json
from dataclasses import dataclass
from datetime import date

from sqlite_utils import Database

from scorekeeper.rules.leagues.result import FixtureResult
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.leagues.schedule import clashes
from scorekeeper.rules.leagues.table import TableRow, league_table, positions
from scorekeeper.services.clubs.club_results import results
from scorekeeper.services.leagues.fixture_card import FixtureCard, fixture_card_of
from scorekeeper.store.card_events import Live, league_card_events
from scorekeeper.store.fixtures import fixtures
from scorekeeper.store.leagues import League, find_league
from scorekeeper.store.players import players
from scorekeeper.store.squads import Squad, squads


@dataclass(frozen=True, slots=True)
class Season:
    """Everything about one league; ``fixture_cards`` are its fixtures by round, then day.

    ``people`` are the names of today of all the club's players: who has left a squad did play for it.
    """

    league: League
    rules: LeagueRules
    squads: tuple[Squad, ...]
    fixture_cards: tuple[FixtureCard, ...]
    people: dict[str, str]

    @property
    def names(self) -> dict[str, str]:
        """Every team's name by its id."""
        return {squad.id: squad.name for squad in self.squads}

    @property
    def void(self) -> frozenset[str]:
        """Teams that have withdrawn and whose results count for nobody."""
        if self.rules.withdrawal != "void":
            return frozenset()
        return frozenset(squad.id for squad in self.squads if squad.withdrawn)

    @property
    def in_table(self) -> tuple[str, ...]:
        """The teams that stand in the table."""
        return tuple(squad.id for squad in self.squads if squad.id not in self.void)

    @property
    def begun(self) -> bool:
        """A result has been told, so rules change only with a reason."""
        return any(fixture_card.begun for fixture_card in self.fixture_cards)

    def counts(self, fixture_card: FixtureCard) -> bool:
        """Whether the night is of two teams that stand in the table."""
        return not self.void.intersection((fixture_card.fixture.home, fixture_card.fixture.away))

    @property
    def results(self) -> list[FixtureResult]:
        """Every fixture that counts, and those that a withdrawn team whose results stand still owes."""
        found = []
        for fixture_card in self.fixture_cards:
            result = fixture_card.result or self._owed(fixture_card)
            if result and self.counts(fixture_card):
                found.append(result)
        return found

    def table(self, as_of: date | None = None) -> tuple[TableRow, ...]:
        """The table after that day, or after everything."""
        day = as_of.toordinal() if as_of else None
        return league_table(
            self.in_table, self.results, self.rules.points, self.rules.tie_breaks, names=self.names, as_of=day
        )

    def positions(self) -> dict[str, list[int]]:
        """Every team's place after each day that counted."""
        rules = self.rules
        return positions(self.in_table, self.results, rules.points, rules.tie_breaks, self.names)

    def fixture_card(self, fixture: str) -> FixtureCard | None:
        """The night of this fixture, None for one of another league."""
        return next(
            (fixture_card for fixture_card in self.fixture_cards if fixture_card.fixture.id == fixture), None
        )

    def squad(self, squad: str) -> Squad | None:
        """The team of this id, None for one of another league."""
        return next((known for known in self.squads if known.id == squad), None)

    def overdue(self, today: date) -> list[FixtureCard]:
        """Nights that are past and whose card is not signed by both, the oldest first."""
        past = [
            fixture_card
            for fixture_card in self.fixture_cards
            if fixture_card.fixture.day
            and fixture_card.fixture.day < today.isoformat()
            and not fixture_card.locked
            and fixture_card.forfeited_by is None
            and self.counts(fixture_card)
            and not any(team.withdrawn for team in fixture_card.teams)
        ]
        return sorted(past, key=lambda fixture_card: fixture_card.fixture.day or "")

    @property
    def clashes(self) -> list[tuple[date, str]]:
        """Every day on which a team has two fixtures, with its name."""
        games = [
            (date.fromisoformat(f.day).toordinal() if f.day else None, f.home, f.away)
            for f in (fixture_card.fixture for fixture_card in self.fixture_cards)
        ]
        return [(date.fromordinal(day), self.names[team]) for day, team in clashes(games)]

    def _owed(self, fixture_card: FixtureCard) -> FixtureResult | None:
        gone = [side for side in (0, 1) if fixture_card.teams[side].withdrawn]
        if not gone or not fixture_card.fixture.day or fixture_card.begun:
            return None
        return FixtureResult(
            home=fixture_card.fixture.home,
            away=fixture_card.fixture.away,
            legs=self.rules.points.forfeit_legs(gone[0]),
            day=date.fromisoformat(fixture_card.fixture.day).toordinal(),
            ref=fixture_card.fixture.id,
            forfeited_by=gone[0],
        )


def rules_of(league: League) -> LeagueRules:
    """The rules the league is played by."""
    return LeagueRules.from_dict(json.loads(league.rules))


def open_season(db: Database, club: str, league: str) -> Season | None:
    """The season of this id in the club, or None where there is none."""
    found = find_league(db, club, league)
    if found is None:
        return None
    rules, teams = rules_of(found), tuple(squads(db, club, league))
    by_fixture = league_card_events(db, club, league)
    scored_live = any(isinstance(event.body, Live) for events in by_fixture.values() for event in events)
    matches = {line.match.id: line for line in results(db, club)} if scored_live else {}
    by_id = {squad.id: squad for squad in teams}
    fixture_cards = tuple(
        fixture_card_of(
            fixture,
            rules,
            (by_id[fixture.home], by_id[fixture.away]),
            by_fixture.get(fixture.id, []),
            matches,
        )
        for fixture in fixtures(db, club, league)
    )
    people = {player.id: player.name for player in players(db, club)}
    return Season(found, rules, teams, fixture_cards, people)
