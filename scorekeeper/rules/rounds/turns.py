"""What cannot come next in a round that is told tile by tile.

Asked only when a play is entered, never when stored plays are heard again: whoever takes an earlier play out
must not lose those after it.
"""

from __future__ import annotations

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds.events import Event
from scorekeeper.rules.rounds.in_progress import RoundInProgress
from scorekeeper.rules.text import counted

_BY_SEAT = ("tile", "draw", "knock")


def verify_turn(known: RoundInProgress, event: Event) -> None:
    """RuleError where it is another's turn, or for a knock while there is something to draw.

    Who leads is left to the table. Nothing is asked where not every tile of the round was told, nor of
    points and ends, which may be told without the plays between them.
    """
    if event.kind not in _BY_SEAT:
        return
    turn = known.turn if known.scored else None
    if turn is not None and turn != event.player:
        raise RuleError(
            "out_of_turn", f"It is {turn}’s turn. Whatever {turn} did, knocked or drew, comes first."
        )
    if event.kind == "knock" and known.may_draw and known.boneyard is not None:
        left = counted(known.boneyard - known.card.boneyard_reserve, "tile")
        raise RuleError(
            "cannot_pass", f"{event.player} cannot knock yet: there is something to draw ({left})."
        )
