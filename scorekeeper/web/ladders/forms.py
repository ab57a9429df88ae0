"""Forms of a ladder: its order at the beginning, and a challenge."""

from typing import Any

from wtforms import SelectField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length

from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.cups.forms import DrawForm, FinalsForm


class OrderForm(DrawForm):
    """Names from the top, one per line; the others stay below them."""

    seeds = TextAreaField("Order", validators=[Length(max=2000, message="Order: too many letters.")])


class ChallengeForm(FinalsForm):
    """Who challenges whom, when and where."""

    challenger = SelectField("Challenger", validate_choice=False)
    challenged = SelectField("Challenges", validate_choice=False)

    @classmethod
    def for_squads(cls, squads: tuple[Squad, ...], **rest: Any) -> "ChallengeForm":
        """The form with these to choose from."""
        form = cls(**rest)
        choices = [SelectChoice("", "–"), *(SelectChoice(squad.id, squad.name) for squad in squads)]
        form.challenger.choices = form.challenged.choices = choices
        return form

    @property
    def pair(self) -> tuple[str, str]:
        """The challenger, and who is challenged."""
        return self.challenger.data or "", self.challenged.data or ""
