"""The form for the end of a round."""

from functools import cache
from typing import Any

from flask_wtf import FlaskForm
from wtforms import Field, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, Optional, ValidationError

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import Hand, Play, RoundEnd
from scorekeeper.web.forms.act import NO_ROUND, KeyField
from scorekeeper.web.forms.fields import ReasonField, TilesField, WholeNumberField

BLOCKED = "blocked"
WHO = "Is somebody out, or is it blocked?"
_MOST_ENDS = 4


class RoundForm(FlaskForm):
    """Seat by seat: who chipped out, and what is left in each hand. ``for_state`` adds the seats."""

    class Meta:
        csrf = False  # checked before every view: see web.http.csrf

    key = KeyField()
    round = WholeNumberField("Round", least=1, validators=[InputRequired(NO_ROUND)])
    out = RadioField(WHO, validators=[InputRequired(WHO)], validate_choice=False)
    boneyard = WholeNumberField("Tiles not in anybody’s hand", example=4)
    ends = StringField("Open ends", validators=[Length(max=20)])
    led = RadioField("Who led?", validators=[Optional()], validate_choice=False)
    lead_tile = TilesField("First tile")
    last = RadioField("What did the last tile’s ends score?", choices=[], default="0", validate_choice=False)
    reason = ReasonField("Why it is right all the same")

    @classmethod
    def for_state(cls, state: MatchState, **rest: Any) -> "RoundForm":
        """The form for this match, with the names of those who sit at it."""
        form: RoundForm = _seated(len(state.match.seats))(**rest)
        form.state = state
        seats = [SelectChoice(str(n), seat.name) for n, seat in enumerate(state.match.seats)]
        form.out.choices = [*seats, SelectChoice(BLOCKED, "Blocked")]
        form.led.choices = seats
        form.last.choices = [SelectChoice(str(points)) for points in (0, *play_values(state.card))]
        for n, seat in enumerate(state.match.seats):
            form.pips(n).label.text = f"{seat.name}’s pips"
            form.held(n).label.text = f"{seat.name}’s number of tiles"
            form.tiles(n).label.text = f"{seat.name}’s tiles"
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

    def validate_out(self, field: RadioField) -> None:
        """ValidationError where nobody of the match was chosen."""
        _verify_offered(field)

    def validate_led(self, field: RadioField) -> None:
        """ValidationError where nobody of the match was chosen."""
        _verify_offered(field)

    def validate_last(self, field: RadioField) -> None:
        """ValidationError where the last tile cannot make these points."""
        possible = [choice.value for choice in field.choices]
        if self.scores_last_tile and field.data not in possible:
            raise ValidationError(f"The last tile’s ends: {listed(possible, 'or')} points.")

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the fields, and then whether hands and ends agree with one another."""
        shaped = super().validate(extra_validators)
        faults = [*self._hand_faults(), *self._ends_faults()]
        for field, sentence in faults:
            field.errors = [*field.errors, sentence]
        return shaped and not faults

    def _hand_faults(self) -> list[tuple[Field, str]]:
        return [
            (
                self.pips(n),
                f"{seat.name}’s tiles show {left} pips, but {self.pips(n).data} is typed: clear one of them.",
            )
            for n, seat in enumerate(self.state.match.seats)
            if (tiles := self.tiles(n).data)
            and self.pips(n).data is not None
            and (left := self.state.card.pips_in(tiles)) != self.pips(n).data
        ]

    def _ends_faults(self) -> list[tuple[Field, str]]:
        numbers = (self.ends.data or "").replace(",", " ").replace("-", " ").split()
        good = len(numbers) <= _MOST_ENDS and all(n.isascii() and n.isdigit() and len(n) < 3 for n in numbers)
        return [] if good else [(self.ends, "Open ends: write two to four numbers, such as 3 5.")]

    def round_end(self) -> RoundEnd:
        """What the valid form says, as a fact."""
        seats = self.state.match.seats
        out = None if self.out.data == BLOCKED else seats[int(self.out.data)].player
        return RoundEnd(
            event="blocked" if out is None else "out",
            out_player=out,
            ends=" ".join((self.ends.data or "").replace(",", " ").replace("-", " ").split()) or None,
            boneyard=self.boneyard.data,
            leader=seats[int(self.led.data)].player if self.led.data else None,
            lead_tile=str(self.lead_tile.data[0]) if self.lead_tile.data else None,
            hands=tuple(hand for n in range(len(seats)) if (hand := self._hand(n)) is not None),
        )

    def _hand(self, seat: int) -> Hand | None:
        player = self.state.match.seats[seat].player
        if self.tiles(seat).data:
            return Hand(player, " ".join(str(tile) for tile in self.tiles(seat).data), None)
        pips = self.pips(seat).data
        return None if pips is None else Hand(player, None, pips, self.held(seat).data)

    @property
    def scores_last_tile(self) -> bool:
        """Whether the last tile’s ends score: where somebody chipped out in Fives-and-Threes."""
        return self.state.card.game is Game.THREES_FIVES and self.out.data != BLOCKED

    def last_play(self) -> tuple[Play, ...]:
        """Fives-and-Threes: the play of the last tile, its chip-out bonus included; else nothing."""
        if not self.scores_last_tile or not int(self.last.data):
            return ()
        seat = self.state.match.seats[int(self.out.data)]
        points = int(self.last.data) + self.state.card.last_tile_bonus
        return (Play("key", seat.side, seat.player, points, None, None, None, 1),)


def _verify_offered(field: RadioField) -> None:
    if field.data not in {choice.value for choice in field.choices}:
        raise ValidationError(f"{field.label.text} Nobody of that name plays in this match.")


@cache
def _seated(seats: int) -> type[RoundForm]:
    fields: dict[str, Field] = {}
    for seat in range(seats):
        fields[f"pips_{seat}"] = WholeNumberField("Pips")
        fields[f"held_{seat}"] = WholeNumberField("Tiles held", example=3, most=190)
        fields[f"tiles_{seat}"] = TilesField("Tiles")
    return type("RoundForm", (RoundForm,), fields)
