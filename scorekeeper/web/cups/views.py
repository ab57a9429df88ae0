"""Knockouts: drawn, dated round by round, a bracket to look at and to print."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.cups.knockout import first_round
from scorekeeper.rules.text import counted
from scorekeeper.services.cups.cup import Cup, date_round, open_cup
from scorekeeper.services.cups.groups import Group, draw_bracket, draw_groups, groups_of
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import Visitor, author, needs, visitor
from scorekeeper.web.cups.forms import DrawForm, GroupsForm, RoundForm
from scorekeeper.web.http.db import get_db
from scorekeeper.web.leagues.views import season_or_404

bp = Blueprint("cups", __name__, url_prefix="/c/<club>/leagues/<league>/cup")

Answer = Response | str | tuple[str, int]


@dataclass(frozen=True, slots=True)
class CupPage:
    """The bracket, and the secretary's forms."""

    club: Club
    visitor: Visitor
    season: Season
    cup: Cup
    draw: DrawForm
    round: RoundForm
    groups: list[Group]
    group_draw: GroupsForm

    @property
    def begun(self) -> bool:
        """Something was entered for the knockout itself."""
        cards = self.season.fixture_cards
        return any(card.begun and card.fixture.tie for card in cards)

    @property
    def first_round(self) -> str:
        """What the draw will make of those who have entered, in words."""
        entered = sum(not squad.withdrawn_on for squad in self.season.squads)
        words = counted(entered, self.season.rules.entrants.removesuffix("s"))
        if entered < 2:
            return f"{words} so far."
        ties, byes = first_round(entered)
        return f"{words}: {counted(ties, 'tie')} in the first round, {counted(byes, 'bye')}."

    @property
    def names(self) -> dict[str, str]:
        """The teams' names by id."""
        return self.season.names


@bp.get("/")
@needs("watch")
def show(club: Club, league: str) -> str:
    """The bracket, round by round."""
    return _page(club, season_or_404(club, league))


@bp.post("/draw")
@needs("manage")
def draw(club: Club, league: str) -> Answer:
    """Draw the knockout, or draw it anew while nothing was entered for it."""
    season, form = season_or_404(club, league), DrawForm()
    if form.validate():
        try:
            draw_bracket(get_db(), club.id, season, form.names, author(club))
            return redirect(url_for(".show", club=club.id, league=league), 303)
        except LeagueError as refused:
            form.seeds.errors = [*form.seeds.errors, str(refused)]
    return _page(club, season, draw=form), 422


@bp.post("/groups")
@needs("manage")
def draw_all_groups(club: Club, league: str) -> Answer:
    """Draw the groups with their fixtures, or draw them anew while nothing was entered."""
    season, form = season_or_404(club, league), GroupsForm()
    if form.validate():
        try:
            draw_groups(get_db(), club.id, season, form.names, **form.days(), author=author(club))
            return redirect(url_for(".show", club=club.id, league=league), 303)
        except LeagueError as refused:
            field = form[refused.field]
            field.errors = [*field.errors, str(refused)]
    return _page(club, season, group_draw=form), 422


@bp.post("/round")
@needs("manage")
def set_round(club: Club, league: str) -> Answer:
    """Give the ties of a round that wait their matches on a day; level ones are played again."""
    season, form = season_or_404(club, league), RoundForm()
    if form.validate():
        try:
            date_round(get_db(), club.id, season, form.number.data or 1, form.occasion, author(club))
            return redirect(url_for(".show", club=club.id, league=league), 303)
        except LeagueError as refused:
            form.day.errors = [*form.day.errors, str(refused)]
    return _page(club, season, round=form), 422


def _page(
    club: Club,
    season: Season,
    *,
    draw: DrawForm | None = None,
    round: RoundForm | None = None,
    group_draw: GroupsForm | None = None,
) -> str:
    cup = open_cup(get_db(), club.id, season)
    draw, round = draw or DrawForm(formdata=None), round or RoundForm(formdata=None)
    group_draw = group_draw or GroupsForm(formdata=None)
    page = CupPage(club, visitor(), season, cup, draw, round, groups_of(season), group_draw)
    return render_template("cups/show.html", page=page)
