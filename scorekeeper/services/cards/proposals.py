"""Captains agree on another day: one proposes, the other accepts, and the fixture is moved."""

from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import MatchCardError, load_for_update
from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.clubs.limits import count_act
from scorekeeper.services.leagues.captains import verify_may_act
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.leagues.fixtures import FixtureRef, change_fixture
from scorekeeper.store.leagues.proposals import Proposal, add_proposal, answer_proposal, last_proposal

AGREED = "agreed by both captains"
ANSWERS = ("accepted", "declined", "withdrawn")


def latest_proposal(db: Database, club: str, fixture: str) -> Proposal | None:
    """What was proposed last for this fixture, with its answer if there is one."""
    return last_proposal(db, club, fixture)


def propose_day(
    db: Database, at: FixtureRef, new: Proposal, *, key: str, author: Author, secretary: bool = False
) -> None:
    """The captain of ``new.side`` proposes another day. Raises ``MatchCardError``."""
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, card = load_for_update(db, at, author)
        _verify_movable(card)
        if not secretary:
            verify_may_act(db, at.club, season, card, new.side, author)
        if new.day < author.day.isoformat():
            raise MatchCardError((0, "Another day: this one is over already."))
        add_proposal(db, at.club, card.fixture, new, key=key, author=author)


def answer_day(
    db: Database, at: FixtureRef, proposal: str, answer: str, *, author: Author, secretary: bool = False
) -> None:
    """Accept, decline or withdraw it; accepted, the fixture is moved. Answered already, nothing happens."""
    with writing(db, at.club):
        count_act(db, at.club, "card", author)
        season, card = load_for_update(db, at, author)
        known = last_proposal(db, *at)
        if known is None or known.answer or known.id != proposal or answer not in ANSWERS:
            return
        answering = known.side if answer == "withdrawn" else 1 - known.side
        if not secretary:
            verify_may_act(db, at.club, season, card, answering, author)
        if answer == "accepted":
            _verify_movable(card)
            moved = card.fixture.moved(known.day, known.starts)
            change_fixture(db, at.club, card.fixture, moved, AGREED, author)
        answer_proposal(db, at.club, card.fixture, known, answer, author)


def _verify_movable(card: FixtureCard) -> None:
    if card.begun:
        raise MatchCardError((0, "The card has been begun, so the day stays. The secretary can move it."))
