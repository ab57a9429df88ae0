"""The race to the target as a chart drawn by the server, and as a table for screen readers."""

from dataclasses import dataclass

from scorekeeper.services.matches.match_state import MatchState

WIDTH, HEIGHT, TOP = 340, 120, 14  # units of the drawing's own space


@dataclass(frozen=True, slots=True)
class Line:
    """One side's polyline; ``x`` and ``y`` are its end, ``label_y`` where its total is written beside it."""

    name: str
    points: str
    x: float
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
                name,
                _stairs(x, [height(row[side]) for row in totals]),
                WIDTH,
                height(totals[-1][side]),
                ends[side],
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
