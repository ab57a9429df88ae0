"""A night of the club as a page that can be shared."""

from collections.abc import Sequence
from datetime import date

from flask import Blueprint, abort, render_template

from scorekeeper.rules.text import counted, side_name
from scorekeeper.services.clubs.club_results import record
from scorekeeper.services.clubs.evenings import Best, PlayerEvening, evening_of
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.auth.access import needs
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.page_cache import cached_page
from scorekeeper.web.http.paging import page_asked, paged

_LISTED = 30  # matches on a page
_ON_SLIP = 6  # players and bests, so that the slip stays one look


def _headline(first: list[str]) -> str:
    """Who won most: ``Ann won``, two or three who are level, else that many are."""
    if not first:
        return "Nobody won"
    return f"{side_name(first)} won" if len(first) <= 3 else f"{len(first)} level"


def _score(first: Sequence[PlayerEvening]) -> str:
    """The best result: ``4 of 5``, or ``4`` if those who are level played different numbers."""
    if not first:
        return "–"
    played = {player.played for player in first}
    won = first[0].count("won")
    if len(played) == 1:
        return f"{won} of {played.pop()}"
    return str(won) if len(first) <= 3 else f"{won} won"


def _words(best: Best, several: bool) -> str:
    game = f" ({best.game.short})" if several else ""
    return f"{_all(best.sides)}: {best.words} {best.number}{game}"


def _all(sides: tuple[str, ...]) -> str:
    return ", ".join(sides[:3]) + (f" and {len(sides) - 3} more" if len(sides) > 3 else "")


bp = Blueprint("evenings", __name__, url_prefix="/c/<club>/evenings")


@bp.get("/<day>")
@needs("watch")
@cached_page("club")
def show(club: Club, day: str) -> str:
    try:
        asked = date.fromisoformat(day)
        with record(get_db(), club.id) as known:
            lines = known.of_day(asked)
    except (ValueError, OverflowError):
        abort(404, "There is no such day.")
    evening, now = evening_of(lines), today()
    several = len({best.game for best in evening.bests}) > 1
    bests = [_words(best, several) for best in evening.bests]
    matches = counted(len(evening.matches), "match", "matches")
    listed = paged(evening.matches[::-1], _LISTED, page_asked())
    return render_template(
        "evenings/show.html",
        club=club,
        day=asked,
        named=f"{asked:%A} {asked.day} {asked:%B}" + (f" {asked.year}" if asked.year != now.year else ""),
        is_today=asked == now,
        evening=evening,
        headline=_headline([player.name for player in evening.first]),
        score=_score(evening.first),
        size=f"{matches} · {counted(len(evening.players), 'player')}",
        standing=evening.players[:_ON_SLIP],
        honours=bests[:_ON_SLIP],
        more_honours=bests[_ON_SLIP:],
        listed=listed,
        divisions=divisions_of_matches(get_db(), club.id, [line.match.id for line in listed]),
    )
