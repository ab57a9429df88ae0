"""What was drawn before the first round, a line each on the page of the match."""

from typing import NamedTuple

from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.web.draws.drawn_lead import LeadDraw
from scorekeeper.web.draws.drawn_seats import SeatDraw


class DrawLine(NamedTuple):
    """A draw: the endpoint of its page, what it was for, and everybody’s ``tiles``."""

    endpoint: str
    purpose: str
    tiles: str


def draw_lines(state: MatchState) -> list[DrawLine]:
    """The draws of this match; one that gave both the seats and the first lead stands once."""
    if not state.match.seat_draw and not state.match.lead_draw:
        return []
    seats, lead = SeatDraw.of(state), LeadDraw.of(state)
    found = []
    if seats:
        purpose = "the seats and the first lead" if seats.with_lead else "the seats"
        found.append(DrawLine("seat_draws.show", purpose, seats.line))
    if lead and not (seats and seats.with_lead):
        found.append(DrawLine("lead_draws.show", "the first lead", lead.line))
    return found
