"""Sharing one match: a link and its QR code that open it for watching, and nothing else of the club."""

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.services.clubs.administration import match_secret, revoke_match_link
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.services.transfer.match_code import TooLong, address_of
from scorekeeper.store.clubs.access import is_former_link
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches.matches import match_generation
from scorekeeper.web.auth.access import asks, grant_match, needs, opens, refuse_where_it_was
from scorekeeper.web.doors import page_at
from scorekeeper.web.http.csrf import keep_no_copy
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.downloads import qr_code

bp = Blueprint("match_links", __name__, url_prefix="/c/<club>")


def watch_link(club: str, match: str) -> str:
    """The address that opens this match for whoever has it; a page that it is made for is not kept."""
    keep_no_copy()
    generation = match_generation(get_db(), club, match)
    secret = match_secret(current_app.config["SECRET_KEY"], club, match, generation)
    return url_for("match_links.join", club=club, match=match, secret=secret, _external=True)


def _home(club: str, match: str) -> str:
    """The address that brings a match of this phone to the club, for the phone that scans it."""
    page = f"{request.host_url}c/{club}/take-in"
    return address_of(get_db(), page, club, match)


@bp.get("/watch/<match>/<secret>")
def join(club: str, match: str, secret: str) -> Answer:
    """Exchange the link for a cookie that opens the one match, and leave the secret out of the address."""
    refuse_where_it_was(club)
    generation = match_generation(get_db(), club, match)
    former = f"match {match} {generation}", 1
    if not (
        opens(club, f"match {match}", generation, secret) or is_former_link(get_db(), club, secret, *former)
    ):
        abort(404, "This link no longer opens anything. Ask at the table for the new one.")
    grant_match(club, match, generation)
    return redirect(url_for("matches.show", club=club, match=match), 303)


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
        return render_template("pocket/match_code.html", club=club, state=state, link=link, fault=fault)
    link = watch_link(club.id, state.match.id)
    seen = match_generation(get_db(), club.id, state.match.id)
    return render_template("match_links/code.html", state=state, club=club, link=link, seen=seen)


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
    return redirect(url_for(".code", club=club.id, match=state.match.id), 303)
