"""A player reports a hand at the end of a round; whoever scores the round sees it and decides.

It is a fact of its own and counts nothing by itself: the round's end is what counts, and the record shows
where the two differ.
"""

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.services.gate import Act, act
from scorekeeper.services.matches.mapping import tiles_of
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.subject import MATCH, Conflict
from scorekeeper.store.matches.match_events import Hand, RoundEnd
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.store.matches.reported_hands import ReportedHand, add_reported_hand


@act(MATCH, "score", "hand")
def report_hand(now: Act[MatchState], hand: Hand, *, round: int) -> None:
    """Keep what this player says of the open round. Raises ``Conflict`` where the round has been entered."""
    if not now.on.running or round != now.on.score.round_open:
        name = now.on.score.round_name(round).capitalize()
        raise Conflict(f"{name} is over; its hands have been entered already.")
    at = MatchRef(now.club, now.on.match.id)
    add_reported_hand(now.db, at, round, hand, key=now.key.key, author=now.author)


def pips_of(hand: Hand, card: RuleCard) -> int:
    """The pips of the hand, whether entered by tiles or by pips."""
    return (hand.pips or 0) if hand.tiles is None else card.pips_in(tiles_of(hand.tiles))


def words_of(hand: Hand, card: RuleCard) -> str:
    """``12``, or ``6-4 2-0, which is 12``."""
    pips = pips_of(hand, card)
    return f"{hand.tiles}, which is {pips}" if hand.tiles else str(pips)


def differing(state: MatchState, reported: dict[tuple[int, str], ReportedHand]) -> dict[int, list[str]]:
    """By round: what players said of their own hands where the round that counts says something else."""
    card, names = state.card, {seat.player: seat.name for seat in state.match.seats}
    found: dict[int, list[str]] = {}
    for event in state.counting:
        if isinstance(event.body, RoundEnd):
            entered = {hand.player: hand for hand in event.body.hands}
            for player, name in names.items():
                own, hand = reported.get((event.round, player)), entered.get(player)
                if own and (hand is None or pips_of(hand, card) != pips_of(own.hand, card)):
                    there = f"entered {words_of(hand, card)}" if hand else "entered nothing"
                    words = f"{name} entered {words_of(own.hand, card)} on {own.nickname}; {there}."
                    found.setdefault(event.round, []).append(words)
    return found
