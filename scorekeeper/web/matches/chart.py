"""The course of a match, drawn: a line for each side, and a crib board’s pegs."""

from dataclasses import dataclass

from scorekeeper.rules.cards.game import Game
from scorekeeper.services.matches.match_state import MatchState

WIDTH, HEIGHT, TOP = 340, 120, 14  # units of the drawing's own space
_MOST_HOLES = 241  # in a track: twice round a crib board, and the game
_ROW = 30  # holes in a row of a crib board's track, in groups of five
_GROUP = 5  # holes
_STEP, _GAP, _HEIGHT = 10.0, 5.0, 13.0  # units of the drawing


@dataclass(frozen=True, slots=True)
class Line:
    """One side's polyline; ``y`` is where it ends, ``label_y`` where its total is written beside it."""

    name: str
    points: str
    y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Race:
    """``lines`` holds a polyline for each side, a step for each play and each round's end.

    ``target_y`` is where the target's line lies, ``ends`` where each round ended, from left to right.
    """

    lines: list[Line]
    target: int | None
    target_y: float
    ends: list[float]

    @classmethod
    def of(cls, state: MatchState) -> "Race | None":
        """The chart of the leg that is being played, or was played last; None before anything counts."""
        counted = [step for step in state.score.steps if step.counted]
        steps = [step for step in counted if step.leg == counted[-1].leg]
        if len(steps) < 2:
            return None
        totals = [tuple(state.card.starts(len(state.sides))), *(step.totals for step in steps)]
        target = None if state.card.match_games else state.card.target
        top = max(target or 1, *(max(row) for row in totals))
        x = [WIDTH * n / len(totals) for n in range(len(totals))]

        def height(total: int) -> float:
            return round(TOP + (HEIGHT - TOP) * (1 - total / top), 1)

        ends = _apart([height(total) for total in totals[-1]])
        lines = [
            Line(
                name, _stairs(x, [height(row[side]) for row in totals]), height(totals[-1][side]), ends[side]
            )
            for side, name in enumerate(state.sides)
        ]
        closed = [round(x[n], 1) for n, step in enumerate(steps, start=1) if step.kind == "round"]
        return cls(lines, target, height(target or top), closed if len(closed) < len(steps) else [])


def _stairs(xs: list[float], ys: list[float]) -> str:
    """A step line, level until each change: a score does not grow between two rounds."""
    points = [(xs[0], ys[0])]
    for x, y in zip(xs[1:], ys[1:], strict=True):
        points += [(x, points[-1][1]), (x, y)]
    points.append((WIDTH, ys[-1]))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _apart(heights: list[float], gap: float = 15) -> list[float]:
    """Heights for labels so that they do not overlap."""
    placed: dict[int, float] = {}
    lowest = HEIGHT + gap
    for side in sorted(range(len(heights)), key=lambda side: -heights[side]):
        lowest = min(heights[side], lowest - gap)
        placed[side] = lowest
    return [placed[side] for side in range(len(heights))]


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
        card, target = state.card, state.card.target
        if card.game is not Game.THREES_FIVES or card.match_games is not None or target > _MOST_HOLES:
            return None
        leg = (
            state.score.legs[-1].number
            if state.score.finished and state.score.legs
            else len(state.score.legs) + 1
        )
        tracks = []
        for side, name in enumerate(state.sides):
            front = state.score.totals[side]
            scores = [s for s in state.score.steps if s.counted and s.leg == leg and s.delta[side]]
            # Where the side stood before its last score: crib pegs leapfrog.
            back = scores[-1].totals[side] - scores[-1].delta[side] if scores else 0
            tracks.append(Track(name, front, back, [_hole(n, front, back) for n in range(1, target + 1)]))
        rows = (target - 1) // _ROW + 1
        width = _ROW * _STEP + (_ROW // _GROUP) * _GAP
        return cls(tracks, width, rows * _HEIGHT)


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
