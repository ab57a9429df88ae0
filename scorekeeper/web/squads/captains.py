"""Captains of their own: a link a team; the phone that opens it enters and signs for that team only."""

import hmac

from flask import Blueprint, abort, g, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.leagues.captains import accept_link, link_generation, renew_link
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.clubs.links import generations
from scorekeeper.web.auth.access import author, grant, link_secret, needs, visitor_of
from scorekeeper.web.http.db import get_db
from scorekeeper.web.leagues.views import season_or_404

bp = Blueprint("captains", __name__, url_prefix="/c/<club>/leagues/<league>/teams/<squad>/captain")


def captain_url(club: Club, league: str, squad: str) -> str | None:
    """The address that makes a phone this team's captain's; None before it has been made."""
    generation = link_generation(get_db(), club.id, league, squad)
    if not generation:
        return None
    secret = link_secret(club.id, f"captain {squad}", generation)
    return url_for("captains.join", club=club.id, league=league, squad=squad, secret=secret, _external=True)


@bp.post("/link")
@needs("manage")
def renew(club: Club, league: str, squad: str) -> Response:
    """Make the team's link, or end the old one by a new one."""
    season = season_or_404(club, league)
    if season.squad(squad) is None:
        abort(404, "There is no such team in this league.")
    renew_link(get_db(), club.id, season, squad, author(club))
    return redirect(url_for("squads.change", club=club.id, league=league, squad=squad), 303)


@bp.get("/<secret>")
def join(club: str, league: str, squad: str, secret: str) -> Response:
    """Exchange the link's secret for a cookie and leave it out of the address from then on."""
    found = find_club(get_db(), club)
    generation = link_generation(get_db(), club, league, squad)
    wanted = link_secret(club, f"captain {squad}", generation)
    if found is None or not generation or not hmac.compare_digest(wanted.encode(), secret.encode()):
        abort(404, "This link no longer opens anything. Ask the league’s secretary for the new one.")
    grant(club, "score", generations(get_db(), club)["score"])
    g.visitor = visitor_of(found.id)
    if not accept_link(get_db(), club, league, squad, generation, author(found)):
        abort(404, "This link no longer opens anything. Ask the league’s secretary for the new one.")
    return redirect(url_for("clubs.show", club=club), 303)
