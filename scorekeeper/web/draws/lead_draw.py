"""The page of the draw for the first lead: a tile for each player, turned on the phone."""

from flask import Blueprint, abort, render_template

from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import needs
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.draws.drawn_lead import LeadDraw
from scorekeeper.web.matches.views import match_or_404

bp = Blueprint("lead_draws", __name__, url_prefix="/c/<club>/matches/<match>/draw")


@bp.get("")
@needs("watch")
@cached_page("match")
def show(club: Club, match: str) -> str:
    """The tiles face down; a tap turns one, and when all are turned the page says who goes first."""
    state = match_or_404(club, match)
    draw = LeadDraw.of(state) or abort(404, "Nobody drew for the lead of this match.")
    return render_template("setup/draw.html", club=club, state=state, draw=draw)
