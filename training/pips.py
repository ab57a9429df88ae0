"""The places of a half's pips in a square from -1 to 1, as the makers of sets arrange them."""

from __future__ import annotations

from numpy.random import Generator

Spots = list[tuple[float, float]]

OUTER = 0.62  # how far the outer pips lie from the middle of their half
CORNERS = ("nw", "ne", "sw", "se")
AT = {
    "nw": (-1, -1),
    "n": (0, -1),
    "ne": (1, -1),
    "w": (-1, 0),
    "c": (0, 0),
    "e": (1, 0),
    "sw": (-1, 1),
    "s": (0, 1),
    "se": (1, 1),
}
NAMED = {
    0: (),
    1: ("c",),
    2: ("nw", "se"),
    3: ("nw", "c", "se"),
    4: CORNERS,
    5: (*CORNERS, "c"),
    6: (*CORNERS, "w", "e"),
    7: (*CORNERS, "w", "c", "e"),
    8: (*CORNERS, "n", "w", "e", "s"),
    9: tuple(AT),
}
FOURS = (-1, -1 / 3, 1 / 3, 1)
# Ten to twelve have four pips a side, with none, one or a row of two and four between them.
MIDDLES = {10: ((-1, 1),), 11: ((-1, 0, 1),), 12: (FOURS,)}
SEVENS = {7: ((0,),), 10: ((-1, 1), (-1 / 3, 1 / 3)), 11: ((-1, 0, 1),)}


def spots(value: int, rng: Generator) -> Spots:
    """The places of a half's pips, turned and mirrored as sets differ in it."""
    if value in MIDDLES:
        rows = MIDDLES[value] if rng.random() < 0.8 else SEVENS.get(value, MIDDLES[value])
        middle = rows[int(rng.integers(len(rows)))]
        places = [(side, y) for side in (-1.0, 1.0) for y in FOURS] + [(0.0, float(y)) for y in middle]
    else:
        places = [(float(x), float(y)) for x, y in (AT[name] for name in NAMED[value])]
    if value in (2, 3) and rng.random() < 0.06:  # a few sets have two and three in a straight line
        places = [(0.0, y) for _, y in places]
    return _turned(places, rng)


def _turned(places: Spots, rng: Generator) -> Spots:
    if rng.random() < 0.5:
        places = [(y, x) for x, y in places]
    if rng.random() < 0.5:
        places = [(-x, y) for x, y in places]
    return places
