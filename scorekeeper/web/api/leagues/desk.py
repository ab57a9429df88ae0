"""What other programs may do at the secretary's desk: points given, taken and waived, a knockout drawn."""

from typing import Any

from flask import Blueprint, Response, jsonify

from scorekeeper.rules.leagues.handicaps import MOST_START
from scorekeeper.services.cups.cup import date_round
from scorekeeper.services.cups.groups import draw_bracket, draw_groups
from scorekeeper.services.leagues.adjustments import adjust_points, take_back, waive_fine
from scorekeeper.services.leagues.handicaps import give_handicaps
from scorekeeper.services.leagues.ladder import challenge, set_order
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.adjustments.forms import AdjustmentForm, WhyForm
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.forms import filled
from scorekeeper.web.api.leagues.seasons import created, season_of
from scorekeeper.web.api.parsing import read_body
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.cups.forms import DrawForm, GroupsForm, RoundForm
from scorekeeper.web.http.db import get_db
from scorekeeper.web.ladders.forms import ChallengeForm, OrderForm

bp = Blueprint("api_desk", __name__, url_prefix=f"{PREFIX}/leagues/<league>")


@bp.post("/adjustments")
@with_token("manage")
@explained
def adjust(club: Club, league: str) -> Response:
    """Give a team league points, or take some, with the reason that the table shows."""
    season = season_of(club, league)

    def make(**rest: Any) -> AdjustmentForm:
        return AdjustmentForm.for_squads(season.squads, **rest)

    form = filled(make)
    found(season.squad(form.squad.data), "team")
    adjust_points(
        get_db(),
        club.id,
        season,
        form.squad.data,
        form.signed,
        form.reason.data or "",
        key=form.key.data or "",
        author=program_author(club),
    )
    return jsonify(id=league)


def _why(club: Club) -> tuple[str, dict[str, Any]]:
    """The reason that the request gives, and under which key and by whom it is entered."""
    form = filled(WhyForm)
    return form.reason.data or "", {"key": form.key.data or "", "author": program_author(club)}


@bp.post("/handicaps")
@with_token("manage")
@explained
def handicap(club: Club, league: str) -> Response:
    """Points with which a team or a player starts; 0 ends them."""
    season, body = season_of(club, league), read_body("entrant", "points")
    entrant = body.text("entrant", 40, needed=True) or ""
    points = body.whole("points", 0, MOST_START, needed=True) or 0
    body.verify()
    give_handicaps(get_db(), club.id, season, {entrant: points}, program_author(club))
    return jsonify(id=league)


@bp.post("/adjustments/<adjustment>/take-back")
@with_token("manage")
@explained
def undo(club: Club, league: str, adjustment: str) -> Response:
    """Take an adjustment back, once."""
    season = season_of(club, league)
    found(next((row for row in season.adjustments if row.id == adjustment), None), "adjustment")
    reason, by = _why(club)
    take_back(get_db(), club.id, season, adjustment, reason, **by)
    return jsonify(id=adjustment)


@bp.post("/fixtures/<fixture>/waive")
@with_token("manage")
@explained
def waive(club: Club, league: str, fixture: str) -> Response:
    """The late card of this fixture costs nothing."""
    season = season_of(club, league)
    found(season.fixture_card(fixture), "fixture")
    reason, by = _why(club)
    waive_fine(get_db(), club.id, season, fixture, reason, **by)
    return jsonify(id=fixture)


@bp.post("/cup/draw")
@with_token("manage")
@explained
def draw(club: Club, league: str) -> Response:
    """Draw the knockout: the seeds by name, the best first, the others by lot."""
    season, form = season_of(club, league), filled(DrawForm)
    draw_bracket(get_db(), club.id, season, form.names, program_author(club))
    return jsonify(id=league)


@bp.post("/cup/groups")
@with_token("manage")
@explained
def draw_all_groups(club: Club, league: str) -> Response:
    """Draw the groups of a cup with their fixtures."""
    season, form = season_of(club, league), filled(GroupsForm, {"twice": "no", "every": 7})
    made = draw_groups(get_db(), club.id, season, form.names, **form.days(), author=program_author(club))
    return jsonify(id=league, fixtures=made)


@bp.post("/ladder/order")
@with_token("manage")
@explained
def order(club: Club, league: str) -> Response:
    """The order of a ladder before the first challenge: these by name from the top, the others below."""
    season, form = season_of(club, league), filled(OrderForm)
    set_order(get_db(), club.id, season, form.names, program_author(club))
    return jsonify(id=league)


@bp.post("/ladder/challenges")
@with_token("score")
@explained
def challenge_somebody(club: Club, league: str) -> Response:
    """A challenge to somebody above on a ladder: the one who is challenged is at home."""
    season = season_of(club, league)

    def make(**rest: Any) -> ChallengeForm:
        return ChallengeForm.for_squads(season.squads, **rest)

    form = filled(make)
    author = program_author(club)
    return created(challenge(get_db(), club.id, season, form.pair, form.occasion, author))


@bp.post("/cup/round")
@with_token("manage")
@explained
def set_round(club: Club, league: str) -> Response:
    """Give the ties of a round that wait their matches on a day."""
    season, form = season_of(club, league), filled(RoundForm)
    number = form.number.data or 1
    made = date_round(get_db(), club.id, season, number, form.occasion, program_author(club))
    return jsonify(id=league, fixtures=made)
