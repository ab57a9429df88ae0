"""What is wrong with a match card as it was told: every fault with the number of its board."""

from collections.abc import Sequence

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.leagues.match_card import Lineup
from scorekeeper.services.leagues.fixture_card import Night
from scorekeeper.store.card_events import Board


def faults_of(night: Night, boards: Sequence[Board], changed: Sequence[Board]) -> list[tuple[int, str]]:
    """Line-ups and legs that cannot be, by board; only boards that are being changed are judged."""
    card = night.rules.card
    squads = (_may_play(night, 0), _may_play(night, 1))
    down = {b.number: b.lineup for b in night.boards} | {b.board: Lineup(b.home, b.away) for b in boards}
    numbers = {board.board for board in changed}
    found = [fault for fault in card.lineup_faults(down, squads) if fault[0] in numbers]
    for board in changed:
        try:
            card.kind_of(board.board)
            if board.legs:
                card.verify_legs(board.board, board.legs)
        except RuleError as error:
            found.append((board.board, str(error)))
    return found


def _may_play(night: Night, side: int) -> dict[str, str]:
    """The squad, and who stands on the card for the team already though he has left it since."""
    known = {p: "A former player" for b in night.boards for p in (b.lineup.home, b.lineup.away)[side]}
    return known | dict(night.teams[side].players)


def overtaken(night: Night, changed: Sequence[Board], shown: dict[int, Board]) -> list[tuple[int, str]]:
    """Boards that another phone has told of since they were shown here."""
    found = []
    by_number = {board.number: board for board in night.boards}
    for board in changed:
        known = by_number.get(board.board)
        standing = known.seen_by(board.side) if known else None
        if standing and board.board in shown and standing not in (shown[board.board], board):
            said = f"{standing.legs[0]}–{standing.legs[1]}" if standing.legs else "other players"
            found.append(
                (board.board, f"Board {board.board}: another phone has just entered {said}. Look again.")
            )
    return found
