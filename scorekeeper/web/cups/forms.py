"""Forms of a knockout: its draw, and the day of a round."""

from typing import Any

from flask_wtf import FlaskForm
from wtforms import RadioField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length

from scorekeeper.names import MAX_LIST, clean_name
from scorekeeper.services.cups.cup import Occasion
from scorekeeper.web.fixtures.forms import DayField, DrawUpForm, PlaceField, TimeField
from scorekeeper.web.forms.fields import WholeNumberField
from scorekeeper.web.http.db import today


class DrawForm(FlaskForm):
    """The seeds, the best first, one per line; there may be none."""

    seeds = TextAreaField("Seeds", validators=[Length(max=MAX_LIST, message="Seeds: too many letters.")])

    @property
    def names(self) -> list[str]:
        """The seeds as they were typed, without empty lines."""
        lines = (self.seeds.data or "").replace(",", "\n").splitlines()
        return [name for line in lines if (name := clean_name(line))]


class GroupsForm(DrawUpForm, DrawForm):
    """The draw of groups, and the days of their rounds."""

    twice = RadioField(
        "In a group everybody meets everybody",
        choices=[SelectChoice("no", "once"), SelectChoice("yes", "twice, home and away")],
        default="no",
    )

    def days(self) -> dict[str, Any]:
        """The valid form's days as ``draw_groups`` takes them."""
        return {
            "first": self.first.data or today(),
            "every": self.every.data,
            "twice": self.twice.data == "yes",
            "free": self.free.days,
            "starts": self.starts.data,
        }


class FinalsForm(FlaskForm):
    """When and where all finals are played."""

    day = DayField("Day", validators=[InputRequired("Day: choose one.")])
    starts = TimeField("Starts at")
    place = PlaceField("Where", most=120)

    @property
    def occasion(self) -> Occasion:
        """The valid form as a value."""
        return Occasion(self.day.data or today(), self.starts.data, self.place.data or None)


class RoundForm(FinalsForm):
    """When and where a round's ties are played; without a place they are at home."""

    number = WholeNumberField(
        "Round", example=1, least=1, most=9, validators=[InputRequired("Round: which?")]
    )
