"""Contrast of our colours in the dark and the light scheme (WCAG 1.4.3 and 1.4.11).

Scores are read at arm's length in a dim room, so they need more than WCAG demands.
"""

import re
from itertools import product

import pytest

from scorekeeper.config import asset_folder

SCHEMES = ("dark", "light")
SURFACES = ("ground", "glow", "card", "raised")
TEXT, SCORE, EDGE = 4.5, 7.0, 3.0
# Foreground, background, and the least ratio between them.
PAIRS = [
    *(("ink", surface, SCORE) for surface in SURFACES),
    *((words, surface, TEXT) for words, surface in product(("soft", "good", "bad", "accent"), SURFACES)),
    *((line, surface, EDGE) for line, surface in product(("rim", "accent", "bad"), SURFACES)),
    *((f"s{side}", "card", TEXT) for side in range(5)),
    ("on-accent", "accent", TEXT),
    ("ground", "ink", SCORE),
    ("pip", "bone", SCORE),
    ("ink", "hole", EDGE),
]


def colours(scheme: str) -> dict[str, str]:
    """The custom properties of tokens.css: dark ones first, overridden by the light ones."""
    style = (asset_folder("static") / "css" / "tokens.css").read_text(encoding="utf-8")
    roots = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    found: dict[str, str] = {}
    for original in roots[: 1 + SCHEMES.index(scheme)]:
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", original))
    return found


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, from 0 for black to 1 for white."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_the_most_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("front", "back", "least"), PAIRS, ids=lambda value: str(value))
def test_text_and_controls_are_visible_on_their_background(
    scheme: str, front: str, back: str, least: float
) -> None:
    found = colours(scheme)
    assert contrast(found[front], found[back]) >= least
