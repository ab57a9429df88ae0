"""The season of “The Crown”: who plays what on which evening. Only what was agreed; nothing random here.

League evenings are Tuesdays and Fridays. Two tables play at a time, each an early and then a late match.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum

from scorekeeper.rules.cards.presets import BY_KEY
from scorekeeper.rules.cards.rule_card import RuleCard

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
_DAYS_BETWEEN = (3, 4)  # from a Tuesday to the Friday, and on to the next Tuesday
_STARTS = (time(20, 1), time(20, 6), time(21, 14), time(21, 19))


class Turn(Enum):
    """What happens to a match besides being played."""

    NONE = "played to its end"
    CORRECTED = "a slip in the second round is corrected later"
    UNDONE = "a slip in the second round is undone and the round entered again"
    CALLED_OFF = "given up after three rounds"
    RUNNING = "still being played"


@dataclass(frozen=True, slots=True)
class Booking:
    """A match as agreed: a preset's key, the seats clockwise by the players' letters, and any changes.

    Four seats in ``pairs`` are two sides, partners opposite each other.
    """

    game: str
    seats: str
    pairs: bool = False
    changes: Mapping[str, object] = field(default_factory=dict)
    turn: Turn = Turn.NONE

    @property
    def card(self) -> RuleCard:
        """The preset's card with this match's changes."""
        return BY_KEY[self.game].card.but(**self.changes)

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return tuple(n % 2 if self.pairs else n for n in range(len(self.seats)))


def _pairs(game: str, ours: str, theirs: str, turn: Turn = Turn.NONE, **changes: object) -> Booking:
    return Booking(game, ours[0] + theirs[0] + ours[1] + theirs[1], True, changes, turn)


def _alone(game: str, seats: str, turn: Turn = Turn.NONE, **changes: object) -> Booking:
    return Booking(game, seats, False, changes, turn)


# One line an evening: the early matches at the bar and in the snug, then the late ones.
EVENINGS: tuple[tuple[Booking, ...], ...] = (
    (
        _pairs("threes_fives_61", "MT", "BS"),
        _pairs("threes_fives_61", "DN", "FW"),
        _pairs("block_pairs", "MT", "DN"),
        _alone("draw_100", "BFS"),
    ),
    (
        _alone("fives_250", "MN"),
        _alone("block", "BSTDW"),
        _alone("draw_quick", "FM"),
        _alone("draw_100", "TW", Turn.CORRECTED),
    ),
    (
        _pairs("threes_fives_61", "MT", "DN"),
        _pairs("threes_fives_61", "BS", "FW"),
        _pairs("threes_fives_121", "MT", "FW"),
        _alone("block", "BNSD"),
    ),
    (
        _alone("draw_150", "TFWS"),
        _alone("fives_250", "BM"),
        _alone("block", "DW"),
        _alone("draw_quick", "NSBF"),
    ),
    (
        _pairs("threes_fives_121", "BS", "DN"),
        _pairs("block_pairs", "FW", "MT"),
        _pairs("threes_fives_61", "MT", "BS"),
        _alone("draw_100", "DF", Turn.UNDONE),
    ),
    (
        _alone("fives_250", "TWN"),
        _alone("draw_150", "SMB"),
        _alone("block", "FDT", scoring="pips", match_games=6),
        _alone("draw_100", "SN"),
    ),
    (
        _pairs("threes_fives_61", "DN", "BS", legs=2),
        _pairs("threes_fives_121", "FW", "MT"),
        _pairs("block_pairs", "FW", "DN"),
        _alone("draw_quick", "MTB"),
    ),
    (
        _alone("block", "MFBNT"),
        _alone("draw_100", "DSW"),
        _alone("fives_250", "FS"),
        _alone("block", "BD", Turn.CALLED_OFF),
    ),
    (
        _pairs("threes_fives_61", "FW", "DN"),
        _pairs("threes_fives_61", "BS", "MT"),
        _pairs("block_pairs", "BS", "FW"),
        _alone("draw_100", "NT"),
    ),
    (
        _alone("fives_250", "DT"),
        _alone("draw_150", "MWN"),
        _pairs("threes_fives_121", "BS", "FW"),
        _pairs("threes_fives_121", "MT", "DN", Turn.RUNNING),
    ),
)


def programme() -> Iterator[tuple[datetime, int, Booking]]:
    """Every match in the order they start: from when on, at which of the two tables, and what was agreed."""
    evening = FIRST_EVENING
    for number, bookings in enumerate(EVENINGS):
        for slot, (start, booking) in enumerate(zip(_STARTS, bookings, strict=True)):
            yield datetime.combine(evening, start, UTC), slot % 2, booking
        evening += timedelta(days=_DAYS_BETWEEN[number % 2])
