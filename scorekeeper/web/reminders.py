"""Reminders by mail: where they go, said on a phone and confirmed by a link in a mail.

They go once whose address it is has said yes: one link in a mail confirms the address, and a link in each
reminder ends them.
"""

import hmac
from threading import Thread

from flask import Blueprint, abort, current_app, render_template, request, url_for
from wtforms import StringField
from wtforms.validators import Length, Optional, Regexp

from scorekeeper.config import mail_settings
from scorekeeper.exchange.messages import confirmation
from scorekeeper.services.clubs.administration import link_secret, role_of
from scorekeeper.services.gate import Ask, Refused
from scorekeeper.services.leagues import captains
from scorekeeper.services.leagues.squads import find_squad
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, find_club
from scorekeeper.store.leagues.captains import SECRETARY, MailAddress, mail_addresses
from scorekeeper.store.leagues.squads import Squad
from scorekeeper.web.auth.access import asks, verify_not_moved, visitor
from scorekeeper.web.auth.passes import keys, known_device
from scorekeeper.web.doors import Door, page_at
from scorekeeper.web.forms import PageForm
from scorekeeper.web.http.db import fresh_connection, get_db, now

bp = Blueprint("reminders", __name__, url_prefix="/c/<club>/reminders")
_DESK = "desk"  # stands in the address for the secretary
_PATIENCE = 2  # seconds that a phone waits for the mail server; the mail goes on without it
_NOWHERE = "No reminders are sent by mail here."
_NO_LINK = (
    "This link has done its work, or the mails go to another address now. "
    "The captain’s page of reminders says where they stand."
)


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


@bp.before_request
def must_send_mail() -> None:
    """No page of this is there without a mail server; mails that were sent before can be ended still."""
    if not sends_mail() and "secret" not in (request.view_args or {}):
        abort(404, _NOWHERE)


def refused_mails(club: Club) -> list[tuple[Squad | None, MailAddress]]:
    """For the secretary: the teams (None: the secretary's own) to whose address the last mail did not go."""
    if not (sends_mail() and visitor().may("manage")):
        return []
    known = mail_addresses(get_db(), club.id).values()
    return [(find_squad(get_db(), club.id, one.squad), one) for one in known if one.refused]


def _team(squad: str) -> str:
    return SECRETARY if squad == _DESK else squad


@page_at(bp, "/<squad>", role="score", kept="never")
def show(club: Club, squad: str, form: MailForm | None = None) -> str:
    """Only the secretary sees an address that was given before."""
    form = form or MailForm(formdata=None)
    if not captains.may_have_reminders(asks(club), _team(squad)):
        abort(403, captains.NOT_YOURS)
    team = find_squad(get_db(), club.id, squad)
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

        team = find_squad(get_db(), club.id, squad)
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
                    captains.note_refused(db, club.id, known, str(error))

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
    captains.send_reminders_to,
    form=MailForm,
    said=lambda form, squad: {
        "squad": _team(squad),
        "address": form.address.data or None,
        "server": request.url_root.rstrip("/"),
    },
    page=lambda club, _, form, squad: show(club, squad, form),
    to=_follows,
).serve(page=(bp, "/<squad>", "save"))


@bp.get("/<squad>/<secret>")
def followed(club: str, squad: str, secret: str) -> str:
    """The page with the button: a mail program that looks ahead opens the link as well."""
    return _link_page(*_found(club, squad, secret))


@bp.post("/<squad>/<secret>")
def answer(club: str, squad: str, secret: str) -> str:
    """The address is confirmed, or gets no more mails: whatever this link was sent for."""
    found, known = _found(club, squad, secret)
    ask = Ask(get_db(), club, Author(known_device(club), now()), "watch")
    if known.asked:
        captains.confirm_address(ask, club, known.squad, known.asked)
    else:
        captains.end_reminders(ask, club, known.squad, known.address)
    return _link_page(found, known, done=True)


def _link_page(club: Club, known: MailAddress, *, done: bool = False) -> str:
    return render_template("squads/reminders_link.html", club=club, confirms=bool(known.asked), done=done)


def _found(club: str, squad: str, secret: str) -> tuple[Club, MailAddress]:
    """The club, and the address that this link was sent to; 404 where none has it."""
    found = find_club(get_db(), club)
    verify_not_moved(club)
    known = mail_addresses(get_db(), club).get(_team(squad))
    made = [_secret(key, club, known).encode() for key in keys()] if known else []
    if found is None or known is None or not any(hmac.compare_digest(one, secret.encode()) for one in made):
        abort(404, _NO_LINK)
    return found, known
