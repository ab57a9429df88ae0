"""Validating a record again: rounds from another instance are checked by the same rules."""

from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.store.matches.match_events import RoundEnd


def faults_of(state: MatchState) -> list[str]:
    """Every round that counts though the rules refuse it, or doubt it and nobody said why it stands."""
    found = []
    for event in state.counting:
        if isinstance(event.body, RoundEnd):
            validation = state.validate_end(event.body, event.round)
            if validation.refused or (validation.doubtful and not event.reason):
                found.append(f"round {event.round}: {validation.problems[0].message}")
    return found
