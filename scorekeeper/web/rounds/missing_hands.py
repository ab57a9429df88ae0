"""Problems of a round as its page shows them: hands that are missing, in order and in one sentence."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rules.rounds.problems import Problem
from scorekeeper.rules.text import listed
from scorekeeper.services.matches.mapping import sides_of
from scorekeeper.services.matches.match_state import MatchState

_MISSING = "hand_missing"


def as_lit(state: MatchState, problems: Sequence[Problem]) -> list[Problem]:
    """The problems, with hands that are missing in the order in which the page lights them: side by side."""
    order = [name for side in sides_of(state.match) for name in side]
    missing = [problem for problem in problems if problem.code == _MISSING]
    missing.sort(key=lambda problem: order.index(problem.players[0]))
    return [missing.pop(0) if problem.code == _MISSING else problem for problem in problems]


def hands_together(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, with one for all the hands that are missing, beside the first of them."""
    missing = [problem for problem in problems if problem.code == _MISSING]
    if len(missing) < 2:
        return [*problems]
    names = listed(problem.players[0] for problem in missing)
    whole = replace(missing[0], message=f"Enter what {names} still hold.")
    return [whole if problem is missing[0] else problem for problem in problems if problem not in missing[1:]]
