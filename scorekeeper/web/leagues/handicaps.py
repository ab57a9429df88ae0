"""Handicaps: one page with the points of every team and player of a league."""

import re
from collections.abc import Mapping

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.leagues.adjustments import MOST_START
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import give_handicaps
from scorekeeper.services.leagues.subject import LeagueError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import with_token
from scorekeeper.web.api.parsing import read_body
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.doors import DESK, season_of

bp = Blueprint("handicaps", __name__, url_prefix="/c/<club>/leagues/<league>/handicaps")

_FIELD = "points-"


@bp.get("/")
@needs("manage")
def show(club: Club, league: str) -> str:
    """The points of everybody."""
    season = season_of(club, league)
    return _page(club, season, {id: str(points) for id, points in season.handicaps.items()})


@bp.post("/")
@needs("manage")
def save(club: Club, league: str) -> Response | tuple[str, int]:
    """Give these points, where they are others than the page had shown."""
    season = season_of(club, league)
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
        shown = dict(one.split(":", 1) for one in request.form.get("shown", "").split() if ":" in one)
        points = {id: int(value or 0) for id, value in typed.items() if value != shown.get(id, "")}
        give_handicaps(asks(club), league, points)
    except LeagueError as refused:
        return _page(club, season, typed, fault=str(refused)), 422
    return redirect(url_for(".show", club=club.id, league=league), 303)


def _page(
    club: Club, season: Season, typed: dict[str, str], fault: str = "", wrong: Mapping[str, str] | None = None
) -> str:
    """``fault`` is of all of it, ``wrong`` of the fields by the ids of teams and players."""
    return render_template(
        "league_rules/handicaps.html",
        club=club,
        season=season,
        typed=typed,
        shown=" ".join(f"{id}:{points}" for id, points in season.handicaps.items()),
        fault=fault,
        wrong=wrong or {},
    )


@DESK.post("/handicaps")
@with_token("manage")
def handicap(club: Club, league: str) -> Response:
    """Points with which a team or a player starts; 0 ends them."""
    body = read_body("entrant", "points")
    entrant = body.text("entrant", 40, needed=True) or ""
    points = body.whole("points", 0, MOST_START, needed=True) or 0
    body.verify()
    give_handicaps(asks(club), league, {entrant: points})
    return jsonify(id=league)
