"""Forms of a single name."""

from flask_wtf import FlaskForm

from scorekeeper.web.forms.fields import NameField, OutWordField


class ClubForm(FlaskForm):
    """What the club is called."""

    # The settings page shows it beside DeviceForm, and a label needs a field of its own.
    name = NameField("What is the pub or club called?", id="club-name", what="The club’s name")


class OutWordForm(FlaskForm):
    """The club's word for going out."""

    word = OutWordField("What do you say when somebody goes out? Ann …")


class OpenClubForm(FlaskForm):
    """A new club, opened by anybody on the front page of a hosted instance."""

    name = NameField("What is the pub or club called?", id="club-name", what="The club’s name")
    phone = NameField("What is this phone called?", what="The phone’s name")


class PlayerForm(FlaskForm):
    """What a player is called."""

    name = NameField("Name", what="The player’s name")


class TeamForm(FlaskForm):
    """What a pair calls itself."""

    name = NameField("The pair’s own name", what="The pair’s name")


class DeviceForm(FlaskForm):
    """What a phone is called."""

    name = NameField("What is this phone called?", what="The phone’s name")
