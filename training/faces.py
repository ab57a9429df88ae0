"""Tiles drawn face up: a style for a whole set, and one tile of it, seen from straight above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.pips import AT, OUTER, spots
from training.textures import blend, clouds, colour

Colour = NDArray[np.float32]
FINE = 4  # bits of a pixel's fraction given to OpenCV's circles and lines
MOST_PIPS = 12


@dataclass(frozen=True)
class Style:
    """The look of a set, shared by all its tiles."""

    face: Colour
    pips: tuple[Colour, ...]  # by value
    divider: Colour
    divider_width: float  # share of the tile's length
    divider_reach: float  # share of the tile's width
    spinner: Colour | None
    pip_radius: float  # share of half a side
    spread: float
    sunken: float  # the share of a pip's rim in shadow
    dimple: Colour | None  # of unpainted holes wherever a pip could be
    round: float
    bevel: float
    marbled: float
    proportion: float  # width to length
    thickness: float
    rim: Colour | None = None  # of the line inside a dimpled tile's edge, and round each of its holes
    hollow: float = 0.0  # how light the middle of a hole is, in shares of the face; or nothing is there
    gloss: float = 0.0  # how many of its tiles shine in patches


def style(rng: Generator) -> Style:
    """A set: ivory, white, black, wooden or coloured, its pips painted dark, light or by number."""
    kind = rng.choice(["light", "dark", "wooden", "coloured"], p=[0.46, 0.34, 0.07, 0.13])
    face = _face(rng, str(kind))
    pips = _palette(rng, face)
    divider = _divider(rng, face, pips)
    dimple = _dimple(rng, face) if rng.random() < (0.55 if kind == "dark" else 0.04) else None
    ridge = dimple is not None and rng.random() < 0.7  # a bar of the tile's own plastic, hardly to be seen
    if ridge:
        divider = face + np.float32(rng.uniform(4, 40))
    brass = np.array([rng.uniform(40, 120), rng.uniform(120, 190), rng.uniform(150, 230)], np.float32)
    return Style(
        face=face,
        pips=pips,
        divider=divider,
        divider_width=rng.uniform(0.004, 0.02) if ridge else rng.uniform(0.006, 0.04),
        divider_reach=rng.uniform(0.85, 1.0) if ridge else _reach(rng),
        spinner=brass if rng.random() < 0.22 and not ridge else None,
        pip_radius=rng.uniform(0.17, 0.27) if dimple is not None else rng.uniform(0.13, 0.24),
        spread=rng.uniform(0.9, 1.12),
        sunken=rng.uniform(0, 0.6) if rng.random() < 0.6 else 0.0,
        dimple=dimple,
        rim=face + np.float32(rng.uniform(4, 60)) if dimple is not None and rng.random() < 0.6 else None,
        hollow=rng.uniform(0.2, 1.6) if rng.random() < 0.5 else 0.0,
        gloss=rng.uniform(0.2, 1) if rng.random() < 0.3 else 0.0,
        round=rng.uniform(0.02, 0.2) if rng.random() < 0.85 else 0.0,
        bevel=rng.uniform(0, 0.35),
        marbled=rng.uniform(0, 0.25) if rng.random() < 0.4 else 0.02,
        proportion=rng.uniform(0.46, 0.54),
        thickness=rng.uniform(0.0, 0.2),
    )


def _reach(rng: Generator) -> float:
    return rng.uniform(0.6, 1.0) if rng.random() < 0.9 else 0.45


def _face(rng: Generator, kind: str) -> Colour:
    if kind == "light":
        return np.array([rng.uniform(0.72, 1), rng.uniform(0.86, 1), 1], np.float32) * rng.uniform(170, 255)
    if kind == "dark":
        return colour(rng, 0.02, 0.25, 0.6)
    if kind == "wooden":
        return np.array([rng.uniform(60, 140), rng.uniform(120, 180), rng.uniform(160, 220)], np.float32)
    return colour(rng, 0.2, 1.0)


def _dimple(rng: Generator, face: Colour) -> Colour:
    darker = rng.random() < 0.5
    return face * np.float32(rng.uniform(0.3, 0.8)) if darker else face + np.float32(rng.uniform(8, 45))


def _apart(rng: Generator, face: Colour, low: float, high: float) -> Colour:
    """A colour that a player could tell from the face."""
    light = float(face @ (0.114, 0.587, 0.299))
    for _ in range(20):
        made = colour(rng, low, high)
        if abs(float(made @ (0.114, 0.587, 0.299)) - light) > 60 or np.abs(made - face).max() > 130:
            return made
    return np.full(3, 10.0 if light > 110 else 240.0, np.float32)


def _palette(rng: Generator, face: Colour) -> tuple[Colour, ...]:
    dark_face = float(face.mean()) < 100
    low, high = (0.7, 1.0) if dark_face else (0.0, 0.3)
    if rng.random() < 0.55:
        one = np.float32(1) * (
            np.full(3, rng.uniform(190, 255)) if dark_face else np.full(3, rng.uniform(0, 60))
        )
        return (one.astype(np.float32),) * (MOST_PIPS + 1)
    if rng.random() < 0.3:
        return (_apart(rng, face, low, high),) * (MOST_PIPS + 1)
    return tuple(_apart(rng, face, 0.25 * (not dark_face), 1.0) for _ in range(MOST_PIPS + 1))


def _divider(rng: Generator, face: Colour, pips: tuple[Colour, ...]) -> Colour:
    chance = rng.random()
    if chance < 0.4:
        return pips[0]
    if chance < 0.62:
        return np.full(3, rng.uniform(0, 50) if face.mean() > 80 else rng.uniform(180, 255), np.float32)
    if chance < 0.75:
        return _apart(rng, face, 0.1, 1.0)
    if face.mean() > 60:  # a groove, visible only by its shadow
        return face * np.float32(rng.uniform(0.4, 0.85))
    return face * np.float32(0.3) if rng.random() < 0.5 else face + np.float32(rng.uniform(20, 60))


def draw_face(
    rng: Generator, look: Style, values: tuple[int, int] | None, length: int
) -> NDArray[np.float32]:
    """One tile lying from left to right, `length` pixels long, with its opacity as a fourth channel."""
    width = round(length * look.proportion)
    face = np.empty((width, length, 4), np.float32)
    marble = clouds(rng, length, 5, 5, 3)[:width]
    face[..., :3] = look.face * (1 + look.marbled * (marble[..., None] - 0.5))
    face[..., 3] = _outline(look, length, width)
    _bevel(face, look, rng)
    if values is not None:
        if look.rim is not None:
            _draw_rim(face, look.rim, rng)
        _draw_divider(face, look, rng)
        for side, value in enumerate(values):
            _draw_half(face, look, value, side, rng)
    if rng.random() < look.gloss:
        _shine(face, rng)
    return face


def _outline(look: Style, length: int, width: int) -> NDArray[np.float32]:
    mask = np.zeros((width, length), np.float32)
    corner = max(1, round(look.round * width))
    cv2.rectangle(mask, (corner, 0), (length - 1 - corner, width - 1), 1.0, -1)
    cv2.rectangle(mask, (0, corner), (length - 1, width - 1 - corner), 1.0, -1)
    for x in (corner, length - 1 - corner):
        for y in (corner, width - 1 - corner):
            cv2.circle(mask, (x, y), corner, 1.0, -1, cv2.LINE_AA)
    return mask


def _bevel(face: NDArray[np.float32], look: Style, rng: Generator) -> None:
    """Edges catch the light on one side and lose it on the other."""
    width = face.shape[0]
    rim = max(1, round(width * rng.uniform(0.02, 0.07)))
    for edge in (
        (slice(rim),),
        (slice(-rim, None),),
        (slice(None), slice(rim)),
        (slice(None), slice(-rim, None)),
    ):
        face[(*edge, ..., slice(3))] *= 1 + look.bevel * rng.uniform(-1, 0.6)


def _shine(face: NDArray[np.float32], rng: Generator) -> None:
    """A window or a lamp in a varnish that is not quite even: patches of light, through which pips show."""
    width, length = face.shape[:2]
    region = clouds(rng, length, rng.uniform(1, 5), rng.uniform(1, 5), 2)[:width]
    mottles = clouds(rng, length, *rng.uniform(6, 24, 2), 3)[:width]
    edge = rng.uniform(0.35, 0.75)
    patches = np.clip((region * 0.6 + mottles * 0.4 - edge) * rng.uniform(8, 40), 0, 1)
    face[..., :3] = blend(face[..., :3], np.full(3, 255, np.float32), patches * rng.uniform(0.15, 0.8))


def _draw_rim(face: NDArray[np.float32], rim: Colour, rng: Generator) -> None:
    """A line along a tile's edge."""
    width, length = face.shape[:2]
    inset = round(width * rng.uniform(0.0, 0.06))
    corners = (inset, inset), (length - 1 - inset, width - 1 - inset)
    thick = max(1, round(length * rng.uniform(0.004, 0.015)))
    cv2.rectangle(face, *corners, [*(float(c) for c in rim), 1.0], thick)


