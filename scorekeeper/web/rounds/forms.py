"""The form for the end of a round, as a page shows it; what it says when it is sent is read by ``entry``."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field, RadioField, StringField
from wtforms.fields.choices import SelectChoice

from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.web.forms import KeyField, PageForm, ReasonField, TilesField, WholeNumberField
from scorekeeper.web.rounds.entry import (
    BLOCKED,
    BONEYARD,
    LEAD_TILE,
    WHO,
    WHO_LED,
    held_label,
    pips_label,
    tiles_label,
)


class RoundForm(PageForm):
    """Seat by seat: who chipped out, and what is left in each hand. ``for_state`` adds the seats."""

    key = KeyField()
    round = WholeNumberField("Round")
    out = RadioField(WHO, render_kw={"required": True})
    boneyard = WholeNumberField(BONEYARD)
    ends = StringField("Open ends")
    led = RadioField(WHO_LED)
    lead_tile = TilesField(LEAD_TILE)
    last = RadioField("What did the last tile’s ends score?", choices=[])
    reason = ReasonField("Why it is right all the same")

    @classmethod
    def for_state(cls, state: MatchState, **rest: Any) -> "RoundForm":
        """The form for this match, with the names of those who sit at it."""
        form: RoundForm = _SEATED[len(state.match.seats)](**rest)
        seats = [SelectChoice(str(n), seat.name) for n, seat in enumerate(state.match.seats)]
        form.out.choices = [*seats, SelectChoice(BLOCKED, "Blocked")]
        form.led.choices = seats
        form.last.choices = [SelectChoice(str(points)) for points in (0, *play_values(state.card))]
        for n, seat in enumerate(state.match.seats):
            form.pips(n).label.text = pips_label(seat)
            form.held(n).label.text = held_label(seat)
            form.tiles(n).label.text = tiles_label(seat)
        return form

    def pips(self, seat: int) -> WholeNumberField:
        """The field for the pips left in this seat's hand."""
        return self[f"pips_{seat}"]  # type: ignore[no-any-return]

    def held(self, seat: int) -> WholeNumberField:
        """The field for the number of tiles left in this seat's hand."""
        return self[f"held_{seat}"]  # type: ignore[no-any-return]

    def tiles(self, seat: int) -> TilesField:
        """The field for the tiles left in this seat's hand."""
        return self[f"tiles_{seat}"]  # type: ignore[no-any-return]

    def show(self, faults: Mapping[str, list[str]]) -> None:
        """Put each sentence beside its field."""
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
