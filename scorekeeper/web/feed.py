"""What the pub's own site shows: results as a feed (Atom, RFC 4287), a season in a frame."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from scorekeeper.services.cards.card_commands import signed_cards
from scorekeeper.services.clubs.club_results import MatchResult, record
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import divisions_of
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.services.statistics import player_statistics
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches
from scorekeeper.web.doors import page_at
from scorekeeper.web.fixtures.views import rounds_of
from scorekeeper.web.http.csrf import CONTENT_SECURITY_POLICY
from scorekeeper.web.http.db import get_db, today

_MOST = 20  # entries


@dataclass(frozen=True, slots=True)
class FeedEntry:
    url: str
    title: str
    at: str
    summary: str


def _match(club: Club, line: MatchResult, division: str) -> FeedEntry:
    url = url_for("matches.show", club=club.id, match=line.match.id, _external=True)
    played = f"{line.game.words}, {division}" if division else line.game.words
    won = f", {line.sides[line.winner]} won" if line.winner is not None else ""
    title = f"{' v '.join(line.sides)}: {'–'.join(map(str, line.score))}"
    return FeedEntry(url, title, line.ended_at, f"{played}{won}")


def _card(club: Club, season: Season, card: FixtureCard) -> FeedEntry:
    url = url_for("cards.show", club=club.id, fixture=card.fixture.id, _external=True)
    title = f"{card.names[0]} {card.legs[0]}–{card.legs[1]} {card.names[1]}"
    at = max(event.entered_at for event in card.signatures if event)
    words = f"{season.league.title} {season.league.season}, {season.round_title(card).lower()}"
    return FeedEntry(url, title, at, " ".join(words.split()))


bp = Blueprint("feed", __name__, url_prefix="/c/<club>")


@page_at(bp, "/results.atom", role="watch", kept="club")
def results(club: Club) -> Response:
    """The latest results, newest first: matches by when they ended, league cards by when they were signed."""
    cards = signed_cards(get_db(), club.id, today(), _MOST)
    with record(get_db(), club.id) as known:
        lines = known.latest_results(_MOST)
    divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in lines])
    found = [_match(club, line, divisions.get(line.match.id, "")) for line in lines]
    found += [_card(club, *card) for card in cards]
    newest = sorted(found, key=lambda entry: entry.at, reverse=True)[:_MOST]
    # Atom requires a date, also of an empty feed.
    updated = newest[0].at if newest else "1970-01-01T00:00:00Z"
    text = render_template("feed/results.xml", club=club, entries=newest, updated=updated)
    return Response(text, mimetype="application/atom+xml")


embed_bp = Blueprint("embed", __name__)

FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_LATEST, _LISTED = 6, 100
_EMBEDS = ("table", "divisions", "fixtures", "players")


@page_at(embed_bp, "/embed/<club>/<league>", role="watch", of=SEASON)
def table(club: Club, season: Season) -> Response:
    """A season in a frame: table, last results, next matches. ``?show=`` divisions, fixtures or players."""
    shows = request.args.get("show", _EMBEDS[0])
    if shows not in _EMBEDS:
        abort(404, "A league shows its table, divisions, fixtures or players.")
    played = [card for card in season.fixture_cards if card.complete and season.counts(card)]
    last = sorted(played, key=lambda card: card.fixture.day or "")[-_LATEST:][::-1]
    home = url_for("league_tables.show", club=club.id, league=season.league.id, _external=True)
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
