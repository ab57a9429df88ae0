"""Adjustments: points that the secretary gives a team or takes from it, and late fines waived."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.leagues.adjustments import adjust_points, take_back, waive_fine
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.adjustments.forms import AdjustmentForm, WhyForm
from scorekeeper.web.adjustments.page import AdjustmentsPage
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.forms.act import new_key
from scorekeeper.web.http.db import get_db
from scorekeeper.web.leagues.views import season_or_404

bp = Blueprint("adjustments", __name__, url_prefix="/c/<club>/leagues/<league>/points")

Answer = Response | str | tuple[str, int]


@bp.get("/")
@needs("watch")
def index(club: Club, league: str) -> str:
    """What was given, taken, fined and waived; the secretary adds to it here."""
    season = season_or_404(club, league)
    form = AdjustmentForm.for_squads(season.squads, formdata=None, data={"key": new_key()})
    page = AdjustmentsPage.of(club, visitor(), season, form)
    return render_template("adjustments/index.html", page=page)


@bp.post("/")
@needs("manage")
def add(club: Club, league: str) -> Answer:
    """Give the team points, or take some, with the reason that the table shows."""
    season = season_or_404(club, league)
    form = AdjustmentForm.for_squads(season.squads)
    if form.validate():
        try:
            adjust_points(
                get_db(),
                club.id,
                season,
                form.squad.data,
                form.signed,
                form.reason.data,
                key=form.key.data,
                author=author(club),
            )
            return redirect(url_for(".index", club=club.id, league=league), 303)
        except LeagueError as refused:
            form[refused.field].errors = [*form[refused.field].errors, str(refused)]
    page = AdjustmentsPage.of(club, visitor(), season, form)
    return render_template("adjustments/index.html", page=page), 422


@bp.post("/waive/<fixture>")
@needs("manage")
def waive(club: Club, league: str, fixture: str) -> Answer:
    """The late card of this fixture costs nothing."""
    return _because(
        club,
        league,
        lambda form: waive_fine(
            get_db(),
            club.id,
            season_or_404(club, league),
            fixture,
            form.reason.data,
            key=form.key.data,
            author=author(club),
        ),
    )


@bp.post("/<adjustment>/back")
@needs("manage")
def undo(club: Club, league: str, adjustment: str) -> Answer:
    """Take an adjustment back."""
    return _because(
        club,
        league,
        lambda form: take_back(
            get_db(),
            club.id,
            season_or_404(club, league),
            adjustment,
            form.reason.data,
            key=form.key.data,
            author=author(club),
        ),
    )


def _because(club: Club, league: str, act: Callable[[WhyForm], None]) -> Answer:
    """Do the act with the typed reason; if it is refused, say so on the page and keep the reason."""
    form = WhyForm()
    try:
        if not form.validate():
            raise LeagueError("reason", " ".join([*form.key.errors, *form.reason.errors]))
        act(form)
    except LeagueError as refused:
        season = season_or_404(club, league)
        empty = AdjustmentForm.for_squads(season.squads, formdata=None, data={"key": new_key()})
        page = AdjustmentsPage.of(club, visitor(), season, empty, str(refused), form.reason.data or "")
        return render_template("adjustments/index.html", page=page), 422
    return redirect(url_for(".index", club=club.id, league=league), 303)
