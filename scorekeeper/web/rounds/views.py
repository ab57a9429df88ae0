"""Rounds: the end of one, its preview, and correcting it."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, jsonify, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.idempotency import KeyUsed, Overtaken, Refused
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.services.matches.recording import record_round
from scorekeeper.store.clubs import Club
from scorekeeper.store.match_events import Entry, RoundEnd
from scorekeeper.web.auth.access import needs, stamp
from scorekeeper.web.auth.device_name import take_name
from scorekeeper.web.forms.act import standing, ticket_of
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import (
    against_rules,
    choice,
    conflict,
    for_program,
    misshapen,
    missing,
    stored,
)
from scorekeeper.web.matches.views import book_or_404, to_match
from scorekeeper.web.rounds.forms import RoundForm
from scorekeeper.web.rounds.initial import known_already, typed_again
from scorekeeper.web.rounds.page import RoundPage
from scorekeeper.web.rounds.preview import Preview

bp = Blueprint("rounds", __name__, url_prefix="/c/<club>/matches/<match>/rounds")

Answer = Response | str | tuple[str, int]


@bp.get("/new")
@needs("score")
def new(club: Club, match: str) -> Answer:
    """The empty form; ``?out=`` says who was tapped on the page before."""
    book = book_or_404(club, match)
    if not book.running:
        return to_match(club, match)
    typed = {**known_already(book), "out": request.args.get("out")}
    form = RoundForm.for_book(book, formdata=None, data=typed)
    return never_kept(render_template("rounds/form.html", page=RoundPage.of(club, book, form)))


@bp.post("")
@needs("score")
def save(club: Club, match: str) -> Answer:
    """Store the round, or show the form again with every fault beside its field."""
    book = book_or_404(club, match)
    form = RoundForm.for_book(book)
    return _save(
        RoundPage.of(club, book, form),
        lambda: record_round(
            get_db(),
            (club.id, match),
            form.round_end(),
            form.last_play(),
            round=form.round.data,
            reason=form.reason.data or None,
            ticket=ticket_of(form.key.data),
            stamp=stamp(club),
        ),
    )


@bp.post("/preview")
@needs("score")
def preview(club: Club, match: str) -> Response:
    """What the form would score as it stands, in the judge's words. Stores nothing."""
    book = book_or_404(club, match)
    return jsonify(Preview.of(book, RoundForm.for_book(book)).as_json())


@bp.get("/<int:root>")
@needs("score")
def open_past(club: Club, match: str, root: int) -> Response:
    """A past round, ready to be corrected: the form holds what was entered."""
    book = book_or_404(club, match)
    entry = _round_or_404(book, root)
    form = RoundForm.for_book(book, formdata=None, data=typed_again(book, entry))
    page = RoundPage.of(club, book, form, correcting=entry)
    return never_kept(render_template("rounds/form.html", page=page))


@bp.post("/<int:root>")
@needs("score")
def mend(club: Club, match: str, root: int) -> Answer:
    """Put the corrected round in the place of the old one, which stays readable."""
    book = book_or_404(club, match)
    entry = _round_or_404(book, root)
    form = RoundForm.for_book(book)
    return _save(
        RoundPage.of(club, book, form, correcting=entry),
        lambda: correct(
            get_db(),
            (club.id, match),
            form.round_end(),
            root=root,
            standing=standing(),
            reason=form.reason.data or None,
            ticket=ticket_of(form.key.data),
            stamp=stamp(club),
        ),
    )


def _save(page: RoundPage, store: Callable[[], bool]) -> Answer:
    """Check the page's form and store what it says; or show it again with what is wrong."""
    if for_program():
        return _save_for_program(page, store)
    if not page.form.validate():
        return render_template("rounds/form.html", page=page), 422
    try:
        store()
    except Refused as refused:
        page.refuse(refused.judgement)
        return render_template("rounds/form.html", page=page), 422
    except (Overtaken, KeyUsed) as error:
        return render_template("rounds/overtaken.html", page=page, error=error), 409
    take_name(page.club)
    return to_match(page.club, page.book.match.id)


def _save_for_program(page: RoundPage, store: Callable[[], bool]) -> Response:
    """The same, answered to an outbox."""
    if (lacking := missing(*(["standing"] if page.correcting else []), "round")) is not None:
        return lacking
    if not page.form.validate():
        return misshapen(page.form)
    try:
        new = store()
    except Refused as refused:
        return against_rules(refused.judgement)
    except (Overtaken, KeyUsed) as error:
        fresh = RoundPage(page.club, book_or_404(page.club, page.book.match.id), page.form, page.correcting)
        return conflict(error, fresh.theirs(error), fresh.mine(), _choices(fresh, error))
    take_name(page.club)
    return stored(page.club, page.book.match.id, page.form.key.data, new=new)


def _choices(page: RoundPage, error: Exception) -> list[dict[str, Any]]:
    """What a phone that came second may do with its own round."""
    club, match = page.club.id, page.book.match.id
    offered = []
    if isinstance(error, Overtaken) and error.theirs and page.replaceable(error):
        theirs = error.theirs
        action = url_for("rounds.mend", club=club, match=match, root=theirs.root)
        said = {"standing": theirs.version, "round": theirs.round}
        offered.append(choice("Put mine in its place", action, **said))
    if page.book.running and not page.correcting:
        number = page.book.state.round_open
        action = url_for("rounds.save", club=club, match=match)
        offered.append(choice(f"Add mine as round {number}", action, round=number))
    return offered


def _round_or_404(book: MatchBook, root: int) -> Entry:
    """The round's end that stands or last stood at this root: one that was taken out can be put back."""
    ends = [entry for entry in book.entries if entry.root == root and isinstance(entry.told, RoundEnd)]
    return ends[-1] if ends else abort(404, "There is no such round in this match.")
