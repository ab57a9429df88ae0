"""What other programs may do in a match: start it, set it up, enter, correct and undo. Each once.

What is sent is read as if a page had sent it, with the same checks.
"""

import json
from functools import partial
from typing import Any, TypeVar

from flask import Blueprint, Response, jsonify, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.presets import BY_KEY
from scorekeeper.rules.cards.rule_card import MOST_SEATS, RuleCard
from scorekeeper.services.matches.changing import change_setup
from scorekeeper.services.matches.corrections import add_play
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.starting import MatchSetup, start_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import RoundEnd
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import (
    MOST_SIGNS,
    Fields,
    JsonFields,
    Unreadable,
    filled,
    idempotency_key,
    read_body,
)
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import MATCHES, match_or_404
from scorekeeper.web.http.negotiation import form_errors, problem, stored
from scorekeeper.web.matches.forms import BY_LOT, BY_RULE, DRAWN, TYPED, SetupForm, house_rules, setup_values
from scorekeeper.web.plays.forms import PLAY_FORMS, SEVERAL_PLACES, EventForm, KeyForm, PenaltyForm, TileForm
from scorekeeper.web.rounds.entry import BLOCKED, Faulty, RoundEntry, read_entry, scores_last_tile

E = TypeVar("E", bound=EventForm)
STARTS = Blueprint("api_starts", __name__, url_prefix=f"{PREFIX}/matches")


@STARTS.post("")
@with_token("score", takes="NewMatch", status=(201,), keyed=True)
def start(club: Club) -> Response:
    """A new match by a preset and its house rules; new players are created."""
    body = read_body(*SETUP)
    key = idempotency_key(body)
    match = start_match(asks(club, key), "", read_setup(body)).answer
    answer = jsonify(id=match, key=key.key, location=url_for("matches.show", club=club.id, match=match))
    answer.status_code = 201
    return answer


@STARTS.post("/<match>/setup")
@with_token("score", takes="Setup", keyed=True)
def set_up(club: Club, match: str) -> Response:
    """Other players, partners, rules or another game for a match that has begun; what was entered stays."""
    state = match_or_404(club, match)
    body = read_body("seen", *SETUP)
    seen = body.whole("seen", needed=True) or 0
    setup = read_setup(body, state.card)
    key = idempotency_key(body)
    return jsonify(id=change_setup(asks(club, key), match, setup, seen=seen).answer or match)


SETUP = ("game", "players", "pairs", "first_leader", "by_lot", "draw_seats", "rules")
_LENGTHS = ("target", "legs", "match_games", "deal")  # whole numbers, each with its bounds in the form
# What the form's fields are called here.
_SETUP_FIELDS = {"sides": "pairs", "leader": "first_leader", "seating": "draw_seats"}


def read_setup(body: JsonFields, as_it_is: RuleCard | None = None) -> MatchSetup:
    """The match asked for: a preset's card, or the present one, with house rules. Raises ``Unreadable``."""
    if as_it_is is None or "game" in body.values:
        game = body.one_of("game", tuple(BY_KEY))
        body.verify()
        as_it_is = BY_KEY[game].card
    names = body.texts("players", MOST_SEATS, MOST_SIGNS)
    leader, by_lot = body.whole("first_leader", 0, MOST_SEATS - 1), body.flag("by_lot")
    if leader is not None and by_lot:
        body.faults["by_lot"] = ["Either first_leader or by_lot."]
    typed = {
        "sides": "pairs" if body.flag("pairs") else "singles",
        "leader": BY_LOT if by_lot else BY_RULE if leader is None else str(leader),
        "seating": DRAWN if body.flag("draw_seats") else TYPED,
        **{f"seat_{n}": name for n, name in enumerate(names)},
        **_house_rules(body, as_it_is.game),
    }
    body.verify()
    return _valid(as_it_is, typed).setup()


def _valid(card: RuleCard, typed: dict[str, str]) -> SetupForm:
    before = {name: value for name, value in setup_values(card).items() if value is not None}
    form = SetupForm.for_card(card, formdata=MultiDict({**before, **typed}))
    if not form.validate():
        errors: dict[str, list[str]] = {}
        for name, sentences in form.errors.items():
            field = "players" if name.startswith("seat_") else _SETUP_FIELDS.get(name, "rules")
            errors.setdefault(field, []).extend(map(str, sentences))
        raise Unreadable(problem(422, next(iter(errors.values()))[0], "form", errors=errors))
    return form


