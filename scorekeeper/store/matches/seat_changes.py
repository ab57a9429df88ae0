"""Changes to the setup of a match: its rule card, its seats, and who sits in whose place."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.store.clubs.audit import Author, add_change
from scorekeeper.store.engine.rows import delete, insert, pairs, update, value
from scorekeeper.store.engine.versions import touch, touch_names
from scorekeeper.store.matches.matches import Match, Setup, add_seats


class Reading(NamedTuple):
    """How what was entered up to ``version`` is read today; the last one of a match has none.

    ``players`` has who sits today where somebody else sat then, ``sides`` today's side of each of then.
    """

    version: int | None
    players: Mapping[str, str]
    sides: Sequence[int]


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
    """How a match was set up: ``seats`` has ``(player, side)`` in order.

    ``number`` counts the changes of one match; it holds while the match is at ``version`` and as many seats
    of it have been changed as ``seat_changes`` says.
    """

    number: int
    version: int
    card: str
    first_leader: str | None
    seats: tuple[tuple[str, int], ...]


def latest_setup(db: Database, match: Match) -> EarlierSetup | None:
    """How the match was before its newest change, None where something has happened to it since."""
    row = db.execute(
        "SELECT number, version, card, first_leader, seats FROM earlier_setups "
        "WHERE club = ? AND match = ? AND version = ? AND seat_changes = "
        "(SELECT count(*) FROM seat_changes c WHERE c.club = ? AND c.match = ?) "
        "ORDER BY number DESC LIMIT 1",
        [match.club, match.id, match.version, match.club, match.id],
    ).fetchone()
    if row is None:
        return None
    number, version, card, first_leader, text = row
    seats = tuple((player, int(side)) for player, side in _seats_in(text))
    return EarlierSetup(number, version, card, first_leader, seats)


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
    """Set the match up like this; ``words`` are what was and what is.

    ``in_place_of`` has who left by who came. The audit log keeps what was.
    """
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
