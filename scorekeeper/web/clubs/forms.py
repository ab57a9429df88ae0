"""The forms of a club: opening one, what it and a phone are called, its word for going out, who may watch."""

from wtforms import HiddenField
from wtforms.validators import Regexp

from scorekeeper.names import parse_out_word
from scorekeeper.web.forms import KEY_SIGNS, NO_KEY, NameField, PageForm, SwitchField, form_of


class OutWordField(NameField):
    """The club's word for going out, as it follows a name."""

    def _cleaned(self, typed: str) -> str:
        return parse_out_word(typed)


class ClubForm(PageForm):
    # The settings page shows it beside DeviceForm, and a label needs a field of its own.
    name = NameField("What is the pub or club called?", id="club-name", what="The club’s name")


class StartForm(ClubForm):
    # Not a phone's own key: before there is a club, no phone is known.
    key = HiddenField(validators=[Regexp(KEY_SIGNS, message=NO_KEY)])


class OpenClubForm(StartForm):
    phone = NameField("What is this phone called?", what="The phone’s name")


class DeviceForm(PageForm):
    name = NameField("What is this phone called?", what="The phone’s name")


class OutWordForm(PageForm):
    word = OutWordField("What do you say when somebody goes out? Ann …")


WatchingForm = form_of(anyone=SwitchField("Who may watch?", "anyone", "only who holds a link"))
