"""Leagues: choosing the rules of a season, changing them, the archive, the record."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.leagues.presets import BY_KEY, LEAGUE_PRESETS
from scorekeeper.services.gate import Superseded
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import (
    archive_season,
    change_league,
    in_order,
    next_season,
    start_league,
)
from scorekeeper.services.statistics import first_two
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import open_proposals
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.doors import SEASONS, Door, season_of, serve
from scorekeeper.web.forms import chosen, idempotency_key_of, new_key
from scorekeeper.web.http.db import get_db
from scorekeeper.web.http.paging import page_asked
from scorekeeper.web.leagues.audit_page import record_of
from scorekeeper.web.leagues.desk_page import DeskPage
from scorekeeper.web.leagues.divisions import EndPage
from scorekeeper.web.leagues.forms import LeagueForm, NextSeasonForm

bp = Blueprint("leagues", __name__, url_prefix="/c/<club>/leagues")

Answer = Response | str | tuple[str, int]


def to_season(club: Club, league: str, page: str = "league_tables.show") -> Response:
    """Redirect to a page of the season after a change."""
    return redirect(url_for(page, club=club.id, league=league), 303)


@bp.get("/")
@needs("watch")
def index(club: Club) -> str:
    """The seasons now being played, and the archive."""
    found = in_order(leagues(get_db(), club.id))
    return render_template("leagues/index.html", club=club, leagues=found, visitor=visitor())


@bp.route("/new", methods=["GET", "POST"])
@needs("manage")
def new(club: Club) -> Answer:
    """Start a season from a preset; every value of it can be changed at once or later."""
    preset = BY_KEY.get(request.args.get("preset", ""))
    if preset is None:
        return render_template("league_rules/presets.html", club=club, presets=LEAGUE_PRESETS)
    typed = LeagueForm.typed_from(preset.rules)
    form = LeagueForm.for_rules(preset.rules, data={**typed, "name": preset.name, "key": new_key()})
    if form.validate_on_submit():
        name, season = form.name.clean, form.season.data or ""
        ask = asks(club, idempotency_key_of(form.key.data or new_key()))
        league = start_league(ask, club.id, name, season, form.chosen, form.place).answer
        return to_season(club, league, "squads.index")
    page = render_template("league_rules/rules.html", club=club, form=form, preset=preset, season=None)
    return page, 422 if form.errors else 200


@bp.get("/<league>/rules")
@needs("manage")
def rules(club: Club, league: str) -> str:
    """The season's name and rules; once results stand, they change only with a reason."""
    return _rules(club, season_of(club, league))


def _rules(club: Club, season: Season, form: LeagueForm | None = None) -> str:
    """What was typed on a page that was overtaken would put back what another phone has changed."""
    if form is None or isinstance(form.refused, Superseded):
        refused = form.refused if form else None
        form = _rules_form(season, formdata=None, data=typed_from(season))
        if refused:
            form.name.errors = [*form.name.errors, str(refused)]
    return render_template("league_rules/rules.html", club=club, form=form, preset=None, season=season)


def typed_from(season: Season) -> dict[str, Any]:
    """What the page of the season's rules shows before anybody types."""
    known = season.league._asdict()
    names = {name: known[name] for name in ("name", "season", "division", "tier")}
    return {**LeagueForm.typed_from(season.rules), **names}


def _rules_form(season: Season, **rest: Any) -> LeagueForm:
    form = LeagueForm.for_rules(season.rules, **rest)
    del form.key  # sent twice, these rules are the same
    return form


serve(
    Door(
        change_league,
        form=_rules_form,
        said=lambda form: {
            "name": form.name.clean,
            "season": form.season.data or "",
            "division": form.place,
            "rules": form.chosen,
            "reason": form.reason.data or None,
        },
        page=_rules,
        to="league_tables.show",
        seen=lambda season: season.rules_seen,
        before=typed_from,
    ),
    page=(bp, "/<league>/rules", "change_rules"),
    api=(SEASONS, "/<league>/rules", "change_rules"),
)


@bp.post("/<league>/closed")
@needs("manage")
def close(club: Club, league: str) -> Response:
    """Put the season into the archive, or take it out."""
    archive_season(asks(club), league, closed=chosen("closed", "yes", "no") == "yes")
    return to_season(club, league, "leagues.end")


@bp.get("/<league>/desk")
@needs("watch")
@cached_page("league")
def desk(club: Club, league: str) -> str:
    """The secretary's desk; ``?month=`` is the grid's, ``?find=`` looks for a team or a player."""
    season = season_of(club, league)
    proposals = open_proposals(get_db(), club.id).get(league, {})
    page = DeskPage.of(club, visitor(), season, proposals, request.args)
    return render_template("desk/show.html", page=page)


@bp.get("/<league>/end")
@needs("watch")
def end(club: Club, league: str) -> str:
    """The end of the season: the final table, its honours, the archive, the next season."""
    season = season_of(club, league)
    return _end_page(club, season, NextSeasonForm(formdata=None, data={"key": new_key()}))


def _end_page(club: Club, season: Season, form: NextSeasonForm) -> str:
    page = EndPage.of(club, visitor(), season, form, first_two(get_db(), club.id, season))
    return render_template("leagues/end.html", page=page)


serve(
    Door(
        next_season,
        form=lambda _, **rest: NextSeasonForm(**rest),
        said=lambda form: {"name": form.season.data or ""},
        page=_end_page,
        to=lambda club, _, made: url_for("fixtures.draw_up", club=club.id, league=made),
        makes=True,
    ),
    page=(bp, "/<league>/next-season", "start_next_season"),
    api=(SEASONS, "/<league>/next-season", "begin_next"),
)


@bp.get("/<league>/record")
@needs("watch")
@cached_page("league")
def record(club: Club, league: str) -> str:
    """Who changed what in this season, when and why."""
    season = season_of(club, league)
    about = [league, *(squad.id for squad in season.squads), *(n.fixture.id for n in season.fixture_cards)]
    lines = record_of(season, changes(get_db(), club.id, about), page_asked())
    return render_template("leagues/record.html", club=club, season=season, lines=lines)
