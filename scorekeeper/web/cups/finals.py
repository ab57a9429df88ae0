"""Finals of all knockouts on one page: when and where, who meets whom, and who won."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.cups import Cup, cups_with_finals, set_finals
from scorekeeper.services.leagues.subject import LeagueError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import Visitor, asks, needs, visitor
from scorekeeper.web.cups.views import FinalsForm
from scorekeeper.web.doors import refuse
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("finals", __name__, url_prefix="/c/<club>/leagues/finals")


@dataclass(frozen=True, slots=True)
class FinalsPage:
    """Every knockout with its final, and the secretary's form."""

    club: Club
    visitor: Visitor
    cups: list[Cup]
    form: FinalsForm

    @property
    def to_set(self) -> bool:
        """Whether a final has both its sides and has not begun."""
        finals = (cup.rounds[-1][0] for cup in self.cups)
        return any(tie.waits or any(not card.begun for card in tie.cards) for tie in finals)


@bp.get("/")
@needs("watch")
def show(club: Club) -> str:
    """The finals, to look at and to print."""
    return _page(club, FinalsForm(formdata=None))


@bp.post("/")
@needs("manage")
def set_all(club: Club) -> Response | tuple[str, int]:
    """Put every final that can be played on this day, at this time, in this place."""
    form = FinalsForm()
    if form.validate():
        try:
            set_finals(asks(club), club.id, form.occasion)
            return redirect(url_for(".show", club=club.id), 303)
        except LeagueError as refused:
            refuse(form, refused)
    return _page(club, form), 422


def _page(club: Club, form: FinalsForm) -> str:
    cups = cups_with_finals(get_db(), club.id, today())
    return render_template("cups/finals.html", page=FinalsPage(club, visitor(), cups, form))
