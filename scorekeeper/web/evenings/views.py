"""A night of the club as a page that can be shared."""

from datetime import date

from flask import Blueprint, abort, render_template

from scorekeeper.services.clubs.club_results import record
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.auth.access import needs
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.evenings.page import EveningPage
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import page_asked

bp = Blueprint("evenings", __name__, url_prefix="/c/<club>/evenings")


@bp.get("/<day>")
@needs("watch")
@cached_page("club")
def show(club: Club, day: str) -> str:
    """Everything that was played on the night of this day, such as ``2026-11-22``."""
    try:
        asked = date.fromisoformat(day)
        with record(get_db(), club.id) as known:
            lines = known.of_day(asked)
    except (ValueError, OverflowError):
        abort(404, "There is no such day.")
    page = EveningPage.of(club, asked, today(), lines, page_asked())
    divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in page.listed])
    return render_template("evenings/show.html", page=page, divisions=divisions)
