"""The tiles of a set in the order in which they are tapped."""

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.tiles.tile import Tile

_LARGEST = 6  # a larger set does not fit on two screens as a pad; its tiles are typed end by end


def heaviest_first(card: RuleCard) -> list[Tile]:
    """Every tile of the card's set, the heaviest ends first."""
    return sorted(card.tile_set.tiles, key=lambda tile: (-tile.high, -tile.low))


def pad_of(card: RuleCard) -> list[Tile]:
    """The tiles of the pad; empty where the set is too large for one."""
    return heaviest_first(card) if card.set <= _LARGEST else []
