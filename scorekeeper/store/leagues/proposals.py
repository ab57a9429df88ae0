"""Proposals: another day for a fixture, from one captain to the other."""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.leagues.fixtures import Fixture
from scorekeeper.store.leagues.leagues import touch_league


class Proposal(NamedTuple):
    """The captain of ``side`` proposes this day; ``answer`` is None while the other has not said."""

    id: str
    side: int
    day: str
    starts: str | None
    note: str | None
    answer: str | None


def last_proposal(db: Database, club: str, fixture: str) -> Proposal | None:
    """What was proposed last for this fixture, with its answer if there is one."""
    row = db.execute(
        "SELECT id, side, day, starts, note, answer FROM proposals "
        "WHERE club = ? AND fixture = ? ORDER BY id DESC LIMIT 1",
        [club, fixture],
    ).fetchone()
    return row and Proposal(*row)


def open_proposals(db: Database, club: str) -> dict[str, dict[str, Proposal]]:
    """The proposals that wait for an answer, by the league being played and the fixture."""
    rows = db.execute(
        "SELECT f.league, p.fixture, p.id, p.side, p.day, p.starts, p.note, p.answer FROM proposals p "
        "JOIN fixtures f ON f.club = p.club AND f.id = p.fixture "
        "JOIN leagues l ON l.club = f.club AND l.id = f.league "
        "WHERE p.club = ? AND p.answer IS NULL AND l.closed = 0 ORDER BY p.id",
        [club],
    )
    found: dict[str, dict[str, Proposal]] = {}
    for league, fixture, *proposal in rows.fetchall():
        found.setdefault(str(league), {})[str(fixture)] = Proposal(*proposal)
    return found


def add_proposal(
    db: Database, club: str, fixture: Fixture, new: Proposal, *, key: str, author: Author
) -> None:
    """Add the proposal, once for its key; it replaces an earlier one."""
    if db.execute("SELECT 1 FROM proposals WHERE club = ? AND key = ?", [club, key]).fetchone():
        return
    db.execute(
        "UPDATE proposals SET answer = 'withdrawn' WHERE club = ? AND fixture = ? AND answer IS NULL",
        [club, fixture.id],
    )
    db.execute(
        "INSERT INTO proposals (club, id, fixture, side, day, starts, note, answer, key, made_at, device) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)",
        [club, new_id(), fixture.id, new.side, new.day, new.starts, new.note, key, author.at, author.device],
    )
    add_change(db, club, ("fixture", fixture.id, "proposed day"), fixture.day, new.day, author, new.note)
    touch_league(db, club, fixture.league)


def answer_proposal(
    db: Database, club: str, fixture: Fixture, proposal: Proposal, answer: str, author: Author
) -> None:
    """Store the other captain's answer."""
    db.execute("UPDATE proposals SET answer = ? WHERE club = ? AND id = ?", [answer, club, proposal.id])
    add_change(db, club, ("fixture", fixture.id, "proposed day"), proposal.day, answer, author)
    touch_league(db, club, fixture.league)
