"""Tables: a season looked at. Teams, players, pairs, one of them, the notice-board sheet, CSV."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.exchange.messages import day_words
from scorekeeper.exchange.season_export import SHEETS
from scorekeeper.services import statistics
from scorekeeper.services.gate import Missing, there
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.services.ratings import season_ratings
from scorekeeper.services.statistics import Rival, called
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.doors import page_at
from scorekeeper.web.fixtures.views import rounds_of_fixtures
from scorekeeper.web.http.answers import file_name
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.paging import page_asked, paged

FORM_WORDS = {"W": "won", "D": "drawn", "L": "lost"}
_BEST = 12  # of those whom captains named most often
_LISTED = 75  # players or pairs on a page
bp = Blueprint("league_tables", __name__, url_prefix="/c/<club>/leagues/<league>")

# What stands in the table's place.
_PAGES = {"knockout": "cups.show", "groups": "cups.show", "ladder": "ladders.show_ladder"}


@page_at(bp, "/", role="watch", of=SEASON, kept="league")
def show(_: Club, season: Season) -> str | Redirect:
    """The table now, or after the day of ``?on=``; of a cup its bracket, of a ladder its order."""
    if season.rules.format in _PAGES:
        return redirect(url_for(_PAGES[season.rules.format]), 303)
    on = _day(request.args.get("on"))
    counting = [card for card in season.cards if season.day.counts(card.facts) and card.complete]
    return render_template(
        "leagues/show.html",
        season=season,
        on=on,
        rows=season.table_after(on) if on else season.table,
        days=sorted({result.day for result in season.results}, reverse=True),
        places=sorted(season.positions.items(), key=lambda one: one[1][-1:]),
        unsigned=sum(not card.locked and card.forfeited_by is None for card in counting),
    )


@page_at(bp, "/players", role="watch", of=SEASON, kept="league")
def players(club: Club, season: Season, *, pairs: bool = False) -> str:
    """Every player's season, or every pair's; ``?ratings=hidden`` leaves that column out."""
    singles = not pairs and request.args.get("boards") == "singles"
    rated = not pairs and not singles and request.args.get("ratings") != "hidden"
    found = (
        statistics.pair_statistics(season) if pairs else statistics.player_statistics(season, singles=singles)
    )
    return render_template(
        "statistics/players.html",
        season=season,
        pairs=pairs,
        singles=singles,
        statistics=paged(found, _LISTED, page_asked()),
        named=lambda who: called(who, season.player_names),
        ratings=season_ratings(get_db(), club.id, season).ratings() if rated else None,
        best=[] if pairs else statistics.best_player_counts(season)[:_BEST],
        honours=statistics.season_honours(get_db(), club.id, season),
    )


@page_at(bp, "/pairs", role="watch", of=SEASON, kept="league")
def pairs(club: Club, season: Season) -> str:
    return players(club, season, pairs=True)


@page_at(bp, "/teams/<squad>/season", role="watch", of=SEASON, kept="league")
def team(_: Club, season: Season, squad: str) -> str:
    own = there(season.squad(squad), "team")
    cards = [card for card in season.cards if squad in card.facts.teams]
    rows = statistics.team_rivals(season, squad)
    return _entrant_page(season, own.name, rows, squad=own, cards=cards)


def _entrant_page(season: Season, name: str, met: list[Rival], **found: Any) -> str:
    """One team, or one player, of a season: whom they met, and every fixture or board of theirs."""
    shown = {"squad": None, "cards": [], "appearances": [], **found}
    return render_template("statistics/entrant.html", season=season, name=name, rivals=met, **shown)


@page_at(bp, "/players/<one>", "/pairs/<one>/<other>", role="watch", of=SEASON, kept="league")
def entrant(_: Club, season: Season, one: str, other: str | None = None) -> str:
    who = tuple(sorted((one, other))) if other else (one,)
    if not set(who) <= set(season.player_names):
        raise Missing("player")
    names = season.player_names
    boards = [
        (one, called(one.own, names), called(one.other, names))
        for one in statistics.appearances_of(season, who)
    ]
    return _entrant_page(season, called(who, names), statistics.rivals(season, who), appearances=boards)


@page_at(bp, "/sheet", role="watch", of=SEASON, kept="league")
def sheet(club: Club, season: Season) -> str:
    """One A4 page for the notice board; the browser prints it."""
    rounds = rounds_of_fixtures(season)
    played = [one for one in rounds if any(card.complete for card in one.cards)]
    return render_template(
        "leagues/sheet.html",
        season=season,
        last=played[-1] if played else None,
        following=[one for one in rounds if one.ahead and one not in played][:2],
        owed=[card for card in season.cards if season.status(card).owed and not card.complete],
        moved=[
            card
            for one in played
            for card in one.cards
            if season.status(card).ahead and card.fixture.day != one.day
        ],
        best=statistics.player_statistics(season)[:6],
        honours=statistics.season_honours(get_db(), club.id, season),
    )


@page_at(bp, "/<any(table, fixtures, boards, players, singles, pairs):kind>.csv", role="watch", of=SEASON)
def as_csv(_: Club, season: Season, kind: str) -> Response:
    name = file_name(season.league.title, season.league.season, kind, kind="csv")
    disposition = f"attachment; filename={name}"
    return Response(SHEETS[kind](season), mimetype="text/csv", headers={"Content-Disposition": disposition})


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        abort(404, "There is no such day. Write it like 2026-11-24.")


bp.add_app_template_filter(day_words, "short_day")


@bp.app_template_filter()
def form_words(form: Iterable[str]) -> str:
    """``won, lost, won`` for screen readers."""
    return ", ".join(FORM_WORDS[one] for one in form)
