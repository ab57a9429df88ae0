"""Forms for the end of a season."""

from wtforms import StringField
from wtforms.validators import Length

from scorekeeper.names import clean_name
from scorekeeper.web.forms.act import ActForm


class SeasonField(StringField):
    """What a season is called, cleaned."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = clean_name(valuelist[0]) if valuelist else ""


class NextSeasonForm(ActForm):
    """What the next season is called."""

    season = SeasonField(
        "Next season", validators=[Length(max=30, message="Next season: 30 letters are the most.")]
    )
