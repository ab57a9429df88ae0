"""Line-ups of a match: every fault in who plays on which board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from scorekeeper.rules.leagues.match_card import BoardKind, Lineup, MatchCard, named_twice
from scorekeeper.rules.text import counted, listed


def lineup_faults(
    card: MatchCard,
    lineups: Mapping[int, Lineup],
    squads: tuple[Mapping[str, str], Mapping[str, str]],
    short: Collection[int] = (),
) -> list[tuple[int, str]]:
    """Everything wrong with these line-ups as ``(board, sentence)``.

    ``squads`` name the players of home and away by their handles. A board may be empty; it may be half full
    only if it is in ``short``: not played yet, or conceded.
    """
    found: list[tuple[int, str]] = []
    for side, squad in enumerate(squads):
        chosen = {board: (lineup.home, lineup.away)[side] for board, lineup in sorted(lineups.items())}
        for board, players in chosen.items():
            half = card.half_pairs or board in short
            found += [(board, words) for words in _faults_of(card, board, players, squad, half=half)]
        found += _too_often(card, chosen, squad)
    return sorted(found)


def _faults_of(
    card: MatchCard, board: int, players: tuple[str, ...], squad: Mapping[str, str], *, half: bool
) -> Iterator[str]:
    if not 1 <= board <= len(card.boards):
        yield f"Board {board}: the card has {counted(len(card.boards), 'board')}."
        return
    seats = card.kind_of(board).seats
    if len(players) > seats or (0 < len(players) < seats and not half):
        short = " Add the other, or say who conceded." if len(players) < seats else ""
        yield f"Board {board}: {counted(seats, 'player')} a side, not {len(players)}.{short}"
    for player in named_twice(players):
        yield f"Board {board}: {squad.get(player, 'Somebody')} is down twice."
    if any(player not in squad for player in players):
        yield f"Board {board}: a player is not in the team’s squad."


def _too_often(
    card: MatchCard, chosen: Mapping[int, tuple[str, ...]], squad: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Every board of a player who is listed too often: any of them may be the one just changed."""
    once_more: dict[str, str] = {}  # who plays one board more than others, and at what
    for kind in card.kinds:
        over = {player: down for player, down in _down(card, kind, chosen).items() if len(down) > kind.most}
        for player, boards in over.items():
            if player not in squad:
                continue
            if len(over) > kind.extra or len(boards) > kind.most + 1:
                words = f"{squad[player]} may play {_allowed(kind)} and is down for boards {listed(boards)}."
            elif player in once_more:
                words = (
                    f"{squad[player]} plays once more at {once_more[player]}, so not at {kind.name} as well."
                )
            else:
                once_more[player] = kind.name
                continue
            yield from ((board, f"Board {board}: {words}") for board in boards)


def _down(card: MatchCard, kind: BoardKind, chosen: Mapping[int, tuple[str, ...]]) -> dict[str, list[int]]:
    """The boards of this kind that each player is listed for."""
    down: dict[str, list[int]] = {}
    for board, players in chosen.items():
        if 1 <= board <= len(card.boards) and card.kind_of(board) == kind:
            for player in dict.fromkeys(players):
                down.setdefault(player, []).append(board)
    return down


def _allowed(kind: BoardKind) -> str:
    words = f"{counted(kind.most, f'{kind.name} board')} a night"
    return f"{words} ({counted(kind.extra, 'player')} one more)" if kind.extra else words
