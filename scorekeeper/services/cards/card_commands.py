"""A fixture's match card: who may enter and sign it, and the acts on it as a whole."""

from collections.abc import Sequence
from datetime import date

from sqlite_utils import Database

from scorekeeper.rules.text import counted
from scorekeeper.services.gate import Act, Refused, Subject, act, there
from scorekeeper.services.leagues.captains import own_team, own_team_only, why_barred
from scorekeeper.services.leagues.cups import set_anew
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.seasons import CardOf, open_season, verify_open
from scorekeeper.store.leagues.captains import Proposal, add_proposal, answer_proposal, proposals
from scorekeeper.store.leagues.card_events import (
    BoardEntry,
    CardEventBody,
    Forfeit,
    Protest,
    Reopening,
    Sent,
    Signature,
    add_card_events,
    last_signed,
    set_best_player,
)
from scorekeeper.store.leagues.leagues import change_fixture, find_fixture
from scorekeeper.timestamps import moment_of

LOCKED = "Both captains have signed this card. The manager can reopen it, with a reason."
OTHER_PHONE = "Each captain signs on a phone of their own. The other signature came from this one."
BROUGHT = "This result was imported from a spreadsheet. The manager can open the card for its boards."
OWN_PLAYERS = (
    "Line-ups are sealed until both captains have named: each names their own players, and nobody plays yet."
)
CHANGED = "The card has changed since it was shown here. Look at it again, then sign."
AGREED = "agreed by both captains"
ANSWERS = ("accepted", "declined", "withdrawn")


