"""Plays and penalties: what is scored inside a round."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import RuleError
from scorekeeper.services.gate import KeyReused
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.recording import record_event
from scorekeeper.services.matches.subject import Conflict
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.doors import match_or_404
from scorekeeper.web.forms import idempotency_key_of, new_key
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.negotiation import (
    choice,
    conflict,
    for_program,
    form_errors,
    precondition_required,
    problem,
    stored,
)
from scorekeeper.web.matches.views import changed_parts, match_page, to_match
from scorekeeper.web.plays.forms import PLAY_FORMS, SEVERAL_PLACES, EventForm, PenaltyForm, TileForm

bp = Blueprint("plays", __name__, url_prefix="/c/<club>/matches/<match>/plays")

Answer = Response | str | tuple[str, int]


@bp.post("/<way>")
@needs("score")
def save(club: Club, match: str, way: str) -> Answer:
    """A play, entered by a points key, by the open ends or by its tile."""
    if way not in PLAY_FORMS:
        abort(404, "A play is entered by keys, by ends or by tiles.")
    state = match_or_404(club, match)
    form = PLAY_FORMS[way].for_state(state)
    if isinstance(form, TileForm) and form.validate() and form.needs_place():
        if for_program():
            return problem(422, SEVERAL_PLACES, "place")
        page = match_page(club, match, way, form.tile.data[0])
        return render_template("matches/show.html", page=page, act_key=new_key(), typed=request.form)
    return _save(club, state, form, way)


@bp.get("/penalty")
@needs("score")
def penalty_form(club: Club, match: str) -> Answer:
    """Ask who gets the penalty, and why."""
    state = match_or_404(club, match)
    return never_kept(_penalty_page(club, state, {}, [], {})) if state.running else to_match(club, match)


@bp.post("/penalty")
@needs("score")
def penalise(club: Club, match: str) -> Answer:
    """Points taken or given by hand, with the reason that the record keeps."""
    state = match_or_404(club, match)
    return _save(club, state, PenaltyForm.for_state(state), "penalty")


def _save(club: Club, state: MatchState, form: EventForm, way: str) -> Answer:
    if for_program() and (lacking := precondition_required("round", "seen")) is not None:
        return lacking
    if not form.validate():
        if for_program():
            return form_errors(form.errors)
        refused = [words for errors in form.errors.values() for words in errors]
        return _redisplay(club, state, way, refused, 422, form.errors)
    try:
        new = _record(club, state, form)
    except RuleError as error:
        return (
            problem(422, str(error), "rules")
            if for_program()
            else _redisplay(club, state, way, [str(error)], 422)
        )
    except (Conflict, KeyReused) as error:
        return _too_late(club, match_or_404(club, state.match.id), way, error)
    if not for_program():
        return to_match(club, state.match.id)
    return stored(club, state.match.id, form.key.data, new=new, **changed_parts(club, state.match.id))


def _record(club: Club, state: MatchState, form: EventForm) -> bool:
    done = record_event(
        asks(club, idempotency_key_of(form.key.data)),
        state.match.id,
        form.to_event(),
        round=form.round.data,
        seen=form.seen.data,
        reason=form.reason.data if isinstance(form, PenaltyForm) else None,
    )
    return done.added


def _too_late(club: Club, fresh: MatchState, way: str, error: Conflict | KeyReused) -> Answer:
    """Refuse a play because another phone has made an entry since, which may be the same play."""
    if not for_program():
        return _redisplay(
            club, fresh, way, [f"{error} Nothing was added; tap again if yours is another play."], 409
        )
    theirs = error.theirs if isinstance(error, Conflict) else None
    fields = {"round": fresh.score.round_open, "seen": fresh.match.version}
    choices = [choice("Add mine as well", request.path, **fields)] if fresh.running else []
    return conflict(error, f"{fresh.words_of(theirs)} ({theirs.nickname})" if theirs else "", "", choices)


def _penalty_page(
    club: Club,
    state: MatchState,
    typed: Mapping[str, str],
    refused: list[str],
    faults: Mapping[str, Sequence[str]],
) -> str:
    """The form of a penalty; ``faults`` are the fields', by name."""
    said = {"typed": typed, "refused": refused, "faults": faults, "fresh_key": new_key}
    return render_template("plays/penalty.html", club=club, state=state, **said)


def _redisplay(
    club: Club,
    state: MatchState,
    way: str,
    refused: list[str],
    code: int,
    faults: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Answer:
    """The match as it is now, and why nothing was added to it; ``faults`` are the fields', by name."""
    if way == "penalty":
        return _penalty_page(club, state, request.form, refused, faults), code
    page = match_page(club, state.match.id, way)
    beside = {"refused": refused, "typed": request.form}
    return render_template("matches/show.html", page=page, act_key=new_key(), **beside), code
