"""What changes on a page while it is looked at, served alone and only to who has not got it yet.

Polling asks here every few seconds from every phone in the pub, so an answer without news costs one
indexed read and carries no body and no cookie.
"""

from collections.abc import Callable

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.http import quote_etag
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.store.clubs import Club
from scorekeeper.store.engine.versions import match_version
from scorekeeper.web.auth.access import needs, visitor
from scorekeeper.web.forms.act import ActForm
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.negotiation import for_program, stored
from scorekeeper.web.http.templating import build_id
from scorekeeper.web.matches.page import MatchPage
from scorekeeper.web.matches.views import match_or_404, to_match

bp = Blueprint("polling", __name__, url_prefix="/c/<club>")


@bp.get("/matches/<match>/state")
@needs("watch")
def match(club: Club, match: str) -> Response:
    """The part of a match page that can change, under the match's version as its ETag."""
    version = match_version(get_db(), club.id, match) or abort(404, "There is no such match in this club.")

    def score() -> str:
        page = MatchPage.of(club, visitor(), match_or_404(club, match), request.args.get("way"))
        return render_template("matches/_state.html", page=page, act=ActForm.fresh())

    return unless_known(tag_of(*version), score)


def changed_parts(club: Club, match: str) -> dict[str, str]:
    """The match's state for a page that asks for it with its act (``Prefer``, RFC 7240), else nothing."""
    asked = request.headers.get("Prefer", "").partition(";")
    if asked[0] != "return=representation":
        return {}
    page = MatchPage.of(club, visitor(), match_or_404(club, match), asked[2].strip().removeprefix("way="))
    return {"state": render_template("matches/_state.html", page=page, act=ActForm.fresh())}


def done(club: Club, match: str, form: ActForm, *, new: bool) -> BaseResponse:
    """After an act that has no form of its own: the match, or for a page's script its changed parts."""
    if not for_program():
        return to_match(club, match)
    return stored(club, match, form.key.data or "", new=new, **changed_parts(club, match))


def unless_known(tag: str, make: Callable[[], str]) -> Response:
    """What ``make`` makes, under this ETag; nothing is made for who says that they have it already."""
    answer = make_response("", 304) if tag in request.if_none_match else make_response(make())
    answer.set_etag(tag)
    return answer


def tag_of(*parts: object) -> str:
    """Names what this visitor is shown: the facts, their role, and the edition of our own templates."""
    return ".".join(map(str, (*parts, visitor().role, build_id())))


@bp.app_template_global()
def match_tag(page: MatchPage) -> str:
    """The ETag under which the state of this page would be served now, in its quotes."""
    version = match_version(get_db(), page.club.id, page.state.match.id)
    # The book was read a moment ago: its own version, so that what came in between is fetched.
    return quote_etag(tag_of(page.state.match.version, *(version or ("", ""))[1:]))
