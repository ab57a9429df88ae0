"""Forms of a season under way: its teams and its fixtures."""

from datetime import date
from typing import Any

from flask_wtf import FlaskForm
from wtforms import RadioField, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, ValidationError

from scorekeeper.store.fixtures import NewFixture
from scorekeeper.store.squads import Squad
from scorekeeper.web.forms.fields import ReasonField, WholeNumberField


class DayField(StringField):
    """A date as browsers send it (2026-11-24), or nothing; data is a ``date`` or None."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.typed = (valuelist[0] if valuelist else "").strip()
        try:
            self.data = date.fromisoformat(self.typed) if self.typed else None
        except ValueError:
            self.data = None

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002 - the signature is WTForms'
        if getattr(self, "typed", "") and self.data is None:
            raise ValidationError(f"{self.label.text}: a day such as 2026-11-24.")

    def _value(self) -> str:
        return getattr(self, "typed", "") or (self.data.isoformat() if self.data else "")


class SquadForm(FlaskForm):
    """A team and its players, one a line or parted by commas."""

    name = StringField("Team")
    players = TextAreaField("Players", validators=[Length(max=2000, message="Players: too many letters.")])

    def refuse(self, field: str, sentence: str) -> None:
        """Show this sentence beside the field."""
        self[field].errors = [*self[field].errors, sentence]


class WithdrawForm(FlaskForm):
    """Why a team leaves the league."""

    reason = ReasonField("Why?")


class DrawUpForm(FlaskForm):
    """Fixtures for a whole season: when it starts, how often, home and away, days that stay free."""

    first = DayField("First night", validators=[InputRequired("First night: choose a day.")])
    every = WholeNumberField("Days between rounds", example=7, least=1, most=366, default=7)
    twice = RadioField(
        "Everybody meets everybody",
        choices=[SelectChoice("yes", "twice, home and away"), SelectChoice("no", "once")],
        default="yes",
    )
    free = StringField("Free dates", validators=[Length(max=2000)])

    def validate_free(self, field: StringField) -> None:
        try:
            self.free_days = [date.fromisoformat(day) for day in (field.data or "").replace(",", " ").split()]
        except ValueError as error:
            raise ValidationError("Free dates: days such as 2026-12-22, with spaces between.") from error


class FixtureForm(FlaskForm):
    """One fixture; without a day it is postponed to no day yet."""

    round = WholeNumberField(
        "Round", example=3, least=1, most=999, validators=[InputRequired("Round: which?")]
    )
    home = SelectField("Home", validate_choice=False)
    away = SelectField("Away", validate_choice=False)
    day = DayField("Day")
    stage = SelectField(
        "Counts as",
        choices=[SelectChoice("league", "a league match"), SelectChoice("play_off", "a play-off")],
    )
    reason = ReasonField("Why is it changed?")

    @classmethod
    def for_squads(cls, squads: tuple[Squad, ...], **rest: Any) -> "FixtureForm":
        """The form with these teams to choose from."""
        form = cls(**rest)
        form.home.choices = form.away.choices = [SelectChoice(squad.id, squad.name) for squad in squads]
        return form

    def fixture(self) -> NewFixture:
        """The valid form as a value."""
        day = self.day.data.isoformat() if self.day.data else None
        return NewFixture(self.round.data, self.home.data or "", self.away.data or "", day, self.stage.data)