def _circle(face: NDArray[np.float32], x: float, y: float, radius: float, shade: Colour) -> None:
    scale = 1 << FINE
    middle = (round(x * scale), round(y * scale))
    colours = [*(float(c) for c in shade), 1.0]
    cv2.circle(face, middle, max(scale, round(radius * scale)), colours, -1, cv2.LINE_AA, FINE)


def _draw_divider(face: NDArray[np.float32], look: Style, rng: Generator) -> None:
    width, length = face.shape[:2]
    x, half = length / 2, max(0.5, length * look.divider_width / 2)
    top, bottom = width * (1 - look.divider_reach) / 2, width * (1 + look.divider_reach) / 2
    if rng.random() < 0.97 or look.spinner is None:
        box = np.array([(x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)]) * (
            1 << FINE
        )
        shade = [*(float(c) for c in look.divider), 1.0]
        cv2.fillPoly(face, [box.astype(np.int32)], shade, cv2.LINE_AA, FINE)
    if look.spinner is not None:
        radius = length * rng.uniform(0.018, 0.045)
        _circle(face, x, width / 2, radius, look.spinner)
        _circle(face, x - radius * 0.3, width / 2 - radius * 0.3, radius * 0.35, look.spinner * 0 + 250)


def _draw_half(face: NDArray[np.float32], look: Style, value: int, side: int, rng: Generator) -> None:
    width, length = face.shape[:2]
    middle, half = length * (0.25 + 0.5 * side), length / 4
    if look.dimple is not None:
        _draw_holes(face, look, look.dimple, (middle, width / 2), half, rng)
    smaller = 0.72 if value > 9 else 0.88 if value > 6 else 1.0
    for place in spots(value, rng):
        _draw_pip(face, look, look.pips[value], (middle, width / 2), half, place, rng, smaller)


