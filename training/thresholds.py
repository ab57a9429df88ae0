"""How thresholds are chosen, and what they are worth: `python -m training.thresholds [MANIFEST PHOTOS]`.

What a drawn world can tell is asked of drawn hands that nobody was trained on, so that it is not read off
a few photos: of the values of DRAWN those with which one look alone is least often wrong though sure, of
these those with which most hands are sure and then right, and of these the strictest.

The other thresholds are chosen on photos: the best on those of all repositories but one (most right, then
most sure, none of them wrong) are measured on that one, each in turn. Half B of the manifest is left out.
The photos come as for `training.measure`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

import cv2
import numpy as np

from scorekeeper.vision import choose
from scorekeeper.vision.hands import Known, Tile
from scorekeeper.vision.picture import decode
from scorekeeper.vision.reader import Look
from scorekeeper.vision.reading import decided, is_dim, looked, mirrored
from training.measure import photo
from training.scenes import scene, whole

Ladder = Mapping[str, Sequence[float]]  # of thresholds in scorekeeper.vision.choose, the strictest first
Values = tuple[float, ...]
Figures = Counter[str]
DRAWN: Ladder = {"TILE_SURE": (0.95, 0.9, 0.85, 0.8, 0.75, 0.7), "BLANK_FOUND": (0.8, 0.7, 0.6, 0.5)}
PHOTOS: Ladder = {
    "LIKELY": (0.5, 0.35, 0.2),
    "HALVES_SURE": (0.9, 0.8, 0.7),
    "POSSIBLE": (0.2, 0.35),
    "LIKE_SIZED": (1.2, 1.3, 1.5),
}
HANDS, FIRST = 250, 6_000_001
SIZE, LENGTH = 480, 100.0


@dataclass(frozen=True)
class Seen:
    """A photo whose tiles are known, and both looks at it."""

    group: str
    tiles: Counter[Tile]
    size: tuple[int, int]
    dim: bool
    first: list[Look]
    second: list[Look]


def seen(group: str, sent: bytes, tiles: Sequence[Sequence[int]]) -> Seen:
    """Look at a photo and at its mirror image."""
    picture = decode(sent)
    truth = Counter((max(tile), min(tile)) for tile in tiles)
    first, second = looked(picture), looked(mirrored(picture))
    return Seen(group, truth, picture.shape[:2], is_dim(picture), first, second)


def hands() -> Iterator[Seen]:
    """Drawn hands, ever more."""
    seed = FIRST
    while True:
        drawn = scene(np.random.default_rng(seed), SIZE, LENGTH)
        seed += 1
        if whole(drawn):
            sent = cv2.imencode(".jpg", drawn.picture)[1].tobytes()
            yield seen("drawn", sent, [tile.values for tile in drawn.tiles if tile.values])


def figures(one: Seen) -> Figures:
    """What comes of a photo with the thresholds as they stand."""
    asked: list[Seen] = []  # for its second look, which it is only where the first leaves no doubt

    def second_look() -> list[Look]:
        asked.append(one)
        return one.second

    chosen, doubts = decided(one.first, second_look, one.size, Known())
    read = Counter(choice.halves for choice in chosen)
    right, found = read == one.tiles, (read & one.tiles).total()
    sure, sure_alone = not (doubts or one.dim), asked and not one.dim
    return Counter(
        photos=1,
        right=int(right),
        found=found,
        false=read.total() - found,
        sure=int(sure),
        wrong=int(sure and not right),
        wrong_alone=int(bool(sure_alone) and not right),
    )


@contextmanager
def standing(ladder: Ladder, values: Values) -> Iterator[None]:
    """These thresholds instead of those that ship."""
    shipped = {name: getattr(choose, name) for name in ladder}
    try:
        for name, value in zip(ladder, values, strict=True):
            setattr(choose, name, value)
        yield
    finally:
        for name, value in shipped.items():
            setattr(choose, name, value)


def tried(photos: Sequence[Seen], ladder: Ladder) -> dict[Values, dict[str, Figures]]:
    """The figures of every group of photos for every combination of thresholds."""
    made: dict[Values, dict[str, Figures]] = {}
    for values in product(*ladder.values()):
        groups: dict[str, Figures] = {one.group: Counter() for one in photos}
        with standing(ladder, values):
            for one in photos:
                groups[one.group].update(figures(one))
        made[values] = groups
    return made


def best(outcomes: Mapping[Values, Figures], ladder: Ladder, order: Callable[[Figures], Values]) -> Values:
    """The combination that comes first in this order; of those that are equal, the strictest."""

    def loose(values: Values) -> float:
        pairs = zip(ladder.values(), values, strict=True)
        return sum(rungs.index(value) / (len(rungs) - 1) for rungs, value in pairs)

    return min(outcomes, key=lambda values: (order(outcomes[values]), loose(values)))


def on_drawn(count: int) -> tuple[Values, Figures]:
    """What drawn hands say, and how these are read with it."""
    made = {values: one["drawn"] for values, one in tried(list(islice(hands(), count)), DRAWN).items()}
    values = best(made, DRAWN, lambda one: (one["wrong_alone"], one["wrong"], -one["sure"], -one["right"]))
    return values, made[values]


def leaving_each_out(photos: Sequence[Seen]) -> dict[str, tuple[Values, Figures]]:
    """For every repository what is best on the others, and how its own photos are read with it."""
    made = tried(photos, PHOTOS)
    chosen = {}
    for left in dict.fromkeys(one.group for one in photos):
        others = {
            values: sum((one for name, one in groups.items() if name != left), Figures())
            for values, groups in made.items()
        }
        values = best(others, PHOTOS, lambda one: (one["wrong"], -one["right"], -one["sure"]))
        chosen[left] = values, made[values][left]
    return chosen


def main(words: Sequence[str] | None = None) -> None:
    """Print what drawn hands say and, with photos, a line for each repository left out."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("manifest", type=Path, nargs="?")
    ask.add_argument("photos", type=Path, nargs="?")
    ask.add_argument("--hands", type=int, default=HANDS, help="drawn hands")
    given = ask.parse_args(words)
    cv2.setNumThreads(1)
    drawn, made = on_drawn(given.hands)
    sys.stdout.write(line("drawn", DRAWN, drawn, made))
    if not given.photos:
        return
    photos = [
        seen(entry["repo"].split("/")[0], photo(entry, given.photos), entry["tiles"])
        for entry in json.loads(given.manifest.read_text())
        if entry.get("part") != "B"
    ]
    with standing(DRAWN, drawn):
        turns = leaving_each_out(photos)
    for name, (values, one) in turns.items():
        sys.stdout.write(line(name, PHOTOS, values, one))
    total = sum((one for _, one in turns.values()), Figures())
    sys.stdout.write(line("all", {}, (), total))


def line(name: str, ladder: Ladder, values: Values, one: Figures) -> str:
    """A group, its figures, and the thresholds it was measured with."""
    said = ", ".join(f"{one[key]} {key}" for key in ("photos", "right", "found", "false", "sure", "wrong"))
    thresholds = "".join(f", {key} {value:g}" for key, value in zip(ladder, values, strict=True))
    return f"{name}: {said}{thresholds}\n"


if __name__ == "__main__":
    main()
