"""Handicaps: one page with the points of every team and player of a league."""

import re
from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.handicaps import give_handicaps
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import author, needs
from scorekeeper.web.http.db import get_db
from scorekeeper.web.leagues.views import season_or_404

bp = Blueprint("handicaps", __name__, url_prefix="/c/<club>/leagues/<league>/handicaps")

_FIELD = "points-"


@bp.get("/")
@needs("manage")
def show(club: Club, league: str) -> str:
    """The points of everybody."""
    season = season_or_404(club, league)
    return _page(club, season, {id: str(points) for id, points in season.handicaps.items()})


@bp.post("/")
@needs("manage")
def save(club: Club, league: str) -> Response | tuple[str, int]:
    """Give these points."""
    season = season_or_404(club, league)
    typed = {
        name.removeprefix(_FIELD): value.strip() for name, value in request.form.items() if _FIELD in name
    }
    wrong = {
        id: f"Points: “{value[:20]}” is not a whole number from 0 to 999."
        for id, value in typed.items()
        if not re.fullmatch("[0-9]{0,3}", value)
    }
    if wrong:
        return _page(club, season, typed, wrong=wrong), 422
    try:
        points = {id: int(value or 0) for id, value in typed.items()}
        give_handicaps(get_db(), club.id, season, points, author(club))
    except LeagueError as refused:
        return _page(club, season, typed, fault=str(refused)), 422
    return redirect(url_for(".show", club=club.id, league=league), 303)


def _page(
    club: Club, season: Season, typed: dict[str, str], fault: str = "", wrong: Mapping[str, str] | None = None
) -> str:
    """``fault`` is of all of it, ``wrong`` of the fields by the ids of teams and players."""
    return render_template(
        "league_rules/handicaps.html", club=club, season=season, typed=typed, fault=fault, wrong=wrong or {}
    )
