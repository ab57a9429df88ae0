"""A match that somebody joins or leaves between rounds goes on as another one, of those who play now.

Everybody's total goes along, who joins begins at 0, and what was played stays with those who played it. The
act that ended the one and began the other is taken back in both.
"""

import json
from collections.abc import Mapping

from sqlite_utils import Database

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.text import counted, listed
from scorekeeper.services.gate import Act, Refused, count_act
from scorekeeper.services.match_state import MatchState, acts_of, load_match, reverted
from scorekeeper.services.matches.subject import enter, read_match
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches import matches
from scorekeeper.store.matches.match_events import (
    Abandonment,
    MatchEvent,
    NewMatchEvent,
    Penalty,
    Play,
    add_events,
)

OF_A_LEAGUE = "This match is played for a league: change the players on its match card."


class SetupRefused(Refused):
    status, code = 409, "setup"


def go_on(act: Act[MatchState], agreed: RuleCard, names: Mapping[str, str], *, pairs: bool) -> str:
    """Let the match go on with the players of these ``names``, each with the total so far; its new id."""
    state, match, score, key = act.on, act.on.match, act.on.score, act.key
    _verify_between_rounds(act, pairs=pairs)
    count_act(act.ask, "match")
    played = score.round_open - 1
    rest = agreed.match_games
    card = agreed.but(
        start_first=0, start_second=0, match_games=None if rest is None else max(1, rest - played)
    )
    totals = {seat.player: score.totals[seat.side] for seat in match.seats}
    came = [name for player, name in names.items() if player not in totals]
    left = [
        f"{seat.name} left with {totals[seat.player]}" for seat in match.seats if seat.player not in names
    ]
    words = "; ".join([*([f"{listed(came)} joined"] if came else []), *([listed(left)] if left else [])])
    leader = next((seat.player for seat in match.seats if seat.name == score.lead.player), None)
    seats = [(player, side, None) for side, player in enumerate(names)]
    setup_now = matches.Setup(json.dumps(card.to_dict()), seats, leader if leader in names else None)
    goes_on = matches.add_match(act.db, act.club, setup_now, key.key, act.author, rematch_of=match.id)
    carried = [Penalty(side, totals[player]) for side, player in enumerate(names) if totals.get(player)]
    carried = carried or [Penalty(0, 0)]  # nobody has any: an entry all the same, which can be taken back
    reason = f"after {counted(played, 'round')}: {words}"
    brought = [
        NewMatchEvent(body, 1, own, key.fingerprint, reason=reason)
        for own, body in zip(key.of_parts(len(carried)), carried, strict=True)
    ]
    add_events(act.db, act.club, goes_on, brought, act.author)
    gone_on = f"It goes on without a break: {words}"
    enter(act, NewMatchEvent(Abandonment(), state.score.round_open, *key, reason=gone_on))
    return goes_on


def goes_on_as(db: Database, state: MatchState) -> str | None:
    """The id of the match that is played in its place since somebody joined or left, or that was undone."""
    over = next((event for event in state.counting if isinstance(event.body, Abandonment)), None)
    if over is None:
        return None
    known = matches.match_of_key(db, state.match.club, state.events[over.original - 1].key)
    before = None if known else _before(db, state)
    return known.id if known else before.match.id if before and _last_key(before) == over.key else None


def take_back_act(act: Act[MatchState], last: tuple[MatchEvent, ...]) -> bool:
    """Take back this act of the match; where somebody joined or left by it, in both matches."""
    entered = _last_key(act.on)
    ways_on = [
        matches.match_of_key(act.db, act.club, event.key)
        for event in act.on.events
        if isinstance(event.body, Abandonment)
    ]
    after = [read_match(act.ask, match.id) for match in ways_on if match]
    for other in filter(None, (_before(act.db, act.on), *after)):
        if _last_key(other) == entered:
            new = _taking_back(act, other, acts_of(other.events)[-1])
            add_events(act.db, act.club, other.match.id, new, act.author)
    return enter(act, *_taking_back(act, act.on, last))


def _taking_back(
    act: Act[MatchState], state: MatchState, last: tuple[MatchEvent, ...]
) -> list[NewMatchEvent]:
    """The entries that take this act back; the match that it began with everybody’s total is abandoned."""
    begun = matches.match_of_key(act.db, act.club, last[0].key)
    if begun is None or begun.id != state.match.id:
        return reverted(state.events, last, act.key)
    _, _, words = (last[0].reason or "").partition(": ")
    return [NewMatchEvent(Abandonment(), state.score.round_open, *act.key, reason=f"Taken back: {words}")]


def _before(db: Database, state: MatchState) -> MatchState | None:
    return load_match(db, state.match.club, state.match.rematch_of) if state.match.rematch_of else None


def _last_key(state: MatchState) -> str:
    return acts_of(state.events)[-1][0].key if state.events else ""


def _verify_between_rounds(act: Act[MatchState], *, pairs: bool) -> None:
    state = act.on
    if board_of_match(act.db, act.club, state.match.id):
        raise SetupRefused(OF_A_LEAGUE)
    if pairs or state.pairs:
        raise SetupRefused("Somebody can join or leave only where everybody plays alone.")
    if state.card.legs > 1:
        raise SetupRefused("Whoever began a match of legs plays it to its end: nobody can join or leave.")
    if not state.running:
        raise SetupRefused("The match is over: start another one with those who play now.")
    number = state.score.round_open
    known = state.rounds.get(number)
    if known and any(isinstance(event.body, Play) for event in known.events):
        raise SetupRefused(f"Somebody can join or leave between rounds: finish round {number} first.")