def _draw_holes(
    face: NDArray[np.float32],
    look: Style,
    dimple: Colour,
    middle: tuple[float, float],
    half: float,
    rng: Generator,
) -> None:
    """A hole wherever a pip could be, perhaps with light on its edge and light or a shadow in it."""
    for place in AT.values():
        if look.rim is not None:
            _draw_pip(face, look, look.rim, middle, half, place, rng, 1.15)
        _draw_pip(face, look, dimple, middle, half, place, rng, 1.0)
        if look.rim is not None and look.hollow:
            _draw_pip(face, look, look.face * np.float32(look.hollow), middle, half, place, rng, 0.5)


def _draw_pip(
    face: NDArray[np.float32],
    look: Style,
    shade: Colour,
    middle: tuple[float, float],
    half: float,
    place: tuple[float, float],
    rng: Generator,
    smaller: float,
) -> None:
    reach = half * OUTER * look.spread
    x, y = middle[0] + place[0] * reach, middle[1] + place[1] * min(reach, face.shape[0] * 0.36)
    radius = half * look.pip_radius * smaller
    if look.sunken:
        _circle(face, x - radius * 0.2, y - radius * 0.2, radius * 1.1, look.face * (1 - look.sunken))
    _circle(face, x, y, radius, shade)
    if look.sunken > 0.2 and rng.random() < 0.7:  # the lamp in a glossy hollow
        glint = shade + (255 - shade) * np.float32(rng.uniform(0.2, 0.9))
        _circle(face, x + radius * 0.35, y + radius * 0.3, radius * 0.3, glint)
