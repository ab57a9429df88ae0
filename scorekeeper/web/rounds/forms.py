"""The form for the end of a round, and what it opens with; what is sent with it is read by ``entry``."""

from collections.abc import Mapping
from typing import Any, cast

from wtforms import Field, RadioField, StringField
from wtforms.fields.choices import SelectChoice

from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import MatchEvent, RoundEnd
from scorekeeper.web.forms import KeyField, PageForm, ReasonField, TilesField, WholeNumberField, new_key
from scorekeeper.web.rounds import entry


class RoundForm(PageForm):
    """Seat by seat: who chipped out, and what is left in each hand. ``for_state`` adds the seats."""

    key = KeyField()
    round = WholeNumberField("Round")
    out = RadioField(entry.WHO, render_kw={"required": True})
    boneyard = WholeNumberField(entry.BONEYARD)
    ends = StringField("Open ends")
    led = RadioField(entry.WHO_LED)
    lead_tile = TilesField(entry.LEAD_TILE)
    last = RadioField("What did the last tile’s ends score?", choices=[])
    reason = ReasonField("Why it is right all the same")

    @classmethod
    def for_state(cls, state: MatchState, **rest: Any) -> "RoundForm":
        form: RoundForm = _SEATED[len(state.match.seats)](**rest)
        seats = [SelectChoice(str(n), seat.name) for n, seat in enumerate(state.match.seats)]
        form.out.choices = [*seats, SelectChoice(entry.BLOCKED, "Blocked")]
        form.led.choices = seats
        form.last.choices = [SelectChoice(str(points)) for points in (0, *play_values(state.card))]
        for n, seat in enumerate(state.match.seats):
            form.pips(n).label.text = entry.pips_label(seat)
            form.held(n).label.text = entry.held_label(seat)
            form.tiles(n).label.text = entry.tiles_label(seat)
        return form

    def pips(self, seat: int) -> WholeNumberField:
        return self[f"pips_{seat}"]  # type: ignore[no-any-return]

    def held(self, seat: int) -> WholeNumberField:
        return self[f"held_{seat}"]  # type: ignore[no-any-return]

    def tiles(self, seat: int) -> TilesField:
        return self[f"tiles_{seat}"]  # type: ignore[no-any-return]

    def show(self, faults: Mapping[str, list[str]]) -> None:
        for name, sentences in faults.items():
            self[name].errors = [*self[name].errors, *sentences]


def _seated(seats: int) -> type[RoundForm]:
    fields: dict[str, Field] = {}
    for seat in range(seats):
        fields[f"pips_{seat}"] = WholeNumberField("Pips")
        fields[f"held_{seat}"] = WholeNumberField("Tiles held")
        fields[f"tiles_{seat}"] = TilesField("Tiles")
    return type("RoundForm", (RoundForm,), fields)


_SEATED = {seats: _seated(seats) for seats in range(2, MOST_SEATS + 1)}


def initial_values(state: MatchState) -> dict[str, object]:
    """What a new form need not ask, because the round was entered tile by tile or its ends were shown."""
    progress = state.progress
    ends = progress.layout.ends_read if progress.layout else ()
    led = progress.leader if progress.complete and progress.scored else None
    first = progress.scored[0].event.tile if led else None
    return {
        "key": new_key(),
        "round": state.score.round_open,
        "ends": " ".join(map(str, ends)) or None,
        "boneyard": progress.boneyard if led else None,
        "led": str(progress.players.index(led)) if led else None,
        "lead_tile": (first,) if first else None,
    }


def entered_values(state: MatchState, event: MatchEvent) -> dict[str, object]:
    end = cast(RoundEnd, event.body)
    seats = {seat.player: n for n, seat in enumerate(state.match.seats)}
    typed: dict[str, object] = {
        "key": new_key(),
        "round": event.round,
        "out": str(seats[end.out_player]) if end.out_player else entry.BLOCKED,
        "ends": end.ends,
        "boneyard": end.boneyard,
        "led": str(seats[end.leader]) if end.leader else None,
        "lead_tile": (Tile.parse(end.lead_tile),) if end.lead_tile else None,
        "reason": event.reason,
    }
    last = entry.last_tile_of(state, event.round)
    if last is not None and last.points:
        typed["last"] = str(last.points - state.card.last_tile_bonus)
    elif end.out_player and not last:
        typed["last"] = "0"
    for hand in end.hands:
        tiles = tuple(Tile.parse(tile) for tile in hand.tiles.split()) if hand.tiles else None
        seat = seats[hand.player]
        typed |= {f"pips_{seat}": hand.pips, f"tiles_{seat}": tiles, f"held_{seat}": hand.held}
    return typed
