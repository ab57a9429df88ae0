"""The teams of a league: entering them, their players, their withdrawal, a new link for a captain."""

from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, RadioField, StringField, TextAreaField
from wtforms.validators import InputRequired

from scorekeeper.names import MAX_ADDRESS, MAX_VENUE
from scorekeeper.rules.leagues.points import WITHDRAWALS
from scorekeeper.rules.text import listed
from scorekeeper.services.gate import there
from scorekeeper.services.leagues import squads
from scorekeeper.services.leagues.captains import renew_link, set_captain_pin
from scorekeeper.services.leagues.fixture_commands import draw_up_late
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import divisions_of
from scorekeeper.services.leagues.seasons import SEASON, registered_twice
from scorekeeper.store.clubs.access import has_pin
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.captains import captain_generation
from scorekeeper.store.leagues.squads import Squad, Venue
from scorekeeper.web import forms
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.auth.pins import MOST_DIGITS, change_pin
from scorekeeper.web.captains import captain_url
from scorekeeper.web.doors import SQUADS, Door, page_at
from scorekeeper.web.http.db import get_db

bp = Blueprint("squads", __name__, url_prefix="/c/<club>/leagues/<league>/teams")


class SquadForm(forms.PageForm):
    name = StringField("Team")
    players = TextAreaField("Players", validators=[forms.long_at_most("Players")])
    venue = forms.PhraseField("Plays at", most=MAX_VENUE)
    address = forms.PhraseField("Address", most=MAX_ADDRESS)
    move = BooleanField("Move them here from their team")

    @property
    def place(self) -> Venue:
        return self.venue.data or None, self.address.data or None

    @property
    def offers_move(self) -> bool:
        return isinstance(self.refused, squads.PlayersTaken)


class EnterTeamsForm(forms.PageForm):
    teams = forms.TicksField(
        "Who plays in it?", validators=[InputRequired("Who plays in it? Tick at least one.")]
    )


class WithdrawForm(forms.PageForm):
    withdrawn = RadioField(
        "Withdrawn",
        choices={"yes": "leaves", "no": "comes back"},
        validators=[InputRequired("Withdrawn: choose whether it leaves or comes back.")],
    )
    reason = forms.ReasonField("Why?")


def squad_of(season: Season, squad: str) -> Squad:
    return there(season.squad(squad), "team")


def _registered_twice(club: Club, season: Season, squad: Squad) -> list[tuple[str, str]]:
    """Who of the team is registered with another of the same league, and with which."""
    found = registered_twice(divisions_of(get_db(), club.id, season, season.today))
    return [
        (name, listed(team.name for team in found[player] if team.id != squad.id))
        for player, name in squad.players
        if player in found
    ]


def entry_of(squad: Squad) -> dict[str, str | None]:
    players = "\n".join(name for _, name in squad.players)
    return {"name": squad.name, "players": players, "venue": squad.venue, "address": squad.address}


@page_at(bp, "/", "/entered", role="watch", of=SEASON)
def index(
    club: Club, season: Season, form: SquadForm | None = None, entering: EnterTeamsForm | None = None
) -> str:
    manages = visitor().may("manage")
    return render_template(
        "squads/index.html",
        season=season,
        form=form or SquadForm(formdata=None),
        entering=entering or EnterTeamsForm(formdata=None),
        others=squads.not_entered(get_db(), club.id, season) if manages else [],
    )


@page_at(bp, "/<squad>", role="manage", of=SEASON)
def change(club: Club, season: Season, squad: str, **refused: Any) -> str:
    """The page; ``refused`` names the form that was refused, or what is wrong beside it."""
    team = squad_of(season, squad)
    shown = {
        "form": SquadForm(formdata=None, data=entry_of(team)),
        "leaving": WithdrawForm(formdata=None),
        "late_fault": "",
        "pin_fault": "",
        **refused,
    }
    return render_template(
        "squads/change.html",
        season=season,
        squad=team,
        captain_url=captain_url(club, squad),
        generation=captain_generation(get_db(), club.id, squad),
        guarded=has_pin(get_db(), club.id, squad),
        twice=_registered_twice(club, season, team),
        most_digits=MOST_DIGITS,
        consequence=WITHDRAWALS[season.rules.withdrawal],
        **shown,
    )


def _said(form: SquadForm, squad: str | None = None) -> dict[str, Any]:
    players = form.listed.get("players", form.players.data or "")
    typed = {"name": form.name.data or "", "players": players, "place": form.place}
    return {**typed, "known": squad, "move": form.move.data}


_ENTER = Door(squads.enter_squad, _said, SquadForm, to="squads.index")
_ENTER._replace(page=index, makes=True, seen=lambda season: season.seen, checks=False).serve(
    page=(bp, "/", "enter"), api=(SQUADS, "", "enter")
)
Door(
    squads.enter_teams,
    form=EnterTeamsForm,
    page=lambda club, season, form: index(club, season, entering=form),
    to="squads.index",
    answers=lambda entered: {"entered": entered},
    keyed=True,
).serve(page=(bp, "/entered", "enter_known"), api=(SQUADS, "/entered", "enter_known"))
_ENTER._replace(
    page=lambda club, season, form, squad: change(club, season, squad, form=form),
    seen=lambda season, squad: season.team_seen(squad),
    before=lambda season, squad: entry_of(squad_of(season, squad)),
).serve(page=(bp, "/<squad>", "save"), api=(SQUADS, "/<squad>", "change"))
Door(
    squads.withdraw_or_drop_squad,
    said=lambda form, squad: form.said | {"squad": squad, "withdrawn": form.withdrawn.data == "yes"},
    form=WithdrawForm,
    page=lambda club, season, form, squad: change(club, season, squad, leaving=form),
    to="squads.index",
    answers=lambda withdrawn: {"withdrawn": withdrawn},
    keyed=True,
    seen=lambda season, **_: season.seen,
    checks=False,
).serve(page=(bp, "/<squad>/withdraw", "withdraw"), api=(SQUADS, "/<squad>/withdrawn", "withdraw"))
Door(
    draw_up_late,
    page=lambda club, season, form, squad: change(club, season, squad, late_fault=str(form.refused)),
    to="fixtures.index",
    answers=lambda made: {"fixtures": made},
    keyed=True,
).serve(page=(bp, "/<squad>/fixtures", "draw_up_late"), api=(SQUADS, "/<squad>/fixtures", "draw_up_late"))
Door(squads.follow_team, to="clubs.show").serve(page=(bp, "/<squad>/follow", "follow"))


Door(
    renew_link,
    lambda form, squad: form.said | {"squad": squad_of(form.subject, squad).id},
    forms.form_of(seen=forms.WholeNumberField("Seen")),
    to="squads.change",
).serve(page=(bp, "/<squad>/captain-link", "renew"))


@bp.post("/<squad>/captain-pin")
@needs("manage", SEASON)
def guard(club: Club, season: Season, squad: str) -> Response | tuple[str, int]:
    squad_of(season, squad)
    if fault := change_pin(club, partial(set_captain_pin, asks(club), season.league.id, squad)):
        return change(club, season, squad, pin_fault=fault), 422
    return redirect(url_for("squads.change"), 303)
