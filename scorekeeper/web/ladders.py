"""A ladder: its order, its challenges, and the forms to challenge somebody and to set the order."""

from dataclasses import dataclass
from typing import Any, Self

from flask import Blueprint, render_template, request
from wtforms import SelectField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length

from scorekeeper.services.leagues.ladder import Ladder, challenge, open_ladder, set_order
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import Visitor, needs, visitor
from scorekeeper.web.cups import DrawForm, FinalsForm
from scorekeeper.web.doors import DESK, Door, season_of, serve
from scorekeeper.web.http.db import get_db


class OrderForm(DrawForm):
    """Names from the top, one per line; the others stay below them."""

    seeds = TextAreaField("Order", validators=[Length(max=2000, message="Order: too many letters.")])


class ChallengeForm(FinalsForm):
    """Who challenges whom, when and where."""

    challenger = SelectField("Challenger", validate_choice=False)
    challenged = SelectField("Challenges", validate_choice=False)

    @classmethod
    def on(cls, season: Season, /, **rest: Any) -> Self:
        """The form with this season’s teams to choose from."""
        form = cls(**rest)
        choices = [SelectChoice("", "–"), *(SelectChoice(squad.id, squad.name) for squad in season.squads)]
        form.challenger.choices = form.challenged.choices = choices
        return form

    @property
    def pair(self) -> tuple[str, str]:
        """The challenger, and who is challenged."""
        return self.challenger.data or "", self.challenged.data or ""


bp = Blueprint("ladders", __name__, url_prefix="/c/<club>/leagues/<league>/ladder")


@dataclass(frozen=True, slots=True)
class LadderPage:
    """``challenge`` is the open form of whoever was tapped, None while nobody was."""

    club: Club
    visitor: Visitor
    season: Season
    ladder: Ladder
    order: OrderForm
    challenge: ChallengeForm | None


@bp.get("/")
@needs("watch")
def show(club: Club, league: str) -> str:
    """The ladder; ``?by=`` opens the challenge of this one."""
    season = season_of(club, league)
    by = request.args.get("by")
    form = ChallengeForm.on(season, formdata=None, data={"challenger": by}) if by else None
    return _page(club, season, challenge=form)


def _page(
    club: Club, season: Season, *, order: OrderForm | None = None, challenge: ChallengeForm | None = None
) -> str:
    ladder = open_ladder(get_db(), club.id, season)
    names = "\n".join(season.names[squad] for squad in ladder.order)
    order = order or OrderForm(formdata=None, data={"seeds": names})
    page = LadderPage(club, visitor(), season, ladder, order, challenge)
    return render_template("ladders/show.html", page=page)


serve(
    Door(
        challenge,
        form=ChallengeForm,
        said=lambda form: {"pair": form.pair, "occasion": form.occasion},
        page=lambda club, season, form: _page(club, season, challenge=form),
        to="ladders.show",
        makes=True,
        seen=lambda season: season.seen,
        checks=False,  # whoever is busy by now is refused by name
    ),
    page=(bp, "/challenges", "add"),
    api=(DESK, "/ladder/challenges", "challenge_somebody"),
)
serve(
    Door(
        set_order,
        form=OrderForm,
        said=lambda form: {"names": form.names},
        page=lambda club, season, form: _page(club, season, order=form),
        to="ladders.show",
    ),
    page=(bp, "/order", "order"),
    api=(DESK, "/ladder/order", "order"),
)
