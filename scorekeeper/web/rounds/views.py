"""Rounds: the end of one, correcting it, and what needs no form: undo, a play removed, a round deleted."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.gate import Done, IdempotencyKey, KeyReused
from scorekeeper.services.matches import corrections
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH, Conflict, RuleViolation
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import entry_version
from scorekeeper.store.matches.match_events import MatchEvent, Removal, RoundEnd, reported_hands
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.auth.phones import FIELD, asks_name, take_name
from scorekeeper.web.doors import MATCHES, Door, page_at
from scorekeeper.web.forms import ActForm, WholeNumberField, idempotency_key_of, standing
from scorekeeper.web.http import negotiation
from scorekeeper.web.http.db import get_db
from scorekeeper.web.matches.page import reported_rows
from scorekeeper.web.matches.views import changed_parts, done, match_or_404, to_match
from scorekeeper.web.rounds.entry import (
    Faulty,
    RoundEntry,
    RoundForm,
    entered_values,
    initial_values,
    read_entry,
)
from scorekeeper.web.rounds.page import RoundPage

bp = Blueprint("rounds", __name__, url_prefix="/c/<club>/matches/<match>/rounds")

AGREED = "Another phone has entered the same result. It counts once."
Answer = Response | str | tuple[str, int]
Store = Callable[[RoundEntry, IdempotencyKey], Done[bool]]


@page_at(bp, "/new", role="score", of=MATCH, kept="match", no_store=True)
def new(club: Club, state: MatchState) -> Answer:
    """The empty form; ``?out=`` says who was tapped on the page before."""
    if not state.running:
        return to_match(club, state.match.id)
    typed = {**initial_values(state), "out": request.args.get("out")}
    form = RoundForm.for_state(state, formdata=None, data=typed)
    return render_template("rounds/form.html", page=round_page(club, state, form))


def round_page(
    club: Club, state: MatchState, form: RoundForm, correcting: MatchEvent | None = None
) -> RoundPage:
    return _shown(RoundPage(club, state, form, correcting))


def _shown(page: RoundPage) -> RoundPage:
    """The page with what only a form that is shown needs: the hands that players have entered themselves."""
    club, state = page.club, page.state
    reported = reported_hands(get_db(), club.id, state.match.id) if page.correcting is None else {}
    page.reported, page.asks_name = reported_rows(state, reported), asks_name(club)
    return page


@bp.post("")
@needs("score", MATCH)
def save(club: Club, state: MatchState) -> Answer:
    return _save(club, state, lambda entry, key: entry.record(asks(club, key), state.match.id))


@page_at(bp, "/<int:original>", role="score", of=MATCH, kept="never", posts=True)
def correct(club: Club, state: MatchState, original: int) -> Answer:
    """The form of a round's end as it was entered, and what is put in its place."""
    event = round_or_404(state, original)

    def store(entry: RoundEntry, key: IdempotencyKey) -> Done[bool]:
        return entry.replace(asks(club, key), state.match.id, original, standing())

    if request.method == "POST":
        return _save(club, state, store, event)
    form = RoundForm.for_state(state, formdata=None, data=entered_values(state, event))
    return render_template("rounds/form.html", page=round_page(club, state, form, event))


