"""What can be told of the boards of a match card: results, matches started at the table, lots drawn."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database

from scorekeeper.services.leagues.board import BoardBook
from scorekeeper.services.leagues.card_commands import (
    CardRefused,
    Place,
    add_told,
    open_night,
    verify_unlocked,
)
from scorekeeper.services.leagues.card_validation import faults_of, overtaken
from scorekeeper.services.leagues.fixture_card import Night
from scorekeeper.services.matches.idempotency import Ticket, already_told
from scorekeeper.store.card_events import Board, Live
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.matches import add_match
from scorekeeper.store.players import team_of


def tell_boards(
    db: Database, at: Place, boards: Sequence[Board], *, was: Sequence[Board], ticket: Ticket, stamp: Stamp
) -> bool:
    """Store what has changed of these boards since they were shown as ``was``; False if nothing has.

    Raises ``CardRefused`` with every fault, also where another phone has told of a board meanwhile.
    """
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if already_told(night.entries, ticket, "card"):
            return False
        verify_unlocked(night)
        shown = {board.board: board for board in was}
        changed = [board for board in boards if board != shown.get(board.board)]
        faults = [*faults_of(night, boards, changed), *overtaken(night, changed, shown)]
        if faults:
            raise CardRefused(*sorted(dict.fromkeys(faults)))
        if changed:
            add_told(db, at, night, changed, ticket, stamp)
        return bool(changed)


def start_board(db: Database, at: Place, board: int, *, ticket: Ticket, stamp: Stamp) -> str:
    """Start the match of this board at its table; its id, also if it runs already."""
    with writing(db, at[0]):
        _, night = open_night(db, at)
        verify_unlocked(night)
        book = _board(night, board)
        if book.live and (book.live.running or book.live.result):
            return book.live.match.id
        home, away = book.lineup.home, book.lineup.away
        if len(home) != book.kind.seats or len(away) != book.kind.seats:
            raise CardRefused((board, f"Board {board}: say first who plays on it."))
        match = _sit_down(db, at, book, ticket, stamp)
        add_told(db, at, night, [Live(board, match)], ticket, stamp)
        return match


def draw_boards(db: Database, at: Place, *, ticket: Ticket, stamp: Stamp) -> None:
    """Draw lots for who plays on which board, both teams from their whole squads.

    A board with a result keeps its players. Everybody is down before anybody is down twice for a kind.
    """
    with writing(db, at[0]):
        _, night = open_night(db, at)
        if already_told(night.entries, ticket, "card"):
            return
        verify_unlocked(night)
        drawn = [_drawn_for(night, side) for side in (0, 1)]
        told = [
            Board(board.number, None, drawn[0][board.number], drawn[1][board.number])
            for board in night.boards
            if not board.tellings and not board.live
        ]
        if told:
            add_told(db, at, night, told, ticket, stamp)


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
