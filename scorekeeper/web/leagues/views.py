"""Leagues: choosing the rules of a season, changing them, the archive, the record."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.leagues.presets import BY_KEY, LEAGUE_PRESETS
from scorekeeper.services.leagues.archive import archive_season
from scorekeeper.services.leagues.divisions import in_order
from scorekeeper.services.leagues.errors import LeagueError
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import (
    ReasonMissing,
    change_league,
    next_season,
    start_league,
)
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.statistics.history import first_two
from scorekeeper.store.clubs.audit import changes
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.leagues import leagues
from scorekeeper.store.leagues.proposals import open_proposals
from scorekeeper.web.auth.access import author, needs, visitor
from scorekeeper.web.caching.page_cache import cached_page
from scorekeeper.web.forms.act import chosen, new_key
from scorekeeper.web.http.db import get_db, today
from scorekeeper.web.http.paging import page_asked
from scorekeeper.web.leagues.audit_page import record_of
from scorekeeper.web.leagues.desk_page import DeskPage
from scorekeeper.web.leagues.end_page import EndPage
from scorekeeper.web.leagues.forms import LeagueForm
from scorekeeper.web.leagues.season_forms import NextSeasonForm

bp = Blueprint("leagues", __name__, url_prefix="/c/<club>/leagues")

Answer = Response | str | tuple[str, int]


def season_or_404(club: Club, league: str) -> Season:
    """The season that this URL names, or a 404 page."""
    return open_season(get_db(), club.id, league, today()) or abort(
        404, "There is no such league in this club."
    )


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
        key, by = form.key.data or new_key(), author(club)
        league = start_league(
            get_db(), club.id, name, season, form.chosen, division=form.place, key=key, author=by
        )
        return to_season(club, league, "squads.index")
    page = render_template("league_rules/rules.html", club=club, form=form, preset=preset, season=None)
    return page, 422 if form.errors else 200


@bp.route("/<league>/rules", methods=["GET", "POST"])
@needs("manage")
def rules(club: Club, league: str) -> Answer:
    """Change the season's name or rules; once results stand, only with a reason."""
    season = season_or_404(club, league)
    known = season.league
    typed = {**LeagueForm.typed_from(season.rules), **known._asdict(), "key": new_key()}
    form = LeagueForm.for_rules(season.rules, data=typed)
    if form.validate_on_submit() and _change(club, season, form):
        return to_season(club, league)
    page = render_template("league_rules/rules.html", club=club, form=form, preset=None, season=season)
    return page, 422 if form.errors else 200


def _change(club: Club, season: Season, form: LeagueForm) -> bool:
    try:
        change_league(
            get_db(),
            club.id,
            season.league.id,
            name=form.name.clean,
            season=form.season.data or "",
            division=form.place,
            rules=form.chosen,
            reason=form.reason.data or None,
            author=author(club),
        )
    except ReasonMissing as missing:
        form.reason.errors = [*form.reason.errors, str(missing)]
        return False
    return True


@bp.post("/<league>/closed")
@needs("manage")
def close(club: Club, league: str) -> Response:
    """Put the season into the archive, or take it out."""
    season = season_or_404(club, league)
    closed = chosen("closed", "yes", "no") == "yes"
    archive_season(get_db(), club.id, season, closed=closed, author=author(club))
    return to_season(club, league, "leagues.end")


@bp.get("/<league>/desk")
@needs("watch")
@cached_page("league")
def desk(club: Club, league: str) -> str:
    """The secretary's desk; ``?month=`` is the grid's, ``?find=`` looks for a team or a player."""
    season = season_or_404(club, league)
    proposals = open_proposals(get_db(), club.id).get(league, {})
    page = DeskPage.of(club, visitor(), season, proposals, request.args)
    return render_template("desk/show.html", page=page)


@bp.get("/<league>/end")
@needs("watch")
def end(club: Club, league: str) -> str:
    """The end of the season: the final table, its honours, the archive, the next season."""
    season = season_or_404(club, league)
    form = NextSeasonForm(formdata=None, data={"key": new_key()})
    return _end_page(club, season, form)


@bp.post("/<league>/next-season")
@needs("manage")
def start_next_season(club: Club, league: str) -> Answer:
    """The next season, with the same rules and teams; its dates are asked for next."""
    season = season_or_404(club, league)
    form, by = NextSeasonForm(), author(club)
    if form.validate():
        try:
            name, key = form.season.data or "", form.key.data or new_key()
            following = next_season(get_db(), club.id, season, name, key=key, author=by)
            return to_season(club, following, "fixtures.draw_up")
        except LeagueError as refused:
            form.season.errors = [*form.season.errors, str(refused)]
    return _end_page(club, season, form), 422


def _end_page(club: Club, season: Season, form: NextSeasonForm) -> str:
    page = EndPage.of(club, visitor(), season, form, first_two(get_db(), club.id, season))
    return render_template("leagues/end.html", page=page)


@bp.get("/<league>/record")
@needs("watch")
@cached_page("league")
def record(club: Club, league: str) -> str:
    """Who changed what in this season, when and why."""
    season = season_or_404(club, league)
    about = [league, *(squad.id for squad in season.squads), *(n.fixture.id for n in season.fixture_cards)]
    lines = record_of(season, changes(get_db(), club.id, about), page_asked())
    return render_template("leagues/record.html", club=club, season=season, lines=lines)
