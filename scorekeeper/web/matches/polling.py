"""The changing parts of a page, served alone and only to phones that do not have them yet.

Polling asks here every few seconds from every phone in the pub, so an answer without news costs one
indexed read and carries no body and no cookie.
"""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import needs
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.forms import ActForm, new_key
from scorekeeper.web.http.negotiation import for_program, stored
from scorekeeper.web.matches.views import changing_part, match_page, to_match

bp = Blueprint("polling", __name__, url_prefix="/c/<club>")


@bp.get("/matches/<match>/state")
@needs("watch")
@cached_page("match")
def match(club: Club, match: str) -> str:
    """The part of a match page that can change, under the match's version as its ETag."""
    page = match_page(club, match, request.args.get("way"))
    return render_template("matches/_state.html", page=page, act_key=new_key())


def changed_parts(club: Club, match: str) -> dict[str, str]:
    """The match's state for a page that asks for it with its act (``Prefer``, RFC 7240), else nothing."""
    wish, _, way = request.headers.get("Prefer", "").partition(";")
    if wish != "return=representation":
        return {}
    return {"state": changing_part(match_page(club, match, way.strip().removeprefix("way=")))}


def done(club: Club, match: str, form: ActForm, *, new: bool) -> BaseResponse:
    """After an act that has no form of its own: the match, or for a page's script its changed parts."""
    if not for_program():
        return to_match(club, match)
    return stored(club, match, form.key.data or "", new=new, **changed_parts(club, match))
