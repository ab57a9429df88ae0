"""Points added to a total: the new total, whether it wins or busts, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.events import Adjustment, Play
from scorekeeper.rules.text import MINUS, names_a_pair


@dataclass(frozen=True, slots=True)
class Gain:
    """What a gain does to a total: the new total, whether it wins, and whether it was void."""

    score: int
    won: bool
    bust: bool


def gain(score: int, points: int, target: int, exact: bool) -> Gain:
    """Add points to a score. Where the target must be hit exactly, too much scores nothing at all;
    points pegged back never take a score below 0.
    """
    reached = score + points
    if exact and reached > target:
        return Gain(score, False, True)
    return Gain(max(0, reached), reached >= target, False)


def play_words(name: str, play: Play) -> str:
    """A play as it is read out."""
    verb = "score" if names_a_pair(name) else "scores"
    return f"{name} {play.words}" if play.words else f"{name} {verb} {play.points}"


def adjustment_words(name: str, event: Adjustment) -> str:
    """An adjustment with its sign and its reason."""
    signed = f"+{event.points}" if event.points >= 0 else f"{MINUS}{-event.points}"
    return f"{name} {signed}, {event.reason}" if event.reason else f"{name} {signed}"


def past_target_words(card: RuleCard) -> str:
    """Why points that pass an exact target did not count."""
    return f"past {card.target}, so it scores nothing"
