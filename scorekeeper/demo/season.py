"""The season of “The Crown”: who plays what on which evening, and how a phone at a table records it.

League evenings are Tuesdays and Fridays. Two tables play at a time, each an early and then a late match. Only
what was agreed; nothing random here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from random import Random
from typing import cast

from sqlite_utils import Database

from scorekeeper.demo.playing import PlayedRound, ScoredPlay, play_round
from scorekeeper.rules.games.game import Game
from scorekeeper.rules.games.presets import BY_KEY
from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.gate import Ask, IdempotencyKey
from scorekeeper.services.match_state import MatchState, load_match
from scorekeeper.services.matches.recording import abandon, correct, correct_end, record_event, record_round
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.matches.match_events import Hand, Meant, Play, Removal, RoundEnd
from scorekeeper.store.matches.matches import MatchRef
from scorekeeper.timestamps import timestamp

CLUB = "The Crown"
PLAYERS = {
    "B": "Big Dave",
    "D": "Dot",
    "F": "Old Frank",
    "M": "Maureen",
    "N": "Nobby",
    "S": "Sheila",
    "T": "Terry",
    "W": "Winston",
}
# The four pairs that play together, and the name a pair has given itself.
PAIRS = {"BS": None, "DN": "The Snug", "FW": "Frank’s Bones", "MT": None}

# In winter a pub's clock in England shows UTC, so an evening's times are stored as the pub sees them.
FIRST_EVENING = date(2025, 11, 4)
# The last entry of the last evening is made shortly before.
ENDS = datetime(2025, 12, 5, 21, 50, tzinfo=UTC)
_DAYS_BETWEEN = (3, 4)  # from a Tuesday to the Friday, and on to the next Tuesday
_STARTS = (time(20, 1), time(20, 6), time(21, 14), time(21, 19))
# One line an evening: the early matches at the bar and in the snug, then the late ones. A slash parts pairs.
_EVENINGS = """\
threes_fives_61 MT/BS, threes_fives_61 DN/FW, block_pairs MT/DN, draw_100 BFS
fives_250 MN, block BSTDW, draw_quick FM, draw_100 TW corrected
threes_fives_61 MT/DN, threes_fives_61 BS/FW, threes_fives_121 MT/FW, block BNSD
draw_150 TFWS, fives_250 BM, block DW, draw_quick NSBF
threes_fives_121 BS/DN, block_pairs FW/MT, threes_fives_61 MT/BS, draw_100 DF undone
fives_250 TWN, draw_150 SMB, block FDT scoring=pips match_games=6, draw_100 SN
threes_fives_61 DN/BS legs=2, threes_fives_121 FW/MT, block_pairs FW/DN, draw_quick MTB
block MFBNT, draw_100 DSW, fives_250 FS, block BD called_off
threes_fives_61 FW/DN, threes_fives_61 BS/MT, block_pairs BS/FW, draw_100 NT
fives_250 DT, draw_150 MWN, threes_fives_121 BS/FW, threes_fives_121 MT/DN running
"""
_SHUFFLE = timedelta(seconds=50)
_TURN = timedelta(seconds=5)
_COUNTING = timedelta(seconds=20)
_ROUNDS_BEFORE_STOP = 3
_PLAYS_IN_OPEN_ROUND = 3
_SLIP_IN = 2  # the round that is entered wrongly


class Turn(Enum):
    """What happens to a match besides being played."""

    NONE = "played to its end"
    CORRECTED = "a slip in the second round is corrected later"
    UNDONE = "a slip in the second round is undone and the round entered again"
    CALLED_OFF = "given up after three rounds"
    RUNNING = "still being played"


@dataclass(frozen=True, slots=True)
class Booking:
    """A match as agreed: a preset, who sits there, and what is changed of its card."""

    game: str  # the preset's key
    seats: str  # clockwise, by the players' letters
    pairs: bool = False  # partners sit opposite each other
    changes: Mapping[str, object] = field(default_factory=dict)
    turn: Turn = Turn.NONE

    @property
    def card(self) -> RuleCard:
        return BY_KEY[self.game].card.but(**self.changes)

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(n % 2 if self.pairs else n for n in range(len(self.seats)))


def _booking(words: str) -> Booking:
    game, seats, *more = words.split()
    sides = seats.split("/")
    changes = dict(word.split("=") for word in more if "=" in word)
    turns = [Turn[word.upper()] for word in more if "=" not in word]
    return Booking(
        game,
        "".join(letter for at_once in zip(*sides, strict=True) for letter in at_once),
        len(sides) > 1,
        {key: int(value) if value.isdecimal() else value for key, value in changes.items()},
        *turns,
    )


def programme() -> Iterator[tuple[datetime, int, Booking]]:
    """Every match in the order they start: from when on, at which of the two tables, and what was agreed."""
    evening = FIRST_EVENING
    for number, line in enumerate(_EVENINGS.splitlines()):
        for slot, (start, words) in enumerate(zip(_STARTS, line.split(", "), strict=True)):
            yield datetime.combine(evening, start, UTC), slot % 2, _booking(words)
        evening += timedelta(days=_DAYS_BETWEEN[number % 2])


@dataclass
class Phone:
    """The phone at a table, and its clock: when the next thing is entered."""

    device: str
    clock: datetime
    acts: int = 0

    @property
    def author(self) -> Author:
        return Author(self.device, timestamp(self.clock))

    def asks(self, db: Database, club: str) -> Ask:
        """It asks for its next act, under a new key."""
        self.acts += 1
        key = f"{self.device}-{self.clock:%Y%m%d}-{self.acts}"
        return Ask(db, club, self.author, key=IdempotencyKey(key, key))


@dataclass
class Keeper:
    """Who keeps the score of one match."""

    db: Database
    at: MatchRef
    booking: Booking
    phone: Phone
    in_tiles: bool  # the hands, with all that is known of the round; otherwise only the pips that count
    ids: dict[str, str]  # by the names of those who sit there
    sides: dict[str, int]  # by the same names
    led: str | None = None  # who led last

    @property
    def ask(self) -> Ask:
        return self.phone.asks(self.db, self.at.club)

    @property
    def state(self) -> MatchState:
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
            abandon(self.ask, self.at.match)
            return
        self._plays(state, self._deal(state, chance).plays[:_PLAYS_IN_OPEN_ROUND])

    def _deal(self, state: MatchState, chance: Random) -> PlayedRound:
        """The open round, played out. After a tie the same player leads again, known to the score or not."""
        score = state.score
        leader = self.led if state.card.lead_next != "highest_double" else None
        played = play_round(state.card, score.sides, score.totals, score.lead.player or leader, chance)
        self.led = played.leader
        self.phone.clock += _SHUFFLE
        return played

    def _round(self, state: MatchState, played: PlayedRound) -> None:
        # In fives-and-threes the last tile and its bonus are entered when the round is closed.
        bonus_at_end = self.booking.card.game is Game.THREES_FIVES
        with_end = [play for play in played.plays if play.last_tile and bonus_at_end]
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

    def _plays(self, state: MatchState, plays: Sequence[ScoredPlay]) -> None:
        dealt = self.phone.clock
        for play in plays:
            self.phone.clock = dealt + play.turn * _TURN
            record_event(self.ask, self.at.match, self._fact(play), round=state.score.round_open, reason=None)

    def _fact(self, play: ScoredPlay) -> Play:
        player, side = self.ids[play.player], self.sides[play.player]
        return Play("key", side, player, play.points, None, None, None, int(play.last_tile))

    def _record(self, end: RoundEnd, number: int, plays: Sequence[Play] = ()) -> None:
        # Where the last tile's ends made nothing, the end of the round gives the bonus by itself.
        bonus = self.booking.card.last_tile_bonus
        record_round(
            self.ask,
            self.at.match,
            end,
            tuple(play for play in plays if play.points != bonus),
            round=number,
            reason=None,
        )

    def _slip(self, end: RoundEnd, number: int) -> None:
        """Enter the round with a wrong count, see it, and put it right in one of the two ways there are."""
        first, *others = end.hands
        wrong = Hand(first.player, None, (first.pips or 0) + 10)
        self._record(end._replace(hands=(wrong, *others)), number)
        self.phone.clock += _COUNTING
        entered = self.state.counting[-1]
        standing = Meant(entered.version)
        if self.booking.turn is Turn.CORRECTED:
            correct_end(self.ask, self.at.match, end, original=entered.original, standing=standing)
        else:
            correct(self.ask, self.at.match, Removal(), original=entered.original, standing=standing)
            self.phone.clock += _COUNTING
            self._record(end, number)

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
