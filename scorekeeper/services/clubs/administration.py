"""A manager's acts on a club: its name, who may watch, its links, deleting and restoring it."""

from scorekeeper.services.gate import CLUB, TRASHED, Act, act
from scorekeeper.store.clubs import clubs, links, trash
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.matches import matches


@act(CLUB, "manage", "link")
def rename_club(now: Act[Club], name: str) -> str:
    """The same club under another name."""
    if name != now.on.name:
        clubs.rename_club(now.db, now.on, name, now.author)
    return name


@act(CLUB, "manage", "link")
def set_out_word(now: Act[Club], word: str) -> str:
    """Set the club's word for going out, as it follows a name: chipped out, dominoed."""
    if word != now.on.out_word:
        clubs.set_out_word(now.db, now.on, word, now.author)
    return word


@act(CLUB, "manage", "link")
def set_watched_by_anyone(now: Act[Club], watched: bool) -> bool:
    """Open or close the club's pages to people who hold none of its links."""
    if watched != bool(now.on.watched_by_anyone):
        clubs.set_watched_by_anyone(now.db, now.on, watched, now.author)
    return watched


@act(CLUB, "manage", "link")
def revoke_link(now: Act[Club], role: str, seen: int | None = None) -> None:
    """End the link of this role and every cookie it gave; that of generation ``seen``, once."""
    if seen in (None, links.generations(now.db, now.club)[role]):
        links.revoke_link(now.db, now.club, role, now.author)


@act(CLUB, "score", "link")
def revoke_match_link(now: Act[Club], match: str, seen: str | None = None) -> None:
    """End the link that opens this one match, and every cookie it gave; that of generation ``seen``, once."""
    if seen in (None, matches.match_generation(now.db, now.club, match)):
        matches.revoke_match_link(now.db, now.club, match, now.author)


@act(CLUB, "manage", "link")
def trash_club(now: Act[Club]) -> None:
    """Put the club into the trash, where its manager finds it for thirty days."""
    trash.trash_club(now.db, now.on, now.author)


@act(TRASHED, "manage", "link")
def restore_trashed(now: Act[Club]) -> None:
    """Take the club out of the trash, as it was."""
    trash.restore_trashed(now.db, now.on, now.author)
