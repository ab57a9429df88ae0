"""Readings as JSON: for the command line, for a phone, and between the server and the process that reads."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from scorekeeper.vision.hands import Known, Reading, SeenTile


def reading_to_json(reading: Reading) -> dict[str, Any]:
    """The tiles' halves first, then how each was seen; places are in pixels of width by height."""
    return {
        "tiles": [list(tile.halves) for tile in reading.tiles],
        "pips": reading.pips,
        "sure": reading.sure,
        "doubts": list(reading.doubts),
        "width": reading.width,
        "height": reading.height,
        "seen": [_seen(tile) for tile in reading.tiles],
    }


def _seen(tile: SeenTile) -> dict[str, Any]:
    return {
        "tile": list(tile.halves),
        "place": [round(v, 1) for v in tile.place],
        "angle": tile.angle,
        "corners": [list(corner) for corner in tile.corners],
        "confidence": tile.confidence,
        "sure": tile.sure,
        "likely": [list(numbers) for numbers in tile.likely],
        "doubted": list(tile.doubted),
    }


def reading_from_json(said: dict[str, Any]) -> Reading:
    """The inverse of ``reading_to_json``."""
    tiles = tuple(
        SeenTile(
            halves=(seen["tile"][0], seen["tile"][1]),
            corners=tuple((x, y) for x, y in seen["corners"]),  # type: ignore[arg-type]
            angle=seen["angle"],
            confidence=seen["confidence"],
            sure=seen["sure"],
            likely=(tuple(seen["likely"][0]), tuple(seen["likely"][1])),
            doubted=(seen["doubted"][0], seen["doubted"][1]),
        )
        for seen in said["seen"]
    )
    return Reading(tiles, said["width"], said["height"], tuple(said["doubts"]))


def known_to_json(known: Known) -> dict[str, Any]:
    """What is known of the game, as JSON for the process that reads."""
    return asdict(known) | {"elsewhere": sorted(known.elsewhere)}


def known_from_json(said: dict[str, Any]) -> Known:
    """The inverse of ``known_to_json``."""
    elsewhere = frozenset((high, low) for high, low in said["elsewhere"])
    spot = said["spot"] and (said["spot"][0], said["spot"][1])
    return Known(said["highest"], elsewhere, said["most"], spot)
