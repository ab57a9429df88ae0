"""What other programs may do to a season's teams: enter one, change it, have it leave or come back."""

from flask import Blueprint, Response, jsonify

from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.teams import enter_squad, squad_report, withdraw_or_drop_squad
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.api.auth import PREFIX, program_author, with_token
from scorekeeper.web.api.forms import filled
from scorekeeper.web.api.leagues.seasons import created, season_of
from scorekeeper.web.api.parsing import read_body
from scorekeeper.web.api.refusals import explained, found
from scorekeeper.web.fixtures.forms import SquadForm
from scorekeeper.web.http.db import get_db

bp = Blueprint("api_squads", __name__, url_prefix=f"{PREFIX}/leagues/<league>/teams")


@bp.post("")
@with_token("manage")
@explained
def enter(club: Club, league: str) -> Response:
    """Enter a team with its players."""
    return created(_enter(club, season_of(club, league), filled(SquadForm), None))


@bp.post("/<squad>")
@with_token("manage")
@explained
def change(club: Club, league: str, squad: str) -> Response:
    """A team's name, players and venue; what the request leaves out stays as it is."""
    season = season_of(club, league)
    known = found(season.squad(squad), "team")
    players = "\n".join(name for _, name in known.players)
    before = {"name": known.name, "players": players, "venue": known.venue, "address": known.address}
    return jsonify(id=_enter(club, season, filled(SquadForm, before), known))


@bp.post("/<squad>/withdrawn")
@with_token("manage")
@explained
def withdraw(club: Club, league: str, squad: str) -> Response:
    """The team leaves the season, or comes back; one without fixtures is simply taken out."""
    season = season_of(club, league)
    known = found(season.squad(squad), "team")
    body = read_body("withdrawn", "reason")
    withdrawn, reason = body.flag("withdrawn", needed=True), body.reason()
    body.verify()
    by = program_author(club)
    withdraw_or_drop_squad(get_db(), club.id, season, known, reason, by, withdrawn=withdrawn)
    return jsonify(id=squad, withdrawn=withdrawn)


def _enter(club: Club, season: Season, form: SquadForm, known: Squad | None) -> str:
    report = squad_report(season, form.name.data or "", form.players.data or "", form.place)
    return enter_squad(get_db(), club.id, season, report, program_author(club), known, move=form.move.data)
