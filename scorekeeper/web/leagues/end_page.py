"""The page of a season's end: its final table, its honours, and what comes after it."""

from dataclasses import dataclass

from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics.season_players import called, pair_statistics, player_statistics
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
    def of(
        cls, club: Club, visitor: Visitor, season: Season, form: NextSeasonForm, first_two: tuple[str, str]
    ) -> "EndPage":
        """The page; ``first_two`` are champions and runners-up, empty where there are none."""
        rows = season.table()
        return cls(club, visitor, season, form, rows, _honours(season, first_two), season.unsettled)

    @property
    def names(self) -> dict[str, str]:
        """The teams' names by id."""
        return self.season.names


def _honours(season: Season, first_two: tuple[str, str]) -> list[tuple[str, str]]:
    """Champions, runners-up and the best players and pair, once anything has been played."""
    found = list(zip(("Champions", "Runners-up"), first_two, strict=True))
    names = season.player_names
    for title, statistics in (("Player", player_statistics(season)), ("Pair", pair_statistics(season)[:1])):
        found += [
            (f"{title}, boards won", f"{called(line.who, names)}, {line.won} of {line.played}")
            for line in statistics[:_BEST]
        ]
    return [(title, who) for title, who in found if who]
