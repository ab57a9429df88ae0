"""A season imported from a spreadsheet: previewed, then stored whole or not at all."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import FileField, TextAreaField

from scorekeeper.exchange.season_sheets import brings, decoded, take_over
from scorekeeper.services.leagues.season_sheet import SheetFault, SheetRefused
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs
from scorekeeper.web.doors import season_of
from scorekeeper.web.forms import PageForm, chosen

bp = Blueprint("spreadsheets", __name__, url_prefix="/c/<club>/leagues/<league>/spreadsheet")

_SHOWN = 50  # faults; who has more wants to put the sheet right first


class SpreadsheetForm(PageForm):
    """A sheet as a file, or as text that was copied from one."""

    file = FileField("The file, saved as CSV")
    sheet = TextAreaField("Or its lines, copied")

    @property
    def text(self) -> str:
        """What the sheet says: the file's lines, else those that were copied."""
        sent = request.files.get(self.file.name)
        raw = sent.read() if sent else b""
        return decoded(raw) if raw else self.sheet.data or ""


@bp.route("/", methods=["GET", "POST"])
@needs("manage")
def take(club: Club, league: str) -> Response | str | tuple[str, int]:
    """Preview a sheet; once that was seen, import it."""
    season, form = season_of(club, league), SpreadsheetForm()
    text, looked = "", None
    faults: Sequence[SheetFault] = ()
    if request.method == "POST" and form.validate():
        text, store = form.text, chosen("act", "look", "store") == "store"
        try:
            looked = take_over(asks(club), season, text, store=store)
            if store:
                page = "squads.index" if looked[0].teams else "fixtures.index"
                return redirect(url_for(page, club=club.id, league=league), 303)
        except SheetRefused as refused:
            faults = refused.faults
    lines = ["", *text.splitlines()]
    page = render_template(
        "league_rules/spreadsheet.html",
        club=club,
        season=season,
        form=form,
        text=text,
        brings=looked and brings(*looked),
        left_out=looked[0].left_out if looked else [],
        faults=[(fault, "".join(lines[fault.line : fault.line + 1])) for fault in faults[:_SHOWN]],
        more=max(0, len(faults) - _SHOWN),
    )
    return page, 422 if faults or form.errors else 200
