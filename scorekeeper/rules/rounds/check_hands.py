"""The tiles entered as hands: of this set, each once, and not more than a player can hold."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.check_deal import deal_of
from scorekeeper.rules.rounds.problems import Problem, problem
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.tile import Tile


def hand_problems(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    """Tiles of no set, tiles entered twice, and hands too large for the deal."""
    holders: dict[Tile, list[str]] = {}
    for name, hand in report.hands.items():
        if len(set(hand)) < len(hand):
            for tile in dict.fromkeys(tile for tile in hand if hand.count(tile) > 1):
                yield problem("duplicate_tile_in_hand", name, tile=tile)
        for tile in dict.fromkeys(hand):
            holders.setdefault(tile, []).append(name)
    for tile, names in holders.items():
        if not 0 <= tile.low <= tile.high <= card.set:
            yield problem("tile_not_in_set", *names, tile=tile, where=listed(names), set=card.set)
        if len(names) > 1:
            yield problem("duplicate_tile_across_hands", *names, tile=tile, names=listed(names))
    yield from _too_many(report, card)


def _too_many(report: RoundReport, card: RuleCard) -> Iterator[Problem]:
    for name in report.players:
        held = report.tiles_held(name)
        if held is not None and held > (most := most_held(report, card, name)):
            yield problem("too_many_tiles", name, number=held, most=most)
        if name in report.hands and report.tile_counts.get(name, held) != held:
            yield problem(
                "tile_count_mismatch",
                name,
                field="hand",
                detail=(f"{name}’s hand shows {held} tiles, not {report.tile_counts[name]}."),
            )


def most_held(report: RoundReport, card: RuleCard, name: str) -> int:
    """The most tiles this player can hold at the round's end.

    No more than were dealt, plus whatever was drawn; the leader has played one at least.
    """
    return max(0, deal_of(report, card) + most_drawn(report, card) - (1 if name == report.leader else 0))


def most_drawn(report: RoundReport, card: RuleCard) -> int:
    """How many tiles can have been drawn by all players together."""
    if not card.draw:
        return 0
    left = card.tile_set.size - len(report.players) * deal_of(report, card)
    resting = card.boneyard_reserve if report.boneyard is None else report.boneyard
    return max(0, left - resting)
