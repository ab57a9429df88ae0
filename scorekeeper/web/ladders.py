"""A ladder: its order from the top, and challenges."""

from typing import Any

from flask import Blueprint, render_template, request
from wtforms import SelectField, TextAreaField

from scorekeeper.services.leagues import ladders
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.cups import DrawForm, FinalsForm
from scorekeeper.web.doors import DESK, Door, page_at
from scorekeeper.web.fixtures.forms import team_or_nobody
from scorekeeper.web.forms import long_at_most

bp = Blueprint("ladders", __name__, url_prefix="/c/<club>/leagues/<league>/ladder")


class OrderForm(DrawForm):
    """Names from the top, one per line; the others stay below them."""

    seeds = TextAreaField("Order", validators=[long_at_most("Order")])


class ChallengeForm(FinalsForm):
    challenger = SelectField("Challenger", choices=team_or_nobody, validate_choice=False)
    challenged = SelectField("Challenges", choices=team_or_nobody, validate_choice=False)

    @property
    def said(self) -> dict[str, Any]:
        pair = self.challenger.data or "", self.challenged.data or ""
        return {"pair": pair, "occasion": self.occasion}


@page_at(bp, "/", role="watch", of=SEASON)
def show_ladder(
    _: Club, season: Season, order: OrderForm | None = None, challenge: ChallengeForm | None = None
) -> str:
    """The ladder; ``?by=`` opens the challenge of this one."""
    ladder, by = ladders.Ladder(season), request.args.get("by")
    if by and not challenge:
        challenge = ChallengeForm.on(season, formdata=None, data={"challenger": by})
    names = "\n".join(season.names[squad] for squad in ladder.order)
    order = order or OrderForm(formdata=None, data={"seeds": names})
    return render_template(
        "ladders/show.html", season=season, ladder=ladder, order=order, challenge=challenge
    )


Door(
    ladders.challenge,
    form=ChallengeForm,
    page=lambda club, ladder, form: show_ladder(club, ladder.season, challenge=form),
    to="ladders.show_ladder",
    makes=True,
    seen=lambda ladder: ladder.season.seen,
    checks=False,  # whoever is busy by now is refused by name
).serve(page=(bp, "/challenges", "add"), api=(DESK, "/ladder/challenges", "challenge_somebody"))
Door(
    ladders.set_order,
    form=OrderForm,
    said=lambda form: {"names": form.names},
    page=lambda club, ladder, form: show_ladder(club, ladder.season, order=form),
    to="ladders.show_ladder",
).serve(page=(bp, "/order", "order"), api=(DESK, "/ladder/order", "order"))
