"""A season in a frame on another site's page: its table, all divisions, its fixtures or its players."""

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from scorekeeper.services.leagues.season_commands import divisions_of
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.statistics import player_statistics
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import needs
from scorekeeper.web.fixtures.views import rounds_of
from scorekeeper.web.http.csrf import CONTENT_SECURITY_POLICY
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("embed", __name__)

FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_LATEST, _LISTED = 6, 100
_EMBEDS = ("table", "divisions", "fixtures", "players")


@bp.get("/embed/<club>/<league>")
@needs("watch")
def table(club: Club, league: str) -> Response:
    """The table, the last results and the next matches; ``?show=`` all divisions, fixtures or players."""
    season = open_season(get_db(), club.id, league, today())
    shows = request.args.get("show", _EMBEDS[0])
    if season is None or shows not in _EMBEDS:
        abort(404, "There is no such league in this club.")
    played = [card for card in season.fixture_cards if card.complete and season.counts(card)]
    last = sorted(played, key=lambda card: card.fixture.day or "")[-_LATEST:][::-1]
    home = url_for("league_tables.show", club=club.id, league=league, _external=True)
    text = render_template(
        "leagues/embed.html",
        season=season,
        shows=shows,
        divisions=divisions_of(get_db(), club.id, season, today()) if shows == "divisions" else [season],
        last=last,
        rounds=rounds_of(season),
        players=player_statistics(season)[:_LISTED],
        home=home,
    )
    answer = make_response(text)
    answer.headers["Content-Security-Policy"] = FRAMED
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
