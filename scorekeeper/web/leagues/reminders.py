"""Reminders by mail: where a captain or the secretary has them sent, and the link in each that ends them."""

import hmac

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import Length, Optional, Regexp

from scorekeeper.config import mail_settings
from scorekeeper.services.clubs.administration import link_secret, reminders_role
from scorekeeper.services.gate import Ask
from scorekeeper.services.leagues.captains import find_team
from scorekeeper.services.leagues.reminders import (
    NOT_YOURS,
    end_reminders,
    may_have_reminders,
    send_reminders_to,
)
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.leagues.captains import SECRETARY, mail_addresses
from scorekeeper.web.auth.access import asks, keys, known_device, needs, refuse_where_it_was, visitor
from scorekeeper.web.doors import Door, itself, serve
from scorekeeper.web.forms import PageForm
from scorekeeper.web.http.csrf import never_kept
from scorekeeper.web.http.db import get_db, now

bp = Blueprint("reminders", __name__, url_prefix="/c/<club>/reminders")
_DESK = "desk"  # stands in the address for the secretary
_NOWHERE = "No reminders are sent by mail here."
_NO_LINK = "This link ends no mails. They have been ended already, or go to another address now."


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
    """Whether the operator has named a mail server."""
    return bool(mail_settings().server)


@bp.before_request
def must_send_mail() -> None:
    """No page of this is there without a mail server; mails that were sent before can be ended still."""
    if not sends_mail() and "secret" not in (request.view_args or {}):
        abort(404, _NOWHERE)


def _team(squad: str) -> str:
    return SECRETARY if squad == _DESK else squad


@bp.get("/<squad>")
@needs("score")
def show(club: Club, squad: str) -> Response:
    """Where reminders for this team's captain go, or for the secretary."""
    return never_kept(_page(club, squad, MailForm(formdata=None)))


def _page(club: Club, squad: str, form: MailForm) -> str:
    """Only the secretary sees an address that was given before."""
    if not may_have_reminders(asks(club), _team(squad)):
        abort(403, NOT_YOURS)
    team = find_team(get_db(), club.id, squad)
    if not (team or squad == _DESK):
        abort(404, _NOWHERE)
    known = mail_addresses(get_db(), club.id).get(_team(squad))
    if known and visitor().may("manage") and not form.errors:
        form.address.data = known.address
    return render_template("squads/reminders.html", club=club, team=team, form=form, known=known)


serve(
    Door(
        send_reminders_to,
        of=itself,
        form=MailForm,
        said=lambda form, squad: {
            "squad": _team(squad),
            "address": form.address.data or None,
            "server": request.url_root.rstrip("/"),
        },
        page=lambda club, _, form, squad: _page(club, squad, form),
        to=lambda club, _, squad: url_for("reminders.show", club=club.id, squad=squad or _DESK),
    ),
    page=(bp, "/<squad>", "save"),
)


@bp.get("/<squad>/<secret>")
def ending(club: str, squad: str, secret: str) -> str:
    """The page that ends them, by a button: a mail program that looks ahead opens the link as well."""
    found, _ = _opened(club, squad, secret)
    return render_template("squads/reminders_end.html", club=found, ended=False)


@bp.post("/<squad>/<secret>")
def end(club: str, squad: str, secret: str) -> str:
    """No more mails to the address that this link was sent to."""
    found, address = _opened(club, squad, secret)
    ask = Ask(get_db(), club, Author(known_device(club), now()), "watch")
    end_reminders(ask, club, _team(squad), address)
    return render_template("squads/reminders_end.html", club=found, ended=True)


def _opened(club: str, squad: str, secret: str) -> tuple[Club, str]:
    """The club, and the address that this link was sent to; 404 where none has it."""
    found = find_club(get_db(), club)
    refuse_where_it_was(club)
    known, role = mail_addresses(get_db(), club).get(_team(squad)), reminders_role(_team(squad))
    made = [link_secret(key, club, role, known.address) for key in keys()] if known else []
    if found is None or known is None or not any(hmac.compare_digest(one, secret) for one in made):
        abort(404, _NO_LINK)
    return found, known.address
