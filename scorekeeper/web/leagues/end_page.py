"""The page of a season's end: its final table, its honours, and what comes after it."""

from dataclasses import dataclass

from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.statistics import called, pair_statistics, player_names, player_statistics
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.leagues.season_forms import NextSeasonForm

_BEST = 3


@dataclass(frozen=True, slots=True)
class EndPage:
    """``honours`` are titles with who holds them; ``open`` counts fixtures still to be played or settled."""

    club: Club
    visitor: Visitor
    season: Season
    form: NextSeasonForm
    rows: tuple[TableRow, ...]
    honours: list[tuple[str, str]]
    open: int

    @classmethod
    def of(cls, club: Club, visitor: Visitor, season: Season, form: NextSeasonForm) -> "EndPage":
        rows = season.table()
        statuses = [season.status(one) for one in season.fixture_cards]
        unsettled = sum(status.ahead or status.owed for status in statuses)
        return cls(club, visitor, season, form, rows, _honours(season, rows), unsettled)

    @property
    def names(self) -> dict[str, str]:
        return self.season.names


def _honours(season: Season, rows: tuple[TableRow, ...]) -> list[tuple[str, str]]:
    """Champions, runners-up and the best players and pair, once anything has been played."""
    if not any(row.played for row in rows):
        return []
    found = [
        (title, " and ".join(season.names[row.team] for row in rows if row.place == place))
        for title, place in (("Champions", 1), ("Runners-up", 2))
    ]
    names = player_names(season)
    for title, statistics in (("Player", player_statistics(season)), ("Pair", pair_statistics(season)[:1])):
        found += [
            (f"{title}, boards won", f"{called(line.who, names)}, {line.won} of {line.played}")
            for line in statistics[:_BEST]
        ]
    return [(title, who) for title, who in found if who]
