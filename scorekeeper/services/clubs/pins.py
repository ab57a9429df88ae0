"""The scorer’s PIN and those of teams’ links: checking and setting them, and ending a lock-out."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.services.gate import CLUB, Act, act
from scorekeeper.store.clubs import pins
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.links import revoke_link
from scorekeeper.store.engine.connection import writing


class PinAnswer(NamedTuple):
    """The result of a try: right or wrong, or how many seconds to ``wait`` before the next one."""

    right: bool
    wait: int = 0


def try_pin(db: Database, club: str, pin: str, *, client: pins.Client, at: int, squad: str = "") -> PinAnswer:
    """Try the PIN from ``client``, at the Unix time ``at``; with ``squad`` that of the team's link.

    The try is counted before it is checked, and for the club, whichever PIN it is.
    """
    with writing(db):
        wait = pins.closed_for(db, club, client, at)
        if not wait:
            pins.take_try(db, club, client, at)
    if wait:
        return PinAnswer(False, wait)
    if not pins.is_pin(db, club, pin, squad):
        return PinAnswer(False)
    with writing(db):
        pins.forgive_try(db, club, client)
    return PinAnswer(True)


@act(CLUB, "manage", "link")
def set_pin(now: Act[Club], pin: str | None) -> None:
    """Give the club this PIN, or none. It ends the score link and every phone that came in before."""
    pins.set_pin(now.db, now.club, pin, now.author)
    revoke_link(now.db, now.club, "score", now.author)


@act(CLUB, "manage", "link")
def forgive_tries(now: Act[Club]) -> None:
    """Let everybody who was locked out try again."""
    pins.forget_tries(now.db, now.club)
