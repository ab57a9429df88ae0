"""The state of a match: its events, its rule card, and the resulting score."""

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from zlib import crc32

from sqlite_utils import Database

from scorekeeper.lru_cache import LRUCache
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.count_data import standing_data, table_data
from scorekeeper.rules.matches.score import Score, replay
from scorekeeper.rules.matches.scoring import penalty_words
from scorekeeper.rules.rounds.in_progress import RoundInProgress, ScoredEvent
from scorekeeper.rules.rounds.validate import Validation, validate
from scorekeeper.services.gate import IdempotencyKey
from scorekeeper.services.match_rounds import (
    Round,
    card_of,
    members_name,
    names_by_id,
    players_of,
    report_of,
    rounds_of,
    side_members,
    sides_of,
)
from scorekeeper.store.engine.connection import database_identity
from scorekeeper.store.engine.versions import MatchVersion, match_version_of
from scorekeeper.store.matches.match_events import (
    Abandonment,
    MatchEvent,
    NewMatchEvent,
    Penalty,
    Play,
    Removal,
    RoundEnd,
    counting,
    events,
)
from scorekeeper.store.matches.matches import Match, find_match

Entries = tuple[MatchEvent, ...]  # of one act
_MOST_KEPT = 256  # matches; an evening's takes 10 to 130 kB
MOST_BYTES = 24_000_000  # for all of them; one that is full of entries takes 17 MB
# About what a state takes, in bytes: of itself, for each entry, more for one that counts, and for each hand.
_STATE, _EVENT, _COUNTING, _HAND = 7_000, 1_000, 700, 560


def acts_of(events: Sequence[MatchEvent]) -> list[Entries]:
    """All entries, in the order they were entered, put together by act."""
    keys = {event.key for event in events}
    acts: list[list[MatchEvent]] = []
    for event in events:
        if acts and _key(acts[-1][0], keys) == _key(event, keys):
            acts[-1].append(event)
        else:
            acts.append([event])
    return [tuple(act) for act in acts]


def undone_by(events: Sequence[MatchEvent], undo: Entries) -> Entries:
    """The entries that this undo took back, in the order they were entered."""
    return tuple(events[(event.reverts or 1) - 1] for event in reversed(undo))


def _is_undo(events: Sequence[MatchEvent], act: Entries) -> bool:
    """An undo takes an act back; taking back an undo (a redo) puts the act there again."""
    depth, event = 0, act[0]
    while event.reverts is not None:
        depth, event = depth + 1, events[event.reverts - 1]
    return depth % 2 == 1


def reverted(events: Sequence[MatchEvent], act: Entries, key: IdempotencyKey) -> list[NewMatchEvent]:
    """The entries that put back what stood in the place of each of the act's before it."""
    found = []
    for event, own in zip(reversed(act), key.of_parts(len(act)), strict=True):
        earlier = [e for e in events if e.original == event.original and e.version < event.version]
        body, reason = (earlier[-1].body, earlier[-1].reason) if earlier else (Removal(), None)
        new = NewMatchEvent(body, event.round, own, key.fingerprint, event.original, reason, event.version)
        found.append(new)
    return found


def _key(event: MatchEvent, keys: set[str]) -> str:
    """The key of the act that the entry is part of."""
    whole, colon, part = event.key.rpartition(":")
    return whole if colon and part.isdigit() and whole in keys else event.key