class MatchCardError(Refused):
    """The card is not valid; ``faults`` name the board and say why; 0, or only why: the whole card."""

    code = "card"

    def __init__(self, *faults: tuple[int, str] | str) -> None:
        self.faults = tuple((0, fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__(" ".join(sentence for _, sentence in self.faults))


class BoardConflict(MatchCardError):
    status, code = 409, "conflict"


def load_card(db: Database, club: str, id: str, today: date) -> CardOf:
    """The season and the card of this fixture on this day. Raises ``Missing``."""
    league = there(find_fixture(db, club, id), "fixture").league
    season = there(open_season(db, club, league, today), "fixture")
    return CardOf(season, there(season.card(id), "fixture"))


CARD = Subject(
    "fixture",
    lambda ask, fixture: load_card(ask.db, ask.club, fixture, ask.author.day),
    lambda _, found: verify_open(found.season),
    lambda found, key: next((event.fingerprint for event in found.card.events if event.key == key), None),
)


def verify_unlocked(card: FixtureCard) -> None:
    if card.locked:
        raise MatchCardError(BROUGHT if card.brought else LOCKED)


def add_to_card(act: Act[CardOf], body: Sequence[CardEventBody], reason: str | None = None) -> bool:
    """Add what was entered to the card, under the act's key; True, as acts that enter something answer."""
    fixture = act.on.card.fixture
    add_card_events(act.db, act.club, fixture, body, Sent(*act.key, reason), act.author)
    if fixture.tie:
        set_anew(act.ask, fixture.league)
    return True


def verify_may_enter(act: Act[CardOf]) -> str | None:
    """The team whose captain's phone this is, if any. Raise ``MatchCardError`` where it may enter nothing.

    A secretary's phone is asked nothing, here and below.
    """
    season, card = act.on
    if act.ask.may("manage"):
        return None
    squad = own_team(act.db, act.club, season.league.id, act.author.device, card.facts.teams)
    if barred := why_barred(season, card, squad):
        raise MatchCardError(barred)
    return squad


def verify_may_act(act: Act[CardOf], side: int | None) -> None:
    """Raise ``MatchCardError`` unless this phone may enter or sign for ``side`` (None: for both)."""
    squad = verify_may_enter(act)
    if squad and (side is None or act.on.card.facts.teams[side] != squad):
        raise MatchCardError(own_team_only(act.on.season, squad))


def verify_sealed(act: Act[CardOf], boards: Sequence[BoardEntry], was: Sequence[BoardEntry]) -> None:
    """While line-ups are sealed a captain names their own players alone, or concedes; the secretary does all.

    What is said of the other side is refused, whether it is right or wrong: an answer would tell.
    """
    if not act.on.card.sealed or act.ask.may("manage"):
        return
    for one in (*boards, *was):
        own = one.side or 0
        lost = one.legs is None or (one.conceded and one.legs[own] < one.legs[1 - own])
        if (one.home, one.away)[1 - own] or not lost:
            raise MatchCardError((one.board, OWN_PLAYERS))


@act(CARD, "score", "card")
def sign(act: Act[CardOf], side: int, *, shown: str) -> bool:
    """The captain of this side signs for the card as ``shown``; it must be complete and still stand.

    The secretary may sign for both, as a card on paper has it. False where this side has signed already.
    """
    season, card = act.on
    secretary = act.ask.may("manage")
    if card.signatures[side] is not None:
        return False
    verify_unlocked(card)
    verify_may_act(act, side)
    other = card.signatures[1 - side]
    if not secretary and other and other.device == act.author.device and not season.rules.one_phone:
        raise MatchCardError(OTHER_PHONE)
    if card.differing:
        raise MatchCardError(f"{card.dispute}. Settle that first, then sign.")
    if not card.complete:
        boards = len(card.boards)
        missing = f"{boards - card.done} of {counted(boards, 'board')}"
        raise MatchCardError(f"Still without a result: {missing}.")
    if shown != card.wording:
        raise MatchCardError(CHANGED)
    return add_to_card(act, [Signature(side, shown, secretary)])


@act(CARD, "manage", "card")
def reopen(act: Act[CardOf], reason: str) -> bool:
    """Unlock a signed card; the reason is kept with it and both captains sign anew.

    A result that came with a spreadsheet gives way to the boards that are entered then.
    """
    signed = act.on.card.locked or any(act.on.card.signatures)
    return signed and add_to_card(act, [Reopening()], reason)


@act(CARD, "manage", "card")
def forfeit(act: Act[CardOf], side: int | None, reason: str) -> bool:
    """This side does not fulfil the fixture, so the other walks over; no side takes that back."""
    if act.on.card.forfeited_by == side:
        return False
    verify_unlocked(act.on.card)
    return add_to_card(act, [Forfeit(side)], reason)


@act(CARD, "score", "card")
def protest(act: Act[CardOf], side: int | None, reason: str) -> bool:
    """This side's captain protests, in so many hours of both signatures as the league gives.

    None: the secretary has decided on a protest, and the card stays as it is.
    """
    season, card = act.on
    if side is None:
        if not act.ask.may("manage"):
            raise MatchCardError("A protest is decided on by the secretary.")
        return card.protest is not None and add_to_card(act, [Protest(None)], reason)
    verify_may_act(act, side)
    if card.protest:
        return False
    signed = [moment_of(signature.entered_at) for signature in card.signatures if signature]
    if not card.locked or not signed:
        raise MatchCardError("A protest is against a card that both captains have signed.")
    passed = (moment_of(act.author.at) - max(signed)).total_seconds() / 3600
    if not season.rules.hears_protest(passed):
        hours = counted(season.rules.protest, "hour")
        raise MatchCardError(f"A protest comes within {hours} of both signatures in this league.")
    return add_to_card(act, [Protest(side)], reason)


def candidates(card: FixtureCard, side: int) -> tuple[str, ...]:
    """Whom this side's captain may name: the others who played, by board; if unknown, all of their squad."""
    return card.played_for(1 - side) or tuple(player for player, _ in card.teams[1 - side].players)


@act(CARD, "score", "card")
def name_best_player(act: Act[CardOf], side: int, player: str) -> None:
    """Store the player whom this side's captain names; an empty id removes it."""
    season, card = act.on
    if not season.rules.best_player:
        raise MatchCardError("In this league no player of the night is chosen.")
    verify_may_act(act, side)
    if not card.complete or card.forfeited_by is not None:
        raise MatchCardError("The player of the night is chosen once every board has its result.")
    if player and player not in candidates(card, side):
        raise MatchCardError("Player of the night: one who played for the other team.")
    set_best_player(act.db, act.club, card.fixture, side, player or None, act.author)


@act(CARD, "score", "card")
def propose_day(act: Act[CardOf], new: Proposal) -> None:
    """A captain proposes another day."""
    card = act.on.card
    _verify_movable(card)
    verify_may_act(act, new.side)
    _verify_ahead(act, new)
    standing = next(iter(proposals(act.db, act.club, card.fixture.id)), None)
    if standing and not standing.answer and standing._replace(id="", made_at="") == new:
        return
    add_proposal(act.db, act.club, card.fixture, new, act.author)


@act(CARD, "score", "card")
def answer_day(act: Act[CardOf], proposal: str, answer: str) -> None:
    """Accept, decline or withdraw it; accepted, the fixture is moved. Answered already, nothing happens."""
    card = act.on.card
    all_days = proposals(act.db, act.club, card.fixture.id)
    known = there(next((one for one in all_days if one.id == proposal), None), "proposal")
    if known.answer or known != all_days[0] or answer not in ANSWERS:
        return
    verify_may_act(act, known.side if answer == "withdrawn" else 1 - known.side)
    if answer == "accepted":
        _verify_movable(card)
        _verify_ahead(act, known)
        moved = {"day": known.day, "starts": known.starts or card.fixture.starts}
        change_fixture(act.db, act.club, card.fixture, AGREED, act.author, **moved)
    answer_proposal(act.db, act.club, card.fixture, known, answer, act.author)


def _verify_movable(card: FixtureCard) -> None:
    if card.begun:
        raise MatchCardError("The card has been begun, so the day stays. The secretary can move it.")


def _verify_ahead(act: Act[CardOf], proposed: Proposal) -> None:
    if proposed.day < act.author.day.isoformat():
        raise MatchCardError("Another day: this one is over already.")


def signed_cards(db: Database, club: str, today: date, most: int) -> list[CardOf]:
    """The cards signed by both last, the newest first; what counts for nobody is left out."""
    signed = (load_card(db, club, fixture, today) for fixture in last_signed(db, club, most))
    return [found for found in signed if found.card.locked and found.season.may_count(found.card)]
