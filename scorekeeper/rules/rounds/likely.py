"""How many pips a hand holds but once in a hundred rounds: a slip is likelier then, and the phone asks."""

from __future__ import annotations

from scorekeeper.rules.cards.rule_card import RuleCard

UNLIKELY = "{name} with {pips} pips: is that right? Few hands hold more than {most}."


def most_likely(card: RuleCard, players: int) -> int:
    """The heaviest hand that can be dealt, where tiles are drawn; else what a deal comes to on average.

    Whoever ends with more has drawn tiles and kept heavy ones, or without drawing has laid none to speak of.
    """
    tiles, deal = sorted(card.tile_set.tiles, key=card.pips_of), card.deal_for(players)
    if card.draw:
        return card.pips_in(tiles[len(tiles) - deal :])
    return card.pips_in(tiles) * deal // len(tiles)
