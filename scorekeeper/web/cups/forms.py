"""Forms of a knockout: its draw, and the day of a round."""

from flask_wtf import FlaskForm
from wtforms import TextAreaField
from wtforms.validators import InputRequired, Length

from scorekeeper.names import clean_name
from scorekeeper.web.fixtures.forms import DayField, TimeField
from scorekeeper.web.forms.fields import WholeNumberField


class DrawForm(FlaskForm):
    """Who is seeded, the best first, one a line; nobody need be."""

    seeds = TextAreaField("Seeds", validators=[Length(max=2000, message="Seeds: too many letters.")])

    @property
    def names(self) -> list[str]:
        """The seeds as they were typed, without empty lines."""
        lines = (self.seeds.data or "").replace(",", "\n").splitlines()
        return [name for line in lines if (name := clean_name(line))]


class RoundForm(FlaskForm):
    """The day on which a round's ties are played."""

    number = WholeNumberField(
        "Round", example=1, least=1, most=9, validators=[InputRequired("Round: which?")]
    )
    day = DayField("Day", validators=[InputRequired("Day: choose one.")])
    starts = TimeField("Starts at")
