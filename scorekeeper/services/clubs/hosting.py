"""Hosting many clubs: anybody opens one within limits, the operator closes one, unused ones are swept."""

from datetime import datetime, timedelta

from sqlite_utils import Database

from scorekeeper.store.clubs import club_openings, devices
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club, add_club
from scorekeeper.store.clubs.trash import trash_unasked
from scorekeeper.store.engine.connection import writing
from scorekeeper.timestamps import timestamp

OPENINGS_A_NETWORK = 3  # a day: a pub, its league and a mistake
OPENINGS_A_DAY = 500  # by everybody together
UNUSED_DAYS = 30


class TooManyOpenings(Exception):
    """So many clubs were opened today that no more are for now; ``str(error)`` is shown as it is."""


def open_hosted_club(db: Database, name: str, phone: str, device: str, network: str, now: datetime) -> Club:
    """A new club for whoever asks, with the phone that asked for it known by its nickname.

    ``network`` is a keyed hash of the network that asks. Raises ``TooManyOpenings`` past a day's limits.
    """
    at, day_ago = timestamp(now), timestamp(now - timedelta(days=1))
    with writing(db):
        if club_openings.openings_since(db, day_ago, network) >= OPENINGS_A_NETWORK:
            raise TooManyOpenings(
                f"{OPENINGS_A_NETWORK} clubs were opened from here today. Open the next one tomorrow."
            )
        if club_openings.openings_since(db, day_ago) >= OPENINGS_A_DAY:
            raise TooManyOpenings("Too many clubs were opened here today. Please try again tomorrow.")
        club = add_club(db, name, at)
        club_openings.add_opening(db, club.id, network, at)
        devices.ensure_device(db, club.id, device, at)
        known = devices.find_device(db, club.id, device)
        if known is not None:
            devices.rename_device(db, club.id, known, phone, Author(device, at))
    return club


def close_club(db: Database, club: Club, now: datetime) -> None:
    """Put the club into the trash for its operator; its manager can take it out again for thirty days."""
    with writing(db, club.id):
        trash_unasked(db, club.id, timestamp(now))


def sweep_unused(db: Database, now: datetime) -> list[str]:
    """Put clubs that nobody used within thirty days of opening them into the trash; their ids.

    Only clubs opened by anybody on the front page are swept. From the trash they go like any deleted club.
    """
    swept = club_openings.never_used(db, timestamp(now - timedelta(days=UNUSED_DAYS)))
    for club in swept:
        with writing(db, club):
            trash_unasked(db, club, timestamp(now))
    return swept
