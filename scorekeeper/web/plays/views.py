"""Plays and penalties: what is scored inside a round."""

from flask import Blueprint, abort, jsonify, render_template, request
from werkzeug.wrappers import Response
from wtforms.validators import ValidationError

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tiles.ends_entry import count_shown_ends
from scorekeeper.services.matches.idempotency import KeyUsed, Overtaken
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.services.matches.recording import record_event
from scorekeeper.services.matches.rounds import parse_shown
from scorekeeper.store.clubs import Club
from scorekeeper.web.auth.access import needs, stamp, visitor
from scorekeeper.web.forms.act import ActForm, ticket_of
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import (
    choice,
    conflict,
    for_program,
    misshapen,
    missing,
    problem,
    stored,
)
from scorekeeper.web.matches.page import MatchPage
from scorekeeper.web.matches.views import book_or_404, to_match
from scorekeeper.web.plays.forms import PLAY_FORMS, EndsForm, EventForm, PenaltyForm, TileForm

bp = Blueprint("plays", __name__, url_prefix="/c/<club>/matches/<match>/plays")

Answer = Response | str | tuple[str, int]


@bp.post("/<way>")
@needs("score")
def save(club: Club, match: str, way: str) -> Answer:
    """A play, told by a points key, by the open ends or by its tile."""
    if way not in PLAY_FORMS:
        abort(404, "A play is told by keys, by ends or by tiles.")
    book = book_or_404(club, match)
    form = PLAY_FORMS[way].for_book(book)
    if isinstance(form, TileForm) and form.validate() and _needs_place(form):
        if for_program():
            return problem(422, "The tile fits in several places: say which.", "place")
        page = MatchPage.of(club, visitor(), book, way, chosen=form.tile.data[0])
        return render_template("matches/show.html", page=page, act=ActForm.fresh())
    return _save(club, book, form, way)


@bp.post("/count")
@needs("score")
def count(club: Club, match: str) -> Response:
    """What the ends shown so far count, and why. Stores nothing."""
    book = book_or_404(club, match)
    form = EndsForm.for_book(book)
    try:
        ends, spinner = parse_shown(form.checked())
        counted = count_shown_ends(ends, spinner, book.card)
    except (RuleError, ValidationError) as error:
        return jsonify({"line": str(error), "ready": False})
    return jsonify({"line": counted.words, "ready": True})


@bp.post("/penalty")
@needs("score")
def penalise(club: Club, match: str) -> Answer:
    """Points taken or given by hand, with the reason that the record keeps."""
    book = book_or_404(club, match)
    return _save(club, book, PenaltyForm.for_book(book), "keys")


def _needs_place(form: TileForm) -> bool:
    """Whether the tile fits in several places, so that the player has to say which.

    Where it fits in one, that is the place; where in none, the rules will say why.
    """
    layout = form.book.account.layout
    if form.act.data != "tile" or form.place.data or layout is None:
        return False
    fitting = layout.moves(form.tile.data[0])
    form.place.data = fitting[0] if len(fitting) == 1 else _nearest_place(form)
    return len(fitting) > 1


def _nearest_place(form: TileForm) -> str:
    """A place that exists, so that the refusal of a tile that fits nowhere speaks of the tile."""
    layout = form.book.account.layout
    return layout.places[0] if layout else ""


def _save(club: Club, book: MatchBook, form: EventForm, way: str) -> Answer:
    if for_program() and (lacking := missing("round", "seen")) is not None:
        return lacking
    if not form.validate():
        if for_program():
            return misshapen(form)
        return _again(club, book, way, [words for errors in form.errors.values() for words in errors], 422)
    try:
        new = _record(club, book, form)
    except RuleError as error:
        return (
            problem(422, str(error), "rules") if for_program() else _again(club, book, way, [str(error)], 422)
        )
    except (Overtaken, KeyUsed) as error:
        return _too_late(club, book_or_404(club, book.match.id), way, error)
    return (
        stored(club, book.match.id, form.key.data, new=new)
        if for_program()
        else to_match(club, book.match.id)
    )


def _record(club: Club, book: MatchBook, form: EventForm) -> bool:
    return record_event(
        get_db(),
        (club.id, book.match.id),
        form.told(),
        round=form.round.data,
        seen=form.seen.data,
        reason=form.reason.data if isinstance(form, PenaltyForm) else None,
        ticket=ticket_of(form.key.data),
        stamp=stamp(club),
    )


def _too_late(club: Club, fresh: MatchBook, way: str, error: Overtaken | KeyUsed) -> Answer:
    """Another phone has entered something since this one looked; it may have been the same play."""
    if not for_program():
        return _again(
            club, fresh, way, [f"{error} Nothing was added; tap again if yours is another play."], 409
        )
    theirs = error.theirs if isinstance(error, Overtaken) else None
    again = {"round": fresh.state.round_open, "seen": fresh.match.version}
    choices = [choice("Add mine as well", request.path, **again)] if fresh.running else []
    return conflict(error, f"{fresh.words_of(theirs)} ({theirs.nickname})" if theirs else "", "", choices)


def _again(club: Club, book: MatchBook, way: str, refused: list[str], code: int) -> Answer:
    """The match as it is now, and why nothing was added to it."""
    page = MatchPage.of(club, visitor(), book, way)
    return render_template("matches/show.html", page=page, act=ActForm.fresh(), refused=refused), code