def _house_rules(body: JsonFields, game: Game) -> dict[str, str]:
    known = dict.fromkeys(_LENGTHS, range(1_000_000)) | {one.key: one.values for one in house_rules(game)}
    typed: dict[str, str] = {}
    for name, value in body.part("rules").items():
        sent = int(value) if isinstance(value, float) and value.is_integer() else value
        may_be = known.get(name, ())
        if may_be and type(sent) is type(may_be[0]) and sent in may_be:
            typed[name] = str(sent)
            continue
        said = (json.dumps(one) if isinstance(one, bool) else str(one) for one in may_be)
        words = f"one of {', '.join(said)}" if may_be else "not a rule of this game"
        words = "a whole number" if name in _LENGTHS else words
        body.faults.setdefault("rules", []).append(f"{name}: {words}.")
    return typed


END = ("event", "out_player", "hands", "ends", "boneyard", "leader", "lead_tile", "reason")
_MOST_TEXT, _MOST_TILES = 40, 100
# What the form's fields are called here; the three of each hand begin with these words.
_FIELDS = {"out": "out_player", "led": "leader"}
_OF_A_HAND = ("pips_", "held_", "tiles_")
_NEEDS = ("seen", "side")
_WAYS = {way: Fields(form, needs=_NEEDS if way != "tiles" else ("seen",)) for way, form in PLAY_FORMS.items()}
_PENALTY = Fields(PenaltyForm, needs=_NEEDS)
_FORGOTTEN = Fields(KeyForm, usual={"round": None}, needs=_NEEDS)


def read_end(state: MatchState, body: JsonFields, number: int) -> RoundEntry:
    """The end that was sent; whoever is named in it sits at this table. Raises ``Unreadable``."""
    seats = {seat.player: str(n) for n, seat in enumerate(state.match.seats)}
    event, out = body.one_of("event", ("out", "blocked")), _seat(body, "out_player", seats)
    if (event == "out") != ("out_player" in body.values):
        body.faults.setdefault("out_player", ["Whoever chipped out; nobody where it is blocked."])
    typed = {
        "round": str(number),
        "out": BLOCKED if out is None else out,
        "led": _seat(body, "leader", seats),
        "ends": body.text("ends", _MOST_TEXT),
        "boneyard": body.whole("boneyard"),
        "lead_tile": body.text("lead_tile", _MOST_TEXT),
        "last": body.whole("last"),
        "standing": body.values.get("standing"),
        "reason": body.reason(),
        **_hands(body, seats),
    }
    if typed["standing"] is None:
        typed["last"] = typed["last"] or 0
    body.verify()
    typed["key"] = idempotency_key(body).key
    entry = _read(state, {name: str(value) for name, value in typed.items() if value is not None})
    if "last" in body.values and not scores_last_tile(state.card, typed["out"]):
        body.faults["last"] = ["Only a chip-out in Fives-and-Threes scores its last tile’s ends."]
        body.verify()
    return entry


def _read(state: MatchState, typed: dict[str, str]) -> RoundEntry:
    try:
        return read_entry(state, MultiDict(typed))
    except Faulty as refused:
        errors: dict[str, list[str]] = {}
        for name, sentences in refused.faults.items():
            field = "hands" if name.startswith(_OF_A_HAND) else _FIELDS.get(name, name)
            errors.setdefault(field, []).extend(sentences)
        raise Unreadable(form_errors(errors)) from refused


def _seat(body: JsonFields, name: str, seats: dict[str, str]) -> str | None:
    """The seat of the player whose id the field is; None where it is left out."""
    player = body.text(name, _MOST_TEXT)
    if player is not None and player not in seats:
        body.faults.setdefault(name, ["Nobody of that id plays in this match."])
    return seats.get(player) if player is not None else None


