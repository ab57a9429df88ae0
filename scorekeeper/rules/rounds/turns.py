"""Which events cannot come next in a round whose tiles or layout are known.

Checked only when a play is entered, never when stored plays are replayed: deleting an earlier play must not
invalidate those after it.
"""

from __future__ import annotations

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds.events import Event
from scorekeeper.rules.rounds.in_progress import RoundInProgress
from scorekeeper.rules.text import counted

_BY_SEAT = ("tile", "draw", "knock")


def verify_turn(known: RoundInProgress, event: Event) -> None:
    """RuleError where it is another's turn, for a knock while there is something to draw, for a spinner
    where the lead was none.

    Who leads is left to the table. Whose turn it is is not asked where not every tile of the round was
    entered, nor of points and ends, which may be entered without the plays between them.
    """
    if event.kind == "ends" and event.spinner is not None and not spinner_possible(known):
        raise RuleError("no_spinner", "The tile that led was no double: this round has no spinner.")
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


def spinner_possible(known: RoundInProgress) -> bool:
    """Whether a spinner can lie on the table, now or after the next play."""
    rule, layout = known.card.spinner, known.layout
    led = rule == "lead_double_only" and layout is not None and layout.tiles and layout.spinner is None
    return rule in ("first_double", "lead_double_only", "any_lead") and not led
