"""What other programs may do with spreadsheets: import teams, or fixtures with past results."""

from flask import Blueprint, Response, jsonify

from scorekeeper.exchange.season_sheets import MOST_SIGNS, take_over
from scorekeeper.services.leagues.season_sheet import SheetRefused
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import PREFIX, with_token
from scorekeeper.web.api.parsing import optional_key, read_body
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import season_of
from scorekeeper.web.http.negotiation import problem

bp = Blueprint("api_spreadsheets", __name__, url_prefix=f"{PREFIX}/leagues/<league>/spreadsheet")


@bp.post("")
@with_token("manage", takes="Sheet", answers="TakenOver")
def take(club: Club, league: str) -> Response:
    """Store every line of the sheet or none; with ``look`` only say what it would bring."""
    season = season_of(club, league)
    body = read_body("sheet", "look")
    text, look = body.text("sheet", MOST_SIGNS, needed=True) or "", body.flag("look")
    body.verify()
    try:
        sheet, done = take_over(asks(club, optional_key()), season, text, store=not look)
    except SheetRefused as refused:
        return problem(422, str(refused.faults[0]), "sheet", errors={"sheet": list(map(str, refused.faults))})
    new, changed, known = map(sum, zip(done.teams, done.fixtures, strict=True))
    return jsonify(id=league, new=new, changed=changed, known=known, left_out=sheet.left_out)
