"""The drawings of a match: its course, a line for each side; a crib board’s pegs; the layout; its score.

In the layout doubles lie across, and arms bend at the edge of the screen. Distances are in half tiles. Each
arm starts at the spinner and fills a quarter of the table of its own, in rows to and fro, so that no arm
ever runs into another. A line without a spinner fills the whole table.
"""

import struct
import zlib
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from scorekeeper.rules.games.game import Game
from scorekeeper.rules.tiles.layout import Half, Layout
from scorekeeper.services.match_state import MatchState

WIDTH, HEIGHT, TOP = 340, 120, 14  # units of the drawing's own space
_LABEL = 15.0  # from one label to the next
_MOST_HOLES = 241  # in a track: twice round a crib board, and the game
_HOLES = 30  # holes in a row of a crib board's track, in groups of five
_GROUP = 5  # holes
_STEP, _GAP, _HEIGHT = 10.0, 5.0, 13.0  # units of the drawing


class Line(NamedTuple):
    """One side's polyline."""

    name: str
    points: str
    y: float  # where it ends
    label_y: float  # where its total is written beside it


class Race(NamedTuple):
    lines: list[Line]  # of each side, a step for each play and each round's end
    target: int | None
    target_y: float
    ends: list[float]  # where each round ended, from left to right

    @classmethod
    def of(cls, state: MatchState) -> "Race | None":
        """The chart of the leg that is being played, or was played last; None before anything counts."""
        counted = [step for step in state.score.steps if step.counted]
        steps = [step for step in counted if step.leg == counted[-1].leg]
        if len(steps) < 2:
            return None
        totals = [state.card.starts(len(state.sides)), *(step.totals for step in steps)]
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
        if y != points[-1][1]:
            points += [(x, points[-1][1]), (x, y)]
    points.append((WIDTH, ys[-1]))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _apart(heights: list[float]) -> list[float]:
    """Heights for labels so that they do not overlap."""
    placed: dict[int, float] = {}
    lowest = HEIGHT + _LABEL
    for side in sorted(range(len(heights)), key=lambda side: -heights[side]):
        lowest = min(heights[side], lowest - _LABEL)
        placed[side] = lowest
    return [placed[side] for side in range(len(heights))]


class Hole(NamedTuple):
    x: float
    y: float
    kind: str  # ``front`` and ``back`` hold pegs, ``lit`` lies between them, ``bare`` is empty


class Track(NamedTuple):
    """One side's way: hole n is the n-th point, the last one is the game."""

    name: str
    front: int
    back: int
    holes: list[Hole]


