"""A match's page in the score book: facts, rule card and what they come to."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from scorekeeper.lru_cache import Remembered
from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.matches.score import MatchState, replay
from scorekeeper.rules.rounds.events import Heard
from scorekeeper.rules.rounds.in_progress import Account
from scorekeeper.rules.rounds.validate import Judgement, judge
from scorekeeper.services.matches.mapping import (
    card_of,
    claim_of,
    names_by_id,
    players_of,
    side_members,
    side_name,
    sides_of,
)
from scorekeeper.services.matches.rounds import Round, rounds_of
from scorekeeper.services.matches.undo_stack import Act, last_act
from scorekeeper.store.engine.connection import whereabouts
from scorekeeper.store.engine.versions import Moment, match_moment
from scorekeeper.store.match_events import (
    CallOff,
    Entry,
    Penalty,
    Play,
    RoundEnd,
    Void,
    counting,
    entries,
)
from scorekeeper.store.matches import Match, find_match

_MOST_KEPT = 256  # books; one takes about 50 kB


@dataclass(frozen=True, slots=True)
class MatchBook:
    """Everything about one match: ``entries`` is all that was told, ``counting`` what still counts."""

    match: Match
    card: RuleCard
    sides: tuple[str, ...]
    entries: tuple[Entry, ...]
    counting: tuple[Entry, ...]
    rounds: dict[int, Round]
    state: MatchState

    @property
    def called_off(self) -> bool:
        """Given up by hand; the match has no result."""
        return any(isinstance(entry.told, CallOff) for entry in self.counting)

    @property
    def running(self) -> bool:
        """Whether another round may be entered."""
        return not self.state.finished and not self.called_off

    @property
    def account(self) -> Account:
        """What has been told of the open round."""
        open_round = self.rounds.get(self.state.round_open)
        if open_round is None:
            return self._blank(self.state.lead.player)
        return replace(open_round.account, leader=self.state.lead.player)

    def _blank(self, leader: str | None) -> Account:
        return Account.of(self.card, players_of(self.match), sides_of(self.match), leader)

    def judge(self, end: RoundEnd, number: int | None = None) -> Judgement:
        """What the rules say of this end of round ``number`` (the open one, if None)."""
        account = self.account
        if number is not None and number != self.state.round_open:
            # Who led a past round is not who leads now; its own account knows, or nobody.
            account = self.rounds[number].account if number in self.rounds else self._blank(None)
        claim = claim_of(self.match, end, account.leader, account.whole_layout)
        return judge(replace(claim, seen=account.seen, knocks=account.knocks), self.card)

    def heard(self, entry: Entry) -> Heard | None:
        """What a play came to, None for any other entry."""
        told_in = self.rounds.get(entry.round)
        return told_in.heard.get(entry.version) if told_in else None

    def words_of(self, entry: Entry) -> str:
        """What this entry says or said, counted or not, in one line."""
        match entry.told:
            case RoundEnd() as end:
                judgement = judge(claim_of(self.match, end), self.card)
                return judgement.outcome.reason if judgement.outcome else judgement.problems[0].message
            case Play(side=side, points=points) | Penalty(side=side, points=points):
                return f"{self.sides[side]} {points}"
            case Void():
                return "taken out"
            case _:
                return "called off"

    def at(self, version: int) -> Entry | None:
        """The entry of this version."""
        return self.entries[version - 1] if 0 < version <= len(self.entries) else None

    @property
    def last_act(self) -> Act | None:
        """What Undo takes back."""
        return last_act(self.entries)

    def newest(self, root: int) -> Entry | None:
        """The entry that stands in this root's place now, also if it takes it out."""
        return next((entry for entry in reversed(self.entries) if entry.root == root), None)


def book_of(match: Match, told: Sequence[Entry], before: MatchBook | None = None) -> MatchBook:
    """The book of a match whose facts are at hand; ``before`` is the one without the newest of them."""
    # More may have been told since the match was read; its entries are numbered from 1 without a gap.
    match = match._replace(version=len(told))
    card = card_of(match)
    valid = counting(told)
    rounds = rounds_of(match, card, valid, before.rounds if before else {})
    state = replay(
        card,
        players_of(match),
        sides_of(match),
        [known.facts for known in rounds.values()],
        names_by_id(match.seats)[match.first_leader] if match.first_leader else None,
    )
    sides = tuple(side_name(side) for side in side_members(match.seats))
    return MatchBook(match, card, sides, tuple(told), tuple(valid), rounds, state)


_kept = Remembered[tuple[Hashable, str, str], tuple[Moment, MatchBook]](_MOST_KEPT)


def open_book(db: Database, club: str, match: str) -> MatchBook | None:
    """The book of this match of the club, or None where there is no such match.

    What was told is never changed, so a book that was read before is read on from where it ended, unless
    somebody was called otherwise in between. What is read inside a transaction may be taken back, and is
    not kept.
    """
    moment = match_moment(db, club, match)
    if moment is None:
        return None
    place = (whereabouts(db), club, match)
    kept_at, known = _kept.find(place) or (None, None)
    if kept_at == moment:
        return known
    same_names = kept_at is not None and kept_at.renamed == moment.renamed
    book = (known and same_names and _read_on(db, known)) or _read(db, club, match)
    if book and not db.conn.in_transaction:
        _kept.keep(place, (moment, book))
    return book


def _read(db: Database, club: str, match: str) -> MatchBook | None:
    found = find_match(db, club, match)
    return found and book_of(found, entries(db, club, match))


def _read_on(db: Database, known: MatchBook) -> MatchBook | None:
    """The book with what was told since; None where its last entry is not what stands there."""
    told, match = known.entries, known.match
    newer = entries(db, match.club, match.id, since=len(told) - 1)
    return book_of(match, (*told, *newer[1:]), known) if told and newer[:1] == [told[-1]] else None
