"""What other programs may do to a season's fixtures: draw up, place, move and drop them, keep days free."""

from datetime import date
from typing import Any

from flask import Blueprint, Response, jsonify

from scorekeeper.services.leagues.planning import keep_free, release_day
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.secretary import draw_up_fixtures, drop_unplayed_fixture, place_fixture
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.forms import filled
from scorekeeper.web.api.leagues.seasons import created, season_of
from scorekeeper.web.api.parsing import read_body
from scorekeeper.web.api.refusals import Missing, explained, found
from scorekeeper.web.fixtures.forms import DrawUpForm, FixtureForm, FreeDaysForm
from scorekeeper.web.http.db import get_db, today

_PLACED = ("round", "home", "away", "day", "starts", "stage", "place")
bp = Blueprint("api_fixtures", __name__, url_prefix=f"{PREFIX}/leagues/<league>")


@bp.post("/fixtures/draw-up")
@with_token("manage")
@explained
def draw_up(club: Club, league: str) -> Response:
    """Everybody meets everybody, in place of the fixtures there were."""
    season = season_of(club, league)
    form = filled(DrawUpForm, {"twice": "yes", "every": 7})
    made = draw_up_fixtures(
        get_db(),
        club.id,
        season,
        first=form.first.data or today(),
        every=form.every.data,
        twice=form.twice.data == "yes",
        free=form.free.days,
        starts=form.starts.data,
        author=program_author(club),
    )
    return jsonify(id=league, fixtures=made)


@bp.post("/fixtures")
@with_token("manage")
@explained
def add(club: Club, league: str) -> Response:
    """One fixture more; without a day it is on no day yet."""
    season = season_of(club, league)
    return created(_placed(club, season, _filled(season, {"stage": "league"}), None))


@bp.post("/fixtures/<fixture>")
@with_token("manage")
@explained
def change(club: Club, league: str, fixture: str) -> Response:
    """A fixture's day, time, round, home and away; what the request leaves out stays, a day of "" is none."""
    season = season_of(club, league)
    known = found(season.fixture_card(fixture), "fixture").fixture
    before = {name: getattr(known, name) for name in _PLACED}
    return jsonify(id=_placed(club, season, _filled(season, before), fixture))


@bp.post("/fixtures/<fixture>/drop")
@with_token("manage")
@explained
def drop(club: Club, league: str, fixture: str) -> Response:
    """Delete a fixture for which nothing was entered."""
    season = season_of(club, league)
    read_body().verify()
    drop_unplayed_fixture(get_db(), club.id, season, fixture, program_author(club))
    return jsonify(id=fixture)


@bp.post("/free-days")
@with_token("manage")
@explained
def keep_days_free(club: Club, league: str) -> Response:
    """Days on which the league does not play."""
    season, form = season_of(club, league), filled(FreeDaysForm)
    keep_free(get_db(), club.id, season, form.days.days, program_author(club))
    return jsonify(id=league, days=sorted(day.isoformat() for day in form.days.days))


@bp.post("/free-days/<day>/drop")
@with_token("manage")
@explained
def release(club: Club, league: str, day: str) -> Response:
    """The league may play on this day again."""
    season = season_of(club, league)
    read_body().verify()
    try:
        kept = date.fromisoformat(day).isoformat()
    except ValueError:
        raise Missing("There is no such day.") from None
    release_day(get_db(), club.id, season, kept, program_author(club))
    return jsonify(id=league)


def _filled(season: Season, before: dict[str, Any]) -> FixtureForm:
    def make(**rest: Any) -> FixtureForm:
        return FixtureForm.for_squads(season.squads, **rest)

    return filled(make, before)


def _placed(club: Club, season: Season, form: FixtureForm, known: str | None) -> str:
    by, reason = program_author(club), form.reason.data or None
    return place_fixture(get_db(), club.id, season, form.fixture(), by, known=known, reason=reason)
