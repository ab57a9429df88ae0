"""Forms for the end of a season."""

from wtforms import StringField

from scorekeeper.names import clean_name
from scorekeeper.web.forms.act import ActForm
from scorekeeper.web.forms.fields import as_long_as_a_name


class SeasonField(StringField):
    """What a season is called, cleaned."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Clean what was typed."""
        self.data = clean_name(valuelist[0]) if valuelist else ""


class NextSeasonForm(ActForm):
    """What the next season is called."""

    season = SeasonField(
        "Next season",
        validators=[as_long_as_a_name("Next season")],
    )
