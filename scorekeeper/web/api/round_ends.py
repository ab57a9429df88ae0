"""The end of a round as a program sends it, read as if a page had sent it, with the same checks."""

from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.web.api.parsing import JsonFields, Unreadable, idempotency_key
from scorekeeper.web.http.negotiation import form_errors
from scorekeeper.web.rounds.entry import BLOCKED, Faulty, RoundEntry, read_entry, scores_last_tile

END = ("event", "out_player", "hands", "ends", "boneyard", "leader", "lead_tile", "reason")
_MOST_TEXT, _MOST_TILES = 40, 100
# What the form's fields are called here; the three of each hand begin with these words.
_FIELDS = {"out": "out_player", "led": "leader"}
_OF_A_HAND = ("pips_", "held_", "tiles_")


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
    """The hands, as the form's fields for their seats."""
    typed: dict[str, Any] = {}
    for sent in body.objects("hands", MOST_SEATS):
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
            body.faults.setdefault("hands", [f"{name}: {sentence}"])
        elif seat is None or not typed.keys().isdisjoint(hand):
            body.faults.setdefault("hands", ["Each hand is that of one player of this match."])
        typed |= hand
    return typed
