"""Matches: the seats and the rule card. What happened in them is in ``match_events``."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.versions import touch


class MatchRef(NamedTuple):
    """Where a match is to be found: the ids of its club and its own."""

    club: str
    match: str


class Seat(NamedTuple):
    """A chair at the table, counted clockwise from 0, with the player's name of today."""

    player: str
    name: str
    side: int
    team: str | None
    team_name: str | None


class Match(NamedTuple):
    """A match as it was set up. ``card`` is the rule card's JSON text, fixed when it started.

    ``out_word`` is what the club says today of whoever goes out, ``lead_draw`` the tile that each seat drew
    for the first lead, ``seat_draw`` the tile that each drew for the seat; None where none were drawn.
    """

    club: str
    id: str
    card: str
    first_leader: str | None
    rematch_of: str | None
    version: int
    started_at: str
    out_word: str
    lead_draw: str | None
    seat_draw: str | None
    seats: tuple[Seat, ...]


_MATCH = (
    "SELECT id, card, first_leader, rematch_of, version, started_at, "
    "(SELECT out_word FROM clubs WHERE id = matches.club), lead_draw, seat_draw FROM matches WHERE club = ? "
)
_SEATS = (
    "SELECT s.match, s.player, p.name, s.side, s.team, t.name FROM seats s "
    "JOIN players p ON p.club = s.club AND p.id = s.player "
    "LEFT JOIN teams t ON t.club = s.club AND t.id = s.team WHERE s.club = ? "
)


def add_match(
    db: Database,
    club: str,
    card: str,
    seats: Sequence[tuple[str, int, str | None]],
    *,
    first_leader: str | None,
    lead_draw: str | None = None,
    seat_draw: str | None = None,
    rematch_of: str | None,
    key: str,
    author: Author,
) -> str:
    """Add a match of these ``(player, side, team)`` under a new key; its id."""
    match = new_id()
    db.execute(
        "INSERT INTO matches "
        "(club, id, card, first_leader, lead_draw, seat_draw, rematch_of, version, key, started_at, device, "
        "changed) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)",
        [
            *(club, match, card, first_leader, lead_draw, seat_draw, rematch_of, key),
            *(author.at, author.device, touch(db, club)),
        ],
    )
    add_seats(db, club, match, seats)
    return match


def add_seats(db: Database, club: str, match: str, seats: Sequence[tuple[str, int, str | None]]) -> None:
    """Give a match that has none these seats of ``(player, side, team)``."""
    for seat, (player, side, team) in enumerate(seats):
        db.execute(
            "INSERT INTO seats (club, match, seat, player, side, team) VALUES (?, ?, ?, ?, ?, ?)",
            [club, match, seat, player, side, team],
        )


def find_match(db: Database, club: str, match: str) -> Match | None:
    """The match of this id in the club, with its seats as they are called today, or None."""
    row = db.execute(_MATCH + "AND id = ?", [club, match]).fetchone()
    if row is None:
        return None
    seats = db.execute(_SEATS + "AND s.match = ? ORDER BY s.seat", [club, match])
    return _match(club, row, [Seat(*seat[1:]) for seat in seats.fetchall()])


def match_of_key(db: Database, club: str, key: str) -> Match | None:
    """The match that was started with this key, or None."""
    row = db.execute("SELECT id FROM matches WHERE club = ? AND key = ?", [club, key]).fetchone()
    return find_match(db, club, row[0]) if row else None


def matches(db: Database, club: str, since: int = -1) -> list[Match]:
    """The club's matches that have changed after its version ``since`` (all of them), newest first."""
    changed = "(SELECT id FROM matches WHERE club = ? AND changed > ?)"
    found = db.execute(f"{_SEATS}AND s.match IN {changed} ORDER BY s.match, s.seat", [club, club, since])
    seats = _by_match(found.fetchall())
    rows = db.execute(_MATCH + "AND changed > ? ORDER BY id DESC", [club, since])
    return [_match(club, row, seats[row[0]]) for row in rows.fetchall() if row[0] in seats]


def seats_of(db: Database, club: str) -> dict[str, tuple[Seat, ...]]:
    """Who sat where in every match of the club, under the names of today."""
    return _by_match(db.execute(_SEATS + "ORDER BY s.match, s.seat", [club]).fetchall())


def _by_match(rows: Iterable[tuple[Any, ...]]) -> dict[str, tuple[Seat, ...]]:
    """The seats of each match. Equal ones are one object: of thousands of matches a worker keeps the rows."""
    known: dict[Seat, Seat] = {}
    seats: dict[str, list[Seat]] = {}
    for match, *rest in rows:
        seat = Seat(*rest)
        seats.setdefault(match, []).append(known.setdefault(seat, seat))
    return {match: tuple(seated) for match, seated in seats.items()}


def _match(club: str, row: tuple[Any, ...], seats: Sequence[Seat]) -> Match:
    id, card, first_leader, rematch_of, version, started_at, out_word, lead_draw, seat_draw = row
    begun = (version, started_at, sys.intern(out_word))
    same = sys.intern(card)  # most matches of a club have one of a few cards
    return Match(club, id, same, first_leader, rematch_of, *begun, lead_draw, seat_draw, tuple(seats))


def match_versions(db: Database, club: str) -> dict[str, int]:
    """The version of every match of the club: the key of a cached result."""
    return dict(db.execute("SELECT id, version FROM matches WHERE club = ?", [club]).fetchall())


def entered_on(db: Database, club: str, device: str | None, among: Sequence[str]) -> set[str]:
    """Those of these matches that this phone started or entered something in."""
    if device is None or not among:
        return set()
    marks = ", ".join("?" * len(among))
    rows = db.execute(
        f"SELECT id FROM matches WHERE club = ? AND device = ? AND id IN ({marks}) "  # nosec B608 # marks alone
        f"UNION SELECT match FROM match_events WHERE club = ? AND device = ? AND match IN ({marks})",
        [club, device, *among, club, device, *among],
    )
    return {row[0] for row in rows.fetchall()}


def latest_card(db: Database, club: str) -> str | None:
    """The rule card of the match started last, as its JSON text."""
    row = db.execute("SELECT card FROM matches WHERE club = ? ORDER BY id DESC LIMIT 1", [club]).fetchone()
    return row and str(row[0])
