"""The values with which the form for the end of a round opens."""

from typing import cast

from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import MatchEvent, RoundEnd
from scorekeeper.web.forms import new_key
from scorekeeper.web.rounds.entry import BLOCKED, last_tile_of


def initial_values(state: MatchState) -> dict[str, object]:
    """What a new form need not ask, because the round was entered tile by tile or its ends were shown."""
    progress = state.progress
    ends = progress.layout.ends_read if progress.layout else ()
    led = progress.leader if progress.complete and progress.scored else None
    first = progress.scored[0].event.tile if led else None
    return {
        "key": new_key(),
        "round": state.score.round_open,
        "ends": " ".join(map(str, ends)) or None,
        "boneyard": progress.boneyard if led else None,
        "led": str(progress.players.index(led)) if led else None,
        "lead_tile": (first,) if first else None,
    }


def entered_values(state: MatchState, event: MatchEvent) -> dict[str, object]:
    """The form's values for a round that was entered before."""
    end = cast(RoundEnd, event.body)
    seats = {seat.player: n for n, seat in enumerate(state.match.seats)}
    typed: dict[str, object] = {
        "key": new_key(),
        "round": event.round,
        "out": str(seats[end.out_player]) if end.out_player else BLOCKED,
        "ends": end.ends,
        "boneyard": end.boneyard,
        "led": str(seats[end.leader]) if end.leader else None,
        "lead_tile": (Tile.parse(end.lead_tile),) if end.lead_tile else None,
        "reason": event.reason,
    }
    last = last_tile_of(state, event.round)
    if last is not None and last.points:
        typed["last"] = str(last.points - state.card.last_tile_bonus)
    elif end.out_player and not last:
        typed["last"] = "0"
    for hand in end.hands:
        tiles = tuple(Tile.parse(tile) for tile in hand.tiles.split()) if hand.tiles else None
        seat = seats[hand.player]
        typed |= {f"pips_{seat}": hand.pips, f"tiles_{seat}": tiles, f"held_{seat}": hand.held}
    return typed