def _hands(body: JsonFields, seats: dict[str, str]) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    for number, sent in enumerate(body.objects("hands", MOST_SEATS), 1):
        inside = JsonFields(sent, ("player", "pips", "tiles", "held"))
        player = inside.text("player", _MOST_TEXT, needed=True)
        seat = seats.get(player or "")
        hand = {
            f"pips_{seat}": inside.whole("pips"),
            f"tiles_{seat}": inside.text("tiles", _MOST_TILES),
            f"held_{seat}": inside.whole("held"),
        }
        if ("pips" in sent) == ("tiles" in sent):
            inside.faults.setdefault("pips", ["Either pips or tiles."])
        if "held" in sent and "pips" not in sent:
            inside.faults.setdefault("held", ["With pips only: tiles are counted."])
        if inside.faults:
            name, (sentence, *_) = next(iter(inside.faults.items()))
            body.faults.setdefault("hands", [f"Hand {number}, {name}: {sentence}"])
        elif seat is None or not typed.keys().isdisjoint(hand):
            body.faults.setdefault("hands", ["Each hand is that of one player of this match."])
        typed |= hand
    return typed


@MATCHES.post("/rounds")
@with_token("score", takes="NewRound", answers="Stored", status=(200, 201), keyed=True)
def enter_round(club: Club, match: str) -> Response:
    """The end of the open round; in Fives-and-Threes with what the last tile's ends scored."""
    state = match_or_404(club, match)
    body = read_body("round", "last", *END)
    entry = read_end(state, body, body.whole("round", 1, needed=True) or 0)
    key = idempotency_key(body)
    return stored(club, match, key.key, new=entry.record(asks(club, key), match).added)


@MATCHES.post("/rounds/<int:original>")
@with_token("score", takes="Correction", answers="Stored", status=(200, 201), keyed=True)
def correct_round(club: Club, match: str, original: int) -> Response:
    """Replace the entry at ``original`` by another end; the old one stays readable."""
    state = match_or_404(club, match)
    body = read_body("standing", "last", *END)
    standing, newest = body.whole("standing", 1, needed=True) or 0, state.newest(original)
    entry = read_end(state, body, newest.round if newest else 1)
    if newest is None or not isinstance(newest.body, RoundEnd):
        raise LookupError(f"no round at {original}")
    key = idempotency_key(body)
    done = entry.replace(asks(club, key), match, original, standing)
    return stored(club, match, key.key, new=done.added)


@MATCHES.post("/plays")
@with_token("score", takes=_WAYS, answers="Stored", status=(200, 201), keyed=True)
def enter_play(club: Club, match: str) -> Response:
    """A play inside the open round: its points, the open ends it leaves, or its tile, a knock or a draw."""
    way = read_body().values.get("way", "keys")
    if not isinstance(way, str) or way not in PLAY_FORMS:
        raise Unreadable(problem(422, f"way: One of: {', '.join(PLAY_FORMS)}.", "form"))
    return _record(club, match, _WAYS[way], "way")


@MATCHES.post("/penalties")
@with_token("score", takes=_PENALTY, answers="Stored", status=(200, 201), keyed=True)
def penalise(club: Club, match: str) -> Response:
    """Points taken off or added by hand, with the reason that the record keeps."""
    return _record(club, match, _PENALTY)


@MATCHES.post("/rounds/<int:number>/plays")
@with_token("score", takes=_FORGOTTEN, answers="Stored", status=(200, 201), keyed=True)
def add_forgotten(club: Club, match: str, number: int) -> Response:
    """A play that was forgotten, after the others of its round."""
    form = _event_form(club, match, _FORGOTTEN, round=number)
    key, play = idempotency_key(read_body()), form.to_event()
    done = add_play(asks(club, key), match, play, round=number, seen=form.seen.data)
    return stored(club, match, key.key, new=done.added)


def _record(club: Club, match: str, takes: Fields[EventForm], *beside: str) -> Response:
    form = _event_form(club, match, takes, *beside)
    key = idempotency_key(read_body())
    return stored(club, match, key.key, new=form.record(asks(club, key)).added)


def _event_form(club: Club, match: str, takes: Fields[E], *beside: str, **before: int) -> E:
    """The form that says what happened."""
    make = partial(takes.form.for_state, match_or_404(club, match))
    form = filled(takes, make, before, *beside)
    if isinstance(form, TileForm) and not form.settle_place():
        raise Unreadable(problem(422, SEVERAL_PLACES, "place", errors={"place": [SEVERAL_PLACES]}))
    return form
