"""Rounds: the end of one, and correcting it."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.gate import Done, IdempotencyKey, KeyReused
from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.recording import record_round
from scorekeeper.services.matches.subject import Conflict, RuleViolation
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.versions import entry_version
from scorekeeper.store.matches.match_events import MatchEvent, RoundEnd
from scorekeeper.store.matches.reported_hands import reported_hands
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.auth.device_name import FIELD, asks_name, take_name
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.doors import match_or_404
from scorekeeper.web.forms import idempotency_key_of, standing
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import (
    choice,
    conflict,
    for_program,
    form_errors,
    precondition_required,
    rule_errors,
    stored,
    wants_page,
)
from scorekeeper.web.matches.sides import reported_rows
from scorekeeper.web.matches.views import changed_parts, to_match
from scorekeeper.web.rounds.entry import Faulty, RoundEntry, read_entry
from scorekeeper.web.rounds.forms import RoundForm
from scorekeeper.web.rounds.initial import entered_values, initial_values
from scorekeeper.web.rounds.page import RoundPage

bp = Blueprint("rounds", __name__, url_prefix="/c/<club>/matches/<match>/rounds")

AGREED = "Another phone has entered the same result. It counts once."
Answer = Response | str | tuple[str, int]
Store = Callable[[RoundEntry, IdempotencyKey], Done[bool]]


@bp.get("/new")
@needs("score")
@cached_page("match", no_store=True)
def new(club: Club, match: str) -> Answer:
    """The empty form; ``?out=`` says who was tapped on the page before."""
    state = match_or_404(club, match)
    if not state.running:
        return to_match(club, match)
    typed = {**initial_values(state), "out": request.args.get("out")}
    form = RoundForm.for_state(state, formdata=None, data=typed)
    return render_template("rounds/form.html", page=round_page(club, state, form))


def round_page(
    club: Club, state: MatchState, form: RoundForm, correcting: MatchEvent | None = None
) -> RoundPage:
    """The page for this form, ready to be shown."""
    return _shown(RoundPage(club, state, form, correcting))


def _shown(page: RoundPage) -> RoundPage:
    """The page with what a form that is stored needs nothing of: what players entered of their own hands."""
    club, state = page.club, page.state
    reported = reported_hands(get_db(), club.id, state.match.id) if page.correcting is None else {}
    page.reported, page.asks_name = reported_rows(state, reported), asks_name(club)
    return page


@bp.post("")
@needs("score")
def save(club: Club, match: str) -> Answer:
    """Store the round, or show the form again with every fault beside its field."""
    return _save(
        club,
        match_or_404(club, match),
        lambda entry, key: record_round(
            asks(club, key), match, entry.end, entry.last_play, round=entry.round, reason=entry.reason
        ),
    )


@bp.get("/<int:original>")
@needs("score")
def edit(club: Club, match: str, original: int) -> Response:
    """A past round, ready to be corrected: the form holds what was entered."""
    state = match_or_404(club, match)
    event = round_or_404(state, original)
    form = RoundForm.for_state(state, formdata=None, data=entered_values(state, event))
    page = round_page(club, state, form, correcting=event)
    return never_kept(render_template("rounds/form.html", page=page))


@bp.post("/<int:original>")
@needs("score")
def save_correction(club: Club, match: str, original: int) -> Answer:
    """Put the corrected round in the place of the old one, which stays readable."""
    state = match_or_404(club, match)
    event = round_or_404(state, original)
    return _save(
        club,
        state,
        lambda entry, key: correct(
            asks(club, key),
            match,
            entry.end,
            original=original,
            standing=standing(),
            reason=entry.reason,
            last_play=entry.last_play,
        ),
        event,
    )


def _save(club: Club, state: MatchState, store: Store, correcting: MatchEvent | None = None) -> Answer:
    """Read what was sent and store it; or show the form again with what is wrong."""
    if for_program():
        return _save_for_program(club, state, store, correcting)
    try:
        entry = read_entry(state, request.form)
        store(entry, idempotency_key_of(entry.key))
    except (Faulty, RuleViolation) as refused:
        return _refused_page(club, state, correcting, refused), 422
    except (Conflict, KeyReused) as error:
        page = _sent_page(club, state, correcting, entry)
        return render_template("rounds/conflict.html", page=page, error=error), 409
    if FIELD in request.form:
        take_name(club)
    return to_match(club, state.match.id)


def _sent_page(
    club: Club, state: MatchState, correcting: MatchEvent | None, entry: RoundEntry | None = None
) -> RoundPage:
    """The page with the form as it was sent."""
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


def _save_for_program(club: Club, state: MatchState, store: Store, correcting: MatchEvent | None) -> Response:
    """The same, answered to an outbox."""
    if (lacking := precondition_required(*(["standing"] if correcting else []), "round")) is not None:
        return lacking
    match = state.match.id
    try:
        entry = read_entry(state, request.form)
        new = store(entry, idempotency_key_of(entry.key)).added
    except (Faulty, RuleViolation) as refused:
        page = {"page": _refused_page(club, state, correcting, refused)} if wants_page() else {}
        if isinstance(refused, Faulty):
            return form_errors(refused.faults, **page)
        return rule_errors(refused.validation, **page)
    except (Conflict, KeyReused) as error:
        fresh = _sent_page(club, match_or_404(club, match), correcting, entry)
        return conflict(error, fresh.theirs(error), fresh.mine(), _choices(fresh, error))
    if FIELD in request.form:
        take_name(club)
    more: dict[str, object] = {**changed_parts(club, match)}
    if not new and entry_version(get_db(), club.id, match, entry.key) is None:
        more |= {"agreed": AGREED, "version": match_or_404(club, match).match.version}
    return stored(club, match, entry.key, new=new, **more)


def _choices(page: RoundPage, error: Exception) -> list[dict[str, Any]]:
    """What a phone that came second may do with its own round."""
    club, match = page.club.id, page.state.match.id
    offered = []
    if isinstance(error, Conflict) and error.theirs and page.replaceable(error):
        theirs = error.theirs
        action = url_for("rounds.save_correction", club=club, match=match, original=theirs.original)
        said = {"standing": theirs.version, "round": theirs.round}
        offered.append(choice("Replace it with mine", action, **said))
    if page.state.running and not page.correcting:
        number = page.state.score.round_open
        action = url_for("rounds.save", club=club, match=match)
        offered.append(choice(f"Add mine as {page.state.score.round_name(number)}", action, round=number))
    return offered


def round_or_404(state: MatchState, original: int) -> MatchEvent:
    """The round's end that stands or last stood at this root: one that was taken out can be put back."""
    ends = [
        event for event in state.events if event.original == original and isinstance(event.body, RoundEnd)
    ]
    return ends[-1] if ends else abort(404, "There is no such round in this match.")
