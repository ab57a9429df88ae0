"""Other ways to look at a match: the TV view over the bar, and the table view between two sides."""

from flask import Blueprint, Response, render_template, url_for

from scorekeeper.services.clubs.club_results import record
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.auth.access import needs
from scorekeeper.web.caching.page_cache import tag_of, unless_known, version_now
from scorekeeper.web.forms import new_key
from scorekeeper.web.http.db import get_db, now
from scorekeeper.web.http.downloads import qr_code
from scorekeeper.web.matches.views import match_page

bp = Blueprint("displays", __name__, url_prefix="/c/<club>")

_BOARDS = 3  # matches that can be read at four metres on one screen; of more, three take their turn
_MOST = 30
_MATCH_SCREENS = {"tv": "displays/_tv_match.html", "table": "displays/_table.html"}


@bp.get("/matches/<match>/<any(tv, table):screen>")
@needs("watch")
def match(club: Club, match: str, screen: str) -> str:
    """The match on a screen of its own; ``tv`` needs no hand, ``table`` has keys on both sides."""
    return _match_screen(club, match, screen, f"displays/{screen}.html")


@bp.get("/matches/<match>/<any(tv, table):screen>/state")
@needs("watch")
def match_state(club: Club, match: str, screen: str) -> Response:
    """What changes on that screen, for polling."""
    version, template = version_now("match", club.id, match), _MATCH_SCREENS[screen]
    return unless_known(tag_of(version, screen), lambda: _match_screen(club, match, screen, template))


def _match_screen(club: Club, match: str, screen: str, template: str) -> str:
    way = "keys" if screen == "table" else None
    page = match_page(club, match, way)
    return render_template(template, page=page, act_key=new_key(), at=now())


@bp.get("/tv")
@needs("watch")
def tv(club: Club) -> str:
    """The club's running matches, or the latest results while nobody plays."""
    return _club_screen(club, "displays/tv_club.html")


@bp.get("/tv/state")
@needs("watch")
def tv_state(club: Club) -> Response:
    """What changes on the club's screen, for polling."""
    return unless_known(
        tag_of(version_now("club", club.id, club.id), "tv"),
        lambda: _club_screen(club, "displays/_tv_club.html"),
    )


@bp.get("/tv/code.svg")
@needs("watch")
def club_code(club: Club) -> Response:
    """The QR code of the club's own address, which opens for everybody if anybody may watch."""
    return qr_code(url_for("clubs.show", club=club.id, _external=True))


def _club_screen(club: Club, template: str) -> str:
    with record(get_db(), club.id) as known:
        lines = known.running[:_MOST] or known.finished(_BOARDS)
    divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in lines])
    return render_template(template, club=club, lines=lines, divisions=divisions, at=now())
