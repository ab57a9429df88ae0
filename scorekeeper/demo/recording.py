"""A match recorded as the phone at its table would: play by play, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import cast

from sqlite_utils import Database

from scorekeeper.demo.playing import PlayedRound, ScoredPlay, Table, play_round
from scorekeeper.demo.season import Booking, Turn
from scorekeeper.rules.cards.game import Game
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.idempotency import IdempotencyKey
from scorekeeper.services.matches.match_state import MatchState, load_match
from scorekeeper.services.matches.recording import abandon, record_event, record_round
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.matches.match_events import Hand, Play, Removal, RoundEnd
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.timestamps import timestamp

_SHUFFLE = timedelta(seconds=50)
_TURN = timedelta(seconds=5)
_COUNTING = timedelta(seconds=20)
_ROUNDS_BEFORE_STOP = 3
_PLAYS_IN_OPEN_ROUND = 3
_SLIP_IN = 2  # the round that is entered wrongly


@dataclass
class Phone:
    """The phone at a table, and its clock: when the next thing is entered."""

    device: str
    clock: datetime
    acts: int = 0

    @property
    def author(self) -> Author:
        """This phone at its clock's time."""
        return Author(self.device, timestamp(self.clock))

    def idempotency_key(self) -> IdempotencyKey:
        """A new key for the next act."""
        self.acts += 1
        key = f"{self.device}-{self.clock:%Y%m%d}-{self.acts}"
        return IdempotencyKey(key, key)


@dataclass
class Keeper:
    """Who keeps the score of one match.

    ``in_tiles``: hands are entered tile by tile, with all that is known of the round; otherwise only the pips
    that count. ``ids`` and ``sides`` go by the names of those who sit there; ``led`` is who led last.
    """

    db: Database
    at: MatchRef
    booking: Booking
    phone: Phone
    in_tiles: bool
    ids: dict[str, str]
    sides: dict[str, int]
    led: str | None = None

    @property
    def state(self) -> MatchState:
        """The match as it is stored now."""
        return cast(MatchState, load_match(self.db, *self.at))

    def play(self, chance: Random) -> None:
        """Play the match and enter it, until it is over or what was agreed for it happens."""
        stops = self.booking.turn in (Turn.CALLED_OFF, Turn.RUNNING)
        while (state := self.state).running:
            if stops and state.score.round_open > _ROUNDS_BEFORE_STOP:
                self._stop(state, chance)
                return
            self._round(state, self._deal(state, chance))

    def _stop(self, state: MatchState, chance: Random) -> None:
        if self.booking.turn is Turn.CALLED_OFF:
            self.phone.clock += _COUNTING
            abandon(self.db, self.at, idempotency_key=self.phone.idempotency_key(), author=self.phone.author)
            return
        self._plays(state, self._deal(state, chance).plays[:_PLAYS_IN_OPEN_ROUND])

    def _deal(self, state: MatchState, chance: Random) -> PlayedRound:
        """The open round, played out. After a tie the same player leads again, known to the score or not."""
        score = state.score
        table = Table(state.card, tuple(seat.name for seat in state.match.seats), score.sides, score.totals)
        leader = self.led if state.card.lead_next != "highest_double" else None
        played = play_round(table, score.lead.player or leader, chance)
        self.led = played.leader
        self.phone.clock += _SHUFFLE
        return played

    def _round(self, state: MatchState, played: PlayedRound) -> None:
        with_end = [play for play in played.plays if self._goes_with_the_end(play)]
        dealt = self.phone.clock
        self._plays(state, [play for play in played.plays if play not in with_end])
        self.phone.clock = dealt + played.turns * _TURN + _COUNTING
        if played.won and not with_end:
            return
        end, number = self._end(state, played), state.score.round_open
        if number == _SLIP_IN and self.booking.turn in (Turn.CORRECTED, Turn.UNDONE):
            self._slip(end, number)
        else:
            self._record(end, number, [self._fact(play) for play in with_end])

    def _goes_with_the_end(self, play: ScoredPlay) -> bool:
        """In fives-and-threes the last tile and its bonus are entered when the round is closed."""
        return play.last_tile and self.booking.card.game is Game.THREES_FIVES

    def _plays(self, state: MatchState, plays: Sequence[ScoredPlay]) -> None:
        dealt = self.phone.clock
        for play in plays:
            self.phone.clock = dealt + play.turn * _TURN
            record_event(
                self.db,
                self.at,
                self._fact(play),
                round=state.score.round_open,
                reason=None,
                idempotency_key=self.phone.idempotency_key(),
                author=self.phone.author,
            )

    def _fact(self, play: ScoredPlay) -> Play:
        player, side = self.ids[play.player], self.sides[play.player]
        return Play("key", side, player, play.points, None, None, None, int(play.last_tile))

    def _record(self, end: RoundEnd, number: int, plays: Sequence[Play] = ()) -> None:
        # Where the last tile's ends made nothing, the end of the round gives the bonus by itself.
        bonus = self.booking.card.last_tile_bonus
        record_round(
            self.db,
            self.at,
            end,
            [play for play in plays if play.points != bonus],
            round=number,
            reason=None,
            idempotency_key=self.phone.idempotency_key(),
            author=self.phone.author,
        )

    def _slip(self, end: RoundEnd, number: int) -> None:
        """Enter the round with a wrong count, see it, and put it right in one of the two ways there are."""
        self._record(_miscounted(end), number)
        self.phone.clock += _COUNTING
        if self.booking.turn is Turn.CORRECTED:
            self._correct(end)
        else:
            self._correct(Removal())
            self.phone.clock += _COUNTING
            self._record(end, number)

    def _correct(self, body: RoundEnd | Removal) -> None:
        wrong = self.state.counting[-1]
        correct(
            self.db,
            self.at,
            body,
            original=wrong.original,
            standing=wrong.version,
            reason=None,
            idempotency_key=self.phone.idempotency_key(),
            author=self.phone.author,
        )

    def _end(self, state: MatchState, played: PlayedRound) -> RoundEnd:
        blocked, in_tiles = played.out is None, self.in_tiles
        ends = " ".join(str(end.number) for end in played.state.layout.ends)
        return RoundEnd(
            event="blocked" if blocked else "out",
            out_player=None if played.out is None else self.ids[played.out],
            ends=ends if blocked and in_tiles else None,
            boneyard=len(played.boneyard) if self.booking.card.draw and in_tiles else None,
            leader=None if state.score.lead.player else self.ids[played.leader],
            lead_tile=str(played.lead_tile) if played.lead_tile and in_tiles else None,
            hands=self._hands(played),
        )

    def _hands(self, played: PlayedRound) -> tuple[Hand, ...]:
        """What is left, seat by seat; fives-and-threes in the snug, where it scores nothing, without."""
        if not self.in_tiles and self.booking.card.game is Game.THREES_FIVES:
            return ()
        return tuple(self._hand(name, left) for name, left in played.hands.items() if name != played.out)

    def _hand(self, name: str, left: Sequence[Tile]) -> Hand:
        pips = sum(self.booking.card.pips_of(tile) for tile in left)
        # The double blank left alone is entered as a tile everywhere: by its pips the hand would seem empty.
        if left and (self.in_tiles or not pips):
            return Hand(self.ids[name], " ".join(str(tile) for tile in left), None)
        return Hand(self.ids[name], None, pips)


def _miscounted(end: RoundEnd) -> RoundEnd:
    """The same end with ten pips too many in the first hand."""
    first, *others = end.hands
    return end._replace(hands=(Hand(first.player, None, (first.pips or 0) + 10), *others))
