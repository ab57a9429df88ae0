"""Forms for what is scored inside a round: a play, entered in one of three ways, or a penalty."""

import re
from typing import Any

from wtforms import BooleanField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import DataRequired, InputRequired, Length, ValidationError

from scorekeeper.rules.cards.rule_card import MOST_SEATS
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import Penalty, Play
from scorekeeper.store.matches.matches import Seat
from scorekeeper.web.forms import NO_ROUND, KeyField, PageForm, ReasonField, TilesField, WholeNumberField

_END = re.compile(r"[0-9]{1,2}d?", re.ASCII)
MOST_ENDS = 4
SEVERAL_PLACES = "The tile fits in several places: say which."


class EventForm(PageForm):
    """Anything that happens inside the open round of a match."""

    key = KeyField()
    round = WholeNumberField("Round", least=1, validators=[InputRequired(NO_ROUND)])
    seen = WholeNumberField("Seen")
    state: MatchState

    @classmethod
    def for_state(cls, state: MatchState, **rest: Any) -> Any:
        """The form for this match."""
        form = cls(**rest)
        form.state = state
        return form

    def to_event(self) -> Play | Penalty:
        """The valid form as a fact."""
        raise NotImplementedError

    def _lone_player(self, side: int) -> str | None:
        """The player of a side of one; None for a pair, because either could have played."""
        members = [seat.player for seat in self.state.match.seats if seat.side == side]
        return members[0] if len(members) == 1 else None

    def _needs_side(self, field: WholeNumberField) -> None:
        if field.data is None or field.data >= len(self.state.sides):
            raise ValidationError("Nobody of that side plays in this match.")


class KeyForm(EventForm):
    """A points key under the side that made them. Whether a play can make them is the rules' to say."""

    side = WholeNumberField("Side", most=MOST_SEATS - 1)
    points = WholeNumberField("Points", example=5, validators=[InputRequired("Points: tap one of the keys.")])
    last_tile = BooleanField("Last tile")
    down = BooleanField("First tile of the round")

    def validate_side(self, field: WholeNumberField) -> None:
        """ValidationError where the match has no such side."""
        self._needs_side(field)

    def to_event(self) -> Play:
        """The points key as a play."""
        place = "lead" if self.down.data else None
        side, points = self.side.data, self.points.data
        player, last = self._lone_player(side), int(self.last_tile.data)
        return Play("key", side, player, points, None, None, place, last)


class EndsForm(EventForm):
    """The open ends as they lie: up to four, each a number (``5``) or a double (``5d``), and the spinner."""

    side = WholeNumberField("Side", most=MOST_SEATS - 1)
    spinner = WholeNumberField("Spinner", most=18)
    last_tile = BooleanField("Last tile")
    down = BooleanField("First tile of the round")
    end_0 = StringField("First end")
    end_1 = StringField("Second end")
    end_2 = StringField("Third end")
    end_3 = StringField("Fourth end")

    def ends(self) -> list[StringField]:
        """The four fields for open ends."""
        return [self.end_0, self.end_1, self.end_2, self.end_3]

    def validate_side(self, field: WholeNumberField) -> None:
        """ValidationError where the match has no such side."""
        self._needs_side(field)

    def validate_end_0(self, _field: StringField) -> None:
        """Check all four ends, whichever of them is filled."""
        self.checked()

    def checked(self) -> str:
        """The ends as ``shown``; ValidationError where one of them is neither a number nor a double."""
        for end in self.ends():
            if end.data and not _END.fullmatch(end.data):
                raise ValidationError(f"{end.label.text}: a number such as 5, or 5d for the double five.")
        return self.shown()

    def shown(self) -> str:
        """The ends in the form they are stored in."""
        spinner = [] if self.spinner.data is None else [f"*{self.spinner.data}"]
        return " ".join([*(end.data for end in self.ends() if end.data), *spinner])

    def to_event(self) -> Play:
        """The open ends as a play."""
        place = "lead" if self.down.data else None
        side, last = self.side.data, int(self.last_tile.data)
        return Play("ends", side, self._lone_player(side), None, self.shown(), None, place, last)


class TileForm(EventForm):
    """A tile and the place it went to; or a knock or a draw. The seat is whose turn it is."""

    act = SelectField(
        "What happened", choices=[SelectChoice(way) for way in ("tile", "knock", "draw")], default="tile"
    )
    seat = WholeNumberField("Player", most=MOST_SEATS - 1, validators=[InputRequired("Say who played.")])
    tile = TilesField("Tile")
    last_tile = BooleanField("Last tile")
    place = StringField("Place", validators=[Length(max=4)])

    def validate_seat(self, field: WholeNumberField) -> None:
        """ValidationError where the match has no such seat."""
        if field.data is None or field.data >= len(self.state.match.seats):
            raise ValidationError("Nobody sits in that seat.")

    def validate_tile(self, field: TilesField) -> None:
        """ValidationError unless exactly one tile was given for a play."""
        if self.act.data == "tile" and len(field.data or ()) != 1:
            raise ValidationError("Tap the tile that was played, one at a time.")

    @property
    def player(self) -> Seat:
        """Whoever sits in the chosen seat."""
        seat: Seat = self.state.match.seats[self.seat.data]
        return seat

    def needs_place(self) -> bool:
        """Whether the tile fits in several places, so that the player has to say which.

        Where it fits in one, that is the place; where in none, the rules will say why, of some place.
        """
        layout = self.state.progress.layout
        if self.act.data != "tile" or self.place.data or layout is None:
            return False
        fitting = layout.moves(self.tile.data[0])
        self.place.data = next(iter(fitting or layout.places), "")
        return len(fitting) > 1

    def to_event(self) -> Play:
        """The tile, knock or draw as a play."""
        side, player = self.player.side, self.player.player
        if self.act.data != "tile":
            return Play(self.act.data, side, player, None, None, None, None, 0)
        last = int(self.last_tile.data)
        return Play("tile", side, player, None, None, str(self.tile.data[0]), self.place.data or "", last)


class PenaltyForm(EventForm):
    """Points taken off or added by hand; the reason is kept with them."""

    side = WholeNumberField("Side", most=MOST_SEATS - 1)
    points = WholeNumberField(
        "Points", example=8, least=1, most=1000, validators=[InputRequired("Points: write how many.")]
    )
    way = SelectField(
        "What happens", choices=[SelectChoice("back", "Take points off"), SelectChoice("on", "Add points")]
    )
    reason = ReasonField("Why", validators=[DataRequired("Say why: it goes in the record.")])

    def validate_side(self, field: WholeNumberField) -> None:
        """ValidationError where the match has no such side."""
        self._needs_side(field)

    def to_event(self) -> Penalty:
        """The penalty; points that are taken off are negative."""
        return Penalty(self.side.data, self.points.data if self.way.data == "on" else -self.points.data)


PLAY_FORMS: dict[str, type[EventForm]] = {"keys": KeyForm, "ends": EndsForm, "tiles": TileForm}
