"""The pages that show a season: its table, its chart, its players, one team or player, the sheet."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.cards.appearance import Appearance
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.ratings import Rating
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics.season_players import (
    BoardStatistics,
    appearances_of,
    best_player_counts,
    called,
    pair_statistics,
    player_statistics,
    rivals,
    team_rivals,
)
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.fixtures.page import RoundOfFixtures, rounds_of
from scorekeeper.web.http.paging import Page, paged

_WIDTH, _HEIGHT, _ROW = 300, 24, 24  # the chart's own units
FORM_WORDS = {"W": "won", "D": "drawn", "L": "lost"}

_BEST = 12  # of those whom captains named most often
_LISTED = 100  # players or pairs on a page


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One team's places as a polyline; ``style`` is one of five strokes, ``y`` where its name stands."""

    name: str
    style: int
    points: str
    y: int
    places: list[int]


@dataclass(frozen=True, slots=True)
class PlacesChart:
    """Every team's places over ``days`` that counted, the leader's line first."""

    lines: list[ChartLine]
    height: int
    days: int

    @classmethod
    def of(cls, season: Season) -> "PlacesChart | None":
        """The chart, once there are two days to join."""
        places = season.positions
        days = max((len(p) for p in places.values()), default=0)
        if days < 2:
            return None
        order = sorted(places, key=lambda team: places[team][-1])
        lines = [_chart_line(season.names[team], places[team], at, days) for at, team in enumerate(order)]
        return cls(lines, _ROW * len(lines), days)


def _chart_line(name: str, places: list[int], at: int, days: int) -> ChartLine:
    step = _WIDTH / (days - 1)
    points = " ".join(f"{day * step:.1f},{place * _ROW - _ROW // 2}" for day, place in enumerate(places))
    return ChartLine(name, at % 5, points, places[-1] * _ROW - _ROW // 2, places)


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The table after ``on``, or as it is now if None; ``days`` are those it can be looked back to."""

    club: Club
    visitor: Visitor
    season: Season
    on: date | None
    days: list[date]
    rows: tuple[TableRow, ...]
    chart: PlacesChart | None
    tonight: list[FixtureCard]
    unsigned: int

    @classmethod
    def of(cls, club: Club, visitor: Visitor, season: Season, on: date | None) -> "SeasonPage":
        """The season as it stands, or as it stood at the end of the day ``on``."""
        days = sorted({date.fromordinal(result.day) for result in season.results}, reverse=True)
        tonight = season.next_fixtures
        unsigned = sum(n.complete and not n.locked and n.forfeited_by is None for n in season.fixture_cards)
        chart = PlacesChart.of(season)
        return cls(club, visitor, season, on, days, season.table(on), chart, tonight, unsigned)

    @property
    def names(self) -> dict[str, str]:
        """The teams' names by id."""
        return self.season.names


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """``statistics`` of players, or of pairs; ``ratings`` is None where the column is hidden."""

    club: Club
    season: Season
    pairs: bool
    statistics: Page[BoardStatistics]
    names: dict[str, str]
    ratings: dict[str, Rating] | None
    honours: list[str]
    best: list[tuple[str, int]]

    @classmethod
    def of(
        cls,
        club: Club,
        season: Season,
        *,
        pairs: bool,
        ratings: dict[str, Rating] | None,
        honours: list[str],
        number: int,
    ) -> "PlayersPage":
        """One page of players, or of pairs, by number; ``ratings`` is None where the column is hidden."""
        statistics = pair_statistics(season) if pairs else player_statistics(season)
        shown = paged(statistics, _LISTED, number)
        best = [] if pairs else best_player_counts(season)[:_BEST]
        return cls(club, season, pairs, shown, season.player_names, ratings, honours, best)

    def name(self, who: tuple[str, ...]) -> str:
        """The player, or both of a pair."""
        return called(who, self.names)


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """Head to head with one opponent: its name, and won, drawn and lost against it."""

    name: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """One team, or one player, of a season: whom they met, and every board or fixture of theirs."""

    club: Club
    season: Season
    name: str
    rivals: list[OpponentLine]
    fixture_cards: list[FixtureCard]
    appearances: list[tuple[Appearance, str, str]]
    squad: Squad | None = None

    @classmethod
    def of_team(cls, club: Club, season: Season, squad: str) -> "EntrantPage":
        """The page of one team."""
        names = season.names
        met = [OpponentLine(names[team], *counts) for team, *counts in team_rivals(season, squad)]
        fixture_cards = [n for n in season.fixture_cards if squad in (n.fixture.home, n.fixture.away)]
        return cls(club, season, names[squad], met, fixture_cards, [], season.squad(squad))

    @classmethod
    def of_players(cls, club: Club, season: Season, who: tuple[str, ...]) -> "EntrantPage":
        """The page of one player, or of a pair."""
        names = season.player_names
        met = [OpponentLine(called(other, names), won, 0, lost) for other, won, lost in rivals(season, who)]
        own = [(one, called(one.own, names), called(one.other, names)) for one in appearances_of(season, who)]
        return cls(club, season, called(who, names), met, [], own)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The notice-board sheet: table, last results, next fixtures, honours.

    ``owed`` are fixtures whose card is missing or that have no day yet, ``moved`` those of earlier rounds
    that are still to be played.
    """

    club: Club
    season: Season
    rows: tuple[TableRow, ...]
    last: RoundOfFixtures | None
    following: list[RoundOfFixtures]
    owed: list[FixtureCard]
    moved: list[FixtureCard]
    best: list[BoardStatistics]
    names: dict[str, str]
    honours: list[str]
    printed: date

    @classmethod
    def of(cls, club: Club, season: Season, honours: list[str]) -> "SheetPage":
        """The sheet for the notice board as of today."""
        rounds = rounds_of(season)
        played = [one for one in rounds if any(fixture_card.complete for fixture_card in one.fixture_cards)]
        following = [one for one in rounds if one.ahead and one not in played][:2]
        owed = [
            fixture_card
            for fixture_card in season.fixture_cards
            if season.status(fixture_card).owed and not fixture_card.complete
        ]
        moved = [
            fixture_card
            for one in played
            for fixture_card in one.fixture_cards
            if season.status(fixture_card).ahead and fixture_card.fixture.day != one.day
        ]
        best = player_statistics(season)[:6]
        last = played[-1] if played else None
        names = season.player_names
        return cls(
            club, season, season.table(), last, following, owed, moved, best, names, honours, season.today
        )
