"""The player of the night: each captain names one of the other team on the card."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.cards.best_player import name_best_player
from scorekeeper.services.cards.card_commands import MatchCardError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.fixtures import FixtureRef
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.cards.forms import side_of
from scorekeeper.web.cards.views import card_page, fixture_card_or_404
from scorekeeper.web.http.db import get_db

bp = Blueprint("best_player", __name__, url_prefix="/c/<club>/fixtures/<fixture>")


@bp.post("/best-player")
@needs("score")
def name(club: Club, fixture: str) -> Response | tuple[str, int]:
    """A captain names the best of the other team, or takes that back."""
    season, card = fixture_card_or_404(club, fixture)
    side, player = side_of(request.form.get("side")), request.form.get("player", "")
    if side is None:
        abort(404, "A card has two captains: home and away.")
    at, secretary = FixtureRef(club.id, fixture), visitor().may("manage")
    try:
        name_best_player(get_db(), at, side, player, author(club), secretary=secretary)
    except MatchCardError as refused:
        page = card_page(club, season, card, None, refused=str(refused))
        return render_template("cards/show.html", page=page), 422
    return redirect(url_for("cards.show", club=club.id, fixture=fixture), 303)
