"""Results as a feed, for the pub's own page (Atom, RFC 4287)."""

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper.book.record import record
from scorekeeper.store.clubs import Club
from scorekeeper.web.access import needs
from scorekeeper.web.database import get_db
from scorekeeper.web.live import tag_of, tagged

bp = Blueprint("feed", __name__, url_prefix="/c/<club>")

_RESULTS = 20


@bp.get("/results.atom")
@needs("watch")
def results(club: Club) -> Response:
    """The latest results, newest first; each is dated by when its match began."""
    tag = tag_of(club.version, "atom")
    if tag in request.if_none_match:
        return tagged(make_response("", 304), tag)
    with record(get_db(), club.id) as known:
        lines = known.finished(_RESULTS)
    answer = make_response(render_template("feed/results.xml", club=club, lines=lines))
    answer.mimetype = "application/atom+xml"
    return tagged(answer, tag)
