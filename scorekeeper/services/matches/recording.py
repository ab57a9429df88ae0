"""Recording in a running match: the end of a round, a play or a penalty in it, its abandonment."""

from scorekeeper.rules.rounds.in_progress import verify_turn
from scorekeeper.services.gate import Act, Refused, act
from scorekeeper.services.matches.corrections import last_tile_moved, result_of
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.rounds import event_of, pips_of, words_of
from scorekeeper.services.matches.subject import MATCH, Ahead, Conflict, enter, verify_end, verify_room
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches.match_events import (
    Abandonment,
    Hand,
    MatchEvent,
    NewMatchEvent,
    Penalty,
    Play,
    ReportedHand,
    RoundEnd,
    add_reported_hand,
)
from scorekeeper.store.matches.matches import MatchRef


@act(MATCH, "score", "entry", comes_home=True)
def record_round(
    now: Act[MatchState],
    end: RoundEnd,
    last_play: tuple[Play, ...] | None = None,
    *,
    round: int,
    reason: str | None,
) -> bool:
    """Store the end of round ``round``, and what its last tile scored where that was said with it.

    False if it was there already: two phones that enter the same result agree, and the second one is told.
    ``reason`` overrides a doubt of the rules and is kept. Raises ``RuleViolation`` or ``Conflict``.
    """
    state = now.on
    if _says_the_same(state, end, last_play, round):
        return False
    verify_room(state)
    _verify_open(state, round)
    verify_end(state, end, round, reason)
    key, fingerprint = now.key
    # Where its ends were shown before, what is said with the end stands in their place.
    _, root = last_tile_moved(state, round, end, last_play) or (None, None)
    plays = [
        NewMatchEvent(play, round, f"{key}:{n}", fingerprint, root if n == 0 else None)
        for n, play in enumerate(last_play or ())
    ]
    return enter(now, *plays, NewMatchEvent(end, round, key, fingerprint, reason=reason))


@act(MATCH, "score", "entry", comes_home=True)
def record_event(
    now: Act[MatchState], body: Play | Penalty, *, round: int, seen: int | None = None, reason: str | None
) -> bool:
    """Store a play or a penalty inside the open round.

    ``seen`` is the match's version that the phone showed, None where nobody else can have been faster. Where
    another phone has entered the same since for the same side, or a tile was laid before this one, nothing is
    stored and ``Conflict`` says what it was. Raises ``RuleError`` for a play that the rules do not know.
    """
    state = now.on
    verify_room(state)
    _verify_open(state, round)
    if seen is not None and seen > state.match.version:
        raise Ahead("An entry that this phone has seen is no longer in the record.")
    since = () if seen is None else state.events[seen:]
    if isinstance(body, Play) and body.kind in ("tile", "draw", "knock") and since:
        raise _entered_since(state, since[-1])
    points = body.points
    if isinstance(body, Play):
        names = {seat.player: seat.name for seat in state.match.seats}
        if body.kind == "tile" and body.player in names and state.progress.is_last(names[body.player]):
            body = body._replace(last_tile=1)  # the round so far shows that it is
        scored = event_of(state.match, body)
        points = state.progress.apply(scored).scored[-1].points
        verify_turn(state.progress, scored)
    for theirs in state.counting:
        if theirs in since and theirs.device != now.author.device and _is_alike(state, theirs, body, points):
            raise _entered_since(state, theirs)
    return enter(now, NewMatchEvent(body, round, *now.key, reason=reason))


@act(MATCH, "score", "correction", comes_home=True)
def abandon(now: Act[MatchState], *, winner: int | None = None) -> bool:
    """Give the match up without a result, or to the side ``winner``; undo takes it back like anything else.

    Raises ``Conflict`` where it is over, or a board of a league, whose match card says who conceded.
    """
    state = now.on
    if winner is not None and not 0 <= winner < len(state.sides):
        raise Refused("Nobody of that side plays in this match.", "winner")
    if state.abandonment == Abandonment(winner):
        return False
    if not state.running:
        raise Conflict("This match is over already.")
    if winner is not None and board_of_match(now.db, now.club, state.match.id):
        raise Conflict("This match is played for a league: concede the board on its match card.")
    return enter(now, NewMatchEvent(Abandonment(winner), state.score.round_open, *now.key))


def _is_alike(state: MatchState, theirs: MatchEvent, body: Play | Penalty, points: int | None) -> bool:
    """Whether another phone's entry may be this very one: of the same side, for the same points."""
    if not isinstance(theirs.body, Play | Penalty) or type(theirs.body) is not type(body):
        return False
    scored = state.scored(theirs)
    return (theirs.body.side, theirs.body.points if scored is None else scored.points) == (body.side, points)


def _entered_since(state: MatchState, theirs: MatchEvent) -> Conflict:
    return Conflict(f"{theirs.nickname} has just entered: {state.words_of(theirs)}.", theirs)


def _says_the_same(state: MatchState, end: RoundEnd, last_play: tuple[Play, ...] | None, round: int) -> bool:
    """Whether the newest of the rounds has been entered by another phone with just this result."""
    if round != state.score.round_open - 1 and state.running:
        return False
    theirs = next((e.body for e in state.counting if e.round == round and isinstance(e.body, RoundEnd)), None)
    if theirs is None or last_tile_moved(state, round, end, last_play):
        return False
    return result_of(state, theirs) == result_of(state, end)


def _verify_open(state: MatchState, round: int) -> None:
    asked, open_ = state.score.round_name(round), state.score.open_name
    if round < state.score.round_open:
        theirs = next((e for e in state.counting if e.round == round and isinstance(e.body, RoundEnd)), None)
        if theirs:
            raise Conflict(f"{theirs.nickname} has entered {asked} already.", theirs)
    if not state.running:
        raise Conflict("This match is over; nothing more can be entered in it.")
    if round < state.score.round_open:
        # Without an end of its own: it was struck, or a leg was won by a play in it.
        raise Conflict(f"{asked.capitalize()} is over; {open_} is being played.")
    if round > state.score.round_open:
        raise Ahead(f"{open_.capitalize()} is being played: {asked} cannot come before it.")


# A hand that its player reports is a fact of its own and counts nothing by itself: the round's end is what
# counts, and the record shows where the two differ.
@act(MATCH, "score", "hand")
def report_hand(now: Act[MatchState], hand: Hand, *, round: int) -> None:
    """Keep what this player says of the open round. Raises ``Conflict`` where the round has been entered."""
    if not now.on.running or round != now.on.score.round_open:
        name = now.on.score.round_name(round).capitalize()
        raise Conflict(f"{name} is over; its hands have been entered already.")
    at = MatchRef(now.club, now.on.match.id)
    add_reported_hand(now.db, at, round, hand, key=now.key.key, author=now.author)


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
