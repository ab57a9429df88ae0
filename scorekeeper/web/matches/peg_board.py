"""The peg board: a track of holes for each side, its two pegs, and the last move lit between them."""

from dataclasses import dataclass

from scorekeeper.rules.cards.game import Game
from scorekeeper.services.matches.match_state import MatchState

_ROW = 30  # holes in a row of a crib board's track, in groups of five
_GROUP = 5
_STEP, _GAP, _HEIGHT = 10.0, 5.0, 13.0  # units of the drawing


@dataclass(frozen=True, slots=True)
class Hole:
    """``kind``: ``front`` and ``back`` hold pegs, ``lit`` lies between them, ``bare`` is empty."""

    x: float
    y: float
    kind: str


@dataclass(frozen=True, slots=True)
class Track:
    """One side's way: hole n is the n-th point, the last one is the game."""

    name: str
    front: int
    back: int
    holes: list[Hole]


@dataclass(frozen=True, slots=True)
class PegBoard:
    """The tracks, one for each side, in a drawing of ``width`` by ``height`` units."""

    tracks: list[Track]
    width: float
    height: float

    @classmethod
    def of(cls, state: MatchState) -> "PegBoard | None":
        """The board of a game to 61 or 121; other games show a bar."""
        if state.card.game is not Game.THREES_FIVES or state.card.match_games is not None:
            return None
        target = state.card.target
        leg = (
            state.score.legs[-1].number
            if state.score.finished and state.score.legs
            else len(state.score.legs) + 1
        )
        tracks = []
        for side, name in enumerate(state.sides):
            front = state.score.totals[side]
            back = _back_peg(state, side, leg)
            tracks.append(Track(name, front, back, [_hole(n, front, back) for n in range(1, target + 1)]))
        rows = (target - 1) // _ROW + 1
        width = _ROW * _STEP + (_ROW // _GROUP) * _GAP
        return cls(tracks, width, rows * _HEIGHT)


def _back_peg(state: MatchState, side: int, leg: int) -> int:
    """Where the side stood before its last score: crib pegs leapfrog."""
    scores = [s for s in state.score.steps if s.counted and s.leg == leg and s.delta[side]]
    return scores[-1].totals[side] - scores[-1].delta[side] if scores else 0


def _hole(number: int, front: int, back: int) -> Hole:
    row, column = divmod(number - 1, _ROW)
    x = column * _STEP + (column // _GROUP) * _GAP + _STEP / 2
    if row % 2:
        x = _ROW * _STEP + (_ROW // _GROUP - 1) * _GAP - x
    low, high = sorted((front, back))
    kind = "bare"
    if number == front:
        kind = "front"
    elif number == back:
        kind = "back"
    elif low < number < high:
        kind = "lit"
    return Hole(x, row * _HEIGHT + _HEIGHT / 2, kind)
