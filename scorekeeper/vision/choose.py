"""Which candidates are the hand, and which halves they show, within what the game allows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.apart import OVERLAP, heaviest_apart
from scorekeeper.vision.hands import Known, Numbers, Tile
from scorekeeper.vision.reader import NUMBERS, Look, shared

LIKELY = 0.35  # a candidate of less worth is no tile
HOPEFUL = 0.05  # enough of it where somebody says that there is a tile
POSSIBLE = 0.2  # more, and something tile-like was left unread
TILE_SURE, HALVES_SURE, FOUND_SURE = 0.85, 0.8, 0.2  # the first as drawn hands say: training/thresholds.py
PATCHY = (20.0, 45.0)  # a blank whose colour is so far from the other half's is hardly one, or is none
UNREAD = "Something looks like a tile and could not be read."
BLANK = 0
BLANK_FOUND = 0.7  # the finder's least chance for a double blank; it gives less to grain and edges
CLEARLY = 0.7  # the finder's chance for what is left over, although nobody can say what is on its halves
LIKE_SIZED = 1.3  # tiles of one photo differ in length by no more, however the camera is tilted
OFFERED = 2  # numbers that a half is said to be, at most
READ_BEST = 12  # the network knows no half above it


@dataclass(frozen=True)
class Choice:
    """A candidate taken as a tile: its halves, and how likely they are."""

    seen: Look
    likely: tuple[Numbers, Numbers]  # on either half, the likeliest first
    chance: float

    @property
    def halves(self) -> Tile:
        """Both halves as a tile, the higher number first."""
        one, other = self.likely[0][0], self.likely[1][0]
        return max(one, other), min(one, other)

    @property
    def doubted(self) -> tuple[bool, bool]:
        """Of either half, whether views differ about it, or the picture alone says another number."""
        one, other = (
            float(agree) < HALVES_SURE or numbers[0] != int(chances.argmax())
            for agree, numbers, chances in zip(self.seen.agree, self.likely, self.seen.halves, strict=True)
        )
        return one, other

    @property
    def sure(self) -> bool:
        """Whether the picture alone decided the halves, and every probability reaches its threshold."""
        seen = self.seen
        whole = seen.one_piece and seen.tile >= TILE_SURE and seen.found >= FOUND_SURE
        return whole and not any(self.doubted)


def choose_at(looks: list[Look], known: Known) -> list[Choice]:
    """What lies where somebody says that a tile is: the best candidate, if poor, but not if hopeless."""
    best = max(looks, key=worth, default=None)
    made = best and worth(best) > HOPEFUL and _halves(best, known.highest, known.elsewhere)
    return [made] if made else []


def choose(looks: list[Look], known: Known) -> tuple[list[Choice], list[str]]:
    """The tiles, the clearest first, and every reason to doubt the whole."""
    every, looks = looks, _of_one_size(looks)
    odd = [seen for seen in every if not any(seen is one for one in looks)]
    near = [frozenset(m for m, b in enumerate(looks) if b is not a and _share(a, b)) for a in looks]
    weights = [worth(seen) - LIKELY if _proved(seen) else 0.0 for seen in looks]
    taken = [looks[n] for n in heaviest_apart(weights, near)]
    chosen: list[Choice] = []
    for seen in sorted(taken, key=worth, reverse=True):
        made = _halves(seen, known.highest, known.elsewhere | {choice.halves for choice in chosen})
        if made is not None:
            chosen.append(made)
    left = [seen for seen in looks if worth(seen) > POSSIBLE and seen.found and _proved(seen)]
    left += [seen for seen in odd if worth(seen) > LIKELY and _proved(seen)]
    left += [seen for seen in every if seen.found >= CLEARLY and seen.tile >= TILE_SURE]  # whatever is on it
    unread = any(not any(seen is one or _share(seen, one) for one in taken) for seen in left)
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
    lengths = np.array([_length(seen) for seen in looks])
    order = np.argsort(lengths)
    weights = np.array([worth(seen) ** 2 if _proved(seen) else 0.0 for seen in looks])[order].cumsum()
    if not looks or not weights[-1]:
        return looks
    usual = lengths[order[int(np.searchsorted(weights, weights[-1] / 2))]]
    return [
        seen
        for seen, length in zip(looks, lengths, strict=True)
        if usual / LIKE_SIZED < length < usual * LIKE_SIZED
    ]


def _halves(seen: Look, highest: int, gone: frozenset[Tile]) -> Choice | None:
    """The likeliest halves that are in the set and lie nowhere else."""
    chances = np.outer(seen.halves[0], seen.halves[1])
    chances[highest + 1 :] = chances[:, highest + 1 :] = 0
    for high, low in gone:
        if high < NUMBERS:
            chances[high, low] = chances[low, high] = 0
    if not chances.any():
        return None
    left, right = np.unravel_index(int(np.argmax(chances)), chances.shape)
    likely = _likeliest(chances[:, right]), _likeliest(chances[left])
    return Choice(seen, likely, float(chances[left, right] * seen.tile))


def _likeliest(chances: NDArray[np.float64]) -> Numbers:
    return tuple(int(number) for number in np.argsort(-chances)[:OFFERED] if chances[number])


def _doubts(chosen: list[Choice], taken: int, unread: bool, known: Known) -> list[str]:
    doubts = []
    if not chosen:
        doubts.append("No tile was found.")
    if any(not choice.sure for choice in chosen) or len(chosen) < taken:
        doubts.append("Not every tile could be read with certainty.")
    if unread:
        doubts.append(UNREAD)
    if len(chosen) > known.most:
        doubts.append(f"There are more tiles than one hand holds ({known.most}).")
    if known.highest > READ_BEST:
        doubts.append(f"Halves above {READ_BEST} are not read.")
    return doubts


def _length(seen: Look) -> float:
    corners = seen.corners
    return float(np.linalg.norm(corners[1] + corners[2] - corners[0] - corners[3]) / 2)
