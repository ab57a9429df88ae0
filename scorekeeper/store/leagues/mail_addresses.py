"""Where reminders go by mail: captains' addresses and the secretary's, which only the secretary sees."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.engine.connection import insert

SECRETARY = ""  # stands where a team's id would


class MailAddress(NamedTuple):
    """``server`` begins the links in the mails; what was before the day ``sent_until`` has gone."""

    squad: str
    address: str
    server: str
    sent_until: str


def mail_addresses(db: Database, club: str) -> dict[str, MailAddress]:
    """Every address that reminders of the club go to, by the team."""
    rows = db.execute("SELECT squad, address, server, sent_until FROM mail_addresses WHERE club = ?", [club])
    return {row[0]: MailAddress(*row) for row in rows.fetchall()}


def put_mail_address(db: Database, club: str, new: MailAddress) -> None:
    """The address from now on, in place of the one there was."""
    drop_mail_address(db, club, new.squad)
    insert(db, "mail_addresses", club=club, **new._asdict())


def drop_mail_address(db: Database, club: str, squad: str) -> None:
    """No more reminders for this team's captain, or for the secretary."""
    db.execute("DELETE FROM mail_addresses WHERE club = ? AND squad = ?", [club, squad])
