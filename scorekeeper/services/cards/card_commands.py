"""What all acts on a fixture's match card share: loading it, who may enter and sign it, adding an entry."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.services.cups import set_anew
from scorekeeper.services.gate import Act, Ask, Missing, Refused, Subject
from scorekeeper.services.leagues.captains import own_team, own_team_only, why_barred
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.services.leagues.subject import verify_open
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.leagues.card_events import CardEventBody, Sent, add_card_events
from scorekeeper.store.leagues.fixtures import FixtureRef, find_fixture

LOCKED = "Both captains have signed this card. The manager can reopen it, with a reason."
OTHER_PHONE = "Each captain signs on a phone of their own. The other signature came from this one."
BROUGHT = "This result was imported from a spreadsheet. The manager can open the card for its boards."


class MatchCardError(Refused):
    """The card is not valid; ``faults`` name the board (0: the whole card) and say why."""

    code = "card"

    def __init__(self, *faults: tuple[int, str]) -> None:
        super().__init__(" ".join(sentence for _, sentence in faults))
        self.faults = faults


class BoardConflict(MatchCardError):
    """Another phone has entered something else since."""

    status, code = 409, "conflict"


class CardOf(NamedTuple):
    """A fixture's card with its season: what acts on it are done to."""

    season: Season
    card: FixtureCard


def load_fixture_card(db: Database, at: FixtureRef, today: date) -> CardOf:
    """The season and the card of this fixture on this day. Raises ``Missing``."""
    fixture = find_fixture(db, *at)
    season = open_season(db, at.club, fixture.league, today) if fixture else None
    fixture_card = season.fixture_card(at.fixture) if season else None
    if season is None or fixture_card is None:
        raise Missing("fixture")
    return CardOf(season, fixture_card)


def _read(ask: Ask, fixture: str) -> CardOf:
    return load_fixture_card(ask.db, FixtureRef(ask.club, fixture), ask.author.day)


def _entered(found: CardOf, key: str) -> str | None:
    return next((event.fingerprint for event in found.card.events if event.key == key), None)


CARD = Subject("fixture", _read, (lambda _, found: verify_open(found.season),), _entered)


def verify_unlocked(fixture_card: FixtureCard) -> None:
    """Raise ``MatchCardError`` for a card that both have signed, or whose result was brought along."""
    if fixture_card.locked:
        raise MatchCardError((0, BROUGHT if fixture_card.brought else LOCKED))


def add_to_card(now: Act[CardOf], body: Sequence[CardEventBody], reason: str | None = None) -> bool:
    """Add what was entered to the card, under the act's key; True, as acts that enter something answer."""
    fixture = now.on.card.fixture
    add_card_events(now.db, now.club, fixture, body, Sent(*now.key, reason), now.author)
    if fixture.tie:
        set_anew(now, fixture.league)
    return True


def verify_may_enter(now: Act[CardOf]) -> str | None:
    """The team whose captain's phone this is, if any. Raise ``MatchCardError`` where it may enter nothing.

    A secretary's phone is asked nothing, here and below.
    """
    season, card = now.on
    if now.ask.may("manage"):
        return None
    squad = own_team(now.db, now.club, season.league.id, now.author.device)
    if barred := why_barred(season, card, squad):
        raise MatchCardError((0, barred))
    return squad


def verify_may_act(now: Act[CardOf], side: int | None) -> None:
    """Raise ``MatchCardError`` unless this phone may enter or sign for ``side`` (None: for both).

    A captain's phone acts for its own team and no other.
    """
    squad = verify_may_enter(now)
    if squad and (side is None or now.on.card.facts.teams[side] != squad):
        raise MatchCardError((0, own_team_only(now.on.season, squad)))


def verify_other_phone(season: Season, card: FixtureCard, side: int, author: Author) -> None:
    """Raise ``MatchCardError`` where one phone would sign for both and the league does not allow that."""
    other = card.signatures[1 - side]
    if other and other.device == author.device and not season.rules.one_phone:
        raise MatchCardError((0, OTHER_PHONE))
