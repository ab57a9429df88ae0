"""The teams of a league: entering them, their players, their withdrawal, their captains’ links and reminders.

A captain's link is the team's, whatever it plays. Reminders go by mail once whose address it is has said yes:
one link in a mail confirms the address, and a link in each reminder ends them.
"""

import hmac
from functools import partial
from threading import Thread
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import Length, Optional, Regexp

from scorekeeper.config import mail_settings
from scorekeeper.exchange.messages import confirmation
from scorekeeper.rules.leagues.points import WITHDRAWALS
from scorekeeper.services.clubs.administration import link_secret, role_of
from scorekeeper.services.gate import Ask, Refused, there
from scorekeeper.services.leagues import teams
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import divisions_of
from scorekeeper.services.leagues.seasons import SEASON, registered_twice
from scorekeeper.services.leagues.secretary import draw_up_late
from scorekeeper.services.leagues.teams import accept_link, find_team, renew_link, set_captain_pin
from scorekeeper.store.clubs.access import has_pin
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.clubs.players import players
from scorekeeper.store.leagues.captains import SECRETARY, MailAddress, captain_generation, mail_addresses
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth import access
from scorekeeper.web.auth.access import asks, keys, known_device, needs, refuse_where_it_was, visitor
from scorekeeper.web.auth.pins import MOST_DIGITS, Refusal, change_pin, pin_page, refused_pin
from scorekeeper.web.doors import SQUADS, Door, page_at
from scorekeeper.web.fixtures.forms import EnterTeamsForm, SquadForm, WithdrawForm
from scorekeeper.web.forms import PageForm, WholeNumberField, form_of
from scorekeeper.web.http.db import fresh_connection, get_db, now

links_bp = Blueprint("captains", __name__, url_prefix="/c/<club>/captain")
bp = Blueprint("squads", __name__, url_prefix="/c/<club>/leagues/<league>/teams")
_ENDED = "This link no longer opens anything. Ask the league’s secretary for the new one."
reminders_bp = Blueprint("reminders", __name__, url_prefix="/c/<club>/reminders")
_DESK = "desk"  # stands in the address for the secretary
_PATIENCE = 2  # seconds that a phone waits for the mail server; the mail goes on without it
_NOWHERE = "No reminders are sent by mail here."
_NO_LINK = (
    "This link has done its work, or the mails go to another address now. "
    "The captain’s page of reminders says where they stand."
)


def squad_of(season: Season, squad: str) -> Squad:
    return there(season.squad(squad), "team")


