"""The match page: totals, the last change, who leads, the rounds with their reasons, the race."""

from dataclasses import dataclass

from scorekeeper.rules.matches.honours import Honour, honours
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.clubs import Club
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.matches.chart import Race
from scorekeeper.web.matches.last_change import LastChange, last_change, step_of
from scorekeeper.web.matches.peg_board import PegBoard
from scorekeeper.web.matches.round_lines import RoundLine, round_lines
from scorekeeper.web.plays.page import EndsPad, TilePad, chosen_way, ways


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side's total and the way to the target. ``filled`` is that way in percent."""

    index: int
    name: str
    total: int
    legs: int
    to_go: int | None
    filled: int
    won: bool
    changed: bool
    need: str
    keys: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What a match's page shows that is not of the match itself.

    ``tag`` is the ETag of its changing part, ``board`` the fixture and board that it is played for,
    ``differing`` what players reported of their hands where the round says otherwise, by round.
    """

    tag: str
    board: tuple[str, int] | None
    differing: dict[int, list[str]]
    asks_name: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything the match page shows; ``way`` is how plays are told on it."""

    club: Club
    visitor: Visitor
    state: MatchState
    sides: list[SideCard]
    last: LastChange | None
    rounds: list[RoundLine]
    race: Race | None
    pegs: PegBoard | None
    honours: tuple[Honour, ...]
    verdict: str
    way: str
    beside: Beside
    ends: EndsPad | None
    tiles: TilePad | None

    @classmethod
    def of(
        cls,
        club: Club,
        visitor: Visitor,
        state: MatchState,
        beside: Beside,
        way: str | None = None,
        chosen: Tile | None = None,
    ) -> "MatchPage":
        """The page; ``way`` is how plays are told on it, ``chosen`` a tile that awaits its place.

        The pads for plays are made only where points are made in play.
        """
        last, in_play = last_change(state), state.card.game.scores_in_play
        return cls(
            club,
            visitor,
            state,
            [_side(state, side, last) for side in range(len(state.sides))],
            last,
            round_lines(state),
            Race.of(state),
            PegBoard.of(state),
            tuple(honours(state.score)) if state.score.finished else (),
            _verdict(state),
            chosen_way(state, way),
            beside,
            EndsPad.of(state) if in_play else None,
            TilePad.of(state, chosen) if in_play else None,
        )

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        return ways(self.state)

    @property
    def seats(self) -> list[str]:
        return [seat.name for seat in self.state.match.seats]

    @property
    def scoring(self) -> bool:
        """Whether this phone may enter something now."""
        return self.state.running and self.visitor.may("score")

    @property
    def keyed(self) -> bool:
        """Whether points are made in play, so that there are keys for them."""
        return self.state.card.game.scores_in_play and self.scoring

    @property
    def asks_last_tile(self) -> bool:
        """Whether chipping out makes a point that belongs to the last tile's own play."""
        return bool(self.state.card.last_tile_bonus)

    @property
    def asks_down(self) -> bool:
        """Whether it matters that a play was the first tile of the round, and this could be one."""
        return self.state.card.no_finish_on_down and not self.state.progress.scored

    @property
    def title(self) -> str:
        """What the browser's tab says: the state of the match."""
        score = " – ".join(f"{side.name} {side.total}" for side in self.sides)
        return f"{score} · {self.verdict or self.state.score.lead.words}"


def _side(state: MatchState, side: int, last: LastChange | None) -> SideCard:
    score, card = state.score, state.card
    total, to_go = score.totals[side], score.to_go[side]
    reach = total + to_go if to_go is not None else max(*score.totals, 1)
    changed = step_of(state, last.original) if last else None
    busts = score.bust_values[side]
    return SideCard(
        index=side,
        name=state.sides[side],
        total=total,
        legs=score.legs_won[side],
        to_go=to_go,
        filled=max(0, min(100, 100 * total // reach)),
        won=score.winner == side,
        changed=changed is not None and changed.side == side,
        need=score.needs[side],
        keys=tuple((points, points in busts) for points in play_values(card, False)),
    )


def _verdict(state: MatchState) -> str:
    """One line where the match is over, else nothing."""
    score = state.score
    if state.abandoned:
        return "Called off"
    if not score.finished:
        return ""
    if score.winner is None:
        return "Drawn"
    counted = score.legs_won if state.card.legs > 1 else score.totals
    rest = [points for side, points in enumerate(counted) if side != score.winner]
    return f"{state.sides[score.winner]} won {counted[score.winner]}–{'–'.join(map(str, rest))}"
