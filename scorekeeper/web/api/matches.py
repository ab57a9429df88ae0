"""What other programs may do in a match: start it, set it up, enter, correct and undo. Each once.

What is sent is read as if a page had sent it, with the same checks.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn, TypeVar

from flask import Blueprint, Response, abort, jsonify, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.names import clean_name
from scorekeeper.rules.games.presets import BY_KEY
from scorekeeper.services.gate import Missing
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.recording import add_play
from scorekeeper.services.matches.starting import MatchSetup, change_setup, start_match
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.match_events import Meant, RoundEnd
from scorekeeper.web.api.requests import (
    PREFIX,
    Fields,
    Said,
    filled,
    idempotency_key,
    read_body,
    sent,
    verify,
    with_token,
)
from scorekeeper.web.api.schemas import SCHEMAS, faults_in, rules_of
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import MATCHES
from scorekeeper.web.http.negotiation import form_errors, problem, stored
from scorekeeper.web.matches.forms import BY_LOT, DRAWN, SetupForm, as_it_is, setup_values
from scorekeeper.web.plays.forms import PLAY_FORMS, SEVERAL_PLACES, EventForm, KeyForm, PenaltyForm, TileForm
from scorekeeper.web.rounds.entry import BLOCKED, FOUL, Faulty, RoundEntry, read_entry, scores_last_tile

E = TypeVar("E", bound=EventForm)
STARTS = Blueprint("api_starts", __name__, url_prefix=f"{PREFIX}/matches")
# What the forms' fields are called here.
_SETUP_FIELDS = {"sides": "pairs", "leader": "first_leader", "seating": "draw_seats"}
_FIELDS = {"out": "out_player", "led": "leader"}
_OF_A_HAND = ("pips_", "held_", "tiles_")  # how the three of each hand begin
_NEEDS = ("seen", "side")
_WAYS = {way: Fields(form, needs=_NEEDS if way != "tiles" else ("seen",)) for way, form in PLAY_FORMS.items()}
_PENALTY = Fields(PenaltyForm, needs=_NEEDS)
_FORGOTTEN = Fields(KeyForm, usual={"round": None}, needs=_NEEDS)


@STARTS.post("")
@with_token("score", takes="NewMatch", status=(201,))
def start(club: Club) -> Response:
    """A new match by a preset and its house rules; new players are created."""
    setup = read_setup(read_body(SCHEMAS["NewMatch"]))
    key = idempotency_key()
    match = start_match(asks(club, key), "", setup).answer
    answer = jsonify(id=match, key=key.key, location=url_for("matches.show", match=match))
    answer.status_code = 201
    return answer


@MATCHES.post("/setup")
@with_token("score", takes="Setup", keyed=True, of=MATCH)
def set_up(club: Club, state: MatchState) -> Response:
    """Other players, partners, rules or another game for a match that has begun; what was entered stays."""
    said, match = read_body(SCHEMAS["Setup"]), state.match.id
    setup, ask = read_setup(said, state), asks(club, idempotency_key())
    done = change_setup(ask, match, setup, seen=said["seen"], table=state.table_tag)
    return jsonify(id=done.answer or match)


def read_setup(said: Said, state: MatchState | None = None) -> MatchSetup:
    """The match asked for: a preset's card, or as it is in ``state``, with house rules."""
    card = BY_KEY[said["game"]].card if state is None or "game" in said else state.card
    rules, players = said.get("rules", {}), said["players"]
    wrong = [f"{name}: {words}" for name, (words,) in faults_in(rules, rules_of(card.game)).items()]
    verify({"rules": wrong} if wrong else {})
    if "first_leader" in said and said.get("by_lot"):
        verify({"by_lot": ["Either first_leader or by_lot."]})
    same = state is not None and len(players) == len(state.match.seats)
    before = as_it_is(state, card) if state and same else setup_values(card)
    typed = {name: str(value) for name, value in before.items() if value is not None}
    typed |= {f"seat_{n}": name for n, name in enumerate(players)}
    typed |= {name: str(value) for name, value in rules.items()}
    if "pairs" in said:
        typed["sides"] = "pairs" if said["pairs"] else "singles"
    if "first_leader" in said or said.get("by_lot"):
        typed["leader"] = BY_LOT if said.get("by_lot") else str(said["first_leader"])
    if said.get("draw_seats"):
        typed["seating"] = DRAWN
    form = SetupForm.for_card(card, formdata=MultiDict(typed))
    if not form.validate():
        _refuse(
            form.errors, lambda name: "players" if name[:5] == "seat_" else _SETUP_FIELDS.get(name, "rules")
        )
    return form.setup()


def _refuse(faults: Mapping[Any, Sequence[Any]], called: Callable[[str], str]) -> NoReturn:
    """Answer what is wrong with a form, its fields as they are ``called`` here."""
    errors: dict[str, list[str]] = {}
    for name, sentences in faults.items():
        errors.setdefault(called(name), []).extend(map(str, sentences))
    abort(form_errors(errors))


