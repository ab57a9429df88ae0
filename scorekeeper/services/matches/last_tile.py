"""The play of a round's last tile. It belongs to the end of the round: who went out is said once."""

from typing import NamedTuple

from scorekeeper.rules.errors import RuleError
from scorekeeper.services.match_state import MatchState
from scorekeeper.store.matches.match_events import EventBody, Play, Removal, RoundEnd


class LastTile(NamedTuple):
    """What comes of that play: ``body``, in place of the entry ``original``, None where there is none yet."""

    body: Play | Removal
    original: int | None


def last_tile_by(
    state: MatchState, round: int, end: EventBody, last_play: tuple[Play, ...] | None = None
) -> LastTile | None:
    """What comes of the last tile's play as its round gets this end, or loses it; None where nothing does.

    It belongs to whoever is out by the end; ``last_play`` is what was said of it: nothing in it where there
    was none, None where nobody said.
    """
    out_player = end.went_out if isinstance(end, RoundEnd) else None
    out = next((seat for seat in state.match.seats if seat.player == out_player), None)
    known = [e for e in state.events if e.round == round and isinstance(e.body, Play) and e.body.last_tile]
    roots = {event.original for event in known}
    standing = next((e for e in state.counting if e.original in roots and isinstance(e.body, Play)), None)
    before = standing.body if standing else None
    if not isinstance(before, Play) or not before.last_tile:
        # Said anew: it stands where it stood before it was taken out with its end.
        return LastTile(last_play[0], max(roots, default=None)) if last_play else None
    if last_play is not None:
        after: Play | Removal = last_play[0] if last_play else Removal()
    elif out:
        after = before._replace(side=out.side, player=before.player and out.player)
    elif before.kind == "key":
        after = Removal()
    else:
        after = before._replace(last_tile=0) if isinstance(end, RoundEnd) else before
    return None if after == before or standing is None else LastTile(after, standing.original)


def verify_last_tile(state: MatchState, round: int) -> None:
    """Raise RuleError where the round has ended otherwise than its last tile says."""
    ended = state.end_of(round)
    end = ended.body if ended else None
    if not isinstance(end, RoundEnd):
        return
    if any(found.code == "last_tile_elsewhere" for found in state.validate_end(end, round).problems):
        out = next((seat.name for seat in state.match.seats if seat.player == end.went_out), None)
        name = state.score.round_name(round)
        how = "was blocked" if end.event == "blocked" else "ended by a foul"
        said = f"{out} {state.match.out_word} in {name}" if out else f"{name.capitalize()} {how}"
        raise RuleError("last_tile_elsewhere", f"{said}: correct its end, and the last tile goes along.")
