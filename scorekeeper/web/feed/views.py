"""Results as a feed, for the pub's own page (Atom, RFC 4287)."""

from flask import Blueprint, Response, render_template

from scorekeeper.services.clubs.club_results import record
from scorekeeper.store.clubs import Club
from scorekeeper.web.auth.access import needs
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.polling import tag_of, unless_known

bp = Blueprint("feed", __name__, url_prefix="/c/<club>")

_RESULTS = 20


@bp.get("/results.atom")
@needs("watch")
def results(club: Club) -> Response:
    """The latest results, newest first; each is dated by when its match began."""

    def feed() -> str:
        with record(get_db(), club.id) as known:
            lines = known.finished(_RESULTS)
        return render_template("feed/results.xml", club=club, lines=lines)

    answer = unless_known(tag_of(club.version, "atom"), feed)
    answer.mimetype = "application/atom+xml"
    return answer
