"""Matches: the seats, the rule card, changes of both, the link that opens one. ``match_events`` has the rest.

The results of finished ones are rows that can be deleted and rebuilt at any time, and are no facts. A line
holds under the change of the match that it was made from, and under the fingerprint of the rules that made
it.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.rows import column, delete, fetch_one, insert, pairs, put, update, value
from scorekeeper.store.engine.versions import touch, touch_access, touch_names

_MATCH = (
    "SELECT id, card, first_leader, rematch_of, version, started_at, "
    "(SELECT out_word FROM clubs WHERE id = matches.club), lead_draw, seat_draw FROM matches WHERE club = ? "
)
_SEATS = (
    "SELECT s.match, s.player, p.name, s.side, s.team, t.name FROM seats s "
    "JOIN players p ON p.club = s.club AND p.id = s.player "
    "LEFT JOIN teams t ON t.club = s.club AND t.id = s.team WHERE s.club = ? "
)


class MatchRef(NamedTuple):
    club: str
    match: str


class Seat(NamedTuple):
    """A chair at the table, counted clockwise from 0, with the player's name of today."""

    player: str
    name: str
    side: int
    pair: str | None
    pair_name: str | None


class Match(NamedTuple):
    """A match as it was set up."""

    club: str
    id: str
    card: str  # the rule card's JSON text
    first_leader: str | None
    rematch_of: str | None
    version: int
    started_at: str
    out_word: str  # what the club says today of whoever goes out
    # The tile that each seat drew, for the first lead and for the seat; None where none were drawn.
    lead_draw: str | None
    seat_draw: str | None
    seats: tuple[Seat, ...]


class Setup(NamedTuple):
    """What a match is to be: ``seats`` are ``(player, side, pair)``, the rest as a ``Match`` has it."""

    card: str
    seats: Sequence[tuple[str, int, str | None]]
    first_leader: str | None = None
    lead_draw: str | None = None
    seat_draw: str | None = None


def add_match(
    db: Database, club: str, setup: Setup, key: str, author: Author, *, rematch_of: str | None = None
) -> str:
    match, seats = new_id(), setup.seats
    begun = {"key": key, "started_at": author.at, "device": author.device, "rematch_of": rematch_of}
    row = setup._asdict() | begun | {"version": 0, "changed": touch(db, club)}
    del row["seats"]
    insert(db, "matches", club=club, id=match, **row)
    add_seats(db, club, match, seats)
    return match


def add_seats(db: Database, club: str, match: str, seats: Sequence[tuple[str, int, str | None]]) -> None:
    for seat, (player, side, pair) in enumerate(seats):
        insert(db, "seats", club=club, match=match, seat=seat, player=player, side=side, team=pair)


def find_match(db: Database, club: str, match: str) -> Match | None:
    """The match of this id in the club, with its seats as they are called today, or None."""
    row = db.execute(_MATCH + "AND id = ?", [club, match]).fetchone()
    if row is None:
        return None
    seats = db.execute(_SEATS + "AND s.match = ? ORDER BY s.seat", [club, match])
    return _match(club, row, [Seat(*seat[1:]) for seat in seats.fetchall()])


def match_of_key(db: Database, club: str, key: str) -> str | None:
    return cast(str | None, value(db, "SELECT id FROM matches WHERE club = ? AND key = ?", club, key))


def newest_rematch(db: Database, club: str, match: str) -> str | None:
    last = "SELECT id FROM matches WHERE club = ? AND rematch_of = ? ORDER BY id DESC LIMIT 1"
    return cast(str | None, value(db, last, club, match))


def matches(db: Database, club: str, since: int = -1) -> list[Match]:
    """The club's matches that have changed after its version ``since`` (all of them), newest first."""
    changed = "(SELECT id FROM matches WHERE club = ? AND changed > ?)"
    found = db.execute(f"{_SEATS}AND s.match IN {changed} ORDER BY s.match, s.seat", [club, club, since])
    seats = _by_match(found.fetchall())
    rows = db.execute(_MATCH + "AND changed > ? ORDER BY id DESC", [club, since])
    return [_match(club, row, seats[row[0]]) for row in rows.fetchall() if row[0] in seats]


