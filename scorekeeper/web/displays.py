"""A club shown elsewhere: a match on a TV, as a picture, by its own link; a feed; a season in a frame."""

from operator import itemgetter

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.services.cards.card_commands import signed_cards
from scorekeeper.services.clubs.administration import revoke_match_link, role_of
from scorekeeper.services.clubs.club_results import MatchResult, club_record, in_play
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import divisions_of
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.services.statistics import player_statistics
from scorekeeper.services.transfer.match_code import TooLong, address_of
from scorekeeper.store.clubs.access import is_former_link
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.card_events import divisions_of_matches, fixtures_of_matches
from scorekeeper.store.matches.matches import match_generation
from scorekeeper.web.auth.access import asks, needs, verify_not_moved
from scorekeeper.web.auth.passes import grant_match, is_secret, link_secret
from scorekeeper.web.doors import page_at
from scorekeeper.web.fixtures.views import rounds_of_fixtures
from scorekeeper.web.forms import new_key
from scorekeeper.web.http.answers import CONTENT_SECURITY_POLICY, keep_no_copy, on_a_phone, qr_code
from scorekeeper.web.http.db import get_db, now, today
from scorekeeper.web.matches.drawings import score_picture
from scorekeeper.web.matches.views import match_page

bp = Blueprint("displays", __name__, url_prefix="/c/<club>")
embed_bp = Blueprint("embed", __name__)

_BOARDS = 3  # matches that can be read at four metres on one screen; of more, three take their turn
_MOST = 30
_MATCH_SCREENS = {"tv": "displays/_tv_match.html", "table": "displays/_table.html"}


@page_at(bp, "/matches/<match>/<any(tv, table):screen>", role="watch")
def match(club: Club, match: str, screen: str) -> str:
    """The match on a screen of its own; ``tv`` needs no hand, ``table`` has keys on both sides."""
    return _match_screen(club, match, screen, f"displays/{screen}.html")


@page_at(bp, "/matches/<match>/<any(tv, table):screen>/state", role="watch", kept="match")
def match_state(club: Club, match: str, screen: str) -> str:
    return _match_screen(club, match, screen, _MATCH_SCREENS[screen])


def _match_screen(club: Club, match: str, screen: str, template: str) -> str:
    page = match_page(club, match, "keys" if screen == "table" else None)
    fixture = fixtures_of_matches(get_db(), club.id, [match]).get(match) if page.board else None
    return render_template(template, page=page, fixture=fixture, act_key=new_key(), at=now())


@page_at(bp, "/tv", role="watch")
def tv(club: Club) -> str:
    return _club_screen(club, "displays/tv_club.html")


@page_at(bp, "/tv/state", role="watch", kept="club")
def tv_state(club: Club) -> str:
    return _club_screen(club, "displays/_tv_club.html")


@page_at(bp, "/tv/code.svg", role="watch")
def club_code(_: Club) -> Response:
    """The QR code of the club's own address, which opens for everybody if anybody may watch."""
    return qr_code(on_a_phone(url_for("clubs.show")))


def _club_screen(club: Club, template: str) -> str:
    with club_record(get_db(), club.id) as known:
        lines = in_play(get_db(), club.id, known, today())[0][:_MOST] or known.finished(_BOARDS)
    fixtures = fixtures_of_matches(get_db(), club.id, [line.match.id for line in lines])
    return render_template(template, lines=lines, fixtures=fixtures, at=now())


@page_at(bp, "/matches/<match>/score.png", role="watch", of=MATCH)
def show(_: Club, state: MatchState) -> Response:
    won = state.score.finished and state.card.legs > 1
    score = state.score.legs_won if won else state.score.totals
    return Response(score_picture(score, state.score.winner), mimetype="image/png")


_ENTRIES = 20  # of the feed


def _match(line: MatchResult, division: str) -> dict[str, str]:
    url = url_for("matches.show", match=line.match.id, _external=True)
    played = f"{line.game.words}, {division}" if division else line.game.words
    won = f", {line.sides[line.winner]} won" if line.winner is not None else ""
    title = f"{' v '.join(line.sides)}: {'–'.join(map(str, line.score))}"
    return {"url": url, "title": title, "at": line.ended_at, "summary": f"{played}{won}"}


def _card(season: Season, card: FixtureCard) -> dict[str, str]:
    url = url_for("cards.show", fixture=card.fixture.id, _external=True)
    title = f"{card.names[0]} {card.legs[0]}–{card.legs[1]} {card.names[1]}"
    at = max(event.entered_at for event in card.signatures if event)
    words = f"{season.league.title} {season.league.season}, {season.round_title(card).lower()}"
    return {"url": url, "title": title, "at": at, "summary": " ".join(words.split())}


