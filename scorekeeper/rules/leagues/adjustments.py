"""Points that the secretary adds or deducts, and fines for late cards with their waivers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError

MOST_ADJUSTED = 99


@dataclass(frozen=True, slots=True)
class Adjustment:
    """League points for a team from ``day`` on, with the secretary's reason; below 0 they are taken."""

    team: str
    points: int
    day: int
    reason: str


@dataclass(frozen=True, slots=True)
class LateCard:
    """A card that came late: the team that pays, and what orders and names its fixture."""

    team: str
    day: int
    fixture: str


def verify_adjustment(points: int, reason: str) -> None:
    """RuleError for points out of range, or without a reason."""
    if not points or abs(points) > MOST_ADJUSTED:
        raise RuleError("bad_points", f"Points: from 1 to {MOST_ADJUSTED}, taken or given.")
    if not reason.strip():
        raise RuleError("no_reason", "Say why: the table shows it.")


def late_fines(
    late: Iterable[LateCard], waived: Collection[str], first: int, repeat: int = 0
) -> dict[str, int]:
    """The fine for each late card by its fixture: ``first``, then ``repeat`` if the league has that rate.

    A card whose fine was waived costs nothing and is not counted as an offence.
    """
    offences: Counter[str] = Counter()
    fines: dict[str, int] = {}
    for card in sorted(late, key=lambda card: (card.day, card.fixture)):
        if card.fixture in waived:
            continue
        offences[card.team] += 1
        fines[card.fixture] = repeat if repeat and offences[card.team] > 1 else first
    return fines
