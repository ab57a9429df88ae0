"""Who leads: by the tiles held or drawn in the first round, by the card's rule in the later ones.

Equal totals of drawn tiles: the higher end, 6-3 before 5-4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.outcome import Outcome
from scorekeeper.rules.text import side_name
from scorekeeper.rules.tiles.tile import Tile

FIRST_WORDS = {
    "highest_double_reshuffle": "The highest double leads; without any double, deal again",
    "highest_double_else_tile": "The highest double leads; without any double, the heaviest tile",
    "double_six": "The highest double of the set leads",
    "any": "Draw a tile to see who goes first",
}
LEG_WORDS = "Whoever did not begin the last leg goes first"


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads, None where tiles or a draw decide, and the sentence that says so."""

    player: str | None
    words: str


@dataclass(frozen=True, slots=True)
class FirstLead:
    """The first leader by the tiles: ``player`` and ``tile``, both None where a new deal is needed."""

    player: str | None
    tile: Tile | None


def first_lead(rule: str, hands: Mapping[str, Sequence[Tile]], highest: int = 6) -> FirstLead:
    """Who leads the first round, and with which tile, by the card's ``lead_rule``.

    Without a double the heaviest tile leads; equal totals: the higher end, 6-3 before 5-4. Where any tile
    may lead, and where the one double of ``double_six`` is not held, nobody is found.
    """
    held = [(tile, name) for name, hand in hands.items() for tile in hand]
    doubles = [one for one in held if one[0].is_double]
    if rule == "double_six":
        doubles = [one for one in doubles if one[0].low == highest]
    found = doubles if rule != "any" else []
    if not found and rule == "highest_double_else_tile":
        found = held
    tile, name = max(found, key=lambda one: (one[0].pips, one[0].high), default=(None, None))
    return FirstLead(name, tile)


def opening_lead(card: RuleCard, chosen: str | None = None) -> Lead:
    """The lead of a match's first round: the player chosen at the start, else what the card says."""
    return _leads(chosen) if chosen is not None else Lead(None, FIRST_WORDS[card.lead_rule])


def next_lead(
    card: RuleCard,
    players: Sequence[str],
    sides: Sequence[Sequence[str]],
    ended: Outcome | int | None,
    leader: str | None,
) -> Lead:
    """Who leads the round after one that ended with this outcome; ``leader`` led the round itself, if known.

    After a tie, and where a hand is played again after a foul, the same leader leads again. Who chipped out
    leads for a winning pair; otherwise the partner with fewer pips does, and if level the one who sits first
    in seating order; where their hands were not needed, they say who. Where a play has won the leg, the side
    that won it stands in place of an outcome.
    """
    if isinstance(ended, Outcome) and ended.replayed:
        return _leads_once_more(leader)
    if card.lead_next == "highest_double":
        return opening_lead(card)
    if card.lead_next == "next_seat":
        if leader is None:
            return Lead(None, "The next player to the left goes first")
        return _leads(players[(players.index(leader) + 1) % len(players)])
    if isinstance(ended, int):
        return _side_leads(sides[ended])
    if ended is None or ended.winner is None:
        return _leads_once_more(leader)
    if ended.out is not None:
        return _leads(ended.out)
    if card.lead_next == "lot":
        return Lead(None, FIRST_WORDS["any"])
    return _block_winner_leads(sides[ended.winner], ended)


def other_side_leads(card: RuleCard, sides: Sequence[Sequence[str]]) -> bool:
    """Whether legs are begun in turns. Which side the other is, is clear of two only."""
    return card.lead_leg == "other_side" and len(sides) == 2


def next_leg_lead(
    card: RuleCard, sides: Sequence[Sequence[str]], legs_won: Sequence[int], began: str | None
) -> Lead | None:
    """Who leads the first round of the next leg; None where that is as for any other round.

    ``began`` led that of the leg before, if known. Leek 5: the loser of the draw has the drop in the second
    game, and a third is drawn for.
    """
    if not other_side_leads(card, sides):
        return None
    if min(legs_won) == card.legs - 1:
        return Lead(None, FIRST_WORDS["any"])
    others = [side for side in sides if began not in side]
    if len(others) > 1:
        return Lead(None, LEG_WORDS)
    return _side_leads(others[0])


def _leads_once_more(leader: str | None) -> Lead:
    return Lead(None, "The same player goes first again") if leader is None else _leads(leader)


def _leads(player: str | None) -> Lead:
    return Lead(player, f"{player} goes first")


def _side_leads(side: Sequence[str]) -> Lead:
    return _leads(side[0]) if len(side) == 1 else Lead(None, f"{side_name(side)} go first")


def _block_winner_leads(side: Sequence[str], outcome: Outcome) -> Lead:
    if len(side) == 1 or not {*side} <= {*outcome.entered}:
        return _side_leads(side)
    leader = min(side, key=lambda name: outcome.hand_pips[name])
    return Lead(leader, f"{side_name(side)} won: {leader} goes first")


def heaviest_first(tiles: Sequence[Tile]) -> list[int]:
    return sorted(range(len(tiles)), key=lambda n: (tiles[n].pips, tiles[n].high), reverse=True)


def highest_drawn(tiles: Sequence[Tile]) -> int:
    """Who leads where each draws a tile: the place of the heaviest."""
    return heaviest_first(tiles)[0]


def seats_drawn(tiles: Sequence[Tile], *, pairs: bool) -> list[int]:
    """Who sits where, clockwise, where each draws a tile: the places of the tiles in the order of the seats.

    The heaviest sits first and the others follow by weight. In pairs the two heaviest play together, so they
    sit opposite each other, and the third sits between them.
    """
    order = heaviest_first(tiles)
    return [order[n] for n in (0, 2, 1, 3)] if pairs else order
