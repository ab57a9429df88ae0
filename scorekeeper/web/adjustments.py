"""Points given and taken: adjustments with their reasons, late cards, and handicaps."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from wtforms import RadioField, SelectField
from wtforms.validators import AnyOf, InputRequired

from scorekeeper.rules.leagues.points import MOST_ADJUSTED, MOST_START
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import (
    adjust_points,
    give_handicaps,
    take_back_adjustment,
    waive_fine,
)
from scorekeeper.services.leagues.seasons import SEASON, LeagueError
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web import forms
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import DESK, Answer, Door, page_at

bp = Blueprint("adjustments", __name__, url_prefix="/c/<club>/leagues/<league>")
_FIELD = "points-"  # how the name of a handicap’s field begins


class WhyForm(forms.ActForm):
    reason = forms.ReasonField("Why?")


class AdjustmentForm(forms.PageForm):
    """So many league points for a team, given or taken; nothing is chosen beforehand."""

    key = forms.KeyField()
    squad = SelectField("Team", choices=forms.team_or_nobody, validate_choice=False)
    way = RadioField(
        "What happens",
        choices={"take": "Take off", "give": "Give"},
        validators=[AnyOf(("take", "give"), "What happens: choose take off or give.")],
        validate_choice=False,
    )
    points = forms.WholeNumberField(
        "Points", example=3, least=1, most=MOST_ADJUSTED, validators=[InputRequired("Points: how many?")]
    )
    reason = forms.ReasonField("Why? The table shows it")

    @property
    def said(self) -> dict[str, Any]:
        points = -self.points.data if self.way.data == "take" else self.points.data
        return {"squad": self.squad.data, "points": points, "reason": self.reason.data}


@page_at(bp, "/points/", role="watch", of=SEASON)
def index(_: Club, season: Season, form: AdjustmentForm | None = None, why: WhyForm | None = None) -> str:
    """``why`` is the form of an adjustment that could not be waived or taken back."""
    form = form or AdjustmentForm.on(season, formdata=None, data={"key": forms.new_key()})
    faults = [*why.key.errors, *why.reason.errors] if why else []
    reason = why.reason.data or "" if why else ""
    return render_template(
        "adjustments/index.html",
        season=season,
        form=form,
        refused=" ".join(faults),
        reason=reason,
        new_key=forms.new_key(),
        late=[card for card in season.cards if card.late_by is not None and season.may_count(card)],
        taken_back={row.fixture: row.id for row in season.adjustments if row.fixture},
    )


Door(adjust_points, form=AdjustmentForm, page=index, to="adjustments.index", needs=("reason",)).serve(
    page=(bp, "/points/", "add"), api=(DESK, "/adjustments", "adjust")
)
_BECAUSE = Door(
    waive_fine,
    form=WhyForm,
    page=lambda club, season, form, **_: index(club, season, why=form),
    to="adjustments.index",
    needs=("reason",),
)
_BECAUSE.serve(
    page=(bp, "/points/waive/<fixture>", "waive"), api=(DESK, "/fixtures/<fixture>/waive", "waive")
)
_BECAUSE._replace(act=take_back_adjustment).serve(
    page=(bp, "/points/<adjustment>/back", "undo"), api=(DESK, "/adjustments/<adjustment>/take-back", "undo")
)


@page_at(bp, "/handicaps/", role="manage", of=SEASON, posts=True)
def handicaps(club: Club, season: Season) -> Answer:
    if request.method == "GET":
        return _handicaps_page(season, {id: str(points) for id, points in season.handicaps.items()})
    typed = {
        name.removeprefix(_FIELD): value.strip() for name, value in request.form.items() if _FIELD in name
    }
    wrong = {
        id: f"Points: “{value[:20]}” is not a whole number from 0 to 999."
        for id, value in typed.items()
        if not re.fullmatch("[0-9]{0,3}", value)
    }
    if wrong:
        return _handicaps_page(season, typed, wrong=wrong), 422
    try:
        shown = dict(one.split(":", 1) for one in request.form.get("shown", "").split() if ":" in one)
        points = {id: int(value or 0) for id, value in typed.items() if value != shown.get(id, "")}
        give_handicaps(asks(club), season.league.id, points)
    except LeagueError as refused:
        return _handicaps_page(season, typed, fault=str(refused)), 422
    return redirect(url_for(".handicaps"), 303)


def _handicaps_page(
    season: Season, typed: dict[str, str], fault: str = "", wrong: Mapping[str, str] | None = None
) -> str:
    """``fault`` is of all of it, ``wrong`` of the fields by the ids of teams and players."""
    return render_template(
        "league_rules/handicaps.html",
        season=season,
        typed=typed,
        shown=" ".join(f"{id}:{points}" for id, points in season.handicaps.items()),
        fault=fault,
        wrong=wrong or {},
    )


_HANDICAP = forms.form_of(
    entrant=SelectField(
        "A team or a player", validate_choice=False, validators=[InputRequired("Who starts with them?")]
    ),
    points=forms.WholeNumberField("Points", most=MOST_START, validators=[InputRequired("Points: how many?")]),
)
Door(give_handicaps, lambda form: {"points": {form.entrant.data: form.points.data}}, _HANDICAP).serve(
    api=(DESK, "/handicaps", "handicap")
)
