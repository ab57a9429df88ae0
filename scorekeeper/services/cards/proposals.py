"""Captains agree on another day: one proposes, the other accepts, and the fixture is moved."""

from sqlite_utils import Database

from scorekeeper.services.cards.card_commands import CARD, CardOf, MatchCardError, verify_may_act
from scorekeeper.services.gate import Act, act
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.store.leagues.captains import Proposal, add_proposal, answer_proposal, last_proposal
from scorekeeper.store.leagues.fixtures import change_fixture

AGREED = "agreed by both captains"
ANSWERS = ("accepted", "declined", "withdrawn")


def latest_proposal(db: Database, club: str, fixture: str) -> Proposal | None:
    """What was proposed last for this fixture, with its answer if there is one."""
    return last_proposal(db, club, fixture)


@act(CARD, "score", "card")
def propose_day(now: Act[CardOf], new: Proposal) -> None:
    """The captain of ``new.side`` proposes another day."""
    card = now.on.card
    _verify_movable(card)
    verify_may_act(now, new.side)
    if new.day < now.author.day.isoformat():
        raise MatchCardError((0, "Another day: this one is over already."))
    add_proposal(now.db, now.club, card.fixture, new, now.author)


@act(CARD, "score", "card")
def answer_day(now: Act[CardOf], proposal: str, answer: str) -> None:
    """Accept, decline or withdraw it; accepted, the fixture is moved. Answered already, nothing happens."""
    card = now.on.card
    known = last_proposal(now.db, now.club, card.fixture.id)
    if known is None or known.answer or known.id != proposal or answer not in ANSWERS:
        return
    verify_may_act(now, known.side if answer == "withdrawn" else 1 - known.side)
    if answer == "accepted":
        _verify_movable(card)
        moved = card.fixture.moved(known.day, known.starts)
        change_fixture(now.db, now.club, card.fixture, moved, AGREED, now.author)
    answer_proposal(now.db, now.club, card.fixture, known, answer, now.author)


def _verify_movable(card: FixtureCard) -> None:
    if card.begun:
        raise MatchCardError((0, "The card has been begun, so the day stays. The secretary can move it."))
