"""The form in which a player reports a hand."""

from typing import Any

from wtforms import RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired

from scorekeeper.rules.tiles.tile import SET_NAMES, Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import Hand, RoundEnd
from scorekeeper.web.forms.act import NO_ROUND, KeyField
from scorekeeper.web.forms.fields import TilesField, WholeNumberField
from scorekeeper.web.forms.page_form import PageForm


class ReportedHandForm(PageForm):
    """The player, and the hand by its pips or by its tiles."""

    key = KeyField()
    round = WholeNumberField("Round", least=1, validators=[InputRequired(NO_ROUND)])
    seat = RadioField("Who are you?", validators=[InputRequired("Say who you are.")])
    pips = WholeNumberField("Your pips")
    tiles = TilesField("Your tiles")

    @classmethod
    def for_state(cls, state: MatchState, **rest: Any) -> "ReportedHandForm":
        """The form for the open round of this match."""
        form = cls(**rest)
        form.state = state
        form.seat.choices = [SelectChoice(str(n), seat.name) for n, seat in enumerate(state.match.seats)]
        return form

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the fields, and then whether the card's set and deal allow this hand."""
        shaped = super().validate(extra_validators)
        fault = self._hand_fault() or (self._impossible() if shaped else "")
        if fault:
            self.pips.errors = [*self.pips.errors, fault]
        return shaped and not fault

    def _hand_fault(self) -> str:
        tiles: tuple[Tile, ...] = self.tiles.data or ()
        foreign = [tile for tile in tiles if tile not in self.state.card.tile_set.tiles]
        if foreign:
            return f"{foreign[0]} is not in a {SET_NAMES[self.state.card.set]} set."
        if len({*tiles}) < len(tiles):
            return "The same tile is listed twice."
        left = self.state.card.pips_in(tiles)
        if tiles and self.pips.data not in (None, left):
            return f"Your tiles show {left} pips, but {self.pips.data} is typed: clear one of them."
        if not tiles and self.pips.data is None and not self.pips.errors and not self.tiles.errors:
            return "Write your pips, or tap your tiles."
        return ""

    def _impossible(self) -> str:
        """What the form of the round would say of these pips."""
        end = RoundEnd("blocked", None, None, None, None, None, (self.hand(),))
        problems = self.state.validate_end(end, self.round.data).problems
        return next((each.message for each in problems if each.code == "pips_out_of_range"), "")

    def hand(self) -> Hand:
        """What the valid form says, as a fact."""
        player = self.state.match.seats[int(self.seat.data)].player
        if self.tiles.data:
            return Hand(player, " ".join(str(tile) for tile in self.tiles.data), None)
        return Hand(player, None, self.pips.data)