def _save(club: Club, state: MatchState, store: Store, correcting: MatchEvent | None = None) -> Answer:
    """Read what was sent and store it; or show the form again, or tell the outbox, what is wrong."""
    match, program = state.match.id, negotiation.for_program()
    needed = ("standing", "round") if correcting else ("round",)
    if program and (lacking := negotiation.precondition_required(*needed)) is not None:
        return lacking
    try:
        entry = read_entry(state, request.form)
        new = store(entry, idempotency_key_of(entry.key)).added
    except (Faulty, RuleViolation) as refused:
        if not program:
            return _refused_page(club, state, correcting, refused), 422
        page = {"page": _refused_page(club, state, correcting, refused)} if negotiation.wants_page() else {}
        if isinstance(refused, Faulty):
            return negotiation.form_errors(refused.faults, **page)
        return negotiation.rule_errors(refused.validation, **page)
    except (Conflict, KeyReused) as error:
        fresh = _sent_page(club, match_or_404(club, match), correcting, entry)
        choices = _choices(fresh, error)
        if program:
            return negotiation.conflict(error, fresh.theirs(error), fresh.mine(), choices)
        return render_template("rounds/conflict.html", page=fresh, error=error, choices=choices), 409
    if FIELD in request.form:
        take_name(club)
    if not program:
        return to_match(club, match)
    more: dict[str, object] = {**changed_parts(club, match)}
    if not new and entry_version(get_db(), club.id, match, entry.key) is None:
        more |= {"agreed": AGREED, "version": match_or_404(club, match).match.version}
    return negotiation.stored(club, match, entry.key, new=new, **more)


def _sent_page(
    club: Club, state: MatchState, correcting: MatchEvent | None, entry: RoundEntry | None = None
) -> RoundPage:
    return RoundPage(club, state, RoundForm.for_state(state), correcting, entry)


def _refused_page(
    club: Club, state: MatchState, correcting: MatchEvent | None, refused: Faulty | RuleViolation
) -> str:
    """The page with the form as it was sent, and what is wrong beside its fields."""
    page = _sent_page(club, state, correcting)
    if isinstance(refused, Faulty):
        page.form.show(refused.faults)
    else:
        page.refuse(refused.validation)
    return render_template("rounds/form.html", page=_shown(page))


def _choices(page: RoundPage, error: Exception) -> list[dict[str, Any]]:
    """What a phone that came second may do with its own round."""
    club, match = page.club.id, page.state.match.id
    offered = []
    if isinstance(error, Conflict) and error.theirs and page.mine():
        theirs = error.theirs
        action = url_for("rounds.correct", club=club, match=match, original=theirs.original)
        said = {"standing": theirs.version, "round": theirs.round}
        offered.append(negotiation.choice("Replace it with mine", action, **said))
    if page.state.running and not page.correcting:
        number = page.state.score.round_open
        action = url_for("rounds.save", club=club, match=match)
        offered.append(
            negotiation.choice(f"Add mine as {page.state.score.round_name(number)}", action, round=number)
        )
    return offered


def round_or_404(state: MatchState, original: int) -> MatchEvent:
    """The round's end that stands or last stood at this root: one that was taken out can be put back."""
    ends = [
        event for event in state.events if event.original == original and isinstance(event.body, RoundEnd)
    ]
    return ends[-1] if ends else abort(404, "There is no such round in this match.")


corrections_bp = Blueprint("corrections", __name__, url_prefix="/c/<club>/matches/<match>/rounds")


class EntryForm(ActForm):
    """An act on what stands in a match: the version of the entry that is meant."""

    standing = WholeNumberField("Entry", least=1)


def _meant(form: EntryForm, **at: int) -> dict[str, Any]:
    return {"standing": form.standing.data or 0, **at}


_ENTRY = Door(corrections.undo, _meant, EntryForm, entered=done, needs=("standing",))
_ENTRY.serve(page=(corrections_bp, "/undo", "undo"), api=(MATCHES, "/undo", "undo"))
_ENTRY._replace(act=corrections.redo).serve(
    page=(corrections_bp, "/redo", "redo"), api=(MATCHES, "/redo", "redo")
)
_ENTRY._replace(
    act=corrections.correct, said=lambda form, **at: {"body": Removal(), **_meant(form, **at)}
).serve(
    page=(corrections_bp, "/<int:original>/out", "remove"),
    api=(MATCHES, "/entries/<int:original>/remove", "remove"),
)
Door(corrections.delete_round, lambda _, number: {"round": number}, ActForm, entered=done).serve(
    page=(corrections_bp, "/<int:number>/strike", "delete"),
    api=(MATCHES, "/rounds/<int:number>/delete", "delete"),
)
