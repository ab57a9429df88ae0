"""What a candidate is: a tile or not, its exact corners, and how likely each number is on its halves."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.bar import is_one_piece
from scorekeeper.vision.finder import Candidate
from scorekeeper.vision.hands import Point
from scorekeeper.vision.networks import reader
from scorekeeper.vision.shapes import MARGIN, Box, Corners, Picture, box_of, corners_from, cut, halved

NUMBERS = 13  # nought to twelve
ANSWERS = 7 + 2 * NUMBERS  # a tile at all, its shape, and both halves
BATCH = 16
HOPELESS = 0.05  # a candidate that is a tile with less chance is not looked at again
SAME = 0.75  # of the smaller tile's area: more, and two candidates are one tile, looked at twice ...
HALF = 0.35  # of the smaller tile's area: more, and both cannot be tiles
SIZED = 1.4  # ... if one is at most so many times as long: what lies inside a tile is no tile, and hides none
KNOWN = 0.6  # of the smaller tile's area: more, and the place has been looked at already
READ = 0.3  # a candidate that is a tile with less chance is not read
CLEAR = 0.1  # nor one whose likeliest halves have, at first sight, less chance
# Turn, shift along, shift across (in lengths), and size: the same tile looked at a little differently.
NEIGHBOURS = (
    (0.0, 0.5, 0.0),
    (0.0, -0.5, 0.0),
    (np.pi / 2, 0.25, 0.25),
    (np.pi / 2, 0.25, -0.25),
    (np.pi / 2, -0.25, 0.25),
    (np.pi / 2, -0.25, -0.25),
)
# The same, of a tile that touches another: at its end, straight on or turned, and along the side of a half.
TOUCHING = (
    *((0.0, end, 0.0) for end in (-1.0, 1.0)),
    *((np.pi / 2, end, side) for end in (-0.75, 0.75) for side in (-0.25, 0.0, 0.25)),
    *((np.pi / 2, end, side) for end in (-0.25, 0.25) for side in (-0.75, 0.75)),
)
READABLE = 0.5  # the chance of two candidates' halves, of which one lies half on the other
ALONGSIDE = 150  # places of tiles that may touch one of them, at most
WORTH_READING = 0.15  # the chance, at first sight, that one lies there
ONE_PLACE, ONE_TURN = 0.15, 0.5  # lengths between the middles of two, and the sine between them: less is one
UNFOUND = 0.0  # the finder's chance for what it did not see
CLEARLY = 0.8  # what is read so well shows how long the photo's tiles are
ONE_END = 0.6  # what is a tile with so much chance may have one end in the wrong place
LIKE, OFF = 1.12, 1.6  # times: off by less, it is as long as most; by more, it shows something else
FITTED = 12  # so many at most: a board of pegs is nothing but what may be a tile
ALREADY = 0.88  # of the area: more, and that place was read already at this length
ASKEW = 0.01  # radians: OpenCV finds no common area where the edges of two shapes lie on one line
WHITE = 250  # of 255 in every colour: so white that a shine would look the same
BURNT = 0.9  # of a half: more so white, and it is no sure blank
# Where somebody says that a tile is: how it is first looked for, and the finder's chance in his place.
TURNS, LENGTHS, BY_HAND = 8, (0.2, 0.3, 0.45), 1.0  # lengths of the picture's longest side
VIEWS = ((0, 0, 0, 1), (np.pi, 0, 0, 1), (0.05, 0.02, 0.01, 1.05), (np.pi - 0.05, -0.02, 0.015, 0.95),
         (0.03, 0.01, -0.02, 0.94), (np.pi + 0.04, -0.01, -0.015, 1.07))  # fmt: skip


@dataclass(frozen=True)
class Look:
    """A candidate looked at: the chance that it is a tile, and of each number on either half."""

    corners: Corners
    found: float  # the finder's chance
    tile: float
    halves: NDArray[np.float64]  # 2 x NUMBERS, the mean over the views
    agree: NDArray[np.float64]  # of either half, the lowest chance that any view gives the chosen number
    patchy: float = 0.0  # how far apart the colours of the halves' faces are
    one_piece: bool = True  # whether a bar lies between the halves, and no gap


def look(picture: Picture, candidates: list[Candidate]) -> list[Look]:
    """The candidates that may be tiles, set right twice and then read in several views."""
    sizes = halved(picture)
    looks = _straighten(sizes, candidates)
    looks = _straighten(sizes, [Candidate(box_of(seen.corners), seen.found) for seen in looks])
    looks = _each_once(looks + _straighten(sizes, _beside(looks)))
    read = _read(sizes, [seen for seen in looks if seen.tile >= READ and _at_first_sight(seen) >= CLEAR])
    read += _read(sizes, _of_usual_length(read)[:FITTED])
    return read + _read(sizes, _touching(sizes, read)[:FITTED])


def look_at(picture: Picture, candidates: list[Candidate], spot: Point) -> list[Look]:
    """What may be the tile that somebody sees at this spot, whichever way it lies."""
    lengths = [share * max(picture.shape[:2]) for share in LENGTHS]
    starts = [Candidate(candidate.box, BY_HAND) for candidate in candidates] + [
        Candidate(_shifted(Box(*spot, turn, length, length / 2), 0, along, 0, 1), BY_HAND)
        for turn in np.arange(TURNS) * np.pi / TURNS
        for length in lengths
        for along in (0, 0.25, -0.25)
    ]
    sizes = halved(picture)
    looks = _straighten(sizes, starts)
    looks = _straighten(sizes, [Candidate(box_of(seen.corners), BY_HAND) for seen in looks])
    return _read(sizes, [seen for seen in looks if _holds(seen.corners, spot)])


def _holds(corners: Corners, spot: Point) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), spot, False) >= 0


def _at_first_sight(seen: Look) -> float:
    """The chance, by a single view, that a candidate is a tile of the halves it is likeliest to have."""
    return seen.tile * float(seen.halves.max(axis=1).prod())


def _beside(looks: list[Look]) -> list[Candidate]:
    """Where tiles lie if a candidate is half of one and half of the next: half a tile on, or at a corner."""
    made = []
    for seen in looks:
        if seen.tile < READ:
            continue
        box = box_of(seen.corners)
        for turn, along, across in NEIGHBOURS:
            beside = Candidate(_shifted(box, turn, along, across, 1), seen.found)
            corners = corners_from(np.zeros(6), beside.box)
            if not any(shared(corners, other.corners) > KNOWN for other in looks):
                made.append(beside)
    return made


def _of_usual_length(looks: list[Look]) -> list[Look]:
    """Candidates that reach into the next tile, or not over all of this one, made as long as most are.

    A joint that looks like an edge, or an edge like a joint, is at one end; so from either end.
    """
    usual, lengths = _usual_length(looks), [box_of(seen.corners).length for seen in looks]
    as_long, made = [], []
    for seen, length in zip(looks, lengths, strict=True):
        off = max(length, usual**2 / length)
        if off < LIKE * usual:
            as_long.append(seen)
        elif off < OFF * usual and seen.tile >= ONE_END:
            boxes = _from_either_end(box_of(seen.corners), usual)
            made += [replace(seen, corners=corners_from(np.zeros(6), box)) for box in boxes]
    return _each_once(as_long + made, ALREADY)[len(as_long) :]


def _usual_length(looks: list[Look]) -> float:
    clear = [box_of(seen.corners).length for seen in looks if _at_first_sight(seen) > CLEARLY]
    return float(np.median(clear)) if clear else 0.0


def _touching(sizes: list[Picture], looks: list[Look]) -> list[Look]:
    """Candidates exactly at the ends and sides of those that lie half on another: one of the two is no tile.

    In a line of tiles whose bars are as faint as their joints, a tile may be seen by nothing but its place.
    """
    usual = _usual_length(looks)
    tiles = [seen for seen in looks if _at_first_sight(seen) > READABLE and _shows_pips(seen)]
    tiles = [seen for seen in tiles if usual / LIKE < box_of(seen.corners).length < usual * LIKE]
    free = _free_places(tiles, usual)
    made = []
    for box, answer in zip(free, _answers(sizes, free), strict=True):
        corners = corners_from(np.zeros(6), _shifted(box, ASKEW, 0, 0, 1))
        seen = Look(corners, UNFOUND, _chance(answer[0]), _numbers(answer), np.zeros(2))
        if _at_first_sight(seen) > WORTH_READING and _shows_pips(seen):
            made.append(seen)
    return sorted(made, key=_at_first_sight, reverse=True)


def _free_places(tiles: list[Look], length: float) -> list[Box]:
    """Where a tile could touch one of those that lie half on another, and none was read."""
    boxes = [replace(box_of(seen.corners), length=length, width=length / 2) for seen in tiles]
    free: list[Box] = []
    for seen, box in zip(tiles, boxes, strict=True):
        if len(free) >= ALONGSIDE:
            break
        if any(HALF < shared(seen.corners, other.corners) < SAME for other in tiles if other is not seen):
            for beside in (_shifted(box, *place, 1) for place in TOUCHING):
                if not any(_one_place(beside, known) for known in (*boxes, *free)):
                    free.append(beside)
    return free[:ALONGSIDE]


def _shows_pips(seen: Look) -> bool:
    return bool(seen.halves.argmax(axis=1).any())


def _one_place(a: Box, b: Box) -> bool:
    """Whether two boxes of one length lie in about the same place."""
    apart = np.hypot(a.x - b.x, a.y - b.y)
    return bool(apart < ONE_PLACE * a.length and abs(np.sin(a.angle - b.angle)) < ONE_TURN)


def _from_either_end(box: Box, length: float) -> list[Box]:
    """The box with another length, one end staying where it is."""
    along = (1 - length / box.length) / 2
    moved = [_shifted(box, end * ASKEW, end * along, 0, 1) for end in (-1, 1)]
    return [Box(one.x, one.y, one.angle, length, length / 2) for one in moved]


def _straighten(sizes: list[Picture], candidates: list[Candidate]) -> list[Look]:
    boxes = [candidate.box for candidate in candidates]
    kept: list[Look] = []
    for candidate, answer in zip(candidates, _answers(sizes, boxes), strict=True):
        corners = corners_from(answer[1:7], candidate.box)
        chance = _chance(answer[0])
        if chance >= HOPELESS and _sound(corners):
            kept.append(Look(corners, candidate.chance, chance, _numbers(answer), np.zeros(2)))
    return _each_once(sorted(kept, key=lambda seen: -seen.tile - 0.1 * seen.found))


def _answers(sizes: list[Picture], boxes: list[Box]) -> NDArray[np.float64]:
    made = []
    for start in range(0, len(boxes), BATCH):
        crops = np.stack([cut(sizes, box) for box in boxes[start : start + BATCH]])
        network = reader()
        network.setInput(np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32))
        made.append(network.forward().astype(np.float64))
    return np.concatenate(made) if made else np.empty((0, ANSWERS))


def _read(sizes: list[Picture], looks: list[Look]) -> list[Look]:
    """The same candidates with what several views of each agree on."""
    boxes = [_shifted(box_of(seen.corners), *view) for seen in looks for view in VIEWS]
    answers = _answers(sizes, boxes).reshape(len(looks), len(VIEWS), ANSWERS)
    return [_agreed(sizes, seen, views) for seen, views in zip(looks, answers, strict=True)]


def _agreed(sizes: list[Picture], seen: Look, views: NDArray[np.float64]) -> Look:
    numbers = np.array([_numbers(a) if i % 2 == 0 else _numbers(a)[::-1] for i, a in enumerate(views)])
    halves = numbers.mean(axis=0)
    chosen = halves.argmax(axis=1)
    crop = cut(sizes, box_of(seen.corners))
    agree = np.where((chosen == 0) & _burnt_out(crop), 0, numbers[:, [0, 1], chosen].min(axis=0))
    tile = float(np.mean([_chance(answer[0]) for answer in views]))
    face, whole = _patchy(crop), is_one_piece(crop)
    return replace(seen, tile=tile, halves=halves, agree=agree, patchy=face, one_piece=whole)


def _patchy(crop: Picture) -> float:
    """How far the usual colours of a cut-out's two halves are apart, in L*a*b*: a tile has one face."""
    usual = [np.median(half.reshape(-1, 3), axis=0) for half in _faces(crop)]
    colours = cv2.cvtColor((np.array(usual, np.float32) / 255).reshape(1, 2, 3), cv2.COLOR_BGR2LAB)
    return float(np.linalg.norm(colours[0, 0] - colours[0, 1]))


