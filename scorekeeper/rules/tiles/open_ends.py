"""The value of the open ends, and the points that one play can make.

Fives: a count that five divides scores itself. Fives-and-threes: one point for each three and each
five the count holds without remainder, so 15 is five threes and three fives: 8.
"""

from __future__ import annotations

from functools import cache, lru_cache

from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.tiles.layout import End


def points_of_count(count: int, card: RuleCard) -> int:
    """The points a play makes that leaves this count at the ends; 0 in the games without such points."""
    if card.game is Game.THREES_FIVES:
        return (0 if count % 3 else count // 3) + (0 if count % 5 else count // 5)
    if card.game is Game.FIVES and count % 5 == 0:
        return count // 5 if card.divide_by_five else count
    return 0


def points_of_play(count: int, card: RuleCard, last_tile: bool = False) -> int:
    """The points of a play that leaves this count; the tile that chips out earns its bonus with them."""
    return points_of_count(count, card) + (card.last_tile_bonus if last_tile else 0)


def largest_count(card: RuleCard) -> int:
    """The largest count any layout shows: 8N-12 on a cross, 4N-2 on a line.

    Where every double is a spinner, ends multiply without a useful limit; the keys go as far as a cross.
    """
    return 4 * card.set - 2 if card.spinner == "none" else 8 * card.set - 12


def counts_possible(card: RuleCard) -> frozenset[int]:
    """The counts some layout of the game shows; in double-six lines 19 and 21 never occur.

    On a line every pair of ends, each plain or a double, but no double twice; a cross reaches every
    count up to its largest.
    """
    if card.spinner == "none":
        return _counts_of_lines(card.set)
    return frozenset(range(largest_count(card) + 1))


@cache
def _counts_of_lines(highest: int) -> frozenset[int]:
    ends = [End(number, double) for number in range(highest + 1) for double in (False, True)]
    return frozenset(a.value + b.value for a in ends for b in ends if not (a == b and a.double))


@lru_cache(maxsize=512)
def play_values(card: RuleCard, last_tile: bool = False) -> tuple[int, ...]:
    """The points one play can make, lowest first, 0 left out: the keys of the score pad.

    The last tile of a chip-out makes its own count and the bonus in one play.
    """
    made = {points_of_play(count, card, last_tile) for count in counts_possible(card)}
    return tuple(sorted(made - {0}))


def play_value_possible(points: int, card: RuleCard, last_tile: bool = False) -> bool:
    """Whether one play can be worth this; a play worth nothing is possible unless it earns the bonus."""
    if points == 0:
        return not (last_tile and card.last_tile_bonus)
    return points in play_values(card, last_tile)