class PegBoard(NamedTuple):
    """The tracks, one for each side, in a drawing of ``width`` by ``height`` units."""

    tracks: list[Track]
    width: float
    height: float

    @classmethod
    def of(cls, state: MatchState) -> "PegBoard | None":
        card, target = state.card, state.card.target
        if card.game is not Game.THREES_FIVES or card.match_games is not None or target > _MOST_HOLES:
            return None
        leg = len(state.score.legs) + (not state.score.finished)
        tracks, starts = [], card.starts(len(state.sides))
        for side, name in enumerate(state.sides):
            front = state.score.totals[side]
            scores = [s for s in state.score.steps if s.counted and s.leg == leg and s.delta[side]]
            # Where the side stood before its last score: crib pegs leapfrog.
            back = scores[-1].totals[side] - scores[-1].delta[side] if scores else starts[side]
            tracks.append(Track(name, front, back, [_hole(n, front, back) for n in range(1, target + 1)]))
        rows = (target - 1) // _HOLES + 1
        width = _HOLES * _STEP + (_HOLES // _GROUP) * _GAP
        return cls(tracks, width, rows * _HEIGHT)


def _hole(number: int, front: int, back: int) -> Hole:
    row, column = divmod(number - 1, _HOLES)
    x = column * _STEP + (column // _GROUP) * _GAP + _STEP / 2
    if row % 2:
        x = _HOLES * _STEP + (_HOLES // _GROUP - 1) * _GAP - x
    low, high = sorted((front, back))
    lit = "lit" if low < number < high else "bare"
    kind = "front" if number == front else "back" if number == back else lit
    return Hole(x, row * _HEIGHT + _HEIGHT / 2, kind)


_ROW = 6.5  # half tiles from the spinner to the edge: a cross of two such rows fits 320 px
_LINE = 13.0
_COLUMNS = (_ROW, 9.0, 11.5, 14.0, 16.5)  # from the spinner to the top or bottom edge
_WIDEST = 15.5  # what fits 320 px: beyond it the arms up and down grow longer rather than wider
_CLEAR = 2.0  # half tiles kept free beside the spinner's own column and row
_MARGIN = 0.3
_LETTER = 0.5  # half the height of an open end's letter, with the air around it
_NARROWEST = 9.0
LETTERS = "ABCD"  # of the open ends
Turned = Callable[[float, float, int], tuple[float, float, int]]
# How an arm's own directions (along it, and the way it bends) lie on the table: arms 0 and 1 are the main
# line to the left and right, 2 and 3 go up and down. Each bends into a quarter of its own.
_ARMS: tuple[Turned, ...] = (
    lambda along, bend, turns: (-along, -bend, (turns + 2) % 4),
    lambda along, bend, turns: (along, bend, turns),
    lambda along, bend, turns: (bend, -along, (turns + 3) % 4),
    lambda along, bend, turns: (-bend, along, (turns + 1) % 4),
)


class Piece(NamedTuple):
    """A tile drawn with its first half at the near end, by its centre."""

    x: float
    y: float
    turns: int  # quarters clockwise; at 0 it lies pointing right
    halves: Half
    label: str = ""  # the letter of an open end, empty inside the layout


class Letter(NamedTuple):
    """The letter of an open end, at its centre, where it covers no tile."""

    x: float
    y: float
    text: str


class Window(NamedTuple):
    """The part of the plane that is seen, as an SVG's ``viewBox`` names it."""

    x: float
    y: float
    width: float
    height: float


class Drawing(NamedTuple):
    pieces: list[Piece]
    letters: list[Letter]
    window: Window


def drawing(layout: Layout) -> Drawing:
    if layout.spinner is None:
        return _drawn(_line(layout.line))
    tries = [_cross(layout.spinner, layout.arms, column) for column in _COLUMNS]
    return next((drawn for drawn in tries if drawn.window.width <= _WIDEST), tries[-1])


def _cross(spinner: int, arms: Sequence[Sequence[Half]], column: float) -> Drawing:
    pieces = [Piece(0, 0, 1, (spinner, spinner))]
    for number, arm in enumerate(arms):
        start, edge = (0.5, _ROW) if number < 2 else (1.0, column)
        placed = _run(arm, start, edge, _CLEAR, LETTERS[number])
        turned = [(piece, *_ARMS[number](piece.x, piece.y, piece.turns)) for piece in placed]
        pieces += [piece._replace(x=x, y=y, turns=turns) for piece, x, y, turns in turned]
    return _drawn(pieces)


def _drawn(pieces: list[Piece]) -> Drawing:
    letters = [_letter(piece, pieces) for piece in pieces if piece.label]
    return Drawing(pieces, letters, _window(pieces, letters))


def _line(line: Sequence[Half]) -> list[Piece]:
    pieces = _run(line, 0.0, _LINE, 0.0, "B")
    if pieces:
        pieces[0] = pieces[0]._replace(label="A" if len(pieces) > 1 else "A B")
    return pieces


def _run(tiles: Sequence[Half], start: float, edge: float, back: float, label: str) -> list[Piece]:
    """Tiles one after another along a row, bending at ``edge`` and again at ``back``.

    In the row's own terms: x runs along the first row, y is the side it bends to.
    """
    pieces: list[Piece] = []
    x, y, way = start, 0.0, 1
    before_double = False
    for index, half in enumerate(tiles):
        double = half[0] == half[1]
        length = 1.0 if double else 2.0
        room = edge - x if way > 0 else x - back
        if room >= length:
            pieces.append(Piece(x + way * length / 2, y, 1 if double else (0 if way > 0 else 2), half))
            x += way * length
        else:
            top = y + (1.0 if before_double else 0.5)
            pieces.append(Piece(x - way * 0.5, top + length / 2, 0 if double else 1, half))
            following = tiles[index + 1] if index + 1 < len(tiles) else (0, 1)
            y = top + length + (1.0 if following[0] == following[1] else 0.5)
            way = -way
        before_double = double
    if pieces:
        pieces[-1] = pieces[-1]._replace(label=label)
    return pieces


def _extent(piece: Piece) -> tuple[float, float]:
    """Half the width and half the height of a piece as it lies."""
    return (0.5, 1.0) if piece.turns % 2 else (1.0, 0.5)


def _letter(piece: Piece, pieces: Sequence[Piece]) -> Letter:
    """Above the tile if that is free, else beside it, else below; a corner of tiles leaves one of them."""
    across, down = _extent(piece)
    sides = ((0, -down - _LETTER), (across + _LETTER, 0), (-across - _LETTER, 0), (0, down + _LETTER))
    places = [Letter(piece.x + dx, piece.y + dy, piece.label) for dx, dy in sides]
    return next((place for place in places if not any(_covers(place, other) for other in pieces)), places[0])


def _covers(letter: Letter, piece: Piece) -> bool:
    across, down = _extent(piece)
    return abs(letter.x - piece.x) < across + 0.35 and abs(letter.y - piece.y) < down + 0.35


def _window(pieces: Sequence[Piece], letters: Sequence[Letter]) -> Window:
    """What is seen: everything with a margin; a lone tile does not fill it."""
    if not pieces:
        return Window(0.0, 0.0, 1.0, 1.0)
    boxes = [(piece.x, piece.y, *_extent(piece)) for piece in pieces]
    boxes += [(letter.x, letter.y, _LETTER, _LETTER) for letter in letters]
    left = min(x - across for x, _, across, _ in boxes) - _MARGIN
    right = max(x + across for x, _, across, _ in boxes) + _MARGIN
    top = min(y - down for _, y, _, down in boxes) - _MARGIN
    bottom = max(y + down for _, y, _, down in boxes) + _MARGIN
    if right - left < _NARROWEST:
        left, right = (left + right - _NARROWEST) / 2, (left + right + _NARROWEST) / 2
    return Window(left, top, right - left, bottom - top)


_PIXELS_WIDE, _PIXELS_HIGH = 1200, 630  # as chats ask for
_FREE = 90  # pixels round the digits
_COLOURS = bytes.fromhex("0b1a16 f3efe4 e5b94a")  # the table, the pips, the winner's
# Three pips wide, five high: a digit of eight for each row.
_SIGNS = {
    "0": "75557",
    "1": "26227",
    "2": "71747",
    "3": "71717",
    "4": "55711",
    "5": "74717",
    "6": "74757",
    "7": "71111",
    "8": "75757",
    "9": "75717",
    "−": "00700",
    "–": "00700",
}


def score_picture(totals: Sequence[int], winner: int | None) -> bytes:
    """The totals in digits of a domino's pips, the winner's in gold: a PNG that a chat shows with a link."""
    signs: list[tuple[str, int]] = []
    for side, total in enumerate(totals):
        signs += [("–", 1)] * bool(side)
        signs += [(sign, 2 if side == winner else 1) for sign in str(total).replace("-", "−")]
    wide, high = 4 * len(signs) - 1, 5  # pips
    pitch = min((_PIXELS_WIDE - 2 * _FREE) // wide, (_PIXELS_HIGH - 2 * _FREE) // high)
    left, top = (_PIXELS_WIDE - pitch * wide) // 2, (_PIXELS_HIGH - pitch * high) // 2
    rows = [bytes(_PIXELS_WIDE)] * _PIXELS_HIGH
    for y in range(high * pitch):
        half = int(sqrt(max(0, (0.42 * pitch) ** 2 - (y % pitch + 0.5 - pitch / 2) ** 2)))
        row = bytearray(_PIXELS_WIDE)
        for n, (sign, colour) in enumerate(signs):
            for place in range(3):
                if int(_SIGNS[sign][y // pitch]) & 4 >> place:
                    centre = left + (4 * n + place) * pitch + pitch // 2
                    row[centre - half : centre + half] = bytes([colour]) * (2 * half)
        rows[top + y] = bytes(row)
    return _png(rows)


def _png(rows: Sequence[bytes]) -> bytes:
    size = struct.pack(">IIBBBBB", _PIXELS_WIDE, _PIXELS_HIGH, 8, 3, 0, 0, 0)
    text = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = ((b"IHDR", size), (b"PLTE", _COLOURS), (b"IDAT", text), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
