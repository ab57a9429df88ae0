"""The page of the draw for seats and partners: a tile each, turned on the phone, and the draw repeated."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.matches.changing import change_setup
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.starting import MatchSetup
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.draws.drawn_seats import SeatDraw
from scorekeeper.web.matches.views import match_or_404

bp = Blueprint("seat_draws", __name__, url_prefix="/c/<club>/matches/<match>/seats")

_NOT_DRAWN = "Nobody drew for the seats of this match."


@bp.get("")
@needs("watch")
@cached_page("match")
def show(club: Club, match: str) -> str:
    """The tiles face down; a tap turns one, and when all are turned the page says who sits where."""
    state = match_or_404(club, match)
    draw = SeatDraw.of(state) or abort(404, _NOT_DRAWN)
    repeatable = state.running and not state.events and visitor().may("score")
    return render_template("setup/seats.html", club=club, state=state, draw=draw, repeatable=repeatable)


@bp.post("")
@needs("score")
def repeat(club: Club, match: str) -> Response:
    """Draw once more with the same people: the seats, and the lead where the same tiles gave it."""
    state = match_or_404(club, match)
    draw = SeatDraw.of(state) or abort(404, _NOT_DRAWN)
    seen = request.form.get("seen", -1, type=int)
    change_setup(asks(club), match, _once_more(state, draw), seen=seen)
    return redirect(url_for(".show", club=club.id, match=match), 303)


def _once_more(state: MatchState, draw: SeatDraw) -> MatchSetup:
    leads = (n for n, seat in enumerate(state.match.seats) if seat.player == state.match.first_leader)
    return MatchSetup(
        state.card,
        tuple(seat.name for seat in state.match.seats),
        pairs=draw.pairs,
        first_leader=next(leads, None),
        by_lot=draw.with_lead,
        draw_seats=True,
    )
