"""Fixtures: the list of a season, drawing it up, moving one, the calendar feed, cards that are overdue."""

from datetime import date

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from scorekeeper.book.league_acts import LeagueRefused, draw_up_fixtures, place_fixture
from scorekeeper.book.night import Night
from scorekeeper.book.season import Season
from scorekeeper.exchange.calendar import calendar
from scorekeeper.exchange.words import reminder
from scorekeeper.store.clubs import Club
from scorekeeper.store.connection import writing
from scorekeeper.store.fixtures import drop_fixture
from scorekeeper.web.access import needs, stamp, visitor
from scorekeeper.web.database import get_db, now
from scorekeeper.web.forms.season import DrawUpForm, FixtureForm
from scorekeeper.web.leagues import season_or_404
from scorekeeper.web.pages.fixtures import FixturesPage

bp = Blueprint("fixtures", __name__, url_prefix="/c/<club>/leagues/<league>/fixtures")

Answer = Redirect | str | tuple[str, int]


def today() -> date:
    """The server's day, in UTC."""
    return date.fromisoformat(now()[:10])


@bp.get("/")
@needs("watch")
def index(club: Club, league: str) -> str:
    """Every fixture by round, the rounds to come first."""
    page = FixturesPage.of(club, visitor(), season_or_404(club, league), today())
    return render_template("fixtures/index.html", page=page)


@bp.route("/draw-up", methods=["GET", "POST"])
@needs("manage")
def draw_up(club: Club, league: str) -> Answer:
    """Everybody meets everybody, once or twice, from a first night on."""
    season = season_or_404(club, league)
    form = DrawUpForm()
    if form.validate_on_submit() and _drawn_up(club, season, form):
        return redirect(url_for(".index", club=club.id, league=league), 303)
    page = render_template("fixtures/draw_up.html", club=club, season=season, form=form)
    return page, 422 if form.errors else 200


def _drawn_up(club: Club, season: Season, form: DrawUpForm) -> bool:
    by = stamp(club)
    try:
        with writing(get_db(), club.id):
            draw_up_fixtures(
                get_db(),
                club.id,
                season,
                first=form.first.data or today(),
                every=form.every.data or 7,
                twice=form.twice.data == "yes",
                free=form.free_days,
                stamp=by,
            )
    except LeagueRefused as refused:
        form.first.errors = [*form.first.errors, str(refused)]
        return False
    return True


@bp.route("/new", methods=["GET", "POST"])
@bp.route("/<fixture>/change", methods=["GET", "POST"])
@needs("manage")
def change(club: Club, league: str, fixture: str | None = None) -> Answer:
    """Add a fixture, or move one: its day (none: postponed), round, home and away."""
    season = season_or_404(club, league)
    night = season.night(fixture) if fixture else None
    if fixture and night is None:
        abort(404, "There is no such fixture in this league.")
    form = FixtureForm.for_squads(season.squads, data=_typed(season, fixture))
    if form.validate_on_submit() and _placed(club, season, form, fixture):
        return redirect(url_for(".index", club=club.id, league=league), 303)
    page = render_template("fixtures/change.html", club=club, season=season, night=night, form=form)
    return page, 422 if form.errors else 200


def _typed(season: Season, fixture: str | None) -> dict[str, object]:
    night = season.night(fixture) if fixture else None
    if night is None:
        last = max((n.fixture.round for n in season.nights), default=0)
        return {"round": last + 1}
    known = night.fixture
    day = date.fromisoformat(known.day) if known.day else None
    return {"round": known.round, "home": known.home, "away": known.away, "day": day, "stage": known.stage}


def _placed(club: Club, season: Season, form: FixtureForm, fixture: str | None) -> bool:
    by = stamp(club)
    reason = form.reason.data or None
    try:
        with writing(get_db(), club.id):
            place_fixture(get_db(), club.id, season, form.fixture(), by, known=fixture, reason=reason)
    except LeagueRefused as refused:
        form[refused.field].errors = [*form[refused.field].errors, str(refused)]
        return False
    return True


@bp.post("/<fixture>/drop")
@needs("manage")
def drop(club: Club, league: str, fixture: str) -> Redirect:
    """Take out a fixture of which nothing was told."""
    season = season_or_404(club, league)
    night = season.night(fixture) or abort(404, "There is no such fixture in this league.")
    if night.begun:
        abort(409, "Something has been told of this fixture, so it stays. It can be postponed or forfeited.")
    by = stamp(club)
    with writing(get_db(), club.id):
        drop_fixture(get_db(), club.id, night.fixture, by)
    return redirect(url_for(".index", club=club.id, league=league), 303)


@bp.get("/overdue")
@needs("watch")
def overdue(club: Club, league: str) -> str:
    """Cards that should have been in, each with a reminder to copy."""
    season = season_or_404(club, league)
    nights = [
        (night, reminder(season, night, _card(club, night), today())) for night in season.overdue(today())
    ]
    return render_template("fixtures/overdue.html", club=club, season=season, nights=nights)


def _card(club: Club, night: Night) -> str:
    return url_for("cards.show", club=club.id, fixture=night.fixture.id, _external=True)


@bp.get("/calendar.ics")
@needs("watch")
def feed(club: Club, league: str) -> Response:
    """The season for a phone's calendar; ``?team=`` only that team's fixtures."""
    season = season_or_404(club, league)
    team = request.args.get("team")
    if team and season.squad(team) is None:
        abort(404, "There is no such team in this league.")
    text = calendar(season, team, request.host)
    return Response(
        text, mimetype="text/calendar", headers={"Content-Disposition": "inline; filename=league.ics"}
    )
