"""Reminders by mail: who gets them, and up to which day they have gone."""

from datetime import date

from sqlite_utils import Database

from scorekeeper.services.gate import CLUB, Act, Ask, Barred, act, there
from scorekeeper.services.leagues.captains import find_team
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.captains import (
    SECRETARY,
    MailAddress,
    captained_teams,
    drop_mail_address,
    mail_addresses,
    put_mail_address,
)

NOT_YOURS = "Reminders are for the captain’s own phone, or for the secretary’s."


def may_have_reminders(ask: Ask, squad: str) -> bool:
    """Whether this phone may have them sent: a captain's for its own team, the secretary's for all."""
    return ask.may("manage") or squad in captained_teams(ask.db, ask.club, ask.author.device)


@act(CLUB, "score", "link")
def send_reminders_to(now: Act[Club], squad: str, address: str | None, server: str) -> str:
    """From now on reminders for this team's captain, or for the secretary, go there, or nowhere (None)."""
    if not may_have_reminders(now.ask, squad):
        raise Barred(NOT_YOURS)
    if squad != SECRETARY:
        there(find_team(now.db, now.club, squad), "team")
    if address:
        new = MailAddress(squad, address, server, now.author.day.isoformat())
        put_mail_address(now.db, now.club, new)
    else:
        drop_mail_address(now.db, now.club, squad)
    return squad


@act(CLUB, "watch", None)
def end_reminders(now: Act[Club], squad: str, address: str) -> None:
    """No more reminders to this address: the link in each of them has been followed."""
    known = mail_addresses(now.db, now.club).get(squad)
    if known and known.address == address:
        drop_mail_address(now.db, now.club, squad)


def claim(db: Database, club: str, known: MailAddress, today: date) -> bool:
    """Whether this run may tell what was since; it counts as told from now on: nothing is told twice."""
    with writing(db, club):
        if mail_addresses(db, club).get(known.squad) != known or known.sent_until >= today.isoformat():
            return False
        put_mail_address(db, club, known._replace(sent_until=today.isoformat()))
    return True
