"""Captains: the link of each team, the phones that opened it, the days that they propose to each other.

Everybody else may follow a team.
"""

from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import column, delete, find_all, groups, insert, pairs, put, update, value
from scorekeeper.store.engine.versions import touch, touch_access
from scorekeeper.store.leagues.leagues import Fixture, touch_league
from scorekeeper.store.leagues.squads import touch_leagues_of

_STANDING = (
    "FROM captains c JOIN squads s ON s.club = c.club AND s.id = c.squad "
    "AND s.captain_generation = c.generation "
)
SECRETARY = ""  # stands where a team's id would, for the secretary's reminders


def captain_generation(db: Database, club: str, squad: str) -> int:
    """The generation of the team's link; 0 where none has been made."""
    return int(value(db, "SELECT captain_generation FROM squads WHERE club = ? AND id = ?", club, squad) or 0)


def captain_links(db: Database, club: str) -> dict[str, int]:
    """The generation of each team's link that has been made."""
    made = "SELECT id, captain_generation FROM squads WHERE club = ? AND captain_generation > 0"
    return pairs(db, made, club)


def renew_captain_link(db: Database, club: str, squad: str, author: Author) -> None:
    """Make the team's link, or a new one that ends the old, what it allowed, and the mail to its captain."""
    drop_mail_address(db, club, squad)
    db.execute(
        "UPDATE squads SET captain_generation = captain_generation + 1 WHERE club = ? AND id = ?",
        [club, squad],
    )
    add_change(db, club, ("squad", squad, "captain’s link"), None, "made", author)
    touch_leagues_of(db, club, squad)


def make_captain(db: Database, club: str, squad: str, generation: int, author: Author) -> None:
    """This phone is that team's captain's from now on, and nobody else's in a league that it plays in."""
    _leave_rivals(db, "captains", club, author.device, squad)
    insert(db, "captains", club=club, device=author.device, squad=squad, generation=generation)
    add_change(db, club, ("squad", squad, "captain’s phone"), None, "opened", author)
    touch_leagues_of(db, club, squad)
    touch_access(db, club)


def _leave_rivals(db: Database, table: str, club: str, device: str, squad: str) -> None:
    """Take the phone from this team, and from every other that is in a league with it."""
    db.execute(
        f"DELETE FROM {table} WHERE club = ? AND device = ? AND squad IN (SELECT b.squad FROM entrants a "  # nosec B608 # ours
        "JOIN entrants b ON b.club = a.club AND b.league = a.league WHERE a.club = ? AND a.squad = ?)",
        [club, device, club, squad],
    )


def captains_phones(db: Database, club: str, league: str) -> dict[str, str]:
    """The team of each phone that has opened a captain's link of the league, also of one that was ended."""
    opened = (
        "SELECT c.device, c.squad FROM captains c JOIN entrants e ON e.club = c.club AND e.squad = c.squad "
        "WHERE c.club = ? AND e.league = ?"
    )
    return pairs(db, opened, club, league)


def captained_teams(db: Database, club: str, device: str | None, league: str | None = None) -> list[str]:
    """The teams whose captain's phone this is, of all or of one league, while their links stand.

    Of one league it is two where they have come into it only since.
    """
    standing = f"SELECT c.squad {_STANDING}WHERE c.club = ? AND c.device = ? "  # nosec B608 # this module's words
    of_league = "AND c.squad IN (SELECT squad FROM entrants WHERE club = ? AND league = ?) "
    only, values = (of_league, (club, league)) if league else ("", ())
    return column(db, f"{standing}{only}ORDER BY c.squad", club, device or "", *values)


def captained_team_names(db: Database, club: str) -> dict[str, list[str]]:
    """By phone the names of the teams whose captain's it is, while their links stand."""
    named = f"SELECT c.device, s.name {_STANDING}WHERE c.club = ? ORDER BY s.name, s.id"  # nosec B608 # ours
    return groups(db, str, named, club)


