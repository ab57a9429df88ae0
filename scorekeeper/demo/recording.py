"""A match put into the book as the phone at its table would: play by play, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import cast

from sqlite_utils import Database

from scorekeeper.demo.playing import PlayedRound, ScoredPlay, Table, play_round
from scorekeeper.demo.season import Booking, Turn
from scorekeeper.rules.cards.game import Family
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.corrections import correct
from scorekeeper.services.matches.idempotency import Ticket
from scorekeeper.services.matches.match_state import MatchBook, open_book
from scorekeeper.services.matches.recording import call_off, record_event, record_round
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.match_events import Hand, Play, RoundEnd, Void

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
    def stamp(self) -> Stamp:
        return Stamp(self.device, self.clock.strftime("%Y-%m-%dT%H:%M:%SZ"))

    def ticket(self) -> Ticket:
        """A new key for the next act."""
        self.acts += 1
        key = f"{self.device}-{self.clock:%Y%m%d}-{self.acts}"
        return Ticket(key, key)


@dataclass
class Keeper:
    """Who keeps the score of one match.

    ``in_tiles``: hands are told tile by tile, with all that is known of the round; otherwise only the pips
    that count. ``ids`` and ``sides`` go by the names of those who sit there; ``led`` is who led last.
    """

    db: Database
    at: tuple[str, str]
    booking: Booking
    phone: Phone
    in_tiles: bool
    ids: dict[str, str]
    sides: dict[str, int]
    led: str | None = None

    @property
    def book(self) -> MatchBook:
        return cast(MatchBook, open_book(self.db, *self.at))

    def play(self, chance: Random) -> None:
        """Play the match and enter it, until it is over or what was agreed for it happens."""
        stops = self.booking.turn in (Turn.CALLED_OFF, Turn.RUNNING)
        while (book := self.book).running:
            if stops and book.state.round_open > _ROUNDS_BEFORE_STOP:
                self._stop(book, chance)
                return
            self._round(book, self._deal(book, chance))

    def _stop(self, book: MatchBook, chance: Random) -> None:
        if self.booking.turn is Turn.CALLED_OFF:
            self.phone.clock += _COUNTING
            call_off(self.db, self.at, ticket=self.phone.ticket(), stamp=self.phone.stamp)
            return
        self._plays(book, self._deal(book, chance).plays[:_PLAYS_IN_OPEN_ROUND])

    def _deal(self, book: MatchBook, chance: Random) -> PlayedRound:
        """The open round, played out. After a tie the same player leads again, whom the book may not know."""
        state = book.state
        table = Table(book.card, tuple(seat.name for seat in book.match.seats), state.sides, state.totals)
        again = self.led if book.card.lead_next != "highest_double" else None
        played = play_round(table, state.lead.player or again, chance)
        self.led = played.leader
        self.phone.clock += _SHUFFLE
        return played

    def _round(self, book: MatchBook, played: PlayedRound) -> None:
        with_end = [play for play in played.plays if self._goes_with_the_end(play)]
        dealt = self.phone.clock
        self._plays(book, [play for play in played.plays if play not in with_end])
        self.phone.clock = dealt + played.turns * _TURN + _COUNTING
        if played.won and not with_end:
            return
        end, number = self._end(book, played), book.state.round_open
        if number == _SLIP_IN and self.booking.turn in (Turn.CORRECTED, Turn.UNDONE):
            self._slip(end, number)
        else:
            self._record(end, number, [self._fact(play) for play in with_end])

    def _goes_with_the_end(self, play: ScoredPlay) -> bool:
        """In fives-and-threes the last tile and its bonus are told when the round is closed."""
        return play.last_tile and self.booking.card.family is Family.THREES_FIVES

    def _plays(self, book: MatchBook, plays: Sequence[ScoredPlay]) -> None:
        dealt = self.phone.clock
        for play in plays:
            self.phone.clock = dealt + play.turn * _TURN
            record_event(
                self.db,
                self.at,
                self._fact(play),
                round=book.state.round_open,
                reason=None,
                ticket=self.phone.ticket(),
                stamp=self.phone.stamp,
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
            ticket=self.phone.ticket(),
            stamp=self.phone.stamp,
        )

    def _slip(self, end: RoundEnd, number: int) -> None:
        """Enter the round with a wrong count, see it, and put it right in one of the two ways there are."""
        self._record(_miscounted(end), number)
        self.phone.clock += _COUNTING
        if self.booking.turn is Turn.CORRECTED:
            self._correct(end)
        else:
            self._correct(Void())
            self.phone.clock += _COUNTING
            self._record(end, number)

    def _correct(self, told: RoundEnd | Void) -> None:
        wrong = self.book.counting[-1]
        correct(
            self.db,
            self.at,
            told,
            root=wrong.root,
            standing=wrong.version,
            reason=None,
            ticket=self.phone.ticket(),
            stamp=self.phone.stamp,
        )

    def _end(self, book: MatchBook, played: PlayedRound) -> RoundEnd:
        blocked, in_tiles = played.out is None, self.in_tiles
        ends = " ".join(str(end.number) for end in played.layout.ends)
        return RoundEnd(
            event="blocked" if blocked else "out",
            out_player=None if played.out is None else self.ids[played.out],
            ends=ends if blocked and in_tiles else None,
            boneyard=len(played.boneyard) if self.booking.card.draw and in_tiles else None,
            leader=None if book.state.lead.player else self.ids[played.leader],
            lead_tile=str(played.lead_tile) if played.lead_tile and in_tiles else None,
            hands=self._hands(played),
        )

    def _hands(self, played: PlayedRound) -> tuple[Hand, ...]:
        """What is left, seat by seat; fives-and-threes in the snug, where it scores nothing, without."""
        if not self.in_tiles and self.booking.card.family is Family.THREES_FIVES:
            return ()
        return tuple(self._hand(name, left) for name, left in played.hands.items() if name != played.out)

    def _hand(self, name: str, left: Sequence[Tile]) -> Hand:
        pips = sum(self.booking.card.pips_of(tile) for tile in left)
        # The double blank left alone is told as a tile everywhere: by its pips the hand would seem empty.
        if left and (self.in_tiles or not pips):
            return Hand(self.ids[name], " ".join(str(tile) for tile in left), None)
        return Hand(self.ids[name], None, pips)


def _miscounted(end: RoundEnd) -> RoundEnd:
    """The same end with ten pips too many in the first hand."""
    first, *others = end.hands
    return end._replace(hands=(Hand(first.player, None, (first.pips or 0) + 10), *others))