def read_end(state: MatchState, said: Said, number: int) -> RoundEntry:
    """The end that was sent; whoever is named in it sits at this table."""
    seats = {seat.player: str(n) for n, seat in enumerate(state.match.seats)}
    faults = {
        name: ["Nobody of that id plays in this match."]
        for name in ("out_player", "leader")
        if name in said and said[name] not in seats
    }
    if said["event"] != FOUL and (said["event"] == "out") != ("out_player" in said):
        faults["out_player"] = ["Whoever chipped out; nobody where it is blocked."]
    hands, wrong = _hands(said.get("hands", []), seats)
    verify(faults | wrong)
    as_typed = ("ends", "boneyard", "lead_tile", "last", "standing")
    typed: Said = {} if "standing" in said else {"last": 0}
    typed |= {name: said[name] for name in as_typed if name in said}
    typed |= {"round": number, "key": idempotency_key().key, "reason": clean_name(said.get("reason", ""))}
    who = seats.get(said.get("out_player", ""), "")
    typed |= {
        "out": "-".join(filter(None, (FOUL, who))) if said["event"] == FOUL else who or BLOCKED,
        "led": seats.get(said.get("leader", ""), ""),
    }
    typed |= hands
    try:
        entry = read_entry(
            state, MultiDict({n: str(value) for n, value in typed.items() if value is not None})
        )
    except Faulty as error:
        _refuse(
            error.faults, lambda name: "hands" if name.startswith(_OF_A_HAND) else _FIELDS.get(name, name)
        )
    if "last" in said and not scores_last_tile(state.card, typed["out"]):
        verify({"last": ["Only a chip-out in Fives-and-Threes scores its last tile’s ends."]})
    return entry


def _hands(hands: Sequence[Said], seats: Mapping[str, str]) -> tuple[Said, dict[str, list[str]]]:
    """The fields of these hands, and what is wrong with the first that cannot be read."""
    typed: Said = {}
    for number, hand in enumerate(hands, 1):
        faults = faults_in(hand, SCHEMAS["Hand"])
        if ("pips" in hand) == ("tiles" in hand):
            faults.setdefault("pips", ["Either pips or tiles."])
        if "held" in hand and "pips" not in hand:
            faults.setdefault("held", ["With pips only: tiles are counted."])
        for name, (sentence,) in faults.items():
            return {}, {"hands": [f"Hand {number}, {name}: {sentence}"]}
        seat = seats.get(hand["player"])
        fields = {f"{name}_{seat}": hand[name] for name in ("pips", "tiles", "held") if name in hand}
        if seat is None or any(name.endswith(f"_{seat}") for name in typed):
            return {}, {"hands": ["Each hand is that of one player of this match."]}
        typed |= fields
    return typed, {}


@MATCHES.post("/rounds")
@with_token("score", takes="NewRound", answers="Stored", status=(200, 201), of=MATCH)
def enter_round(club: Club, state: MatchState) -> Response:
    """The end of the open round; in Fives-and-Threes with what the last tile's ends scored."""
    said, match = read_body(SCHEMAS["NewRound"]), state.match.id
    entry, key = read_end(state, said, said["round"]), idempotency_key()
    return stored(club, match, key.key, new=entry.record(asks(club, key), match).added)


@MATCHES.post("/rounds/<int:original>")
@with_token("score", takes="Correction", answers="Stored", status=(200, 201), of=MATCH)
def correct_round(club: Club, state: MatchState, original: int) -> Response:
    """Replace the entry at ``original`` by another end; the old one stays readable."""
    said, match = read_body(SCHEMAS["Correction"]), state.match.id
    newest = state.newest(original)
    if newest is None or not isinstance(newest.body, RoundEnd):
        raise Missing("round")
    entry, key = read_end(state, said, newest.round), idempotency_key()
    done = entry.replace(asks(club, key), match, original, Meant(said["standing"]))
    return stored(club, match, key.key, new=done.added)


@MATCHES.post("/plays")
@with_token("score", takes=_WAYS, answers="Stored", status=(200, 201), of=MATCH)
def enter_play(club: Club, state: MatchState) -> Response:
    """A play inside the open round: its points, the open ends it leaves, or its tile, a knock or a draw."""
    way = sent().get("way", "keys")
    if not isinstance(way, str) or way not in PLAY_FORMS:
        verify({"way": [f"One of: {', '.join(PLAY_FORMS)}."]})
    return _record(club, state, _WAYS[way], "way")


@MATCHES.post("/penalties")
@with_token("score", takes=_PENALTY, answers="Stored", status=(200, 201), of=MATCH)
def penalise(club: Club, state: MatchState) -> Response:
    """Points taken off or added by hand, with the reason that the record keeps."""
    return _record(club, state, _PENALTY)


@MATCHES.post("/rounds/<int:number>/plays")
@with_token("score", takes=_FORGOTTEN, answers="Stored", status=(200, 201), of=MATCH)
def add_forgotten(club: Club, state: MatchState, number: int) -> Response:
    """A play that was forgotten, after the others of its round."""
    form, match = _event_form(state, _FORGOTTEN, round=number), state.match.id
    verify({"round": [f"The address says round {number}."]} if form.round.data != number else {})
    key, play = idempotency_key(), form.to_event()
    done = add_play(asks(club, key), match, play, round=number, seen=form.seen.data)
    return stored(club, match, key.key, new=done.added)


def _record(club: Club, state: MatchState, takes: Fields[EventForm], *beside: str) -> Response:
    form, key = _event_form(state, takes, *beside), idempotency_key()
    return stored(club, state.match.id, key.key, new=form.record(asks(club, key)).added)


def _event_form(state: MatchState, takes: Fields[E], *beside: str, **before: int) -> E:
    form = filled(takes, partial(takes.form.on, state), before, *beside)
    if isinstance(form, TileForm) and not form.settle_place():
        abort(problem(422, SEVERAL_PLACES, "place", errors={"place": [SEVERAL_PLACES]}))
    return form
