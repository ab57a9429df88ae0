"""Tables: a season looked at. Teams, players, pairs, one of them, the notice-board sheet, CSV."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.exchange.messages import day_words
from scorekeeper.exchange.season_files import SHEETS
from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.gate import Missing, there
from scorekeeper.services.leagues.fixture_card import Appearance, FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.ratings import Rating, season_ratings
from scorekeeper.services.statistics import (
    BoardStatistics,
    Rival,
    appearances_of,
    best_player_counts,
    called,
    pair_statistics,
    player_statistics,
    rivals,
    season_honours,
    team_rivals,
)
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import needs
from scorekeeper.web.doors import season_of
from scorekeeper.web.fixtures.views import RoundOfFixtures, rounds_of
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.downloads import file_name
from scorekeeper.web.http.page_cache import cached_page
from scorekeeper.web.http.paging import Page, page_asked, paged

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


@dataclass(frozen=True)
class SeasonPage:
    club: Club
    season: Season
    on: date | None

    @cached_property
    def days(self) -> list[date]:
        return sorted({date.fromordinal(result.day) for result in self.season.results}, reverse=True)

    @cached_property
    def rows(self) -> tuple[TableRow, ...]:
        return self.season.table(self.on)

    @cached_property
    def chart(self) -> PlacesChart | None:
        return PlacesChart.of(self.season)

    @property
    def unsigned(self) -> int:
        """How many complete cards count although both captains have not signed."""
        counting = [card for card in self.season.fixture_cards if self.season.day.counts(card.facts)]
        return sum(card.complete and not card.locked and card.forfeited_by is None for card in counting)


@dataclass(frozen=True)
class PlayersPage:
    """Players, or ``pairs``, page ``number``; ``ratings`` is None where the column is hidden."""

    club: Club
    season: Season
    pairs: bool
    singles: bool
    ratings: dict[str, Rating] | None
    honours: list[str]
    number: int

    @cached_property
    def statistics(self) -> Page[BoardStatistics]:
        found = (
            pair_statistics(self.season)
            if self.pairs
            else player_statistics(self.season, singles=self.singles)
        )
        return paged(found, _LISTED, self.number)

    @cached_property
    def best(self) -> list[tuple[str, int]]:
        return [] if self.pairs else best_player_counts(self.season)[:_BEST]

    def name(self, who: tuple[str, ...]) -> str:
        return called(who, self.season.player_names)


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """One team, or one player, of a season: whom they met, and every board or fixture of theirs."""

    club: Club
    season: Season
    name: str
    rivals: list[Rival]
    fixture_cards: list[FixtureCard]
    appearances: list[tuple[Appearance, str, str]]
    squad: Squad | None = None


@dataclass(frozen=True)
class SheetPage:
    club: Club
    season: Season
    honours: list[str]

    @cached_property
    def _rounds(self) -> list[RoundOfFixtures]:
        return rounds_of(self.season)

    @cached_property
    def _played(self) -> list[RoundOfFixtures]:
        return [one for one in self._rounds if any(card.complete for card in one.fixture_cards)]

    @property
    def rows(self) -> tuple[TableRow, ...]:
        return self.season.table()

    @property
    def last(self) -> RoundOfFixtures | None:
        return self._played[-1] if self._played else None

    @property
    def following(self) -> list[RoundOfFixtures]:
        return [one for one in self._rounds if one.ahead and one not in self._played][:2]

    @property
    def owed(self) -> list[FixtureCard]:
        """Fixtures whose card is missing, or that have no day yet."""
        season = self.season
        return [card for card in season.fixture_cards if season.status(card).owed and not card.complete]

    @property
    def moved(self) -> list[FixtureCard]:
        """Fixtures of earlier rounds that are still to be played."""
        return [
            card
            for one in self._played
            for card in one.fixture_cards
            if self.season.status(card).ahead and card.fixture.day != one.day
        ]

    @property
    def best(self) -> list[BoardStatistics]:
        return player_statistics(self.season)[:6]


bp = Blueprint("league_tables", __name__, url_prefix="/c/<club>/leagues/<league>")

# What stands in the table's place.
_PAGES = {"knockout": "cups.show", "groups": "cups.show", "ladder": "ladders.show"}


@bp.get("/")
@needs("watch")
@cached_page("league")
def show(club: Club, league: str) -> str | Redirect:
    """The table now, or after the day of ``?on=``; of a cup its bracket, of a ladder its order."""
    season = season_of(club, league)
    if season.rules.format in _PAGES:
        return redirect(url_for(_PAGES[season.rules.format], club=club.id, league=league), 303)
    page = SeasonPage(club, season, _day(request.args.get("on")))
    return render_template("leagues/show.html", page=page)


@bp.get("/players")
@needs("watch")
@cached_page("league")
def players(club: Club, league: str) -> str:
    """Every player's season; ``?ratings=hidden`` leaves that column out."""
    return _players(club, season_of(club, league), pairs=False)


