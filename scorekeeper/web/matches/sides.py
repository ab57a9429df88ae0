"""What stands at each place of a match’s table: the sides’ totals, the deal, the hands that were reported."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.text import counted
from scorekeeper.rules.tiles.open_ends import play_values
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.reported_hands import pips_of, words_of
from scorekeeper.store.matches.reported_hands import ReportedHand


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


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles each, and how many are left over, in words that say what becomes of them."""

    each: int
    left: int
    left_words: str

    @classmethod
    def of(cls, state: MatchState) -> "Deal":
        """The deal of this table."""
        players, card = len(state.match.seats), state.card
        each = card.deal_for(players)
        left = card.tile_set.size - players * each
        return cls(each, left, "stay to draw from" if card.draw else "stay face down")


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
