"""What other programs may enter inside a round: a play, a penalty, a play that was forgotten."""

from flask import Blueprint, Response

from scorekeeper.services.gate import Missing
from scorekeeper.services.matches.corrections import add_play
from scorekeeper.services.matches.match_state import load_match
from scorekeeper.services.matches.recording import record_event
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import Penalty, Play
from scorekeeper.web.api.auth import PREFIX, Fields, with_token
from scorekeeper.web.api.forms import filled
from scorekeeper.web.api.parsing import Unreadable, idempotency_key, read_body
from scorekeeper.web.api.refusals import found
from scorekeeper.web.auth.access import asks
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import problem, stored
from scorekeeper.web.plays.forms import PLAY_FORMS, SEVERAL_PLACES, EventForm, KeyForm, PenaltyForm, TileForm

bp = Blueprint("api_plays", __name__, url_prefix=f"{PREFIX}/matches/<match>")
_NEEDS = ("seen", "side")
_WAYS = {way: Fields(form, needs=_NEEDS if way != "tiles" else ("seen",)) for way, form in PLAY_FORMS.items()}
_FORGOTTEN = Fields(KeyForm, usual={"round": None}, needs=_NEEDS)


@bp.post("/plays")
@with_token("score", takes=_WAYS, answers="Stored", status=(200, 201), keyed=True)
def enter_play(club: Club, match: str) -> Response:
    """A play inside the open round: its points, the open ends it leaves, or its tile, a knock or a draw."""
    way = read_body().values.get("way", "keys")
    if not isinstance(way, str) or way not in PLAY_FORMS:
        raise Unreadable(problem(422, f"way: One of: {', '.join(PLAY_FORMS)}.", "form"))
    return _record(club, match, PLAY_FORMS[way], "way")


@bp.post("/penalties")
@with_token("score", takes=Fields(PenaltyForm, needs=_NEEDS), answers="Stored", status=(200, 201), keyed=True)
def penalise(club: Club, match: str) -> Response:
    """Points taken off or added by hand, with the reason that the record keeps."""
    return _record(club, match, PenaltyForm)


@bp.post("/rounds/<int:number>/plays")
@with_token("score", takes=_FORGOTTEN, answers="Stored", status=(200, 201), keyed=True)
def add_forgotten(club: Club, match: str, number: int) -> Response:
    """A play that was forgotten, after the others of its round."""
    form, play = _read(club, match, KeyForm, round=number)
    if not isinstance(play, Play):
        raise Missing("play")
    key = idempotency_key(read_body())
    done = add_play(asks(club, key), match, play, round=number, seen=form.seen.data or 0)
    return stored(club, match, key.key, new=done.added)


def _record(club: Club, match: str, kind: type[EventForm], *beside: str) -> Response:
    """Store what happened in the open round, once by the request's key."""
    form, event = _read(club, match, kind, *beside)
    key = idempotency_key(read_body())
    done = record_event(
        asks(club, key),
        match,
        event,
        round=form.round.data,
        seen=form.seen.data,
        reason=form.reason.data if isinstance(form, PenaltyForm) else None,
    )
    return stored(club, match, key.key, new=done.added)


def _read(
    club: Club, match: str, kind: type[EventForm], *beside: str, **before: int
) -> tuple[EventForm, Play | Penalty]:
    """The form and what it says happened; it has to name the version of the match that it builds on."""
    state = found(load_match(get_db(), club.id, match), "match")

    def make(**rest: object) -> EventForm:
        form: EventForm = kind.for_state(state, **rest)
        return form

    form = filled(make, before, *beside)
    if form.seen.data is None:
        errors = {"seen": ["This field is needed."]}
        raise Unreadable(problem(422, "seen: This field is needed.", "form", errors=errors))
    if isinstance(form, TileForm) and form.needs_place():
        raise Unreadable(problem(422, SEVERAL_PLACES, "place", errors={"place": [SEVERAL_PLACES]}))
    return form, form.to_event()
