"""Cases: plain JSON values in, plain answers out; the contract of ``scorekeeper score --json``.

A case is ``{"game", "kind", "input"}``, a whole recorded round (with ``plays``), or a recorded claim (with
``report``). An answer has the shape of what was asked; a refused claim answers ``valid: false`` with every
reason and its sentence. What is no case at all raises ``NotACaseError``. Knows the rules and nothing else.
"""

from typing import Any

from scorekeeper.cli.score_json.kinds import KINDS, NotACaseError, an_object, text
from scorekeeper.cli.score_json.recorded import recorded_report, recorded_round, round_end
from scorekeeper.rules.errors import RuleError

__all__ = ["NotACaseError", "answer"]

ANSWERS = {**KINDS, "round_end": round_end}


def answer(case: object) -> dict[str, Any]:
    """The answer to one case. ``id`` and ``expected`` are never looked at.

    Raises NotACaseError where the value is no case: no object, an unknown kind, a value of the wrong type.
    """
    given = an_object(case, "a case")
    try:
        if "kind" in given:
            kind = text(given["kind"], "kind")
            if kind not in ANSWERS:
                raise NotACaseError(f"There is no kind “{kind[:40]}”.")
            return ANSWERS[kind](given.get("family"), an_object(given.get("input"), "input"))
        if "plays" in given:
            return recorded_round(given)
        if "claim" in given:
            return recorded_report(given)
    except RuleError as error:
        return {"valid": False, "reasons": [error.code], "messages": [str(error)]}
    raise NotACaseError("A case has a kind, or plays, or a claim.")
