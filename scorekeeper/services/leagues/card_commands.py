"""What every act on a fixture's match card has in common: the open night, the refusal, the entry.

Each act (see ``board_acts`` and ``signing``) is one transaction; repeating it does no harm.
"""

from collections.abc import Sequence

from sqlite_utils import Database

from scorekeeper.services.leagues.fixture_card import Night
from scorekeeper.services.leagues.season import Season, open_season
from scorekeeper.services.matches.idempotency import Ticket
from scorekeeper.store.card_events import CardTold, add_card_entries
from scorekeeper.store.clubs import Stamp
from scorekeeper.store.fixtures import find_fixture

LOCKED = "Both captains have signed this card. The manager can open it again, with a reason."
Place = tuple[str, str]  # the club and the fixture


class CardRefused(Exception):
    """The card cannot be so; ``faults`` name the board (0: the whole card) and say why."""

    def __init__(self, *faults: tuple[int, str]) -> None:
        super().__init__(" ".join(sentence for _, sentence in faults))
        self.faults = faults


def open_night(db: Database, at: Place) -> tuple[Season, Night]:
    """The season and the night of this fixture; LookupError where there is none."""
    fixture = find_fixture(db, *at)
    season = open_season(db, at[0], fixture.league) if fixture else None
    night = season.night(at[1]) if season else None
    if season is None or night is None:
        raise LookupError(f"no fixture {at[1]}")
    return season, night


def verify_unlocked(night: Night) -> None:
    """Raise ``CardRefused`` for a card that both captains have signed."""
    if night.locked:
        raise CardRefused((0, LOCKED))


def add_told(
    db: Database,
    at: Place,
    night: Night,
    told: Sequence[CardTold],
    ticket: Ticket,
    stamp: Stamp,
    reason: str | None = None,
) -> None:
    """Add what was told to the night's card, within the caller's transaction."""
    key, fingerprint = ticket
    add_card_entries(
        db, at[0], night.fixture, told, reason=reason, key=key, fingerprint=fingerprint, stamp=stamp
    )
