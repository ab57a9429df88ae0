"""What can be entered for the boards of a match card: results, matches started at the table, lots drawn."""

import secrets
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlite_utils import Database

from scorekeeper.services.cards.board import Board
from scorekeeper.services.cards.card_commands import (
    MatchCardError,
    add_to_card,
    load_for_update,
    verify_unlocked,
)
from scorekeeper.services.cards.card_validation import conflicting, faults_of
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.captains import verify_may_act, verify_may_enter
from scorekeeper.services.matches.idempotency import IdempotencyKey, is_replay
from scorekeeper.services.matches.starting import Opening, sit_down
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.card_events import BoardEntry, Live
from scorekeeper.store.leagues.fixtures import FixtureRef


def save_boards(
    db: Database,
    at: FixtureRef,
    boards: Sequence[BoardEntry],
    *,
    was: Sequence[BoardEntry],
    idempotency_key: IdempotencyKey,
    author: Author,
    secretary: bool = False,
) -> bool:
    """Store what has changed of these boards since they were shown as ``was``; False if nothing has.

    Raises ``MatchCardError`` with every fault, also where another phone has entered a board meanwhile.
    """
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, fixture_card = load_for_update(db, at, author)
        if is_replay(db, at, fixture_card.events, idempotency_key, "card"):
            return False
        verify_unlocked(fixture_card)
        if not secretary:
            for side in {board.side for board in boards}:
                verify_may_act(db, at.club, season, fixture_card, side, author)
        shown = {board.board: board for board in was}
        changed = [board for board in boards if board != shown.get(board.board)]
        faults = [*faults_of(fixture_card, boards, changed), *conflicting(fixture_card, changed, shown)]
        if faults:
            raise MatchCardError(*sorted(dict.fromkeys(faults)))
        if changed:
            add_to_card(db, at, fixture_card, changed, idempotency_key, author)
        return bool(changed)


def start_board(
    db: Database,
    at: FixtureRef,
    board: int,
    *,
    idempotency_key: IdempotencyKey,
    author: Author,
    secretary: bool = False,
) -> str:
    """Start the match of this board at its table; its id, also if it runs already."""
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, fixture_card = load_for_update(db, at, author)
        verify_unlocked(fixture_card)
        if not secretary:
            verify_may_enter(db, at.club, season, fixture_card, author)
        state = _board(fixture_card, board)
        if state.live and (state.live.running or state.live.result):
            return state.live.match.id
        home, away = state.lineup.home, state.lineup.away
        if len(home) != state.kind.seats or len(away) != state.kind.seats:
            raise MatchCardError((board, f"Board {board}: say first who plays on it."))
        starts = season.starts(fixture_card, state, state.lineup.home, state.lineup.away)
        match = _sit_down(db, at, state, starts, season.rules.drop_on(board), idempotency_key, author)
        add_to_card(db, at, fixture_card, [Live(board, match)], idempotency_key, author)
        return match


def draw_boards(
    db: Database,
    at: FixtureRef,
    *,
    idempotency_key: IdempotencyKey,
    author: Author,
    secretary: bool = False,
) -> None:
    """Draw a tile for who plays on which board, both teams from their whole squads.

    A side that has named its players for a board keeps them. Everybody is listed once before anybody is
    listed twice for a kind.
    """
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, fixture_card = load_for_update(db, at, author)
        if is_replay(db, at, fixture_card.events, idempotency_key, "card"):
            return
        verify_unlocked(fixture_card)
        if not secretary:
            verify_may_enter(db, at.club, season, fixture_card, author)
        home, away = (_drawn_for(fixture_card, side) for side in (0, 1))
        entered = [
            BoardEntry(board.number, None, home[board.number], away[board.number])
            for board in fixture_card.boards
            if (home[board.number], away[board.number]) != (board.lineup.home, board.lineup.away)
        ]
        if not entered:
            raise MatchCardError((0, "Every board has its players already, so there is nothing to draw."))
        add_to_card(db, at, fixture_card, entered, idempotency_key, author)


def _drawn_for(fixture_card: FixtureCard, side: int) -> dict[int, tuple[str, ...]]:
    """The players of each board: those named already, and lots drawn for the others."""
    named = {board.number: (board.lineup.home, board.lineup.away)[side] for board in fixture_card.boards}
    squad = [player for player, _ in fixture_card.teams[side].players]
    once_more: set[str] = set()
    for kind in fixture_card.rules.card.kinds:
        boards = [board for board in fixture_card.boards if board.kind == kind]
        open_seats = [board.number for board in boards if not named[board.number] and not board.reports]
        down = Counter(player for board in boards for player in named[board.number])
        if len(squad) * kind.most + kind.extra < kind.seats * len(boards) and open_seats:
            short = f"{fixture_card.names[side]} has {len(squad)} players; the {kind.name} need more."
            raise MatchCardError((0, short))
        for number in open_seats:
            named[number] = _drawn(squad, kind.seats, down, once_more)
            down.update(named[number])
        once_more |= {player for player, times in down.items() if times > kind.most}
    return named


def _drawn(
    squad: Sequence[str], seats: int, down: Counter[str], once_more: Collection[str]
) -> tuple[str, ...]:
    """Players for one board, those first who are down least often and play once more at no other kind."""
    shuffled = secrets.SystemRandom().sample(squad, len(squad))
    return tuple(sorted(shuffled, key=lambda player: (down[player], player in once_more))[:seats])


def _board(fixture_card: FixtureCard, number: int) -> Board:
    if not 1 <= number <= len(fixture_card.boards):
        raise LookupError(f"no board {number}")
    return fixture_card.boards[number - 1]


def _sit_down(
    db: Database,
    at: FixtureRef,
    state: Board,
    starts: tuple[int, int],
    drop: int | None,
    idempotency_key: IdempotencyKey,
    author: Author,
) -> str:
    sides = (state.lineup.home, state.lineup.away)
    # Partners sit opposite each other: home, away, home, away.
    seats = [(sides[n % 2][n // 2], n % 2) for n in range(2 * state.kind.seats)]
    first, second = starts
    name = state.kind.card.name or state.kind.name
    card = replace(state.kind.card, name=name, start_first=first, start_second=second)
    opening = Opening(None if drop is None else sides[drop][0])
    key = f"board-{at.fixture}-{state.number}-{idempotency_key.key}"
    return sit_down(db, at.club, card, seats, opening=opening, key=key, author=author)