@dataclass(frozen=True, slots=True)
class MatchState:
    match: Match
    card: RuleCard
    sides: tuple[str, ...]  # what each is called
    events: tuple[MatchEvent, ...]  # all that was entered
    counting: tuple[MatchEvent, ...]  # of it
    rounds: dict[int, Round]
    score: Score
    abandonment: Abandonment | None  # by which it was ended by hand

    @property
    def marks(self) -> str:
        """The newest twenty events by the beginnings of their keys: a phone looks for its own there."""
        return " ".join(event.mark for event in self.events[-20:])

    @property
    def abandoned(self) -> bool:
        return self.abandonment is not None and self.abandonment.winner is None

    @property
    def given_to(self) -> int | None:
        """The side that was awarded the match because somebody retired."""
        return self.abandonment.winner if self.abandonment else None

    @property
    def running(self) -> bool:
        return not self.score.finished and not self.abandoned

    @property
    def pairs(self) -> bool:
        return len(self.sides) < len(self.match.seats)

    @property
    def both_out(self) -> bool:
        """Whether a round that is not blocked ends with two empty hands."""
        return self.card.both_must_chip_out and self.pairs

    @property
    def first_leader(self) -> str:
        """Who leads the first round by name, empty where that was left to the card."""
        return next((seat.name for seat in self.match.seats if seat.player == self.match.first_leader), "")

    @property
    def progress(self) -> RoundInProgress:
        open_round = self.rounds.get(self.score.round_open)
        if open_round is None:
            return self._blank(self.score.lead.player)
        return replace(open_round.progress, leader=self.score.lead.player)

    def _blank(self, leader: str | None) -> RoundInProgress:
        return RoundInProgress.of(self.card, players_of(self.match), self.score.sides, leader)

    def _progress_of(self, number: int | None) -> RoundInProgress:
        if number is None or number == self.score.round_open:
            return self.progress
        # Who led a past round is not who leads now; its own record knows, or nobody.
        return self.rounds[number].progress if number in self.rounds else self._blank(None)

    @property
    def table(self) -> str:
        """What a phone needs to count by itself, as JSON."""
        match = self.match
        return _json(table_data(self.card, players_of(match), sides_of(match), match.out_word))

    @property
    def table_tag(self) -> int:
        """Tells one table from the same with other seats."""
        return crc32(self.table.encode())

    @property
    def seats_tag(self) -> str:
        """Tells who sits where from the same table after a change of the players."""
        return f"{crc32(repr([(seat.player, seat.side) for seat in self.match.seats]).encode()):x}"

    def standing(self, number: int | None = None) -> str:
        """Where the match stands, as JSON: what the next entry is added to.

        In a past round that is corrected, who led that one; its last tile goes along with its end.
        """
        standing = standing_data(self.score, self.progress, self.running)
        if number is not None:
            past = self._progress_of(number)
            leader = None if past.leader is None else past.players.index(past.leader)
            standing |= {"leader": leader, "last": None}
        return _json(standing)

    def validate_end(self, end: RoundEnd, number: int | None = None) -> Validation:
        """What the rules say of this end of round ``number`` (the open one, if None)."""
        progress = self._progress_of(number)
        report = report_of(self.match, end, progress.leader, progress.whole_layout)
        last = (played.event.side for played in progress.scored if played.event.last_tile)
        report = replace(
            report,
            seen=progress.seen,
            knocks=progress.knocks,
            last_tile=next(last, None) if self.card.game is Game.THREES_FIVES else None,
        )
        return validate(report, self.card)

    def end_of(self, number: int) -> MatchEvent | None:
        """The entry that ends this round, if one counts."""
        ends = (event for event in self.counting if isinstance(event.body, RoundEnd))
        return next((event for event in ends if event.round == number), None)

    def scored(self, event: MatchEvent) -> ScoredEvent | None:
        found = self.rounds.get(event.round)
        return found.scored.get(event.version) if found else None

    def words_of(self, event: MatchEvent) -> str:
        """What this entry says or said, counted or not, in one line."""
        match event.body:
            case RoundEnd() as end:
                validation = validate(report_of(self.match, end), self.card)
                return validation.outcome.reason if validation.outcome else validation.problems[0].message
            case Play() as play:
                return f"{self.sides[play.side]} {_entered(play)}"
            case Penalty(side=side, points=points):
                return penalty_words(self.sides[side], points)
            case Removal():
                return "deleted"
            case Abandonment(winner=int(side)):
                return f"match given to {self.sides[side]}"
            case _:
                return "abandoned"

    @property
    def last_act(self) -> Entries | None:
        """The newest act that has not been taken back, None where nothing is left to take back."""
        standing: list[Entries] = []
        for act in acts_of(self.events):
            if _is_undo(self.events, act):
                undone = {event.reverts for event in act}
                standing = [known for known in standing if not undone & {event.version for event in known}]
            else:
                standing.append(act)
        return standing[-1] if standing else None

    @property
    def last_undo(self) -> Entries | None:
        """The undo that was the very last act, which Redo takes back; None where something else was."""
        acts = acts_of(self.events)
        return acts[-1] if acts and _is_undo(self.events, acts[-1]) else None

    def newest(self, original: int) -> MatchEvent | None:
        """The entry that stands in this root's place now, also if it takes it out."""
        return next((event for event in reversed(self.events) if event.original == original), None)


