"""Stored facts turned into the rules' values. Facts name players by id, the rules by their names."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.rules import text
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.store.matches.match_events import RoundEnd
from scorekeeper.store.matches.matches import Match, Seat


def card_of(match: Match) -> RuleCard:
    """The rule card that was fixed when the match started."""
    return _card(match.card)


@lru_cache(maxsize=200)
def _card(text: str) -> RuleCard:
    return RuleCard.from_dict(json.loads(text))


def side_members(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side, sides in their order, partners in the order they sit."""
    count = max(seat.side for seat in seats) + 1
    return tuple(tuple(seat for seat in seats if seat.side == side) for side in range(count))


def side_name(members: Sequence[Seat]) -> str:
    """The team's own name, or its players' joined by “&”."""
    return members[0].team_name or text.side_name(seat.name for seat in members)


def players_of(match: Match) -> tuple[str, ...]:
    """The players' names in seating order."""
    return tuple(seat.name for seat in match.seats)


def sides_of(match: Match) -> tuple[tuple[str, ...], ...]:
    """The names on each side."""
    return tuple(tuple(seat.name for seat in side) for side in side_members(match.seats))


def names_by_id(seats: tuple[Seat, ...]) -> Mapping[str, str]:
    """What the rules call each player."""
    return {seat.player: seat.name for seat in seats}


def tiles_of(text: str) -> tuple[Tile, ...]:
    """The tiles written ``6-4 2-1``."""
    return tuple(Tile.parse(tile) for tile in text.split())


def report_of(
    match: Match, end: RoundEnd, leader: str | None = None, layout: Layout | None = None
) -> RoundReport:
    """The report that this round's end makes.

    ``leader`` is the name of who led it and ``layout`` the tiles on the table, where those are known.
    """
    names = names_by_id(match.seats)
    return RoundReport(
        players=players_of(match),
        sides=sides_of(match),
        event=end.event,
        out=names[end.out_player] if end.out_player else None,
        hands={names[hand.player]: tiles_of(hand.tiles) for hand in end.hands if hand.tiles is not None},
        pips={names[hand.player]: hand.pips for hand in end.hands if hand.pips is not None},
        tile_counts={names[hand.player]: hand.held for hand in end.hands if hand.held is not None},
        ends=tuple(int(number) for number in end.ends.split()) if end.ends else None,
        boneyard=end.boneyard,
        spinner=layout.spinner if layout else None,
        layout=layout,
        leader=names[end.leader] if end.leader else leader,
        lead_tile=Tile.parse(end.lead_tile) if end.lead_tile else None,
        out_word=match.out_word,
    )
