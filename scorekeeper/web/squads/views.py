"""Squads: the teams of a league, entering them, their players, their withdrawal."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.teams import (
    PlayersTaken,
    enter_squad,
    follow_team,
    squad_report,
    withdraw_or_drop_squad,
)
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import players
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.fixtures.forms import SquadForm, WithdrawForm
from scorekeeper.web.http.db import get_db
from scorekeeper.web.leagues.views import season_or_404
from scorekeeper.web.squads.page import squad_form, squad_or_404, squad_page

bp = Blueprint("squads", __name__, url_prefix="/c/<club>/leagues/<league>/teams")

Answer = Response | str | tuple[str, int]


@bp.route("/", methods=["GET", "POST"])
@needs("watch", change="manage")
def index(club: Club, league: str) -> Answer:
    """All teams; the manager enters another one at the top."""
    season = season_or_404(club, league)
    form = SquadForm()
    if request.method == "POST" and form.validate() and _entered(club, season, form):
        return redirect(url_for(".index", club=club.id, league=league), 303)
    page = render_template(
        "squads/index.html",
        club=club,
        season=season,
        form=form,
        visitor=visitor(),
        known=players(get_db(), club.id),
    )
    return page, 422 if form.errors else 200


@bp.route("/<squad>", methods=["GET", "POST"])
@needs("manage")
def change(club: Club, league: str, squad: str) -> Answer:
    """Change a team's name and players, or withdraw it."""
    season, known = squad_or_404(club, league, squad)
    form = squad_form(known)
    if form.validate_on_submit() and _entered(club, season, form, known):
        return redirect(url_for(".index", club=club.id, league=league), 303)
    return squad_page(club, season, known, form), 422 if form.errors else 200


@bp.post("/<squad>/withdraw")
@needs("manage")
def withdraw(club: Club, league: str, squad: str) -> Answer:
    """The team leaves the season, or comes back; one without fixtures is simply taken out."""
    season, known = squad_or_404(club, league, squad)
    form = WithdrawForm()
    if not form.validate():
        return squad_page(club, season, known, leaving=form), 422
    reason, withdrawn = form.reason.data or None, bool(form.withdrawn.data)
    withdraw_or_drop_squad(get_db(), club.id, season, known, reason, author(club), withdrawn=withdrawn)
    return redirect(url_for(".index", club=club.id, league=league), 303)


@bp.post("/<squad>/follow")
@needs("score")
def follow(club: Club, league: str, squad: str) -> Response:
    """Follow this team on this phone: its match comes first on the club's page."""
    squad_or_404(club, league, squad)
    follow_team(get_db(), club.id, league, squad, author(club))
    return redirect(url_for("clubs.show", club=club.id), 303)


def _entered(club: Club, season: Season, form: SquadForm, known: Squad | None = None) -> bool:
    by = author(club)
    try:
        report = squad_report(season, form.name.data or "", form.players.data or "", form.place)
        enter_squad(get_db(), club.id, season, report, by, known, move=form.move.data)
    except LeagueError as refused:
        form.refuse(refused.field, str(refused))
        form.offers_move = isinstance(refused, PlayersTaken)
        return False
    return True
