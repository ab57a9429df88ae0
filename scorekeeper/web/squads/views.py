"""Squads: the teams of a league, entering them, their players, their withdrawal."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.teams import enter_squad, follow_team, withdraw_or_drop_squad
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import players
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.doors import SQUADS, Door, season_of, serve
from scorekeeper.web.fixtures.forms import SquadForm, WithdrawForm
from scorekeeper.web.http.db import get_db
from scorekeeper.web.squads.page import entry_of, squad_of, squad_page

bp = Blueprint("squads", __name__, url_prefix="/c/<club>/leagues/<league>/teams")


@bp.get("/")
@needs("watch")
def index(club: Club, league: str) -> str:
    """All teams; the manager enters another one at the top."""
    return _index(club, season_of(club, league), SquadForm(formdata=None))


def _index(club: Club, season: Season, form: SquadForm) -> str:
    known = players(get_db(), club.id)
    return render_template(
        "squads/index.html", club=club, season=season, form=form, visitor=visitor(), known=known
    )


@bp.get("/<squad>")
@needs("manage")
def change(club: Club, league: str, squad: str) -> str:
    """A team's name and players, its captain's link, its withdrawal."""
    season = season_of(club, league)
    return squad_page(club, season, squad_of(season, squad))


def _said(form: SquadForm, squad: str | None = None) -> dict[str, Any]:
    typed = {"name": form.name.data or "", "players": form.players.data or "", "place": form.place}
    return {**typed, "known": squad, "move": form.move.data}


_ENTER = Door(enter_squad, _said, lambda _, **rest: SquadForm(**rest), to="squads.index")
serve(
    _ENTER._replace(page=_index, makes=True, seen=lambda season: season.seen, checks=False),
    page=(bp, "/", "enter"),
    api=(SQUADS, "", "enter"),
)
serve(
    _ENTER._replace(
        page=lambda club, season, form, squad: squad_page(club, season, squad_of(season, squad), form),
        before=lambda season, squad: entry_of(squad_of(season, squad)),
    ),
    page=(bp, "/<squad>", "save"),
    api=(SQUADS, "/<squad>", "change"),
)
serve(
    Door(
        withdraw_or_drop_squad,
        said=lambda form, squad: {
            "squad": squad,
            "reason": form.reason.data or None,
            "withdrawn": form.withdrawn.data == "yes",
        },
        form=lambda _, **rest: WithdrawForm(**rest),
        page=lambda club, season, form, squad: squad_page(
            club, season, squad_of(season, squad), leaving=form
        ),
        to="squads.index",
        answers=lambda withdrawn: {"withdrawn": withdrawn},
    ),
    page=(bp, "/<squad>/withdraw", "withdraw"),
    api=(SQUADS, "/<squad>/withdrawn", "withdraw"),
)


@bp.post("/<squad>/follow")
@needs("score")
def follow(club: Club, league: str, squad: str) -> Response:
    """Follow this team on this phone: its match comes first on the club's page."""
    follow_team(asks(club), league, squad)
    return redirect(url_for("clubs.show", club=club.id), 303)
