"""A night’s reminders by mail, sent as part of ``scorekeeper backup``."""

from collections.abc import Iterator
from datetime import date

from sqlite_utils import Database

from scorekeeper.exchange.messages import captains_reminder, secretarys_reminder
from scorekeeper.ops.mail import NotSent, send
from scorekeeper.services.clubs.administration import link_secret, role_of
from scorekeeper.services.leagues.reminders import claim, confirmed, note_refused
from scorekeeper.services.leagues.seasons import open_county
from scorekeeper.store.clubs.clubs import Club, clubs
from scorekeeper.store.clubs.hosting import read_only_words
from scorekeeper.store.leagues.captains import SECRETARY, open_proposals


def send_reminders(db: Database, key: bytes, today: date) -> Iterator[str]:
    """Send each captain and secretary what is new for them; in words, whatever did not go.

    What could not be sent is not sent later: nobody hears anything twice.
    """
    for club in clubs(db):
        if not read_only_words(db, club.id):
            yield from _of_club(db, club, key, today)


def _of_club(db: Database, club: Club, key: bytes, today: date) -> Iterator[str]:
    known = confirmed(db, club.id, today)
    if not known:
        return
    county = open_county(db, club.id, today)
    proposals = {
        id: one for of_league in open_proposals(db, club.id).values() for id, one in of_league.items()
    }
    for one in known:
        squad, since = one.squad, date.fromisoformat(one.sent_until)
        at = f"{one.server}/c/{club.id}"
        if squad == SECRETARY:
            mail = secretarys_reminder(county, proposals, since, at)
        else:
            mail = captains_reminder(county, proposals, squad, since, at)
        if mail is None or not claim(db, club.id, one, today):
            continue
        secret = link_secret(key, club.id, role_of("reminders", squad), one.address)
        ends = f"{at}/reminders/{squad or 'desk'}/{secret}"
        text = "\n\n".join([*mail.paragraphs, f"-- \n{club.name}. No more of these mails: {ends}"])
        try:
            send(one.address, mail.subject, f"{text}\n", ends)
        except NotSent as error:
            note_refused(db, club.id, one, str(error))
            yield f"A reminder was not sent. {error}"