@bp.get("/pairs")
@needs("watch")
@cached_page("league")
def pairs(club: Club, league: str) -> str:
    return _players(club, season_of(club, league), pairs=True)


def _players(club: Club, season: Season, *, pairs: bool) -> str:
    singles = not pairs and request.args.get("boards") == "singles"
    rated = not pairs and not singles and request.args.get("ratings") != "hidden"
    ratings = season_ratings(get_db(), club.id, season).ratings() if rated else None
    honours = season_honours(get_db(), club.id, season)
    page = PlayersPage(
        club, season, pairs=pairs, singles=singles, ratings=ratings, honours=honours, number=page_asked()
    )
    return render_template("statistics/players.html", page=page)


@bp.get("/teams/<squad>/season")
@needs("watch")
@cached_page("league")
def team(club: Club, league: str, squad: str) -> str:
    season = season_of(club, league)
    own = there(season.squad(squad), "team")
    cards = [card for card in season.fixture_cards if squad in card.facts.teams]
    page = EntrantPage(club, season, own.name, team_rivals(season, squad), cards, [], own)
    return render_template("statistics/entrant.html", page=page)


@bp.get("/players/<player>")
@needs("watch")
@cached_page("league")
def player(club: Club, league: str, player: str) -> str:
    return _entrant(club, season_of(club, league), (player,))


@bp.get("/pairs/<one>/<other>")
@needs("watch")
@cached_page("league")
def pair(club: Club, league: str, one: str, other: str) -> str:
    return _entrant(club, season_of(club, league), tuple(sorted((one, other))))


def _entrant(club: Club, season: Season, who: tuple[str, ...]) -> str:
    if not set(who) <= set(season.player_names):
        raise Missing("player")
    names = season.player_names
    boards = [(one, called(one.own, names), called(one.other, names)) for one in appearances_of(season, who)]
    page = EntrantPage(club, season, called(who, names), rivals(season, who), [], boards)
    return render_template("statistics/entrant.html", page=page)


@bp.get("/sheet")
@needs("watch")
@cached_page("league")
def sheet(club: Club, league: str) -> str:
    """One A4 page for the notice board; the browser prints it."""
    season = season_of(club, league)
    page = SheetPage(club, season, season_honours(get_db(), club.id, season))
    return render_template("leagues/sheet.html", page=page)


@bp.get("/<any(table, fixtures, boards, players, singles, pairs):kind>.csv")
@needs("watch")
def as_csv(club: Club, league: str, kind: str) -> Response:
    season = season_of(club, league)
    name = file_name(season.league.title, season.league.season, kind, kind="csv")
    disposition = f"attachment; filename={name}"
    return Response(SHEETS[kind](season), mimetype="text/csv", headers={"Content-Disposition": disposition})


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        abort(404, "There is no such day. Write it like 2026-11-24.")


@bp.app_template_filter()
def short_day(day: str | None) -> str:
    """``Tue 24 Nov``, or that there is no day yet."""
    return day_words(day)


@bp.app_template_filter()
def form_words(form: Iterable[str]) -> str:
    """``won, lost, won`` for screen readers."""
    return ", ".join(FORM_WORDS[one] for one in form)
