"""How good the camera is on photos whose tiles are known: `python -m training.measure MANIFEST PHOTOS`.

The manifest is JSON: a list of photos, each with its `tiles`, its `repo`, and its `file` below PHOTOS, or its
`commit` and `path` in a clone of the repository, PHOTOS/owner/name. `training/photos.json` lists those that
docs/camera.md speaks of; their `part` says which were tuned on, and that half B is for nothing but the end.
The photos are other people's and no part of this project.

Besides what is read right, the taps are counted that bring the page's hand to the right one, as a person
would make them: one to use the hand; one for each doubted half and each doubted tile; two for a half that is
wrong and not doubted, the first on it; two for a tile that is none and not doubted; and three for one that
was missed, as if nothing could be read where it is tapped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from scorekeeper.vision import read_hand
from scorekeeper.vision.hands import Reading, SeenTile, Tile

USE, SETTLE, CHANGE, ADD = 1, 1, 2, 3


@dataclass(frozen=True)
class Measured:
    """One photo: its tiles, how many of them were read, how many others were, and what it cost."""

    tiles: int
    found: int
    false: int
    sure: bool
    taps: int
    seconds: float

    @property
    def right(self) -> bool:
        """Whether every tile is right."""
        return self.found == self.tiles and not self.false


def measure(sent: bytes, truth: Counter[Tile]) -> Measured:
    """Read a photo and compare."""
    began = time.process_time()
    reading = read_hand(sent)
    seconds = time.process_time() - began
    found = (truth & Counter(tile.halves for tile in reading.tiles)).total()
    false = len(reading.tiles) - found
    return Measured(truth.total(), found, false, reading.sure, taps(reading, truth), seconds)


def taps(reading: Reading, truth: Counter[Tile]) -> int:
    """The taps from a reading to the hand."""
    left = Counter(truth)
    made = USE
    wrong: list[SeenTile] = []
    for seen in reading.tiles:
        if left[seen.halves]:
            left[seen.halves] -= 1
            made += _to(seen, seen.halves)
        else:
            wrong.append(seen)
    missed = list(left.elements())
    for seen in wrong:  # of those that were missed it is the most like, if it is any
        nearest = min(missed, key=lambda tile: _to(seen, tile), default=None)
        away = SETTLE if not seen.sure else CHANGE
        if nearest is None or _to(seen, nearest) >= away + ADD:
            made += away
        else:
            made += _to(seen, nearest)
            missed.remove(nearest)
    return made + ADD * len(missed)


def _to(seen: SeenTile, tile: Tile) -> int:
    """The taps that make this tile of what was seen."""
    ways = (tile, tile[::-1])
    read = tuple(numbers[0] for numbers in seen.likely)
    if tile == seen.halves:
        return sum(seen.doubted) or (0 if seen.sure else SETTLE)
    return min(
        sum(
            SETTLE if doubted else CHANGE * (number != wanted)
            for number, wanted, doubted in zip(read, way, seen.doubted, strict=True)
        )
        for way in ways
    )


def photo(entry: dict[str, Any], photos: Path) -> bytes:
    """The file of a photo; a bitmap as a phone would send it, as JPEG."""
    if "file" in entry:
        return (photos / entry["file"]).read_bytes()
    show = ["git", "-C", str(photos / entry["repo"]), "show", f"{entry['commit']}:{entry['path']}"]
    sent = subprocess.run(show, check=True, capture_output=True).stdout
    if entry["path"].endswith(".bmp"):
        picture = cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR)
        sent = cv2.imencode(".jpg", picture)[1].tobytes()
    return sent


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each repository, and one for all."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("manifest", type=Path)
    ask.add_argument("photos", type=Path)
    ask.add_argument("--part", help="of the manifest: tuned, A or B")
    given = ask.parse_args(words)
    photos: defaultdict[str, list[Measured]] = defaultdict(list)
    for entry in json.loads(given.manifest.read_text()):
        if given.part not in (None, entry.get("part")):
            continue
        truth = Counter((max(tile), min(tile)) for tile in entry["tiles"])
        made = measure(photo(entry, given.photos), truth)
        photos[entry["repo"].split("/")[0]].append(made)
        if not made.right:
            sys.stderr.write(f"{entry.get('file') or entry['path']}: {made}\n")
    photos["all"] = [one for many in photos.values() for one in many]
    for name, many in photos.items():
        sys.stdout.write(f"| {name} | {line(many)} |\n")


def line(many: list[Measured]) -> str:
    """Photos, those right, tiles found, false ones, sure photos, those wrong, taps of the others, seconds."""
    sure = [one for one in many if one.sure]
    unsure = [one.taps for one in many if not one.sure] or [0]
    return " | ".join(
        [
            f"{len(many)}",
            f"{sum(one.right for one in many)}",
            f"{sum(one.found for one in many)} of {sum(one.tiles for one in many)}",
            f"{sum(one.false for one in many)}",
            f"{len(sure)}",
            f"{sum(not one.right for one in sure)}",
            f"{median(unsure):g}, {max(unsure)} at most",
            f"{median(one.seconds for one in many):.2f}",
        ]
    )


if __name__ == "__main__":
    main()
