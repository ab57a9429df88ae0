"""A season's rules, and the day on which it is looked at."""

import json
from collections.abc import Iterable
from datetime import date

from scorekeeper.rules.fixtures.status import SeasonDay
from scorekeeper.rules.leagues.rules import LeagueRules
from scorekeeper.rules.leagues.withdrawals import Withdrawals
from scorekeeper.store.leagues.fixtures import Fixture
from scorekeeper.store.leagues.leagues import League
from scorekeeper.store.leagues.squads import Squad


def rules_of(league: League) -> LeagueRules:
    """The rules the league is played by."""
    return LeagueRules.from_dict(json.loads(league.rules))


def season_day(
    league: League, rules: LeagueRules, teams: Iterable[Squad], all_fixtures: Iterable[Fixture], today: date
) -> SeasonDay:
    """This day in the season of these teams and fixtures."""
    left = {team.id: date.fromisoformat(team.withdrawn_on).toordinal() for team in teams if team.withdrawn_on}
    rounds = [
        (fixture.round, date.fromisoformat(fixture.day).toordinal() if fixture.day else None)
        for fixture in all_fixtures
        if fixture.stage == "league"
    ]
    withdrawals = Withdrawals.of(rules.withdrawal, left, rounds)
    return SeasonDay(today.toordinal(), rules.points.late_days, withdrawals, bool(league.closed))
