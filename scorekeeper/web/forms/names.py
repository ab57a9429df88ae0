"""Forms of a single name."""

from scorekeeper.web.forms.fields import NameField, OutWordField
from scorekeeper.web.forms.page_form import PageForm


class ClubForm(PageForm):
    """What the club is called."""

    # The settings page shows it beside DeviceForm, and a label needs a field of its own.
    name = NameField("What is the pub or club called?", id="club-name", what="The club’s name")


class OutWordForm(PageForm):
    """The club's word for going out."""

    word = OutWordField("What do you say when somebody goes out? Ann …")


class OpenClubForm(PageForm):
    """A new club, opened by anybody on the front page of a hosted instance."""

    name = NameField("What is the pub or club called?", id="club-name", what="The club’s name")
    phone = NameField("What is this phone called?", what="The phone’s name")


class PlayerForm(PageForm):
    """What a player is called."""

    name = NameField("Name", what="The player’s name")


class TeamForm(PageForm):
    """What a pair calls itself."""

    name = NameField("The pair’s own name", what="The pair’s name")


class DeviceForm(PageForm):
    """What a phone is called."""

    name = NameField("What is this phone called?", what="The phone’s name")
