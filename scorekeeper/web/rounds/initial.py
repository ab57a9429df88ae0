"""The values with which the form for the end of a round opens."""

from typing import cast

from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchBook
from scorekeeper.store.match_events import Entry, RoundEnd
from scorekeeper.web.forms.act import new_key
from scorekeeper.web.rounds.forms import BLOCKED


def known_already(book: MatchBook) -> dict[str, object]:
    """What a new form need not ask, because the round was told tile by tile or its ends were shown."""
    account = book.account
    ends = account.layout.ends if account.layout else ()
    led = account.leader if account.complete and account.heard else None
    first = account.heard[0].told.tile if led else None
    return {
        "key": new_key(),
        "round": book.state.round_open,
        "ends": " ".join(str(end.number) for end in ends) or None,
        "boneyard": account.boneyard if led else None,
        "led": str(account.players.index(led)) if led else None,
        "lead_tile": (first,) if first else None,
    }


def typed_again(book: MatchBook, entry: Entry) -> dict[str, object]:
    """The form's values for a round that was entered before."""
    end = cast(RoundEnd, entry.told)
    seats = {seat.player: n for n, seat in enumerate(book.match.seats)}
    typed: dict[str, object] = {
        "key": new_key(),
        "round": entry.round,
        "out": str(seats[end.out_player]) if end.out_player else BLOCKED,
        "ends": end.ends,
        "boneyard": end.boneyard,
        "led": str(seats[end.leader]) if end.leader else None,
        "lead_tile": (Tile.parse(end.lead_tile),) if end.lead_tile else None,
        "reason": entry.reason,
    }
    for hand in end.hands:
        tiles = tuple(Tile.parse(tile) for tile in hand.tiles.split()) if hand.tiles else None
        seat = seats[hand.player]
        typed |= {f"pips_{seat}": hand.pips, f"tiles_{seat}": tiles, f"held_{seat}": hand.held}
    return typed
