"""One side on the board of a match page: its total, the way to the target, whether it goes first."""

from dataclasses import dataclass

from scorekeeper.rules.text import counted
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.services.matches.match_state import MatchState


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side's total and the way to the target. ``filled`` is that way in percent.

    ``to_go`` is None where no target is counted down to: rounds were agreed, or the match is over. ``first``
    says that the side goes first now, ``note`` what stands under the total, ``legs`` how many legs it has
    won where more than one is played.
    """

    index: int
    name: str
    total: int
    legs: str
    to_go: int | None
    filled: int
    won: bool
    first: str
    note: str
    need: str
    keys: tuple[tuple[int, bool], ...]


def side_card(state: MatchState, side: int) -> SideCard:
    """This side's card."""
    score, card = state.score, state.card
    total, busts = score.totals[side], score.bust_values[side]
    to_go = None if card.match_games or not state.running else score.to_go[side]
    return SideCard(
        index=side,
        name=state.sides[side],
        total=total,
        legs=counted(score.legs_won[side], "leg") if card.legs > 1 else "",
        to_go=to_go,
        filled=max(0, min(100, 100 * total // card.target)),
        won=score.winner == side,
        first=_goes_first(state, side),
        note="Won" if score.winner == side else f"{to_go} to go" if to_go is not None else "",
        need=score.needs[side],
        keys=tuple((points, points in busts) for points in play_values(card, False)),
    )


def _goes_first(state: MatchState, side: int) -> str:
    """``Goes first`` on the side that leads the round now; of a pair it says who."""
    leader = state.score.lead.player
    if not state.running or leader is None or state.progress.scored:
        return ""
    seat = next(seat for seat in state.match.seats if seat.name == leader)
    alone = len(state.sides) == len(state.match.seats)
    return "" if seat.side != side else "Goes first" if alone else f"{leader} first"
