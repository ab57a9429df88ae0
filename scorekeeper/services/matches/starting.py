"""Setting up a match: a new one, a rematch, and one that has begun put right without playing it again.

What was entered stays as it is and is read under the new card; somebody who takes a seat takes over what was
entered of it. Where pairs were forgotten the rounds are scored again as pairs, and what each made in play
counts for the side. The audit log keeps how the match was set up before.
Where somebody joins or leaves between rounds it goes on as another one, of those who play now. Everybody's
total goes along, who joins begins at 0, and what was played stays with those who played it. The act that
ended the one and began the other is taken back in both.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.rules.games.describe import card_sentence
from scorekeeper.rules.games.options import STARTS
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.rounds.lead import highest_drawn, seats_drawn
from scorekeeper.rules.text import counted, listed
from scorekeeper.services.gate import CLUB, Act, KeyReused, Refused, act, count_act
from scorekeeper.services.match_state import Entries, MatchState, acts_of, faults_of, load_match, reverted
from scorekeeper.services.matches.subject import MATCH, Conflict, enter, read_match
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.clubs.players import ensure_player, player_names, with_pairs
from scorekeeper.store.leagues.card_events import board_of_match
from scorekeeper.store.matches import match_events, matches
from scorekeeper.store.matches.match_events import Abandonment, NewMatchEvent, Penalty, Play, RoundEnd
from scorekeeper.store.transfer.handover_rows import is_with_the_club

STARTED = "This page has started a match already. Tap Start again to start this one too."


@dataclass(frozen=True, slots=True)
class MatchSetup:
    card: RuleCard
    names: tuple[str, ...]  # clockwise; in pairs, partners sit opposite each other
    pairs: bool = False
    first_leader: int | None = None  # the seat that leads the first round; None where a tile decides
    by_lot: bool = False  # a draw says who leads it
    draw_seats: bool = False  # tiles decide who sits where, and the order of the names says nothing


@act(CLUB, "score", "match", comes_home=True)
def start_match(act: Act[Club], setup: MatchSetup) -> str:
    """Start the match; its id. Players and pairs that the club does not have yet are created."""
    return sit_down(act, seated(act, setup, players_named(act, setup.names)), act.key.key)


@act(MATCH, "score", "match", even_closed=True, comes_home=True)
def rematch(act: Act[MatchState]) -> str:
    """The same people, seats and rule card; whoever would have led the next round leads. Its id.

    Where another phone at the table has begun one, and it is still running, it is that one.
    """
    state = act.on
    begun = matches.newest_rematch(act.db, act.club, state.match.id)
    if begun and read_match(act.ask, begun).running:
        return begun
    names = {seat.name: seat.player for seat in state.match.seats}
    seats = [(seat.player, seat.side, seat.pair) for seat in state.match.seats]
    setup = matches.Setup(state.match.card, seats, names.get(state.score.lead.player or ""))
    return sit_down(act, setup, act.key.key, rematch_of=state.match.id)


def players_named(act: Act[Any], names: Sequence[str]) -> list[str]:
    """The players of these names, made where the club does not have them yet."""
    return [ensure_player(act.db, act.club, name, act.author.at).id for name in names]


def seated(act: Act[Any], setup: MatchSetup, named: Sequence[str]) -> matches.Setup:
    """The match with these players, who are in the order of its names, in their seats and pairs.

    Where the seats or who leads is drawn, each player gets a tile; one tile serves for both.
    """
    leader = None if setup.first_leader is None else named[setup.first_leader]
    chairs, drawn = [*named], None
    if setup.by_lot or setup.draw_seats:
        tiles = secrets.SystemRandom().sample(setup.card.tile_set.tiles, len(named))
        order = seats_drawn(tiles, pairs=setup.pairs) if setup.draw_seats else range(len(named))
        chairs, drawn = [named[at] for at in order], " ".join(str(tiles[at]) for at in order)
        leader = named[highest_drawn(tiles)] if setup.by_lot else leader
    sides = [(chair, n % 2 if setup.pairs else n) for n, chair in enumerate(chairs)]
    return matches.Setup(
        json.dumps(setup.card.to_dict()),
        with_pairs(act.db, act.club, sides, act.author.at),
        leader,
        drawn if setup.by_lot else None,
        drawn if setup.draw_seats else None,
    )


def sit_down(act: Act[Any], setup: matches.Setup, key: str, *, rematch_of: str | None = None) -> str:
    """Begin this match; its id. ``KeyReused`` where a file brought one under this key, without its act."""
    if matches.match_of_key(act.db, act.club, key):
        raise KeyReused(STARTED)
    return matches.add_match(act.db, act.club, setup, key, act.author, rematch_of=rematch_of)


@act(MATCH, "score", "correction", comes_home=True)
def change_setup(act: Act[MatchState], setup: MatchSetup, *, seen: int, table: int | None = None) -> str:
    """Set the match up anew as ``setup`` says; one that is set up like this already stays as it is.

    The id of the match, which is another one where somebody has joined or left. ``seen`` is the match's
    version that the page showed, ``table`` the tag of its players and rules. Raises ``Conflict`` where
    something was entered or set up since, ``SetupRefused`` where what was entered would lose its meaning.
    """
    state = act.on
    if state.match.version != seen:
        raise Conflict("Somebody has entered something since you opened this page.")
    if table not in (None, state.table_tag):
        raise Conflict(
            "Somebody has changed the players or the rules since you opened this page. "
            "They stand here as they are now."
        )
    named = players_named(act, setup.names)
    if state.events and len(named) != len(state.match.seats):
        return go_on(act, setup.card, dict(zip(named, setup.names, strict=True)), pairs=setup.pairs)
    sitting = [(seat.player, seat.side, seat.pair) for seat in state.match.seats]
    wanted = seated(act, setup, named)
    if wanted != matches.Setup(json.dumps(state.card.to_dict()), sitting, state.match.first_leader):
        _verify(act, setup, [player for player, *_ in wanted.seats])
        _set_up(act, wanted)
    return state.match.id


@act(MATCH, "score", "correction", comes_home=True)
def undo_setup(act: Act[MatchState], number: int) -> None:
    """Put the match back as it was before its change ``number``, if that is the newest thing that happened.

    This is a change as well, so it can be undone in the same way; one that another phone has undone in the
    same moment stays undone. Raises ``Conflict``.
    """
    match = act.on.match
    before = matches.latest_setup(act.db, match)
    if before and before.number == number + 1:
        was = matches.setup_before(act.db, match, number)
        sitting = tuple((seat.player, seat.side) for seat in match.seats)
        if was and was[1:] == (match.card, match.first_leader, sitting):
            return
    if before is None or before.number != number:
        raise Conflict("Somebody has entered or changed something since.")
    seats = with_pairs(act.db, act.club, before.seats, act.author.at)
    _set_up(act, matches.Setup(before.card, seats, before.first_leader))


def _set_up(act: Act[MatchState], setup: matches.Setup) -> None:
    """Set the match up like this, unless its rounds cannot be by that card."""
    db, state, author = act.db, act.on, act.author
    if board_of_match(db, act.club, state.match.id):
        raise SetupRefused(OF_A_LEAGUE)
    if is_with_the_club(db, act.club, state.match.id):
        raise SetupRefused("The club has this match already: change its players and rules there.")
    match, chairs = state.match, [player for player, *_ in setup.seats]
    faults = faults_of(state)
    in_place_of = _in_place_of([seat.player for seat in match.seats], chairs)
    names = player_names(db, match.club)
    card = RuleCard.from_dict(json.loads(setup.card))
    matches.keep_setup(db, match, len(in_place_of), author)
    setup = setup._replace(
        lead_draw=setup.lead_draw or _seated_draw(match, match.lead_draw, chairs, in_place_of),
        seat_draw=setup.seat_draw or _seated_draw(match, match.seat_draw, chairs, in_place_of),
    )
    words = (
        f"{', '.join(seat.name for seat in match.seats)}. {card_sentence(state.card)}",
        f"{', '.join(names[player] for player in chairs)}. {card_sentence(card)}",
    )
    matches.set_up_anew(db, match, setup, in_place_of, words, author)
    new = [fault for fault in faults_of(read_match(act.ask, match.id)) if fault not in faults]
    if new:
        raise SetupRefused(f"By these rules {new[0].replace(':', ' cannot be:', 1)}")


def _verify(act: Act[MatchState], setup: MatchSetup, chairs: Sequence[str]) -> None:
    state = act.on
    before = [seat.player for seat in state.match.seats]
    if match_events.reported_hands(act.db, act.club, state.match.id) and chairs != before:
        raise SetupRefused("Somebody has sent pips from a seat of this match: the seats must stay.")
    if not state.events:
        return
    if setup.draw_seats:
        raise SetupRefused("The match has begun: the seats stay as they are.")
    if not setup.card.game.scores_in_play and any(isinstance(event.body, Play) for event in state.counting):
        raise SetupRefused(
            f"Points were scored in play, and {setup.card.game.short} has none: delete those plays first."
        )
    in_play = not all(isinstance(event.body, RoundEnd) for event in state.counting)
    if state.pairs and not setup.pairs and in_play:
        raise SetupRefused(
            "What a pair has scored in play belongs to neither alone: delete those plays first."
        )


def _in_place_of(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """Who came for whom: whoever left, by whoever came, first of all in the same seat."""
    left = [player for player in before if player not in after]
    came = [player for player in after if player not in before]
    same = {old: new for old, new in zip(before, after, strict=False) if old in left and new in came}
    rest = zip(
        [old for old in left if old not in same],
        [new for new in came if new not in same.values()],
        strict=False,
    )
    return same | dict(rest)


def _seated_draw(
    match: matches.Match, draw: str | None, chairs: Sequence[str], in_place_of: dict[str, str]
) -> str | None:
    """The tiles that were drawn, in the seats of today; none where a seat has come or gone."""
    tiles = (draw or "").split()
    if len(tiles) != len(chairs):
        return None
    drawn = {
        in_place_of.get(seat.player, seat.player): tile for seat, tile in zip(match.seats, tiles, strict=True)
    }
    return " ".join(drawn[chair] for chair in chairs)


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
    card = agreed.but(**dict.fromkeys(STARTS, 0), match_games=None if rest is None else max(1, rest - played))
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
    match_events.add_events(act.db, act.club, goes_on, brought, act.author)
    gone_on = f"It goes on without a break: {words}"
    enter(act, NewMatchEvent(Abandonment(), state.score.round_open, *key, reason=gone_on))
    return goes_on


def goes_on_as(db: Database, state: MatchState) -> str | None:
    """The id of the match that is played in its place since somebody joined or left, or that was undone."""
    over = next((event for event in state.counting if isinstance(event.body, Abandonment)), None)
    if over is None:
        return None
    if known := matches.match_of_key(db, state.match.club, state.events[over.original - 1].key):
        return known
    before = _before(db, state)
    return before.match.id if before and _last_key(before) == over.key else None


def take_back_act(act: Act[MatchState], last: Entries) -> bool:
    """Take back this act of the match; where somebody joined or left by it, in both matches."""
    entered = _last_key(act.on)
    ways_on = [
        matches.match_of_key(act.db, act.club, event.key)
        for event in act.on.events
        if isinstance(event.body, Abandonment)
    ]
    after = [read_match(act.ask, match) for match in ways_on if match]
    for other in filter(None, (_before(act.db, act.on), *after)):
        if _last_key(other) == entered:
            new = _taking_back(act, other, acts_of(other.events)[-1])
            match_events.add_events(act.db, act.club, other.match.id, new, act.author)
    return enter(act, *_taking_back(act, act.on, last))


def _taking_back(act: Act[MatchState], state: MatchState, last: Entries) -> list[NewMatchEvent]:
    """The entries that take this act back; the match that it began with everybody’s total is abandoned."""
    if matches.match_of_key(act.db, act.club, last[0].key) != state.match.id:
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
