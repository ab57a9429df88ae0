"""Limits on what a phone and a club may create in an hour: far above any honest evening, to stop floods.

Anybody with the score link can make up entries, and names and matches stay; so what one phone, and all
phones of a club together, can add is limited. The counts are in the database: a restart forgets none.
"""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.rules.text import counted
from scorekeeper.store.clubs.audit import Author, count_acts
from scorekeeper.store.clubs.devices import known_before

_HOUR = len("2026-11-21T20")


class Limit(NamedTuple):
    """What is counted, and how much of it a phone and a whole club may make in one hour of the clock."""

    words: str
    phone: int
    club: int


# A pub's busiest league night has ten tables: a match in ten minutes each is 60 an hour, by ten phones.
LIMITS = {
    "match": Limit("matches started", 120, 600),  # each brings five new names at most
    "entry": Limit("rounds and plays", 2000, 20000),  # a play every other second, all the hour
    "correction": Limit("corrections", 300, 1500),
    "hand": Limit("hands sent in", 300, 3000),
    "name": Limit("names changed or added", 200, 600),
    "card": Limit("entries on match cards", 600, 3000),
    "league": Limit("changes to leagues", 300, 900),  # a whole season is drawn up in one
    "phone": Limit("new phones", 300, 300),
    "link": Limit("links and settings changed", 60, 120),
    "restoring": Limit("times that a copy was put back", 6, 6),  # each keeps a copy of what was there before
    "file": Limit("files from phones", 600, 2400),  # an evening comes home in parts
    "handed": Limit("matches brought home", 2000, 6000),
    "handed_entry": Limit(
        "rounds and plays brought home", 60_000, 200_000
    ),  # some 20 MB of storage at the most
    "export": Limit("exports", 60, 200),
}


class TooMany(Exception):
    """More than is allowed in an hour; ``str(error)`` says so, ``wait`` is in how many seconds it goes on."""

    def __init__(self, who: str, most: int, words: str, wait: int) -> None:
        minutes = counted(-(-wait // 60), "minute")
        super().__init__(
            f"{most} {words} by this {who} in one hour are the most allowed. Try again in {minutes}."
        )
        self.wait = wait


def count_act(
    db: Database, club: str, kind: str, author: Author, *, manages: bool = False, acts: int = 1
) -> None:
    """Count an act of this kind, or so many, within its own transaction: one that fails is not counted.

    Raises ``TooMany`` past ``LIMITS``. What new phones have used up for the club stops no phone that was
    known before this hour, nor what all have used up one that ``manages``: whoever opens the score link
    again and again does not stop the evening, nor the manager who ends those phones.
    """
    limit = LIMITS[kind]
    by_phone, by_club = count_acts(db, club, kind, author.device, author.at, acts)
    rest_of_hour = 3600 - int(author.at[14:16]) * 60 - int(author.at[17:19])  # seconds
    if by_phone > limit.phone:
        raise TooMany("phone", limit.phone, limit.words, rest_of_hour)
    if manages or by_club <= limit.club:
        return
    if not known_before(db, club, author.device, author.at[:_HOUR]):
        raise TooMany("club", limit.club, limit.words, rest_of_hour)
