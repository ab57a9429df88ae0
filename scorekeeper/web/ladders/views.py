"""A ladder: its order, its challenges, and the forms to challenge somebody and to set the order."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.ladder import Ladder, challenge, open_ladder, set_order
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import Visitor, author, needs, visitor
from scorekeeper.web.http.db import get_db
from scorekeeper.web.ladders.forms import ChallengeForm, OrderForm
from scorekeeper.web.leagues.views import season_or_404

bp = Blueprint("ladders", __name__, url_prefix="/c/<club>/leagues/<league>/ladder")

Answer = Response | tuple[str, int]


@dataclass(frozen=True, slots=True)
class LadderPage:
    """``challenge`` is the open form of whoever was tapped, None while nobody was."""

    club: Club
    visitor: Visitor
    season: Season
    ladder: Ladder
    order: OrderForm
    challenge: ChallengeForm | None


@bp.get("/")
@needs("watch")
def show(club: Club, league: str) -> str:
    """The ladder; ``?by=`` opens the challenge of this one."""
    season = season_or_404(club, league)
    by = request.args.get("by")
    form = ChallengeForm.for_squads(season.squads, formdata=None, data={"challenger": by}) if by else None
    return _page(club, season, challenge=form)


@bp.post("/challenges")
@needs("score")
def add(club: Club, league: str) -> Answer:
    """Challenge somebody above."""
    season = season_or_404(club, league)
    form = ChallengeForm.for_squads(season.squads)
    if form.validate():
        try:
            challenge(get_db(), club.id, season, form.pair, form.occasion, author(club))
            return redirect(url_for(".show", club=club.id, league=league), 303)
        except LeagueError as refused:
            field = form[refused.field]
            field.errors = [*field.errors, str(refused)]
    return _page(club, season, challenge=form), 422


@bp.post("/order")
@needs("manage")
def order(club: Club, league: str) -> Answer:
    """The order before the first challenge was played."""
    season, form = season_or_404(club, league), OrderForm()
    if form.validate():
        try:
            set_order(get_db(), club.id, season, form.names, author(club))
            return redirect(url_for(".show", club=club.id, league=league), 303)
        except LeagueError as refused:
            form.seeds.errors = [*form.seeds.errors, str(refused)]
    return _page(club, season, order=form), 422


def _page(
    club: Club, season: Season, *, order: OrderForm | None = None, challenge: ChallengeForm | None = None
) -> str:
    ladder = open_ladder(get_db(), club.id, season)
    names = "\n".join(season.names[squad] for squad in ladder.order)
    order = order or OrderForm(formdata=None, data={"seeds": names})
    page = LadderPage(club, visitor(), season, ladder, order, challenge)
    return render_template("ladders/show.html", page=page)
