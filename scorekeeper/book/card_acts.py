"""What can be told of a fixture's match card. Each act is one transaction; repeating it does no harm."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database

from scorekeeper.book.acts import KeyUsed, Ticket
from scorekeeper.book.board import BoardBook
from scorekeeper.book.card_faults import faults_of, overtaken
from scorekeeper.book.night import Night
from scorekeeper.book.season import Season, open_season
from scorekeeper.store.card_entries import (
    Board,
    CardTold,
    Forfeit,
    Live,
    Reopening,
    Signature,
    add_card_entries,
)
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.connection import writing
from scorekeeper.store.fixtures import find_fixture
from scorekeeper.store.matches import add_match
from scorekeeper.store.players import team_of

LOCKED = "Both captains have signed this card. The manager can open it again, with a reason."


class CardRefused(Exception):
    """The card cannot be so; ``faults`` name the board (0: the whole card) and say why."""

    def __init__(self, *faults: tuple[int, str]) -> None:
        super().__init__(" ".join(sentence for _, sentence in faults))
        self.faults = faults


Place = tuple[str, str]  # the club and the fixture


def open_night(db: Database, at: Place) -> tuple[Season, Night]:
    """The season and the night of this fixture; LookupError where there is none."""
    fixture = find_fixture(db, *at)
    season = open_season(db, at[0], fixture.league) if fixture else None
    night = season.night(at[1]) if season else None
    if season is None or night is None:
        raise LookupError(f"no fixture {at[1]}")
    return season, night


def tell_boards(
    db: Database, at: Place, boards: Sequence[Board], *, was: Sequence[Board], ticket: Ticket, stamp: Stamp
) -> bool:
    """Store what has changed of these boards since they were shown as ``was``; False if nothing has.

    Raises ``CardRefused`` with every fault, also where another phone has told of a board meanwhile.
    """
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if _seen(night, ticket):
            return False
        _verify_open(night)
        shown = {board.board: board for board in was}
        changed = [board for board in boards if board != shown.get(board.board)]
        faults = [*faults_of(night, boards, changed), *overtaken(night, changed, shown)]
        if faults:
            raise CardRefused(*sorted(dict.fromkeys(faults)))
        if changed:
            _add(db, at, night, changed, ticket, stamp)
        return bool(changed)


def start_board(db: Database, at: Place, board: int, *, ticket: Ticket, stamp: Stamp) -> str:
    """Start the match of this board at its table; its id, also if it runs already."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        _verify_open(night)
        book = _board(night, board)
        if book.live and (book.live.running or book.live.result):
            return book.live.match.id
        home, away = book.lineup.home, book.lineup.away
        if len(home) != book.kind.seats or len(away) != book.kind.seats:
            raise CardRefused((board, f"Board {board}: say first who plays on it, then save the card."))
        match = _sit_down(db, at, book, ticket, stamp)
        _add(db, at, night, [Live(board, match)], ticket, stamp)
        return match


def sign(db: Database, at: Place, side: int, *, shown: str, ticket: Ticket, stamp: Stamp) -> None:
    """The captain of this side signs for the card as ``shown``; it must be complete and still stand."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if _seen(night, ticket) or night.signatures[side]:
            return
        if night.differing:
            numbers = ", ".join(str(board.number) for board in night.differing)
            raise CardRefused((0, f"The captains differ on board {numbers}. Settle that first, then sign."))
        if not night.complete:
            missing = len(night.boards) - night.done
            raise CardRefused((0, f"{missing} of {len(night.boards)} boards have no result yet."))
        if shown != night.wording:
            raise CardRefused(
                (0, "The card has changed since it was shown here. Look at it again, then sign.")
            )
        _add(db, at, night, [Signature(side, shown)], ticket, stamp)


def reopen(db: Database, at: Place, reason: str, *, ticket: Ticket, stamp: Stamp) -> None:
    """Unlock a signed card; the reason is kept with it and both captains sign anew."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if not _seen(night, ticket) and any(night.signatures):
            _add(db, at, night, [Reopening()], ticket, stamp, reason)


