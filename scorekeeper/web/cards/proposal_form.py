"""The form in which a captain proposes another day."""

from wtforms import HiddenField
from wtforms.validators import InputRequired

from scorekeeper.web.fixtures.forms import DayField, TimeField
from scorekeeper.web.forms.act import ActForm
from scorekeeper.web.forms.fields import ReasonField


class ProposalForm(ActForm):
    """Another day, perhaps another time, and a word to the other captain."""

    side = HiddenField()
    day = DayField("Another day", validators=[InputRequired("Another day: which?")])
    starts = TimeField("Starts at")
    note = ReasonField("A word to them")

    @classmethod
    def usual(cls, starts: str | None) -> "ProposalForm":
        """The form before anything was typed: the time at which the fixture starts anyway."""
        return cls(formdata=None, data={"starts": starts})
