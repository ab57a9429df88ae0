"""A page that another site may show in a frame: a league's table with its next and last fixtures.

It has a route and a frame policy of its own and holds no form. Browsers do not send our cookie to a frame
on another site, so it shows only what anybody may watch.
"""

from flask import Blueprint, Response, abort, make_response, render_template, url_for

from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import needs
from scorekeeper.web.http.csrf import CONTENT_SECURITY_POLICY
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("embed", __name__)

FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_LATEST = 6


@bp.get("/embed/<club>/<league>")
@needs("watch")
def table(club: Club, league: str) -> Response:
    """The table, what was played last and what is next."""
    season = open_season(get_db(), club.id, league, today())
    if season is None:
        abort(404, "There is no such league in this club.")
    played = [card for card in season.fixture_cards if card.complete and season.counts(card)]
    last = sorted(played, key=lambda card: card.fixture.day or "")[-_LATEST:][::-1]
    home = url_for("league_tables.show", club=club.id, league=league, _external=True)
    text = render_template("leagues/embed.html", season=season, rows=season.table(), last=last, home=home)
    answer = make_response(text)
    answer.headers["Content-Security-Policy"] = FRAMED
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
