"""What can be entered for the boards of a match card: results, matches started at the table, lots drawn."""

import json
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from scorekeeper.rules.text import counted
from scorekeeper.services.cards import card_commands
from scorekeeper.services.cards.card_commands import CARD, CardOf, MatchCardError
from scorekeeper.services.cards.card_validation import conflicting, faults_of, side_by_side
from scorekeeper.services.gate import Act, act, there
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.teams import put_squad, squad_report
from scorekeeper.services.matches.starting import sit_down
from scorekeeper.store.clubs.players import with_teams
from scorekeeper.store.leagues.card_events import BoardEntry, Live
from scorekeeper.store.matches.matches import Setup


@act(CARD, "score", "card", comes_home=True)
def save_boards(now: Act[CardOf], boards: Sequence[BoardEntry], *, was: Sequence[BoardEntry]) -> bool:
    """Store what has changed of these boards since they were shown as ``was``; False if nothing has.

    Raises ``MatchCardError`` with every fault, also where another phone has entered a board meanwhile.
    """
    card = now.on.card
    card_commands.verify_unlocked(card)
    for side in {board.side for board in boards}:
        card_commands.verify_may_act(now, side)
    shown = {board.board: board for board in was}
    typed = {board.board for board in boards if board != shown.get(board.board)}
    boards = side_by_side(card, boards, shown)
    newest = {board.number: board.newest for board in card.boards}
    changed = [board for board in boards if board.board in typed and board != newest.get(board.board)]
    times = Counter(board.board for board in boards)
    twice = [(number, f"Board {number} is there twice.") for number in times if times[number] > 1]
    faults, conflicts = [*twice, *faults_of(card, boards, changed)], conflicting(card, changed, shown)
    if faults or conflicts:
        refusal = MatchCardError if faults else card_commands.BoardConflict
        raise refusal(*sorted(dict.fromkeys([*faults, *conflicts])))
    return bool(changed) and card_commands.add_to_card(now, changed)


@act(CARD, "score", "card", comes_home=True)
def start_board(now: Act[CardOf], board: int) -> str:
    """Start the match of this board at its table; its id, also if it runs already."""
    season, card = now.on
    card_commands.verify_unlocked(card)
    card_commands.verify_may_enter(now)
    state = there(next((one for one in card.boards if one.number == board), None), "board")
    if state.live and (state.live.running or state.live.result):
        return state.live.match.id
    home, away = state.lineup.home, state.lineup.away
    if len(home) != state.kind.seats or len(away) != state.kind.seats:
        raise MatchCardError((board, f"Board {board}: say first who plays on it."))
    sides, drop = (home, away), season.rules.drop_on(board)
    # Partners sit opposite each other: home, away, home, away.
    seats = [(sides[n % 2][n // 2], n % 2) for n in range(2 * state.kind.seats)]
    first, second = season.starts(card, state, home, away)
    name = state.kind.card.name or state.kind.name
    rules = replace(state.kind.card, name=name, start_first=first, start_second=second)
    seated = with_teams(now.db, now.club, seats, now.author.at)
    setup = Setup(json.dumps(rules.to_dict()), seated, None if drop is None else sides[drop][0])
    match = sit_down(now, setup, f"board-{card.fixture.id}-{board}-{now.key.key}")
    card_commands.add_to_card(now, [Live(board, match)])
    return match


@act(CARD, "score", "card", comes_home=True)
def draw_boards(now: Act[CardOf]) -> bool:
    """Draw a tile for who plays on which board, both teams from their whole squads.

    A side that has named its players for a board keeps them. Everybody is listed once before anybody is
    listed twice for a kind.
    """
    card = now.on.card
    card_commands.verify_unlocked(card)
    card_commands.verify_may_enter(now)
    home, away = (_drawn_for(card, side) for side in (0, 1))
    entered = [
        BoardEntry(board.number, None, home[board.number], away[board.number])
        for board in card.boards
        if (home[board.number], away[board.number]) != (board.lineup.home, board.lineup.away)
    ]
    if not entered:
        raise MatchCardError((0, "Every board has its players already, so there is nothing to draw."))
    return card_commands.add_to_card(now, entered)


@act(CARD, "score", "card")
def sign_on(now: Act[CardOf], side: int, player: str) -> str:
    """Register somebody with this side's team on the night, where the league lets its captain; the team.

    Ledbury crib 2.2: “Emergency players may be signed on night of match.”
    """
    season, card = now.on
    if not (season.rules.sign_on or now.ask.may("manage")):
        raise MatchCardError((0, "In this league the secretary registers new players."))
    if season.rules.is_late(now.author.day.isoformat()) and not now.ask.may("manage"):
        last = date.fromisoformat(season.rules.deadline)
        raise MatchCardError(
            (0, f"{last.day} {last:%b} was the last day for new players: ask the secretary.")
        )
    card_commands.verify_unlocked(card)
    card_commands.verify_may_act(now, side)
    team = card.teams[side]
    players = [*(known for _, known in team.players), player]
    report = squad_report(season, team.name, players, (team.venue, team.address))
    return put_squad(Act(now.ask, season), report, team)


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
            short = (
                f"{fixture_card.names[side]} has {counted(len(squad), 'player')}; the {kind.name} need more."
            )
            raise MatchCardError((0, short))
        for number in open_seats:
            # Those first who are down least often, and play once more at no other kind.
            shuffled = secrets.SystemRandom().sample(squad, len(squad))
            shuffled.sort(key=lambda player: (down[player], player in once_more))
            named[number] = tuple(shuffled[: kind.seats])
            down.update(named[number])
        once_more |= {player for player, times in down.items() if times > kind.most}
    return named
