"""Forms of a knockout: its draw, and the day of a round."""

from flask_wtf import FlaskForm
from wtforms import TextAreaField
from wtforms.validators import InputRequired, Length

from scorekeeper.names import clean_name
from scorekeeper.services.leagues.cup import Occasion
from scorekeeper.web.fixtures.forms import DayField, PlaceField, TimeField
from scorekeeper.web.forms.fields import WholeNumberField
from scorekeeper.web.http.db import today


class DrawForm(FlaskForm):
    """Who is seeded, the best first, one a line; nobody need be."""

    seeds = TextAreaField("Seeds", validators=[Length(max=2000, message="Seeds: too many letters.")])

    @property
    def names(self) -> list[str]:
        """The seeds as they were typed, without empty lines."""
        lines = (self.seeds.data or "").replace(",", "\n").splitlines()
        return [name for line in lines if (name := clean_name(line))]


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