def _registered_twice(club: Club, season: Season, squad: Squad) -> list[tuple[str, str]]:
    """Who of the team is registered with another of the same league, and with which."""
    found = registered_twice(divisions_of(get_db(), club.id, season, season.today))
    return [
        (name, " and ".join(team.name for team in found[player] if team.id != squad.id))
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
    secret = access.link_secret(club.id, role_of("captain", squad), generation)
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
        others=teams.not_entered(get_db(), club.id, season) if manages else [],
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


_ENTER = Door(teams.enter_squad, _said, SquadForm, to="squads.index")
_ENTER._replace(page=index, makes=True, seen=lambda season: season.seen, checks=False).serve(
    page=(bp, "/", "enter"), api=(SQUADS, "", "enter")
)
Door(
    teams.enter_teams,
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
    teams.withdraw_or_drop_squad,
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
Door(teams.follow_team, to="clubs.show").serve(page=(bp, "/<squad>/follow", "follow"))


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
    access.grant(club, access.CAPTAIN, 0)
    ask = Ask(get_db(), club, Author(access.known_device(club), now()), "watch")
    if not accept_link(ask, club, squad, generation).answer:
        abort(404, _ENDED)
    return redirect(url_for("clubs.show"), 303)


def _opened(club: str, squad: str, secret: str) -> tuple[Club, Squad, int]:
    """A team's link that stands: whose it is, and which of its links, counted from 1."""
    found = find_club(get_db(), club)
    access.refuse_where_it_was(club)
    team, generation = find_team(get_db(), club, squad), captain_generation(get_db(), club, squad)
    if (
        found is None
        or team is None
        or not generation
        or not access.opens(club, role_of("captain", squad), generation, secret)
    ):
        abort(404, _ENDED)
    return found, team, generation


class MailForm(PageForm):
    """Where reminders go; empty for nowhere."""

    address = StringField(
        "E-mail address",
        filters=[lambda typed: (typed or "").strip()],
        validators=[
            Optional(),
            Length(max=254, message="E-mail address: too many letters."),
            Regexp(r"[!-?A-~]+@[\w-]+(\.[\w-]+)+\Z", message="E-mail address: such as ann@example.org."),
        ],
    )


def sends_mail() -> bool:
    """Whether the operator has named a mail server, and the hosts that links in a mail may begin with."""
    return bool(mail_settings().server and current_app.config["TRUSTED_HOSTS"])


@reminders_bp.before_request
def must_send_mail() -> None:
    """No page of this is there without a mail server; mails that were sent before can be ended still."""
    if not sends_mail() and "secret" not in (request.view_args or {}):
        abort(404, _NOWHERE)


def refused_mails(club: Club) -> list[tuple[Squad | None, MailAddress]]:
    """For the secretary: the teams (None: the secretary's own) to whose address the last mail did not go."""
    if not (sends_mail() and visitor().may("manage")):
        return []
    known = mail_addresses(get_db(), club.id).values()
    return [(teams.find_team(get_db(), club.id, one.squad), one) for one in known if one.refused]


def _team(squad: str) -> str:
    return SECRETARY if squad == _DESK else squad


@page_at(reminders_bp, "/<squad>", role="score", kept="never")
def show(club: Club, squad: str, form: MailForm | None = None) -> str:
    """Only the secretary sees an address that was given before."""
    form = form or MailForm(formdata=None)
    if not teams.may_have_reminders(asks(club), _team(squad)):
        abort(403, teams.NOT_YOURS)
    team = teams.find_team(get_db(), club.id, squad)
    if not (team or squad == _DESK):
        abort(404, _NOWHERE)
    known = mail_addresses(get_db(), club.id).get(_team(squad))
    if known and visitor().may("manage") and not form.errors:
        form.address.data = known.address
    return render_template("squads/reminders.html", team=team, form=form, known=known)


def _follows(squad: str) -> str:
    """The page that follows, once an address that nobody has confirmed has its mail."""
    club = visitor().club
    known = mail_addresses(get_db(), club.id).get(squad)
    at = url_for("reminders.show", squad=squad or _DESK)
    if known and known.asked:
        # Imported only here: the pocket, which sends no mail, has no smtplib.
        from scorekeeper.ops.mail import NotSent, send

        team = teams.find_team(get_db(), club.id, squad)
        link = f"{known.server}{at}/{_secret(keys()[0], club.id, known)}"
        mail = confirmation(club.name, team.name if team else None, link)
        refused: list[str] = []
        database = current_app.config["DATABASE"]

        def go() -> None:
            try:
                send(known.address, mail.subject, "\n\n".join(mail.paragraphs))
            except NotSent as error:
                refused.append(f"No mail has gone to this address. {error}")
                with fresh_connection(database) as db:
                    teams.note_refused(db, club.id, known, str(error))

        sending = Thread(target=go, daemon=True)
        sending.start()
        sending.join(_PATIENCE)
        if refused:
            raise Refused(refused[0], "address")
    return at


def _secret(key: bytes, club: str, known: MailAddress) -> str:
    """Of the link that confirms this address; where it is confirmed, of that which ends the mails."""
    opens = ("confirming", known.squad, known.asked) if known.asked else ("reminders", known.squad)
    return link_secret(key, club, role_of(*opens), known.address)


Door(
    teams.send_reminders_to,
    form=MailForm,
    said=lambda form, squad: {
        "squad": _team(squad),
        "address": form.address.data or None,
        "server": request.url_root.rstrip("/"),
    },
    page=lambda club, _, form, squad: show(club, squad, form),
    to=_follows,
).serve(page=(reminders_bp, "/<squad>", "save"))


@reminders_bp.get("/<squad>/<secret>")
def followed(club: str, squad: str, secret: str) -> str:
    """The page with the button: a mail program that looks ahead opens the link as well."""
    return _link_page(*_found(club, squad, secret))


@reminders_bp.post("/<squad>/<secret>")
def answer(club: str, squad: str, secret: str) -> str:
    """The address is confirmed, or gets no more mails: whatever this link was sent for."""
    found, known = _found(club, squad, secret)
    ask = Ask(get_db(), club, Author(known_device(club), now()), "watch")
    if known.asked:
        teams.confirm_address(ask, club, known.squad, known.asked)
    else:
        teams.end_reminders(ask, club, known.squad, known.address)
    return _link_page(found, known, done=True)


def _link_page(club: Club, known: MailAddress, *, done: bool = False) -> str:
    return render_template("squads/reminders_link.html", club=club, confirms=bool(known.asked), done=done)


def _found(club: str, squad: str, secret: str) -> tuple[Club, MailAddress]:
    """The club, and the address that this link was sent to; 404 where none has it."""
    found = find_club(get_db(), club)
    refuse_where_it_was(club)
    known = mail_addresses(get_db(), club).get(_team(squad))
    made = [_secret(key, club, known).encode() for key in keys()] if known else []
    if found is None or known is None or not any(hmac.compare_digest(one, secret.encode()) for one in made):
        abort(404, _NO_LINK)
    return found, known
