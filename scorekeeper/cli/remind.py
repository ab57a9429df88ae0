"""The reminders by mail that a night's run sends, where the operator has named a mail server."""

from collections.abc import Iterator
from datetime import date

from sqlite_utils import Database

from scorekeeper.exchange.reminders import captains_reminder, secretarys_reminder
from scorekeeper.ops.mail import NotSent, send
from scorekeeper.services.clubs.administration import link_secret, reminders_role
from scorekeeper.services.leagues.county import open_county
from scorekeeper.services.leagues.reminders import claim
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.store.clubs.hosting import read_only_words
from scorekeeper.store.leagues.captains import open_proposals
from scorekeeper.store.leagues.mail_addresses import SECRETARY, mail_addresses


def send_reminders(db: Database, key: bytes, today: date) -> Iterator[str]:
    """Send each captain and secretary what is new for them; in words, whatever did not go.

    What could not be sent is not sent later: nobody hears anything twice.
    """
    for club in clubs(db):
        if not read_only_words(db, club.id):
            yield from _of_club(db, club, key, today)


def _of_club(db: Database, club: Club, key: bytes, today: date) -> Iterator[str]:
    known = mail_addresses(db, club.id)
    if not known:
        return
    county = open_county(db, club.id, today)
    proposals = {
        id: one for of_league in open_proposals(db, club.id).values() for id, one in of_league.items()
    }
    for squad, one in known.items():
        at, since = f"{one.server}/c/{club.id}", date.fromisoformat(one.sent_until)
        if squad == SECRETARY:
            mail = secretarys_reminder(county, proposals, since, at)
        else:
            mail = captains_reminder(county, proposals, squad, since, at)
        if mail is None or not claim(db, club.id, one, today):
            continue
        secret = link_secret(key, club.id, reminders_role(squad), one.address)
        ends = f"{at}/reminders/{squad or 'desk'}/{secret}"
        text = "\n\n".join([*mail.paragraphs, f"-- \n{club.name}. No more of these mails: {ends}"])
        try:
            send(one.address, mail.subject, f"{text}\n", ends)
        except NotSent as error:
            yield f"A reminder was not sent. {error}"
