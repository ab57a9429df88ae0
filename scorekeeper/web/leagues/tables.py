"""Tables: a season looked at. Teams, players, pairs, one of them, the notice-board sheet, CSV."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.exchange.messages import day_words
from scorekeeper.exchange.season_files import SHEETS
from scorekeeper.rules.leagues.table import TableRow
from scorekeeper.services.leagues.appearance import Appearance
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.ratings import Rating, season_ratings
from scorekeeper.services.statistics import (
    BoardStatistics,
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
from scorekeeper.web.auth.access import Visitor, needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.doors import season_of
from scorekeeper.web.fixtures.views import RoundOfFixtures, rounds_of
from scorekeeper.web.http.csrf import CONTENT_SECURITY_POLICY
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.downloads import file_name
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
        counting = [card for card in season.fixture_cards if season.day.counts(card.facts)]
        unsigned = sum(card.complete and not card.locked and card.forfeited_by is None for card in counting)
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
    singles: bool

    @classmethod
    def of(
        cls,
        club: Club,
        season: Season,
        *,
        pairs: bool,
        singles: bool,
        ratings: dict[str, Rating] | None,
        honours: list[str],
        number: int,
    ) -> "PlayersPage":
        """One page of players, or of pairs, by number; ``ratings`` is None where the column is hidden."""
        statistics = pair_statistics(season) if pairs else player_statistics(season, singles=singles)
        shown = paged(statistics, _LISTED, number)
        best = [] if pairs else best_player_counts(season)[:_BEST]
        return cls(club, season, pairs, shown, season.player_names, ratings, honours, best, singles)

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
    page = SeasonPage.of(club, visitor(), season, _day(request.args.get("on")))
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
    """The pairs of the season, with what they won."""
    return _players(club, season_of(club, league), pairs=True)


def _players(club: Club, season: Season, *, pairs: bool) -> str:
    singles = not pairs and request.args.get("boards") == "singles"
    rated = not pairs and not singles and request.args.get("ratings") != "hidden"
    ratings = season_ratings(get_db(), club.id, season).ratings() if rated else None
    honours = season_honours(get_db(), club.id, season)
    page = PlayersPage.of(
        club,
        season,
        pairs=pairs,
        singles=singles,
        ratings=ratings,
        honours=honours,
        number=page_asked(),
    )
    return render_template("statistics/players.html", page=page)


@bp.get("/teams/<squad>/season")
@needs("watch")
@cached_page("league")
def team(club: Club, league: str, squad: str) -> str:
    """One team's season: head to head, and its fixtures."""
    season = season_of(club, league)
    if season.squad(squad) is None:
        abort(404, "There is no such team in this league.")
    return render_template(
        "statistics/entrant.html", visitor=visitor(), page=EntrantPage.of_team(club, season, squad)
    )


@bp.get("/players/<player>")
@needs("watch")
@cached_page("league")
def player(club: Club, league: str, player: str) -> str:
    """One player's season: head to head, and every board."""
    season = season_of(club, league)
    return _entrant(club, season, (player,))


@bp.get("/pairs/<one>/<other>")
@needs("watch")
@cached_page("league")
def pair(club: Club, league: str, one: str, other: str) -> str:
    """One pair's season: head to head, and every board."""
    return _entrant(club, season_of(club, league), tuple(sorted((one, other))))


def _entrant(club: Club, season: Season, who: tuple[str, ...]) -> str:
    if not set(who) <= set(season.player_names):
        abort(404, "There is no such player in this league.")
    return render_template(
        "statistics/entrant.html", visitor=visitor(), page=EntrantPage.of_players(club, season, who)
    )


@bp.get("/sheet")
@needs("watch")
@cached_page("league")
def sheet(club: Club, league: str) -> str:
    """One A4 page for the notice board; the browser prints it."""
    season = season_of(club, league)
    page = SheetPage.of(club, season, season_honours(get_db(), club.id, season))
    return render_template("leagues/sheet.html", page=page)


@bp.get("/<any(table, fixtures, boards, players, singles, pairs):kind>.csv")
@needs("watch")
def as_csv(club: Club, league: str, kind: str) -> Response:
    """One of the season's tables for a spreadsheet."""
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


embed_bp = Blueprint("embed", __name__)

FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_LATEST = 6


@embed_bp.get("/embed/<club>/<league>")
@needs("watch")
def table(club: Club, league: str) -> Response:
    """The table, what was played last and what is next."""
    season = open_season(get_db(), club.id, league, today())
    if season is None:
        abort(404, "There is no such league in this club.")
    played = [card for card in season.fixture_cards if card.complete and season.counts(card)]
    last = sorted(played, key=lambda card: card.fixture.day or "")[-_LATEST:][::-1]
    home = url_for("league_tables.show", club=club.id, league=league, _external=True)
    text = render_template("leagues/embed.html", season=season, rows=season.table(), last=last, home=home)
    answer = make_response(text)
    answer.headers["Content-Security-Policy"] = FRAMED
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