def _burnt_out(crop: Picture) -> NDArray[np.bool_]:
    """Of either half of a cut-out, whether it is as white as can be: a shine would hide its pips."""
    return np.array([(half.min(axis=2) >= WHITE).mean() > BURNT for half in _faces(crop)])


def _faces(crop: Picture) -> tuple[Picture, Picture]:
    """Both halves of a cut-out's tile, without its edges and its bar."""
    crop = crop[MARGIN + 4 : -MARGIN - 4, MARGIN + 4 : -MARGIN - 4]
    middle = crop.shape[1] // 2
    return crop[:, : middle - 4], crop[:, middle + 4 :]


def _shifted(box: Box, turn: float, along: float, across: float, size: float) -> Box:
    cos, sin = np.cos(box.angle) * box.length, np.sin(box.angle) * box.length
    x, y = box.x + cos * along - sin * across, box.y + sin * along + cos * across
    return Box(x, y, box.angle + turn, box.length * size, box.width * size)


def _chance(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


def _numbers(answer: NDArray[np.float64]) -> NDArray[np.float64]:
    logits = answer[7:].reshape(2, NUMBERS)
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _sound(corners: Corners) -> bool:
    box = box_of(corners)
    return box.length > 12 and 0.3 < box.width / box.length < 0.75


def _each_once(looks: list[Look], same: float = SAME) -> list[Look]:
    """The first of every group of candidates that are the same tile."""
    kept: list[Look] = []
    for one in looks:
        if not any(_alike(one.corners, other.corners, same) for other in kept):
            kept.append(one)
    return kept


def _alike(a: Corners, b: Corners, same: float) -> bool:
    """Whether two candidates cover the same ground; a small one inside a tile is another than the tile."""
    one, other = box_of(a).length, box_of(b).length
    return max(one, other) < SIZED * min(one, other) and shared(a, b) > same


def shared(a: Corners, b: Corners) -> float:
    """The area that two tiles share, as a share of the smaller."""
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return float(area / smaller) if smaller > 0 else 1.0
