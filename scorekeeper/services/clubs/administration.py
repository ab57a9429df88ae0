"""A manager's acts on a club: its name, who may watch, its links, deleting and restoring it."""

from sqlite_utils import Database

from scorekeeper.services.clubs.limits import count_act
from scorekeeper.store.clubs import clubs, links, trash
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches import matches


def rename_club(db: Database, club: Club, name: str, author: Author) -> None:
    with writing(db):
        count_act(db, club.id, "link", author)
        clubs.rename_club(db, club, name, author)


def set_out_word(db: Database, club: Club, word: str, author: Author) -> None:
    """Set the club's word for going out."""
    with writing(db):
        count_act(db, club.id, "link", author)
        clubs.set_out_word(db, club, word, author)


def set_watched_by_anyone(db: Database, club: Club, watched: bool, author: Author) -> None:
    """Open or close the club's pages to people who hold none of its links."""
    with writing(db):
        count_act(db, club.id, "link", author)
        clubs.set_watched_by_anyone(db, club, watched, author)


def revoke_link(db: Database, club: Club, role: str, author: Author) -> None:
    """End the link of this role and every cookie it gave."""
    with writing(db):
        count_act(db, club.id, "link", author)
        links.revoke_link(db, club.id, role, author)


def revoke_match_link(db: Database, club: Club, match: str, author: Author) -> None:
    """End the link that opens this one match, and every cookie it gave."""
    with writing(db):
        count_act(db, club.id, "link", author)
        matches.revoke_match_link(db, club.id, match, author)


def trash_club(db: Database, club: Club, author: Author) -> None:
    """Put the club into the trash, where its manager finds it for thirty days."""
    with writing(db):
        count_act(db, club.id, "link", author)
        trash.trash_club(db, club, author)


def restore_trashed(db: Database, club: Club, author: Author) -> None:
    """Take the club out of the trash, as it was."""
    with writing(db):
        count_act(db, club.id, "link", author)
        trash.restore_trashed(db, club, author)
