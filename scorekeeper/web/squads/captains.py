"""Captains' links: one for each team; the phone that opens it enters and signs for that team only.

A link may be guarded by a PIN, which is typed once on each phone that opens it.
"""

from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.clubs.link_secrets import captain_role
from scorekeeper.services.leagues.captains import accept_link, link_generation, renew_link, set_captain_pin
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.clubs.links import generations
from scorekeeper.store.clubs.pins import has_pin
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import author, grant, needs, refuse_where_it_was, visitor_of
from scorekeeper.web.auth.club_links import opens
from scorekeeper.web.auth.pins import Refusal, change_pin, pin_page, refused_pin
from scorekeeper.web.http.db import get_db
from scorekeeper.web.squads.page import squad_or_404, squad_page

_ENDED = "This link no longer opens anything. Ask the league’s secretary for the new one."

bp = Blueprint("captains", __name__, url_prefix="/c/<club>/leagues/<league>/teams/<squad>")


@bp.post("/captain-link")
@needs("manage")
def renew(club: Club, league: str, squad: str) -> Response:
    """Make the team's link, or end the old one by a new one."""
    season, _ = squad_or_404(club, league, squad)
    renew_link(get_db(), club.id, season, squad, author(club))
    return redirect(url_for("squads.change", club=club.id, league=league, squad=squad), 303)


@bp.post("/captain-pin")
@needs("manage")
def guard(club: Club, league: str, squad: str) -> Response | tuple[str, int]:
    """Set the PIN of the team's link, take it away, or let locked-out phones try again."""
    season, team = squad_or_404(club, league, squad)

    def save(pin: str | None) -> None:
        set_captain_pin(get_db(), club.id, season, squad, pin, author(club))

    if fault := change_pin(club, save):
        return squad_page(club, season, team, pin_fault=fault), 422
    return redirect(url_for("squads.change", club=club.id, league=league, squad=squad), 303)


@bp.get("/captain/<secret>")
def join(club: str, league: str, squad: str, secret: str) -> Response | str:
    """Exchange the link's secret for a cookie and leave it out of the address from then on."""
    opened = _opened(club, league, squad, secret)
    if has_pin(get_db(), club, squad):
        return pin_page(team=opened.squad.name)
    return _let_in(opened)


@bp.post("/captain/<secret>")
def enter(club: str, league: str, squad: str, secret: str) -> Response | Refusal:
    """The same with the PIN that guards the link; a wrong one is counted."""
    opened = _opened(club, league, squad, secret)
    if has_pin(get_db(), club, squad) and (refusal := refused_pin(club, squad, opened.squad.name)):
        return refusal
    return _let_in(opened)


class _Opened(NamedTuple):
    """A team's link that stands: whose it is, and which of its links, counted from 1."""

    club: Club
    season: Season
    squad: Squad
    generation: int


def _opened(club: str, league: str, squad: str, secret: str) -> _Opened:
    found = find_club(get_db(), club)
    refuse_where_it_was(club)
    generation = link_generation(get_db(), club, league, squad)
    if found is None or not generation or not opens(club, captain_role(squad), generation, secret):
        abort(404, _ENDED)
    return _Opened(found, *squad_or_404(found, league, squad), generation)


def _let_in(opened: _Opened) -> Response:
    club, league = opened.club.id, opened.season.league.id
    grant(club, "score", generations(get_db(), club)["score"])
    g.visitor = visitor_of(club)
    if not accept_link(get_db(), club, league, opened.squad.id, opened.generation, author(opened.club)):
        abort(404, _ENDED)
    return redirect(url_for("clubs.show", club=club), 303)
