"""Captains' links: one for each team; the phone that opens it enters and signs for that team only.

A link may be guarded by a PIN, which is typed once on each phone that opens it.
"""

from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.clubs.link_secrets import captain_role
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.captains import accept_link, link_generation, renew_link, set_captain_pin
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.clubs.pins import has_pin
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import CAPTAIN, asks, grant, known_device, needs, refuse_where_it_was
from scorekeeper.web.auth.club_links import opens
from scorekeeper.web.auth.pins import Refusal, change_pin, pin_page, refused_pin
from scorekeeper.web.doors import season_of
from scorekeeper.web.http.db import get_db, now
from scorekeeper.web.squads.page import squad_of, squad_page

_ENDED = "This link no longer opens anything. Ask the league’s secretary for the new one."

bp = Blueprint("captains", __name__, url_prefix="/c/<club>/leagues/<league>/teams/<squad>")


@bp.post("/captain-link")
@needs("manage")
def renew(club: Club, league: str, squad: str) -> Response:
    """Make the team's link, or end the old one by a new one."""
    squad_of(season_of(club, league), squad)
    renew_link(asks(club), league, squad, request.form.get("seen", type=int))
    return redirect(url_for("squads.change", club=club.id, league=league, squad=squad), 303)


@bp.post("/captain-pin")
@needs("manage")
def guard(club: Club, league: str, squad: str) -> Response | tuple[str, int]:
    """Set the PIN of the team's link, take it away, or let locked-out phones try again."""
    season = season_of(club, league)
    team = squad_of(season, squad)

    def save(pin: str | None) -> None:
        set_captain_pin(asks(club), league, squad, pin)

    if fault := change_pin(club, save):
        return squad_page(club, season, team, pin_fault=fault), 422
    return redirect(url_for("squads.change", club=club.id, league=league, squad=squad), 303)


@bp.get("/captain/<secret>")
def join(club: str, league: str, squad: str, secret: str) -> str:
    """The page that makes this phone the captain's, by a tap: a preview in a chat opens the link as well."""
    opened = _opened(club, league, squad, secret)
    if has_pin(get_db(), club, squad):
        return pin_page(team=opened.squad.name)
    return render_template("squads/captain.html", club=opened.club, team=opened.squad.name)


@bp.post("/captain/<secret>")
def enter(club: str, league: str, squad: str, secret: str) -> Response | Refusal:
    """Exchange the link's secret for a cookie; where a PIN guards the link, a wrong one is counted."""
    opened = _opened(club, league, squad, secret)
    if has_pin(get_db(), club, squad) and (refusal := refused_pin(club, squad, opened.squad.name)):
        return refusal
    grant(club, CAPTAIN, 0)
    ask = Ask(get_db(), club, Author(known_device(club), now()), "watch")
    if not accept_link(ask, league, squad, opened.generation).answer:
        abort(404, _ENDED)
    return redirect(url_for("clubs.show", club=club), 303)


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
    season = season_of(found, league)
    return _Opened(found, season, squad_of(season, squad), generation)
