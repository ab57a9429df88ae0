"""Which candidates are the hand, and which halves they show, within what the game allows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorekeeper.vision.apart import OVERLAP, heaviest_apart
from scorekeeper.vision.hands import Known, Tile
from scorekeeper.vision.reader import NUMBERS, Look, shared

LIKELY = 0.35  # a candidate of less worth is no tile
POSSIBLE = 0.2  # more, and something tile-like was left unread
TILE_SURE, HALVES_SURE, FOUND_SURE = 0.9, 0.8, 0.2
PATCHY = (20.0, 45.0)  # a blank whose colour is so far from the other half's is hardly one, or is none
BLANK = 0
BLANK_FOUND = 0.7  # the finder's least chance for a double blank; it gives less to grain and edges
LIKE_SIZED = 1.3  # tiles of one photo differ in length by no more, however the camera is tilted
READ_BEST = 12  # the network knows no half above it


@dataclass(frozen=True)
class Choice:
    """A candidate taken as a tile: its halves, and how likely they are."""

    seen: Look
    left: int
    right: int
    chance: float
    first: bool  # whether they are what the picture alone says

    @property
    def halves(self) -> Tile:
        """Both halves as a tile, the higher number first."""
        return max(self.left, self.right), min(self.left, self.right)

    @property
    def sure(self) -> bool:
        """Whether the picture alone decided the halves, and every probability reaches its threshold."""
        seen = self.seen
        read = self.first and seen.agree >= HALVES_SURE
        return read and seen.one_piece and seen.tile >= TILE_SURE and seen.found >= FOUND_SURE


def choose(looks: list[Look], known: Known) -> tuple[list[Choice], list[str]]:
    """The tiles, the clearest first, and every reason to doubt the whole."""
    looks = _of_one_size(looks)
    near = [frozenset(m for m, b in enumerate(looks) if b is not a and _share(a, b)) for a in looks]
    weights = [worth(seen) - LIKELY if _proved(seen) else 0.0 for seen in looks]
    taken = [looks[n] for n in heaviest_apart(weights, near)]
    chosen: list[Choice] = []
    for seen in sorted(taken, key=worth, reverse=True):
        made = _halves(seen, known.highest, known.elsewhere | {choice.halves for choice in chosen})
        if made is not None:
            chosen.append(made)
    rest = [seen for seen in looks if not any(seen is one or _share(seen, one) for one in taken)]
    unread = any(worth(seen) > POSSIBLE for seen in rest)
    return chosen, _doubts(chosen, len(taken), unread, known)


def worth(seen: Look) -> float:
    """How well a candidate can be read as a tile: both that it is one, and which.

    A blank in another colour is not half of a tile but the table beside one. Colours say nothing of
    halves with pips, since many or large pips are most of what is seen of a half.
    """
    left, right = seen.halves.max(axis=1)
    worth = float(seen.tile * left * right)
    if BLANK in seen.halves.argmax(axis=1):
        worth *= float(np.clip((PATCHY[1] - seen.patchy) / (PATCHY[1] - PATCHY[0]), 0, 1))
    return worth


def _proved(seen: Look) -> bool:
    """Whether pips prove that it is a tile, or, of a double blank, that the finder saw it clearly too."""
    return seen.found >= BLANK_FOUND or bool(seen.halves.argmax(axis=1).any())


def _share(a: Look, b: Look) -> bool:
    return shared(a.corners, b.corners) > OVERLAP


def _of_one_size(looks: list[Look]) -> list[Look]:
    """The candidates that are about as long as most that can be read; a photo shows one set of tiles."""
    if not looks:
        return []
    lengths = np.array([_length(seen) for seen in looks])
    order = np.argsort(lengths)
    weights = np.array([worth(seen) ** 2 for seen in looks])[order].cumsum()
    usual = lengths[order[int(np.searchsorted(weights, weights[-1] / 2))]]
    return [
        seen
        for seen, length in zip(looks, lengths, strict=True)
        if usual / LIKE_SIZED < length < usual * LIKE_SIZED
    ]


def _halves(seen: Look, highest: int, gone: frozenset[Tile]) -> Choice | None:
    """The likeliest halves that are in the set and lie nowhere else."""
    chances = np.outer(seen.halves[0], seen.halves[1])
    first = np.unravel_index(int(np.argmax(chances)), chances.shape)
    chances[highest + 1 :] = chances[:, highest + 1 :] = 0
    for high, low in gone:
        if high < NUMBERS:
            chances[high, low] = chances[low, high] = 0
    if not chances.any():
        return None
    left, right = (int(i) for i in np.unravel_index(int(np.argmax(chances)), chances.shape))
    return Choice(
        seen, left, right, float(chances[left, right] * seen.tile), (left, right) == tuple(map(int, first))
    )


def _doubts(chosen: list[Choice], taken: int, unread: bool, known: Known) -> list[str]:
    doubts = []
    if not chosen:
        doubts.append("No tile was found.")
    if any(not choice.sure for choice in chosen) or len(chosen) < taken:
        doubts.append("Not every tile could be read with certainty.")
    if unread:
        doubts.append("Something looks like a tile and could not be read.")
    if len(chosen) > known.most:
        doubts.append(f"There are more tiles than one hand holds ({known.most}).")
    if known.highest > READ_BEST:
        doubts.append(f"Halves above {READ_BEST} are not read.")
    return doubts


def _length(seen: Look) -> float:
    corners = seen.corners
    return float(np.linalg.norm(corners[1] + corners[2] - corners[0] - corners[3]) / 2)
