"""What can be entered for the boards of a match card: results, matches started at the table, lots drawn.

Every fault of what was entered is told with the number of its board.
"""

import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.match_card import Lineup, lineup_faults, out_of_turn
from scorekeeper.rules.text import counted
from scorekeeper.services.cards import card_commands
from scorekeeper.services.cards.card_commands import CARD, MatchCardError
from scorekeeper.services.gate import Act, act, there
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.seasons import CardOf
from scorekeeper.services.leagues.squads import put_squad, squad_report
from scorekeeper.services.matches.starting import sit_down
from scorekeeper.store.clubs.players import with_pairs
from scorekeeper.store.leagues.card_events import BoardEntry, Live
from scorekeeper.store.matches.matches import Setup

MOST_POINTS = 999
SEATED = (
    "its match is scored at the table with the players it began with. To change one, abandon that match "
    "first, then choose who plays."
)


@act(CARD, "score", "card", comes_home=True)
def save_boards(act: Act[CardOf], boards: Sequence[BoardEntry], *, was: Sequence[BoardEntry]) -> bool:
    """Store what has changed of these boards since they were shown as ``was``; False if nothing has.

    Raises ``MatchCardError`` with every fault, also where another phone has entered a board meanwhile.
    """
    card = act.on.card.whole
    card_commands.verify_unlocked(card)
    for side in {board.side for board in boards}:
        card_commands.verify_may_act(act, side)
    card_commands.verify_sealed(act, boards, was)
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
    return bool(changed) and card_commands.add_to_card(act, changed)