def forfeit(db: Database, at: Place, side: int | None, reason: str, *, ticket: Ticket, stamp: Stamp) -> None:
    """Side 0 or 1 does not fulfil the fixture, so the other walks over; None takes that back."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if not _seen(night, ticket) and night.forfeited_by != side:
            _verify_open(night)
            _add(db, at, night, [Forfeit(side)], ticket, stamp, reason)


def draw_boards(db: Database, at: Place, *, ticket: Ticket, stamp: Stamp) -> None:
    """Draw lots for who plays on which board, both teams from their whole squads.

    A board with a result keeps its players. Everybody is down before anybody is down twice for a kind.
    """
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if _seen(night, ticket):
            return
        _verify_open(night)
        drawn = [_drawn_for(night, side) for side in (0, 1)]
        told = [
            Board(board.number, None, drawn[0][board.number], drawn[1][board.number])
            for board in night.boards
            if not board.tellings and not board.live
        ]
        if told:
            _add(db, at, night, told, ticket, stamp)


def _drawn_for(night: Night, side: int) -> dict[int, tuple[str, ...]]:
    players = [player for player, _ in night.teams[side].players]
    found: dict[int, tuple[str, ...]] = {}
    for kind in night.rules.card.kinds:
        seats = [board.number for board in night.boards if board.kind == kind for _ in range(kind.seats)]
        if len(players) * kind.most < len(seats):
            short = f"{night.names[side]} has {len(players)} players; the {kind.name} need more."
            raise CardRefused((0, short))
        order: list[str] = []
        while len(order) < len(seats):
            drawn = secrets.SystemRandom().sample(players, len(players))
            if len(order) % kind.seats and drawn[0] == order[-1]:
                drawn.reverse()  # nobody is his own partner where one draw ends and the next begins
            order += drawn
        for at in range(0, len(seats), kind.seats):
            found[seats[at]] = tuple(order[at : at + kind.seats])
    return found


def _board(night: Night, number: int) -> BoardBook:
    if not 1 <= number <= len(night.boards):
        raise LookupError(f"no board {number}")
    return night.boards[number - 1]


def _sit_down(db: Database, at: Place, book: BoardBook, ticket: Ticket, stamp: Stamp) -> str:
    sides = (book.lineup.home, book.lineup.away)
    teams = [team_of(db, at[0], side, stamp.at).id if len(side) > 1 else None for side in sides]
    # Partners sit opposite each other: home, away, home, away.
    seats = [(sides[n % 2][n // 2], n % 2, teams[n % 2]) for n in range(2 * book.kind.seats)]
    card = replace(book.kind.card, name=book.kind.card.name or book.kind.name)
    return add_match(
        db,
        at[0],
        json.dumps(card.to_dict()),
        seats,
        first_leader=None,
        rematch_of=None,
        key=f"board-{at[1]}-{book.number}-{ticket.key}",
        stamp=stamp,
    )


def _add(
    db: Database,
    at: Place,
    night: Night,
    told: Sequence[CardTold],
    ticket: Ticket,
    stamp: Stamp,
    reason: str | None = None,
) -> None:
    key, fingerprint = ticket
    add_card_entries(
        db, at[0], night.fixture, told, reason=reason, key=key, fingerprint=fingerprint, stamp=stamp
    )


def _seen(night: Night, ticket: Ticket) -> bool:
    earlier = next((entry for entry in night.entries if entry.key == ticket.key), None)
    if earlier and earlier.fingerprint != ticket.fingerprint:
        raise KeyUsed("This page has saved something else before. Look at the card, then enter it again.")
    return earlier is not None


def _verify_open(night: Night) -> None:
    if night.locked:
        raise CardRefused((0, LOCKED))
