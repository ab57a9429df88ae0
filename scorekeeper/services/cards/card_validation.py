"""Validation of an entered match card: every fault with the number of its board."""

from collections.abc import Mapping, Sequence

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.match_card import Lineup, lineup_faults, out_of_turn
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.leagues.card_events import BoardEntry

MOST_POINTS = 999
SEATED = (
    "its match is scored at the table with the players it began with. To change one, abandon that match "
    "first, then choose who plays."
)


def faults_of(
    fixture_card: FixtureCard, boards: Sequence[BoardEntry], changed: Sequence[BoardEntry]
) -> list[tuple[int, str]]:
    """Line-ups and legs that cannot be, by board; only boards that are being changed are checked."""
    card = fixture_card.rules.card
    squads = (_may_play(fixture_card, 0), _may_play(fixture_card, 1))
    down = {b.number: b.lineup for b in fixture_card.boards} | {
        b.board: Lineup(b.home, b.away) for b in boards
    }
    numbers, known = {board.board for board in changed}, {board.number for board in fixture_card.boards}
    short = {b.number for b in fixture_card.boards if not b.legs} - {b.board for b in boards if b.legs}
    short |= {b.board for b in boards if b.conceded or not b.legs}
    lineups = lineup_faults(card, down, squads, short)
    found = [(board, sentence) for board, sentence in lineups if board in numbers]
    found += _seated_otherwise(fixture_card, changed)
    first = {"home": 0, "away": 1}.get(fixture_card.rules.names)
    for board in (board for board in changed if board.board in known):
        if board.points and max(board.points) > MOST_POINTS:
            found.append((board.board, f"Board {board.board}: at most {MOST_POINTS} points a side."))
        waits = None if board.legs else out_of_turn(down[board.board], first, fixture_card.names)
        found += [(board.board, f"Board {board.board}: {waits}")] if waits else []
        if board.conceded and not board.legs:
            found.append((board.board, f"Board {board.board}: say by how much it was won, too."))
        try:
            if board.legs:
                card.verify_legs(board.board, board.legs)
        except RuleError as error:
            found.append((board.board, str(error)))
    return found


def _seated_otherwise(fixture_card: FixtureCard, changed: Sequence[BoardEntry]) -> list[tuple[int, str]]:
    """Boards whose match at the table has other players than are reported now."""
    boards = {board.number: board for board in fixture_card.boards if board.at_table}
    return [
        (board.board, f"Board {board.board}: {SEATED}")
        for board in changed
        if board.board in boards and Lineup(board.home, board.away) != boards[board.board].lineup
    ]


def _may_play(fixture_card: FixtureCard, side: int) -> dict[str, str]:
    """The squad, and players who are on the card already but have left the team since."""
    known = {p: "A former player" for b in fixture_card.boards for p in (b.lineup.home, b.lineup.away)[side]}
    return known | dict(fixture_card.teams[side].players)


def side_by_side(
    fixture_card: FixtureCard, boards: Sequence[BoardEntry], shown: Mapping[int, BoardEntry]
) -> list[BoardEntry]:
    """The boards as entered; a side whose players were not changed here has those that stand by now."""
    standing = {board.number: board for board in fixture_card.boards}
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
    fixture_card: FixtureCard, changed: Sequence[BoardEntry], shown: Mapping[int, BoardEntry]
) -> list[tuple[int, str]]:
    """Boards of which another phone has entered the same otherwise since they were shown here."""
    found = []
    by_number = {board.number: board for board in fixture_card.boards}
    for board in changed:
        known, before = by_number.get(board.board), shown.get(board.board)
        standing = known.seen_by(board.side) if known else None
        if standing and before and _differ(standing, before, board):
            said = f"{standing.legs[0]}–{standing.legs[1]}" if standing.legs else "other players"
            found.append(
                (board.board, f"Board {board.board}: another phone has just entered {said}. Look again.")
            )
    return found


def _differ(standing: BoardEntry, before: BoardEntry, entered: BoardEntry) -> bool:
    said = ((one.home, one.away, (one.legs, one.points, one.conceded)) for one in (standing, before, entered))
    return any(now not in (was, new) for now, was, new in zip(*said, strict=True))
