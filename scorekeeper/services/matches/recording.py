"""Recording in a match: the end of a round, a play or a penalty in it, its abandonment; and corrections.

Nothing is overwritten: to correct or delete an entry or a round, or to undo the last act, adds an entry, and
the record keeps the earlier one.
"""

from scorekeeper.rules.rounds.in_progress import verify_turn
from scorekeeper.services.gate import Act, Missing, Refused, act, there
from scorekeeper.services.match_rounds import event_of, names_by_id, pips_of, progress_before, words_of
from scorekeeper.services.match_state import Entries, MatchState, acts_of
from scorekeeper.services.matches import subject
from scorekeeper.services.matches.last_tile import LastTile, last_tile_by, verify_last_tile
from scorekeeper.services.matches.starting import take_back_act
from scorekeeper.services.matches.subject import MATCH, Ahead, Conflict
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches.match_events import (
    Abandonment,
    EventBody,
    Hand,
    MatchEvent,
    Meant,
    NewMatchEvent,
    Penalty,
    Play,
    Removal,
    ReportedHand,
    RoundEnd,
    add_reported_hand,
)
from scorekeeper.store.matches.matches import MatchRef

CHANGED_SINCE = "Somebody has changed this entry since you opened it."


@act(MATCH, "score", "entry", comes_home=True)
def record_round(
    act: Act[MatchState],
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
    state = act.on
    if _says_the_same(state, end, last_play, round):
        return False
    subject.verify_room(state)
    _verify_open(state, round)
    subject.verify_end(state, end, round, reason)
    key, fingerprint = act.key
    # Where its ends were shown before, what is said with the end stands in their place.
    before = last_tile_by(state, round, end, last_play)
    plays = [
        NewMatchEvent(play, round, f"{key}:{n}", fingerprint, before.original if before and n == 0 else None)
        for n, play in enumerate(last_play or ())
    ]
    return subject.enter(act, *plays, NewMatchEvent(end, round, key, fingerprint, reason=reason))


@act(MATCH, "score", "entry", comes_home=True)
def record_event(
    act: Act[MatchState], body: Play | Penalty, *, round: int, seen: int | None = None, reason: str | None
) -> bool:
    """Store a play or a penalty inside the open round.

    ``seen`` is the match's version that the phone showed, None where nobody else can have been faster. Where
    another phone has entered the same since for the same side, or a tile was laid before this one, nothing is
    stored and ``Conflict`` says what it was. Raises ``RuleError`` for a play that the rules do not know.
    """
    state = act.on
    subject.verify_room(state)
    _verify_open(state, round)
    if seen is not None and seen > state.match.version:
        raise Ahead("An entry that this phone has seen is no longer in the record.")
    since = () if seen is None else state.events[seen:]
    if isinstance(body, Play) and body.kind in ("tile", "draw", "knock") and since:
        raise _entered_since(state, since[-1])
    points = body.points
    if isinstance(body, Play):
        names = names_by_id(state.match.seats)
        player = names.get(body.player or "")
        if body.kind == "tile" and player and state.progress.is_last(player):
            body = body._replace(last_tile=1)  # the round so far shows that it is
        scored = event_of(state.match, body)
        points = state.progress.apply(scored).scored[-1].points
        verify_turn(state.progress, scored)
    for theirs in state.counting:
        if theirs in since and theirs.device != act.author.device and _is_alike(state, theirs, body, points):
            raise _entered_since(state, theirs)
    return subject.enter(act, NewMatchEvent(body, round, *act.key, reason=reason))


@act(MATCH, "score", "correction", comes_home=True)
def abandon(act: Act[MatchState], *, winner: int | None = None) -> bool:
    """Give the match up without a result, or to the side ``winner``; undo takes it back like anything else.

    Raises ``Conflict`` where it is over, or a board of a league, whose match card says who conceded.
    """
    state = act.on
    if winner is not None and not 0 <= winner < len(state.sides):
        raise Refused("Nobody of that side plays in this match.", "winner")
    if state.abandonment == Abandonment(winner):
        return False
    if not state.running:
        raise Conflict("This match is over already.")
    if winner is not None and board_of_match(act.db, act.club, state.match.id):
        raise Conflict("This match is played for a league: concede the board on its match card.")
    return subject.enter(act, NewMatchEvent(Abandonment(winner), state.score.round_open, *act.key))


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
    theirs = state.end_of(round)
    if theirs is None or last_tile_by(state, round, end, last_play):
        return False
    return same_entry(state, theirs, end, None)


def _verify_open(state: MatchState, round: int) -> None:
    asked, open_ = state.score.round_name(round), state.score.open_name
    if round < state.score.round_open and (theirs := state.end_of(round)):
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
def report_hand(act: Act[MatchState], hand: Hand, *, round: int) -> None:
    """Keep what this player says of the open round. Raises ``Conflict`` where the round has been entered."""
    if not act.on.running or round != act.on.score.round_open:
        name = act.on.score.round_name(round).capitalize()
        raise Conflict(f"{name} is over; its hands have been entered already.")
    at = MatchRef(act.club, act.on.match.id)
    add_reported_hand(act.db, at, round, hand, key=act.key.key, author=act.author)


def differing(state: MatchState, reported: dict[tuple[int, str], ReportedHand]) -> dict[int, list[str]]:
    """By round: what players said of their own hands where the round that counts says something else."""
    card, names = state.card, names_by_id(state.match.seats)
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


@act(MATCH, "score", "correction", comes_home=True)
def correct(
    act: Act[MatchState],
    body: Play | Penalty | Removal,
    *,
    original: int,
    standing: Meant,
    reason: str | None = None,
) -> bool:
    """Replace an entry by another, or take it out; the record keeps it.

    ``standing`` is what the phone saw there; if something else stands there by now, nothing is stored and
    ``Conflict`` names it. Raises ``RuleError`` where the rules do not allow it. With the end of a round goes
    the play of its last tile; another end is put in its place by ``correct_end``.
    """
    state, newest = act.on, there(act.on.newest(original), "entry")
    if not standing.names(newest):
        if same_entry(state, newest, body, reason):
            return False
        raise Conflict(CHANGED_SINCE, newest)
    if isinstance(body, Play):
        _verify_play(state, newest.round, body, original)
    last_tile = last_tile_by(state, newest.round, body) if isinstance(newest.body, RoundEnd) else None
    key, fingerprint = act.key
    new = NewMatchEvent(body, newest.round, key, fingerprint, original, reason)
    subject.enter(act, *_entries_of(act, newest.round, last_tile), new)
    verify_last_tile(subject.read_match(act.ask, state.match.id), newest.round)
    return True


@act(MATCH, "score", "correction", comes_home=True)
def correct_end(
    act: Act[MatchState],
    end: RoundEnd,
    *,
    original: int,
    standing: Meant,
    reason: str | None = None,
    last_play: tuple[Play, ...] | None = None,
) -> bool:
    """Put this end of a round in the place of the one that stands there, or of one that was deleted.

    As for ``correct``; where the rules do not allow it, ``RuleViolation`` says so. ``last_play`` is what the
    last tile of the round scored, as for ``record_round``; None where nothing is said of it, so that what is
    known goes with the end. With an end that was deleted comes what was deleted with it.
    """
    state, newest = act.on, there(act.on.newest(original), "entry")
    last_tile = last_tile_by(state, newest.round, end, last_play)
    if not standing.names(newest):
        if not last_tile and same_entry(state, newest, end, reason):
            return False
        raise Conflict(CHANGED_SINCE, newest)
    _verify_only_end(state, newest.round, original)
    key, fingerprint = act.key
    back = [
        NewMatchEvent(gone.body, gone.round, f"{key}:{n}", fingerprint, gone.original, gone.reason)
        for n, gone in enumerate(_gone_with(state, newest, end), 1)
    ]
    new = NewMatchEvent(end, newest.round, key, fingerprint, original, reason)
    subject.enter(act, *back, *_entries_of(act, newest.round, last_tile), new)
    subject.verify_end(subject.read_match(act.ask, state.match.id), end, newest.round, reason)
    return True


def _entries_of(act: Act[MatchState], round: int, last_tile: LastTile | None) -> list[NewMatchEvent]:
    key, fingerprint = act.key
    if last_tile is None:
        return []
    return [NewMatchEvent(last_tile.body, round, f"{key}:0", fingerprint, last_tile.original)]


def _verify_only_end(state: MatchState, round_number: int, original: int) -> None:
    """A round that was taken out and entered anew has its end; the old one does not come back beside it."""
    for event in state.counting:
        new_end = event.round == round_number and isinstance(event.body, RoundEnd)
        if new_end and event.original != original:
            raise Conflict(f"{event.nickname} has entered round {event.round} again since.", event)


def _gone_with(state: MatchState, newest: MatchEvent, end: RoundEnd) -> list[MatchEvent]:
    """What stood in the round that was deleted with its end, unless something was entered in it since."""
    act = next(act for act in acts_of(state.events) if newest in act)
    since = [
        event for event in state.counting if event.round == newest.round and event.version > newest.version
    ]
    if since or not isinstance(newest.body, Removal):
        return []
    before = {event.original: event for event in state.events if event.version < act[0].version}
    same = before[newest.original].body == end
    gone = [before[event.original] for event in act if event is state.newest(event.original) is not newest]
    return [event for event in gone if same or not (isinstance(event.body, Play) and event.body.last_tile)]


def same_entry(state: MatchState, event: MatchEvent, body: EventBody, reason: str | None) -> bool:
    """Whether what another phone has entered in this place comes to the same, however it was entered."""
    if isinstance(body, RoundEnd) and isinstance(event.body, RoundEnd):
        return _result(state, event.body) == _result(state, body)
    return event.body == body and (event.reason == reason or not isinstance(body, Penalty))


def _result(state: MatchState, end: RoundEnd) -> tuple[object, ...]:
    """What a round's end says of the result, however its hands were entered."""
    pips = {hand.player: pips_of(hand, state.card) for hand in end.hands if hand.player != end.went_out}
    return end.event, end.out_player, pips


@act(MATCH, "score", "correction", comes_home=True)
def add_play(act: Act[MatchState], play: Play, *, round: int, seen: int) -> bool:
    """Add a play that was forgotten, after those that were entered of its round, whether it has ended or not.

    ``seen`` is the match's version that the page showed; ``Conflict`` where something was entered since.
    Raises ``RuleError`` for a play that cannot be.
    """
    state = act.on
    if round not in state.rounds:
        raise Missing("round")
    if seen != state.match.version:
        raise Conflict("Somebody has entered something since you opened this page.")
    _verify_play(state, round, play, None)
    subject.enter(act, NewMatchEvent(play, round, *act.key))
    verify_last_tile(subject.read_match(act.ask, state.match.id), round)
    return True


def _verify_play(state: MatchState, round: int, play: Play, original: int | None) -> None:
    """Raise RuleError unless the play can be in this place of its round, or after all others of it."""
    known = state.rounds.get(round)
    before = progress_before(state.match, state.card, known.events if known else (), original)
    before.apply(event_of(state.match, play))


@act(MATCH, "score", "correction", comes_home=True)
def undo(act: Act[MatchState], standing: Meant) -> bool:
    """Undo the last act, whose last entry is ``standing``, with everything that it entered.

    Two phones that undo the same agree. ``Conflict`` where something else has become the last act meanwhile.
    """
    gone = "Somebody has entered or taken back something since you looked."
    return _take_back(act, act.on.last_act, standing, gone)


@act(MATCH, "score", "correction", comes_home=True)
def redo(act: Act[MatchState], standing: Meant) -> bool:
    """Put back what the last undo took, if that undo, whose last entry is ``standing``, is the last act."""
    gone = "Somebody has entered something since you looked."
    return _take_back(act, act.on.last_undo, standing, gone)


def _take_back(act: Act[MatchState], last: Entries | None, standing: Meant, gone: str) -> bool:
    """Take back the act whose last entry is ``standing``; False where the very last act has done so."""
    acts = acts_of(act.on.events)
    undone = [act.on.events[event.reverts - 1] for event in (acts[-1] if acts else ()) if event.reverts]
    if any(map(standing.names, undone)):
        return False
    if last is None or not standing.names(last[-1]):
        raise Conflict(gone)
    return take_back_act(act, last)


@act(MATCH, "score", "correction", comes_home=True)
def delete_round(act: Act[MatchState], round: int, standing: Meant | None = None) -> bool:
    """Delete a whole round, its end and every play in it, so that it no longer counts.

    ``standing`` is its end as the phone saw it; ``Conflict`` where another one stands there by now.
    """
    key = act.key
    roots = [event.original for event in act.on.counting if event.round == round]
    end = act.on.end_of(round)
    if end and standing and not standing.names(end):
        raise Conflict(CHANGED_SINCE, end)
    new = [
        NewMatchEvent(Removal(), round, own, key.fingerprint, original=original)
        for own, original in zip(key.of_parts(len(roots)), roots, strict=True)
    ]
    return bool(new) and subject.enter(act, *new)