class Proposal(NamedTuple):
    """The captain of ``side`` proposes this day; ``answer`` is None while the other has not said."""

    id: str
    side: int
    day: str
    starts: str | None
    note: str | None
    answer: str | None
    made_at: str = ""


def last_proposal(db: Database, club: str, fixture: str) -> Proposal | None:
    return next(iter(proposals(db, club, fixture)), None)


def proposals(db: Database, club: str, fixture: str) -> list[Proposal]:
    """The days proposed for this fixture, the newest first."""
    return find_all(db, Proposal, "proposals", "id DESC", club=club, fixture=fixture)


def open_proposals(db: Database, club: str) -> dict[str, dict[str, Proposal]]:
    """What has not been answered, by the league and its fixture."""
    asked = (
        "SELECT f.league, p.fixture, p.id, p.side, p.day, p.starts, p.note, p.answer, p.made_at "
        "FROM proposals p JOIN fixtures f ON f.club = p.club AND f.id = p.fixture "
        "JOIN leagues l ON l.club = f.club AND l.id = f.league "
        "WHERE p.club = ? AND p.answer IS NULL AND l.closed = 0 ORDER BY p.id"
    )
    by_league = groups(db, lambda fixture, *said: (fixture, Proposal(*said)), asked, club)
    return {league: dict(proposals) for league, proposals in by_league.items()}


def add_proposal(db: Database, club: str, fixture: Fixture, new: Proposal, author: Author) -> None:
    """Add the proposal; it replaces an earlier one."""
    db.execute(
        "UPDATE proposals SET answer = 'withdrawn' WHERE club = ? AND fixture = ? AND answer IS NULL",
        [club, fixture.id],
    )
    said = new._asdict() | {"id": new_id(), "answer": None, "made_at": author.at, "device": author.device}
    insert(db, "proposals", club=club, fixture=fixture.id, **said)
    add_change(db, club, ("fixture", fixture.id, "proposed day"), fixture.day, new.day, author, new.note)
    touch_league(db, club, fixture.league)


def answer_proposal(
    db: Database, club: str, fixture: Fixture, proposal: Proposal, answer: str, author: Author
) -> None:
    update(db, "proposals", {"club": club, "id": proposal.id}, answer=answer)
    add_change(db, club, ("fixture", fixture.id, "proposed day"), proposal.day, answer, author)
    touch_league(db, club, fixture.league)


def followed_teams(db: Database, club: str, device: str | None) -> dict[str, str]:
    followed = (
        "SELECT e.league, f.squad FROM followed_teams f "
        "JOIN entrants e ON e.club = f.club AND e.squad = f.squad WHERE f.club = ? AND f.device = ?"
    )
    return pairs(db, followed, club, device or "")


def follow_team(db: Database, club: str, device: str, squad: str) -> None:
    """From now on this phone follows that team, and no other of a league that it plays in."""
    _leave_rivals(db, "followed_teams", club, device, squad)
    insert(db, "followed_teams", club=club, device=device, squad=squad)
    touch(db, club)


class MailAddress(NamedTuple):
    squad: str
    address: str
    server: str  # with which the links in the mails begin
    sent_until: str  # what was before this day has gone
    asked: str | None  # an id that stands until the address is confirmed
    refused: str | None = None  # why the last mail did not go


def mail_addresses(db: Database, club: str) -> dict[str, MailAddress]:
    return {one.squad: one for one in find_all(db, MailAddress, "mail_addresses", club=club)}


def put_mail_address(db: Database, club: str, new: MailAddress) -> None:
    put(db, "mail_addresses", ["club", "squad"], club=club, **new._asdict())
    touch_access(db, club)


def drop_mail_address(db: Database, club: str, squad: str) -> None:
    delete(db, "mail_addresses", club=club, squad=squad)
    touch_access(db, club)


def drop_unconfirmed(db: Database, club: str, before: str) -> None:
    """Forget the addresses that were given before this day and that nobody has confirmed."""
    db.execute(
        "DELETE FROM mail_addresses WHERE club = ? AND asked IS NOT NULL AND sent_until < ?", [club, before]
    )