@act(CARD, "score", "card", comes_home=True)
def start_board(act: Act[CardOf], board: int) -> str:
    """Start the match of this board at its table; its id, also if it runs already."""
    season, card = act.on
    card_commands.verify_unlocked(card)
    card_commands.verify_may_enter(act)
    state = there(next((one for one in card.boards if one.number == board), None), "board")
    if state.live and (state.live.running or state.live.result):
        return state.live.match.id
    if card.sealed:
        raise MatchCardError((board, card_commands.OWN_PLAYERS))
    home, away = state.lineup
    if len(home) != state.kind.seats or len(away) != state.kind.seats:
        raise MatchCardError((board, f"Board {board}: say first who plays on it."))
    sides, drop = (home, away), season.rules.drop_on(board)
    # Partners sit opposite each other: home, away, home, away.
    seats = [(sides[n % 2][n // 2], n % 2) for n in range(2 * state.kind.seats)]
    first, second = season.start_points(card, state, home, away)
    name = state.kind.rule_card.name or state.kind.name
    rules = replace(state.kind.rule_card, name=name, start_first=first, start_second=second)
    seated = with_pairs(act.db, act.club, seats, act.author.at)
    setup = Setup(json.dumps(rules.to_dict()), seated, None if drop is None else sides[drop][0])
    match = sit_down(act, setup, f"board-{card.fixture.id}-{board}-{act.key.key}")
    card_commands.add_to_card(act, [Live(board, match)])
    return match


@act(CARD, "score", "card", comes_home=True)
def draw_boards(act: Act[CardOf]) -> bool:
    """Draw a tile for who plays on which board, both teams from their whole squads.

    A side that has named its players for a board keeps them. Everybody is listed once before anybody is
    listed twice for a kind.
    """
    card = act.on.card.whole
    card_commands.verify_unlocked(card)
    card_commands.verify_may_enter(act)
    if card.sealed and not act.ask.may("manage"):
        raise MatchCardError(card_commands.OWN_PLAYERS)
    home, away = (_drawn_for(card, side) for side in (0, 1))
    entered = [
        BoardEntry(board.number, None, home[board.number], away[board.number])
        for board in card.boards
        if (home[board.number], away[board.number]) != board.lineup
    ]
    if not entered:
        raise MatchCardError("Every board has its players already, so there is nothing to draw.")
    return card_commands.add_to_card(act, entered)


@act(CARD, "score", "card")
def sign_on(act: Act[CardOf], side: int, player: str) -> str:
    """Register somebody with this side's team on the night, where the league lets its captain; the team.

    Ledbury crib 2.2: “Emergency players may be signed on night of match.”
    """
    season, card = act.on
    if not (season.rules.sign_on or act.ask.may("manage")):
        raise MatchCardError("In this league the secretary registers new players.")
    if season.rules.is_late(act.author.day.isoformat()) and not act.ask.may("manage"):
        last = date.fromisoformat(season.rules.deadline)
        raise MatchCardError(f"{last.day} {last:%b} was the last day for new players: ask the secretary.")
    card_commands.verify_unlocked(card)
    card_commands.verify_may_act(act, side)
    team = card.teams[side]
    players = [*(known for _, known in team.players), player]
    report = squad_report(season, team.name, players, (team.venue, team.address))
    return put_squad(Act(act.ask, season), report, team)


@act(CARD, "manage", "card")
def rule_ineligible(act: Act[CardOf], player: str, reason: str) -> bool:
    """This player could not play: each of the player's boards counts as conceded to the other side.

    Also a board that was scored at the table: its match stays as it was played, and counts in the club.
    As in Staffordshire, where that player’s rubbers are lost. False where all of them are given already.
    """
    card = act.on.card.whole
    card_commands.verify_unlocked(card)
    if player not in card.players:
        raise MatchCardError("Ineligible player: choose one who is on this card.")
    given = []
    for board in card.boards:
        home, away = board.lineup
        if player in (*home, *away):
            legs = card.rules.card.results_of(board.number)[-1 if player in home else 0]
            given.append(BoardEntry(board.number, None, home, away, legs, conceded=True))
    newest = {board.number: board.newest for board in card.boards if board.ruled}
    given = [board for board in given if board != newest.get(board.board)]
    return bool(given) and card_commands.add_to_card(act, given, reason)


def _drawn_for(card: FixtureCard, side: int) -> dict[int, tuple[str, ...]]:
    """The players of each board: those named already, and lots drawn for the others."""
    named = {board.number: board.lineup[side] for board in card.boards}
    squad = [player for player, _ in card.teams[side].players]
    once_more: set[str] = set()
    for kind in card.rules.card.kinds:
        boards = [board for board in card.boards if board.kind == kind]
        open_seats = [board.number for board in boards if not named[board.number] and not board.reports]
        down = Counter(player for board in boards for player in named[board.number])
        if len(squad) * kind.most + kind.extra < kind.seats * len(boards) and open_seats:
            short = f"{card.names[side]} has {counted(len(squad), 'player')}; the {kind.name} need more."
            raise MatchCardError(short)
        for number in open_seats:
            # Those first who are down least often, and play once more at no other kind.
            shuffled = secrets.SystemRandom().sample(squad, len(squad))
            shuffled.sort(key=lambda player: (down[player], player in once_more))
            named[number] = tuple(shuffled[: kind.seats])
            down.update(named[number])
        once_more |= {player for player, times in down.items() if times > kind.most}
    return named


def faults_of(
    card: FixtureCard, boards: Sequence[BoardEntry], changed: Sequence[BoardEntry]
) -> list[tuple[int, str]]:
    """Line-ups and legs that cannot be, by board; only boards that are being changed are checked."""
    match_card = card.rules.card
    squads = (_may_play(card, 0), _may_play(card, 1))
    down = {b.number: b.lineup for b in card.boards} | {b.board: Lineup(b.home, b.away) for b in boards}
    numbers, known = {board.board for board in changed}, {b.number: b.reports for b in card.boards}
    short = {b.number for b in card.boards if not b.legs} - {b.board for b in boards if b.legs}
    short |= {b.board for b in boards if b.conceded or not b.legs}
    lineups = lineup_faults(match_card, down, squads, short)
    found = [(board, sentence) for board, sentence in lineups if board in numbers]
    found += _seated_otherwise(card, changed)
    first = {"home": 0, "away": 1}.get(card.rules.names)
    for board in (board for board in changed if board.board in known):
        if board.points and max(board.points) > MOST_POINTS:
            found.append((board.board, f"Board {board.board}: at most {MOST_POINTS} points a side."))
        waits = None if board.legs else out_of_turn(down[board.board], first, card.names)
        found += [(board.board, f"Board {board.board}: {waits}")] if waits else []
        if board.conceded and not board.legs:
            found.append((board.board, f"Board {board.board}: say by how much it was won, too."))
        try:
            if board.legs and board.legs not in known[board.board]:
                match_card.verify_legs(board.board, board.legs)
        except RuleError as error:
            found.append((board.board, str(error)))
    return found


def _seated_otherwise(card: FixtureCard, changed: Sequence[BoardEntry]) -> list[tuple[int, str]]:
    """Boards whose match at the table has other players than are reported now."""
    boards = {board.number: board for board in card.boards if board.at_table}
    return [
        (board.board, f"Board {board.board}: {SEATED}")
        for board in changed
        if board.board in boards and Lineup(board.home, board.away) != boards[board.board].lineup
    ]


def _may_play(card: FixtureCard, side: int) -> dict[str, str]:
    """The squad, and players who are on the card already but have left the team since."""
    known = {p: "A former player" for b in card.boards for p in b.lineup[side]}
    return known | dict(card.teams[side].players)


def side_by_side(
    card: FixtureCard, boards: Sequence[BoardEntry], shown: Mapping[int, BoardEntry]
) -> list[BoardEntry]:
    """The boards as entered; a side whose players were not changed here has those that stand by now."""
    standing = {board.number: board for board in card.boards}
    found = []
    for board in boards:
        if board.board in standing and board.board in shown:
            now, before = standing[board.board].seen_by(board.side), shown[board.board]
            home = now.home if board.home == before.home else board.home
            away = now.away if board.away == before.away else board.away
            board = board._replace(home=home, away=away)
        found.append(board)
    return found


def conflicting(
    card: FixtureCard, changed: Sequence[BoardEntry], shown: Mapping[int, BoardEntry]
) -> list[tuple[int, str]]:
    """Boards of which another phone has entered the same otherwise since they were shown here."""
    found = []
    by_number = {board.number: board for board in card.boards}
    for board in changed:
        known, before = by_number.get(board.board), shown.get(board.board)
        standing = known.seen_by(board.side) if known else None
        if not standing or not before:
            continue
        said = (
            (one.home, one.away, (one.legs, one.points, one.conceded)) for one in (standing, before, board)
        )
        if any(now not in (was, new) for now, was, new in zip(*said, strict=True)):
            words = f"another phone has just entered {_standing_words(card, standing)}. Look again."
            found.append((board.board, f"Board {board.board}: {words}"))
    return found


def _standing_words(card: FixtureCard, standing: BoardEntry) -> str:
    if not standing.legs:
        return "other players"
    home, away = standing.legs
    return f"that {card.names[away]} won" if home + away == 1 else f"{home}–{away}"
