"""What other programs may do to a season as a whole: begin it, its rules, the archive, the next one."""

from typing import Any

from flask import Blueprint, Response, jsonify

from scorekeeper.names import MAX_NAME, clean_name
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.services.leagues.archive import archive_season
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import change_league, next_season, start_league
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.forms import filled, settings_of
from scorekeeper.web.api.parsing import idempotency_key, read_body
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.leagues.forms import LeagueForm
from scorekeeper.web.leagues.season_forms import NextSeasonForm

bp = Blueprint("api_seasons", __name__, url_prefix=f"{PREFIX}/leagues")

_NAMES = ("name", "season", "division", "tier")


def season_of(club: Club, league: str) -> Season:
    """The season that this address names. Raises ``Missing``."""
    return found(open_season(get_db(), club.id, league, today()), "league")


def created(id: str) -> Response:
    """The answer to what made something, now or before under the same key."""
    answer = jsonify(id=id)
    answer.status_code = 201
    return answer


@bp.post("")
@with_token("manage")
@explained
def begin(club: Club) -> Response:
    """A new season by one of the presets; teams and fixtures come next."""
    body = read_body("preset", "name", "season")
    key, preset = idempotency_key(body).key, body.one_of("preset", tuple(BY_KEY))
    name, season = body.name("The league’s name"), body.text("season", MAX_NAME) or ""
    body.verify()
    league = start_league(
        get_db(),
        club.id,
        name,
        clean_name(season),
        BY_KEY[preset].rules,
        key=key,
        author=program_author(club),
    )
    return created(league)


@bp.post("/<league>/rules")
@with_token("manage")
@explained
def change_rules(club: Club, league: str) -> Response:
    """The season's name, division and rules; what the request leaves out stays as it is."""
    season = season_of(club, league)

    def make(**rest: Any) -> LeagueForm:
        form = LeagueForm.for_rules(season.rules, **rest)
        del form.key  # sent twice, these rules are the same
        return form

    form = filled(make, _typed(season))
    change_league(
        get_db(),
        club.id,
        league,
        name=form.name.clean,
        season=form.season.data or "",
        division=form.place,
        rules=form.chosen,
        reason=form.reason.data or None,
        author=program_author(club),
    )
    return jsonify(id=league)


@bp.post("/<league>/archived")
@with_token("manage")
@explained
def archive(club: Club, league: str) -> Response:
    """Put the season into the archive, or take it out."""
    season, body = season_of(club, league), read_body("archived")
    closed = body.flag("archived", needed=True)
    body.verify()
    archive_season(get_db(), club.id, season, closed=closed, author=program_author(club))
    return jsonify(id=league, archived=closed)


@bp.post("/<league>/next-season")
@with_token("manage")
@explained
def begin_next(club: Club, league: str) -> Response:
    """The next season of this league: the same rules and teams, no fixtures yet."""
    season, form = season_of(club, league), filled(NextSeasonForm)
    name, key = form.season.data or "", form.key.data or ""
    return created(next_season(get_db(), club.id, season, name, key=key, author=program_author(club)))


def rules_of(season: Season) -> dict[str, Any]:
    """The season's name, division and rules as ``change_rules`` takes them."""
    form = LeagueForm.for_rules(season.rules, formdata=None, data=_typed(season), meta={"csrf": False})
    return settings_of(form)


def _typed(season: Season) -> dict[str, Any]:
    """What the page of the season's rules shows before anybody types."""
    known = season.league._asdict()
    return {**LeagueForm.typed_from(season.rules), **{name: known[name] for name in _NAMES}}