def seats_of(db: Database, club: str) -> dict[str, tuple[Seat, ...]]:
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


def entries_of_club(db: Database, club: str) -> int:
    return int(value(db, "SELECT coalesce(sum(version + 1), 0) FROM matches WHERE club = ?", club))


def entered_on(db: Database, club: str, device: str | None, among: Sequence[str]) -> set[str]:
    """Those of these matches that this phone started or entered something in."""
    if device is None or not among:
        return set()
    marks = ", ".join("?" * len(among))
    own = (
        f"SELECT id FROM matches WHERE club = ? AND device = ? AND id IN ({marks}) "  # nosec B608 # marks alone
        f"UNION SELECT match FROM match_events WHERE club = ? AND device = ? AND match IN ({marks})"
    )
    return {*column(db, own, club, device, *among, club, device, *among)}


def latest_card(db: Database, club: str) -> str | None:
    last = "SELECT card FROM matches WHERE club = ? ORDER BY id DESC LIMIT 1"
    return cast(str | None, value(db, last, club))


def match_generation(db: Database, club: str, match: str) -> str:
    """The generation of the match's watch link, with the club's: raising either ends it and its cookies."""
    of_club = value(db, "SELECT guest_generation FROM clubs WHERE id = ?", club) or 0
    return f"{of_club}.{_own_generation(db, club, match)}"


def newest_match_links(db: Database, club: str, most: int) -> list[tuple[str, str]]:
    """The matches started last, so many of them, each with its link's generation."""
    latest = column(db, "SELECT id FROM matches WHERE club = ? ORDER BY id DESC LIMIT ?", club, most)
    return [(match, match_generation(db, club, match)) for match in latest]


def _own_generation(db: Database, club: str, match: str) -> int:
    return int(value(db, "SELECT generation FROM match_links WHERE club = ? AND match = ?", club, match) or 1)


def revoke_match_link(db: Database, club: str, match: str, author: Author) -> None:
    before = _own_generation(db, club, match)
    link = {"club": club, "match": match}
    put(db, "match_links", [*link], **link, generation=before + 1, made_at=author.at)
    add_change(db, club, ("match link", match, "generation"), str(before), str(before + 1), author)
    touch_access(db, club)


def stored_results(db: Database, club: str, rules: str) -> dict[str, str]:
    """The lines made by these rules that still hold, by match."""
    holding = (
        "SELECT r.match, r.line FROM match_results r "
        "JOIN matches m ON m.club = r.club AND m.id = r.match AND m.changed = r.changed "
        "WHERE r.club = ? AND r.edition = ?"
    )
    return pairs(db, holding, club, rules)


def store_results(
    db: Database, club: str, rules: str, read_at: int, lines: Iterable[tuple[str, str]]
) -> None:
    """Keep these ``(match, line)`` of matches unchanged since the club's version ``read_at``."""
    for match, line in lines:
        delete(db, "match_results", club=club, match=match)
        db.execute(
            "INSERT INTO match_results (club, match, changed, edition, line) "
            "SELECT club, id, changed, ?, ? FROM matches WHERE club = ? AND id = ? AND changed <= ?",
            [rules, line, club, match, read_at],
        )


class Reading(NamedTuple):
    """How what was entered up to a version is read today."""

    version: int | None  # None of the last reading of a match
    players: Mapping[str, str]  # who sits today where somebody else sat then
    sides: Sequence[int]  # today's side of each of then


def readings(db: Database, club: str, match: str) -> list[Reading]:
    """How the entries of this match are read since its seats were changed, oldest first; often none.

    A change is about what was entered before it: whoever left and came back is himself from then on. Where
    the players of one side sit on one side today, whatever it is called, it is that.
    """
    changes = db.execute(
        "SELECT old_player, new_player FROM seat_changes WHERE club = ? AND match = ? ORDER BY number",
        [club, match],
    ).fetchall()
    setups = db.execute(
        "SELECT version, seats, seat_changes FROM earlier_setups WHERE club = ? AND match = ? "
        "ORDER BY number",
        [club, match],
    ).fetchall()
    if not changes and not setups:
        return []
    today = pairs(db, "SELECT player, side FROM seats WHERE club = ? AND match = ?", club, match)
    found, known = [], 0
    for version, text, changed in setups:
        players = _composed(changes[known:])
        sitting = [(players.get(player, player), int(side)) for player, side in _seats_in(text)]
        sides = []
        for side in range(max(side for _, side in sitting) + 1):
            theirs = {today.get(player, side) for player, at in sitting if at == side}
            sides.append(theirs.pop() if len(theirs) == 1 else side)
        found.append(Reading(int(version), players, sides))
        known = int(changed)
    return [*found, Reading(None, _composed(changes[known:]), ())]


