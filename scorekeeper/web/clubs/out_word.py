"""The club's own word for going out, settled by its manager."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.clubs.administration import set_out_word
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.clubs.views import settings_page
from scorekeeper.web.forms import DeviceForm, OutWordForm

bp = Blueprint("out_word", __name__)


@bp.post("/c/<club>/out-word")
@needs("manage")
def save(club: Club) -> Response | tuple[str, int]:
    """Set the club's word for going out."""
    form = OutWordForm()
    if not form.validate_on_submit():
        return settings_page(club, DeviceForm(formdata=None), word_form=form), 422
    set_out_word(asks(club), club.id, form.word.clean)
    return redirect(url_for("clubs.settings", club=club.id), 303)
