"""Cups: the bracket of a knockout, its groups, all finals on one evening; ladders with their challenges."""

from typing import Any

from flask import Blueprint, render_template, request
from wtforms import RadioField, SelectField, TextAreaField
from wtforms.validators import InputRequired

from scorekeeper.names import clean_name
from scorekeeper.rules.cups import first_round
from scorekeeper.rules.text import counted
from scorekeeper.services.leagues import cups, ladders
from scorekeeper.services.leagues.fixture_commands import Occasion
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import SEASON
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web import forms
from scorekeeper.web.doors import DESK, Door, page_at
from scorekeeper.web.fixtures.views import DrawUpForm
from scorekeeper.web.http.db import get_db, today

bp = Blueprint("cups", __name__, url_prefix="/c/<club>/leagues")


class DrawForm(forms.PageForm):
    """The seeds, the best first, one per line; there may be none."""

    seeds = TextAreaField("Seeds", validators=[forms.long_at_most("Seeds")])

    @property
    def names(self) -> list[str]:
        typed = (self.seeds.data or "").splitlines()
        typed = typed if len(typed) > 1 else "".join(typed).split(",")  # a name in a list may have a comma
        return [name for line in self.listed.get("seeds", typed) if (name := clean_name(line))]


class GroupsForm(DrawUpForm, DrawForm):
    twice = RadioField(
        "In a group everybody meets everybody",
        choices={"no": "once", "yes": "twice, home and away"},
        default="no",
    )


class FinalsForm(forms.PageForm):
    day = forms.DayField("Day", validators=[InputRequired("Day: choose one.")])
    starts = forms.TimeField("Starts at")
    place = forms.PhraseField("Where", most=120)

    @property
    def occasion(self) -> Occasion:
        return Occasion(self.day.data, self.starts.data, self.place.data or None)


class CupRoundForm(FinalsForm):
    """When and where a round's ties are played; without a place they are at home."""

    number = forms.WholeNumberField(
        "Round", example=1, least=1, most=9, validators=[InputRequired("Round: which?")]
    )


@page_at(bp, "/<league>/cup/", role="watch", of=SEASON)
def show(_: Club, season: Season, **sent: Any) -> str:
    """``sent`` is the form that was refused, by its name on the page."""
    groups = cups.groups_of(season)
    drawn = {*season.places, *(squad.id for squad in season.squads if squad.pool)}
    offered = {"draw": DrawForm, "round": CupRoundForm, "group_draw": GroupsForm}
    empty = {name: form(formdata=None) for name, form in offered.items()}
    return render_template(
        "cups/show.html",
        season=season,
        groups=groups,
        groups_begun=cups.groups_begun(season),
        waits=cups.what_groups_wait_for(season, groups),
        outside=[team.name for team in season.playing if drawn and team.id not in drawn],
        not_through=cups.not_through_now(season, groups) if groups else [],
        knockout_begun=any(card.begun and card.fixture.tie for card in season.cards),
        first_round=_first_round(season),
        **empty | sent,
    )


def _day_refused(club: Club, season: Season, form: CupRoundForm) -> str:
    """Where another phone has set these ties meanwhile, what was typed is not for the round that is next."""
    shown = form
    if form.number.data != season.undated:
        shown = CupRoundForm(formdata=None)
        shown.day.errors = form.day.errors
    return show(club, season, round=shown)


def _first_round(season: Season) -> str:
    """What the draw will make of those who have entered, in words."""
    entered = len(season.playing)
    ties, byes = first_round(entered)
    words = counted(entered, season.rules.entrants.removesuffix("s"))
    return f"{words}: {counted(ties, 'tie')} in the first round, {counted(byes, 'bye')}."


_BRACKET = Door(
    cups.draw_bracket,
    lambda form: {"seeds": form.names},
    DrawForm,
    page=lambda club, season, form: show(club, season, draw=form),
    to="cups.show",
    keyed=True,
    seen=lambda season: season.seen,
)
_BRACKET.serve(page=(bp, "/<league>/cup/draw", "draw"), api=(DESK, "/cup/draw", "draw"))
_BRACKET._replace(
    act=cups.draw_groups,
    said=lambda form: {"seeds": form.names, "dates": form.dates, "twice": form.twice.data == "yes"},
    form=GroupsForm,
    page=lambda club, season, form: show(club, season, group_draw=form),
    answers=lambda made: {"fixtures": made},
    usual={"twice": "no", "every": 7},
).serve(page=(bp, "/<league>/cup/groups", "draw_all_groups"), api=(DESK, "/cup/groups", "draw_all_groups"))
_BRACKET._replace(
    act=cups.date_round,
    said=lambda form: {"number": form.number.data, "occasion": form.occasion},
    form=CupRoundForm,
    page=_day_refused,
    answers=lambda made: {"fixtures": made},
    checks=False,  # another phone may have set the other ties
).serve(page=(bp, "/<league>/cup/round", "set_round"), api=(DESK, "/cup/round", "set_round"))


@page_at(bp, "/finals/", role="watch")
def show_finals(club: Club, form: FinalsForm | None = None) -> str:
    drawn = cups.cups_with_finals(get_db(), club.id, today())
    finals = [season.bracket[-1][0] for season in drawn]
    to_set = any(tie.waits or any(not card.begun for card in tie.cards) for tie in finals)
    form = form or FinalsForm(formdata=None)
    return render_template("cups/finals.html", cups=drawn, to_set=to_set, form=form)


Door(
    cups.set_finals,
    lambda form: {"occasion": form.occasion},
    FinalsForm,
    page=lambda club, _, form: show_finals(club, form),
    to="cups.show_finals",
).serve(page=(bp, "/finals/", "set_all"))


ladders_bp = Blueprint("ladders", __name__, url_prefix="/c/<club>/leagues/<league>/ladder")


class OrderForm(DrawForm):
    """Names from the top, one per line; the others stay below them."""

    seeds = TextAreaField("Order", validators=[forms.long_at_most("Order")])


class ChallengeForm(FinalsForm):
    challenger = SelectField("Challenger", choices=forms.team_or_nobody, validate_choice=False)
    challenged = SelectField("Challenges", choices=forms.team_or_nobody, validate_choice=False)


@page_at(ladders_bp, "/", role="watch", of=SEASON)
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
    lambda form: {
        "pair": (form.challenger.data or "", form.challenged.data or ""),
        "occasion": form.occasion,
    },
    ChallengeForm,
    page=lambda club, ladder, form: show_ladder(club, ladder.season, challenge=form),
    to="ladders.show_ladder",
    makes=True,
    seen=lambda ladder: ladder.season.seen,
    checks=False,  # whoever is busy by now is refused by name
).serve(page=(ladders_bp, "/challenges", "add"), api=(DESK, "/ladder/challenges", "challenge_somebody"))
Door(
    ladders.set_order,
    lambda form: {"names": form.names},
    OrderForm,
    page=lambda club, ladder, form: show_ladder(club, ladder.season, order=form),
    to="ladders.show_ladder",
).serve(page=(ladders_bp, "/order", "order"), api=(DESK, "/ladder/order", "order"))
