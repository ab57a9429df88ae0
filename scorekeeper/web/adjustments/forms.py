"""Forms for points that the secretary gives or takes."""

from typing import Any

from flask_wtf import FlaskForm
from wtforms import RadioField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired

from scorekeeper.rules.leagues.adjustments import MOST_ADJUSTED
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.forms.act import ActForm, KeyField
from scorekeeper.web.forms.fields import ReasonField, WholeNumberField


class WhyForm(ActForm):
    """One act, and why."""

    reason = ReasonField("Why?")


class AdjustmentForm(FlaskForm):
    """So many league points for a team, given or taken; nothing is chosen beforehand."""

    key = KeyField()
    squad = SelectField("Team", validate_choice=False)
    way = RadioField(
        "What happens",
        choices=[SelectChoice("take", "Take off"), SelectChoice("give", "Give")],
        validators=[InputRequired("What happens: choose take off or give.")],
        validate_choice=False,
    )
    points = WholeNumberField(
        "Points", example=3, least=1, most=MOST_ADJUSTED, validators=[InputRequired("Points: how many?")]
    )
    reason = ReasonField("Why? The table shows it")

    @classmethod
    def for_squads(cls, squads: tuple[Squad, ...], **rest: Any) -> "AdjustmentForm":
        """The form with these teams to choose from."""
        form = cls(**rest)
        form.squad.choices = [SelectChoice("", "–"), *(SelectChoice(team.id, team.name) for team in squads)]
        return form

    @property
    def signed(self) -> int:
        """The points with their sign: below 0 if they are taken."""
        return -self.points.data if self.way.data == "take" else int(self.points.data)