@page_at(bp, "/results.atom", role="watch", kept="club")
def results(club: Club) -> Response:
    """The latest results as Atom (RFC 4287): matches by when they ended, cards by when they were signed."""
    cards = signed_cards(get_db(), club.id, today(), _ENTRIES)
    with club_record(get_db(), club.id) as known:
        lines = known.latest_results(_ENTRIES)
    divisions = divisions_of_matches(get_db(), club.id, [line.match.id for line in lines])
    found = [_match(line, divisions.get(line.match.id, "")) for line in lines]
    found += [_card(*card) for card in cards]
    newest = sorted(found, key=itemgetter("at"), reverse=True)[:_ENTRIES]
    # Atom requires a date, also of an empty feed.
    updated = newest[0]["at"] if newest else "1970-01-01T00:00:00Z"
    text = render_template("feed/results.xml", entries=newest, updated=updated)
    return Response(text, mimetype="application/atom+xml")


FRAMED = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_EMBEDS = ("table", "divisions", "fixtures", "players")
_LATEST, _LISTED = 6, 100  # results, and players, in a frame


@page_at(embed_bp, "/embed/<club>/<league>", role="watch", of=SEASON)
def table(club: Club, season: Season) -> Response:
    """A season in a frame: table, last results, next matches. ``?show=`` divisions, fixtures or players."""
    shows = request.args.get("show", _EMBEDS[0])
    if shows not in _EMBEDS:
        abort(404, "A league shows its table, divisions, fixtures or players.")
    played = [card for card in season.cards if card.complete and season.may_count(card)]
    last = sorted(played, key=lambda card: card.fixture.day or "")[-_LATEST:][::-1]
    home = url_for("league_tables.show", league=season.league.id, _external=True)
    text = render_template(
        "leagues/embed.html",
        season=season,
        shows=shows,
        divisions=divisions_of(get_db(), club.id, season, today()) if shows == "divisions" else [season],
        last=last,
        rounds=rounds_of_fixtures(season),
        players=player_statistics(season)[:_LISTED],
        home=home,
    )
    answer = Response(text)
    answer.headers["Content-Security-Policy"] = FRAMED
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def watch_link(club: str, match: str) -> str:
    """The address that opens this match for whoever has it; a page that it is made for is not kept."""
    keep_no_copy()
    secret = link_secret(club, role_of("match", match), match_generation(get_db(), club, match))
    return on_a_phone(url_for("displays.join", match=match, secret=secret))


def _home(club: str, match: str) -> str:
    """The address that brings a match of this phone to the club, for the phone that scans it."""
    page = f"{request.host_url}c/{club}/take-in"
    return address_of(get_db(), page, club, match)


@bp.get("/watch/<match>/<secret>")
def join(club: str, match: str, secret: str) -> Answer:
    """Exchange the link for a cookie that opens the one match, and leave the secret out of the address."""
    verify_not_moved(club)
    generation = match_generation(get_db(), club, match)
    here, former = role_of("match", match), role_of("match", match, generation)
    if not (is_secret(club, here, generation, secret) or is_former_link(get_db(), club, secret, former, 1)):
        abort(404, "This link no longer opens anything. Ask at the table for the new one.")
    grant_match(club, match, generation)
    return redirect(url_for("matches.show", match=match), 303)


@page_at(bp, "/matches/<match>/code", role="watch", of=MATCH, kept="never")
def code(club: Club, state: MatchState) -> str:
    """The QR code as large as the screen. Who watches may hand on the watching of this match.

    On a phone without a server nobody else can watch; there the code brings the match to the club.
    """
    if current_app.config["POCKET"]:
        link = fault = ""
        try:
            link = _home(club.id, state.match.id)
        except TooLong as error:
            fault = str(error)
        return render_template("pocket/match_code.html", state=state, link=link, fault=fault)
    link = watch_link(club.id, state.match.id)
    seen = match_generation(get_db(), club.id, state.match.id)
    return render_template("match_links/code.html", state=state, link=link, seen=seen)


@page_at(bp, "/matches/<match>/code.svg", role="watch", of=MATCH)
def qr(club: Club, state: MatchState) -> Response:
    if current_app.config["POCKET"]:
        return qr_code(_home(club.id, state.match.id), error="l")
    return qr_code(watch_link(club.id, state.match.id))


@bp.post("/matches/<match>/code/revoke")
@needs("score", MATCH)
def revoke(club: Club, state: MatchState) -> Answer:
    """End this match's link and every cookie it gave; who scores can show the new one at once."""
    revoke_match_link(asks(club), club.id, state.match.id, request.form.get("seen"))
    return redirect(url_for(".code"), 303)