def _composed(changes: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Who each of these players is after all of the changes."""
    now: dict[str, str] = {}
    for old, new in changes:
        now = {known: new if who == old else who for known, who in now.items()} | {old: new}
    return now


def _seats_in(text: str) -> Iterator[tuple[str, str]]:
    """The seats of an earlier setup as they are stored: each player with the side."""
    for seat in text.split():
        player, _, side = seat.partition(":")
        yield player, side


class EarlierSetup(NamedTuple):
    """How a match was set up."""

    number: int  # counts the changes of one match
    card: str
    first_leader: str | None
    seats: tuple[tuple[str, int], ...]  # (player, side) in order


def latest_setup(db: Database, match: Match) -> EarlierSetup | None:
    """How the match was before its newest change, None where something has happened to it since."""
    return _earlier_setup(
        db,
        match,
        "version = ? AND seat_changes = "
        "(SELECT count(*) FROM seat_changes c WHERE c.club = ? AND c.match = ?)",
        [match.version, match.club, match.id],
    )


def setup_before(db: Database, match: Match, number: int) -> EarlierSetup | None:
    return _earlier_setup(db, match, "number = ?", [number])


def _earlier_setup(db: Database, match: Match, where: str, values: list[Any]) -> EarlierSetup | None:
    def setup(number: int, card: str, first_leader: str | None, seats: str) -> EarlierSetup:
        sat = tuple((player, int(side)) for player, side in _seats_in(seats))
        return EarlierSetup(number, card, first_leader, sat)

    kept = (
        "SELECT number, card, first_leader, seats FROM earlier_setups "  # nosec B608 # one of the two above
        f"WHERE club = ? AND match = ? AND {where} ORDER BY number DESC LIMIT 1"
    )
    return fetch_one(db, setup, kept, match.club, match.id, *values)


def keep_setup(db: Database, match: Match, changing: int, author: Author) -> None:
    """Keep how the match is set up now, before ``changing`` of its seats get somebody else."""
    number, changed = (_count(db, table, match) for table in ("earlier_setups", "seat_changes"))
    seats = " ".join(f"{seat.player}:{seat.side}" for seat in match.seats)
    was = {"version": match.version, "card": match.card, "first_leader": match.first_leader, "seats": seats}
    made = {"seat_changes": changed + changing, "changed_at": author.at, "device": author.device}
    insert(db, "earlier_setups", club=match.club, match=match.id, number=number + 1, **was, **made)


def _count(db: Database, table: str, match: Match) -> int:
    rows = f"SELECT count(*) FROM {table} WHERE club = ? AND match = ?"  # nosec B608 # one of two
    return int(value(db, rows, match.club, match.id))


def set_up_anew(
    db: Database,
    match: Match,
    setup: Setup,
    in_place_of: Mapping[str, str],
    words: tuple[str, str],
    author: Author,
) -> None:
    """Set the match up like this; ``words`` are what was and is, ``in_place_of`` has who left by who came."""
    known = _count(db, "seat_changes", match)
    for number, (old, new) in enumerate(in_place_of.items(), start=known + 1):
        made = {"changed_at": author.at, "device": author.device}
        moved = {"number": number, "old_player": old, "new_player": new}
        insert(db, "seat_changes", club=match.club, match=match.id, **moved, **made)
    delete(db, "seats", club=match.club, match=match.id)
    add_seats(db, match.club, match.id, setup.seats)
    add_change(db, match.club, ("match", match.id, "setup"), *words, author)
    touch_names(db, match.club)
    now = setup._asdict() | {"changed": touch(db, match.club)}
    del now["seats"]
    update(db, "matches", {"club": match.club, "id": match.id}, **now)
