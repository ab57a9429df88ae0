"""A season imported from a spreadsheet: previewed, then stored whole or not at all."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import FileField, TextAreaField

from scorekeeper.exchange import season_import
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_import import MOST_BYTES, SheetFault, SheetRefused
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.requests import PREFIX, optional_key, read_body, with_token
from scorekeeper.web.api.schemas import SCHEMAS
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import Answer, page_at
from scorekeeper.web.forms import PageForm, chosen
from scorekeeper.web.http.negotiation import problem

bp = Blueprint("spreadsheets", __name__, url_prefix="/c/<club>/leagues/<league>/spreadsheet")

_SHOWN = 50  # faults; who has more wants to put the sheet right first
_MOST_TEXT = 8 * season_import.MOST_SIGNS  # bytes of what can be typed, and of what the columns hold
API = Blueprint("api_spreadsheets", __name__, url_prefix=f"{PREFIX}/leagues/<league>/spreadsheet")


@bp.url_value_preprocessor  # runs before anything reads the form
def allow_file(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let a workbook be as large as Excel makes one."""
    request.max_content_length = MOST_BYTES
    request.max_form_memory_size = _MOST_TEXT


class SpreadsheetForm(PageForm):
    """A sheet as a file, or as text that was copied from one; what somebody says that its columns hold."""

    file = FileField("The file: .xlsx or CSV")
    sheet = TextAreaField("Or its lines, copied")

    @property
    def text(self) -> str:
        sent = request.files.get(self.file.name)
        raw = sent.read() if sent else b""
        return season_import.decoded(raw) if raw else self.sheet.data or ""

    @property
    def said(self) -> dict[str, str]:
        pairs = zip(request.form.getlist("heading"), request.form.getlist("holds"), strict=False)
        return {
            season_import.heading_of(heading): field
            for heading, field in pairs
            if field in ("", *season_import.FIELDS)
        }


@page_at(bp, "/", role="manage", of=SEASON, posts=True)
def take(club: Club, season: Season) -> Answer:
    form = SpreadsheetForm()
    text, looked = "", None
    faults: Sequence[SheetFault] = ()
    if request.method == "POST" and form.validate():
        store = chosen("act", "look", "store") == "store"
        try:
            text = form.text
            looked = season_import.take_over(asks(club), season, text, form.said, store=store)
            if store:
                page = "squads.index" if not looked[0].fixtures else "fixtures.index"
                return redirect(url_for(page), 303)
        except SheetRefused as refused:
            faults = refused.faults
    lines = ["", *text.splitlines()]
    page = render_template(
        "league_rules/spreadsheet.html",
        season=season,
        form=form,
        text=text,
        most=2 * season_import.MOST_SIGNS,  # one that is too long is answered, not cut
        brings=looked and season_import.brings(looked[1]),
        sheet=looked and looked[0],
        columns=_columns(text, form.said) if text else [],
        fields=season_import.FIELDS,
        faults=[(fault, "".join(lines[fault.line : fault.line + 1])) for fault in faults[:_SHOWN]],
        more=max(0, len(faults) - _SHOWN),
    )
    return page, 422 if faults or form.errors else 200


def _columns(text: str, said: dict[str, str]) -> list[season_import.Column]:
    try:
        return season_import.read_sheet(text, said).columns
    except SheetRefused:
        return season_import.unknown_columns(text, said)


@API.post("", endpoint="take")
@with_token("manage", takes="Sheet", answers="TakenOver", of=SEASON)
def take_by_program(club: Club, season: Season) -> Response:
    """Store every line of the sheet or none; with ``look`` only say what it would bring."""
    said = read_body(SCHEMAS["Sheet"])
    try:
        ask, store = asks(club, optional_key()), not said.get("look")
        sheet, done = season_import.take_over(ask, season, said["sheet"], store=store)
    except SheetRefused as refused:
        return problem(422, str(refused.faults[0]), "sheet", errors={"sheet": list(map(str, refused.faults))})
    new, changed, known = map(sum, zip(done.teams, done.fixtures, strict=True))
    return jsonify(id=season.league.id, new=new, changed=changed, known=known, left_out=sheet.left_out)
