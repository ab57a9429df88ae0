"""Results as a feed, for the pub's own page (Atom, RFC 4287)."""

from flask import Blueprint, Response, render_template

from scorekeeper.services.cards.signed_cards import signed_cards
from scorekeeper.services.clubs.club_results import record
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.auth.access import needs
from scorekeeper.web.caching.etags import tag_of, unless_known, version_now
from scorekeeper.web.feed.page import FeedPage
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("feed", __name__, url_prefix="/c/<club>")

_RESULTS = 20


@bp.get("/results.atom")
@needs("watch")
def results(club: Club) -> Response:
    """The latest results, newest first: matches by when they ended, league cards by when they were signed."""

    def feed() -> str:
        cards = signed_cards(get_db(), club.id, today(), _RESULTS)
        with record(get_db(), club.id) as known:
            lines = known.latest_results(_RESULTS)
        divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in lines])
        page = FeedPage.of(club, lines, divisions, cards)
        return render_template("feed/results.xml", page=page)

    answer = unless_known(tag_of(version_now("club", club.id, club.id), "atom"), feed)
    answer.mimetype = "application/atom+xml"
    return answer