def _entered(play: Play) -> str:
    """What was entered of a play: its points, the ends that it left, or its tile."""
    if play.kind == "ends":
        return f"showed {(play.shown or '').replace('d', ' double').replace('*', 'spinner ')}"
    if play.kind == "tile":
        return f"laid {play.tile}"
    return {"draw": "drew", "knock": "knocked"}.get(play.kind) or str(play.points)


def build_state(match: Match, events: Sequence[MatchEvent], before: MatchState | None = None) -> MatchState:
    """The state of a match whose events are at hand; ``before`` is the one without the newest of them."""
    # More may have been entered since the match was read; its entries are numbered from 1 without a gap.
    match = match._replace(version=len(events))
    card = card_of(match)
    valid = counting(events)
    abandonment = next((event.body for event in valid if isinstance(event.body, Abandonment)), None)
    rounds = rounds_of(match, card, valid, before.rounds if before else {})
    score = replay(
        card,
        players_of(match),
        sides_of(match),
        [known.facts for known in rounds.values()],
        names_by_id(match.seats)[match.first_leader] if match.first_leader else None,
        abandonment.winner if abandonment else None,
        before.score if before else None,
    )
    sides = tuple(members_name(side) for side in side_members(match.seats))
    return MatchState(match, card, sides, tuple(events), tuple(valid), rounds, score, abandonment)


def weight(state: MatchState) -> int:
    hands = sum(len(event.body.hands) for event in state.events if isinstance(event.body, RoundEnd))
    return _STATE + _EVENT * len(state.events) + _COUNTING * len(state.counting) + _HAND * hands


class _Kept(NamedTuple):
    version: MatchVersion
    state: MatchState


_kept = LRUCache[tuple[Hashable, str, str], _Kept](
    _MOST_KEPT, most_bytes=MOST_BYTES, weigh=lambda _, kept: weight(kept.state), share=1
)


def load_match(db: Database, club: str, match: str) -> MatchState | None:
    """The state of this match of the club, or None where there is no such match.

    Events are never changed, so a state that was read before is continued from its last event, unless
    somebody was called otherwise in between. What is read inside a transaction may be taken back, and is
    not kept.
    """
    match_version = match_version_of(db, club, match)
    if match_version is None:
        return None
    place = (database_identity(db), club, match)
    kept_at, known = _kept.find(place) or (None, None)
    if kept_at == match_version:
        return known
    same_names = kept_at is not None and kept_at.names_version == match_version.names_version
    state = _read_on(db, known) if known and same_names else None
    if state is None and (found := find_match(db, club, match)):
        state = build_state(found, events(db, club, match))
    if state and not db.conn.in_transaction:
        _kept.keep(place, _Kept(match_version, state))
    return state


def _read_on(db: Database, known: MatchState) -> MatchState | None:
    """The state with the events since; None where its last event is not the one stored there."""
    earlier, match = known.events, known.match
    newer = events(db, match.club, match.id, since=len(earlier) - 1)
    if not earlier or newer[:1] != [earlier[-1]]:
        return None
    return build_state(match, (*earlier, *newer[1:]), known)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def faults_of(state: MatchState) -> list[str]:
    """Every round that counts though the rules refuse it, or doubt it and nobody said why it stands."""
    found = []
    for event in state.counting:
        if isinstance(event.body, RoundEnd):
            validation = state.validate_end(event.body, event.round)
            if validation.refused or (validation.doubtful and not event.reason):
                found.append(f"round {event.round}: {validation.problems[0].message}")
    return found
