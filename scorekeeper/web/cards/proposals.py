"""Proposals: a captain asks for another day, the other answers."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.cards.card_commands import MatchCardError
from scorekeeper.services.cards.proposals import answer_day, propose_day
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.fixtures import FixtureRef
from scorekeeper.store.leagues.proposals import Proposal
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.cards.forms import side_of
from scorekeeper.web.cards.proposal_form import ProposalForm
from scorekeeper.web.cards.views import card_page, fixture_card_or_404
from scorekeeper.web.http.db import get_db

bp = Blueprint("proposals", __name__, url_prefix="/c/<club>/fixtures/<fixture>/proposals")

Answer = Response | tuple[str, int]


@bp.post("/")
@needs("score")
def add(club: Club, fixture: str) -> Answer:
    """Ask the other captain for another day."""
    fixture_card_or_404(club, fixture)
    form = ProposalForm()
    side = side_of(form.side.data)
    try:
        if not form.validate() or side is None or form.day.data is None:
            words = [
                error for field in (form.key, form.day, form.starts, form.note) for error in field.errors
            ]
            raise MatchCardError((0, " ".join(words) or "Another day: say for which team."))
        day, starts = form.day.data.isoformat(), form.starts.data
        new = Proposal("", side, day, starts, form.note.data or None, None)
        key, secretary = form.key.data, visitor().may("manage")
        propose_day(
            get_db(), FixtureRef(club.id, fixture), new, key=key, author=author(club), secretary=secretary
        )
    except MatchCardError as refused:
        return _refused(club, fixture, str(refused), form)
    return _to_card(club, fixture)


@bp.post("/<proposal>")
@needs("score")
def reply(club: Club, fixture: str, proposal: str) -> Answer:
    """Accept, decline or withdraw a proposal."""
    fixture_card_or_404(club, fixture)
    said, secretary = request.form.get("answer", ""), visitor().may("manage")
    try:
        at = FixtureRef(club.id, fixture)
        answer_day(get_db(), at, proposal, said, author=author(club), secretary=secretary)
    except MatchCardError as refused:
        return _refused(club, fixture, str(refused))
    return _to_card(club, fixture)


def _refused(club: Club, fixture: str, words: str, proposing: ProposalForm | None = None) -> tuple[str, int]:
    season, card = fixture_card_or_404(club, fixture)
    page = card_page(club, season, card, None, refused=words, proposing=proposing)
    return render_template("cards/show.html", page=page), 422


def _to_card(club: Club, fixture: str) -> Response:
    return redirect(url_for("cards.show", club=club.id, fixture=fixture, _anchor="score"), 303)
