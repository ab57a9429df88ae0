"""Tables: a season looked at. Teams, players, pairs, one of them, the notice-board sheet, CSV."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.exchange.messages import day_words
from scorekeeper.exchange.season_files import SHEETS
from scorekeeper.services import statistics
from scorekeeper.services.gate import Missing, there
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.ratings import season_ratings
from scorekeeper.services.statistics import Rival, called
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import needs
from scorekeeper.web.doors import season_of
from scorekeeper.web.fixtures.views import rounds_of
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.downloads import file_name
from scorekeeper.web.http.page_cache import cached_page
from scorekeeper.web.http.paging import page_asked, paged

FORM_WORDS = {"W": "won", "D": "drawn", "L": "lost"}

_BEST = 12  # of those whom captains named most often
_LISTED = 100  # players or pairs on a page


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
    on = _day(request.args.get("on"))
    counting = [card for card in season.fixture_cards if season.day.counts(card.facts) and card.complete]
    return render_template(
        "leagues/show.html",
        club=club,
        season=season,
        on=on,
        rows=season.table(on),
        days=sorted({date.fromordinal(result.day) for result in season.results}, reverse=True),
        places=sorted(season.positions.items(), key=lambda one: one[1][-1:]),
        unsigned=sum(not card.locked and card.forfeited_by is None for card in counting),
    )


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
    found = (
        statistics.pair_statistics(season) if pairs else statistics.player_statistics(season, singles=singles)
    )
    return render_template(
        "statistics/players.html",
        club=club,
        season=season,
        pairs=pairs,
        singles=singles,
        statistics=paged(found, _LISTED, page_asked()),
        named=lambda who: called(who, season.player_names),
        ratings=season_ratings(get_db(), club.id, season).ratings() if rated else None,
        best=[] if pairs else statistics.best_player_counts(season)[:_BEST],
        honours=statistics.season_honours(get_db(), club.id, season),
    )


@bp.get("/teams/<squad>/season")
@needs("watch")
@cached_page("league")
def team(club: Club, league: str, squad: str) -> str:
    season = season_of(club, league)
    own = there(season.squad(squad), "team")
    cards = [card for card in season.fixture_cards if squad in card.facts.teams]
    rows = statistics.team_rivals(season, squad)
    return _entrant_page(club, season, own.name, rows, squad=own, fixture_cards=cards)


def _entrant_page(club: Club, season: Season, name: str, met: list[Rival], **found: Any) -> str:
    """One team, or one player, of a season: whom they met, and every fixture or board of theirs."""
    shown = {"squad": None, "fixture_cards": [], "appearances": [], **found}
    return render_template(
        "statistics/entrant.html", club=club, season=season, name=name, rivals=met, **shown
    )


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
    boards = [
        (one, called(one.own, names), called(one.other, names))
        for one in statistics.appearances_of(season, who)
    ]
    return _entrant_page(club, season, called(who, names), statistics.rivals(season, who), appearances=boards)


@bp.get("/sheet")
@needs("watch")
@cached_page("league")
def sheet(club: Club, league: str) -> str:
    """One A4 page for the notice board; the browser prints it."""
    season = season_of(club, league)
    rounds = rounds_of(season)
    played = [one for one in rounds if any(card.complete for card in one.fixture_cards)]
    return render_template(
        "leagues/sheet.html",
        club=club,
        season=season,
        last=played[-1] if played else None,
        following=[one for one in rounds if one.ahead and one not in played][:2],
        owed=[card for card in season.fixture_cards if season.status(card).owed and not card.complete],
        moved=[
            card
            for one in played
            for card in one.fixture_cards
            if season.status(card).ahead and card.fixture.day != one.day
        ],
        best=statistics.player_statistics(season)[:6],
        honours=statistics.season_honours(get_db(), club.id, season),
    )


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
