"""Moving one club to another instance: it stands still here, goes as a file, and is forwarded afterwards."""

from datetime import datetime
from urllib.parse import urlsplit

from sqlite_utils import Database

from scorekeeper.services.clubs.link_secrets import captain_role, link_secret, match_secret
from scorekeeper.services.clubs.maintenance import begin_read_only, have_phones_ask
from scorekeeper.store.clubs.former_links import keep_former_link, keep_former_match_link
from scorekeeper.store.clubs.links import generations
from scorekeeper.store.clubs.read_only import set_moved_to
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.captains import captain_links
from scorekeeper.store.matches.match_links import newest_match_links

_MATCHES = 1000  # started last, whose links go along: more than a season of a big club
LEAVING_WORDS = "This club is moving to another address. Phones keep their rounds and send them from there."


def is_address(text: str) -> bool:
    """Whether this names an instance as a browser would: a scheme and a host, no path."""
    parts = urlsplit(text.rstrip("/"))
    return (
        bool(parts.netloc)
        and parts.scheme in ("http", "https")
        and text.rstrip("/") == f"{parts.scheme}://{parts.netloc}"
    )


def begin_leaving(db: Database, key: bytes, club: str, now: datetime) -> None:
    """Take no more changes of the club here, and note its links, so that it is known by them elsewhere."""
    begin_read_only(db, LEAVING_WORDS, now, club)
    links = [*generations(db, club).items()]
    links += [(captain_role(squad), generation) for squad, generation in captain_links(db, club)]
    watched = newest_match_links(db, club, _MATCHES)
    with writing(db, club):
        for opens, generation in links:
            keep_former_link(db, club, link_secret(key, club, opens, generation), opens, generation)
        for match, parts in watched:
            keep_former_match_link(db, club, match_secret(key, club, match, parts), match, parts)


def forward(db: Database, club: str, address: str) -> bool:
    """Send the club's phones to ``address`` from now on; False where the club still takes changes here."""
    with writing(db, club):
        left = set_moved_to(db, club, address)
    have_phones_ask(db, club)
    return left
