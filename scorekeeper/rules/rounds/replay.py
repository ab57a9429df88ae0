"""A round replayed tile by tile: every play, draw and pass is checked as the table would check it.

The hands at the start are not recorded but follow from the rest: what a player holds at the end, plus
what was played, less what was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import IllegalPlay
from scorekeeper.rules.rounds.check_ending import pairs_finish
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.open_ends import points_of_count
from scorekeeper.rules.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a player did: ``tile`` laid at the place ``at``, a tile ``drawn``, or neither: a pass."""

    player: str
    tile: Tile | None = None
    at: str = ""
    drawn: Tile | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round played through: the last layout, who laid the last tile that ended it, points by player."""

    layout: Layout
    out: str | None
    play_points: Mapping[str, int]
    problems: tuple[Problem, ...]


@dataclass
class _Play:
    """The table while a round is replayed."""

    report: RoundReport
    card: RuleCard
    hands: dict[str, set[Tile]]
    boneyard: int
    layout: Layout
    turn: int = 0
    out: str | None = None
    points: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def take(self, move: Move) -> None:
        """One move; whatever is wrong with it is noted and the move is made as far as it can be."""
        players = self.report.players
        if move.player != players[self.turn] or self.out is not None:
            wanted = "nobody" if self.out is not None else players[self.turn]
            self.problems.append(problem("out_of_turn", move.player, wanted=wanted))
            self.turn = players.index(move.player)
        if move.drawn is not None:
            self._draw(move.player, move.drawn)
            return
        if move.tile is None:
            self._pass(move.player)
        else:
            self._lay(move.player, move.tile, move.at)
        self._next_turn()

    def _draw(self, name: str, tile: Tile) -> None:
        if not self.card.draw or self.boneyard <= self.card.boneyard_reserve:
            why = "no tile was left to draw" if self.card.draw else "these rules have no drawing"
            self.problems.append(problem("cannot_draw", name, why=why))
        elif not self.card.voluntary_draw and (fitting := self._fitting(name)) is not None:
            self.problems.append(problem("cannot_draw", name, why=f"{fitting} fits"))
        self.boneyard -= 1
        self.hands[name].add(tile)

    def _pass(self, name: str) -> None:
        if (fitting := self._fitting(name)) is not None:
            self.problems.append(problem("cannot_pass", name, why=f"{fitting} fits"))
        elif self.card.draw and self.boneyard > self.card.boneyard_reserve:
            self.problems.append(problem("cannot_pass", name, why="there were tiles to draw"))

    def _lay(self, name: str, tile: Tile, at: str) -> None:
        if tile not in self.hands[name]:
            self.problems.append(problem("tile_not_held", name, tile=tile))
        self.hands[name].discard(tile)
        try:
            self.layout = self.layout.play(tile, at)
        except IllegalPlay as illegal:
            self.problems.append(problem("layout_mismatch", name, detail=str(illegal)))
            return
        self.points[name] = self.points.get(name, 0) + points_of_count(self.layout.count, self.card)
        finishing = self.report.side_with(name) if pairs_finish(self.report, self.card) else (name,)
        if not any(self.hands.get(partner) for partner in finishing):
            self.out = name

    def _fitting(self, name: str) -> Tile | None:
        return next((tile for tile in sorted(self.hands[name]) if self.layout.moves(tile)), None)

    def _next_turn(self) -> None:
        """The next seat to the left; a player who is out while the partner plays on is skipped."""
        seats = len(self.report.players)
        for step in range(1, seats + 1):
            following = (self.turn + step) % seats
            if self.hands[self.report.players[following]]:
                self.turn = following
                return


def play_through(
    report: RoundReport, card: RuleCard, moves: Sequence[Move], boneyard: Sequence[Tile]
) -> Round:
    """Replay the moves of a round whose final hands the claim holds and whose leader it names.

    ``boneyard``: the tiles that lay unplayed and undrawn at the end.
    """
    known = [move for move in moves if move.player in report.players]
    hands = {name: _dealt(report, name, known) for name in report.players}
    drawn = sum(move.drawn is not None for move in known)
    table = _Play(report, card, hands, len(boneyard) + drawn, Layout.empty(card.set, card.spinner))
    table.problems += [problem("unknown_player", move.player) for move in moves if move not in known]
    table.problems += _deal_faults(report, hands)
    first = report.leader if report.leader in report.players else next((m.player for m in known), None)
    table.turn = report.players.index(first or report.players[0])
    if known and report.lead_tile is not None and known[0].tile != report.lead_tile:
        table.problems.append(problem("lead_not_in_layout", tile=report.lead_tile))
    for move in known:
        table.take(move)
    return Round(table.layout, table.out, table.points, tuple(table.problems))


def _dealt(report: RoundReport, name: str, moves: Sequence[Move]) -> set[Tile]:
    own = [move for move in moves if move.player == name]
    played = {move.tile for move in own if move.tile is not None}
    return (set(report.hands.get(name, ())) | played) - {move.drawn for move in own if move.drawn is not None}


def _deal_faults(report: RoundReport, hands: Mapping[str, set[Tile]]) -> list[Problem]:
    """Hands at the start that are not what was dealt."""
    if report.deal is None:
        return []
    return [
        problem(
            "tile_count_mismatch",
            name,
            field="hand",
            detail=f"{name} began with {len(dealt)} tiles, not {report.deal}.",
        )
        for name, dealt in hands.items()
        if len(dealt) != report.deal
    ]
