"""A round replayed tile by tile: every play, draw and pass is checked.

The hands at the start are not recorded but follow from the rest: what a player holds at the end, plus
what was played, less what was drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.errors import IllegalPlay
from scorekeeper.rules.rounds.report import Problem, RoundReport, problem
from scorekeeper.rules.rounds.round_state import RoundState
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
class _Replay:
    """The engine and the hands while a round is replayed, and every fault found on the way."""

    state: RoundState
    hands: dict[str, set[Tile]]
    points: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def take(self, move: Move) -> None:
        """One move; whatever is wrong with it is noted and the move is made as far as it can be."""
        wanted = "nobody" if self.state.out is not None else self.state.turn
        if move.player != wanted:
            self.problems.append(problem("out_of_turn", move.player, wanted=wanted))
        if move.drawn is not None:
            self._draw(move.player, move.drawn)
        elif move.tile is None:
            self._pass(move.player)
        else:
            self._lay(move.player, move.tile, move.at)
        if self.state.turn is None:  # nobody holds a tile: name whoever moved last
            self.state = replace(self.state, turn=move.player)

    def _draw(self, name: str, tile: Tile) -> None:
        card = self.state.card
        if not self.state.may_draw:
            why = "no tile was left to draw" if card.draw else "these rules have no drawing"
            self.problems.append(problem("cannot_draw", name, why=why))
        elif not card.voluntary_draw and (fitting := self._fitting(name)) is not None:
            self.problems.append(problem("cannot_draw", name, why=f"{fitting} fits"))
        self.hands[name].add(tile)
        self.state = self._counted(self.state.draw(name))

    def _pass(self, name: str) -> None:
        if (fitting := self._fitting(name)) is not None:
            self.problems.append(problem("cannot_pass", name, why=f"{fitting} fits"))
        elif self.state.may_draw:
            self.problems.append(problem("cannot_pass", name, why="there were tiles to draw"))
        self.state = self.state.knock(name)

    def _lay(self, name: str, tile: Tile, at: str) -> None:
        if tile not in self.hands[name]:
            self.problems.append(problem("tile_not_held", name, tile=tile))
            self.hands[name].add(tile)
        before = self._counted(self.state)
        self.hands[name].discard(tile)
        try:
            self.state = before.lay(name, tile, at)
        except IllegalPlay as illegal:
            self.problems.append(problem("layout_mismatch", name, detail=str(illegal)))
            self.state = self._counted(before).knock(name)
            return
        made = points_of_count(self.state.layout.count, self.state.card)
        self.points[name] = self.points.get(name, 0) + made

    def _fitting(self, name: str) -> Tile | None:
        return next((tile for tile in sorted(self.hands[name]) if self.state.layout.moves(tile)), None)

    def _counted(self, state: RoundState) -> RoundState:
        """This state with the hands as they are: in a faulty record they are not what was dealt."""
        return replace(state, held=tuple(len(self.hands[name]) for name in state.players))


def play_through(
    report: RoundReport, card: RuleCard, moves: Sequence[Move], boneyard: Sequence[Tile]
) -> Round:
    """Replay the moves of a round whose report holds the final hands and names the leader.

    ``boneyard``: the tiles that lay unplayed and undrawn at the end.
    """
    known = [move for move in moves if move.player in report.players]
    hands = {name: _dealt(report, name, known) for name in report.players}
    first = report.leader if report.leader in report.players else next((m.player for m in known), None)
    state = RoundState(
        card=card,
        players=report.players,
        sides=report.sides,
        layout=Layout.empty(card.set, card.spinner),
        held=tuple(len(hands[name]) for name in report.players),
        boneyard=len(boneyard) + sum(move.drawn is not None for move in known),
        turn=first or report.players[0],
    )
    replay = _Replay(state, hands)
    replay.problems += [problem("unknown_player", move.player) for move in moves if move not in known]
    replay.problems += _deal_faults(report, hands)
    if known and report.lead_tile is not None and known[0].tile != report.lead_tile:
        replay.problems.append(problem("lead_not_in_layout", tile=report.lead_tile))
    for move in known:
        replay.take(move)
    return Round(replay.state.layout, replay.state.out, replay.points, tuple(replay.problems))


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
