"""Reported hands as the round's form shows them, seat by seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.reported_hands import pips_of, words_of
from scorekeeper.store.matches.reported_hands import ReportedHand


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """A seat, and what its player reported of the open round: ``words`` is None where nothing was."""

    seat: int
    name: str
    words: str | None = None
    pips: int | None = None
    by: str | None = None


def reported_rows(state: MatchState, reported: Mapping[tuple[int, str], ReportedHand]) -> list[ReportedRow]:
    """Seat by seat what was reported of the open round."""
    rows = []
    for number, seat in enumerate(state.match.seats):
        known = reported.get((state.score.round_open, seat.player))
        if known is None:
            rows.append(ReportedRow(number, seat.name))
        else:
            words, pips = words_of(known.hand, state.card), pips_of(known.hand, state.card)
            rows.append(ReportedRow(number, seat.name, words, pips, known.nickname))
    return rows
