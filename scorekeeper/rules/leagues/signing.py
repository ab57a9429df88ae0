"""Signatures in time: when a card was first signed by both captains, and which team pays if that was late."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signing:
    """The captain of ``side`` (0 home, 1 away) signed for ``wording``; ``side`` None: opened again."""

    side: int | None
    wording: str = ""
    day: int = 0


def first_signed(signings: Iterable[Signing]) -> tuple[int, int] | None:
    """The days on which home and away signed, when both had first signed the same wording.

    A card that was reopened and signed again was in time if its first signing was.
    """
    standing: list[Signing | None] = [None, None]
    for signing in signings:
        if signing.side is None:
            standing = [None, None]
            continue
        standing[signing.side] = signing
        home, away = standing
        if home and away and home.wording == away.wording:
            return home.day, away.day
    return None


def late_by(signed: tuple[int, int] | None, due: int | None) -> int | None:
    """The side that pays for a late card: home, which hands it in, unless only the away captain was late."""
    if signed is None or due is None or max(signed) <= due:
        return None
    return 0 if signed[0] > due else 1
