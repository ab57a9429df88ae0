"""The teams of a league: entering them, their players, their withdrawal, and their captains’ links.

A captain's link is the team's, whatever it plays.
"""

from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, RadioField, StringField, TextAreaField
from wtforms.validators import InputRequired

from scorekeeper.rules.leagues.points import WITHDRAWALS
from scorekeeper.rules.text import listed
from scorekeeper.services.clubs.administration import role_of
from scorekeeper.services.gate import Ask, there
from scorekeeper.services.leagues import squads
from scorekeeper.services.leagues.captains import accept_link, renew_link, set_captain_pin
from scorekeeper.services.leagues.fixture_commands import draw_up_late
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import divisions_of
from scorekeeper.services.leagues.seasons import SEASON, registered_twice
from scorekeeper.services.leagues.squads import PlayersTaken, find_squad
from scorekeeper.store.clubs.access import has_pin
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.clubs.players import players
from scorekeeper.store.leagues.captains import captain_generation
from scorekeeper.store.leagues.squads import Place, Squad
from scorekeeper.web.auth.access import asks, needs, verify_not_moved, visitor
from scorekeeper.web.auth.links import is_secret, link_secret
from scorekeeper.web.auth.passes import CAPTAIN, grant, known_device
from scorekeeper.web.auth.pins import MOST_DIGITS, Refusal, change_pin, pin_page, refused_pin
from scorekeeper.web.doors import SQUADS, Door, page_at
from scorekeeper.web.forms import (
    PageForm,
    PhraseField,
    ReasonField,
    TicksField,
    WholeNumberField,
    form_of,
    long_at_most,
)
from scorekeeper.web.http.db import get_db, now

links_bp = Blueprint("captains", __name__, url_prefix="/c/<club>/captain")
bp = Blueprint("squads", __name__, url_prefix="/c/<club>/leagues/<league>/teams")
_ENDED = "This link no longer opens anything. Ask the league’s secretary for the new one."


class SquadForm(PageForm):
    name = StringField("Team")
    players = TextAreaField("Players", validators=[long_at_most("Players")])
    venue = PhraseField("Plays at", most=60)
    address = PhraseField("Address", most=120)
    move = BooleanField("Move them here from their team")

    @property
    def place(self) -> Place:
        return self.venue.data or None, self.address.data or None

    @property
    def offers_move(self) -> bool:
        return isinstance(self.refused, PlayersTaken)


class EnterTeamsForm(PageForm):
    teams = TicksField("Who plays in it?", validators=[InputRequired("Who plays in it? Tick a team.")])


class WithdrawForm(PageForm):
    withdrawn = RadioField(
        "Withdrawn",
        choices={"yes": "leaves", "no": "comes back"},
        validators=[InputRequired("Withdrawn: choose whether it leaves or comes back.")],
    )
    reason = ReasonField("Why?")


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


def captain_url(club: Club, squad: str) -> str | None:
    """The address that makes a phone this team's captain's; None before it has been made."""
    generation = captain_generation(get_db(), club.id, squad)
    if not generation:
        return None
    secret = link_secret(club.id, role_of("captain", squad), generation)
    return url_for("captains.join", squad=squad, secret=secret, _external=True)


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
        known=players(get_db(), club.id),
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
    form_of(seen=WholeNumberField("Seen")),
    to="squads.change",
).serve(page=(bp, "/<squad>/captain-link", "renew"))


@bp.post("/<squad>/captain-pin")
@needs("manage", SEASON)
def guard(club: Club, season: Season, squad: str) -> Response | tuple[str, int]:
    squad_of(season, squad)
    if fault := change_pin(club, partial(set_captain_pin, asks(club), season.league.id, squad)):
        return change(club, season, squad, pin_fault=fault), 422
    return redirect(url_for("squads.change"), 303)


@links_bp.get("/<squad>/<secret>")
def join(club: str, squad: str, secret: str) -> str:
    """The page that makes this phone the captain's, by a tap: a preview in a chat opens the link as well."""
    found, team, _ = _opened(club, squad, secret)
    if has_pin(get_db(), club, squad):
        return pin_page(team=team.name)
    return render_template("squads/captain.html", club=found, team=team.name)


@links_bp.post("/<squad>/<secret>")
def accept(club: str, squad: str, secret: str) -> Response | Refusal:
    """Exchange the link's secret for a cookie; where a PIN guards the link, a wrong one is counted."""
    _, team, generation = _opened(club, squad, secret)
    if has_pin(get_db(), club, squad) and (refusal := refused_pin(club, squad, team.name)):
        return refusal
    grant(club, CAPTAIN, 0)
    ask = Ask(get_db(), club, Author(known_device(club), now()), "watch")
    if not accept_link(ask, club, squad, generation).answer:
        abort(404, _ENDED)
    return redirect(url_for("clubs.show"), 303)


def _opened(club: str, squad: str, secret: str) -> tuple[Club, Squad, int]:
    """A team's link that stands: whose it is, and which of its links, counted from 1."""
    found = find_club(get_db(), club)
    verify_not_moved(club)
    team, generation = find_squad(get_db(), club, squad), captain_generation(get_db(), club, squad)
    if (
        found is None
        or team is None
        or not generation
        or not is_secret(club, role_of("captain", squad), generation, secret)
    ):
        abort(404, _ENDED)
    return found, team, generation
