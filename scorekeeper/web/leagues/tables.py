"""Tables: a season looked at. Teams, players, pairs, one of them, the notice-board sheet, CSV."""

from collections.abc import Iterable
from datetime import date

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.exchange.messages import day_words
from scorekeeper.exchange.season_csv import SHEETS
from scorekeeper.services.clubs.ratings import season_ratings
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.statistics.honours import season_honours
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.downloads import file_name
from scorekeeper.web.http.paging import page_asked
from scorekeeper.web.leagues.page import FORM_WORDS, EntrantPage, PlayersPage, SeasonPage, SheetPage
from scorekeeper.web.leagues.views import season_or_404

bp = Blueprint("league_tables", __name__, url_prefix="/c/<club>/leagues/<league>")

# What stands in the table's place.
_PAGES = {"knockout": "cups.show", "groups": "cups.show", "ladder": "ladders.show"}


@bp.get("/")
@needs("watch")
@cached_page("league")
def show(club: Club, league: str) -> str | Redirect:
    """The table now, or after the day of ``?on=``; of a cup its bracket, of a ladder its order."""
    season = season_or_404(club, league)
    if season.rules.format in _PAGES:
        return redirect(url_for(_PAGES[season.rules.format], club=club.id, league=league), 303)
    page = SeasonPage.of(club, visitor(), season, _day(request.args.get("on")))
    return render_template("leagues/show.html", page=page)


@bp.get("/players")
@needs("watch")
@cached_page("league")
def players(club: Club, league: str) -> str:
    """Every player's season; ``?ratings=hidden`` leaves that column out."""
    return _players(club, season_or_404(club, league), pairs=False)


@bp.get("/pairs")
@needs("watch")
@cached_page("league")
def pairs(club: Club, league: str) -> str:
    """The pairs of the season, with what they won."""
    return _players(club, season_or_404(club, league), pairs=True)


def _players(club: Club, season: Season, *, pairs: bool) -> str:
    rated = not pairs and request.args.get("ratings") != "hidden"
    ratings = season_ratings(get_db(), club.id, season).ratings() if rated else None
    honours = season_honours(get_db(), club.id, season)
    page = PlayersPage.of(club, season, pairs=pairs, ratings=ratings, honours=honours, number=page_asked())
    return render_template("statistics/players.html", page=page)


@bp.get("/teams/<squad>/season")
@needs("watch")
@cached_page("league")
def team(club: Club, league: str, squad: str) -> str:
    """One team's season: head to head, and its fixtures."""
    season = season_or_404(club, league)
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
    season = season_or_404(club, league)
    return _entrant(club, season, (player,))


@bp.get("/pairs/<one>/<other>")
@needs("watch")
@cached_page("league")
def pair(club: Club, league: str, one: str, other: str) -> str:
    """One pair's season: head to head, and every board."""
    return _entrant(club, season_or_404(club, league), tuple(sorted((one, other))))


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
    season = season_or_404(club, league)
    page = SheetPage.of(club, season, season_honours(get_db(), club.id, season))
    return render_template("leagues/sheet.html", page=page)


@bp.get("/<any(table, fixtures, boards, players, pairs):kind>.csv")
@needs("watch")
def as_csv(club: Club, league: str, kind: str) -> Response:
    """One of the season's tables for a spreadsheet."""
    season = season_or_404(club, league)
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
