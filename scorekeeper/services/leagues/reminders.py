"""Reminders by mail: the addresses that captains and secretaries give, confirm and end; each is sent once."""

from datetime import date, timedelta

from sqlite_utils import Database

from scorekeeper.services.gate import CLUB, Act, Ask, Barred, Refused, act, there
from scorekeeper.services.leagues.squads import find_squad
from scorekeeper.store.clubs.audit import count_acts
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues import captains
from scorekeeper.store.leagues.captains import SECRETARY, MailAddress

NOT_YOURS = "Reminders are for the captain’s own phone, or for the secretary’s."
_MOST = (3, 100)  # mails a day that ask whether an address is right, for a team and for a club
_ENOUGH = "{} mails to new addresses are the most for one {} in a day. Try again tomorrow."
_DAY = len("2026-11-21")
_UNANSWERED = timedelta(days=7)  # then an address that nobody has confirmed is forgotten


def may_have_reminders(ask: Ask, squad: str) -> bool:
    """Whether this phone may have them sent: a captain's for its own team, the secretary's for all."""
    return ask.may("manage") or squad in captains.captained_teams(ask.db, ask.club, ask.author.device)


@act(CLUB, "score", "link")
def send_reminders_to(act: Act[Club], squad: str, address: str | None, server: str) -> str:
    """Reminders for this team's captain, or the secretary, go there once it is confirmed, or nowhere (None).

    The same address as before stays confirmed.
    """
    if not may_have_reminders(act.ask, squad):
        raise Barred(NOT_YOURS)
    if squad != SECRETARY:
        there(find_squad(act.db, act.club, squad), "team")
    known, today = captains.mail_addresses(act.db, act.club).get(squad), act.author.day.isoformat()
    if not address:
        captains.drop_mail_address(act.db, act.club, squad)
    elif known is None or known.asked or known.address != address:
        asked = count_acts(act.db, act.club, "mail", squad or "desk", act.author.at[:_DAY], 1)
        for times, most, whom in zip(asked, _MOST, ("team", "club"), strict=True):
            if times > most:
                raise Refused(_ENOUGH.format(most, whom), "address")
        captains.put_mail_address(act.db, act.club, MailAddress(squad, address, server, today, new_id()))
    return squad


@act(CLUB, "watch", None)
def confirm_address(act: Act[Club], squad: str, asked: str) -> None:
    """Reminders go to this address from now on: the link in the mail that asked has been followed."""
    known = captains.mail_addresses(act.db, act.club).get(squad)
    if known and known.asked == asked:
        confirmed = known._replace(sent_until=act.author.day.isoformat(), asked=None, refused=None)
        captains.put_mail_address(act.db, act.club, confirmed)


@act(CLUB, "watch", None)
def end_reminders(act: Act[Club], squad: str, address: str) -> None:
    """No more reminders to this address: the link in each of them has been followed."""
    known = captains.mail_addresses(act.db, act.club).get(squad)
    if known and known.address == address:
        captains.drop_mail_address(act.db, act.club, squad)


def confirmed(db: Database, club: str, today: date) -> list[MailAddress]:
    """The addresses that reminders go to; one that nobody has confirmed for a week is forgotten."""
    known = captains.mail_addresses(db, club).values()
    if any(one.asked for one in known):
        with writing(db, club):
            captains.drop_unconfirmed(db, club, (today - _UNANSWERED).isoformat())
    return [one for one in known if not one.asked]


def claim(db: Database, club: str, known: MailAddress, today: date) -> bool:
    """Whether this run may tell what was since; it counts as told from now on: nothing is told twice."""
    with writing(db, club):
        if (
            captains.mail_addresses(db, club).get(known.squad) != known
            or known.sent_until >= today.isoformat()
        ):
            return False
        captains.put_mail_address(db, club, known._replace(sent_until=today.isoformat(), refused=None))
    return True


def note_refused(db: Database, club: str, known: MailAddress, why: str) -> None:
    """No mail has gone to this address: the secretary is told, until one does."""
    with writing(db, club):
        now = captains.mail_addresses(db, club).get(known.squad)
        if now and (now.address, now.asked) == (known.address, known.asked):
            captains.put_mail_address(db, club, now._replace(refused=why))
