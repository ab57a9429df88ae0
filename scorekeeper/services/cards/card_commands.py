"""What all acts on a fixture's match card share: loading the card, refusing, adding an entry.

Each act (see ``board_acts`` and ``signing``) is one transaction; repeating it does no harm.
"""

from collections.abc import Sequence
from datetime import date

from sqlite_utils import Database

from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.archive import verify_open
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.matches.idempotency import IdempotencyKey
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.leagues.card_events import CardEventBody, add_card_events
from scorekeeper.store.leagues.fixtures import FixtureRef, find_fixture

LOCKED = "Both captains have signed this card. The manager can reopen it, with a reason."
BROUGHT = "This result was imported from a spreadsheet. The manager can open the card for its boards."


class MatchCardError(Exception):
    """The card is not valid; ``faults`` name the board (0: the whole card) and say why."""

    def __init__(self, *faults: tuple[int, str]) -> None:
        super().__init__(" ".join(sentence for _, sentence in faults))
        self.faults = faults


def load_fixture_card(db: Database, at: FixtureRef, today: date) -> tuple[Season, FixtureCard]:
    """The season and the card of this fixture on this day; LookupError where there is none."""
    fixture = find_fixture(db, *at)
    season = open_season(db, at.club, fixture.league, today) if fixture else None
    fixture_card = season.fixture_card(at.fixture) if season else None
    if season is None or fixture_card is None:
        raise LookupError(f"no fixture {at.fixture}")
    return season, fixture_card


def load_for_update(db: Database, at: FixtureRef, author: Author) -> tuple[Season, FixtureCard]:
    """The season and the card for a change, within the caller's transaction; none in the archive."""
    season, fixture_card = load_fixture_card(db, at, author.day)
    verify_open(db, at.club, season.league.id)
    return season, fixture_card


def verify_unlocked(fixture_card: FixtureCard) -> None:
    """Raise ``MatchCardError`` for a card that both have signed, or whose result was brought along."""
    if fixture_card.locked:
        raise MatchCardError((0, BROUGHT if fixture_card.brought else LOCKED))


def add_to_card(
    db: Database,
    at: FixtureRef,
    fixture_card: FixtureCard,
    body: Sequence[CardEventBody],
    idempotency_key: IdempotencyKey,
    author: Author,
    reason: str | None = None,
) -> None:
    """Add what was entered to the fixture's card, within the caller's transaction."""
    key, fingerprint = idempotency_key
    add_card_events(
        db,
        at.club,
        fixture_card.fixture,
        body,
        reason=reason,
        key=key,
        fingerprint=fingerprint,
        author=author,
    )
