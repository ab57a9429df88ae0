"""What is stored of a match, in the words of the count."""

import re
from contextlib import closing

from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.store import open_store
from scorekeeper.store.matches.match_events import Hand, RoundEnd
from scorekeeper.store.matches.match_events import Play as StoredPlay
from tests.browser.spots.expected import End, Play
from tests.serving import ServerProcess

MATCH = re.compile(r"/c/(\w+)/matches/(\w+)")


def stored(server: ServerProcess, url: str) -> MatchState:
    """The match whose page this is, as it stands on the server's disk."""
    found = MATCH.search(url)
    assert found
    with closing(open_store(server.database)) as db:
        state = load_match(db, *found.groups())
    assert state
    return state


def recorded(state: MatchState) -> list[Play | End]:
    """The acts that count, as they are stored."""
    acts, last = list[Play | End](), 0
    names = {seat.player: seat.name for seat in state.match.seats}
    for event in state.counting:
        if isinstance(event.body, StoredPlay) and event.body.kind == "key" and event.body.last_tile:
            last = max((event.body.points or 0) - 1, 0)  # its bonus of 1 is stored with it
        elif isinstance(event.body, StoredPlay):
            made, shown = state.scored(event), event.body.shown or ""
            points = made.points if event.body.points is None and made else event.body.points or 0
            acts.append(Play(event.round, state.sides[event.body.side], points, shown))
        elif isinstance(event.body, RoundEnd):
            known = [hand for hand in event.body.hands if hand.tiles or hand.pips is not None]
            hands = {names[hand.player]: _pips(hand) for hand in known}
            out = names.get(event.body.out_player or "") if event.body.event == "out" else None
            hands.pop(out or "", None)
            acts.append(End(event.round, out, tuple(sorted(hands.items())), last))
            last = 0
    return acts


def _pips(hand: Hand) -> int:
    return sum(map(int, re.findall(r"\d", hand.tiles))) if hand.tiles else hand.pips or 0


def difference(stored: list[Play | End], tapped: list[Play | End]) -> str:
    pairs = enumerate(zip(stored, tapped, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(stored), len(tapped)))
    return (
        f"{len(stored)} acts are stored, {len(tapped)} were tapped; from number {same + 1} on "
        f"stored {stored[same : same + 3]}, tapped {tapped[same : same + 3]}"
    )
